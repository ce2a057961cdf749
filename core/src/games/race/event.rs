//! The events of a race game, for animation and the log.

use super::board::Progress;
use super::sets::PlaneSet;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

/// A public event. Planes are numbered from 0. `from`, `to` and `at` are progress on the path of
/// the planes' owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are the seat, its planes and progress numbers throughout")]
pub enum Event {
    /// A seat rolled to see who begins.
    OpeningRolled { seat: Seat, die: u8 },
    /// Several seats rolled highest and roll again.
    OpeningTied { seats: SeatSet },
    /// The opening rolls are over, and this seat begins.
    Began { seat: Seat },
    /// The die showed a face.
    Rolled { seat: Seat, die: u8 },
    /// The roll allowed no move.
    NothingToMove { seat: Seat, die: u8 },
    /// A plane left the hangar.
    Launched { seat: Seat, plane: u8, to: Progress },
    /// Planes walked by a roll. They bounced back if `to` is less than `from` plus `die`.
    Moved { seat: Seat, planes: PlaneSet, from: Progress, to: Progress, die: u8 },
    /// Planes jumped on from a square of their colour.
    Jumped { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Planes took their flight.
    Flew { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// Seat `by` sent planes of `seat` that stood at `at` to their hangar. `by_size` is the number
    /// of planes of `by` that moved together.
    Captured { by: Seat, by_size: u8, seat: Seat, planes: PlaneSet, at: Progress },
    /// Moving planes met a bigger stack at `at` and went back to the hangar.
    Repelled { seat: Seat, planes: PlaneSet, at: Progress },
    /// Planes of a seat became a stack.
    Stacked { seat: Seat, planes: PlaneSet, at: Progress },
    /// Planes reached the centre.
    Finished { seat: Seat, planes: PlaneSet },
    /// A seat rolled the third 6 in a row, and these planes went back to the hangar.
    ThirdSix { seat: Seat, planes: PlaneSet },
    /// The seat has another roll.
    RollsAgain { seat: Seat, why: ExtraRollReason },
    /// A seat has finished: enough of its planes are in the centre. `place` is its rank, from 1.
    /// Scripts and programs call this event `seat_home`.
    SeatFinished { seat: Seat, place: u8 },
    /// A house rule put planes back into their hangar. Scripts and programs call this event
    /// `sent_home`.
    SentToHangar { seat: Seat, planes: PlaneSet, at: Progress },
    /// A house rule put planes elsewhere.
    Placed { seat: Seat, planes: PlaneSet, from: Progress, to: Progress },
    /// A house rule gave a seat an extra turn.
    ExtraTurn { seat: Seat },
    /// A turn of a seat was skipped.
    TurnSkipped { seat: Seat },
    /// A house rule left no legal move for the roll.
    NothingLeft { seat: Seat, die: u8 },
    /// A house rule let a seat win.
    Won { seat: Seat },
    /// A seat resigned.
    Resigned { seat: Seat },
    /// The turn passed to another seat.
    TurnPassed { from: Seat, to: Seat },
    /// The game ended.
    Ended { reason: Reason },
}

/// The reason why a seat rolls again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraRollReason {
    /// The face of the die gives another roll.
    Face,
    /// The move captured a plane.
    Capture,
    /// The move brought a plane to the centre.
    Finish,
    /// The seat has no plane out and may try again to launch one.
    Try,
}
