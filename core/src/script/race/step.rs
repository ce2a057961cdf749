//! Steps as tables, for house rules.

use mlua::{Lua, Table};

use crate::game::Step;
use crate::race::{Action, Event, Race};
use crate::script::desk::{Desk, Row};
use crate::seat::Seat;

/// A step as a table, and who took it.
pub(super) fn table(
    desk: &Desk<Race>,
    lua: &Lua,
    step: &Step<Race>,
    events: &[Event],
) -> mlua::Result<(Table, Option<Seat>)> {
    let row = |kind: &str| Row::new(desk, lua, kind);
    let (filled, seat) = match *step {
        Step::Chance(die) => {
            let roller = events.iter().find_map(|event| match event {
                Event::Rolled { seat, .. } | Event::OpeningRolled { seat, .. } => Some(*seat),
                _ => None,
            });
            (row("roll")?.put("die", die)?, roller)
        }
        Step::Act { seat, action } => {
            let kind = if matches!(action, Action::Launch { .. }) { "launch" } else { "advance" };
            let row = row(kind)?.put("plane", action.plane() + 1)?;
            (row.put("fly", action.flies())?.put("stack", action.stacks())?, Some(seat))
        }
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
