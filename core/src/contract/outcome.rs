//! The outcome of a game: the places of the seats, and the reason why it ended.

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
    /// Returns the place of a seat, 1 for the best. After two seats that share the first place, the
    /// next has place 3.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let mut better_seats = 0;
        for place in &self.places {
            if place.contains(seat) {
                return Some(better_seats + 1);
            }
            better_seats += place.len();
        }
        None
    }

    /// Returns a seat's share of the first place: 1 if it is first alone, 1/n if it is one of n
    /// seats that share the place, else 0.
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
    /// All seats but one are home or have resigned.
    AllHome,
    /// A seat is home, and under these rules the first seat to get home ends the game.
    FirstHome,
    /// Both seats of a team are home.
    TeamHome,
    /// Resignations left only one side.
    Resignation,
    /// The seats still playing agreed on a draw.
    Agreement,
    /// A Flag was taken, or carried to its destination.
    FlagTaken,
    /// The last army to be beaten had no legal move at its turn.
    NoMove,
    /// The last army to be beaten had no movable piece left.
    NoPieces,
    /// The last army to be beaten used up its time too often.
    Timeouts,
    /// No side could ever win: a draw.
    DeadPosition,
    /// The limit of quiet plies was reached: a draw.
    QuietPlies,
    /// A house rule ended the game.
    HouseRule,
}

impl Reason {
    /// All reasons, in the order in which they are declared.
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

/// Describes the reason in a few words for the command line. The window has its own words in each
/// language.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllHome => "only one player was left",
            Self::FirstHome => "the first player is home",
            Self::TeamHome => "a team is home",
            Self::Resignation => "by resignation",
            Self::Agreement => "drawn",
            Self::FlagTaken => "the Flag was taken",
            Self::NoMove => "the last army to go out had no legal move",
            Self::NoPieces => "the last army to go out had no piece left that could move",
            Self::Timeouts => "the last army to go out ran out of time too often",
            Self::DeadPosition => "drawn, nobody could capture anything any more",
            Self::QuietPlies => "drawn, nothing was captured for too long",
            Self::HouseRule => "a house rule ended the game",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_after_a_shared_first_place_is_third() {
        let [red, yellow, blue, green] = [0, 1, 2, 3].map(Seat::new);
        let places = vec![SeatSet::from_iter([red, yellow]), SeatSet::one(blue)];
        let outcome = Outcome { places, reason: Reason::Agreement };
        let found = [red, yellow, blue, green].map(|seat| outcome.place(seat));
        assert_eq!(found, [Some(1), Some(1), Some(3), None]);
        assert_eq!([red, blue].map(|seat| outcome.share(seat)), [0.5, 0.0]);
    }
}
