//! What happens in a race game, in the past tense, for animation and the log.

use super::board::Progress;
use super::sets::PlaneSet;
use crate::outcome::Reason;
use crate::seat::{Seat, SeatSet};

/// Something that happened. Planes are numbered from 0, positions are progress numbers of
/// the seat named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are the seat, its planes and progress numbers throughout")]
pub enum Event {
    /// A seat rolled to see who begins.
    OpeningRolled { seat: Seat, die: u8 },
    /// Several seats rolled highest and roll again.
    OpeningTied { seats: SeatSet },
    /// The first player is settled.
    Began { seat: Seat },
    /// The die fell.
    Rolled { seat: Seat, die: u8 },
    /// Nothing could be moved with the roll.
    NothingToMove { seat: Seat, die: u8 },
    /// A plane left the hangar.
    Launched { seat: Seat, plane: u8, to: Progress },
    /// Planes walked a roll; where `to` is less than `from` plus `die` they bounced back.
    Moved { seat: Seat, planes: PlaneSet, from: Progress, to: Progress, die: u8 },
    /// Planes jumped on from a square of their colour.
    Jumped { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes took their flight.
    Flew { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes of `seat` that stood at `at` were sent home by `by`.
    Captured { by: Seat, seat: Seat, planes: PlaneSet, at: Progress },
    /// The mover met a bigger stack at `at` and went home itself.
    Repelled { seat: Seat, planes: PlaneSet, at: Progress },
    /// Planes of a seat move as one from now on.
    Stacked { seat: Seat, planes: PlaneSet, at: Progress },
    /// Planes came to the centre.
    Finished { seat: Seat, planes: PlaneSet },
    /// The third 6 in a row; these planes went back to the hangar.
    ThirdSix { seat: Seat, planes: PlaneSet },
    /// The seat rolls once more.
    RollsAgain { seat: Seat, why: Again },
    /// A seat has brought its planes home.
    SeatHome { seat: Seat, place: u8 },
    /// A house rule put planes back into their hangar.
    SentHome { seat: Seat, planes: PlaneSet, at: Progress },
    /// A house rule put planes elsewhere.
    Placed { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// A house rule gives a seat a turn out of its order.
    ExtraTurn { seat: Seat },
    /// A seat's turn is skipped.
    TurnSkipped { seat: Seat },
    /// A house rule left nothing to move with the roll.
    NothingLeft { seat: Seat, die: u8 },
    /// A house rule lets a seat win.
    Won { seat: Seat },
    /// A seat gave up.
    Resigned { seat: Seat },
    /// The turn went on.
    TurnPassed { from: Seat, to: Seat },
    /// The game ended.
    Ended { reason: Reason },
}

/// Why a seat rolls once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The face rolled gives another roll.
    Face,
    /// A capture gives another roll.
    Capture,
    /// A finished plane gives another roll.
    Finish,
    /// Another try to get a first plane out.
    Try,
}
