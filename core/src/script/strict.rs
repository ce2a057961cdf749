//! Strict tables for checks: reading a misspelt field is an error instead of `nil`.

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::game_data::{GameData, HookCalls};
use super::lua_value;
use super::nearest::did_you_mean;

/// The fields of the table of an answer to a question, without `kind`.
const ANSWER_FIELDS: [&str; 3] = ["question", "option", "number"];

/// The checks of a VM in which tables are strict.
pub(super) struct Strict {
    /// The metatable of actions.
    action_metatable: Table,
}

impl Strict {
    /// Makes all events and steps created from now on strict.
    pub(super) fn begin<G: GameData>(lua: &Lua, hooks: &HookCalls) -> mlua::Result<Self> {
        let wrapper = |noun, fields| {
            let metatable = strict_metatable(lua, noun, fields)?;
            lua.create_function(move |lua, maker: Function| {
                strict_maker(lua, maker, metatable.clone())
            })
        };
        let wrap_step = wrapper("a step", owned(G::STEP_FIELDS))?;
        let wrap_event = wrapper("an event", owned(G::EVENT_FIELDS))?;
        hooks.wrap_makers.call::<()>((wrap_step, wrap_event))?;
        let mut action_fields = owned(G::ACTION_FIELDS);
        action_fields.extend(owned(&ANSWER_FIELDS));
        let action_metatable = strict_metatable(lua, "an action", action_fields)?;
        Ok(Self { action_metatable })
    }

    /// Makes every action of a list strict.
    pub(super) fn make_actions_strict(&self, list: &Table) -> mlua::Result<()> {
        for action in list.sequence_values::<Table>() {
            action?.set_metatable(Some(self.action_metatable.clone()))?;
        }
        Ok(())
    }

    /// Makes the table of rules strict. `fields` are its possible fields.
    pub(super) fn make_rules_strict(
        lua: &Lua,
        rules: &Table,
        fields: Vec<String>,
    ) -> mlua::Result<()> {
        rules.set_metatable(Some(strict_metatable(lua, "view.rules", fields)?))
    }
}

fn owned(fields: &[&str]) -> Vec<String> {
    fields.iter().map(ToString::to_string).collect()
}

/// Makes the metatable of tables that can have these fields and no others. `noun` names such a
/// table in errors.
fn strict_metatable(lua: &Lua, noun: &'static str, fields: Vec<String>) -> mlua::Result<Table> {
    let known = fields.join(", ");
    let missing = move |_: &Lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
        let name = match &key {
            Value::String(name) => lua_value::head(name, 60),
            other => other.type_name().to_owned(),
        };
        if key.is_string() && fields.contains(&name) {
            return Ok(Value::Nil);
        }
        let hint = did_you_mean(&name, fields.iter().map(String::as_str));
        let message = format!("{noun} has no `{name:.40}`{hint}; it has {known}");
        Err(mlua::Error::runtime(message))
    };
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua.create_function(missing)?)?;
    meta.set_readonly(true);
    Ok(meta)
}

/// Wraps a function that makes tables, so that they get a metatable. A script pays no fuel for
/// that.
fn strict_maker(lua: &Lua, maker: Function, metatable: Table) -> mlua::Result<Function> {
    lua.create_function(move |_, values: MultiValue| {
        let table: Table = maker.call(values)?;
        table.set_metatable(Some(metatable.clone()))?;
        Ok(table)
    })
}
