//! The player's own layouts: a small file each, listed, saved, renamed, deleted.

use std::fs;
use std::path::{Path, PathBuf};

use qipan_core::junqi::{Draft, LayoutError};
use serde::{Deserialize, Serialize};

use crate::model::storage::games::safe_name;
use crate::model::storage::{
    Doing, Storage, StorageError, json_files, read_limited, write_atomic, write_new,
};

/// The longest name of a layout, in characters.
pub const NAME_CHARS: usize = 40;

/// What the files say they are, and which version of it.
const FORMAT: &str = "qipan-layout";
const VERSION: u64 = 1;

/// No layout needs a larger file, in bytes.
const MAX_BYTES: u64 = 64 << 10;

/// A file as it is written.
#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u64,
    name: String,
    layout: String,
}

/// As much of a file as tells whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

/// One of the player's own layouts, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLayout {
    /// Its file.
    pub path: PathBuf,
    /// What the player calls it.
    pub name: String,
    /// The pieces that have their cells.
    pub draft: Draft,
}

/// What is wrong with a layout's file or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutTrouble {
    /// The file cannot be read or written.
    File(StorageError),
    /// The file is no JSON, or a part is missing: what and where.
    Broken(String),
    /// It is some other file.
    Foreign,
    /// A later version of Qipan wrote it.
    Version(u64),
    /// It is too large for a layout.
    TooLarge,
    /// Its pieces are no layout.
    Pieces(LayoutError),
    /// The name is empty.
    Nameless,
    /// There is a layout of this name already.
    Exists(String),
}

/// A file in the folder of layouts that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLayout {
    /// The file; it stays as it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub trouble: LayoutTrouble,
}

/// Reads the text of a layout's file: its name and its pieces.
///
/// # Errors
/// When it is not a whole layout file of this version.
pub fn read_layout(text: &str) -> Result<(String, Draft), LayoutTrouble> {
    let broken = |error: serde_json::Error| LayoutTrouble::Broken(error.to_string());
    let head: Head = serde_json::from_str(text).map_err(broken)?;
    if head.format.as_deref() != Some(FORMAT) {
        return Err(LayoutTrouble::Foreign);
    }
    match head.version {
        Some(VERSION) => {}
        Some(version) => return Err(LayoutTrouble::Version(version)),
        None => return Err(LayoutTrouble::Foreign),
    }
    let file: File = serde_json::from_str(text).map_err(broken)?;
    let draft = file.layout.parse().map_err(LayoutTrouble::Pieces)?;
    Ok((clean(&file.name)?, draft))
}

/// The text of a layout's file.
#[must_use]
pub fn write_layout(name: &str, draft: &Draft) -> String {
    let (format, name) = (FORMAT.to_owned(), name.to_owned());
    let file = File { format, version: VERSION, name, layout: draft.to_string() };
    let text = serde_json::to_string_pretty(&file);
    text.unwrap_or_else(|_| unreachable!("words and a number are always JSON")) + "\n"
}

/// A name without line breaks or spaces around it, not too long.
fn clean(name: &str) -> Result<String, LayoutTrouble> {
    let words: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let short: String = words.trim().chars().take(NAME_CHARS).collect();
    let short = short.trim();
    if short.is_empty() { Err(LayoutTrouble::Nameless) } else { Ok(short.to_owned()) }
}

impl Storage {
    /// The folder of the player's own layouts; it is made when the first is saved.
    #[must_use]
    pub fn layouts_folder(&self) -> PathBuf {
        self.folders().data.join("layouts")
    }

    /// The player's own layouts by name, and the files that are none.
    #[must_use]
    pub fn layouts(&self) -> (Vec<OwnLayout>, Vec<BadLayout>) {
        let (mut own, mut bad) = (Vec::new(), Vec::new());
        for path in json_files(&self.layouts_folder()) {
            match load(&path) {
                Ok((name, draft)) => own.push(OwnLayout { path, name, draft }),
                Err(trouble) => bad.push(BadLayout { path, trouble }),
            }
        }
        own.sort_by_key(|layout| (layout.name.to_lowercase(), layout.path.clone()));
        bad.sort_by(|a, b| a.path.cmp(&b.path));
        (own, bad)
    }

    /// Saves a layout under a name, and returns its file.
    ///
    /// # Errors
    /// When the name is empty or, unless it is to be replaced, taken; when the file cannot be
    /// written. What was there before is then still there.
    pub fn save_layout(
        &self,
        name: &str,
        draft: &Draft,
        replace: bool,
    ) -> Result<PathBuf, LayoutTrouble> {
        let name = clean(name)?;
        let text = write_layout(&name, draft);
        match self.layout_named(&name) {
            Some(_) if !replace => Err(LayoutTrouble::Exists(name)),
            Some(path) => {
                write_atomic(&path, &text, true).map_err(LayoutTrouble::File)?;
                Ok(path)
            }
            None => self.write_new_layout(&name, &text),
        }
    }

