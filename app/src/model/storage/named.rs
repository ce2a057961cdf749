//! Items that a player saves under a name, such as layouts and rule sets. Each item is a small file
//! in the folder of its type.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use qipan_core::contract::limits;
use qipan_core::games::junqi::LayoutError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::model::storage::games::{free_path, safe_name};
use crate::model::storage::{
    FileOperation, Storage, StorageError, disk, json_files, read_text_file, without_bom,
    write_atomic, write_new,
};

/// Upper bound on the characters of a name.
pub const MAX_ITEM_NAME_CHARS: usize = 40;

/// The version of the formats of these files.
pub(super) const VERSION: u64 = 1;

/// An item that is saved under a name.
pub trait NamedItem: Clone {
    /// The format named in its files.
    const FORMAT: &'static str;
    /// The folder of its files inside the data folder.
    const FOLDER: &'static str;
    /// The stem of the file's name if nothing of the item's name is usable.
    const FALLBACK_STEM: &'static str;
    /// Upper bound on the bytes of a file.
    const MAX_BYTES: u64;
    /// Upper bound on the files read from the folder.
    const MAX_FILES: usize;

    /// Reads the text of a file. Scripts in it are not run.
    ///
    /// # Errors
    /// A text that is not a complete file of this kind and version.
    fn read(text: &str) -> Result<Self, NamedItemError>;
    /// Returns the text of its file.
    fn write(&self) -> String;
    /// Returns the name given by the player.
    fn name(&self) -> &str;
    /// Returns a copy with another name.
    #[must_use]
    fn with_name(&self, name: String) -> Self;
    /// Returns the group within which names are unique.
    fn group(&self) -> &str {
        ""
    }
}

/// An item of the player, with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedItem<T> {
    /// The file.
    pub path: PathBuf,
    /// The content.
    pub item: T,
}

impl<T> Deref for SavedItem<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.item
    }
}

/// The reason why an item cannot be read, saved, renamed or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedItemError {
    /// The file cannot be read or written.
    File(StorageError),
    /// A part of the file is wrong.
    Broken {
        /// The line, from 1.
        line: usize,
        /// The error.
        what: String,
    },
    /// The file has another format.
    Foreign,
    /// The file was written by a later version of Qipan.
    Version(u64),
    /// The file is too large.
    TooLarge,
    /// The pieces are not a valid layout.
    Pieces(LayoutError),
    /// The name is empty.
    Nameless,
    /// The name is taken.
    Exists(String),
}

impl From<serde_json::Error> for NamedItemError {
    fn from(error: serde_json::Error) -> Self {
        let (line, what) = limits::line_and_sentence(&error);
        Self::Broken { line, what }
    }
}

/// A file that cannot be read as an item of its folder, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenItem {
    /// The file. It stays as it is.
    pub path: PathBuf,
    /// The error.
    pub error: NamedItemError,
}

/// The fields that identify the format of a file.
#[derive(Deserialize)]
struct ItemHead {
    format: Option<String>,
    version: Option<u64>,
}

impl ItemHead {
    /// Reads the fields from the text of a file.
    fn of(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(without_bom(text))
    }

    /// Returns true if the file declares the format of these items.
    fn has_format_of<T: NamedItem>(&self) -> bool {
        self.format.as_deref() == Some(T::FORMAT)
    }
}

/// Returns true if a text declares the format of these items.
pub(super) fn is_file_of<T: NamedItem>(text: &str) -> bool {
    ItemHead::of(text).is_ok_and(|head| head.has_format_of::<T>())
}

/// Parses the content of a file of this kind, after checking its size, format and version.
pub(super) fn parse_file<T: NamedItem, C: DeserializeOwned>(
    text: &str,
) -> Result<C, NamedItemError> {
    if text.len() as u64 > T::MAX_BYTES {
        return Err(NamedItemError::TooLarge);
    }
    let head = ItemHead::of(text)?;
    match head.version.filter(|_| head.has_format_of::<T>()) {
        None => Err(NamedItemError::Foreign),
        Some(VERSION) => Ok(serde_json::from_str(without_bom(text))?),
        Some(version) => Err(NamedItemError::Version(version)),
    }
}

/// Returns the text of a file with this content.
pub(super) fn file_text(content: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(content);
    text.unwrap_or_else(|_| unreachable!("texts and JSON values can always be written")) + "\n"
}

/// Cleans a name: replaces control characters by spaces, removes spaces around it, and shortens it
/// to [`MAX_ITEM_NAME_CHARS`] characters.
///
/// # Errors
/// A name that is empty afterwards.
pub(super) fn clean(name: &str) -> Result<String, NamedItemError> {
    let printable: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let shortened: String = printable.trim().chars().take(MAX_ITEM_NAME_CHARS).collect();
    let name = shortened.trim();
    if name.is_empty() { Err(NamedItemError::Nameless) } else { Ok(name.to_owned()) }
}

