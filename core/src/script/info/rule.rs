//! The metadata that only house rules have: the options they set and their hooks.

use mlua::{Function, Table, Value};
use serde_json::{Map, Value as Json};

use super::{FieldReader, GameInfo, MAX_NAME, ScriptInfo};
use crate::house::Hook;
use crate::script::ScriptError;
use crate::script::lua_value::{self, describe};

/// Most options a rule can set; no game has as many.
const MAX_SET: usize = 100;

const AFTER_FIELDS: [&str; 2] = ["on", "run"];

/// The hooks of a house rule.
#[derive(Default)]
pub(in crate::script) struct Hooks {
    pub(in crate::script) filter: Option<Function>,
    pub(in crate::script) after: Option<Function>,
    /// The events that call `after`; `None` for all events.
    pub(in crate::script) on: Option<Vec<String>>,
    pub(in crate::script) battle: Option<Function>,
    pub(in crate::script) layout: Option<Function>,
}

impl Hooks {
    /// Returns the hooks of a table that was read and checked before.
    pub(in crate::script) fn again(&self, table: &Table) -> mlua::Result<Self> {
        let Some(hooks) = table.raw_get::<Option<Table>>("hooks")? else {
            return Ok(Self::default());
        };
        let after = match hooks.raw_get("after")? {
            Value::Table(after) => after.raw_get("run")?,
            Value::Function(after) => Some(after),
            _ => None,
        };
        Ok(Self {
            filter: hooks.raw_get("filter")?,
            after,
            on: self.on.clone(),
            battle: hooks.raw_get("battle")?,
            layout: hooks.raw_get("layout")?,
        })
    }

    pub(in crate::script) fn of(&self, hook: Hook) -> Option<&Function> {
        match hook {
            Hook::Filter => self.filter.as_ref(),
            Hook::After => self.after.as_ref(),
            Hook::Battle => self.battle.as_ref(),
            Hook::Layout => self.layout.as_ref(),
        }
    }

    fn names(&self) -> Vec<String> {
        let own = Hook::ALL.into_iter().filter(|hook| self.of(*hook).is_some());
        own.map(|hook| hook.name().to_owned()).collect()
    }
}

/// Reads the fields that only a house rule has.
pub(super) fn read(
    reader: &FieldReader<'_>,
    game: &GameInfo,
    info: &mut ScriptInfo,
) -> Result<Hooks, ScriptError> {
    info.option_changes = set(reader, game, &info.presets)?;
    let hooks = hooks(reader, game)?;
    info.hooks = hooks.names();
    if info.option_changes.is_empty() && info.hooks.is_empty() {
        let message = "does nothing: give it `set` = { option = value } or `hooks` = { ... }";
        return Err(reader.wrong("set", message));
    }
    info.sees_all = match reader.string("sees", MAX_NAME)?.as_deref() {
        None => false,
        Some("all") if game.has_secrets => true,
        Some("all") => {
            let message = format!("`sees` has no use in {}: nothing is hidden there", game.name);
            return Err(reader.wrong("sees", message));
        }
        Some(_) => return Err(reader.wrong("sees", "`sees` can only be \"all\"")),
    };
    Ok(hooks)
}

/// Returns the options a rule sets. They must exist, have valid values, and fit at least one
/// preset the rule is for.
fn set(
    reader: &FieldReader<'_>,
    game: &GameInfo,
    presets: &[String],
) -> Result<Map<String, Json>, ScriptError> {
    let mut set = Map::new();
    let Some(table) = reader.table("set")? else { return Ok(set) };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| reader.sandbox.caught(&error))?;
        let Value::String(key) = &key else {
            let message = format!("`set` is written {{ option = value }}, not {}", describe(&key));
            return Err(reader.wrong("set", message));
        };
        let key = lua_value::head(key, MAX_NAME);
        let json = lua_value::json(&value).map_err(|_| {
            let message = format!("`{key}` needs a text, a number, true, false or a list");
            reader.wrong(&key, message)
        })?;
        if set.len() >= MAX_SET {
            return Err(reader.wrong("set", format!("at most {MAX_SET} options can be set")));
        }
        // An empty Lua table is ambiguous; options take lists, never objects.
        let empty = json.as_object().is_some_and(Map::is_empty);
        set.insert(key, if empty { Json::Array(Vec::new()) } else { json });
    }
    set.sort_keys();
    let presets: Vec<&str> = match presets {
        [] => game.presets.to_vec(),
        some => some.iter().map(String::as_str).collect(),
    };
    // A rule may be for one board of several, but it has to fit one of them.
    let mut first = None;
    for preset in presets {
        match (game.try_set)(preset, &set) {
            Ok(()) => return Ok(set),
            Err(why) => first = first.or(Some(why)),
        }
    }
    match first {
        Some(why) => {
            let word = why.key().map_or("set", |key| key).to_owned();
            Err(reader.wrong(&word, why.to_string()))
        }
        None => Ok(set),
    }
}

fn hooks(reader: &FieldReader<'_>, game: &GameInfo) -> Result<Hooks, ScriptError> {
    let mut hooks = Hooks::default();
    let Some(table) = reader.table("hooks")? else { return Ok(hooks) };
    let names: Vec<&str> = game.hooks.iter().map(|hook| hook.name()).collect();
    let entry =
        FieldReader { sandbox: reader.sandbox, table: &table, owner: "hooks", fields: &names };
    entry.known()?;
    hooks.filter = entry.hook("filter", "(view, actions)")?;
    hooks.battle = entry.hook("battle", "(view, attacker, defender)")?;
    hooks.layout = entry.hook("layout", "(view, layout)")?;
    match entry.get("after") {
        Value::Table(table) => {
            let after = FieldReader {
                sandbox: reader.sandbox,
                table: &table,
                owner: "after",
                fields: &AFTER_FIELDS,
            };
            after.known()?;
            hooks.after = after.hook("run", "(view, step, events)")?;
            if hooks.after.is_none() {
                return Err(after.missing("run"));
            }
            hooks.on = after.table("on")?.map(|on| events(&after, &on, game)).transpose()?;
        }
        _ => hooks.after = entry.hook("after", "(view, step, events)")?,
    }
    Ok(hooks)
}

/// Returns the kinds of events that `on` names.
fn events(
    reader: &FieldReader<'_>,
    list: &Table,
    game: &GameInfo,
) -> Result<Vec<String>, ScriptError> {
    let mut found = Vec::new();
    for value in list.sequence_values::<Value>().take(game.events.len()) {
        let value = value.map_err(|error| reader.sandbox.caught(&error))?;
        let name = lua_value::word(&value);
        if !game.events.contains(&name.as_str()) {
            let (given, known) = (describe(&value), game.events.join(", "));
            return Err(reader.wrong(&name, format!("{given} is no event; events are {known}")));
        }
        found.push(name);
    }
    if found.is_empty() {
        return Err(reader.wrong("on", "`on` names the events that call `run`, one at least"));
    }
    Ok(found)
}