    /// Gives a layout another name, its file too, and returns that.
    ///
    /// # Errors
    /// When the file cannot be read, the name is empty or taken, or the new file cannot be
    /// written. The layout then keeps its name.
    pub fn rename_layout(&self, path: &Path, name: &str) -> Result<PathBuf, LayoutTrouble> {
        let name = clean(name)?;
        let (_, draft) = load(path)?;
        if self.layout_named(&name).is_some_and(|other| other != path) {
            return Err(LayoutTrouble::Exists(name));
        }
        let text = write_layout(&name, &draft);
        let new = self.write_new_layout(&name, &text)?;
        // The layout has its new file before the old one goes.
        fs::remove_file(path).map_err(|error| {
            let _ = fs::remove_file(&new);
            LayoutTrouble::File(StorageError::new(Doing::Write, path, &error))
        })?;
        Ok(new)
    }

    /// Deletes a layout's file.
    ///
    /// # Errors
    /// When the system does not let it go.
    pub fn delete_layout(&self, path: &Path) -> Result<(), LayoutTrouble> {
        let removed = fs::remove_file(path);
        removed.map_err(|e| LayoutTrouble::File(StorageError::new(Doing::Write, path, &e)))
    }

    /// Writes what is being laid out down, so that it outlives the window.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_draft(&self, name: &str, draft: &Draft) -> Result<(), StorageError> {
        write_atomic(&self.kept_path(), &write_layout(name, draft), false)
    }

    /// What was being laid out when the program ended: its name, which may be empty, and its
    /// pieces.
    #[must_use]
    pub fn kept_draft(&self) -> Option<(String, Draft)> {
        let file: File = serde_json::from_str(&read_limited(&self.kept_path()).ok()?).ok()?;
        Some((clean(&file.name).unwrap_or_default(), file.layout.parse().ok()?))
    }

    fn kept_path(&self) -> PathBuf {
        self.folders().data.join("layout-draft.json")
    }

    /// The file of the layout with this name, in either case of its letters.
    fn layout_named(&self, name: &str) -> Option<PathBuf> {
        let (own, _) = self.layouts();
        let name = name.to_lowercase();
        own.into_iter().find(|other| other.name.to_lowercase() == name).map(|other| other.path)
    }

    /// Writes a layout into a file that no other has, named after it.
    fn write_new_layout(&self, name: &str, text: &str) -> Result<PathBuf, LayoutTrouble> {
        let folder = self.layouts_folder();
        fs::create_dir_all(&folder).map_err(|error| {
            LayoutTrouble::File(StorageError::new(Doing::Make, &folder, &error))
        })?;
        let safe = safe_name(name);
        let stem = if safe.is_empty() { "layout" } else { safe.as_str() };
        let numbered = (2..).map(|n| format!("{stem} ({n}).json"));
        let path = std::iter::once(format!("{stem}.json"))
            .chain(numbered)
            .map(|name| folder.join(name))
            .find(|path| !path.exists())
            .unwrap_or_else(|| unreachable!("the numbers do not end"));
        write_new(&path, text).map_err(LayoutTrouble::File)?;
        Ok(path)
    }
}

