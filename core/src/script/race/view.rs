//! `view`: what the seat may know, read only.

use std::rc::Rc;

use mlua::{
    Lua, LuaString, MetaMethod, MultiValue, Table, UserData, UserDataFields, UserDataMethods, Value,
};

use crate::game::Game;
use crate::race::{Board, Event, HANGAR, Race};
use crate::seat::Seat;

use super::action::tried;
use super::desk::{Constant, Desk, Position, or_false, progress, unknown};
use super::{VIEW_FIELDS, VIEW_METHODS, price};

/// The `view` a script is given.
pub(super) struct ViewHandle {
    pub(super) desk: Rc<Desk>,
}

impl ViewHandle {
    fn look(&self, lua: &Lua, steps: u64) -> mlua::Result<std::cell::Ref<'_, Position>> {
        self.desk.enter(lua, steps)
    }

    fn constant(&self, lua: &Lua, which: Constant) -> mlua::Result<Table> {
        let position = self.look(lua, price::READ)?;
        self.desk.constant(lua, &position, which)
    }
}

impl UserData for ViewHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "View");
        fields.add_field_method_get("seat", |lua, view| {
            Ok(view.desk.seat_word(view.look(lua, price::READ)?.seat))
        });
        fields.add_field_method_get("seats", |lua, view| view.constant(lua, Constant::Seats));
        fields.add_field_method_get("rules", |lua, view| view.constant(lua, Constant::Rules));
        fields.add_field_method_get("cells", |lua, view| view.constant(lua, Constant::Cells));
        fields.add_field_method_get("partner", |lua, view| {
            let position = view.look(lua, price::READ)?;
            Ok(position.race.partner(position.seat).map(|seat| view.desk.seat_word(seat)))
        });
        fields.add_field_method_get("ply", |lua, view| Ok(view.look(lua, price::READ)?.race.ply()));
        fields.add_field_method_get("preset", |lua, view| {
            Ok(match view.look(lua, price::READ)?.race.board() {
                Board::Aeroplane => view.desk.words.aeroplane.clone(),
                Board::Flying => view.desk.words.flying.clone(),
            })
        });
        fields.add_field_method_get("places", |lua, view| {
            let position = view.look(lua, price::LIST)?;
            lua.create_sequence_from(position.race.home().map(|seat| view.desk.seat_word(seat)))
        });
        fields
            .add_field_method_get("roll", |lua, view| Ok(view.look(lua, price::READ)?.race.die()));
        fields.add_field_method_get("sixes", |lua, view| {
            Ok(view.look(lua, price::READ)?.race.sixes())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("log", log);
        methods.add_method("planes", |lua, view, seat: Option<LuaString>| {
            let position = view.look(lua, price::LIST)?;
            let seat = view.desk.seat(position.seat, seat)?;
            lua.create_sequence_from(position.race.planes(seat).iter().map(|p| progress(*p)))
        });
        methods.add_method("board", board);
        methods.add_method("square", |lua, view, (seat, at): (LuaString, Option<f64>)| {
            let position = view.look(lua, price::READ)?;
            let seat = view.desk.seat(position.seat, Some(seat))?;
            let at = at.and_then(whole);
            Ok(at.and_then(|at| position.race.board().square(seat, at)))
        });
        methods.add_method("at", at);
        methods.add_method("risk", |lua, view, of: Value| {
            let position = view.look(lua, price::RISK)?;
            risk(&view.desk, &position, &of)
        });
        methods.add_method("path", path);
        methods.add_method("pips", |lua, view, seat: Option<LuaString>| {
            let position = view.look(lua, price::READ)?;
            Ok(pips(&position.race, view.desk.seat(position.seat, seat)?))
        });
        methods.add_method("finished", |lua, view, seat: Option<LuaString>| {
            let position = view.look(lua, price::READ)?;
            Ok(position.race.finished(view.desk.seat(position.seat, seat)?))
        });
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> mlua::Result<Value> {
            Err(unknown("view", &key, &[&VIEW_FIELDS, &VIEW_METHODS]))
        });
    }
}

