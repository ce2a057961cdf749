//! The fields and methods of `view` that only the race games have.

use mlua::{Lua, LuaString, MultiValue, Table, UserDataFields, UserDataMethods, Value};

use crate::contract::game::{Game, NullSink, Step};
use crate::contract::question::OptionKeys;
use crate::contract::seat::Seat;
use crate::games::race::{Effect, Event, HANGAR, Race};
use crate::script::bindings::price;
use crate::script::context::{Context, ViewHandle, VisiblePosition, value_or_false};
use crate::script::lua_value;
use crate::script::rule::{MAX_EFFECTS, check_effect};

use super::action::{add_captured, try_action};
use super::script_progress;

/// Fields and methods of `view`, for error messages and the type file.
pub(super) const FIELDS: [&str; 3] = ["roll", "sixes", "playing"];
pub(super) const METHODS: [&str; 9] =
    ["planes", "board", "square", "at", "risk", "path", "pips", "finished", "can"];

/// An upper bound on the number of squares of a track.
const MAX_SQUARES: usize = 64;

type Handle = ViewHandle<Race>;

pub(super) fn add_fields<F: UserDataFields<Handle>>(fields: &mut F) {
    fields.add_field_method_get("roll", |lua, view| {
        Ok(view.position(lua, price::READ)?.script_view.die())
    });
    fields.add_field_method_get("sixes", |lua, view| {
        Ok(view.position(lua, price::READ)?.script_view.sixes())
    });
    fields.add_field_method_get("playing", |lua, view| {
        let position = view.position(lua, price::SHORT_LIST)?;
        let mut order = position.script_view.board().turn_order();
        let start = order.iter().position(|seat| *seat == position.seat).unwrap_or(0);
        order.rotate_left(start);
        let active = position.script_view.active();
        let playing = order.into_iter().filter(|seat| active.contains(*seat));
        lua.create_sequence_from(playing.map(|seat| view.context.seat_word(seat)))
    });
}

pub(super) fn add_methods<M: UserDataMethods<Handle>>(methods: &mut M) {
    methods.add_method("planes", |lua, view, seat: Option<LuaString>| {
        let position = view.position(lua, super::price::PLANES)?;
        let seat = view.context.seat(position.seat, seat)?;
        lua.create_sequence_from(
            position.script_view.planes(seat).iter().map(|plane| script_progress(*plane)),
        )
    });
    methods.add_method("board", board);
    methods.add_method("square", |lua, view, (seat, progress): (LuaString, Option<f64>)| {
        let position = view.position(lua, price::LOOK_UP)?;
        let seat = view.context.seat(position.seat, Some(seat))?;
        let progress = progress.and_then(progress_or_square);
        Ok(progress.and_then(|progress| position.script_view.board().square(seat, progress)))
    });
    methods.add_method("at", planes_at);
    methods.add_method("risk", |lua, view, target: Value| {
        let position = view.position(lua, price::SHORT_LIST)?;
        risk(lua, &view.context, &position, &target)
    });
    methods.add_method("path", path);
    methods.add_method("pips", |lua, view, seat: Option<LuaString>| {
        let position = view.position(lua, price::LOOK_UP)?;
        Ok(pips(&position.script_view, view.context.seat(position.seat, seat)?))
    });
    methods.add_method("finished", |lua, view, seat: Option<LuaString>| {
        let position = view.position(lua, price::LOOK_UP)?;
        Ok(position.script_view.finished_count(view.context.seat(position.seat, seat)?))
    });
    methods.add_method("can", can);
}

