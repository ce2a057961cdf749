//! Public events as tables.

use mlua::{Lua, Table};

use crate::race::{Again, Event, PlaneSet, Race};
use crate::script::desk::{Desk, Row, ending};

/// The kinds of events, as scripts know them.
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

/// The kind of an event.
pub(super) fn kind(event: &Event) -> &'static str {
    match event {
        Event::OpeningRolled { .. } => "opening_rolled",
        Event::OpeningTied { .. } => "opening_tied",
        Event::Began { .. } => "began",
        Event::Rolled { .. } => "rolled",
        Event::NothingToMove { .. } => "nothing_to_move",
        Event::Launched { .. } => "launched",
        Event::Moved { .. } => "moved",
        Event::Jumped { .. } => "jumped",
        Event::Flew { .. } => "flew",
        Event::Captured { .. } => "captured",
        Event::Repelled { .. } => "repelled",
        Event::Stacked { .. } => "stacked",
        Event::Finished { .. } => "finished",
        Event::ThirdSix { .. } => "third_six",
        Event::RollsAgain { .. } => "rolls_again",
        Event::SeatHome { .. } => "seat_home",
        Event::SentHome { .. } => "sent_home",
        Event::Placed { .. } => "placed",
        Event::ExtraTurn { .. } => "extra_turn",
        Event::TurnSkipped { .. } => "turn_skipped",
        Event::NothingLeft { .. } => "nothing_left",
        Event::Won { .. } => "won",
        Event::Resigned { .. } => "resigned",
        Event::TurnPassed { .. } => "turn_passed",
        Event::Ended { .. } => "ended",
    }
}

/// An event as a table: its kind in snake case and what it tells.
pub(super) fn table(desk: &Desk<Race>, lua: &Lua, event: Event) -> mlua::Result<Table> {
    let row = || Row::new(desk, lua, kind(&event));
    let filled = match event {
        Event::OpeningRolled { seat, die } => row()?.seat("seat", seat)?.put("die", die),
        Event::OpeningTied { seats } => row()?.seats("seats", seats),
        Event::Began { seat } => row()?.seat("seat", seat),
        Event::Rolled { seat, die } => row()?.seat("seat", seat)?.put("die", die),
        Event::NothingToMove { seat, die } => row()?.seat("seat", seat)?.put("die", die),
        Event::Launched { seat, plane, to } => {
            row()?.seat("seat", seat)?.list("planes", numbers(PlaneSet::one(plane)))?.put("to", to)
        }
        Event::Moved { seat, planes, from, to, die } => {
            let row = row()?.seat("seat", seat)?.list("planes", numbers(planes))?;
            row.put("from", from)?.put("to", to)?.put("die", die)
        }
        Event::Jumped { seat, planes, from, to } => row()?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("from", from)?
            .put("to", to),
        Event::Flew { seat, planes, from, to } => row()?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("from", from)?
            .put("to", to),
        Event::Captured { by, seat, planes, at } => row()?
            .seat("by", by)?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("at", at),
        Event::Repelled { seat, planes, at } => {
            row()?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Stacked { seat, planes, at } => {
            row()?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Finished { seat, planes } => {
            row()?.seat("seat", seat)?.list("planes", numbers(planes))
        }
        Event::ThirdSix { seat, planes } => {
            row()?.seat("seat", seat)?.list("planes", numbers(planes))
        }
        Event::RollsAgain { seat, why } => row()?.seat("seat", seat)?.put("why", again(why)),
        Event::SeatHome { seat, place } => row()?.seat("seat", seat)?.put("place", place),
        Event::SentHome { seat, planes, at } => {
            row()?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Placed { seat, planes, from, to } => {
            let row = row()?.seat("seat", seat)?.list("planes", numbers(planes))?;
            row.put("from", from)?.put("to", to)
        }
        Event::ExtraTurn { seat } => row()?.seat("seat", seat),
        Event::TurnSkipped { seat } => row()?.seat("seat", seat),
        Event::NothingLeft { seat, die } => row()?.seat("seat", seat)?.put("die", die),
        Event::Won { seat } => row()?.seat("seat", seat),
        Event::Resigned { seat } => row()?.seat("seat", seat),
        Event::TurnPassed { from, to } => row()?.seat("seat", from)?.seat("next", to),
        Event::Ended { reason } => row()?.put("reason", ending(reason)),
    };
    filled.map(Row::done)
}

fn again(why: Again) -> &'static str {
    match why {
        Again::Face => "face",
        Again::Capture => "capture",
        Again::Finish => "finish",
        Again::Try => "try",
    }
}

/// The numbers scripts know planes by.
fn numbers(planes: PlaneSet) -> impl Iterator<Item = u8> {
    planes.iter().map(|plane| plane + 1)
}
