//! Steps and public events as numbers, from which Lua makes tables. They hold only public
//! information.

use crate::contract::game::Step;
use crate::contract::seat::Seat;
use crate::games::junqi::{Action, Cell, Event, Junqi};
use crate::script::game_data::{EventNumbers, StepNumbers};

/// The kinds of events, by their names in scripts. `tables.luau` lists the functions that build
/// their tables in the same order.
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

/// Encodes an event as numbers: its kind, counted from 1 in [`KINDS`], then its fields. Seats,
/// cells, kinds of pieces, battle results and reasons count from 1 as well. Winners are a set of
/// bits.
pub(super) fn event_numbers(event: &Event) -> EventNumbers {
    let seat_number = |seat: Seat| seat.index() as i32 + 1;
    match *event {
        Event::Moved { seat, from, to } => {
            [1, seat_number(seat), cell_number(from), cell_number(to), 0, 0]
        }
        Event::Battled { seat, from, to, result } => {
            [2, seat_number(seat), cell_number(from), cell_number(to), result as i32 + 1, 0]
        }
        Event::Flipped { seat, at, piece, colour } => [
            3,
            seat_number(seat),
            cell_number(at),
            piece.index() as i32 + 1,
            seat_number(colour),
            0,
        ],
        Event::ArmiesAssigned { seat, colour } => {
            [4, seat_number(seat), seat_number(colour), 0, 0, 0]
        }
        Event::Revealed { seat, at, piece } => {
            [5, seat_number(seat), cell_number(at), piece.index() as i32 + 1, 0, 0]
        }
        Event::FlagShown { seat, at } => [6, seat_number(seat), cell_number(at), 0, 0, 0],
        Event::FlagTaken { by, seat, at } => {
            [7, seat_number(seat), cell_number(at), seat_number(by), 0, 0]
        }
        Event::FlagLifted { by, seat, at } => {
            [8, seat_number(seat), cell_number(at), seat_number(by), 0, 0]
        }
        Event::FlagDropped { seat, at } => [9, seat_number(seat), cell_number(at), 0, 0, 0],
        Event::FlagBrought { by, seat, at } => {
            [10, seat_number(seat), cell_number(at), seat_number(by), 0, 0]
        }
        Event::Removed { seat, at } => [11, seat_number(seat), cell_number(at), 0, 0, 0],
        Event::Shifted { seat, from, to } => {
            [12, seat_number(seat), cell_number(from), cell_number(to), 0, 0]
        }
        Event::ExtraTurn { seat } => [13, seat_number(seat), 0, 0, 0, 0],
        Event::TimedOut { seat, count } => [14, seat_number(seat), i32::from(count), 0, 0, 0],
        Event::ArmyOut { seat, reason } => [15, seat_number(seat), reason as i32 + 1, 0, 0, 0],
        Event::Ended { winners, reason } => {
            [16, i32::from(winners.bits()), reason as i32 + 1, 0, 0, 0]
        }
    }
}

/// Returns the number of a cell, from 1.
fn cell_number(cell: Cell) -> i32 {
    cell.index() as i32 + 1
}

/// Encodes a step as numbers: its kind, counted from 1, then its fields. Also returns the seat that
/// took the step.
pub(super) fn step_numbers(step: &Step<Junqi>) -> (StepNumbers, Option<Seat>) {
    match *step {
        Step::Act { seat, action: Action::Move { from, to, .. } } => {
            ([1, cell_number(from), cell_number(to), 0], Some(seat))
        }
        Step::Act { seat, action: Action::Flip { at } } => ([2, cell_number(at), 0, 0], Some(seat)),
        Step::Chance(outcome) => match outcome {},
        Step::Timeout { seat } => ([3, 0, 0, 0], Some(seat)),
        Step::Resign { seat } => ([4, 0, 0, 0], Some(seat)),
        // Hooks do not receive answers as steps.
        Step::Act { action: Action::Answer { .. }, .. } | Step::Draw | Step::House { .. } => {
            ([5, 0, 0, 0], None)
        }
    }
}
