//! Steps and public events as numbers, from which Lua makes tables.

use crate::contract::game::Step;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::{Action, Event, PlaneSet, Race};
use crate::script::game_data::{Numbers, StepNumbers};

/// The kinds of events, by their names in scripts; tables.luau makes their tables in this order.
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

/// Encodes an event as numbers: its kind, counted from 1, then its fields.
pub(super) fn numbers(event: &Event) -> Numbers {
    let who = |seat: Seat| seat.index() as i32 + 1;
    let set = |planes: PlaneSet| i32::from(planes.bits());
    match *event {
        Event::OpeningRolled { seat, die } => [1, who(seat), i32::from(die), 0, 0, 0],
        Event::OpeningTied { seats } => [2, bits(seats), 0, 0, 0, 0],
        Event::Began { seat } => [3, who(seat), 0, 0, 0, 0],
        Event::Rolled { seat, die } => [4, who(seat), i32::from(die), 0, 0, 0],
        Event::NothingToMove { seat, die } => [5, who(seat), i32::from(die), 0, 0, 0],
        Event::Launched { seat, plane, to } => {
            [6, who(seat), set(PlaneSet::one(plane)), i32::from(to), 0, 0]
        }
        Event::Moved { seat, planes, from, to, die } => {
            let [from, to, die] = [from, to, die].map(i32::from);
            [7, who(seat), set(planes), from, to, die]
        }
        Event::Jumped { seat, planes, from, to } => {
            [8, who(seat), set(planes), i32::from(from), i32::from(to), 0]
        }
        Event::Flew { seat, planes, from, to } => {
            [9, who(seat), set(planes), i32::from(from), i32::from(to), 0]
        }
        Event::Captured { by, seat, planes, at } => {
            [10, who(seat), set(planes), i32::from(at), who(by), 0]
        }
        Event::Repelled { seat, planes, at } => [11, who(seat), set(planes), i32::from(at), 0, 0],
        Event::Stacked { seat, planes, at } => [12, who(seat), set(planes), i32::from(at), 0, 0],
        Event::Finished { seat, planes } => [13, who(seat), set(planes), 0, 0, 0],
        Event::ThirdSix { seat, planes } => [14, who(seat), set(planes), 0, 0, 0],
        Event::RollsAgain { seat, why } => [15, who(seat), why as i32 + 1, 0, 0, 0],
        Event::SeatHome { seat, place } => [16, who(seat), i32::from(place), 0, 0, 0],
        Event::SentHome { seat, planes, at } => [17, who(seat), set(planes), i32::from(at), 0, 0],
        Event::Placed { seat, planes, from, to } => {
            [18, who(seat), set(planes), i32::from(from), i32::from(to), 0]
        }
        Event::ExtraTurn { seat } => [19, who(seat), 0, 0, 0, 0],
        Event::TurnSkipped { seat } => [20, who(seat), 0, 0, 0, 0],
        Event::NothingLeft { seat, die } => [21, who(seat), i32::from(die), 0, 0, 0],
        Event::Won { seat } => [22, who(seat), 0, 0, 0, 0],
        Event::Resigned { seat } => [23, who(seat), 0, 0, 0, 0],
        Event::TurnPassed { from, to } => [24, who(from), who(to), 0, 0, 0],
        Event::Ended { reason } => [25, reason as i32 + 1, 0, 0, 0, 0],
    }
}

fn bits(seats: SeatSet) -> i32 {
    i32::from(seats.bits())
}

/// Encodes a step as numbers; also returns the seat that took it.
pub(super) fn step(step: &Step<Race>, events: &[Event]) -> (StepNumbers, Option<Seat>) {
    match *step {
        Step::Chance(die) => {
            let roller = events.iter().find_map(|event| match event {
                Event::Rolled { seat, .. } | Event::OpeningRolled { seat, .. } => Some(*seat),
                _ => None,
            });
            ([1, i32::from(die), 0, 0], roller)
        }
        Step::Act { seat, action } => {
            let kind = if matches!(action, Action::Launch { .. }) { 2 } else { 3 };
            let flags = [action.flies(), action.stacks()].map(i32::from);
            ([kind, i32::from(action.plane()) + 1, flags[0], flags[1]], Some(seat))
        }
        Step::Timeout { seat } => ([4, 0, 0, 0], Some(seat)),
        Step::Resign { seat } => ([5, 0, 0, 0], Some(seat)),
        Step::Draw | Step::House { .. } => ([6, 0, 0, 0], None),
    }
}
