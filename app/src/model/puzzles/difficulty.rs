//! The difficulty of a puzzle, from the values of its actions.

use qipan_core::analysis::puzzle::Puzzle;

/// The largest loss of value, in expected share of first place, with which an action still looks
/// plausible.
const PLAUSIBLE_LOSS: f64 = 0.12;

/// The difference up to which two values count as equal.
const VALUE_TOLERANCE: f64 = 5e-4;

/// The range of ratings.
const RATINGS: std::ops::RangeInclusive<f64> = 900.0..=2300.0;

/// The rating up to which a puzzle is easy.
const EASY: f64 = 1500.0;

/// The rating up to which a puzzle is of medium difficulty.
const MEDIUM: f64 = 1700.0;

/// A class of puzzles by rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// Few plausible actions, or a large lead of the best one.
    Easy,
    /// In between.
    Medium,
    /// Many plausible actions and a small lead of the best one.
    Hard,
}

impl Difficulty {
    /// All classes, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the class of a rating.
    pub fn of(rating: f64) -> Self {
        if rating <= EASY {
            Self::Easy
        } else if rating <= MEDIUM {
            Self::Medium
        } else {
            Self::Hard
        }
    }

    /// Returns the text id of its name.
    pub const fn text_id(self) -> &'static str {
        match self {
            Self::Easy => "puzzles-easy",
            Self::Medium => "puzzles-medium",
            Self::Hard => "puzzles-hard",
        }
    }
}

/// Returns the rating of a puzzle. Each doubling of the number of plausible actions adds 90 points.
/// Each hundredth in the lead of the best action takes 15 points away. A puzzle that the player of
/// the game missed has 80 points more.
pub fn puzzle_rating(puzzle: &Puzzle) -> f64 {
    let best = puzzle.values.first().map_or(0.0, |(_, value)| *value);
    let losses = puzzle.values.iter().map(|(_, value)| best - value);
    let wrong: Vec<f64> = losses.filter(|loss| *loss >= VALUE_TOLERANCE).collect();
    let lead = wrong.iter().copied().fold(1.0, f64::min);
    let plausible = wrong.iter().filter(|loss| **loss <= PLAUSIBLE_LOSS).count();
    let bonus = if puzzle.solves(&puzzle.played) { 0.0 } else { 80.0 };
    let rating = 1350.0 + 90.0 * (1.0 + plausible as f64).log2() - 1500.0 * (lead - 0.06) + bonus;
    rating.clamp(*RATINGS.start(), *RATINGS.end())
}
