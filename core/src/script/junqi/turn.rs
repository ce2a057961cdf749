//! The methods of `turn` that only Junqi has.

use mlua::{Lua, Result, Table, UserDataMethods, Value};

use super::layout;
use crate::games::junqi::{Junqi, Layout};
use crate::script::bindings::price;
use crate::script::context::TurnHandle;

/// Methods of `turn`, for error messages and the type file.
pub(super) const METHODS: [&str; 2] = ["layouts", "varied"];

pub(super) fn add_methods<M: UserDataMethods<TurnHandle<Junqi>>>(methods: &mut M) {
    methods.add_method("layouts", |lua, turn, ()| {
        let position = turn.look(lua, price::READ)?;
        let offered = &position.shown.offered;
        turn.context.meter.charge(lua, offered.len() as u64 * price::BOARD)?;
        let list = lua.create_table_with_capacity(offered.len(), 0)?;
        for layout in offered {
            list.raw_push(codes(lua, turn, layout)?)?;
        }
        Ok(list)
    });
    methods.add_method("varied", varied);
}

/// Returns a layout as the list of its codes.
fn codes(lua: &Lua, turn: &TurnHandle<Junqi>, layout: &Layout) -> Result<Table> {
    let codes = layout.pieces().iter().map(|piece| turn.context.kit.code(*piece));
    lua.create_sequence_from(codes)
}

/// Returns a random variation of a layout, so that opponents do not know it from earlier games.
fn varied(lua: &Lua, turn: &TurnHandle<Junqi>, answer: Value) -> Result<Table> {
    turn.look(lua, 3 * price::BOARD)?;
    let layout = layout::read(&answer, "varied takes").map_err(mlua::Error::runtime)?;
    let stream = &turn.context.stream;
    let draw = |most: usize| stream.between(0.0, most as f64 - 1.0).map(|drawn| drawn as usize);
    codes(lua, turn, &layout.varied(draw)?)
}