impl Storage {
    /// Returns the folder of a kind of item. It is created with the first item.
    pub fn folder_of<T: NamedItem>(&self) -> PathBuf {
        self.folders().data.join(T::FOLDER)
    }

    /// Returns the player's items sorted by name, and the files that cannot be used.
    pub fn list<T: NamedItem>(&self) -> (Vec<SavedItem<T>>, Vec<BrokenItem>) {
        let (mut items, mut broken) = (Vec::<SavedItem<T>>::new(), Vec::new());
        for path in json_files(&self.folder_of::<T>()).into_iter().take(T::MAX_FILES) {
            match load(&path) {
                Ok(item) => items.push(SavedItem { path, item }),
                Err(error) => broken.push(BrokenItem { path, error }),
            }
        }
        items.sort_by_key(|saved| (saved.name().to_lowercase(), saved.path.clone()));
        broken.sort_by(|a, b| a.path.cmp(&b.path));
        (items, broken)
    }

    /// Saves an item under its name. Returns its file.
    ///
    /// # Errors
    /// An empty name, a taken one without `replace`, or a file that cannot be written. The old
    /// file is then kept.
    pub fn save<T: NamedItem>(&self, item: &T, replace: bool) -> Result<PathBuf, NamedItemError> {
        let item = item.with_name(clean(item.name())?);
        match self.path_of_name(&item) {
            Some(_) if !replace => Err(NamedItemError::Exists(item.name().to_owned())),
            Some(path) => {
                write_atomic(&path, &item.write(), true).map_err(NamedItemError::File)?;
                Ok(path)
            }
            None => self.save_new(&item),
        }
    }

    /// Saves an item without replacing another one. Adds a number to its name if the name is taken.
    /// Returns its file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_beside<T: NamedItem>(&self, item: &T) -> Result<PathBuf, NamedItemError> {
        let numbered = (2..).map(|number| {
            let suffix = format!(" ({number})");
            let name: String =
                item.name().chars().take(MAX_ITEM_NAME_CHARS - suffix.len()).collect();
            item.with_name(name + &suffix)
        });
        let mut candidates = std::iter::once(item.clone()).chain(numbered);
        let renamed = candidates.find(|item| self.path_of_name(item).is_none());
        self.save(&renamed.unwrap_or_else(|| unreachable!("the numbers do not end")), false)
    }

    /// Renames an item and its file. Returns the new file.
    ///
    /// # Errors
    /// A file that cannot be read or written, or a name that is empty or taken. The item then
    /// keeps its name.
    pub fn rename<T: NamedItem>(&self, path: &Path, name: &str) -> Result<PathBuf, NamedItemError> {
        let name = clean(name)?;
        let item = load::<T>(path)?.with_name(name);
        if self.path_of_name(&item).is_some_and(|other| other != path) {
            return Err(NamedItemError::Exists(item.name().to_owned()));
        }
        let new_path = self.save_new(&item)?;
        // The old file is deleted only after the new one is written.
        self.delete(path).inspect_err(|_| drop(disk::remove(&new_path)))?;
        Ok(new_path)
    }

    /// Deletes the file of an item.
    ///
    /// # Errors
    /// A file that the system does not delete.
    pub fn delete(&self, path: &Path) -> Result<(), NamedItemError> {
        disk::remove(path).map_err(|error| {
            NamedItemError::File(StorageError::new(FileOperation::Delete, path, &error))
        })
    }

    /// Returns the file of a saved item with the name and group of `item`, ignoring case.
    fn path_of_name<T: NamedItem>(&self, item: &T) -> Option<PathBuf> {
        let name = item.name().to_lowercase();
        let has_name = |saved: &SavedItem<T>| {
            saved.name().to_lowercase() == name && saved.group() == item.group()
        };
        self.list().0.into_iter().find(has_name).map(|saved| saved.path)
    }

    /// Writes an item into a new file, named after it.
    fn save_new<T: NamedItem>(&self, item: &T) -> Result<PathBuf, NamedItemError> {
        let folder = self.folder_of::<T>();
        disk::make_folder(&folder).map_err(|error| {
            NamedItemError::File(StorageError::new(FileOperation::Make, &folder, &error))
        })?;
        let stem = safe_name(item.name());
        let stem = if stem.is_empty() { T::FALLBACK_STEM } else { &stem };
        let path = free_path(&folder, stem, "json");
        write_new(&path, &item.write()).map_err(NamedItemError::File)?;
        Ok(path)
    }
}

/// Loads an item from its file.
fn load<T: NamedItem>(path: &Path) -> Result<T, NamedItemError> {
    let failed = |error| NamedItemError::File(StorageError::new(FileOperation::Read, path, &error));
    if fs::metadata(path).map_err(failed)?.len() > T::MAX_BYTES {
        return Err(NamedItemError::TooLarge);
    }
    T::read(&read_text_file(path).map_err(failed)?)
}
