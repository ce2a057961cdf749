//! Public events as tables.

use mlua::{Lua, Table};

use crate::junqi::{Cell, Event, Junqi, OutReason, Piece};
use crate::script::desk::{Desk, Row, ending};

/// An event as a table: its kind in snake case and what it tells.
pub(super) fn table(desk: &Desk<Junqi>, lua: &Lua, event: &Event) -> mlua::Result<Table> {
    let row = |kind: &str| Row::new(desk, lua, kind);
    let filled = match *event {
        Event::Moved { seat, from, to } => {
            row("moved")?.seat("seat", seat)?.cell("from", from)?.cell("to", to)
        }
        Event::Battled { seat, from, to, fight } => {
            let row = row("battled")?.seat("seat", seat)?.cell("from", from)?.cell("to", to)?;
            row.put("stays", desk.kit.fight(fight))
        }
        Event::Flipped { seat, at, piece, colour } => {
            let row = row("flipped")?.seat("seat", seat)?.cell("at", at)?;
            row.face(piece)?.seat("army", colour)
        }
        Event::Settled { seat, colour } => row("settled")?.seat("seat", seat)?.seat("army", colour),
        Event::Revealed { seat, at, piece } => {
            row("revealed")?.seat("seat", seat)?.cell("at", at)?.face(piece)
        }
        Event::FlagShown { seat, at } => row("flag_shown")?.seat("seat", seat)?.cell("at", at),
        Event::FlagTaken { by, seat, at } => {
            row("flag_taken")?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::FlagLifted { by, seat, at } => {
            row("flag_lifted")?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::FlagDropped { seat, at } => row("flag_dropped")?.seat("seat", seat)?.cell("at", at),
        Event::FlagBrought { by, seat, at } => {
            row("flag_brought")?.seat("by", by)?.seat("seat", seat)?.cell("at", at)
        }
        Event::Removed { seat, at } => row("removed")?.seat("seat", seat)?.cell("at", at),
        Event::Shifted { seat, from, to } => {
            row("shifted")?.seat("seat", seat)?.cell("from", from)?.cell("to", to)
        }
        Event::ExtraTurn { seat } => row("extra_turn")?.seat("seat", seat),
        Event::TimedOut { seat, count } => {
            row("timed_out")?.seat("seat", seat)?.put("count", count)
        }
        Event::ArmyOut { seat, reason } => {
            row("army_out")?.seat("seat", seat)?.put("reason", leaving(reason))
        }
        Event::Ended { winners, reason } => {
            row("ended")?.seats("winners", winners)?.put("reason", ending(reason))
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
