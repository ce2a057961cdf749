//! Imports saved games, and QQ Junqi replays, into a folder.

use std::path::{Path, PathBuf};

use qipan_core::record::jgs;

use crate::model::collection::{WorkProgress, files_with_extensions};
use crate::model::storage::{
    SaveSummary, SummaryError, free_path, has_extension, numbered_paths, read_bytes, read_text,
    stem_and_extension, write_new,
};

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportResult {
    /// The files created.
    pub created: Vec<PathBuf>,
    /// Games that the folder already had.
    pub known: usize,
    /// Files that could not be read, each with its reason.
    pub failed: Vec<(PathBuf, ImportError)>,
}

/// The reason why a game could not be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The file is not a saved game.
    Game(SummaryError),
    /// The replay is not valid, or the new file cannot be written.
    Other(String),
}

impl ImportResult {
    /// Adds the result of another import.
    pub fn add(&mut self, other: Self) {
        self.created.extend(other.created);
        self.known += other.known;
        self.failed.extend(other.failed);
    }
}

/// Returns the QQ Junqi replay files in a folder and its direct subfolders, sorted
/// by path.
pub fn jgs_files(folder: &Path) -> Vec<PathBuf> {
    files_with_extensions(folder, &["jgs"])
}

/// Imports the files among `paths`, and the saved games and replays in the folders among them. No
/// file is replaced. A game that is already in the folder `into` is not imported again.
pub fn import(paths: &[PathBuf], into: &Path, report: WorkProgress<'_>) -> ImportResult {
    let mut files = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => files.extend(files_with_extensions(path, &["jgs", "json"])),
            false => files.push(path.clone()),
        }
    }
    let mut result = ImportResult::default();
    for (done, file) in files.iter().enumerate() {
        if !report(done, files.len()) {
            break;
        }
        match import_file(file, into) {
            Ok(Some(created)) => result.created.push(created),
            Ok(None) => result.known += 1,
            Err(why) => result.failed.push((file.clone(), why)),
        }
    }
    result
}

/// Imports one game. Returns the new file, or `None` if the game was already there.
fn import_file(file: &Path, into: &Path) -> Result<Option<PathBuf>, ImportError> {
    let failed = |why: &dyn ToString| ImportError::Other(why.to_string());
    let text = if has_extension(file, "jgs") {
        let bytes = read_bytes(file).map_err(|why| failed(&why))?;
        jgs::import(&bytes).map_err(|why| failed(&why))?.record.write()
    } else {
        let text = read_text(file).map_err(|why| failed(&why))?;
        SaveSummary::of_text(&text).map_err(ImportError::Game)?;
        text
    };
    let (name, extension) = stem_and_extension(file);
    // A replay becomes a saved game.
    let extension = if extension == "jgs" { "json" } else { extension };
    let path = free_path(into, &name, extension);
    // An earlier import of the game may be in a file with a lower number than `path`.
    let mut earlier =
        numbered_paths(into, &name, extension).take_while(|existing| *existing != path);
    if earlier.any(|existing| read_text(&existing).is_ok_and(|saved| saved == text)) {
        return Ok(None);
    }
    write_new(&path, &text).map_err(|why| failed(&why))?;
    Ok(Some(path))
}
