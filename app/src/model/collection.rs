//! The saved games of a folder. An index keeps their summaries, so that thousands are listed at
//! once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use qipan_core::contract::localized::on_one_line;

use crate::model::storage::{Folders, SaveSummary, SummaryError, has_ending, name_and_ending};

mod bring;
mod index;
mod query;

pub use bring::{ImportError, ImportResult, bring, jgs_files};
pub use query::{Query, SortOrder, StateFilter, Who};

/// The saved games of a folder and its direct subfolders, by path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// The files that may be saved games.
    pub games: Vec<CollectedGame>,
}

/// A file that may be a saved game.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectedGame {
    /// The file.
    pub path: PathBuf,
    /// The version of the file that was read.
    pub stamp: Stamp,
    /// The summary of the game, or the reason why it cannot be opened.
    pub found: Result<SaveSummary, SummaryError>,
}

/// The size and time of a file, which identify its version without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp {
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub modified: u64,
}

/// A callback with the number of files done and of all files. It returns false to stop the
/// reading.
pub type ReadProgress<'a> = &'a dyn Fn(usize, usize) -> bool;

impl Stamp {
    /// Returns the stamp of a file, or `None` if it is missing or not a regular file.
    pub fn of(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let since = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.map_or(0, |since| since.as_nanos() as u64);
        Some(Self { size: data.len(), modified })
    }

    /// Returns the local date of the last change.
    pub fn date(&self) -> String {
        self.local("%Y-%m-%d")
    }

    /// Returns the local date and time of the last change, to the minute.
    pub fn time(&self) -> String {
        self.local("%Y-%m-%d %H:%M")
    }

    fn local(&self, format: &str) -> String {
        let time = UNIX_EPOCH + Duration::from_nanos(self.modified);
        chrono::DateTime::<chrono::Local>::from(time).format(format).to_string()
    }
}

impl CollectedGame {
    /// Reads a file into an entry.
    fn read(path: PathBuf, stamp: Stamp) -> Self {
        let found = SaveSummary::of_file(&path);
        Self { path, stamp, found }
    }

    /// Returns the name of the file without its extension.
    pub fn name(&self) -> String {
        on_one_line(&name_and_ending(&self.path).0).into_owned()
    }

    /// Returns true if the same file may read differently next time.
    const fn is_passing(&self) -> bool {
        matches!(self.found, Err(SummaryError::Unreadable(_)))
    }
}

impl Collection {
    /// Lists the player's saved games. Unchanged files come from the index, which is rewritten if
    /// anything changed. A missing, broken or foreign index is ignored.
    pub fn of_player(folders: &Folders, watch: ReadProgress<'_>) -> Self {
        let index = folders.data.join("collection.json");
        let known = index::read(&index, &folders.saves).into_iter().flatten();
        let games = Self::update(&folders.saves, known, watch);
        if let Some(text) = games.changed.then(|| index::write(&games.now.games, &folders.saves)) {
            // Without an index everything is read again next time, which only takes longer.
            let _ = crate::model::storage::write_atomic(&index, &text, false);
        }
        games.now
    }

    /// Lists the saved games of any folder, without an index.
    pub fn of_folder(folder: &Path, watch: ReadProgress<'_>) -> Self {
        Self::update(folder, std::iter::empty(), watch).now
    }

    /// Reads the files of a folder that are new or have changed.
    fn update(
        folder: &Path,
        known: impl Iterator<Item = CollectedGame>,
        watch: ReadProgress<'_>,
    ) -> CollectionUpdate {
        let files = files(folder);
        let all = files.len();
        let mut known = known.peekable();
        let mut updated = CollectionUpdate { now: Self::default(), changed: false };
        for (done, (path, stamp)) in files.into_iter().enumerate() {
            if !watch(done, all) {
                // Keep the entries read so far and the known ones of the rest.
                let rest = known.skip_while(|entry| entry.path < path);
                updated.now.games.extend(rest.take(all - done));
                return updated;
            }
            // Both lists are sorted by path.
            while known.next_if(|entry| entry.path < path).is_some() {
                updated.changed = true;
            }
            let same = |entry: &CollectedGame| entry.path == path && entry.stamp == stamp;
            let entry = known.next_if(same).unwrap_or_else(|| {
                updated.changed = true;
                CollectedGame::read(path, stamp)
            });
            updated.now.games.push(entry);
        }
        updated.changed |= known.next().is_some();
        updated
    }

    /// Returns the saved games, including broken ones. Other files of this program are left out.
    pub fn listed(&self) -> impl Iterator<Item = &CollectedGame> {
        self.games.iter().filter(|entry| entry.found != Err(SummaryError::Other))
    }
}

/// A collection, and true if it differs from the index.
struct CollectionUpdate {
    now: Collection,
    changed: bool,
}

/// Returns the regular files in a folder and its direct subfolders that may be saved games, with
/// their stamps, by path.
fn files(folder: &Path) -> Vec<(PathBuf, Stamp)> {
    let stamped = |path: PathBuf| Stamp::of(&path).map(|stamp| (path, stamp));
    files_ending(folder, &["json"]).into_iter().filter_map(stamped).collect()
}

/// Returns the files with one of these extensions in a folder and its direct subfolders, by path.
/// A file that links lead to as well is listed once, by its own path if that is in the folder.
fn files_ending(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found: BTreeMap<PathBuf, DirectoryEntry> = BTreeMap::new();
    let mut add = |file: DirectoryEntry| {
        if endings.iter().any(|ending| has_ending(&file.path, ending)) {
            let known = found.entry(file.place.clone()).or_insert_with(|| file.clone());
            *known = file.min(known.clone());
        }
    };
    let Ok(place) = fs::canonicalize(folder) else { return Vec::new() };
    for file in visible(folder, &place, false) {
        match file.path.is_dir() {
            // A link to this folder or to one above it.
            true if place.starts_with(&file.place) => {}
            true => visible(&file.path, &file.place, file.linked).for_each(&mut add),
            false => add(file),
        }
    }
    let mut paths: Vec<PathBuf> = found.into_values().map(|file| file.path).collect();
    paths.sort();
    paths
}

/// A directory entry. Of two paths to the same file, the one without a link sorts first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DirectoryEntry {
    /// True if a link led to it.
    linked: bool,
    path: PathBuf,
    /// The canonical path.
    place: PathBuf,
}

/// Lists the entries of `folder` that are not hidden. `place` is the canonical path of the
/// folder.
fn visible(folder: &Path, place: &Path, linked: bool) -> impl Iterator<Item = DirectoryEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            return None;
        }
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let place = if is_link { fs::canonicalize(&path).ok()? } else { place.join(name) };
        Some(DirectoryEntry { linked: linked || is_link, path, place })
    })
}

#[cfg(test)]
mod tests;
