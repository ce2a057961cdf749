//! Steps as tables, for house rules; only what everybody saw.

use mlua::{Lua, Table};

use crate::game::Step;
use crate::junqi::{Action, Junqi};
use crate::script::desk::{Desk, Row};
use crate::seat::Seat;

/// A step as a table, and who took it.
pub(super) fn table(
    desk: &Desk<Junqi>,
    lua: &Lua,
    step: &Step<Junqi>,
) -> mlua::Result<(Table, Option<Seat>)> {
    let row = |kind: &str| Row::new(desk, lua, kind);
    let (filled, seat) = match *step {
        Step::Act { seat, action: Action::Move { from, to, .. } } => {
            let row = row("move")?.put("from", desk.kit.cell(from))?;
            (row.put("to", desk.kit.cell(to))?, Some(seat))
        }
        Step::Act { seat, action: Action::Flip { at } } => {
            (row("flip")?.put("at", desk.kit.cell(at))?, Some(seat))
        }
        Step::Chance(outcome) => match outcome {},
        Step::Timeout { seat } => (row("timeout")?, Some(seat)),
        Step::Resign { seat } => (row("resign")?, Some(seat)),
        Step::Draw => (row("draw")?, None),
        Step::House { .. } => (row("house")?, None),
    };
    let filled = match seat {
        Some(seat) => filled.seat("seat", seat)?,
        None => filled,
    };
    Ok((filled.done(), seat))
}
