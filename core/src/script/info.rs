//! The metadata of a script: the table it returns, read and checked without playing.

use std::fmt;

use mlua::{Function, Lua, Table, Value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::bindings::Scripted;
use super::lua_value::{self, describe};
use super::nearest::did_you_mean;
use super::{Host, Sandbox, ScriptError};
use crate::contract::localized::{Text, is_bidi_control};
use crate::contract::options::{RuleSet, RulesError};
use crate::contract::question::DeclaredQuestions;
use crate::contract::source::Source;
use crate::house::Hook;

mod level;
mod param;
mod question;
mod robot_test;
mod rule;

pub use level::Level;
pub use param::{Param, convert_old_params};
pub use robot_test::{ExpectedChoice, RobotTest, tests_of_file, tests_of_robot};
pub(super) use rule::Hooks;

/// The version of the contract between scripts and this program. Scripts name it in `api`.
const API: i64 = 1;

/// The facts about a game that are needed to read the table of a script.
pub(crate) struct GameInfo {
    name: &'static str,
    presets: &'static [&'static str],
    /// Optional functions of a robot in addition to `choose`.
    robot_functions: &'static [&'static str],
    hooks: &'static [Hook],
    events: &'static [&'static str],
    has_secrets: bool,
    /// Checks that options can be set in a preset.
    check_options: fn(&str, &Map<String, Json>) -> Result<(), RulesError>,
    /// Adds the globals that its scripts can read.
    add_constants: fn(&Lua) -> mlua::Result<()>,
}

impl GameInfo {
    pub(crate) const fn of<G: Scripted>() -> Self {
        Self {
            name: G::NAME,
            presets: G::Rules::PRESETS,
            robot_functions: G::ROBOT_FUNCTIONS,
            hooks: G::HOOKS,
            events: G::EVENTS,
            has_secrets: G::HAS_SECRETS,
            add_constants: G::add_constants,
            check_options: |preset, options| match G::Rules::preset(preset) {
                Some(rules) => rules.with_settings(options).map(|_| ()),
                None => Ok(()),
            },
        }
    }
}

/// Fields of a robot's table. A game can add functions (`GameData::ROBOT_FUNCTIONS`).
const ROBOT_FIELDS: [&str; 15] = [
    "api", "game", "name", "author", "version", "about", "level", "params", "presets", "choose",
    "answer", "value", "command", "seconds", "tests",
];
/// Fields of a house rule's table.
const RULE_FIELDS: [&str; 11] = [
    "api",
    "game",
    "name",
    "author",
    "version",
    "about",
    "presets",
    "set",
    "questions",
    "hooks",
    "sees",
];
/// Fields of a table with one text per language.
const TEXT_FIELDS: [&str; 2] = ["en", "zh"];

/// The maximum number of characters of a name.
const MAX_NAME: usize = 40;
/// The maximum number of characters of a description.
const MAX_ABOUT: usize = 400;
/// The maximum number of entries of a list or table of metadata.
const MAX_ENTRIES: usize = 16;
/// The maximum number of characters of one word of a command.
const MAX_WORD: usize = 400;
/// The maximum number of seconds a program may take for an answer.
const MAX_SECONDS: f64 = 3600.0;

/// The kind of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ScriptKind {
    /// A player: it has a `choose` function.
    Robot,
    /// A change of the rules: it has `set` or `hooks`.
    Rule,
}

/// The metadata of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScriptInfo {
    /// Robot or house rule.
    pub kind: ScriptKind,
    /// The game it is for, such as `race`.
    pub game: String,
    /// The name players see.
    pub name: Text,
    /// Its author.
    pub author: String,
    /// Its version, as the author counts.
    pub version: String,
    /// A description in one or two sentences.
    pub about: Text,
    /// The strength a robot claims, if any.
    #[serde(default)]
    pub level: Option<Level>,
    /// Its parameters, sorted by name.
    pub params: Vec<Param>,
    /// The presets it supports. Empty for all presets of its game.
    pub presets: Vec<String>,
    /// The options a house rule sets.
    pub option_changes: Map<String, Json>,
    /// The hooks of a house rule, by name.
    pub hooks: Vec<String>,
    /// The questions that a house rule can ask.
    #[serde(default)]
    pub questions: DeclaredQuestions,
    /// True if a house rule's hooks see what is hidden from some players.
    pub sees_all: bool,
    /// The file and arguments of the program that plays, for robots in another language. Empty for
    /// others. Reading it runs nothing.
    pub command: Vec<String>,
    /// The seconds that the program of `command` has for an answer, if the file sets them.
    pub seconds: Option<f64>,
    /// True if a robot has a `value` function, which evaluates positions.
    #[serde(rename = "judges", default)]
    pub has_value_function: bool,
}

