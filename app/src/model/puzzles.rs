//! The puzzles that ship, and the player's own.

use std::path::Path;

use qipan_core::analysis::puzzle::{Puzzle, Puzzles};

use crate::model::storage::{self, Folders};

/// The puzzles that ship, taken from games of the robots that ship.
const SHIPPED: &str = include_str!("../../assets/puzzles.json");

/// The folder of a player's own puzzles, in the data folder.
const FOLDER: &str = "puzzles";

/// Returns all puzzles, those that ship first. Unreadable files are left out.
pub fn all(folders: &Folders) -> Vec<Puzzle> {
    let mut puzzles = shipped();
    let entries = std::fs::read_dir(folders.data.join(FOLDER)).into_iter().flatten();
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    puzzles.extend(files.iter().filter_map(|file| read(file)).flatten());
    puzzles
}

/// Returns the puzzles that ship.
pub fn shipped() -> Vec<Puzzle> {
    Puzzles::read(SHIPPED).map(|file| file.puzzles).unwrap_or_default()
}

/// Reads a file of puzzles. Returns `None` if it cannot be read.
fn read(file: &Path) -> Option<Vec<Puzzle>> {
    let text = storage::read_text(file).ok()?;
    Puzzles::read(&text).ok().map(|file| file.puzzles)
}
