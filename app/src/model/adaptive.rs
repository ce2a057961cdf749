//! Opponents that adapt to the player: after each game they play a little better or worse, so that
//! the player wins about half of the games.

use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::script::Level;
use serde::{Deserialize, Serialize};

/// The change of the strength after a won or lost game, in levels, once the strength is settled.
const STEP: f64 = 0.25;

/// The additional change after the first game, in levels. It shrinks from game to game, so that the
/// strength is near the player's after ten games.
const FIRST_EXTRA_STEP: f64 = 1.0;

/// The factor by which the additional change is multiplied after each game.
const SHRINKAGE: f64 = 0.75;

/// The fractional part of the golden ratio. The fractional parts of its multiples spread evenly
/// between 0 and 1.
const GOLDEN_RATIO_FRACTION: f64 = 0.618_033_988_749_894_9;

/// The strength of an opponent that adapts to the player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Strength {
    /// The strength in levels: 0 for the weakest level, 4 for the strongest. It can go a little
    /// beyond them.
    pub level: f64,
    /// The number of finished games.
    pub games: u32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { level: 1.0, games: 0 }
    }
}

impl Strength {
    /// The strength of the strongest level.
    pub const MAX: f64 = (Level::ALL.len() - 1) as f64;
    /// The strength may go this far beyond the weakest and the strongest level. Otherwise a player
    /// as strong as one of these two levels would meet the level next to it too often.
    const MARGIN: f64 = 0.5;

    /// Returns the strength with its level within the bounds. A level that is not finite becomes
    /// the default level.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        let level = if self.level.is_finite() { self.level } else { 1.0 };
        let level = level.clamp(-Self::MARGIN, Self::MAX + Self::MARGIN);
        Self { level, ..self }
    }

    /// Returns the strength after a game in which the player had this score, from 0 to 1.
    #[must_use]
    pub fn after(self, score: f64) -> Self {
        let extra =
            FIRST_EXTRA_STEP * SHRINKAGE.powi(i32::try_from(self.games).unwrap_or(i32::MAX));
        let level = self.level + (STEP + extra) * (2.0 * score - 1.0);
        Self { level, games: self.games.saturating_add(1) }.within_bounds()
    }

    /// Returns the level at which the opponent plays the next game. If the strength lies between
    /// two levels, the games are divided between both, with more of them at the nearer level.
    pub fn next_level(self) -> Level {
        let spread = (f64::from(self.games) * GOLDEN_RATIO_FRACTION).fract();
        let index = (self.level + spread).floor().clamp(0.0, Self::MAX);
        Level::ALL[index as usize]
    }

    /// Returns the nearest level.
    pub fn nearest_level(self) -> Level {
        Level::ALL[(self.shown_level() - 1.0).round() as usize]
    }

    /// Returns the strength as it is shown: 1 for the weakest level, 5 for the strongest.
    pub fn shown_level(self) -> f64 {
        1.0 + self.within_bounds().level.clamp(0.0, Self::MAX)
    }
}

/// Returns the score of a seat in a finished game: the share of its opponents that finished behind
/// it. An opponent in the same place counts half. Returns `None` before the end.
pub fn score<G: Searchable>(game: &G, seat: Seat) -> Option<f64> {
    let outcome: Outcome = game.outcome()?;
    let place_of = |seat: Seat| outcome.places.iter().position(|seats| seats.contains(seat));
    let (own_place, team) = (place_of(seat)?, game.team_of(seat));
    let opponents: Vec<Seat> = game.seats().iter().filter(|other| !team.contains(*other)).collect();
    let points = opponents.iter().filter_map(|other| place_of(*other)).map(|place| {
        match place.cmp(&own_place) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    });
    Some(points.sum::<f64>() / opponents.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Returns the player's mean score in games 11 to 30 of many series. The player is as
    /// strong as a robot of level `own`. `step` is the difference between neighbouring levels, in
    /// Elo points.
    fn mean_score(own: usize, step: f64) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(own as u64);
        let (mut sum, series) = (0.0, 400);
        for _ in 0..series {
            let mut strength = Strength::default();
            for game in 1..=30 {
                let level = strength.next_level() as usize as f64;
                let lead = (own as f64 - level) * step;
                let expected = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
                let score = f64::from(rng.random_bool(expected));
                if game > 10 {
                    sum += score / 20.0;
                }
                strength = strength.after(score);
            }
        }
        sum / f64::from(series)
    }

    #[test]
    fn player_of_every_level_wins_about_half_of_the_games() {
        for step in [60.0, 150.0, 300.0, 600.0] {
            for own in 0..Level::ALL.len() {
                let score = mean_score(own, step);
                assert!((0.4..=0.6).contains(&score), "level {own}, {step} Elo: {score:.3}");
            }
        }
    }

    #[test]
    fn strength_moves_towards_the_player_and_stays_within_its_bounds() {
        let mut strength = Strength::default();
        for _ in 0..40 {
            let after = strength.after(1.0);
            assert!(after.level >= strength.level && after.games == strength.games + 1);
            strength = after;
        }
        assert_eq!((strength.shown_level(), strength.next_level()), (5.0, Level::Master));
        (0..40).for_each(|_| strength = strength.after(0.0));
        assert_eq!((strength.shown_level(), strength.nearest_level()), (1.0, Level::Beginner));
        let invalid = Strength { level: f64::NAN, games: u32::MAX };
        assert_eq!(invalid.within_bounds().after(1.0).games, u32::MAX);
    }

    #[test]
    fn levels_are_mixed_by_their_distance() {
        let highs = (0..100)
            .filter(|games| Strength { level: 2.3, games: *games }.next_level() == Level::Strong)
            .count();
        assert!((27..=33).contains(&highs), "{highs} of 100 games at the higher level");
    }
}