/// Runs the file of a script for one of these games, and reads its metadata. Calls none of its
/// functions.
///
/// # Errors
/// The file does not load, or its table lacks a field, misspells one or gives it a wrong value.
pub(crate) fn inspect_for(
    games: &[GameInfo],
    file: &str,
    source: impl Into<Source>,
    host: &Host,
) -> Result<ScriptInfo, ScriptError> {
    let (sandbox, ()) = Sandbox::new(file, source, host, |lua, _, _| {
        games.iter().try_for_each(|game| (game.add_constants)(lua))
    })?;
    let table = sandbox.run()?;
    read(&sandbox, &table, games).map(|(info, _)| info)
}

/// The functions of a robot's script that are called in a game.
pub(super) struct RobotFunctions {
    pub(super) choose: Function,
    pub(super) answer: Option<Function>,
    pub(super) value: Option<Function>,
    pub(super) layout: Option<Function>,
    pub(super) draw: Option<Function>,
}

impl RobotFunctions {
    /// Returns placeholders that hold no function of a script.
    pub(super) fn placeholders(lua: &Lua) -> mlua::Result<Self> {
        let choose = lua.create_function(|_, ()| Ok(()))?;
        Ok(Self { choose, answer: None, value: None, layout: None, draw: None })
    }

    /// Returns the functions of a table that was read and checked before.
    pub(super) fn read(table: &Table) -> mlua::Result<Self> {
        Ok(Self {
            choose: table.raw_get("choose")?,
            answer: table.raw_get("answer")?,
            value: table.raw_get("value")?,
            layout: table.raw_get("layout")?,
            draw: table.raw_get("draw")?,
        })
    }
}

/// The functions of a script, by its kind.
pub(super) enum ScriptBody {
    Robot(RobotFunctions),
    /// A robot without functions: another program plays.
    Program,
    Rule(Hooks),
}

/// Returns true for the table of a house rule. A table with neither `choose` nor fields of a rule
/// counts as an unfinished robot.
fn is_rule(table: &Table) -> bool {
    let has = |field: &str| !matches!(table.raw_get(field), Ok(Value::Nil) | Err(_));
    !has("choose") && (has("set") || has("hooks"))
}

/// Refuses a script for another game, if `games` holds only one. This comes before the check of
/// the fields, because a robot of another game may have fields that this game does not know.
fn refuse_other_game(
    reader: &FieldReader<'_>,
    games: &[GameInfo],
    is_rule: bool,
) -> Result<(), ScriptError> {
    let ([only_game], Value::String(game)) = (games, reader.get("game")) else { return Ok(()) };
    let expected = only_game.name;
    if game == expected {
        return Ok(());
    }
    let game = lua_value::head(&game, MAX_NAME);
    let message = if is_rule {
        format!("is a rule of {game:.40}, not of {expected}")
    } else {
        format!("plays {game:.40}, not {expected}")
    };
    Err(reader.error_at_word("game", message))
}

