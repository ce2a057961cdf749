//! `turn`: the legal actions, and the notes, marks and offer a robot can add to its answer.

use mlua::{LuaString, MetaMethod, UserData, UserDataFields, UserDataMethods, Value};

use super::bindings::{Scripted, price};
use super::context::{TurnHandle, unknown_name};
use super::lua_value::{describe, head};
use super::search;
use crate::contract::robot::RobotNote;

/// Fields and methods of `turn` in every game, for error messages and the type file.
pub(super) const FIELDS: [&str; 1] = ["params"];
pub(super) const METHODS: [&str; 6] = ["actions", "offer", "note", "mark", "budget", "random"];

/// The maximum number of characters of a note.
const MAX_NOTE: usize = 40;

impl<G: Scripted> UserData for TurnHandle<G> {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "Turn");
        fields.add_field_method_get("params", |lua, turn| {
            turn.position(lua, price::READ)?;
            Ok(turn.context.params.borrow().clone())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("actions", |lua, turn, ()| {
            let position = turn.position(lua, price::READ)?;
            let price = position.prices().action;
            turn.context.meter.charge(lua, position.actions.len() as u64 * price)?;
            turn.context.action_tables(lua, &position)
        });
        methods.add_method("offer", |lua, turn, action: Value| {
            let position = turn.position(lua, price::READ)?;
            turn.context.offered_action.set(Some(turn.context.read_action(&position, &action)?));
            Ok(())
        });
        methods.add_method("note", |lua, turn, (action, note): (Value, Value)| {
            let position = turn.position(lua, price::SHORT_LIST)?;
            let action = turn.context.read_action(&position, &action)?;
            // A number is always a valid note. If notes are dropped, only notes that are no numbers
            // have to be checked.
            if turn.context.keeps_notes() || !is_number(&note) {
                turn.context.add_note(RobotNote::Action { action, text: note_text(&note)? });
            }
            Ok(())
        });
        methods.add_method("mark", |lua, turn, (cell, colour): (LuaString, LuaString)| {
            let position = turn.position(lua, price::SHORT_LIST)?;
            let (cell, colour) = (head(&cell, MAX_NOTE), head(&colour, MAX_NOTE));
            if !G::has_cell(&position.script_view, &cell) {
                return Err(mlua::Error::runtime(format!("no cell {cell:.40?}; see view.cells")));
            }
            if !G::COLOURS.contains(&colour.as_str()) {
                let known = G::COLOURS.join(", ");
                return Err(mlua::Error::runtime(format!(
                    "no colour {colour:.20?}; colours are {known}"
                )));
            }
            turn.context.add_note(RobotNote::Cell { cell, colour });
            Ok(())
        });
        methods.add_method("budget", |lua, turn, ()| {
            turn.position(lua, price::READ)?;
            Ok(turn.context.meter.remaining_share())
        });
        methods.add_method("random", |lua, turn, highest: f64| {
            turn.position(lua, price::READ)?;
            turn.context.stream.random_integer(1.0, highest)
        });
        search::add_methods(methods);
        G::add_turn_methods(methods);
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> mlua::Result<Value> {
            Err(unknown_name("turn", &key, &[&FIELDS, &METHODS, &search::METHODS, G::TURN_METHODS]))
        });
    }
}

/// Returns true if a note is a number.
fn is_number(note: &Value) -> bool {
    matches!(note, Value::Number(_) | Value::Integer(_))
}

/// Cuts a text to the length of a note and drops control characters.
pub(super) fn clean_note(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_NOTE).collect()
}

/// Returns a note's text. Numbers get at most two decimals.
fn note_text(note: &Value) -> mlua::Result<String> {
    let number = note.as_f64().or_else(|| note.as_integer().map(|number| number as f64));
    match (note, number) {
        (Value::String(text), _) => Ok(clean_note(&head(text, 2 * MAX_NOTE))),
        (_, Some(number)) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Ok((number as i64).to_string())
        }
        (_, Some(number)) => Ok(format!("{number:.2}")),
        _ => {
            let got = describe(note);
            Err(mlua::Error::runtime(format!("a note is a number or a text, not {got}")))
        }
    }
}
