//! Numbers of games won, drawn and lost.

use serde::Serialize;

use crate::model::records::facts::GameResult;

/// The numbers of games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names explain themselves")]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Tally {
    /// Counts a result. A game without one is left out.
    pub fn add(&mut self, result: Option<GameResult>) {
        let number = match result {
            Some(GameResult::Won) => &mut self.won,
            Some(GameResult::Drawn) => &mut self.drawn,
            Some(GameResult::Lost) => &mut self.lost,
            None => return,
        };
        *number = number.saturating_add(1);
    }

    /// Returns the number of games.
    pub fn all(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Returns the share of points, with half a point for a draw, or `None` without games.
    pub fn score(&self) -> Option<f64> {
        let all = self.all();
        (all > 0).then(|| (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(all))
    }
}
