//! The puzzles that ship, and the player's own.

use std::path::{Path, PathBuf};

use qipan_core::analysis::puzzle::{Puzzle, Puzzles};

use crate::model::embedded::PUZZLES;
use crate::model::storage::{self, Folders, StorageError};

mod difficulty;
mod group;
mod list;
mod theme;

pub use difficulty::{Difficulty, puzzle_rating};
pub use group::PuzzleGroup;
pub use list::{PuzzleChoice, PuzzleEntry, PuzzleList, PuzzleOrigin, PuzzleSource};
pub use theme::Theme;

/// The files of the puzzles that ship, taken from games of the robots that ship.
const SHIPPED_FILES: [&str; 5] = ["race.json", "dark.json", "flip.json", "four.json", "six.json"];

/// The folder of a player's own puzzles, in the data folder.
const FOLDER: &str = "puzzles";

/// The file of puzzles made from the player's mistakes, in that folder.
const MISTAKES_FILE: &str = "mine.json";

/// The maximum number of puzzles made from the player's mistakes. The oldest ones are dropped.
const MAX_MISTAKES: usize = 300;

/// Returns all puzzles, those that ship first. Unreadable files are left out.
pub fn list(folders: &Folders) -> PuzzleList {
    let mut list = PuzzleList::default();
    list.add(shipped(), PuzzleOrigin::Shipped);
    let mistakes = mistakes_path(folders);
    list.add(read(&mistakes).unwrap_or_default(), PuzzleOrigin::Mistake);
    for file in storage::json_files(&folders.data.join(FOLDER)) {
        if file != mistakes {
            list.add(read(&file).unwrap_or_default(), PuzzleOrigin::Own);
        }
    }
    list
}

/// Returns the puzzles that ship.
pub fn shipped() -> Vec<Puzzle> {
    let texts = SHIPPED_FILES.iter().filter_map(|name| PUZZLES.text(name));
    let files = texts.filter_map(|text| Puzzles::read(text).ok());
    files.flat_map(|file| file.puzzles).collect()
}

/// Adds a puzzle made from a mistake in the player's own game. Returns false if the file already
/// has the puzzle. A file that cannot be read is kept under another name.
///
/// # Errors
/// A file that cannot be written or renamed. It is then unchanged.
pub fn add_mistake(folders: &Folders, puzzle: Puzzle) -> Result<bool, StorageError> {
    let path = mistakes_path(folders);
    let mut puzzles = match read(&path) {
        Some(puzzles) => puzzles,
        None => {
            if path.exists() {
                storage::move_aside(&path)?;
            }
            Vec::new()
        }
    };
    let id = puzzle.id();
    if puzzles.iter().any(|other| other.id() == id) {
        return Ok(false);
    }
    puzzles.push(puzzle);
    let excess = puzzles.len().saturating_sub(MAX_MISTAKES);
    puzzles.drain(..excess);
    storage::make_folder(&folders.data.join(FOLDER))?;
    storage::write_atomic(&path, &Puzzles::new(puzzles).write(), false)?;
    Ok(true)
}

/// Returns the path of the file of puzzles made from the player's mistakes.
fn mistakes_path(folders: &Folders) -> PathBuf {
    folders.data.join(FOLDER).join(MISTAKES_FILE)
}

/// Reads a file of puzzles. Returns `None` if it cannot be read.
fn read(file: &Path) -> Option<Vec<Puzzle>> {
    let text = storage::read_text(file).ok()?;
    Puzzles::read(&text).ok().map(|file| file.puzzles)
}

#[cfg(test)]
mod tests;