/// Returns true if `effects`, a single effect or a list, could be applied now. The effects of a
/// list are tried one after the other, and all must be possible.
fn can(lua: &Lua, view: &Handle, effects: Table) -> mlua::Result<bool> {
    if !view.context.is_rule() {
        return Err(mlua::Error::runtime("only house rules ask for effects"));
    }
    let position = view.position(lua, price::TRY_MOVE * effects.raw_len().max(1) as u64)?;
    let list = if effects.raw_len() == 0 && !effects.is_empty() {
        vec![Value::Table(effects)]
    } else {
        if effects.raw_len() > MAX_EFFECTS {
            let message = format!("at most {MAX_EFFECTS} effects can be asked about at once");
            return Err(mlua::Error::runtime(message));
        }
        effects.sequence_values().collect::<mlua::Result<Vec<Value>>>()?
    };
    let mut race = position.script_view.clone();
    for value in list {
        check_effect::<Race>(&value).map_err(mlua::Error::runtime)?;
        let mut effect: Effect = lua_value::deserialize(&value).map_err(mlua::Error::runtime)?;
        // The declared options are added when the question is asked.
        if let Effect::Ask { question: Some(name), options, .. } = &mut effect
            && options.is_empty()
        {
            *options = OptionKeys::one(*name);
        }
        // No hook can ask for a seat to pass.
        let step = Step::House { rule: view.context.rule_number(), effect };
        if matches!(effect, Effect::Pass {}) || race.play(&step, &mut NullSink).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the owner and the number of planes on every square of the track, by square number.
fn board(lua: &Lua, view: &Handle, (): ()) -> mlua::Result<(Table, Table)> {
    let position = view.position(lua, super::price::PRICES.board)?;
    let race = &position.script_view;
    // Owner and number of planes by square.
    let mut squares: [(Option<Seat>, u8); MAX_SQUARES] = [(None, 0); MAX_SQUARES];
    for seat in race.seats().iter() {
        for plane in race.planes(seat) {
            let Some(square) = race.board().square(seat, *plane) else { continue };
            let (owner, count) = &mut squares[square as usize % MAX_SQUARES];
            if *owner.get_or_insert(seat) == seat {
                *count += 1;
            }
        }
    }
    let squares = &squares[..race.board().track_len() as usize];
    let seat_word = |seat: Seat| view.context.seat_word(seat);
    let owners = squares.iter().map(|(owner, _)| value_or_false(lua, owner.map(seat_word)));
    let owners: MultiValue = owners.collect::<mlua::Result<_>>()?;
    let counts = squares.iter().map(|(_, count)| Value::Integer(i64::from(*count)));
    let counts: MultiValue = counts.collect();
    let make_list = &view.context.cache.make_zero_based_list;
    Ok((make_list.call(owners)?, make_list.call(counts)?))
}

/// Returns the planes on a square.
fn planes_at(lua: &Lua, view: &Handle, square: f64) -> mlua::Result<Table> {
    let position = view.position(lua, price::SHORT_LIST)?;
    let race = &position.script_view;
    let square = square_number(race, square)?;
    let list = lua.create_table()?;
    for (seat, plane) in race.on_square(square) {
        let row = lua.create_table_with_capacity(0, 4)?;
        row.raw_set("seat", view.context.seat_word(seat))?;
        row.raw_set("plane", plane + 1)?;
        row.raw_set("progress", race.planes(seat)[plane as usize])?;
        row.raw_set("size", race.stack(seat, plane).len())?;
        list.raw_push(row)?;
    }
    view.context.meter.charge(lua, list.raw_len() as u64 * super::price::PLANE)?;
    Ok(list)
}

/// Returns the risk that a plane of the seat has on a square, or the risk of the moved plane after
/// an action.
fn risk(
    lua: &Lua,
    context: &Context<Race>,
    position: &VisiblePosition<Race>,
    target: &Value,
) -> mlua::Result<f64> {
    let (race, seat) = (&position.script_view, position.seat);
    let (risk, rolls) = if let Some(square) =
        target.as_f64().or_else(|| target.as_integer().map(|square| square as f64))
    {
        let square = square_number(race, square)?;
        let progress = race.board().progress(seat, square);
        progress.map_or((0.0, 0), |progress| race.risk_and_rolls(seat, progress))
    } else {
        let action = context.read_action(position, target)?;
        let (next, to) = try_action(race, action);
        to.map_or((0.0, 0), |to| next.risk_and_rolls(seat, to))
    };
    context.meter.charge(lua, rolls * super::price::RISK_ROLL)?;
    Ok(risk)
}

/// Returns the hops of an action in order, each with the planes that it captures.
fn path(lua: &Lua, view: &Handle, action: Value) -> mlua::Result<Table> {
    let position = view.position(lua, price::TRY_MOVE)?;
    let (race, seat) = (&position.script_view, position.seat);
    let action = view.context.read_action(&position, &action)?;
    let hops = lua.create_table()?;
    let mut captures = lua.create_table()?;
    for event in race.preview(action) {
        let (kind, to) = match event {
            Event::Launched { to, .. } => ("launch", to),
            Event::Moved { to, .. } => ("walk", to),
            Event::Jumped { to, .. } => ("jump", to),
            Event::Flew { to, .. } => ("flight", to),
            other => {
                add_captured(&view.context, &captures, other)?;
                continue;
            }
        };
        let hop = lua.create_table_with_capacity(0, 5)?;
        captures = lua.create_table()?;
        hop.raw_set("kind", kind)?;
        hop.raw_set("progress", to)?;
        hop.raw_set("square", race.board().square(seat, to))?;
        let cell = race.board().cell(seat, action.plane(), to);
        hop.raw_set("cell", race.board().cell_name(cell))?;
        hop.raw_set("captures", &captures)?;
        hops.raw_push(hop)?;
        view.context.meter.charge(lua, super::price::HOP)?;
    }
    Ok(hops)
}

/// Returns the number of squares that a seat's planes still have to travel. A plane in the hangar
/// counts one more than a plane with progress 0.
fn pips(race: &Race, seat: Seat) -> u32 {
    let centre = u32::from(race.board().centre());
    let remaining = |progress: &u8| match *progress {
        HANGAR => centre + 1,
        progress => centre - u32::from(progress),
    };
    race.planes(seat).iter().map(remaining).sum()
}

/// Reads a progress or the number of a square. Returns `None` if it is not a whole number below 64.
fn progress_or_square(number: f64) -> Option<u8> {
    (number.fract() == 0.0 && (0.0..64.0).contains(&number)).then_some(number as u8)
}

/// Reads the number of a square of the track.
fn square_number(race: &Race, square: f64) -> mlua::Result<u8> {
    let last = race.board().track_len() - 1;
    progress_or_square(square).filter(|square| *square <= last).ok_or_else(|| {
        mlua::Error::runtime(format!("no square {square}; squares go from 0 to {last}"))
    })
}
