//! Public events as tables.

use mlua::{IntoLua, Lua, Table};

use crate::outcome::Reason;
use crate::race::{Again, Event, PlaneSet};
use crate::seat::{Seat, SeatSet};

use super::desk::Desk;

/// A table being filled.
struct Row<'a> {
    desk: &'a Desk,
    lua: &'a Lua,
    table: Table,
}

impl Row<'_> {
    fn put(self, key: &str, value: impl IntoLua) -> mlua::Result<Self> {
        self.table.raw_set(key, value)?;
        Ok(self)
    }

    fn seat(self, key: &str, seat: Seat) -> mlua::Result<Self> {
        let word = self.desk.seat_word(seat);
        self.put(key, word)
    }

    fn seats(self, key: &str, seats: SeatSet) -> mlua::Result<Self> {
        let words = seats.iter().map(|seat| self.desk.seat_word(seat));
        let list = self.lua.create_sequence_from(words)?;
        self.put(key, list)
    }

    fn planes(self, planes: PlaneSet) -> mlua::Result<Self> {
        let list = self.lua.create_sequence_from(planes.iter().map(|plane| plane + 1))?;
        self.put("planes", list)
    }
}

impl Desk {
    /// An event as a table: its kind in snake case and what it tells.
    pub(super) fn event_table(&self, lua: &Lua, event: Event) -> mlua::Result<Table> {
        let row = |kind: &str| {
            let table = lua.create_table_with_capacity(0, 6)?;
            Row { desk: self, lua, table }.put("kind", kind)
        };
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
            Event::Launched { seat, plane, to } => {
                row("launched")?.seat("seat", seat)?.planes(PlaneSet::one(plane))?.put("to", to)
            }
            Event::Moved { seat, planes, from, to, die } => {
                let row = row("moved")?.seat("seat", seat)?.planes(planes)?;
                row.put("from", from)?.put("to", to)?.put("die", die)
            }
            Event::Jumped { seat, planes, from, to } => {
                row("jumped")?.seat("seat", seat)?.planes(planes)?.put("from", from)?.put("to", to)
            }
            Event::Flew { seat, planes, from, to } => {
                row("flew")?.seat("seat", seat)?.planes(planes)?.put("from", from)?.put("to", to)
            }
            Event::Captured { by, seat, planes, at } => {
                row("captured")?.seat("by", by)?.seat("seat", seat)?.planes(planes)?.put("at", at)
            }
            Event::Repelled { seat, planes, at } => {
                row("repelled")?.seat("seat", seat)?.planes(planes)?.put("at", at)
            }
            Event::Stacked { seat, planes, at } => {
                row("stacked")?.seat("seat", seat)?.planes(planes)?.put("at", at)
            }
            Event::Finished { seat, planes } => row("finished")?.seat("seat", seat)?.planes(planes),
            Event::ThirdSix { seat, planes } => {
                row("third_six")?.seat("seat", seat)?.planes(planes)
            }
            Event::RollsAgain { seat, why } => {
                row("rolls_again")?.seat("seat", seat)?.put("why", again(why))
            }
            Event::SeatHome { seat, place } => {
                row("seat_home")?.seat("seat", seat)?.put("place", place)
            }
            Event::Resigned { seat } => row("resigned")?.seat("seat", seat),
            Event::TurnPassed { from, to } => {
                row("turn_passed")?.seat("seat", from)?.seat("next", to)
            }
            Event::Ended { reason } => row("ended")?.put("reason", ending(reason)),
        };
        filled.map(|row| row.table)
    }
}

fn again(why: Again) -> &'static str {
    match why {
        Again::Face => "face",
        Again::Capture => "capture",
        Again::Finish => "finish",
        Again::Try => "try",
    }
}

fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::AllHome => "all_home",
        Reason::FirstHome => "first_home",
        Reason::TeamHome => "team_home",
        Reason::Resignation => "resignation",
        Reason::Agreement => "agreement",
        Reason::FlagTaken => "flag_taken",
        Reason::NoMove => "no_move",
        Reason::NoPieces => "no_pieces",
        Reason::Timeouts => "timeouts",
        Reason::DeadPosition => "dead_position",
        Reason::QuietPlies => "quiet_plies",
    }
}
