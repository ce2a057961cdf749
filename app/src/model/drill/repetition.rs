//! The date on which a puzzle is repeated: spaced repetition after FSRS, in whole days.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};

use crate::model::drill::TryResult;

/// The longest interval, in days.
const MAX_INTERVAL: i32 = 3_650;

/// The player's memory of a puzzle, as FSRS models it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repetition {
    /// The number of days after which the answer is remembered with a probability of 90%.
    pub stability: f64,
    /// The difficulty, from 1 to 10.
    pub difficulty: f64,
    /// The date of the last try.
    pub last: NaiveDate,
    /// The date of the next try.
    pub due: NaiveDate,
}

impl Repetition {
    /// Returns the memory after a try. `before` is the memory before the try, or `None` if the
    /// puzzle is not being repeated yet.
    #[must_use]
    pub fn after(before: Option<&Self>, result: TryResult, today: NaiveDate) -> Self {
        Self::after_with(Parameters::default(), before, result, today)
    }

    /// Returns the memory after a try, with these parameters of FSRS.
    fn after_with(
        parameters: Parameters,
        before: Option<&Self>,
        result: TryResult,
        today: NaiveDate,
    ) -> Self {
        let rating = match result {
            TryResult::Right => Rating::Good,
            TryResult::Hinted => Rating::Hard,
            TryResult::Wrong => Rating::Again,
        };
        let card = before.map_or_else(Card::new, |before| before.card(today));
        let parameters = Parameters {
            maximum_interval: MAX_INTERVAL,
            // No learning steps within a day, because a puzzle is repeated at most once a day.
            enable_short_term: false,
            ..parameters
        };
        let card = FSRS::new(parameters).next(card, midnight(today), rating).card;
        let mut next = Self {
            stability: card.stability,
            difficulty: card.difficulty,
            last: today,
            due: card.due.date_naive(),
        };
        next.clamp_to_valid();
        next
    }

    /// Returns the number of days from the last try to the next one.
    pub fn interval(&self) -> i64 {
        self.due.signed_duration_since(self.last).num_days()
    }

    /// Returns the card of the scheduler. A last try with a date in the future is dated today.
    fn card(&self, today: NaiveDate) -> Card {
        Card {
            due: midnight(self.due),
            stability: self.stability,
            difficulty: self.difficulty,
            reps: 1,
            state: State::Review,
            last_review: midnight(self.last.min(today)),
            ..Card::default()
        }
    }

    /// Clamps values from a file to what FSRS allows.
    pub(super) fn clamp_to_valid(&mut self) {
        let clamped = |value: f64, low: f64, high: f64| {
            if value.is_finite() { value.clamp(low, high) } else { low }
        };
        self.stability = clamped(self.stability, 0.1, f64::from(MAX_INTERVAL));
        self.difficulty = clamped(self.difficulty, 1.0, 10.0);
    }
}

/// Returns the beginning of a date.
fn midnight(date: NaiveDate) -> DateTime<Utc> {
    date.and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, number).unwrap()
    }

    #[test]
    fn intervals_agree_with_the_published_example() {
        // The weights, ratings and intervals are those of `test_long_term_scheduler` in rs-fsrs.
        use TryResult::{Right, Wrong};
        let w = [
            0.4197, 1.1869, 3.0412, 15.2441, 7.1434, 0.6477, 1.0007, 0.0674, 1.6597, 0.1712,
            1.1178, 2.0225, 0.0904, 0.3025, 2.1214, 0.2498, 2.9466, 0.4891, 0.6468,
        ];
        let results = [
            Right, Right, Right, Right, Right, Right, Wrong, Wrong, Right, Right, Right, Right,
            Right,
        ];
        let (mut memory, mut today) = (None, day(1));
        let intervals: Vec<i64> = results
            .into_iter()
            .map(|result| {
                let parameters = Parameters { w, ..Parameters::default() };
                let next = Repetition::after_with(parameters, memory.as_ref(), result, today);
                today = next.due;
                memory = Some(next);
                next.interval()
            })
            .collect();
        assert_eq!(intervals, [3, 13, 48, 155, 445, 1158, 17, 3, 9, 27, 74, 190, 457]);
    }

    #[test]
    fn mistake_comes_back_tomorrow_and_success_lengthens_the_interval() {
        let wrong = Repetition::after(None, TryResult::Wrong, day(1));
        assert_eq!(wrong.due, day(2));
        let right = Repetition::after(Some(&wrong), TryResult::Right, day(2));
        assert!(right.interval() > wrong.interval(), "{right:?}");
        let again = Repetition::after(Some(&right), TryResult::Right, right.due);
        assert!(again.interval() > right.interval(), "{again:?}");
        let lapse = Repetition::after(Some(&again), TryResult::Wrong, again.due);
        assert!(lapse.interval() < again.interval(), "{lapse:?}");
    }

    #[test]
    fn impossible_dates_and_numbers_do_no_harm() {
        let far = NaiveDate::MAX;
        let mut memory = Repetition { stability: 1e300, difficulty: -5.0, last: far, due: far };
        memory.clamp_to_valid();
        let next = Repetition::after(Some(&memory), TryResult::Right, day(1));
        assert!(next.stability.is_finite() && next.due > day(1), "{next:?}");
        assert!(next.interval() <= i64::from(MAX_INTERVAL) + 1, "{next:?}");
    }
}
