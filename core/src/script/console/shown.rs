//! Lua values as readable text for the console.

use mlua::{MultiValue, Table, Value};

use crate::script::bindings::Scripted;
use crate::script::context::{TurnHandle, ViewHandle};
use crate::script::lua_value;
use crate::script::{search, turn, view, world};

/// Greatest depth of nested tables that is shown.
const MAX_DEPTH: usize = 5;
/// The maximum number of entries of a table that are shown.
const MAX_ENTRIES: usize = 64;
/// The maximum number of entries outside a table's array part that are read and sorted.
const MAX_READ_ENTRIES: usize = 1_000;
/// The maximum number of characters of a text value.
const MAX_TEXT: usize = 200;
/// The maximum number of characters of a key of a table.
const MAX_KEY: usize = 40;
/// The maximum number of characters of a line that holds several entries of a table.
const LINE_WIDTH: usize = 76;
/// The maximum number of characters of the whole text.
const MAX_OUTPUT: usize = 4_000;

/// Returns the text of all values, one below the other.
pub(super) fn values_text<G: Scripted>(values: &MultiValue) -> String {
    if values.is_empty() {
        return "nil".to_owned();
    }
    let mut bytes_left = MAX_OUTPUT;
    let texts =
        values.iter().take(MAX_ENTRIES).map(|value| value_text::<G>(value, 0, &mut bytes_left));
    let text = texts.collect::<Vec<_>>().join("\n");
    if text.chars().count() > MAX_OUTPUT {
        let start: String = text.chars().take(MAX_OUTPUT).collect();
        return format!("{start} ...");
    }
    text
}

/// Returns the text of one value, and subtracts its length from `bytes_left`.
fn value_text<G: Scripted>(value: &Value, depth: usize, bytes_left: &mut usize) -> String {
    let text = match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number_text(*number),
        Value::String(text) => {
            let start = lua_value::head(text, MAX_TEXT);
            let is_cut = lua_value::text_up_to(text, MAX_TEXT).is_none();
            let ellipsis = if is_cut { "..." } else { "" };
            format!("{start:?}{ellipsis}")
        }
        Value::Table(table) => return table_text::<G>(table, depth, bytes_left),
        Value::UserData(data) if data.is::<ViewHandle<G>>() => member_names(
            "view",
            &[&view::FIELDS, G::VIEW_FIELDS],
            &[&view::METHODS, G::VIEW_METHODS],
        ),
        Value::UserData(data) if data.is::<TurnHandle<G>>() => member_names(
            "turn",
            &[&turn::FIELDS],
            &[&turn::METHODS, &search::METHODS, G::TURN_METHODS],
        ),
        Value::UserData(_) => member_names("world", &[&world::FIELDS], &[&world::METHODS]),
        other => other.type_name().to_owned(),
    };
    *bytes_left = bytes_left.saturating_sub(text.len());
    text
}

/// Returns a number as text. Below a million it is rounded to 9 decimals.
fn number_text(number: f64) -> String {
    let rounded = (number * 1e9).round() / 1e9;
    if number.abs() < 1e6 && rounded != 0.0 { rounded.to_string() } else { number.to_string() }
}

/// Returns the fields and methods of a view, a turn or a world.
fn member_names(owner: &str, fields: &[&[&str]], methods: &[&[&str]]) -> String {
    let fields = fields.concat().into_iter().map(|name| format!("{owner}.{name}"));
    let methods = methods.concat().into_iter().map(|name| format!("{owner}:{name}()"));
    fields.chain(methods).collect::<Vec<_>>().join("  ")
}

/// Returns the text of a table: its list first, then the other entries, sorted by key.
fn table_text<G: Scripted>(table: &Table, depth: usize, bytes_left: &mut usize) -> String {
    let count = table.raw_len();
    let mut keyed = keyed_entries(table, count);
    if count == 0 && keyed.is_empty() {
        return "{}".to_owned();
    }
    if depth == MAX_DEPTH || *bytes_left == 0 {
        return "{ ... }".to_owned();
    }
    let total = count + keyed.len();
    keyed.truncate(MAX_ENTRIES.saturating_sub(count));
    let mut parts = Vec::new();
    for index in 1..=count.min(MAX_ENTRIES) {
        let value = table.raw_get(index).unwrap_or(Value::Nil);
        parts.push(value_text::<G>(&value, depth + 1, bytes_left));
    }
    for (key, value) in keyed {
        parts.push(format!("{} = {}", key.text(), value_text::<G>(&value, depth + 1, bytes_left)));
    }
    if parts.len() < total {
        parts.push(format!("... {} more", total - parts.len()));
    }
    let length: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
    if length < LINE_WIDTH && !parts.iter().any(|part| part.contains('\n')) {
        return format!("{{ {} }}", parts.join(", "));
    }
    let indent = "  ".repeat(depth + 1);
    let lines = arrange_in_lines(parts, count.min(MAX_ENTRIES)).into_iter();
    let lines: String = lines.map(|line| format!("{indent}{line},\n")).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}

/// Arranges the parts of a table in lines. The first `list_len` parts share lines as far as they
/// fit, and each other part has a line to itself.
fn arrange_in_lines(parts: Vec<String>, list_len: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let fits = |line: &&mut String| {
            let length = line.chars().count() + part.chars().count();
            length + 2 < LINE_WIDTH && !line.contains('\n') && !part.contains('\n')
        };
        match lines.last_mut().filter(|_| index < list_len).filter(fits) {
            Some(line) => *line = format!("{line}, {part}"),
            None => lines.push(part),
        }
    }
    lines
}

/// The key of a table entry. Entries are shown in this order: numbers, words, others.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum EntryKey {
    Number(f64),
    Word(String),
    /// A key of another type, by the name of its type.
    Other(&'static str),
}

impl EntryKey {
    /// Returns the key as Lua writes it.
    fn text(&self) -> String {
        let is_identifier = |word: &str| {
            let mut letters = word.chars();
            letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
                && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        match self {
            Self::Number(number) => format!("[{}]", number_text(*number)),
            Self::Word(word) if is_identifier(word) => word.clone(),
            Self::Word(word) => format!("[{word:?}]"),
            Self::Other(type_name) => format!("[{type_name}]"),
        }
    }
}

/// Returns the entries of a table outside its list, sorted by key. The list has `list_len` entries.
fn keyed_entries(table: &Table, list_len: usize) -> Vec<(EntryKey, Value)> {
    let pairs = table.pairs::<Value, Value>().filter_map(Result::ok);
    let in_list = |number: f64| number.fract() == 0.0 && number >= 1.0 && number <= list_len as f64;
    let mut entries = Vec::new();
    for (key, value) in pairs.take(list_len.saturating_add(MAX_READ_ENTRIES)) {
        let key = match &key {
            Value::Integer(number) => EntryKey::Number(*number as f64),
            Value::Number(number) => EntryKey::Number(*number),
            Value::String(word) => EntryKey::Word(lua_value::head(word, MAX_KEY)),
            other => EntryKey::Other(other.type_name()),
        };
        if !matches!(key, EntryKey::Number(number) if in_list(number)) {
            entries.push((key, value));
        }
    }
    entries.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    entries
}
