//! Steps and public events as numbers, from which Lua makes tables. They hold only public
//! information.

use crate::contract::game::Step;
use crate::contract::seat::Seat;
use crate::games::junqi::{Action, Cell, Event, Junqi};
use crate::script::game_data::{Numbers, StepNumbers};

/// The kinds of events, by their names in scripts; tables.luau makes their tables in this order.
pub(super) const KINDS: [&str; 16] = [
    "moved",
    "battled",
    "flipped",
    "settled",
    "revealed",
    "flag_shown",
    "flag_taken",
    "flag_lifted",
    "flag_dropped",
    "flag_brought",
    "removed",
    "shifted",
    "extra_turn",
    "timed_out",
    "army_out",
    "ended",
];

/// Encodes an event as numbers: its kind, counted from 1, then its fields.
pub(super) fn numbers(event: &Event) -> Numbers {
    let who = |seat: Seat| seat.index() as i32 + 1;
    match *event {
        Event::Moved { seat, from, to } => [1, who(seat), at(from), at(to), 0, 0],
        Event::Battled { seat, from, to, fight } => {
            [2, who(seat), at(from), at(to), fight as i32 + 1, 0]
        }
        Event::Flipped { seat, at: cell, piece, colour } => {
            [3, who(seat), at(cell), piece.index() as i32 + 1, who(colour), 0]
        }
        Event::Settled { seat, colour } => [4, who(seat), who(colour), 0, 0, 0],
        Event::Revealed { seat, at: cell, piece } => {
            [5, who(seat), at(cell), piece.index() as i32 + 1, 0, 0]
        }
        Event::FlagShown { seat, at: cell } => [6, who(seat), at(cell), 0, 0, 0],
        Event::FlagTaken { by, seat, at: cell } => [7, who(seat), at(cell), who(by), 0, 0],
        Event::FlagLifted { by, seat, at: cell } => [8, who(seat), at(cell), who(by), 0, 0],
        Event::FlagDropped { seat, at: cell } => [9, who(seat), at(cell), 0, 0, 0],
        Event::FlagBrought { by, seat, at: cell } => [10, who(seat), at(cell), who(by), 0, 0],
        Event::Removed { seat, at: cell } => [11, who(seat), at(cell), 0, 0, 0],
        Event::Shifted { seat, from, to } => [12, who(seat), at(from), at(to), 0, 0],
        Event::ExtraTurn { seat } => [13, who(seat), 0, 0, 0, 0],
        Event::TimedOut { seat, count } => [14, who(seat), i32::from(count), 0, 0, 0],
        Event::ArmyOut { seat, reason } => [15, who(seat), reason as i32 + 1, 0, 0, 0],
        Event::Ended { winners, reason } => {
            [16, i32::from(winners.bits()), reason as i32 + 1, 0, 0, 0]
        }
    }
}

fn at(cell: Cell) -> i32 {
    cell.index() as i32 + 1
}

/// Encodes a step as numbers; also returns the seat that took it.
pub(super) fn step(step: &Step<Junqi>) -> (StepNumbers, Option<Seat>) {
    match *step {
        Step::Act { seat, action: Action::Move { from, to, .. } } => {
            ([1, at(from), at(to), 0], Some(seat))
        }
        Step::Act { seat, action: Action::Flip { at: cell } } => ([2, at(cell), 0, 0], Some(seat)),
        Step::Chance(outcome) => match outcome {},
        Step::Timeout { seat } => ([3, 0, 0, 0], Some(seat)),
        Step::Resign { seat } => ([4, 0, 0, 0], Some(seat)),
        Step::Draw | Step::House { .. } => ([5, 0, 0, 0], None),
    }
}
