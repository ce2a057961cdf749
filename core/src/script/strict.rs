//! Strict tables for checks: reading a misspelt field is an error instead of `nil`.

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::game_data::{GameData, HookCalls};
use super::lua_value;
use super::nearest::did_you_mean;

/// The metatables of strict tables.
pub(super) struct Strict {
    actions: Table,
}

impl Strict {
    /// Makes all events and steps created from now on strict.
    pub(super) fn begin<G: GameData>(lua: &Lua, hooks: &HookCalls) -> mlua::Result<Self> {
        let maker = |noun, fields| {
            let guard = guard(lua, noun, fields)?;
            lua.create_function(move |lua, make: Function| guarded(lua, make, guard.clone()))
        };
        let step = maker("a step", words(G::STEP_FIELDS))?;
        hooks.guard.call::<()>((step, maker("an event", words(G::EVENT_FIELDS))?))?;
        Ok(Self { actions: guard(lua, "an action", words(G::ACTION_FIELDS))? })
    }

    /// Makes every action of a list strict.
    pub(super) fn guard_actions(&self, list: &Table) -> mlua::Result<()> {
        for action in list.sequence_values::<Table>() {
            action?.set_metatable(Some(self.actions.clone()))?;
        }
        Ok(())
    }

    /// Makes the table of rules strict; `fields` are its possible fields.
    pub(super) fn guard_rules(lua: &Lua, rules: &Table, fields: Vec<String>) -> mlua::Result<()> {
        rules.set_metatable(Some(guard(lua, "view.rules", fields)?))
    }
}

fn words(fields: &[&str]) -> Vec<String> {
    fields.iter().map(ToString::to_string).collect()
}

/// Makes the metatable of tables that can have these fields and no others.
fn guard(lua: &Lua, noun: &'static str, fields: Vec<String>) -> mlua::Result<Table> {
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
        let why = format!("{noun} has no `{name:.40}`{hint}; it has {known}");
        Err(mlua::Error::runtime(why))
    };
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua.create_function(missing)?)?;
    meta.set_readonly(true);
    Ok(meta)
}

/// Wraps `make` so that its tables get a metatable. It costs a script no more fuel.
fn guarded(lua: &Lua, make: Function, guard: Table) -> mlua::Result<Function> {
    lua.create_function(move |_, values: MultiValue| {
        let table: Table = make.call(values)?;
        table.set_metatable(Some(guard.clone()))?;
        Ok(table)
    })
}
