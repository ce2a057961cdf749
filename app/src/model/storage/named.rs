//! What is kept under a name the player gives: a small file each in a folder of its own,
//! listed, saved, renamed, deleted.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use qipan_core::junqi::LayoutError;
use qipan_core::limits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::storage::games::{free_path, safe_name};
use crate::model::storage::{
    Doing, Storage, StorageError, disk, json_files, read_limited, unmarked, write_atomic, write_new,
};

/// The longest name, in characters.
pub const NAME_CHARS: usize = 40;

/// The version of the files.
pub(super) const VERSION: u64 = 1;

/// Something that is kept under a name.
pub trait Named: Clone {
    /// What its files say they are.
    const FORMAT: &'static str;
    /// The folder of its files, in that of the player's data.
    const FOLDER: &'static str;
    /// What a file is called where nothing of the name can be in the name of a file.
    const FILE: &'static str;
    /// The largest file, in bytes.
    const MAX_BYTES: u64;
    /// Files of the folder that are read.
    const MAX_FILES: usize;

    /// Reads the text of a file. Nothing in it is run.
    ///
    /// # Errors
    /// When it is not a whole file of this kind and version.
    fn read(text: &str) -> Result<Self, NamedTrouble>;
    /// The text of its file.
    fn write(&self) -> String;
    /// What the player calls it.
    fn name(&self) -> &str;
    /// The same under another name.
    #[must_use]
    fn with_name(&self, name: String) -> Self;
    /// Where its name may be taken only once; it is free elsewhere.
    fn group(&self) -> &str {
        ""
    }
}

/// One of the player's own, with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own<T> {
    /// The file.
    pub path: PathBuf,
    /// What is in it.
    pub item: T,
}

impl<T> Deref for Own<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.item
    }
}

/// What is wrong with a file or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedTrouble {
    /// The file cannot be read or written.
    File(StorageError),
    /// A part of the file is wrong.
    Broken {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It is some other file.
    Foreign,
    /// A later version of Qipan wrote it.
    Version(u64),
    /// It is too large.
    TooLarge,
    /// The pieces in it are no layout.
    Pieces(LayoutError),
    /// The name is empty.
    Nameless,
    /// The name is taken.
    Exists(String),
}

impl From<serde_json::Error> for NamedTrouble {
    fn from(error: serde_json::Error) -> Self {
        let (line, what) = limits::place(&error);
        Self::Broken { line, what }
    }
}

/// A file in the folder that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The file; it stays as it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub trouble: NamedTrouble,
}

/// As much of a file as tells whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

impl Head {
    fn of(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(unmarked(text))
    }

    fn is<T: Named>(&self) -> bool {
        self.format.as_deref() == Some(T::FORMAT)
    }
}

/// Whether a text says that it is such a file.
pub(super) fn says_it_is<T: Named>(text: &str) -> bool {
    Head::of(text).is_ok_and(|head| head.is::<T>())
}

/// The parts of such a file.
pub(super) fn parts<T: Named, P: DeserializeOwned>(text: &str) -> Result<P, NamedTrouble> {
    if text.len() as u64 > T::MAX_BYTES {
        return Err(NamedTrouble::TooLarge);
    }
    let head = Head::of(text)?;
    match head.version.filter(|_| head.is::<T>()) {
        None => Err(NamedTrouble::Foreign),
        Some(VERSION) => Ok(serde_json::from_str(unmarked(text))?),
        Some(version) => Err(NamedTrouble::Version(version)),
    }
}

/// The text of a file with these parts.
pub(super) fn text_of(parts: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(parts);
    text.unwrap_or_else(|_| unreachable!("words and JSON values are always JSON")) + "\n"
}

/// A name without line breaks or spaces around it, not too long.
pub(super) fn clean(name: &str) -> Result<String, NamedTrouble> {
    let words: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let short: String = words.trim().chars().take(NAME_CHARS).collect();
    let short = short.trim();
    if short.is_empty() { Err(NamedTrouble::Nameless) } else { Ok(short.to_owned()) }
}

impl Storage {
    /// The folder of everything of a kind; it is made when the first is saved.
    #[must_use]
    pub fn folder_of<T: Named>(&self) -> PathBuf {
        self.folders().data.join(T::FOLDER)
    }

