//! A game as it would be saved, for the code that saves it or asks before it is lost.

use std::path::PathBuf;

use qipan_core::contract::game::Game;
use qipan_core::play::session::Session;

/// A game in the form in which it would be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveDraft {
    /// The preset.
    pub preset: String,
    /// The names of the players who have one.
    pub names: Vec<String>,
    /// The whole file.
    pub text: String,
    /// The file to which it was saved, if any.
    pub file: Option<PathBuf>,
    /// True if it was read from a file of another program.
    pub is_imported: bool,
}

impl SaveDraft {
    /// Creates the draft of a game. `file` is the file to which it was saved.
    pub fn new<G: Game>(session: &Session<G>, file: Option<&PathBuf>) -> Self {
        let record = session.record();
        let names = record.players.iter().map(|(_, player)| player.name.clone());
        let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        // Players next to each other with the same name, such as copies of a robot, are listed
        // once.
        names.dedup();
        let (preset, text) = (record.preset.clone(), session.write());
        Self { preset, names, text, file: file.cloned(), is_imported: false }
    }
}
