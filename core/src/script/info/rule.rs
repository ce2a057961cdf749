//! The metadata that only house rules have: the options they set and their hooks.

use mlua::{Function, Table, Value};
use serde_json::{Map, Value as Json};

use super::{FieldReader, GameInfo, MAX_NAME, ScriptInfo, question};
use crate::house::Hook;
use crate::script::ScriptError;
use crate::script::lua_value::{self, describe};

/// Maximum number of options that a rule can set. No game has that many.
const MAX_OPTIONS: usize = 100;

/// Fields of the hook `after` if it is a table.
const AFTER_FIELDS: [&str; 2] = ["on", "run"];

/// The hooks of a house rule.
#[derive(Default)]
pub(in crate::script) struct Hooks {
    pub(in crate::script) filter: Option<Function>,
    pub(in crate::script) after: Option<Function>,
    /// The events that call `after`. `None` for all events.
    pub(in crate::script) after_events: Option<Vec<String>>,
    pub(in crate::script) answered: Option<Function>,
    pub(in crate::script) battle: Option<Function>,
    pub(in crate::script) layout: Option<Function>,
}

impl Hooks {
    /// Returns these hooks with the functions of `table`, which another run of the same script
    /// returned. The table is not checked again, because the first run had the same text. The
    /// events that call `after` stay the same.
    pub(in crate::script) fn with_functions_of(&self, table: &Table) -> mlua::Result<Self> {
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
            after_events: self.after_events.clone(),
            answered: hooks.raw_get("answered")?,
            battle: hooks.raw_get("battle")?,
            layout: hooks.raw_get("layout")?,
        })
    }

    /// Returns the function of a hook, if the rule has it.
    pub(in crate::script) fn function(&self, hook: Hook) -> Option<&Function> {
        match hook {
            Hook::Filter => self.filter.as_ref(),
            Hook::After => self.after.as_ref(),
            Hook::Answered => self.answered.as_ref(),
            Hook::Battle => self.battle.as_ref(),
            Hook::Layout => self.layout.as_ref(),
        }
    }

    /// Returns the names of the hooks that the rule has.
    fn names(&self) -> Vec<String> {
        let present = Hook::ALL.into_iter().filter(|hook| self.function(*hook).is_some());
        present.map(|hook| hook.name().to_owned()).collect()
    }
}

/// Reads the fields that only a house rule has.
pub(super) fn read(
    reader: &FieldReader<'_>,
    game: &GameInfo,
    info: &mut ScriptInfo,
) -> Result<Hooks, ScriptError> {
    info.option_changes = option_changes(reader, game, &info.presets)?;
    let hooks = hooks(reader, game)?;
    info.hooks = hooks.names();
    info.questions = question::read(reader, game)?;
    question::check_hooks(reader, &info.questions, &hooks)?;
    if info.option_changes.is_empty() && info.hooks.is_empty() {
        let message = "does nothing: give it `set` = { option = value } or `hooks` = { ... }";
        return Err(reader.error_at_word("set", message));
    }
    info.sees_all = match reader.string("sees", MAX_NAME)?.as_deref() {
        None => false,
        Some("all") if game.has_secrets => true,
        Some("all") => {
            let message = format!("`sees` has no use in {}: nothing is hidden there", game.name);
            return Err(reader.error_at_word("sees", message));
        }
        Some(_) => return Err(reader.error_at_word("sees", "`sees` can only be \"all\"")),
    };
    Ok(hooks)
}

/// Returns the options a rule sets. They must exist, have valid values, and fit at least one
/// preset the rule is for.
fn option_changes(
    reader: &FieldReader<'_>,
    game: &GameInfo,
    presets: &[String],
) -> Result<Map<String, Json>, ScriptError> {
    let mut options = Map::new();
    let Some(table) = reader.table("set")? else { return Ok(options) };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| reader.sandbox.lua_error(&error))?;
        let Value::String(key) = &key else {
            let message = format!("`set` is written {{ option = value }}, not {}", describe(&key));
            return Err(reader.error_at_word("set", message));
        };
        let key = lua_value::head(key, MAX_NAME);
        let json = lua_value::to_json(&value).map_err(|_| {
            let message = format!("`{key}` needs a text, a number, true, false or a list");
            reader.error_at_word(&key, message)
        })?;
        if options.len() >= MAX_OPTIONS {
            return Err(
                reader.error_at_word("set", format!("at most {MAX_OPTIONS} options can be set"))
            );
        }
        // An empty Lua table is ambiguous. Options take lists, never objects.
        let is_empty = json.as_object().is_some_and(Map::is_empty);
        options.insert(key, if is_empty { Json::Array(Vec::new()) } else { json });
    }
    options.sort_keys();
    let presets: Vec<&str> = match presets {
        [] => game.presets.to_vec(),
        named => named.iter().map(String::as_str).collect(),
    };
    // A rule need not fit every preset it is for, but it has to fit one of them.
    let mut first_error = None;
    for preset in presets {
        match (game.check_options)(preset, &options) {
            Ok(()) => return Ok(options),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    match first_error {
        Some(error) => {
            let word = error.key().unwrap_or("set").to_owned();
            Err(reader.error_at_word(&word, error.to_string()))
        }
        None => Ok(options),
    }
}

/// Reads the field `hooks`.
fn hooks(reader: &FieldReader<'_>, game: &GameInfo) -> Result<Hooks, ScriptError> {
    let mut hooks = Hooks::default();
    let Some(table) = reader.table("hooks")? else { return Ok(hooks) };
    let names: Vec<&str> = game.hooks.iter().map(|hook| hook.name()).collect();
    let entry = reader.inner(&table, "hooks", &names);
    entry.check_fields()?;
    hooks.filter = entry.function_of("filter", "(view, actions)")?;
    hooks.answered = entry.function_of("answered", "(view, answer)")?;
    hooks.battle = entry.function_of("battle", "(view, attacker, defender)")?;
    hooks.layout = entry.function_of("layout", "(view, layout)")?;
    match entry.get("after") {
        Value::Table(table) => {
            let after = reader.inner(&table, "after", &AFTER_FIELDS);
            after.check_fields()?;
            hooks.after = after.function_of("run", "(view, step, events)")?;
            if hooks.after.is_none() {
                return Err(after.missing_field("run"));
            }
            let on = after.table("on")?;
            hooks.after_events = on.map(|on| event_kinds(&after, &on, game)).transpose()?;
        }
        _ => hooks.after = entry.function_of("after", "(view, step, events)")?,
    }
    Ok(hooks)
}

/// Returns the kinds of events that `on` names.
fn event_kinds(
    reader: &FieldReader<'_>,
    list: &Table,
    game: &GameInfo,
) -> Result<Vec<String>, ScriptError> {
    let mut kinds = Vec::new();
    for value in list.sequence_values::<Value>().take(game.events.len()) {
        let value = value.map_err(|error| reader.sandbox.lua_error(&error))?;
        let name = lua_value::word(&value);
        if !game.events.contains(&name.as_str()) {
            let (given, known) = (describe(&value), game.events.join(", "));
            return Err(
                reader.error_at_word(&name, format!("{given} is not an event; events are {known}"))
            );
        }
        kinds.push(name);
    }
    if kinds.is_empty() {
        return Err(
            reader.error_at_word("on", "`on` names the events that call `run`, one at least")
        );
    }
    Ok(kinds)
}
