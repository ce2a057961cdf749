//! Converts actions to Lua tables and back.

use mlua::{Either, Lua, Table, Variadic};

use crate::contract::game::{Game, NullSink, Step};
use crate::games::race::{Action, Event, HANGAR, Race};
use crate::script::context::{Context, VisiblePosition};

use super::{LuaCache, script_progress};

/// The number of fields that the Lua function `make_actions` takes for each action.
const FIELD_COUNT: usize = 9;

/// A field of an action: an optional number, a flag or a list.
type Field = Either<Option<f64>, Either<bool, Table>>;

/// Returns the legal actions as a list of tables.
pub(super) fn tables(
    context: &Context<Race>,
    lua: &Lua,
    position: &VisiblePosition<Race>,
) -> mlua::Result<Table> {
    let count = position.actions.len();
    let mut fields = Variadic::with_capacity(FIELD_COUNT * count);
    for action in &position.actions {
        fields.extend(fields_of(context, lua, &position.script_view, *action)?);
    }
    context.cache.make_actions.call((count as f64, fields))
}

/// Returns the fields of an action's table, in the order in which `make_actions` takes them.
fn fields_of(
    context: &Context<Race>,
    lua: &Lua,
    race: &Race,
    action: Action,
) -> mlua::Result<[Field; FIELD_COUNT]> {
    let (seat, plane) = (race.seat_to_move(), action.plane());
    let from = race.planes(seat)[plane as usize];
    let route = race.route(action);
    let to = route.filter(|route| !route.repelled).map(|route| route.end());
    let square = to.and_then(|to| race.board().square(seat, to));
    let number = |number: Option<u8>| Either::Left(number.map(f64::from));
    let flag = |flag: bool| Either::Right(Either::Left(flag));
    let captures = captures(context, lua, race, action)?;
    Ok([
        flag(matches!(action, Action::Launch { .. })),
        number(Some(plane + 1)),
        number(script_progress(from)),
        number(to),
        number(square),
        flag(action.flies()),
        flag(action.stacks()),
        number(Some(race.stack(seat, plane).len() as u8)),
        captures.map_or(Either::Left(None), |list| Either::Right(Either::Right(list))),
    ])
}

/// Returns the planes that an action captures. Returns `None` if the action cannot capture.
fn captures(
    context: &Context<Race>,
    lua: &Lua,
    race: &Race,
    action: Action,
) -> mlua::Result<Option<Table>> {
    if !may_capture(race, action) {
        return Ok(None);
    }
    let list = lua.create_table()?;
    for event in race.preview(action) {
        add_captured(context, &list, event)?;
    }
    Ok(Some(list))
}

/// Adds the planes of a capture to a list. Ignores other events.
pub(super) fn add_captured(
    context: &Context<Race>,
    list: &Table,
    event: Event,
) -> mlua::Result<()> {
    let Event::Captured { seat, planes, at, .. } = event else { return Ok(()) };
    for plane in planes.iter() {
        let fields = (context.seat_word(seat), plane + 1, at);
        let make = || context.cache.make_capture.call::<Table>(fields);
        list.raw_push(context.meter.free_of_charge(make)?)?;
    }
    Ok(())
}

/// Returns the kinds of an action: first `launch`, `advance` or `answer`, then `capture`, `flight`
/// and `stack` if they happen.
pub(super) fn kinds(race: &Race, action: Action) -> Vec<&'static str> {
    let mut kinds = vec![match action {
        Action::Launch { .. } => "launch",
        Action::Advance { .. } => "advance",
        Action::Answer { .. } => "answer",
    }];
    for event in race.preview(action) {
        let kind = match event {
            Event::Captured { .. } => "capture",
            Event::Flew { .. } => "flight",
            Event::Stacked { .. } => "stack",
            _ => continue,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns the legal action that a table describes.
///
/// # Errors
/// A description of the table, if it fits no legal action.
pub(super) fn find(cache: &LuaCache, actions: &[Action], table: &Table) -> Result<Action, String> {
    let flag = |key| table.raw_get::<bool>(key).unwrap_or(false);
    let plane = table.raw_get::<i64>(&cache.plane).unwrap_or(0);
    let (fly, stack) = (flag(&cache.fly), flag(&cache.stack));
    let found = actions.iter().find(|action| {
        plane == i64::from(action.plane()) + 1 && (action.flies(), action.stacks()) == (fly, stack)
    });
    found.copied().ok_or_else(|| format!("plane {plane}, fly {fly}, stack {stack}"))
}

/// Returns true if an action might capture. This test is cheaper than trying the action out.
fn may_capture(race: &Race, action: Action) -> bool {
    let Some(route) = race.route(action) else { return false };
    let seat = race.seat_to_move();
    route.flies
        || route.hops().iter().any(|hop| {
            let square = race.board().square(seat, *hop);
            square.is_some_and(|square| race.on_square(square).any(|(other, _)| other != seat))
        })
}

/// Returns the position after an action, and the progress of the moved plane in it. The progress is
/// `None` if the plane is in the hangar.
pub(super) fn try_action(race: &Race, action: Action) -> (Race, Option<u8>) {
    let seat = race.seat_to_move();
    let mut next = race.clone();
    next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    let to = next.planes(seat)[action.plane() as usize];
    (next, (to != HANGAR).then_some(to))
}
