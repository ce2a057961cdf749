//! Games from elsewhere brought into a folder: saved games, and replays of the big server.

use std::path::{Path, PathBuf};

use qipan_core::jgs;

use crate::model::collection::{Watch, files_ending};
use crate::model::storage::{
    Fault, Summary, free_path, has_ending, name_and_ending, numbered_paths, read_bytes, read_text,
    write_new,
};

/// What came of games brought in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// The files made.
    pub made: Vec<PathBuf>,
    /// Games that were there already.
    pub known: usize,
    /// Files that could not be read, each with its reason.
    pub failed: Vec<(PathBuf, Trouble)>,
}

/// Why a game could not be brought in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is no saved game.
    Game(Fault),
    /// What is wrong with a replay of the big server, or why the new file cannot be written.
    Other(String),
}

impl Brought {
    /// Adds what came of more games.
    pub fn add(&mut self, more: Self) {
        self.made.extend(more.made);
        self.known += more.known;
        self.failed.extend(more.failed);
    }
}

/// The replay files of the big server in a folder, and in the folders right in it, by name.
#[must_use]
pub fn jgs_files(folder: &Path) -> Vec<PathBuf> {
    files_ending(folder, &["jgs"])
}

/// Brings games into a folder: files, and the saved games and replays of the big server in
/// folders. Nothing that is there is replaced, and what is there already is not brought twice.
#[must_use]
pub fn bring(paths: &[PathBuf], into: &Path, watch: Watch<'_>) -> Brought {
    let files = paths.iter().flat_map(|path| match path.is_dir() {
        true => files_ending(path, &["jgs", "json"]),
        false => vec![path.clone()],
    });
    let files: Vec<PathBuf> = files.collect();
    let mut brought = Brought::default();
    for (done, file) in files.iter().enumerate() {
        if !watch(done, files.len()) {
            break;
        }
        match one(file, into) {
            Ok(Some(made)) => brought.made.push(made),
            Ok(None) => brought.known += 1,
            Err(why) => brought.failed.push((file.clone(), why)),
        }
    }
    brought
}

/// Brings one game; the file made, or nothing where it was there already.
fn one(file: &Path, into: &Path) -> Result<Option<PathBuf>, Trouble> {
    let other = |why: &dyn ToString| Trouble::Other(why.to_string());
    let text = if has_ending(file, "jgs") {
        let bytes = read_bytes(file).map_err(|why| other(&why))?;
        jgs::import(&bytes).map_err(|why| other(&why))?.record.write()
    } else {
        let text = read_text(file).map_err(|why| other(&why))?;
        Summary::of_text(&text).map_err(Trouble::Game)?;
        text
    };
    let (name, ending) = name_and_ending(file);
    let ending = if ending == "jgs" { "json" } else { ending };
    let path = free_path(into, &name, ending);
    // What was brought before may lie under a number.
    let mut taken = numbered_paths(into, &name, ending).take_while(|there| *there != path);
    if taken.any(|there| read_text(&there).is_ok_and(|old| old == text)) {
        return Ok(None);
    }
    write_new(&path, &text).map_err(|why| other(&why))?;
    Ok(Some(path))
}
