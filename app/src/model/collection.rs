//! The saved games of a folder.
//!
//! Reading thousands of games takes seconds, so an index file stores what was read from each. A
//! file is read again only if its size or time has changed. [`Indexed`] is the data that an index
//! stores of a game: the summary that the collection shows, or the facts that are counted for a
//! player. `index` reads and writes an index, `query` filters and sorts the games, and `import`
//! imports games from other folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use qipan_core::contract::localized::on_one_line;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::storage::{
    Folders, SaveSummary, SummaryError, has_extension, stem_and_extension, write_atomic,
};

mod import;
mod index;
mod query;

pub use import::{ImportError, ImportResult, import, jgs_files};
pub use query::{PlayerFilter, Query, SortOrder, StateFilter};

/// The data that an index stores of each saved game.
pub trait Indexed: Clone + Serialize + DeserializeOwned {
    /// The name of the index file in the data folder.
    const INDEX_FILE: &'static str;
    /// The name of the index's format.
    const FORMAT: &'static str;
    /// The version of the format. An index with another version is ignored.
    const VERSION: u32;

    /// Reads the data from a saved game. No script is run.
    ///
    /// # Errors
    /// The reason why the file cannot be opened.
    fn of_file(path: &Path) -> Result<Self, SummaryError>;
    /// Returns false for data that no saved game can give, which only an edited index contains.
    fn is_sound(&self) -> bool;
}

impl Indexed for SaveSummary {
    const INDEX_FILE: &'static str = "collection.json";
    const FORMAT: &'static str = "qipan_index";
    const VERSION: u32 = 2;

    fn of_file(path: &Path) -> Result<Self, SummaryError> {
        Self::of_file(path)
    }

    fn is_sound(&self) -> bool {
        self.is_sound()
    }
}

/// The saved games of a folder and its direct subfolders, sorted by path.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection<T = SaveSummary> {
    /// The files that may be saved games.
    pub games: Vec<CollectedGame<T>>,
}

/// A file that may be a saved game.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectedGame<T = SaveSummary> {
    /// The file.
    pub path: PathBuf,
    /// The size and time of the file when it was read.
    pub stamp: Stamp,
    /// The summary of the game, or the reason why it cannot be opened.
    pub summary: Result<T, SummaryError>,
}

/// The size and time of a file, which identify its version without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub modified: u64,
}

/// A callback that receives the number of files processed and the number of all files. It returns
/// false to stop the work.
pub type WorkProgress<'a> = &'a dyn Fn(usize, usize) -> bool;

impl Stamp {
    /// Returns the stamp of a file, or `None` if it is missing or not a regular file.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let since_epoch =
            metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since_epoch.map_or(0, |since| since.as_nanos() as u64);
        Some(Self { size: metadata.len(), modified })
    }

    /// Returns the local date of the last change.
    pub fn date(&self) -> String {
        self.local("%Y-%m-%d")
    }

    /// Returns the local date and time of the last change, to the minute.
    pub fn time(&self) -> String {
        self.local("%Y-%m-%d %H:%M")
    }

    /// Returns the local time of the last change in a `strftime` format.
    fn local(&self, format: &str) -> String {
        let time = UNIX_EPOCH + Duration::from_nanos(self.modified);
        chrono::DateTime::<chrono::Local>::from(time).format(format).to_string()
    }
}

impl<T: Indexed> CollectedGame<T> {
    /// Reads a file into an entry.
    fn read(path: PathBuf, stamp: Stamp) -> Self {
        let found = T::of_file(&path);
        Self { path, stamp, summary: found }
    }

    /// Returns the name of the file without its extension.
    pub fn name(&self) -> String {
        on_one_line(&stem_and_extension(&self.path).0).into_owned()
    }

    /// Returns true if reading the unchanged file again may give another result.
    const fn is_transient(&self) -> bool {
        matches!(self.summary, Err(SummaryError::Unreadable(_)))
    }
}

impl<T> Default for Collection<T> {
    fn default() -> Self {
        Self { games: Vec::new() }
    }
}

impl<T: Indexed> Collection<T> {
    /// Lists the player's saved games. Unchanged files come from the index, which is rewritten if
    /// anything changed. A missing, broken or foreign index is ignored.
    pub fn of_player(folders: &Folders, report: WorkProgress<'_>) -> Self {
        let index_path = folders.data.join(T::INDEX_FILE);
        let indexed = index::read(&index_path, &folders.saves).into_iter().flatten();
        let update = Self::update(&folders.saves, indexed, report);
        if update.has_changed {
            let text = index::to_text(&update.collection.games, &folders.saves);
            // Without an index every file is read again next time, which only takes longer.
            let _ = write_atomic(&index_path, &text, false);
        }
        update.collection
    }

