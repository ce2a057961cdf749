//! Public events as tables.

use mlua::{Lua, Table};

use crate::junqi::{Cell, Event, Junqi, OutReason, Piece};
use crate::script::desk::{Desk, Row, ending};

/// The kinds of events, as scripts know them.
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

/// The kind of an event.
pub(super) fn kind(event: &Event) -> &'static str {
    match event {
        Event::Moved { .. } => "moved",
        Event::Battled { .. } => "battled",
        Event::Flipped { .. } => "flipped",
        Event::Settled { .. } => "settled",
        Event::Revealed { .. } => "revealed",
        Event::FlagShown { .. } => "flag_shown",
        Event::FlagTaken { .. } => "flag_taken",
        Event::FlagLifted { .. } => "flag_lifted",
        Event::FlagDropped { .. } => "flag_dropped",
        Event::FlagBrought { .. } => "flag_brought",
        Event::Removed { .. } => "removed",
        Event::Shifted { .. } => "shifted",
        Event::ExtraTurn { .. } => "extra_turn",
        Event::TimedOut { .. } => "timed_out",
        Event::ArmyOut { .. } => "army_out",
        Event::Ended { .. } => "ended",
    }
}

/// An event as a table: its kind in snake case and what it tells.
pub(super) fn table(desk: &Desk<Junqi>, lua: &Lua, event: &Event) -> mlua::Result<Table> {
    let row = || Row::new(desk, lua, kind(event));
    let filled = match *event {
        Event::Moved { seat, from, to } => {
            row()?.seat("seat", seat)?.cell("from", from)?.cell("to", to)
        }
        Event::Battled { seat, from, to, fight } => {
            let row = row()?.seat("seat", seat)?.cell("from", from)?.cell("to", to)?;
            row.put("stays", desk.kit.fight(fight))
        }
        Event::Flipped { seat, at, piece, colour } => {
            let row = row()?.seat("seat", seat)?.cell("at", at)?;
            row.face(piece)?.seat("army", colour)
        }
        Event::Settled { seat, colour } => row()?.seat("seat", seat)?.seat("army", colour),
        Event::Revealed { seat, at, piece } => {
            row()?.seat("seat", seat)?.cell("at", at)?.face(piece)
        }
        Event::FlagShown { seat, at } => row()?.seat("seat", seat)?.cell("at", at),
        Event::FlagTaken { by, seat, at } => {
            row()?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::FlagLifted { by, seat, at } => {
            row()?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::FlagDropped { seat, at } => row()?.seat("seat", seat)?.cell("at", at),
        Event::FlagBrought { by, seat, at } => {
            row()?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::Removed { seat, at } => row()?.seat("seat", seat)?.cell("at", at),
        Event::Shifted { seat, from, to } => {
            row()?.seat("seat", seat)?.cell("from", from)?.cell("to", to)
        }
        Event::ExtraTurn { seat } => row()?.seat("seat", seat),
        Event::TimedOut { seat, count } => row()?.seat("seat", seat)?.put("count", count),
        Event::ArmyOut { seat, reason } => {
            row()?.seat("seat", seat)?.put("reason", leaving(reason))
        }
        Event::Ended { winners, reason } => {
            row()?.seats("winners", winners)?.put("reason", ending(reason))
        }
    };
    filled.map(Row::done)
}

impl Row<'_, Junqi> {
    fn cell(self, key: &str, cell: Cell) -> mlua::Result<Self> {
        let name = self.desk().kit.cell(cell);
        self.put(key, name)
    }

    fn face(self, piece: Piece) -> mlua::Result<Self> {
        let code = self.desk().kit.code(piece);
        self.put("face", code)
    }
}

fn leaving(reason: OutReason) -> &'static str {
    match reason {
        OutReason::Flag => "flag",
        OutReason::NoMove => "no_move",
        OutReason::NoPieces => "no_pieces",
        OutReason::Timeouts => "timeouts",
        OutReason::Resigned => "resigned",
        OutReason::HouseRule => "house_rule",
    }
}