fn load(path: &Path) -> Result<(String, Draft), LayoutTrouble> {
    let failed = |error| LayoutTrouble::File(StorageError::new(Doing::Read, path, &error));
    if fs::metadata(path).map_err(failed)?.len() > MAX_BYTES {
        return Err(LayoutTrouble::TooLarge);
    }
    read_layout(&read_limited(path).map_err(failed)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::storage::Folders;

    const LINE: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

    fn storage() -> (tempfile::TempDir, Storage) {
        let dir = tempfile::tempdir().unwrap();
        let storage = Storage::open(Folders::find(Some(dir.path())).unwrap()).unwrap();
        (dir, storage)
    }

    fn draft(line: &str) -> Draft {
        line.parse().unwrap()
    }

    fn names(storage: &Storage) -> Vec<String> {
        storage.layouts().0.into_iter().map(|own| own.name).collect()
    }

    #[test]
    fn layouts_are_saved_listed_renamed_and_deleted() {
        let (_dir, storage) = storage();
        assert_eq!(storage.layouts(), (vec![], vec![]));
        let wall = storage.save_layout(" Wall ", &draft(LINE), false).unwrap();
        storage.save_layout("half 一半", &draft("T......................NG"), false).unwrap();
        assert_eq!(names(&storage), ["half 一半", "Wall"]);
        let text = fs::read_to_string(&wall).unwrap();
        assert_eq!(read_layout(&text), Ok(("Wall".to_owned(), draft(LINE))));
        assert!(text.contains("\"format\": \"qipan-layout\"") && text.contains(LINE));
        let moved = storage.rename_layout(&wall, "A/B: wall?").unwrap();
        assert_eq!(moved.file_name().unwrap(), "A-B- wall-.json");
        assert_eq!(names(&storage), ["A/B: wall?", "half 一半"]);
        assert!(!wall.exists());
        storage.delete_layout(&moved).unwrap();
        assert_eq!(names(&storage), ["half 一半"]);
        assert!(storage.delete_layout(&moved).is_err());
    }

    #[test]
    fn a_name_that_is_taken_is_replaced_only_when_asked() {
        let (_dir, storage) = storage();
        let mirror = draft(LINE).mirrored();
        let path = storage.save_layout("Wall", &draft(LINE), false).unwrap();
        let taken = storage.save_layout("wall", &mirror, false);
        assert_eq!(taken, Err(LayoutTrouble::Exists("wall".to_owned())));
        assert_eq!(storage.layouts().0[0].draft, draft(LINE));
        assert_eq!(storage.save_layout("wall", &mirror, true), Ok(path));
        assert_eq!(storage.layouts().0[0].draft, mirror);
        let other = storage.save_layout("Other", &mirror, false).unwrap();
        let taken = storage.rename_layout(&other, "WALL");
        assert_eq!(taken, Err(LayoutTrouble::Exists("WALL".to_owned())));
        // Its own name in other letters is free.
        storage.rename_layout(&other, "OTHER").unwrap();
        assert_eq!(names(&storage), ["OTHER", "wall"]);
        for nothing in ["", "  ", "\n"] {
            let refused = storage.save_layout(nothing, &mirror, false);
            assert_eq!(refused, Err(LayoutTrouble::Nameless));
        }
    }

    #[test]
    fn what_is_laid_out_is_kept() {
        let (_dir, storage) = storage();
        assert_eq!(storage.kept_draft(), None);
        let half = draft("T......................NG");
        storage.keep_draft("", &half).unwrap();
        assert_eq!(storage.kept_draft(), Some((String::new(), half)));
        assert!(storage.layouts().0.is_empty());
    }

    #[test]
    fn bad_files_say_why_and_stay() {
        let (_dir, storage) = storage();
        let folder = storage.layouts_folder();
        fs::create_dir_all(&folder).unwrap();
        let file = |format: &str, version: &str, layout: &str| {
            format!(r#"{{"format":"{format}","version":{version},"name":"x","layout":"{layout}"}}"#)
        };
        let good = file("qipan-layout", "1", LINE);
        let texts = [
            ("0", good[..good.len() - 9].to_owned()),
            ("1", file("qipan", "1", LINE)),
            ("2", file("qipan-layout", "2", LINE)),
            ("3", file("qipan-layout", "1", &LINE[1..])),
            ("4", file("qipan-layout", "1", &LINE.replace('T', "S"))),
            ("5", good.replace("\"x\"", "\" \"")),
            ("6", good.replace("\"name\":\"x\",", "")),
            ("7", " ".repeat(70 << 10)),
        ];
        for (name, text) in &texts {
            fs::write(folder.join(name).with_extension("json"), text).unwrap();
        }
        fs::write(folder.join("8.json"), [0xFF, 0xFE]).unwrap();
        let (own, bad) = storage.layouts();
        assert!(own.is_empty());
        let troubles: Vec<&LayoutTrouble> = bad.iter().map(|bad| &bad.trouble).collect();
        assert!(matches!(troubles[0], LayoutTrouble::Broken(_)));
        assert_eq!(troubles[1..3], [&LayoutTrouble::Foreign, &LayoutTrouble::Version(2)]);
        assert_eq!(troubles[3], &LayoutTrouble::Pieces(LayoutError::Length(24)));
        assert!(matches!(troubles[4], LayoutTrouble::Pieces(LayoutError::Count { found: 3, .. })));
        assert_eq!(troubles[5], &LayoutTrouble::Nameless);
        assert!(matches!(troubles[6], LayoutTrouble::Broken(why) if why.contains("name")));
        assert_eq!(troubles[7], &LayoutTrouble::TooLarge);
        assert!(matches!(troubles[8], LayoutTrouble::File(_)));
        // A layout saved beside them takes none of their files.
        storage.save_layout("3", &draft(LINE), false).unwrap();
        assert!(folder.join("3 (2).json").exists());
        for (name, text) in texts {
            let now = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
            assert_eq!(now, text);
        }
    }
}
