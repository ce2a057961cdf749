//! Finds a script by the words that a user typed: a name, a qualified name, or a file.

use std::path::{Path, PathBuf};

use qipan_core::registry::GameKind;
use qipan_core::script::{Host, Level, ScriptError, ScriptInfo};

use crate::model::scripts::shipped::{SHIPPED, SHIPPED_RULES, ShippedScript};
use crate::model::scripts::words::{ENDINGS, NotPlain, UserWords};
use crate::model::storage::{Folders, disk};

/// The sort of a script, which its folder decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScriptType {
    /// A robot.
    #[default]
    Robot,
    /// A house rule.
    Rule,
}

impl ScriptType {
    /// Both sorts.
    pub const ALL: [Self; 2] = [Self::Robot, Self::Rule];

    /// Returns the folder of the user's scripts of this sort for a game.
    pub fn folder(self, folders: &Folders, kind: GameKind) -> PathBuf {
        self.folder_of(folders, kind.name())
    }

    pub(super) fn folder_of(self, folders: &Folders, game: &str) -> PathBuf {
        folders.scripts.join(self.folder_name()).join(game)
    }

    /// Returns the name of its folder, which also stands for it in the name of a script.
    pub(super) const fn folder_name(self) -> &'static str {
        match self {
            Self::Robot => "robots",
            Self::Rule => "rules",
        }
    }

    /// Returns the sort with this name, singular or plural.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let many = |sort: Self| sort.folder_name();
        let one = |sort: Self| many(sort).strip_suffix('s');
        Self::ALL.into_iter().find(|sort| many(*sort) == name || one(*sort) == Some(name))
    }

    /// Returns the word for it in a sentence.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Rule => "house rule",
        }
    }

    pub(super) fn shipped(self) -> &'static [ShippedScript] {
        match self {
            Self::Robot => &SHIPPED,
            Self::Rule => &SHIPPED_RULES,
        }
    }
}

/// The reason why a script was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// The text is neither a name nor a file.
    #[error("unknown {what} `{name}`; {hint}")]
    Unknown {
        /// A robot or a house rule.
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// A similar name, or all names there are.
        hint: String,
    },
    /// The file cannot be read.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        why: String,
    },
    /// The script is for another game.
    #[error("{file}: plays {plays}, not {game}; {what}s for {game} are {known}")]
    Game {
        /// The file.
        file: String,
        /// A robot or a house rule.
        what: &'static str,
        /// The game of the script.
        plays: String,
        /// The game that was asked for.
        game: String,
        /// The names for that game.
        known: String,
    },
    /// The script lacks the parameter, or the parameter does not take the value.
    #[error("{robot}: {why}")]
    Param {
        /// The robot's title.
        robot: String,
        /// The error.
        why: String,
    },
    /// A file names a script by more than a plain name.
    #[error("{0}")]
    NotPlain(#[from] NotPlain),
    /// The robot is a program in another language, but only a script is allowed.
    #[error("{file}: is a program in another language, not a script: {why}")]
    Program {
        /// The robot file.
        file: String,
        /// The reason, and the remedy.
        why: &'static str,
    },
    /// The script is broken.
    #[error("{0}")]
    Script(#[from] ScriptError),
}

/// A typed name: `wolf`, `junqi/wolf`, `rules/wolf` or `junqi/rules/wolf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypedName<'a> {
    pub(super) sort: Option<ScriptType>,
    pub(super) kind: Option<GameKind>,
    pub(super) name: &'a str,
}

impl<'a> TypedName<'a> {
    /// Splits a name into its parts. Returns `None` if the text can only be the path of a file.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let path = Path::new(text);
        let is_script = path.extension().is_some_and(|end| ENDINGS.iter().any(|e| end == *e));
        let Some((words, name)) = text.rsplit_once('/') else {
            let plain = !is_script && !text.contains('\\');
            return plain.then_some(Self { sort: None, kind: None, name: text });
        };
        if is_script || path.is_file() {
            return None;
        }
        let mut typed = Self { sort: None, kind: None, name };
        for word in words.split('/') {
            match (ScriptType::of_name(word), GameKind::of_name(word)) {
                (sort @ Some(_), _) if typed.sort.is_none() => typed.sort = sort,
                (_, kind @ Some(_)) if typed.kind.is_none() => typed.kind = kind,
                _ => return None,
            }
        }
        Some(typed)
    }

    /// Returns true if it can mean a script of this sort and game.
    fn may_be(&self, sort: ScriptType, kind: GameKind) -> bool {
        self.sort.is_none_or(|known| known == sort) && self.kind.is_none_or(|known| known == kind)
    }
}

/// The place of a script's text.
#[derive(Debug)]
pub(super) enum ScriptFolder {
    File(PathBuf),
    Shipped(&'static ShippedScript),
}

impl ScriptFolder {
    /// Finds the script of a plain name. The user's comes before one that ships.
    pub(super) fn of_name(
        folders: &Folders,
        sort: ScriptType,
        game: &str,
        name: &str,
    ) -> Option<Self> {
        if let Some(path) = user_file(&sort.folder_of(folders, game), name) {
            return Some(Self::File(path));
        }
        Self::shipped(sort, game, name)
    }

