//! The outcome of a game: the places and, apart from them, the reason.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contract::seat::{Seat, SeatSet};

/// The outcome of a finished game.
///
/// # Examples
/// Two seats share the first place:
/// ```
/// use qipan_core::contract::outcome::{Outcome, Reason};
/// use qipan_core::contract::seat::{Seat, SeatSet};
///
/// let [red, yellow, blue] = [0, 1, 2].map(Seat::new);
/// let places = vec![[red, yellow].into_iter().collect(), SeatSet::one(blue)];
/// let outcome = Outcome { places, reason: Reason::Agreement };
/// assert_eq!((outcome.place(yellow), outcome.place(blue)), (Some(1), Some(3)));
/// assert_eq!((outcome.share(yellow), outcome.share(blue)), (0.5, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The places, best first. Seats in one set share a place.
    pub places: Vec<SeatSet>,
    /// The reason for the end.
    pub reason: Reason,
}

impl Outcome {
    /// Returns the place of a seat, 1 for the best. Shared places count the seats before them.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let mut before = 0;
        for set in &self.places {
            if set.contains(seat) {
                return Some(before + 1);
            }
            before += set.len();
        }
        None
    }

    /// Returns a seat's share of first place: 1 alone, a fraction if shared, else 0.
    pub fn share(&self, seat: Seat) -> f64 {
        match self.places.first() {
            Some(first) if first.contains(seat) => 1.0 / first.len() as f64,
            _ => 0.0,
        }
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// All seats but the last are home.
    AllHome,
    /// The first seat is home, which ends the game under these rules.
    FirstHome,
    /// Both seats of a team are home.
    TeamHome,
    /// Resignations left only one side.
    Resignation,
    /// The seats still playing agreed on a draw.
    Agreement,
    /// A Flag was taken, or carried to its destination.
    FlagTaken,
    /// The last army beaten had no legal move when its turn came.
    NoMove,
    /// The last army beaten had no piece left that could move.
    NoPieces,
    /// The last army beaten overran its clock too often.
    Timeouts,
    /// No piece could ever have been removed any more: a draw.
    DeadPosition,
    /// The limit of quiet plies was reached: a draw.
    QuietPlies,
    /// A house rule ended the game.
    HouseRule,
}

impl Reason {
    /// All reasons, in order.
    pub const ALL: [Self; 12] = [
        Self::AllHome,
        Self::FirstHome,
        Self::TeamHome,
        Self::Resignation,
        Self::Agreement,
        Self::FlagTaken,
        Self::NoMove,
        Self::NoPieces,
        Self::Timeouts,
        Self::DeadPosition,
        Self::QuietPlies,
        Self::HouseRule,
    ];
}

/// The reason in a few plain words for the command line. The window has its own in each language.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllHome => "all but the last are home",
            Self::FirstHome => "the first is home",
            Self::TeamHome => "a team is home",
            Self::Resignation => "the others gave up",
            Self::Agreement => "drawn",
            Self::FlagTaken => "the Flag was taken",
            Self::NoMove => "the last army had no legal move",
            Self::NoPieces => "the last army had no piece left that could move",
            Self::Timeouts => "the last army overran its clock too often",
            Self::DeadPosition => "drawn, nobody could remove anything any more",
            Self::QuietPlies => "drawn, nothing was captured for too long",
            Self::HouseRule => "a house rule ended the game",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_places_count_the_seats_before_them() {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let places = vec![SeatSet::from_iter([a, b]), SeatSet::one(c)];
        let outcome = Outcome { places, reason: Reason::Agreement };
        assert_eq!([a, b, c].map(|s| outcome.place(s)), [Some(1), Some(1), Some(3)]);
        assert_eq!([a, c].map(|s| outcome.share(s)), [0.5, 0.0]);
        assert_eq!(outcome.place(Seat::new(3)), None);
    }
}
