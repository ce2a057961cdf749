//! The player's rating in puzzles, after Glickman's Glicko-2. Each first try at a puzzle is a game
//! against the puzzle.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::model::drill::TryResult;

/// The rating deviation of puzzles. Their ratings come from a formula and do not change.
pub const PUZZLE_DEVIATION: f64 = 100.0;

/// The rating deviation above which a rating is still uncertain.
const UNCERTAIN_DEVIATION: f64 = 110.0;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRating {
    /// The rating. A new player has 1500.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility of the rating.
    pub volatility: f64,
}

impl Default for PlayerRating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { rating, deviation, volatility }
    }
}

impl PlayerRating {
    /// Returns the rating after a try at a puzzle. A try with a hint counts as a draw.
    #[must_use]
    pub fn after(self, puzzle_rating: f64, result: TryResult) -> Self {
        let outcome = match result {
            TryResult::Right => Outcomes::WIN,
            TryResult::Hinted => Outcomes::DRAW,
            TryResult::Wrong => Outcomes::LOSS,
        };
        self.after_games(&[(puzzle_rating, PUZZLE_DEVIATION, outcome)])
    }

    /// Returns the rating after a rating period with these games. A game is the opponent's rating,
    /// the opponent's deviation, and the outcome for the player.
    fn after_games(self, games: &[(f64, f64, Outcomes)]) -> Self {
        let Self { rating, deviation, volatility } = self;
        let results: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .map(|(rating, deviation, outcome)| {
                // Glicko-2 does not use the volatility of an opponent.
                let opponent = Glicko2Rating::from((*rating, *deviation, 0.06));
                (opponent, *outcome)
            })
            .collect();
        let player = Glicko2Rating { rating, deviation, volatility };
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&player, &results, &Glicko2Config::new());
        let mut next = Self { rating, deviation, volatility };
        next.clamp_to_valid();
        next
    }

    /// Returns true while there are too few tries for a reliable rating.
    pub fn is_uncertain(&self) -> bool {
        self.deviation > UNCERTAIN_DEVIATION
    }

    /// Clamps values from a file to the ranges that ratings can have.
    pub(super) fn clamp_to_valid(&mut self) {
        let default = Self::default();
        let clamped = |value: f64, low: f64, high: f64, default: f64| {
            if value.is_finite() { value.clamp(low, high) } else { default }
        };
        self.rating = clamped(self.rating, 100.0, 4000.0, default.rating);
        self.deviation = clamped(self.deviation, 30.0, 350.0, default.deviation);
        self.volatility = clamped(self.volatility, 0.01, 0.2, default.volatility);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_agrees_with_the_example_of_the_paper() {
        let player = PlayerRating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [
            (1400.0, 30.0, Outcomes::WIN),
            (1550.0, 100.0, Outcomes::LOSS),
            (1700.0, 300.0, Outcomes::LOSS),
        ];
        let after = player.after_games(&games);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 1e-5, "{after:?}");
    }

    #[test]
    fn hint_counts_as_half_a_point() {
        let start = PlayerRating::default();
        let rating = |result| start.after(1500.0, result).rating;
        assert!((rating(TryResult::Hinted) - 1500.0).abs() < 1e-6);
        assert!(rating(TryResult::Right) > 1600.0 && rating(TryResult::Wrong) < 1400.0);
        let easy = start.after(1200.0, TryResult::Right).rating;
        assert!(easy < rating(TryResult::Right), "an easy puzzle is worth less");
        assert!(start.after(1500.0, TryResult::Right).deviation < start.deviation);
    }

    #[test]
    fn rating_becomes_reliable() {
        let mut rating = PlayerRating::default();
        assert!(rating.is_uncertain());
        for number in 0..30 {
            let result = if number % 2 == 0 { TryResult::Right } else { TryResult::Wrong };
            rating = rating.after(1500.0, result);
        }
        assert!(!rating.is_uncertain(), "{rating:?}");
    }
}