    /// Lists the saved games of any folder, without an index.
    pub fn of_folder(folder: &Path, report: WorkProgress<'_>) -> Self {
        Self::update(folder, std::iter::empty(), report).collection
    }

    /// Lists the saved games of a folder. Reads only the files that are new or have changed since
    /// they were indexed. If reading is stopped, the remaining files keep their indexed entries.
    fn update(
        folder: &Path,
        indexed: impl Iterator<Item = CollectedGame<T>>,
        report: WorkProgress<'_>,
    ) -> CollectionUpdate<T> {
        let files = files(folder);
        let total = files.len();
        let mut indexed = indexed.peekable();
        let mut update = CollectionUpdate { collection: Self::default(), has_changed: false };
        for (done, (path, stamp)) in files.into_iter().enumerate() {
            if !report(done, total) {
                // Keep the entries that were already read, and the indexed entries of the rest.
                let rest = indexed.skip_while(|entry| entry.path < path);
                update.collection.games.extend(rest.take(total - done));
                return update;
            }
            // Both lists are sorted by path.
            while indexed.next_if(|entry| entry.path < path).is_some() {
                update.has_changed = true;
            }
            let is_unchanged =
                |entry: &CollectedGame<T>| entry.path == path && entry.stamp == stamp;
            let entry = indexed.next_if(is_unchanged).unwrap_or_else(|| {
                update.has_changed = true;
                CollectedGame::read(path, stamp)
            });
            update.collection.games.push(entry);
        }
        update.has_changed |= indexed.next().is_some();
        update
    }

    /// Returns the saved games, including broken ones. Other files of this program are left out.
    pub fn listed(&self) -> impl Iterator<Item = &CollectedGame<T>> {
        let is_game =
            |entry: &&CollectedGame<T>| !matches!(entry.summary, Err(SummaryError::OtherFormat));
        self.games.iter().filter(is_game)
    }
}

/// A collection, with a flag that is true if it differs from the index.
struct CollectionUpdate<T> {
    collection: Collection<T>,
    has_changed: bool,
}

/// Returns the regular files in a folder and its direct subfolders that may be saved games, with
/// their stamps, sorted by path.
fn files(folder: &Path) -> Vec<(PathBuf, Stamp)> {
    let stamped = |path: PathBuf| Stamp::of(&path).map(|stamp| (path, stamp));
    files_with_extensions(folder, &["json"]).into_iter().filter_map(stamped).collect()
}

/// Returns the files with one of these extensions in a folder and its direct subfolders, sorted by
/// path. A file with several links to it is listed once, by its path without a link if there is
/// one.
fn files_with_extensions(folder: &Path, allowed_extensions: &[&str]) -> Vec<PathBuf> {
    let mut by_canonical_path: BTreeMap<PathBuf, DirectoryEntry> = BTreeMap::new();
    let mut add = |file: DirectoryEntry| {
        if allowed_extensions.iter().any(|extension| has_extension(&file.path, extension)) {
            let entry =
                by_canonical_path.entry(file.canonical.clone()).or_insert_with(|| file.clone());
            *entry = file.min(entry.clone());
        }
    };
    let Ok(canonical) = fs::canonicalize(folder) else { return Vec::new() };
    for entry in visible_entries(folder, &canonical, false) {
        match entry.path.is_dir() {
            // A link to this folder or to one above it is not followed.
            true if canonical.starts_with(&entry.canonical) => {}
            true => {
                visible_entries(&entry.path, &entry.canonical, entry.is_linked).for_each(&mut add);
            }
            false => add(entry),
        }
    }
    let mut paths: Vec<PathBuf> = by_canonical_path.into_values().map(|file| file.path).collect();
    paths.sort();
    paths
}

/// A directory entry. Of two paths to the same file, the one without a link sorts first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DirectoryEntry {
    /// True if the path contains a symbolic link below the listed folder.
    is_linked: bool,
    path: PathBuf,
    /// The canonical path.
    canonical: PathBuf,
}

/// Lists the entries of `folder` that are not hidden. `canonical` is the canonical path of the
/// folder, and `is_linked` is true if a symbolic link led to it.
fn visible_entries(
    folder: &Path,
    canonical: &Path,
    is_linked: bool,
) -> impl Iterator<Item = DirectoryEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            return None;
        }
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let canonical = if is_link { fs::canonicalize(&path).ok()? } else { canonical.join(name) };
        Some(DirectoryEntry { is_linked: is_linked || is_link, path, canonical })
    })
}

#[cfg(test)]
mod tests;
