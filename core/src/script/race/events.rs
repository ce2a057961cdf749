//! Steps and public events as numbers, from which Lua makes tables.

use crate::contract::game::Step;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::{Action, Event, PlaneSet, Race};
use crate::script::game_data::{EventNumbers, StepNumbers};

/// The kinds of events, by their names in scripts. `tables.luau` lists the makers of their tables
/// in the same order.
pub(super) const KINDS: [&str; 25] = [
    "opening_rolled",
    "opening_tied",
    "began",
    "rolled",
    "nothing_to_move",
    "launched",
    "moved",
    "jumped",
    "flew",
    "captured",
    "repelled",
    "stacked",
    "finished",
    "third_six",
    "rolls_again",
    "seat_home",
    "sent_home",
    "placed",
    "extra_turn",
    "turn_skipped",
    "nothing_left",
    "won",
    "resigned",
    "turn_passed",
    "ended",
];

/// Encodes an event as numbers: its kind, counted from 1 in [`KINDS`], then its fields. Seats are
/// counted from 1 as well.
pub(super) fn event_numbers(event: &Event) -> EventNumbers {
    let seat_number = |seat: Seat| seat.index() as i32 + 1;
    let plane_bits = |planes: PlaneSet| i32::from(planes.bits());
    match *event {
        Event::OpeningRolled { seat, die } => [1, seat_number(seat), i32::from(die), 0, 0, 0],
        Event::OpeningTied { seats } => [2, seat_bits(seats), 0, 0, 0, 0],
        Event::Began { seat } => [3, seat_number(seat), 0, 0, 0, 0],
        Event::Rolled { seat, die } => [4, seat_number(seat), i32::from(die), 0, 0, 0],
        Event::NothingToMove { seat, die } => [5, seat_number(seat), i32::from(die), 0, 0, 0],
        Event::Launched { seat, plane, to } => {
            [6, seat_number(seat), plane_bits(PlaneSet::one(plane)), i32::from(to), 0, 0]
        }
        Event::Moved { seat, planes, from, to, die } => {
            let [from, to, die] = [from, to, die].map(i32::from);
            [7, seat_number(seat), plane_bits(planes), from, to, die]
        }
        Event::Jumped { seat, planes, from, to } => {
            [8, seat_number(seat), plane_bits(planes), i32::from(from), i32::from(to), 0]
        }
        Event::Flew { seat, planes, from, to } => {
            [9, seat_number(seat), plane_bits(planes), i32::from(from), i32::from(to), 0]
        }
        Event::Captured { by, by_size, seat, planes, at } => [
            10,
            seat_number(seat),
            plane_bits(planes),
            i32::from(at),
            seat_number(by),
            i32::from(by_size),
        ],
        Event::Repelled { seat, planes, at } => {
            [11, seat_number(seat), plane_bits(planes), i32::from(at), 0, 0]
        }
        Event::Stacked { seat, planes, at } => {
            [12, seat_number(seat), plane_bits(planes), i32::from(at), 0, 0]
        }
        Event::Finished { seat, planes } => [13, seat_number(seat), plane_bits(planes), 0, 0, 0],
        Event::ThirdSix { seat, planes } => [14, seat_number(seat), plane_bits(planes), 0, 0, 0],
        Event::RollsAgain { seat, why } => [15, seat_number(seat), why as i32 + 1, 0, 0, 0],
        Event::SeatFinished { seat, place } => [16, seat_number(seat), i32::from(place), 0, 0, 0],
        Event::SentToHangar { seat, planes, at } => {
            [17, seat_number(seat), plane_bits(planes), i32::from(at), 0, 0]
        }
        Event::Placed { seat, planes, from, to } => {
            [18, seat_number(seat), plane_bits(planes), i32::from(from), i32::from(to), 0]
        }
        Event::ExtraTurn { seat } => [19, seat_number(seat), 0, 0, 0, 0],
        Event::TurnSkipped { seat } => [20, seat_number(seat), 0, 0, 0, 0],
        Event::NothingLeft { seat, die } => [21, seat_number(seat), i32::from(die), 0, 0, 0],
        Event::Won { seat } => [22, seat_number(seat), 0, 0, 0, 0],
        Event::Resigned { seat } => [23, seat_number(seat), 0, 0, 0, 0],
        Event::TurnPassed { from, to } => [24, seat_number(from), seat_number(to), 0, 0, 0],
        Event::Ended { reason } => [25, reason as i32 + 1, 0, 0, 0, 0],
    }
}

fn seat_bits(seats: SeatSet) -> i32 {
    i32::from(seats.bits())
}

/// Encodes a step as numbers: its kind, counted from 1 in the list `steps` of `tables.luau`, then
/// its fields. Also returns the seat that took the step, if any.
pub(super) fn step_numbers(step: &Step<Race>, events: &[Event]) -> (StepNumbers, Option<Seat>) {
    match *step {
        Step::Chance(die) => {
            let roller = events.iter().find_map(|event| match event {
                Event::Rolled { seat, .. } | Event::OpeningRolled { seat, .. } => Some(*seat),
                _ => None,
            });
            ([1, i32::from(die), 0, 0], roller)
        }
        // Hooks do not receive answers as steps.
        Step::Act { action: Action::Answer { .. }, .. } => ([6, 0, 0, 0], None),
        Step::Act { seat, action } => {
            let kind = if matches!(action, Action::Launch { .. }) { 2 } else { 3 };
            let [flies, stacks] = [action.flies(), action.stacks()].map(i32::from);
            ([kind, i32::from(action.plane()) + 1, flies, stacks], Some(seat))
        }
        Step::Timeout { seat } => ([4, 0, 0, 0], Some(seat)),
        Step::Resign { seat } => ([5, 0, 0, 0], Some(seat)),
        Step::Draw | Step::House { .. } => ([6, 0, 0, 0], None),
    }
}
