//! What `turn` has in Junqi alone.

use mlua::UserDataMethods;

use crate::junqi::Junqi;
use crate::script::bindings::price;
use crate::script::context::TurnHandle;

/// Methods of `turn`, for error messages and the type file.
pub(super) const METHODS: [&str; 1] = ["layouts"];

pub(super) fn add_methods<M: UserDataMethods<TurnHandle<Junqi>>>(methods: &mut M) {
    methods.add_method("layouts", |lua, turn, ()| {
        let position = turn.look(lua, price::READ)?;
        let offered = &position.shown.offered;
        turn.context.meter.charge(lua, offered.len() as u64 * price::BOARD)?;
        let list = lua.create_table_with_capacity(offered.len(), 0)?;
        for layout in offered {
            let codes = layout.pieces().iter().map(|piece| turn.context.kit.code(*piece));
            list.raw_push(lua.create_sequence_from(codes)?)?;
        }
        Ok(list)
    });
}
