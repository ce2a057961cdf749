//! Tables that do not pass a misspelt field for `nil`: what scripts are shown in a check.

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::bindings::{HookCalls, Scripted};
use super::lua_value;
use super::nearest::did_you_mean;

/// What the tables of each kind are given in a check.
pub(super) struct Strict {
    actions: Table,
}

impl Strict {
    /// Has all events and steps made from now on say so when a field is read that none has.
    pub(super) fn begin<G: Scripted>(lua: &Lua, hooks: &HookCalls) -> mlua::Result<Self> {
        let maker = |noun, fields| {
            let guard = guard(lua, noun, fields)?;
            lua.create_function(move |lua, make: Function| guarded(lua, make, guard.clone()))
        };
        let step = maker("a step", words(G::STEP_FIELDS))?;
        hooks.guard.call::<()>((step, maker("an event", words(G::EVENT_FIELDS))?))?;
        Ok(Self { actions: guard(lua, "an action", words(G::ACTION_FIELDS))? })
    }

    /// Has every action of a list say so.
    pub(super) fn guard_actions(&self, list: &Table) -> mlua::Result<()> {
        for action in list.sequence_values::<Table>() {
            action?.set_metatable(Some(self.actions.clone()))?;
        }
        Ok(())
    }

    /// Has the table of rules say so: these are the fields it can have.
    pub(super) fn guard_rules(lua: &Lua, rules: &Table, fields: Vec<String>) -> mlua::Result<()> {
        rules.set_metatable(Some(guard(lua, "view.rules", fields)?))
    }
}

fn words(fields: &[&str]) -> Vec<String> {
    fields.iter().map(ToString::to_string).collect()
}

/// The metatable of tables that can have these fields and no others.
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

/// A function that makes tables as `make` does, with a metatable. It costs a script no more.
fn guarded(lua: &Lua, make: Function, guard: Table) -> mlua::Result<Function> {
    lua.create_function(move |_, values: MultiValue| {
        let table: Table = make.call(values)?;
        table.set_metatable(Some(guard.clone()))?;
        Ok(table)
    })
}
