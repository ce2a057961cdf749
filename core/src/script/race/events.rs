//! Public events as tables.

use mlua::{Lua, Table};

use crate::race::{Again, Event, PlaneSet, Race};
use crate::script::desk::{Desk, Row, ending};

/// An event as a table: its kind in snake case and what it tells.
pub(super) fn table(desk: &Desk<Race>, lua: &Lua, event: Event) -> mlua::Result<Table> {
    let row = |kind: &str| Row::new(desk, lua, kind);
    let filled = match event {
        Event::OpeningRolled { seat, die } => {
            row("opening_rolled")?.seat("seat", seat)?.put("die", die)
        }
        Event::OpeningTied { seats } => row("opening_tied")?.seats("seats", seats),
        Event::Began { seat } => row("began")?.seat("seat", seat),
        Event::Rolled { seat, die } => row("rolled")?.seat("seat", seat)?.put("die", die),
        Event::NothingToMove { seat, die } => {
            row("nothing_to_move")?.seat("seat", seat)?.put("die", die)
        }
        Event::Launched { seat, plane, to } => row("launched")?
            .seat("seat", seat)?
            .list("planes", numbers(PlaneSet::one(plane)))?
            .put("to", to),
        Event::Moved { seat, planes, from, to, die } => {
            let row = row("moved")?.seat("seat", seat)?.list("planes", numbers(planes))?;
            row.put("from", from)?.put("to", to)?.put("die", die)
        }
        Event::Jumped { seat, planes, from, to } => row("jumped")?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("from", from)?
            .put("to", to),
        Event::Flew { seat, planes, from, to } => row("flew")?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("from", from)?
            .put("to", to),
        Event::Captured { by, seat, planes, at } => row("captured")?
            .seat("by", by)?
            .seat("seat", seat)?
            .list("planes", numbers(planes))?
            .put("at", at),
        Event::Repelled { seat, planes, at } => {
            row("repelled")?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Stacked { seat, planes, at } => {
            row("stacked")?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Finished { seat, planes } => {
            row("finished")?.seat("seat", seat)?.list("planes", numbers(planes))
        }
        Event::ThirdSix { seat, planes } => {
            row("third_six")?.seat("seat", seat)?.list("planes", numbers(planes))
        }
        Event::RollsAgain { seat, why } => {
            row("rolls_again")?.seat("seat", seat)?.put("why", again(why))
        }
        Event::SeatHome { seat, place } => {
            row("seat_home")?.seat("seat", seat)?.put("place", place)
        }
        Event::SentHome { seat, planes, at } => {
            row("sent_home")?.seat("seat", seat)?.list("planes", numbers(planes))?.put("at", at)
        }
        Event::Placed { seat, planes, from, to } => {
            let row = row("placed")?.seat("seat", seat)?.list("planes", numbers(planes))?;
            row.put("from", from)?.put("to", to)
        }
        Event::ExtraTurn { seat } => row("extra_turn")?.seat("seat", seat),
        Event::TurnSkipped { seat } => row("turn_skipped")?.seat("seat", seat),
        Event::NothingLeft { seat, die } => {
            row("nothing_left")?.seat("seat", seat)?.put("die", die)
        }
        Event::Won { seat } => row("won")?.seat("seat", seat),
        Event::Resigned { seat } => row("resigned")?.seat("seat", seat),
        Event::TurnPassed { from, to } => row("turn_passed")?.seat("seat", from)?.seat("next", to),
        Event::Ended { reason } => row("ended")?.put("reason", ending(reason)),
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