/// Reads the table that a script for one of these games returned: its metadata and functions.
pub(super) fn read(
    sandbox: &Sandbox,
    table: &Table,
    games: &[GameInfo],
) -> Result<(ScriptInfo, ScriptBody), ScriptError> {
    let is_rule = is_rule(table);
    let fields = if is_rule { RULE_FIELDS.to_vec() } else { robot_fields(table, games) };
    let reader = FieldReader::new(sandbox, table, &fields);
    refuse_other_game(&reader, games, is_rule)?;
    reader.check_fields()?;
    let api = reader.whole_number("api")?;
    if api != API {
        return Err(
            reader.error_at_word("api", format!("api {api} is not known; this program has api 1"))
        );
    }
    let game = reader.string("game", MAX_NAME)?.ok_or_else(|| reader.missing_field("game"))?;
    let Some(game_info) = games.iter().find(|known| known.name == game) else {
        let games = games.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
        return Err(
            reader.error_at_word("game", format!("unknown game \"{game}\"; games are {games}"))
        );
    };
    let mut info = ScriptInfo {
        kind: if is_rule { ScriptKind::Rule } else { ScriptKind::Robot },
        game,
        name: reader.text("name", MAX_NAME)?.ok_or_else(|| reader.missing_field("name"))?,
        author: reader.string("author", MAX_NAME)?.unwrap_or_default(),
        version: reader.string("version", MAX_NAME)?.unwrap_or_default(),
        about: reader.text("about", MAX_ABOUT)?.unwrap_or_default(),
        level: if is_rule { None } else { level::read(&reader)? },
        params: if is_rule { Vec::new() } else { param::read(&reader)? },
        presets: preset_list(&reader, game_info.presets)?,
        option_changes: Map::new(),
        hooks: Vec::new(),
        questions: DeclaredQuestions::new(),
        sees_all: false,
        command: Vec::new(),
        seconds: None,
        has_value_function: false,
    };
    if is_rule {
        let hooks = rule::read(&reader, game_info, &mut info)?;
        return Ok((info, ScriptBody::Rule(hooks)));
    }
    info.command = command(&reader)?;
    info.seconds = seconds(&reader, &info)?;
    if !info.command.is_empty() {
        return Ok((info, ScriptBody::Program));
    }
    let choose = reader.function("choose")?.ok_or_else(|| reader.missing_field("choose"))?;
    let (layout, draw) = (reader.function("layout")?, reader.function("draw")?);
    let (answer, value) = (reader.function("answer")?, reader.function("value")?);
    info.has_value_function = value.is_some();
    Ok((info, ScriptBody::Robot(RobotFunctions { choose, answer, value, layout, draw })))
}

/// Returns the program that plays instead of `choose`, and its arguments. The list is empty without
/// such a program.
fn command(reader: &FieldReader<'_>) -> Result<Vec<String>, ScriptError> {
    let Some(list) = reader.table("command")? else { return Ok(Vec::new()) };
    let mut words = Vec::new();
    for value in list.sequence_values::<Value>().take(MAX_ENTRIES + 1) {
        let value = value.map_err(|error| reader.sandbox.lua_error(&error))?;
        let Value::String(word) = &value else {
            return Err(reader.wrong_type("command", "a list of texts", &value));
        };
        words.push(lua_value::head(word, MAX_WORD + 1));
    }
    let is_valid = |word: &String| word.chars().count() <= MAX_WORD && !word.contains('\0');
    let has_program = words.first().is_some_and(|program| !program.trim().is_empty());
    if !has_program || words.len() > MAX_ENTRIES || !words.iter().all(is_valid) {
        let message = format!(
            "`command` is a program and its arguments, as in {{ \"python3\", \"my_robot.py\" }}: 1 \
             to {MAX_ENTRIES} texts of at most {MAX_WORD} characters"
        );
        return Err(reader.error_at_word("command", message));
    }
    for function in ["choose", "answer", "value", "layout", "draw"] {
        if !reader.get(function).is_nil() {
            let message = format!("`{function}` has no effect beside `command`: the program plays");
            return Err(reader.error_at_word(function, message));
        }
    }
    Ok(words)
}

/// Returns the seconds a program has for an answer, if the file sets them.
fn seconds(reader: &FieldReader<'_>, info: &ScriptInfo) -> Result<Option<f64>, ScriptError> {
    let seconds = reader.number("seconds")?;
    match seconds {
        Some(_) if info.command.is_empty() => Err(reader
            .error_at_word("seconds", "`seconds` goes with `command`; scripts have fuel instead")),
        Some(number) if !(0.1..=MAX_SECONDS).contains(&number) => {
            Err(reader
                .error_at_word("seconds", format!("`seconds` goes from 0.1 to {MAX_SECONDS}")))
        }
        seconds => Ok(seconds),
    }
}