    /// Finds the shipped script of this name.
    pub(super) fn shipped(sort: ScriptType, game: &str, name: &str) -> Option<Self> {
        let mut shipped = sort.shipped().iter();
        shipped.find(|s| s.game == game && s.name == name).map(Self::Shipped)
    }

    /// Returns the file as messages name it, and its text.
    pub(super) fn text(&self) -> Result<(String, Vec<u8>), FindError> {
        match self {
            Self::File(path) => text_of(path),
            Self::Shipped(shipped) => {
                Ok((format!("{}.luau", shipped.name), shipped.source.as_bytes().to_vec()))
            }
        }
    }
}

/// Finds the place of the script named by `text`, and its plain name.
///
/// # Errors
/// No script of this sort for this game.
pub(super) fn locate(
    folders: &Folders,
    sort: ScriptType,
    game: &str,
    text: &str,
) -> Result<(ScriptFolder, String), FindError> {
    let path = Path::new(text);
    let file = |path: &Path| {
        let name = script_name(path).unwrap_or_else(|| text.to_owned());
        Ok((ScriptFolder::File(path.to_owned()), name))
    };
    let Some(typed) = TypedName::read(text) else { return file(path) };
    let fits = GameKind::of_name(game).is_some_and(|kind| typed.may_be(sort, kind));
    let place = ScriptFolder::of_name(folders, sort, game, typed.name).filter(|_| fits);
    match place {
        Some(place) => Ok((place, typed.name.to_owned())),
        None if path.is_file() => file(path),
        None => Err(not_found(folders, sort, game, text, &typed)),
    }
}

/// Builds the error for a name that no script of this sort and game has.
pub(super) fn not_found(
    folders: &Folders,
    sort: ScriptType,
    game: &str,
    text: &str,
    typed: &TypedName<'_>,
) -> FindError {
    let there = |(sort, kind): &(ScriptType, GameKind)| {
        typed.may_be(*sort, *kind)
            && ScriptFolder::of_name(folders, *sort, kind.name(), typed.name).is_some()
    };
    let known = names(folders, sort, game);
    let all = known.join(", ");
    let what = sort.words();
    let hint = match every_place().find(there) {
        Some((other, kind)) if other == sort => {
            let (name, plays) = (typed.name, kind.name());
            format!("{name}.luau: plays {plays}, not {game}; {what}s for {game} are {all}")
        }
        Some((other, _)) => format!("that is a {}; {what}s are {all}", other.words()),
        None => {
            // A robot may also be named by its level.
            let levels = Level::ALL.map(Level::name);
            let levels = if sort == ScriptType::Robot { &levels[..] } else { &[] };
            let known = known.iter().map(String::as_str);
            match nearest(typed.name, known.chain(levels.iter().copied())) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if levels.is_empty() => {
                    format!("there are {all}, or the path of a .luau file")
                }
                None => {
                    let levels = levels.join(", ");
                    format!("there are {all}; a level, {levels}; or the path of a .luau file")
                }
            }
        }
    };
    FindError::Unknown { what, name: text.to_owned(), hint }
}

/// Returns every sort of script of every game.
fn every_place() -> impl Iterator<Item = (ScriptType, GameKind)> {
    GameKind::ALL.into_iter().flat_map(|kind| ScriptType::ALL.map(|sort| (sort, kind)))
}

/// Checks that a script is for this game.
///
/// # Errors
/// A script for another game.
pub(super) fn plays(
    folders: &Folders,
    sort: ScriptType,
    game: &str,
    file: &str,
    info: &ScriptInfo,
) -> Result<(), FindError> {
    if info.game == game {
        return Ok(());
    }
    Err(FindError::Game {
        file: file.to_owned(),
        what: sort.words(),
        plays: info.game.clone(),
        game: game.to_owned(),
        known: names(folders, sort, game).join(", "),
    })
}

/// Returns the scripts that a name can mean, as full names such as `junqi/rules/wolf`. A path
/// means only itself.
///
/// # Errors
/// No script of this name.
pub fn meanings(folders: &Folders, words: &UserWords) -> Result<Vec<UserWords>, FindError> {
    let text = words.as_str();
    let (name, params) = split_params(text);
    let Some(typed) = TypedName::read(name) else { return Ok(vec![words.clone()]) };
    let wanted = || every_place().filter(|(sort, kind)| typed.may_be(*sort, *kind));
    let found = wanted().filter(|(sort, kind)| {
        // Only robots have parameters.
        (params.is_empty() || *sort == ScriptType::Robot)
            && ScriptFolder::of_name(folders, *sort, kind.name(), typed.name).is_some()
    });
    let full = |(sort, kind): (ScriptType, GameKind)| {
        let name = format!("{}/{}/{}{params}", kind.name(), sort.folder_name(), typed.name);
        UserWords::typed(&name)
    };
    let found: Vec<UserWords> = found.map(full).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if Path::new(text).is_file() {
        return Ok(vec![words.clone()]);
    }
    let lists = wanted().map(|(sort, kind)| (sort, kind, names(folders, sort, kind.name())));
    let lists: Vec<_> = lists.filter(|(.., names)| !names.is_empty()).collect();
    let known = lists.iter().flat_map(|(.., names)| names).map(String::as_str);
    let hint = nearest(typed.name, known).map_or_else(
        || {
            let list = |(sort, kind, names): &(ScriptType, GameKind, Vec<String>)| {
                format!("{}s for {} are {}", sort.words(), kind.name(), names.join(", "))
            };
            let lists: Vec<String> = lists.iter().map(list).collect();
            format!("{}; or name a .luau file", lists.join("; "))
        },
        |meant| format!("did you mean `{meant}`?"),
    );
    Err(FindError::Unknown { what: "script", name: text.to_owned(), hint })
}

