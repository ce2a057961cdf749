//! The days in a row on which the daily puzzle was solved.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The player's streak of solved daily puzzles, and the longest one so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Streak {
    /// The last day on which the daily puzzle was solved.
    pub last: Option<NaiveDate>,
    /// The number of days in a row up to `last`.
    pub days: u32,
    /// The longest streak so far, in days.
    pub best: u32,
}

impl Streak {
    /// Records that the daily puzzle of a date is solved.
    pub fn add_day(&mut self, today: NaiveDate) {
        if self.last == Some(today) {
            return;
        }
        self.days = self.length(today).saturating_add(1);
        self.last = Some(today);
        self.best = self.best.max(self.days);
    }

    /// Returns true if the daily puzzle of a date is solved.
    pub fn is_solved(&self, today: NaiveDate) -> bool {
        self.last == Some(today)
    }

    /// Returns the number of days in a row up to a date. The streak still holds on the day after
    /// the last solved puzzle.
    pub fn length(&self, today: NaiveDate) -> u32 {
        let holds = self.last.is_some_and(|last| last == today || last.succ_opt() == Some(today));
        if holds { self.days } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streak_counts_days_in_a_row() {
        let day = |number| NaiveDate::from_ymd_opt(2026, 2, number).unwrap();
        let mut streak = Streak::default();
        assert_eq!(streak.length(day(1)), 0);
        for number in [1, 2, 2, 3] {
            streak.add_day(day(number));
        }
        assert_eq!((streak.length(day(3)), streak.length(day(4))), (3, 3));
        assert!(streak.is_solved(day(3)) && !streak.is_solved(day(4)));
        assert_eq!(streak.length(day(5)), 0, "a day was missed");
        streak.add_day(day(5));
        assert_eq!((streak.length(day(5)), streak.best), (1, 3));
    }
}
