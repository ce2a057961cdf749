//! Saves the games of a tournament.

use std::path::{Path, PathBuf};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Step;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record};
use qipan_core::script::Scripted;
use qipan_core::tournament::SeatAssignment;

use crate::model::storage;
use crate::model::tournament::spec::TournamentSpec;

/// Returns the file of a game, by its number from 1. The names sort in the order of the games.
pub(super) fn file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("game-{number:07}.json"))
}

/// Writes a finished game. After a run that was stopped, the file may exist already. A file with
/// another game is not replaced.
///
/// # Errors
/// The file of another game with this number, or a file that cannot be written.
pub(super) fn write<G: Scripted>(
    folder: &Path,
    tournament: &TournamentSpec<G>,
    number: u64,
    seating: &SeatAssignment,
    deal: G::Deal,
    seed: Seed,
    steps: Vec<Step<G>>,
) -> Result<(), String> {
    let player_at = |(seat, robot): (u8, &Option<u8>)| {
        let robot = tournament.robots.get(usize::from((*robot)?))?;
        Some((Seat::new(seat), robot.player()))
    };
    let players: Vec<(Seat, Player)> = (0u8..).zip(seating).filter_map(player_at).collect();
    let (preset, rules) = (&tournament.preset, tournament.rules.clone());
    let mut record = Record::<G>::new(preset, rules, players, deal, seed);
    record.house_rules.clone_from(&tournament.house);
    record.steps = steps;
    let (path, text) = (file(folder, number), record.write());
    match storage::read_text(&path) {
        Ok(existing) if existing == text => Ok(()),
        Ok(_) => Err(format!("{}: another game is there already", path.display())),
        Err(_) => storage::write_atomic(&path, &text, false).map_err(|why| why.to_string()),
    }
}
