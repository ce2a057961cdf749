//! The files of a player: folders, settings, saved games and the journal of the running game.
//!
//! [`Folders::find`] decides where the folders are: under `--data-dir` if given, else in the
//! system's folder for program data. Without `--data-dir`, a program that runs in a checkout or
//! portable copy has its saved games and scripts there. A [`Storage`] reads and writes everything
//! in these folders. The operations on files themselves are in [`disk`], so that tests can make
//! each of them fail.
//!
//! Nothing may be lost. Files are written under another name and renamed when complete. A file that
//! cannot be read is moved aside and never overwritten. Each change of the running game is appended
//! to a journal, so the game survives a crash. Several windows can run at once: each holds the lock
//! of a slot with a journal of its own.
//!
//! Every function that can fail returns a [`StorageError`] with the operation, the path and the
//! reason. It becomes a sentence in the player's language when it is shown.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use qipan_core::contract::limits;
use qipan_core::record::MAX_BYTES;
use serde::{Deserialize, Serialize};

use crate::model::i18n::{I18n, Lang};
use crate::model::settings::Settings;

pub mod disk;
mod drill;
mod file_lock;
mod games;
mod journal;
mod layouts;
mod named;
mod sets;
mod summary;

pub use drill::{make_folder, move_aside};
pub use file_lock::FileLock;
pub use games::{
    GAME_EXTENSION, OPENABLE_EXTENSIONS, files_with_extension, game_files, has_extension,
    json_files,
};
pub use games::{free_path, numbered_paths, stem_and_extension};
pub use journal::RecoveredJournal;
pub use layouts::NamedLayout;
pub use named::{BrokenItem, MAX_ITEM_NAME_CHARS, NamedItem, NamedItemError, SavedItem};
pub use sets::{SavedRuleSet, install_rule, is_rule_set, write_modules};
pub use summary::{SaveSummary, SeatSummary, SummaryError};

/// The folders of a player's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The folder of saved games.
    pub saves: PathBuf,
    /// The folder of the player's scripts.
    pub scripts: PathBuf,
    /// The folder of everything else, such as settings and journals.
    pub data: PathBuf,
}

impl Folders {
    /// Returns the folders of this run: those under `data_dir` if given, else those of the
    /// platform. In the latter case, saves and scripts are in the working directory if that is a
    /// checkout or portable copy.
    ///
    /// # Errors
    /// A system without a folder for a program's data.
    pub fn find(data_dir: Option<&Path>) -> Result<Self, StorageError> {
        let platform = ProjectDirs::from("", "", "Qipan").map(|dirs| dirs.data_dir().to_owned());
        let here = std::env::current_dir().unwrap_or_default();
        Self::choose(&here, platform.as_deref(), data_dir).ok_or(StorageError {
            operation: FileOperation::Find,
            path: PathBuf::new(),
            why: Why::NoDataFolder,
        })
    }

    /// Returns an unused path for a JSON file with this name in the data folder.
    pub fn free_data_path(&self, name: &str) -> PathBuf {
        free_path(&self.data, name, OPENABLE_EXTENSIONS[0])
    }

    /// Chooses the folders of a run in the working directory `here`. `platform` is the system's
    /// folder for the program's data.
    fn choose(here: &Path, platform: Option<&Path>, data_dir: Option<&Path>) -> Option<Self> {
        let under = |data: &Path| Self {
            saves: data.join("saves"),
            scripts: data.join("scripts"),
            data: data.to_owned(),
        };
        if let Some(dir) = data_dir {
            return Some(under(&here.join(dir)));
        }
        let folders = under(platform?);
        let (saves, scripts) = (here.join("saves"), here.join("scripts"));
        let is_portable = saves.is_dir() && scripts.is_dir();
        Some(if is_portable { Self { saves, scripts, ..folders } } else { folders })
    }
}

