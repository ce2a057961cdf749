//! The state of the home screen.

use std::path::PathBuf;

use crate::model::collection::Stamp;
use crate::model::storage::SaveSummary;
use crate::screens::home::{HomeView, Recent};

/// The state of the home screen.
#[derive(Default)]
pub(super) struct HomeState {
    pub(super) view: HomeView,
    /// The recent games that can be read.
    pub(super) recent: Vec<Recent>,
}

impl HomeState {
    /// Reads the summaries of recent games, except of unchanged files.
    pub(super) fn refresh_recent(&mut self, files: &[PathBuf]) {
        let game = |path: &PathBuf| {
            let stamp = Stamp::of(path)?;
            let mut known = self.recent.iter();
            let known = known.find(|recent| recent.path == *path && recent.stamp == stamp);
            let read =
                || Some(Recent { path: path.clone(), stamp, game: SaveSummary::read(path)? });
            known.cloned().or_else(read)
        };
        self.recent = files.iter().filter_map(game).collect();
    }
}
