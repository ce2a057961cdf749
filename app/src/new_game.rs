//! A game as it is about to begin: preset, rules, who sits where.

use qipan_core::dice::Seed;
use qipan_core::game::SetupError;
use qipan_core::race::{Deal, Race, Rules};
use qipan_core::record::{Player, Record};
use qipan_core::seat::Seat;

/// What the new-game screen settles.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The preset the rules started from.
    pub preset: String,
    /// The rules.
    pub rules: Rules,
    /// Who plays each seat, by seat index; nobody where it stays empty.
    pub players: [Option<Player>; 4],
    /// Whether a person still has to pick a colour before the first roll: the first human
    /// seat then changes places with the colour picked.
    pub pick_colour: bool,
    /// The seed of the dice; a fresh one where it is left open.
    pub seed: Option<Seed>,
}

impl NewGame {
    /// The record of the game before its first step, with a fresh seed if none is set.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    pub fn record(&self) -> Result<Record<Race>, SetupError> {
        let players = self.players.iter().enumerate();
        let players = players
            .filter_map(|(index, player)| Some((Seat::new(index as u8), player.clone()?)))
            .collect();
        let seed = self.seed.unwrap_or_else(|| Seed::from_bytes(rand::random()));
        let record = Record::new(&self.preset, self.rules, players, Deal {}, seed);
        record.start()?;
        Ok(record)
    }
}
