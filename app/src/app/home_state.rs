//! The state of the home screen.

use std::path::PathBuf;

use crate::model::collection::Stamp;
use crate::model::storage::SaveSummary;
use crate::screens::home::{HomeView, RecentGame};

/// The state of the home screen.
#[derive(Default)]
pub(super) struct HomeState {
    pub(super) view: HomeView,
    /// The recent games that can be read.
    pub(super) recent: Vec<RecentGame>,
}

impl HomeState {
    /// Reads the summaries of recent games. Files that have not changed are not read again.
    pub(super) fn refresh_recent(&mut self, files: &[PathBuf]) {
        let recent_game = |path: &PathBuf| {
            let stamp = Stamp::of(path)?;
            let mut known = self.recent.iter();
            match known.find(|recent| recent.path == *path && recent.stamp == stamp) {
                Some(recent) => Some(recent.clone()),
                None => {
                    let summary = SaveSummary::read(path)?;
                    Some(RecentGame { path: path.clone(), stamp, summary })
                }
            }
        };
        self.recent = files.iter().filter_map(recent_game).collect();
    }
}
