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
    let mut all = shipped();
    let files = std::fs::read_dir(folders.data.join(FOLDER)).into_iter().flatten();
    let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    all.extend(files.iter().filter_map(|file| read(file)).flatten());
    all
}

/// Returns the puzzles that ship.
pub fn shipped() -> Vec<Puzzle> {
    Puzzles::read(SHIPPED).map(|file| file.puzzles).unwrap_or_default()
}

fn read(file: &Path) -> Option<Vec<Puzzle>> {
    let text = storage::read_text(file).ok()?;
    Puzzles::read(&text).ok().map(|file| file.puzzles)
}
