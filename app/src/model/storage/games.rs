//! Lists the files that may be saved games. Writes saved games and chooses their file names.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::model::storage::{Storage, StorageError, Why, read_text, write_atomic, write_new};

/// Upper bound on the characters of a file name without its extension.
const MAX_STEM_CHARS: usize = 70;

impl Storage {
    /// Returns an unused path for a new saved game, such as
    /// `Aeroplane Chess 2026-11-21 14.05 Kim, Greedy.qipan.json`. `separator` goes between names.
    pub fn new_save_path(&self, game: &str, players: &[String], separator: &str) -> PathBuf {
        let time = chrono::Local::now().format("%Y-%m-%d %H.%M").to_string();
        free_path(
            &self.folders().saves,
            &save_stem(game, &time, players, separator),
            GAME_EXTENSION,
        )
    }

    /// Remembers the content of a game's file, for [`Self::changed_elsewhere`].
    pub fn note_seen(&mut self, path: &Path, text: &str) {
        self.seen.insert(path.to_owned(), hash(text));
    }

    /// Returns true if a game's file no longer has the content that this window knows, because
    /// another window or program has written it.
    pub fn changed_elsewhere(&self, path: &Path) -> bool {
        let Some(seen_hash) = self.seen.get(path) else { return false };
        read_text(path).is_ok_and(|text| hash(&text) != *seen_hash)
    }

    /// Writes a game into a file. Replaces an existing file only with `replace`.
    ///
    /// # Errors
    /// A file that cannot be written, or exists and must not be replaced. The old one is then kept.
    pub fn write_game(
        &mut self,
        path: &Path,
        text: &str,
        replace: bool,
    ) -> Result<(), StorageError> {
        match replace {
            true => write_atomic(path, text, true)?,
            false => write_new(path, text)?,
        }
        self.note_seen(path, text);
        Ok(())
    }

    /// Writes a game into its own file, `own_path`. If the game has none, or another window has
    /// changed it, writes a new file at `new_path`, or at a numbered path if that is taken. Returns
    /// the path of the file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep_game(
        &mut self,
        own_path: Option<&Path>,
        new_path: &Path,
        text: &str,
    ) -> Result<PathBuf, StorageError> {
        if let Some(own_path) = own_path.filter(|own_path| !self.changed_elsewhere(own_path)) {
            self.write_game(own_path, text, true)?;
            return Ok(own_path.to_owned());
        }
        let (name, extension) = stem_and_extension(new_path);
        let folder = new_path.parent().unwrap_or(Path::new(""));
        for path in numbered_paths(folder, &name, extension) {
            match self.write_game(&path, text, false) {
                // Another window has just created this file.
                Err(StorageError { why: Why::Exists, .. }) => {}
                result => return result.map(|()| path),
            }
        }
        unreachable!("the numbers do not end")
    }
}

/// The extension of new saved games. Desktops open such files with Qipan. Older saved games have
/// the plain extension `.json`.
pub const GAME_EXTENSION: &str = "qipan.json";

/// Splits a file's name into the part that the player sees and the extension. Returns `json` for
/// an unknown extension.
pub fn stem_and_extension(path: &Path) -> (String, &'static str) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for extension in [GAME_EXTENSION, OPENABLE_EXTENSIONS[0], OPENABLE_EXTENSIONS[1]] {
        let stem_length = name.len().saturating_sub(extension.len() + 1);
        let suffix = name.get(stem_length..).and_then(|suffix| suffix.strip_prefix('.'));
        if stem_length > 0 && suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(extension)) {
            return (name[..stem_length].to_owned(), extension);
        }
    }
    let stem = path.file_stem().unwrap_or_default();
    (stem.to_string_lossy().into_owned(), OPENABLE_EXTENSIONS[0])
}

/// Returns the first unused path with this name and extension, with a number after the name if
/// needed.
pub fn free_path(folder: &Path, name: &str, extension: &str) -> PathBuf {
    let mut paths = numbered_paths(folder, name, extension);
    paths.find(|path| !path.exists()).unwrap_or_else(|| unreachable!("the numbers do not end"))
}

/// Returns the path with this name and extension, then the paths with a number after the name, from
/// 2 on without end.
pub fn numbered_paths(folder: &Path, name: &str, extension: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(move |number| format!("{name} ({number}).{extension}"));
    std::iter::once(format!("{name}.{extension}")).chain(numbered).map(|name| folder.join(name))
}