/// Splits a robot's name from its parameters, which keep the comma before them.
pub(super) fn split_params(text: &str) -> (&str, &str) {
    match text.find(',') {
        Some(at) if !Path::new(text).is_file() => text.split_at(at),
        _ => (text, ""),
    }
}

/// Returns the names of all scripts of a sort for a game: those that ship, then the user's by
/// name.
pub(super) fn names(folders: &Folders, sort: ScriptType, game: &str) -> Vec<String> {
    let shipped = sort.shipped().iter().filter(|s| s.game == game);
    let mut names: Vec<String> = shipped.map(|s| s.name.to_owned()).collect();
    let folder = sort.folder_of(folders, game);
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let own = files.filter_map(|file| script_name(&file.path()));
    // A pipe or a folder may have the name of a script.
    let mut own: Vec<String> = own.filter(|name| user_file(&folder, name).is_some()).collect();
    own.sort_unstable();
    names.extend(own);
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns the user's file of this name in a folder, if it exists.
pub fn user_file(folder: &Path, name: &str) -> Option<PathBuf> {
    let files = ENDINGS.map(|end| folder.join(format!("{name}.{end}")));
    files.into_iter().find(|file| file.is_file())
}

/// Returns the known word closest to a misspelt one, if one is close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A level that no robot has is a known word, but no suggestion for itself.
    let known = known.into_iter().filter(|other| *other != word);
    let word = word.to_lowercase();
    let steps = |other: &str| strsim::damerau_levenshtein(&word, &other.to_lowercase());
    let closest = known.map(|other| (steps(other), other)).min_by_key(|(far, _)| *far);
    let (far, meant) = closest?;
    (far <= 1 + word.chars().count() / 4).then_some(meant)
}

/// Returns the name of a script file, or `None` for other files.
pub(super) fn script_name(path: &Path) -> Option<String> {
    let end = path.extension()?.to_str()?;
    let name = path.file_stem()?.to_str()?;
    (ENDINGS.contains(&end) && !name.starts_with('.')).then(|| name.to_owned())
}

/// Returns a script's path and text.
pub(super) fn text_of(path: &Path) -> Result<(String, Vec<u8>), FindError> {
    let file = path.display().to_string();
    match read_source(path) {
        Ok(source) => Ok((file, source)),
        Err(why) => Err(FindError::File { file, why: io_reason(&why) }),
    }
}

/// Reads a script's text, at most one byte more than the limit, which shows that it is too long.
///
/// # Errors
/// A file that cannot be read.
pub fn read_source(path: &Path) -> std::io::Result<Vec<u8>> {
    disk::read(path, Host::default().limits.source as u64 + 1)
}

/// Describes an error of a file in plain words.
fn io_reason(why: &std::io::Error) -> String {
    match why.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "reading it is not allowed".to_owned(),
        std::io::ErrorKind::IsADirectory => "this is no file".to_owned(),
        _ => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_names_may_include_game_and_type() {
        let read = |text| TypedName::read(text).map(|typed| (typed.kind, typed.sort, typed.name));
        let (junqi, rule) = (Some(GameKind::Junqi), Some(ScriptType::Rule));
        assert_eq!(read("wolf"), Some((None, None, "wolf")));
        assert_eq!(read("junqi/wolf"), Some((junqi, None, "wolf")));
        assert_eq!(read("rules/wolf"), Some((None, rule, "wolf")));
        for both in ["junqi/rules/wolf", "rules/junqi/wolf"] {
            assert_eq!(read(both), Some((junqi, rule, "wolf")));
        }
        for path in ["wolf.luau", "junqi/wolf.lua", "my/wolf", "junqi/race/wolf", "a\\wolf"] {
            assert_eq!(read(path), None, "{path}");
        }
    }

    #[test]
    fn misspelt_name_gets_a_suggestion() {
        let known = ["greedy", "careful", "bold"];
        let near = |word| nearest(word, known);
        assert_eq!(near("gredy"), Some("greedy"));
        assert_eq!(near("Carefull"), Some("careful"));
        assert_eq!(near("blod"), Some("bold"));
        assert_eq!(near("nobody"), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest("bold", ["bold", "cold"]), Some("cold"));
        assert_eq!(nearest("bold", ["bold"]), None);
        assert_eq!(nearest("Bold", ["bold"]), Some("bold"));
    }
}