/// The public events from a number on, and the number to ask from next time.
fn log(lua: &Lua, view: &ViewHandle, from: Option<f64>) -> mlua::Result<(Table, usize)> {
    let position = view.look(lua, price::READ)?;
    let from = from.map_or(1.0, |from| from.clamp(1.0, 1e9)) as usize;
    let events = position.log.get(from - 1..).unwrap_or_default();
    view.desk.meter.charge(lua, events.len() as u64 * price::LIST)?;
    let list = lua.create_table_with_capacity(events.len(), 0)?;
    for event in events {
        list.raw_push(view.desk.event_table(lua, *event)?)?;
    }
    Ok((list, position.log.len() + 1))
}

/// Owner and number of the planes on every square of the track, by square number.
fn board(lua: &Lua, view: &ViewHandle, (): ()) -> mlua::Result<(Table, Table)> {
    let position = view.look(lua, price::BOARD)?;
    let race = &position.race;
    let mut found: [(Option<Seat>, u8); 64] = [(None, 0); 64];
    for seat in race.seats().iter() {
        for plane in race.planes(seat) {
            let Some(square) = race.board().square(seat, *plane) else { continue };
            let (owner, count) = &mut found[square as usize & 63];
            if *owner.get_or_insert(seat) == seat {
                *count += 1;
            }
        }
    }
    let found = &found[..race.board().track_len() as usize];
    let owners =
        found.iter().map(|(owner, _)| or_false(lua, owner.map(|o| view.desk.seat_word(o))));
    let owners: MultiValue = owners.collect::<mlua::Result<_>>()?;
    let counts: MultiValue =
        found.iter().map(|(_, count)| Value::Integer(i64::from(*count))).collect();
    Ok((view.desk.make_list.call(owners)?, view.desk.make_list.call(counts)?))
}

/// The planes on a square.
fn at(lua: &Lua, view: &ViewHandle, square: f64) -> mlua::Result<Table> {
    let position = view.look(lua, price::LIST)?;
    let race = &position.race;
    let square = square_number(race, square)?;
    let list = lua.create_table()?;
    for (seat, plane) in race.on_square(square) {
        let row = lua.create_table_with_capacity(0, 4)?;
        row.raw_set("seat", view.desk.seat_word(seat))?;
        row.raw_set("plane", plane + 1)?;
        row.raw_set("progress", race.planes(seat)[plane as usize])?;
        row.raw_set("size", race.stack(seat, plane).len())?;
        list.raw_push(row)?;
    }
    Ok(list)
}

fn risk(desk: &Desk, position: &Position, of: &Value) -> mlua::Result<f64> {
    let (race, seat) = (&position.race, position.seat);
    if let Some(square) = of.as_f64().or_else(|| of.as_integer().map(|square| square as f64)) {
        let square = square_number(race, square)?;
        return Ok(race.board().progress(seat, square).map_or(0.0, |p| race.risk(seat, p)));
    }
    let action = desk.read_action(position, of)?;
    let (next, to) = tried(race, action);
    Ok(to.map_or(0.0, |to| next.risk(seat, to)))
}

/// Where an action touches down, in order, and what it sends home there.
fn path(lua: &Lua, view: &ViewHandle, action: Value) -> mlua::Result<Table> {
    let position = view.look(lua, price::TRY)?;
    let (race, seat) = (&position.race, position.seat);
    let action = view.desk.read_action(&position, &action)?;
    let hops = lua.create_table()?;
    let mut captures = lua.create_table()?;
    for event in race.preview(action) {
        let (kind, to) = match event {
            Event::Launched { to, .. } => ("launch", to),
            Event::Moved { to, .. } => ("walk", to),
            Event::Jumped { to, .. } => ("jump", to),
            Event::Flew { to, .. } => ("flight", to),
            other => {
                view.desk.add_captured(lua, &captures, other)?;
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
    }
    Ok(hops)
}

/// Squares a seat's planes still have to walk, a plane in the hangar one more than from its
/// first place.
fn pips(race: &Race, seat: Seat) -> u32 {
    let centre = u32::from(race.board().centre());
    let left = |p: &u8| if *p == HANGAR { centre + 1 } else { centre - u32::from(*p) };
    race.planes(seat).iter().map(left).sum()
}

fn whole(number: f64) -> Option<u8> {
    (number.fract() == 0.0 && (0.0..64.0).contains(&number)).then_some(number as u8)
}

fn square_number(race: &Race, square: f64) -> mlua::Result<u8> {
    let last = race.board().track_len() - 1;
    whole(square).filter(|square| *square <= last).ok_or_else(|| {
        mlua::Error::runtime(format!("no square {square}; squares go from 0 to {last}"))
    })
}