/// Returns the names of the fields that a robot's table can have.
fn robot_fields(table: &Table, games: &[GameInfo]) -> Vec<&'static str> {
    let name =
        table.raw_get::<Value>("game").map(|game| lua_value::word(&game)).unwrap_or_default();
    let game = games.iter().find(|game| game.name == name);
    let game_fields = game.map_or(&[][..], |game| game.robot_functions);
    ROBOT_FIELDS.iter().chain(game_fields).copied().collect()
}

/// Returns the presets that a script names. The list is empty if it names none.
fn preset_list(reader: &FieldReader<'_>, known: &[&str]) -> Result<Vec<String>, ScriptError> {
    let Some(table) = reader.table("presets")? else { return Ok(Vec::new()) };
    let mut presets = Vec::new();
    for value in table.sequence_values::<Value>().take(MAX_ENTRIES) {
        let value = value.map_err(|error| reader.sandbox.lua_error(&error))?;
        let name = lua_value::word(&value);
        if !known.contains(&name.as_str()) {
            let (given, known) = (describe(&value), known.join(", "));
            return Err(reader.error_at_word(
                "presets",
                format!("{given} is not a preset; presets are {known}"),
            ));
        }
        presets.push(name);
    }
    Ok(presets)
}

/// Typed access to one table of a script, without running metamethods.
struct FieldReader<'a> {
    sandbox: &'a Sandbox,
    table: &'a Table,
    /// The name of the parameter or field the table belongs to. Empty for the script's own table.
    owner: &'a str,
    /// The names of the fields that the table can have.
    fields: &'a [&'a str],
    /// The line at which the search for the word of an error begins. `None` if it is not known.
    first_line: Option<u32>,
}