    /// The player's own by name, and the files that are none.
    #[must_use]
    pub fn list<T: Named>(&self) -> (Vec<Own<T>>, Vec<Bad>) {
        let (mut own, mut bad) = (Vec::<Own<T>>::new(), Vec::new());
        for path in json_files(&self.folder_of::<T>()).into_iter().take(T::MAX_FILES) {
            match load(&path) {
                Ok(item) => own.push(Own { path, item }),
                Err(trouble) => bad.push(Bad { path, trouble }),
            }
        }
        own.sort_by_key(|own| (own.name().to_lowercase(), own.path.clone()));
        bad.sort_by(|a, b| a.path.cmp(&b.path));
        (own, bad)
    }

    /// Saves something under its name, and returns its file.
    ///
    /// # Errors
    /// When the name is empty or, unless it is to be replaced, taken; when the file cannot be
    /// written. What was there before is then still there.
    pub fn save<T: Named>(&self, item: &T, replace: bool) -> Result<PathBuf, NamedTrouble> {
        let item = item.with_name(clean(item.name())?);
        match self.holder_of(&item) {
            Some(_) if !replace => Err(NamedTrouble::Exists(item.name().to_owned())),
            Some(path) => {
                write_atomic(&path, &item.write(), true).map_err(NamedTrouble::File)?;
                Ok(path)
            }
            None => self.save_new(&item),
        }
    }

    /// Saves something that came from elsewhere, under a number where its name is taken.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_beside<T: Named>(&self, item: &T) -> Result<PathBuf, NamedTrouble> {
        let numbered = (2..).map(|n| {
            let end = format!(" ({n})");
            let name: String = item.name().chars().take(NAME_CHARS - end.len()).collect();
            item.with_name(name + &end)
        });
        let free = std::iter::once(item.clone()).chain(numbered);
        let free = free.into_iter().find(|item| self.holder_of(item).is_none());
        self.save(&free.unwrap_or_else(|| unreachable!("the numbers do not end")), false)
    }

    /// Gives something another name, its file too, and returns that.
    ///
    /// # Errors
    /// When the file cannot be read, the name is empty or taken, or the new file cannot be
    /// written. It then keeps its name.
    pub fn rename<T: Named>(&self, path: &Path, name: &str) -> Result<PathBuf, NamedTrouble> {
        let name = clean(name)?;
        let item = load::<T>(path)?.with_name(name);
        if self.holder_of(&item).is_some_and(|other| other != path) {
            return Err(NamedTrouble::Exists(item.name().to_owned()));
        }
        let new = self.save_new(&item)?;
        // It has its new file before the old one goes.
        self.delete(path).inspect_err(|_| drop(disk::remove(&new)))?;
        Ok(new)
    }

    /// Deletes the file of something.
    ///
    /// # Errors
    /// When the system does not let it go.
    pub fn delete(&self, path: &Path) -> Result<(), NamedTrouble> {
        disk::remove(path)
            .map_err(|error| NamedTrouble::File(StorageError::new(Doing::Write, path, &error)))
    }

    /// The file of what has the name already, in either case of its letters.
    fn holder_of<T: Named>(&self, item: &T) -> Option<PathBuf> {
        let name = item.name().to_lowercase();
        let same = |own: &Own<T>| own.name().to_lowercase() == name && own.group() == item.group();
        self.list().0.into_iter().find(same).map(|own| own.path)
    }

    /// Writes something into a file that no other has, named after it.
    fn save_new<T: Named>(&self, item: &T) -> Result<PathBuf, NamedTrouble> {
        let folder = self.folder_of::<T>();
        disk::make_folder(&folder)
            .map_err(|error| NamedTrouble::File(StorageError::new(Doing::Make, &folder, &error)))?;
        let safe = safe_name(item.name());
        let path = free_path(&folder, if safe.is_empty() { T::FILE } else { &safe }, "json");
        write_new(&path, &item.write()).map_err(NamedTrouble::File)?;
        Ok(path)
    }
}

fn load<T: Named>(path: &Path) -> Result<T, NamedTrouble> {
    let failed = |error| NamedTrouble::File(StorageError::new(Doing::Read, path, &error));
    if fs::metadata(path).map_err(failed)?.len() > T::MAX_BYTES {
        return Err(NamedTrouble::TooLarge);
    }
    T::read(&read_limited(path).map_err(failed)?)
}
