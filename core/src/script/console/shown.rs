//! Lua values as readable text for the console.

use mlua::{MultiValue, Table, Value};

use crate::script::bindings::Scripted;
use crate::script::context::{TurnHandle, ViewHandle};
use crate::script::lua_value;
use crate::script::{search, turn, view, world};

/// Greatest depth of nested tables shown.
const DEEP: usize = 5;
/// Most entries of a table that are shown.
const ENTRIES: usize = 64;
/// Most entries of a table that are read and sorted, in addition to its list.
const LOOKED_AT: usize = 1_000;
/// Most characters of a text value.
const TEXT: usize = 200;
/// Most characters of a table that is written in one line.
const LINE: usize = 76;
/// Most characters of the whole text.
const MOST: usize = 4_000;

/// Returns the text of all values, one below the other.
pub(super) fn values<G: Scripted>(values: &MultiValue) -> String {
    if values.is_empty() {
        return "nil".to_owned();
    }
    let mut left = MOST;
    let texts = values.iter().take(ENTRIES).map(|value| value_text::<G>(value, 0, &mut left));
    let text = texts.collect::<Vec<_>>().join("\n");
    if text.chars().count() > MOST {
        let short: String = text.chars().take(MOST).collect();
        return format!("{short} ...");
    }
    text
}

/// Returns the text of one value; `left` is the remaining room in bytes.
fn value_text<G: Scripted>(value: &Value, depth: usize, left: &mut usize) -> String {
    let text = match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number_text(*number),
        Value::String(text) => {
            let short = lua_value::head(text, TEXT);
            let more = if lua_value::whole(text, TEXT).is_none() { "..." } else { "" };
            format!("{short:?}{more}")
        }
        Value::Table(table) => return table_text::<G>(table, depth, left),
        Value::UserData(data) if data.is::<ViewHandle<G>>() => {
            names("view", &[&view::FIELDS, G::VIEW[0]], &[&view::METHODS, G::VIEW[1]])
        }
        Value::UserData(data) if data.is::<TurnHandle<G>>() => {
            names("turn", &[&turn::FIELDS], &[&turn::METHODS, &search::METHODS, G::TURN])
        }
        Value::UserData(_) => names("world", &[&world::FIELDS], &[&world::METHODS]),
        other => other.type_name().to_owned(),
    };
    *left = left.saturating_sub(text.len());
    text
}

/// Returns a number as text; below a million it is rounded to 9 decimals.
fn number_text(number: f64) -> String {
    let rounded = (number * 1e9).round() / 1e9;
    if number.abs() < 1e6 && rounded != 0.0 { rounded.to_string() } else { number.to_string() }
}

/// Returns the fields and methods of a view, a turn or a world.
fn names(owner: &str, fields: &[&[&str]], methods: &[&[&str]]) -> String {
    let fields = fields.concat().into_iter().map(|name| format!("{owner}.{name}"));
    let methods = methods.concat().into_iter().map(|name| format!("{owner}:{name}()"));
    fields.chain(methods).collect::<Vec<_>>().join("  ")
}

/// Returns the text of a table: its list first, then the other entries in order.
fn table_text<G: Scripted>(table: &Table, depth: usize, left: &mut usize) -> String {
    let count = table.raw_len();
    let mut named = named(table, count);
    if count == 0 && named.is_empty() {
        return "{}".to_owned();
    }
    if depth == DEEP || *left == 0 {
        return "{ ... }".to_owned();
    }
    let all = count + named.len();
    named.truncate(ENTRIES.saturating_sub(count));
    let mut parts = Vec::new();
    for index in 1..=count.min(ENTRIES) {
        let value = table.raw_get(index).unwrap_or(Value::Nil);
        parts.push(value_text::<G>(&value, depth + 1, left));
    }
    for (name, value) in named {
        parts.push(format!("{} = {}", name.text(), value_text::<G>(&value, depth + 1, left)));
    }
    if parts.len() < all {
        parts.push(format!("... {} more", all - parts.len()));
    }
    let length: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
    if length < LINE && !parts.iter().any(|part| part.contains('\n')) {
        return format!("{{ {} }}", parts.join(", "));
    }
    let indent = "  ".repeat(depth + 1);
    let lines = rows(parts, count.min(ENTRIES)).into_iter();
    let lines: String = lines.map(|line| format!("{indent}{line},\n")).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}

/// Arranges the parts of a table in lines: as many of the first `listed` parts in a line as fit,
/// and each other part in a line of its own.
fn rows(parts: Vec<String>, listed: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let fits = |line: &&mut String| {
            let length = line.chars().count() + part.chars().count();
            length + 2 < LINE && !line.contains('\n') && !part.contains('\n')
        };
        match lines.last_mut().filter(|_| at < listed).filter(fits) {
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
    Other(&'static str),
}

impl EntryKey {
    fn text(&self) -> String {
        let plain = |word: &str| {
            let mut letters = word.chars();
            letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
                && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        match self {
            Self::Number(number) => format!("[{}]", number_text(*number)),
            Self::Word(word) if plain(word) => word.clone(),
            Self::Word(word) => format!("[{word:?}]"),
            Self::Other(what) => format!("[{what}]"),
        }
    }
}

/// Returns the entries of a table outside its list of `count`, in order.
fn named(table: &Table, count: usize) -> Vec<(EntryKey, Value)> {
    let pairs = table.pairs::<Value, Value>().filter_map(Result::ok);
    let in_list = |number: f64| number.fract() == 0.0 && number >= 1.0 && number <= count as f64;
    let mut found = Vec::new();
    for (key, value) in pairs.take(count.saturating_add(LOOKED_AT)) {
        let key = match &key {
            Value::Integer(number) => EntryKey::Number(*number as f64),
            Value::Number(number) => EntryKey::Number(*number),
            Value::String(word) => EntryKey::Word(lua_value::head(word, 40)),
            other => EntryKey::Other(other.type_name()),
        };
        if !matches!(key, EntryKey::Number(number) if in_list(number)) {
            found.push((key, value));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    found
}