/// Returns the JSON files of a folder, the most recently modified first.
pub fn json_files(folder: &Path) -> Vec<PathBuf> {
    files_with_extension(folder, &["json"])
}

/// Returns the files of a folder that may be saved games or QQ Junqi replays, the most recently
/// modified first.
pub fn game_files(folder: &Path) -> Vec<PathBuf> {
    files_with_extension(folder, &OPENABLE_EXTENSIONS)
}

/// Returns true if a file has this extension, in upper or lower case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(extension))
}

/// The extensions of files that can be opened: saved games and QQ Junqi replays.
pub const OPENABLE_EXTENSIONS: [&str; 2] = ["json", "jgs"];

/// Returns a hash that is only compared within this process.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Returns the files of a folder with one of these extensions, the most recently modified first.
pub fn files_with_extension(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let metadata = fs::metadata(&path).ok()?;
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            let has_listed_extension =
                extensions.iter().any(|extension| has_extension(&path, extension));
            let is_listed = metadata.is_file() && has_listed_extension && !is_hidden;
            let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            is_listed.then_some((modified, path))
        })
        .collect();
    files.sort();
    files.into_iter().rev().map(|(_, path)| path).collect()
}

/// Returns the name of a game's file, without extension. `separator` goes between players' names.
fn save_stem(game: &str, time: &str, players: &[String], separator: &str) -> String {
    let players: Vec<&str> = players.iter().map(|name| name.trim()).collect();
    let players: Vec<&str> = players.into_iter().filter(|name| !name.is_empty()).collect();
    let start = format!("{game} {time} ");
    // The first name is always used. The others are added while they fit, so none of them is cut.
    let mut names = String::new();
    for name in players {
        let longer =
            if names.is_empty() { name.to_owned() } else { format!("{names}{separator}{name}") };
        if !names.is_empty() && start.chars().count() + longer.chars().count() > MAX_STEM_CHARS {
            break;
        }
        names = longer;
    }
    safe_name(&format!("{start}{names}"))
}

/// Turns a text into a file name without extension, of at most [`MAX_STEM_CHARS`] characters and
/// without those that some system forbids. The name may be empty.
pub(super) fn safe_name(text: &str) -> String {
    let safe = text.chars().map(|c| match c {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '-',
        c if c.is_control() => ' ',
        c => c,
    });
    let short: String = safe.take(MAX_STEM_CHARS).collect();
    short.trim_matches(|c: char| ['.', ',', '、'].contains(&c) || c.is_whitespace()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_is_removed_from_the_name() {
        let split = |name: &str| stem_and_extension(&Path::new("folder").join(name));
        assert_eq!(split("Kim, Ann.qipan.json"), ("Kim, Ann".into(), "qipan.json"));
        assert_eq!(split("old 14.05.JSON"), ("old 14.05".into(), "json"));
        assert_eq!(split("四国.jgs"), ("四国".into(), "jgs"));
        assert_eq!(split("棋"), ("棋".into(), "json"));
        assert_eq!(split(".qipan.json"), (".qipan".into(), "json"));
        assert_eq!(split("x.qipan"), ("x".into(), "json"));
    }

    #[test]
    fn file_names_are_valid_on_every_system() {
        let name = |players: &[&str]| {
            let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
            save_stem("Aeroplane Chess", "2026-11-21 14.05", &players, ", ")
        };
        assert_eq!(name(&["Kim", "Greedy"]), "Aeroplane Chess 2026-11-21 14.05 Kim, Greedy");
        let robots = ["Greedy Greta", "Careful Carla", "Bold Bruno"];
        assert_eq!(name(&robots), "Aeroplane Chess 2026-11-21 14.05 Greedy Greta, Careful Carla");
        assert_eq!(name(&["", " "]), "Aeroplane Chess 2026-11-21 14.05");
        assert_eq!(name(&["a/b:c*d", "."]), "Aeroplane Chess 2026-11-21 14.05 a-b-c-d");
        assert!(name(&["长".repeat(500).as_str()]).len() < 240);
        assert!(name(&["x\n\u{7}y"]).ends_with("x  y"));
    }
}