/// Reads and writes a player's files.
///
/// Several windows may run at once. Each holds a slot of its own for its journal.
#[derive(Debug)]
pub struct Storage {
    folders: Folders,
    /// The number of the window's slot, from 1, or 0 in a storage without a journal.
    slot: usize,
    /// The lock of the slot, held while the program runs.
    lock: Option<FileLock>,
    /// The journal file, while lines can be appended to it.
    journal: Option<File>,
    /// True if there are settings that cannot be read and must not be overwritten.
    has_unreadable_settings: bool,
    /// Hashes of saved games as this window last read or wrote them, by file.
    seen: HashMap<PathBuf, u64>,
}

/// The file name of the settings.
const SETTINGS: &str = "settings.json";
/// Upper bound on the bytes of the settings file.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

impl Storage {
    /// Creates missing folders and takes a slot for the journal. Also returns an error to show if a
    /// folder cannot be created, since nothing can be saved there.
    pub fn open(folders: Folders) -> (Self, Option<StorageError>) {
        let mut first_error = None;
        for folder in [&folders.data, &folders.saves, &folders.scripts] {
            if let Err(error) = disk::make_folder(folder) {
                let error = StorageError::new(FileOperation::Make, folder, &error);
                first_error.get_or_insert(error);
            }
        }
        for folder in [&folders.data, &folders.saves] {
            disk::remove_leftovers(folder);
        }
        let (slot, lock) = journal::take_slot(&folders, 1);
        let storage = Self {
            folders,
            slot,
            lock,
            journal: None,
            has_unreadable_settings: false,
            seen: HashMap::new(),
        };
        (storage, first_error)
    }

    /// Returns a storage for a command that needs no journal. It takes no slot.
    pub fn without_journal(folders: Folders) -> Self {
        let has_unreadable_settings = false;
        Self {
            folders,
            slot: 0,
            lock: None,
            journal: None,
            has_unreadable_settings,
            seen: HashMap::new(),
        }
    }

    /// Returns the folders.
    pub const fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Reads the settings. Returns the defaults if there are none. If the file is broken, moves it
    /// aside and also returns an error to show.
    pub fn load_settings(&mut self) -> (Settings, Option<StorageError>) {
        let path = self.settings_path();
        let check_size = |text: String| match text.len() > MAX_SETTINGS_BYTES {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(text),
        };
        let why = match read_text_file(&path).and_then(check_size) {
            Ok(text) => match serde_json::from_str::<Settings>(without_bom(&text)) {
                Ok(settings) => return (settings.within_bounds(), None),
                Err(error) => {
                    let (line, what) = limits::line_and_sentence(&error);
                    Why::Other(format!("line {line}: {what}"))
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Settings::default(), None);
            }
            Err(error) => StorageError::new(FileOperation::Settings, &path, &error).why,
        };
        self.has_unreadable_settings = true;
        let path = self.move_settings_aside().unwrap_or(path);
        (Settings::default(), Some(StorageError { operation: FileOperation::Settings, path, why }))
    }

    /// Renames the settings file, which cannot be read. Returns the new path.
    fn move_settings_aside(&mut self) -> Result<PathBuf, StorageError> {
        let (path, aside) = (self.settings_path(), self.folders.free_data_path("settings.broken"));
        disk::rename(&path, &aside)
            .map_err(|error| StorageError::new(FileOperation::Write, &path, &error))?;
        self.has_unreadable_settings = false;
        Ok(aside)
    }

    /// Saves the settings.
    ///
    /// # Errors
    /// A file that cannot be written. The old one is then kept.
    pub fn save_settings(&mut self, settings: &Settings) -> Result<(), StorageError> {
        if self.has_unreadable_settings {
            self.move_settings_aside()?;
        }
        let path = self.settings_path();
        let text = serde_json::to_string_pretty(settings).map_err(|error| StorageError {
            operation: FileOperation::Write,
            path: path.clone(),
            why: Why::Other(error.to_string()),
        })?;
        write_atomic(&path, &(text + "\n"), false)
    }

