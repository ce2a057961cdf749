//! Imports games into a folder: saved games and replays of the big server.

use std::path::{Path, PathBuf};

use qipan_core::record::jgs;

use crate::model::collection::{ReadProgress, files_ending};
use crate::model::storage::{
    SaveSummary, SummaryError, free_path, has_ending, name_and_ending, numbered_paths, read_bytes,
    read_text, write_new,
};

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportResult {
    /// The files created.
    pub copied: Vec<PathBuf>,
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
    pub fn add(&mut self, more: Self) {
        self.copied.extend(more.copied);
        self.known += more.known;
        self.failed.extend(more.failed);
    }
}

/// Returns the replay files of the big server in a folder and its direct subfolders, by path.
pub fn jgs_files(folder: &Path) -> Vec<PathBuf> {
    files_ending(folder, &["jgs"])
}

/// Imports files, and the saved games and replays in folders. No file is replaced, and a game
/// that is already there is not imported twice.
pub fn bring(paths: &[PathBuf], into: &Path, watch: ReadProgress<'_>) -> ImportResult {
    let files = paths.iter().flat_map(|path| match path.is_dir() {
        true => files_ending(path, &["jgs", "json"]),
        false => vec![path.clone()],
    });
    let files: Vec<PathBuf> = files.collect();
    let mut brought = ImportResult::default();
    for (done, file) in files.iter().enumerate() {
        if !watch(done, files.len()) {
            break;
        }
        match one(file, into) {
            Ok(Some(made)) => brought.copied.push(made),
            Ok(None) => brought.known += 1,
            Err(why) => brought.failed.push((file.clone(), why)),
        }
    }
    brought
}

/// Imports one game. Returns the new file, or `None` if the game was already there.
fn one(file: &Path, into: &Path) -> Result<Option<PathBuf>, ImportError> {
    let other = |why: &dyn ToString| ImportError::Other(why.to_string());
    let text = if has_ending(file, "jgs") {
        let bytes = read_bytes(file).map_err(|why| other(&why))?;
        jgs::import(&bytes).map_err(|why| other(&why))?.record.write()
    } else {
        let text = read_text(file).map_err(|why| other(&why))?;
        SaveSummary::of_text(&text).map_err(ImportError::Game)?;
        text
    };
    let (name, ending) = name_and_ending(file);
    let ending = if ending == "jgs" { "json" } else { ending };
    let path = free_path(into, &name, ending);
    // An earlier import may have a number in its name.
    let mut taken = numbered_paths(into, &name, ending).take_while(|there| *there != path);
    if taken.any(|there| read_text(&there).is_ok_and(|old| old == text)) {
        return Ok(None);
    }
    write_new(&path, &text).map_err(|why| other(&why))?;
    Ok(Some(path))
}
