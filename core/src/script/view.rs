//! `view`: what the seat may know, read only. These are its fields and methods in every game.

use mlua::{Lua, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value};

use super::bindings::{Scripted, price};
use super::context::{GameTable, ViewHandle, unknown_name};

/// Fields and methods of `view` in every game, for error messages and the type file.
pub(super) const FIELDS: [&str; 11] = [
    "seat",
    "seats",
    "partner",
    "partners",
    "ply",
    "preset",
    "rules",
    "house_rules",
    "memory",
    "cells",
    "places",
];
pub(super) const METHODS: [&str; 1] = ["log"];

impl<G: Scripted> ViewHandle<G> {
    /// Returns one of the tables that stay the same for a whole game.
    fn constant(&self, lua: &Lua, constant: GameTable) -> mlua::Result<Table> {
        let position = self.position(lua, price::READ)?;
        self.context.game_table(lua, &position, constant)
    }
}

impl<G: Scripted> UserData for ViewHandle<G> {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "View");
        fields.add_field_method_get("seat", |lua, view| {
            Ok(view.context.seat_word(view.position(lua, price::READ)?.seat))
        });
        fields.add_field_method_get("seats", |lua, view| view.constant(lua, GameTable::Seats));
        fields.add_field_method_get("rules", |lua, view| view.constant(lua, GameTable::Rules));
        fields.add_field_method_get("cells", |lua, view| view.constant(lua, GameTable::Cells));
        fields.add_field_method_get("partner", |lua, view| {
            let position = view.position(lua, price::READ)?;
            let partner = G::partners_of(&position.script_view, position.seat).iter().next();
            Ok(partner.map(|seat| view.context.seat_word(seat)))
        });
        fields.add_field_method_get("partners", |lua, view| {
            let position = view.position(lua, price::SHORT_LIST)?;
            let partners = G::partners_of(&position.script_view, position.seat);
            lua.create_sequence_from(partners.iter().map(|seat| view.context.seat_word(seat)))
        });
        fields.add_field_method_get("ply", |lua, view| {
            Ok(G::ply_of(&view.position(lua, price::READ)?.script_view))
        });
        fields.add_field_method_get("preset", |lua, view| {
            let position = view.position(lua, price::READ)?;
            view.context.preset(lua, &position)
        });
        fields.add_field_method_get("places", |lua, view| {
            let position = view.position(lua, price::SHORT_LIST)?;
            let places = G::places_of(&position.script_view).into_iter();
            lua.create_sequence_from(places.map(|seat| view.context.seat_word(seat)))
        });
        fields.add_field_method_get("house_rules", |lua, view| {
            view.position(lua, price::SHORT_LIST)?;
            lua.create_sequence_from(view.context.house_rules().iter().map(String::as_str))
        });
        fields.add_field_method_get("memory", |lua, view| {
            view.position(lua, price::SHORT_LIST)?;
            view.context.memory(lua)
        });
        G::add_view_fields(fields);
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("log", log);
        G::add_view_methods(methods);
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> mlua::Result<Value> {
            Err(unknown_name("view", &key, &[&FIELDS, G::VIEW_FIELDS, &METHODS, G::VIEW_METHODS]))
        });
    }
}

/// Returns the public events from number `from` on, counted from 1, and the number to pass in the
/// next call.
fn log<G: Scripted>(
    lua: &Lua,
    view: &ViewHandle<G>,
    from: Option<f64>,
) -> mlua::Result<(Table, usize)> {
    let position = view.position(lua, price::READ)?;
    if view.context.is_rule() {
        let message = "a house rule has no log: use `remember` to keep what it needs later";
        return Err(mlua::Error::runtime(message));
    }
    // The cast turns NaN and negative numbers into 0.
    let first = (from.map_or(1.0, |from| from.min(1e9)) as usize).max(1);
    let events = position.log.get(first - 1..).unwrap_or_default();
    view.context.meter.charge(lua, events.len() as u64 * price::SHORT_LIST)?;
    let list = lua.create_table_with_capacity(events.len(), 0)?;
    for event in events {
        list.raw_push(view.context.event_table(event)?)?;
    }
    Ok((list, position.log.len() + 1))
}
