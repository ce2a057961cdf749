//! The last tournament of the window: its journal and games, in the data folder.

use std::path::{Path, PathBuf};

use qipan_core::contract::dice::{RunSeed, Seed};

use crate::model::scripts::RobotSpec;
use crate::model::storage::{Folders, SaveSummary};
use crate::model::tournament::journal::Header;
use crate::model::tournament::live::{TournamentPlan, saved_game};
use crate::model::tournament::plan::processors;

/// The folder of the last tournament.
#[derive(Clone, Debug)]
pub struct SavedTournament(PathBuf);

impl SavedTournament {
    /// Returns its folder among a player's folders. It may not exist.
    pub fn within(folders: &Folders) -> Self {
        Self(folders.data.join("tournament"))
    }

    fn journal(&self) -> PathBuf {
        self.0.join("journal.jsonl")
    }

    fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// Returns the header of its journal, if there is one.
    pub fn header(&self) -> Option<Header> {
        Header::peek(&self.journal()).ok().flatten()
    }

    /// Returns the file of a game, by its number from 1.
    pub fn game(&self, number: u64) -> PathBuf {
        saved_game(&self.games(), number)
    }

    /// Returns the summary of a game's file.
    pub fn summary(&self, number: u64) -> Option<SaveSummary> {
        SaveSummary::read(&self.game(number))
    }

    /// Returns true if a file is one of its games.
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.0)
    }

    /// Creates the plan of a tournament that is kept here. Without `last` it replaces the
    /// previous one, otherwise it continues that one with the same seed.
    pub fn plan(
        &self,
        preset: &str,
        robots: Vec<RobotSpec>,
        games: u64,
        last: Option<&Header>,
    ) -> TournamentPlan {
        TournamentPlan {
            preset: preset.to_owned(),
            set: serde_json::Map::new(),
            house: Vec::new(),
            robots,
            games,
            seed: last
                .map_or_else(|| RunSeed::Drawn(Seed::from_bytes(rand::random())), |last| last.seed),
            jobs: processors(),
            journal: Some(self.journal()),
            saves: Some(self.games()),
            afresh: last.is_none(),
            sprt: None,
        }
    }
}