    fn settings_path(&self) -> PathBuf {
        self.folders.data.join(SETTINGS)
    }
}

/// Returns the hashes of the programs that the user has allowed in the window. The set is empty if
/// the settings cannot be read.
pub fn allowed_programs(folders: &Folders) -> BTreeSet<String> {
    let text = read_text_file(&folders.data.join(SETTINGS)).unwrap_or_default();
    let settings = serde_json::from_str::<Settings>(without_bom(&text));
    settings.map(|settings| settings.programs).unwrap_or_default()
}

/// Returns a text without a byte order mark at its beginning.
pub fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a text file that is no larger than a saved game can be.
///
/// # Errors
/// A file that is missing, too large, or not text.
pub fn read_text(path: &Path) -> Result<String, StorageError> {
    read_text_file(path).map_err(|error| StorageError::new(FileOperation::Read, path, &error))
}

/// Reads a file that is no larger than a saved game can be.
///
/// # Errors
/// A file that is missing or too large.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, StorageError> {
    read_file(path).map_err(|error| StorageError::new(FileOperation::Read, path, &error))
}

/// Reads a text file like [`read_text`], but fails with an [`io::Error`].
fn read_text_file(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Reads a file like [`read_bytes`], but fails with an [`io::Error`]. The bytes are counted as they
/// are read, since the size that the system reports may be wrong.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = disk::read(path, MAX_BYTES as u64 + 1)?;
    match bytes.len() > MAX_BYTES {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(bytes),
    }
}

/// Writes a file atomically, by renaming a complete temporary file. With `durable`, the file also
/// survives a loss of power.
///
/// # Errors
/// A file that cannot be written. The old one is then kept.
pub fn write_atomic(path: &Path, text: &str, durable: bool) -> Result<(), StorageError> {
    try_write(&follow_links(path), text.as_bytes(), durable, true)
        .map_err(|error| StorageError::new(FileOperation::Write, path, &error))
}

/// Writes a file like a durable [`write_atomic`], but never replaces a file.
///
/// # Errors
/// A file that exists already or cannot be written.
pub fn write_new(path: &Path, text: &str) -> Result<(), StorageError> {
    try_write(path, text.as_bytes(), true, false)
        .map_err(|error| StorageError::new(FileOperation::Write, path, &error))
}

/// Writes bytes like a durable [`write_atomic`] or, without `replace`, like [`write_new`].
///
/// # Errors
/// A file that cannot be written, or exists and must not be replaced.
pub fn write_bytes(path: &Path, bytes: &[u8], replace: bool) -> Result<(), StorageError> {
    let target = if replace { follow_links(path) } else { path.to_owned() };
    try_write(&target, bytes, true, replace)
        .map_err(|error| StorageError::new(FileOperation::Write, path, &error))
}

/// Appends a text to a file that exists.
///
/// # Errors
/// A file that cannot be written. Part of the text may have been written.
pub fn append(path: &Path, text: &str) -> Result<(), StorageError> {
    let file = disk::open(fs::OpenOptions::new().append(true), path);
    file.and_then(|mut file| disk::write_all(&mut file, text.as_bytes()))
        .map_err(|error| StorageError::new(FileOperation::Write, path, &error))
}

/// Returns the target of symbolic links, so that the target is replaced and not the link. The
/// target may not exist yet.
fn follow_links(path: &Path) -> PathBuf {
    /// The maximum number of links that are followed, as on common systems.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    fs::canonicalize(&target).unwrap_or(target)
}

