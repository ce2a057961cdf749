//! The player's training with puzzles: the rating, the first try at each puzzle, the repetitions
//! and the streak of solved daily puzzles.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

mod rating;
mod repetition;
mod streak;

pub use rating::{PUZZLE_DEVIATION, PlayerRating};
pub use repetition::Repetition;
pub use streak::Streak;

/// The name of the file format.
const FORMAT: &str = "qipan-drill";

/// The version of the file format.
const VERSION: u32 = 1;

/// The result of the first try at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TryResult {
    /// Solved without help.
    Right,
    /// Solved with a hint. It counts as half a point.
    Hinted,
    /// Another action was tried, or the answer was shown.
    Wrong,
}

impl TryResult {
    /// Returns true if the try solved the puzzle.
    pub const fn is_solved(self) -> bool {
        !matches!(self, Self::Wrong)
    }
}

/// A finished try at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinishedTry<'a> {
    /// The identifier of the puzzle.
    pub id: &'a str,
    /// The rating of the puzzle, or `None` if the try is not rated.
    pub puzzle_rating: Option<f64>,
    /// The result.
    pub result: TryResult,
    /// True if the puzzle is the daily puzzle of `today`.
    pub is_daily: bool,
    /// The date of the try.
    pub today: NaiveDate,
}

/// The record of one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleRecord {
    /// True if the puzzle has been solved.
    pub solved: bool,
    /// The result of the first try.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<TryResult>,
    /// The schedule of its repetitions, if it is to be repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
}

/// The player's training with puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drill {
    format: String,
    version: u32,
    /// The rating of the player.
    pub rating: PlayerRating,
    /// The streak of solved daily puzzles.
    #[serde(default)]
    pub streak: Streak,
    /// The puzzles tried, by identifier.
    #[serde(default)]
    pub puzzles: BTreeMap<String, PuzzleRecord>,
}

impl Default for Drill {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            rating: PlayerRating::default(),
            streak: Streak::default(),
            puzzles: BTreeMap::new(),
        }
    }
}

impl Drill {
    /// Parses the text of the file. Values out of range are clamped.
    ///
    /// # Errors
    /// The reason why the text is not a file of this format, in a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut drill: Self = serde_json::from_str(text).map_err(|error| {
            let (line, what) = qipan_core::contract::limits::line_and_sentence(&error);
            format!("line {line}: {what}")
        })?;
        if drill.format != FORMAT || drill.version > VERSION {
            return Err("not a record of puzzles, or one of a newer version".to_owned());
        }
        drill.rating.clamp_to_valid();
        for record in drill.puzzles.values_mut() {
            if let Some(repetition) = &mut record.repetition {
                repetition.clamp_to_valid();
            }
        }
        Ok(drill)
    }

    /// Returns the text of the file.
    pub fn write(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.unwrap_or_else(|_| unreachable!("strings and numbers always serialize")) + "\n"
    }

    /// Returns true if a puzzle has been solved.
    pub fn is_solved(&self, id: &str) -> bool {
        self.puzzles.get(id).is_some_and(|record| record.solved)
    }

    /// Returns true if a puzzle has been tried.
    pub fn is_tried(&self, id: &str) -> bool {
        self.puzzles.get(id).is_some_and(|record| record.first.is_some())
    }

    /// Returns true if a repetition of a puzzle is due on a date.
    pub fn is_due(&self, id: &str, today: NaiveDate) -> bool {
        let record = self.puzzles.get(id);
        let repetition = record.and_then(|record| record.repetition.as_ref());
        repetition.is_some_and(|repetition| repetition.due <= today)
    }

    /// Records a finished try at a puzzle. Only the first try ever changes the rating.
    ///
    /// The next repetition is scheduled if one was due or the try was wrong. A hinted try also
    /// schedules one if none was scheduled before.
    ///
    /// Returns the change of the rating, or `None` if the try is not rated.
    pub fn record(&mut self, tried: &FinishedTry<'_>) -> Option<f64> {
        let FinishedTry { id, result, today, .. } = *tried;
        let is_due = self.is_due(id, today);
        let record = self.puzzles.entry(id.to_owned()).or_default();
        let is_rated = record.first.is_none() && !record.solved;
        record.first.get_or_insert(result);
        let needs_repetition = result != TryResult::Right || is_due;
        if needs_repetition {
            let next = match &record.repetition {
                Some(repetition) if !is_due && result != TryResult::Wrong => *repetition,
                repetition => Repetition::after(repetition.as_ref(), result, today),
            };
            record.repetition = Some(next);
        }
        if result.is_solved() {
            self.mark_solved(id, tried.is_daily.then_some(today));
        }
        let puzzle_rating = tried.puzzle_rating.filter(|_| is_rated)?;
        let before = self.rating.rating;
        self.rating = self.rating.after(puzzle_rating, result);
        Some(self.rating.rating - before)
    }

    /// Records that a puzzle is solved. `daily` is today's date if it is the daily puzzle.
    pub fn mark_solved(&mut self, id: &str, daily: Option<NaiveDate>) {
        self.puzzles.entry(id.to_owned()).or_default().solved = true;
        if let Some(today) = daily {
            self.streak.add_day(today);
        }
    }

    /// Marks puzzles as solved that the player solved before this record existed.
    pub fn adopt_solved(&mut self, ids: &BTreeSet<String>) {
        for id in ids {
            self.puzzles.entry(id.clone()).or_default().solved = true;
        }
    }
}

#[cfg(test)]
mod tests;
