//! The last tournament of the window, kept where a program's data lie: its journal, its games.

use std::path::{Path, PathBuf};

use qipan_core::dice::{RunSeed, Seed};

use crate::model::scripts::RobotSpec;
use crate::model::storage::{Folders, Summary};
use crate::model::tournament::journal::Header;
use crate::model::tournament::live::{Plan, saved_game};
use crate::model::tournament::plan::processors;

/// Where the last tournament lies.
#[derive(Clone, Debug)]
pub struct SavedTournament(PathBuf);

impl SavedTournament {
    /// Where it lies among a player's folders, whether there is one or not.
    #[must_use]
    pub fn within(folders: &Folders) -> Self {
        Self(folders.data.join("tournament"))
    }

    fn journal(&self) -> PathBuf {
        self.0.join("journal.jsonl")
    }

    fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// What is played in it, if there is one.
    #[must_use]
    pub fn header(&self) -> Option<Header> {
        Header::peek(&self.journal()).ok().flatten()
    }

    /// The file of a game, by its number from 1.
    #[must_use]
    pub fn game(&self, number: u64) -> PathBuf {
        saved_game(&self.games(), number)
    }

    /// What the file of a game says about itself.
    #[must_use]
    pub fn summary(&self, number: u64) -> Option<Summary> {
        Summary::read(&self.game(number))
    }

    /// Whether a file is one of its games.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.0)
    }

    /// A tournament that is kept here: another one, played instead of the last, or the last one
    /// gone on with, of its seed.
    #[must_use]
    pub fn plan(
        &self,
        preset: &str,
        robots: Vec<RobotSpec>,
        games: u64,
        last: Option<&Header>,
    ) -> Plan {
        Plan {
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