/// Writes a file under a temporary name and renames it. A `durable` file is synced to disk. Without
/// `replace`, an existing file is an error.
fn try_write(path: &Path, text: &[u8], durable: bool, replace: bool) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Err(disk::not_a_file());
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = disk::create_temporary(folder)?;
    disk::write_all(file.as_file_mut(), text)?;
    if durable {
        disk::sync(file.as_file())?;
    }
    disk::persist(file, path, replace)?;
    // Syncing the folder makes the new name durable. Windows has no such call. An error is ignored,
    // since some systems do not allow it and the file itself is written.
    #[cfg(unix)]
    if durable {
        let _ = File::open(folder).and_then(|folder| disk::sync(&folder));
    }
    Ok(())
}

/// A failed operation on a file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageError {
    /// The operation.
    pub operation: FileOperation,
    /// The file or folder.
    pub path: PathBuf,
    /// The reason.
    pub why: Why,
}

/// An operation on a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOperation {
    /// Find the system's folder for program data.
    Find,
    /// Make a folder.
    Make,
    /// Read a file.
    Read,
    /// Read the settings.
    Settings,
    /// Read the training record of puzzles.
    Drill,
    /// Write a file.
    Write,
    /// Delete a file.
    Delete,
}

/// The reason why an operation on a file failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The file is missing.
    Missing,
    /// The system does not allow it.
    Denied,
    /// The disk is full.
    Full,
    /// The file exists already.
    Exists,
    /// The path is a folder, a pipe or a device.
    NotRegularFile,
    /// A part of the path that has to be a folder is a file.
    NotFolder,
    /// The file is larger than a file of its kind can be.
    TooLarge,
    /// The file is not text.
    NotText,
    /// The system has no folder for program data.
    #[serde(rename = "NoHome")]
    NoDataFolder,
    /// Another reason, in the words of the system or of the parser.
    Other(String),
}

impl Why {
    /// Returns the reason, for the user.
    pub fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Missing => i18n.t("storage-why-missing"),
            Self::Denied => i18n.t("storage-why-denied"),
            Self::Full => i18n.t("storage-why-full"),
            Self::Exists => i18n.t("storage-why-exists"),
            Self::NotRegularFile => i18n.t("storage-why-folder"),
            Self::NotFolder => i18n.t("storage-why-not-folder"),
            Self::TooLarge => i18n.t("storage-why-too-large"),
            Self::NotText => i18n.t("storage-why-not-text"),
            Self::NoDataFolder => i18n.t("storage-why-no-home"),
            Self::Other(text) => text.clone(),
        }
    }
}

impl StorageError {
    /// Creates the error of an operation from that of the system.
    fn new(operation: FileOperation, path: &Path, error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        let why = match error.kind() {
            Kind::NotFound => Why::Missing,
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Why::Denied,
            Kind::StorageFull | Kind::QuotaExceeded => Why::Full,
            Kind::AlreadyExists => Why::Exists,
            Kind::IsADirectory => Why::NotRegularFile,
            Kind::NotADirectory => Why::NotFolder,
            Kind::FileTooLarge => Why::TooLarge,
            Kind::InvalidData => Why::NotText,
            _ => Why::Other(error.to_string()),
        };
        Self { operation, path: path.to_owned(), why }
    }

    /// Returns the operation, the file and the reason, for the user.
    pub fn text(&self, i18n: &I18n) -> String {
        let why = self.why.text(i18n);
        let args = [("path", self.path.display().to_string().into()), ("why", why.into())];
        match self.operation {
            FileOperation::Find => i18n.tf("storage-find", &args[1..]),
            FileOperation::Make => i18n.tf("storage-make", &args),
            FileOperation::Read => i18n.tf("storage-read", &args),
            FileOperation::Settings => i18n.tf("storage-settings", &args),
            FileOperation::Drill => i18n.tf("storage-drill", &args),
            FileOperation::Write => i18n.tf("storage-write", &args),
            FileOperation::Delete => i18n.tf("storage-delete", &args),
        }
    }
}

impl std::fmt::Display for StorageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(&I18n::new(Lang::En)))
    }
}

impl std::error::Error for StorageError {}

#[cfg(test)]
mod tests;
