//! The files of the window's last tournament: its journal and its games, in the data folder.

use std::path::{Path, PathBuf};

use qipan_core::contract::dice::{RunSeed, Seed};

use crate::model::scripts::RobotSpec;
use crate::model::storage::{Folders, SaveSummary};
use crate::model::tournament::header::Header;
use crate::model::tournament::live::{TournamentPlan, saved_game};
use crate::model::tournament::spec::processors;

/// The folder of the last tournament.
#[derive(Clone, Debug)]
pub struct SavedTournament(PathBuf);

impl SavedTournament {
    /// Returns the last tournament in a player's data folder. Its own folder may not exist yet.
    pub fn within(folders: &Folders) -> Self {
        Self(folders.data.join("tournament"))
    }

    /// Returns the file of its journal.
    fn journal(&self) -> PathBuf {
        self.0.join("journal.jsonl")
    }

    /// Returns the folder of its games.
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

    /// Returns true if a file is in its folder, such as one of its games.
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.0)
    }

    /// Creates the plan of a tournament that keeps its files in this folder. If `last` is given,
    /// the plan continues the last tournament with its seed. Otherwise it replaces the last
    /// tournament.
    pub fn plan(
        &self,
        preset: &str,
        robots: Vec<RobotSpec>,
        games: u64,
        last: Option<&Header>,
    ) -> TournamentPlan {
        TournamentPlan {
            preset: preset.to_owned(),
            options: serde_json::Map::new(),
            house: Vec::new(),
            robots,
            games,
            seed: match last {
                Some(header) => header.seed,
                None => RunSeed::Random(Seed::from_bytes(rand::random())),
            },
            jobs: processors(),
            journal: Some(self.journal()),
            saves: Some(self.games()),
            starts_over: last.is_none(),
            sprt: None,
        }
    }
}
