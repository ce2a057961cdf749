//! The saved games of a folder: what opening each finds out, kept in an index so that thousands
//! are listed at once, and what of them a player looks for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use qipan_core::localized::on_one_line;

use crate::model::storage::{Fault, Folders, Summary, has_ending, name_and_ending};

mod bring;
mod index;
mod query;

pub use bring::{Brought, Trouble, bring, jgs_files};
pub use query::{Query, Sort, State, Who};

/// The saved games of a folder and of the folders right in it, by path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// The files that may be saved games.
    pub games: Vec<Entry>,
}

/// A file that may be a saved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The file.
    pub path: PathBuf,
    /// Which version of the file was read.
    pub stamp: Stamp,
    /// The game in short, or why it cannot be opened.
    pub found: Result<Summary, Fault>,
}

/// Tells the versions of a file apart without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp {
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: u64,
}

/// How far the reading of a collection is: files done, files in all; answers whether it is to go
/// on.
pub type Watch<'a> = &'a dyn Fn(usize, usize) -> bool;

impl Stamp {
    /// The stamp of a file; none where it is not there, or is no plain file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let since = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.map_or(0, |since| since.as_nanos() as u64);
        Some(Self { size: data.len(), modified })
    }

    /// The day on which the file was changed last, at this place.
    #[must_use]
    pub fn date(&self) -> String {
        self.local("%Y-%m-%d")
    }

    /// The minute in which the file was changed last, at this place.
    #[must_use]
    pub fn time(&self) -> String {
        self.local("%Y-%m-%d %H:%M")
    }

    fn local(&self, format: &str) -> String {
        let time = UNIX_EPOCH + Duration::from_nanos(self.modified);
        chrono::DateTime::<chrono::Local>::from(time).format(format).to_string()
    }
}

impl Entry {
    /// Reads a file.
    fn read(path: PathBuf, stamp: Stamp) -> Self {
        let found = Summary::of_file(&path);
        Self { path, stamp, found }
    }

    /// The name of the file without its ending.
    #[must_use]
    pub fn name(&self) -> String {
        on_one_line(&name_and_ending(&self.path).0).into_owned()
    }

    /// Whether the file may be read otherwise the next time though nothing of it has changed.
    const fn is_passing(&self) -> bool {
        matches!(self.found, Err(Fault::Unreadable(_)))
    }
}

impl Collection {
    /// The player's saved games. What has not changed since the last time is taken from the
    /// index, which is then written anew; an index that is missing, broken or of another folder
    /// or program is only as good as none.
    #[must_use]
    pub fn of_player(folders: &Folders, watch: Watch<'_>) -> Self {
        let index = folders.data.join("collection.json");
        let known = index::read(&index, &folders.saves).into_iter().flatten();
        let games = Self::update(&folders.saves, known, watch);
        if let Some(text) = games.changed.then(|| index::write(&games.now.games, &folders.saves)) {
            // Without an index everything is read again the next time, which only takes longer.
            let _ = crate::model::storage::write_atomic(&index, &text, false);
        }
        games.now
    }

    /// The saved games of any folder, without an index.
    #[must_use]
    pub fn of_folder(folder: &Path, watch: Watch<'_>) -> Self {
        Self::update(folder, std::iter::empty(), watch).now
    }

    /// Reads what of a folder is not known yet or has changed.
    fn update(folder: &Path, known: impl Iterator<Item = Entry>, watch: Watch<'_>) -> Updated {
        let files = files(folder);
        let all = files.len();
        let mut known = known.peekable();
        let mut updated = Updated { now: Self::default(), changed: false };
        for (done, (path, stamp)) in files.into_iter().enumerate() {
            if !watch(done, all) {
                // What was read so far is worth keeping, and so is what was known of the rest.
                let rest = known.skip_while(|entry| entry.path < path);
                updated.now.games.extend(rest.take(all - done));
                return updated;
            }
            // Both are in order.
            while known.next_if(|entry| entry.path < path).is_some() {
                updated.changed = true;
            }
            let same = |entry: &Entry| entry.path == path && entry.stamp == stamp;
            let entry = known.next_if(same).unwrap_or_else(|| {
                updated.changed = true;
                Entry::read(path, stamp)
            });
            updated.now.games.push(entry);
        }
        updated.changed |= known.next().is_some();
        updated
    }

    /// The files that are games, or would be if they were not broken: other things that this
    /// program writes are none.
    pub fn listed(&self) -> impl Iterator<Item = &Entry> {
        self.games.iter().filter(|entry| entry.found != Err(Fault::Other))
    }
}

/// A collection, and whether it is another one than before.
struct Updated {
    now: Collection,
    changed: bool,
}

/// The files of a folder, and of the folders right in it, that may be saved games: plain files
/// with their stamps, by path.
fn files(folder: &Path) -> Vec<(PathBuf, Stamp)> {
    let stamped = |path: PathBuf| Stamp::of(&path).map(|stamp| (path, stamp));
    files_ending(folder, &["json"]).into_iter().filter_map(stamped).collect()
}

/// The files with one of these endings in a folder, and in the folders right in it, by path.
/// Lists a file once if links lead to it as well, by its own path if that is in the folder.
fn files_ending(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found: BTreeMap<PathBuf, Found> = BTreeMap::new();
    let mut add = |file: Found| {
        if endings.iter().any(|ending| has_ending(&file.path, ending)) {
            let known = found.entry(file.place.clone()).or_insert_with(|| file.clone());
            *known = file.min(known.clone());
        }
    };
    let Ok(place) = fs::canonicalize(folder) else { return Vec::new() };
    for file in visible(folder, &place, false) {
        match file.path.is_dir() {
            // A folder that leads back to where it lies.
            true if place.starts_with(&file.place) => {}
            true => visible(&file.path, &file.place, file.linked).for_each(&mut add),
            false => add(file),
        }
    }
    let mut paths: Vec<PathBuf> = found.into_values().map(|file| file.path).collect();
    paths.sort();
    paths
}

/// Something in a folder. Of two that are the same the one reached without a link comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// True if a link led to it.
    linked: bool,
    path: PathBuf,
    /// Where it lies itself.
    place: PathBuf,
}

/// Lists the entries of `folder` that are not hidden; `place` is the real path of the folder.
fn visible(folder: &Path, place: &Path, linked: bool) -> impl Iterator<Item = Found> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(move |entry| {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            return None;
        }
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let place = if is_link { fs::canonicalize(&path).ok()? } else { place.join(name) };
        Some(Found { linked: linked || is_link, path, place })
    })
}

#[cfg(test)]
mod tests;