impl<'a> FieldReader<'a> {
    /// Creates the reader of a script's own table.
    fn new(sandbox: &'a Sandbox, table: &'a Table, fields: &'a [&'a str]) -> Self {
        Self { sandbox, table, owner: "", fields, first_line: Some(1) }
    }

    /// Creates the reader of a table in a field of this one.
    fn inner<'b>(
        &'b self,
        table: &'b Table,
        owner: &'b str,
        fields: &'b [&'b str],
    ) -> FieldReader<'b> {
        FieldReader { sandbox: self.sandbox, table, owner, fields, first_line: self.first_line }
    }

    /// Returns the value of a field, `nil` if it is missing.
    fn get(&self, field: &str) -> Value {
        self.table.raw_get(field).unwrap_or(Value::Nil)
    }

    /// Refuses unknown fields.
    fn check_fields(&self) -> Result<(), ScriptError> {
        let fields = self.fields;
        for pair in self.table.pairs::<Value, Value>() {
            let (key, _) = pair.map_err(|error| self.sandbox.lua_error(&error))?;
            let name = match &key {
                Value::String(name) => lua_value::head(name, MAX_NAME),
                other => describe(other),
            };
            if fields.contains(&name.as_str()) {
                continue;
            }
            let hint = did_you_mean(&name, fields.iter().copied());
            let place =
                if self.owner.is_empty() { String::new() } else { format!(" in `{}`", self.owner) };
            let message =
                format!("unknown field `{name}`{place}{hint}; fields are {}", fields.join(", "));
            return Err(self.error_at_word(&name, message));
        }
        Ok(())
    }

    /// Reads a text of at most `limit` characters.
    fn string(&self, field: &str, limit: usize) -> Result<Option<String>, ScriptError> {
        match self.get(field) {
            Value::Nil => Ok(None),
            Value::String(text) => self.checked_text(field, &text, limit).map(Some),
            other => Err(self.wrong_type(field, "a text", &other)),
        }
    }

    /// Reads a text, or a table with one text per language.
    fn text(&self, field: &str, limit: usize) -> Result<Option<Text>, ScriptError> {
        let table = match self.get(field) {
            Value::Nil => return Ok(None),
            Value::String(text) => {
                let text = self.checked_text(field, &text, limit)?;
                return Ok(Some(Text { en: text.clone(), zh: text }));
            }
            Value::Table(table) => table,
            other => {
                let expected = "a text or { en = \"...\", zh = \"...\" }";
                return Err(self.wrong_type(field, expected, &other));
            }
        };
        let inner = self.inner(&table, field, &TEXT_FIELDS);
        inner.check_fields()?;
        let (en, zh) = (inner.string("en", limit)?, inner.string("zh", limit)?);
        match (en, zh) {
            (None, None) => Err(inner.missing_field("en")),
            (Some(en), None) => Ok(Some(Text { zh: en.clone(), en })),
            (None, Some(zh)) => Ok(Some(Text { en: zh.clone(), zh })),
            (Some(en), Some(zh)) => Ok(Some(Text { en, zh })),
        }
    }

    /// Checks the length of a text, and replaces control characters by spaces.
    fn checked_text(
        &self,
        field: &str,
        text: &mlua::LuaString,
        limit: usize,
    ) -> Result<String, ScriptError> {
        let text = lua_value::text_up_to(text, limit).filter(|text| !text.trim().is_empty());
        let Some(text) = text else {
            return Err(
                self.error_at_word(field, format!("`{field}` needs 1 to {limit} characters"))
            );
        };
        let is_control = |c: char| c.is_control() || is_bidi_control(c);
        Ok(text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect())
    }

    /// Reads a finite number.
    fn number(&self, field: &str) -> Result<Option<f64>, ScriptError> {
        match self.get(field) {
            Value::Nil => Ok(None),
            Value::Integer(number) => Ok(Some(number as f64)),
            Value::Number(number) if number.is_finite() => Ok(Some(number)),
            other => Err(self.wrong_type(field, "a number", &other)),
        }
    }

    /// Reads a number that must be present. Returns -1 if the number is not whole.
    fn whole_number(&self, field: &str) -> Result<i64, ScriptError> {
        let number = self.number(field)?.ok_or_else(|| self.missing_field(field))?;
        if number.fract() == 0.0 { Ok(number as i64) } else { Ok(-1) }
    }

    /// Reads a table.
    fn table(&self, field: &str) -> Result<Option<Table>, ScriptError> {
        match self.get(field) {
            Value::Nil => Ok(None),
            Value::Table(table) => Ok(Some(table)),
            other => Err(self.wrong_type(field, "a table", &other)),
        }
    }

    /// Reads a function of a robot.
    fn function(&self, field: &str) -> Result<Option<Function>, ScriptError> {
        self.function_of(field, "(view, turn)")
    }

    /// Reads a function. `arguments` are its arguments, for the error.
    fn function_of(&self, field: &str, arguments: &str) -> Result<Option<Function>, ScriptError> {
        match self.get(field) {
            Value::Nil => Ok(None),
            Value::Function(function) => Ok(Some(function)),
            other => Err(self.wrong_type(field, &format!("a function {arguments}"), &other)),
        }
    }

    /// Returns the error for a missing field.
    fn missing_field(&self, field: &str) -> ScriptError {
        let message = if self.owner.is_empty() {
            let example = match field {
                "api" => "api = 1",
                "game" => "game = \"race\"",
                "name" => "name = \"...\"",
                _ => {
                    "choose = function(view, turn) ... end (a house rule has `set` or `hooks` instead)"
                }
            };
            format!(
                "the returned table lacks `{field}`: write {example}; fields are {}",
                self.fields.join(", ")
            )
        } else {
            format!("`{}` lacks `{field}`", self.owner)
        };
        self.sandbox.metadata_error(None, message)
    }

    /// Returns the error for a field of a wrong type.
    fn wrong_type(&self, field: &str, expected: &str, value: &Value) -> ScriptError {
        let owner = match self.owner {
            "" => String::new(),
            owner => format!(" of `{owner}`"),
        };
        let message = format!("`{field}`{owner} must be {expected}, not {}", describe(value));
        self.error_at_word(field, message)
    }

    /// Returns the error for a field with a wrong value.
    fn wrong_field(&self, field: &str, why: impl fmt::Display) -> ScriptError {
        self.error_at_word(field, format!("`{field}` of `{}`: {why}", self.owner))
    }

    /// Returns an error at the first line, from `first_line` on, that contains a word.
    fn error_at_word(&self, word: &str, message: impl Into<String>) -> ScriptError {
        let line = self.first_line.and_then(|first| self.sandbox.line_of(word, first));
        self.sandbox.metadata_error(line, message)
    }
}
