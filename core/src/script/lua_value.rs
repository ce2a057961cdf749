//! Bounded conversion of Lua values from scripts. The limit on a VM's memory does not count what
//! the host copies. The limits here keep a script from making the host copy too much.

use mlua::{LuaString, Table, Value};
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value as Json};

use crate::contract::limits;

/// The maximum number of characters read of a word, such as a name. All known words are shorter.
const MAX_WORD: usize = 60;
/// The maximum number of characters of a text in an error message.
const MAX_DESCRIBED_TEXT: usize = 40;
/// The maximum number of values in a table, those of nested tables included.
const MAX_VALUES: usize = 1000;
/// Greatest depth of nested tables.
const MAX_DEPTH: usize = 4;
/// The maximum number of bytes of a text in a table.
const MAX_TEXT: usize = 1000;

/// Returns the beginning of a text, at most `max_chars` characters.
pub(super) fn head(text: &LuaString, max_chars: usize) -> String {
    let bytes = text.as_bytes();
    // A character has at most four bytes.
    let start = &bytes[..bytes.len().min(4 * max_chars)];
    String::from_utf8_lossy(start).chars().take(max_chars).collect()
}

/// Returns a text of at most `max_chars` characters. Returns `None` if it is longer.
pub(super) fn text_up_to(text: &LuaString, max_chars: usize) -> Option<String> {
    let start = head(text, max_chars + 1);
    let is_whole = text.as_bytes().len() <= 4 * max_chars && start.chars().count() <= max_chars;
    is_whole.then_some(start)
}

/// Returns a word, cut at `MAX_WORD` characters. The word is empty if the value is not a text.
pub(super) fn word(value: &Value) -> String {
    value.as_string().map(|text| head(text, MAX_WORD)).unwrap_or_default()
}

/// Describes a value for an error message.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".into(),
        Value::Boolean(flag) => format!("{flag}"),
        Value::Integer(number) => format!("the number {number}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {:?}", head(text, MAX_DESCRIBED_TEXT)),
        Value::UserData(data) => {
            let name = data.type_name().ok().map(|name| head(&name, MAX_WORD));
            name.map_or_else(|| "an object".into(), |name| format!("a {name}"))
        }
        other => format!("a {}", other.type_name()),
    }
}

/// Deserializes a value.
///
/// # Errors
/// The reason why the value does not fit.
pub(super) fn deserialize<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_value(to_json(value)?).map_err(|error| limits::sentence(&error.to_string()))
}

/// Converts a value to JSON without running any code of the script. An empty table becomes an
/// object.
///
/// # Errors
/// The part that is too large or not plain data.
pub(super) fn to_json(value: &Value) -> Result<Json, String> {
    let mut values_left = MAX_VALUES;
    value_to_json(value, MAX_DEPTH, &mut values_left)
}

/// Converts a value. `depth_left` is the number of tables that may still be nested in each other,
/// and `values_left` the number of values still allowed.
fn value_to_json(
    value: &Value,
    depth_left: usize,
    values_left: &mut usize,
) -> Result<Json, String> {
    *values_left = values_left
        .checked_sub(1)
        .ok_or_else(|| format!("it has more than {MAX_VALUES} values"))?;
    match value {
        Value::Nil => Ok(Json::Null),
        Value::Boolean(flag) => Ok(Json::Bool(*flag)),
        Value::Integer(number) => Ok(Json::from(*number)),
        Value::Number(number) => number_to_json(*number).ok_or_else(|| format!("{number} in it")),
        Value::String(text) if text.as_bytes().len() > MAX_TEXT => {
            Err(format!("a text in it is longer than {MAX_TEXT} bytes"))
        }
        Value::String(text) => Ok(Json::String(text.to_string_lossy())),
        Value::Table(table) => {
            let depth_left = depth_left.checked_sub(1);
            let depth_left = depth_left
                .ok_or_else(|| format!("tables are nested more than {MAX_DEPTH} deep"))?;
            table_to_json(table, depth_left, values_left)
        }
        other => Err(format!("{} in it", describe(other))),
    }
}

/// Converts a table: one with a first entry is a list, any other an object.
fn table_to_json(
    table: &Table,
    depth_left: usize,
    values_left: &mut usize,
) -> Result<Json, String> {
    let reason = |error: mlua::Error| error.to_string();
    let count = table.raw_len();
    if count > 0 {
        let mut list = Vec::new();
        for index in 1..=count {
            list.push(value_to_json(
                &table.raw_get::<Value>(index).map_err(reason)?,
                depth_left,
                values_left,
            )?);
        }
        return Ok(Json::Array(list));
    }
    let mut map = Map::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(reason)?;
        let key = key.as_string().and_then(|key| text_up_to(key, MAX_WORD));
        let key = key
            .ok_or_else(|| format!("a key in it is not a text of at most {MAX_WORD} characters"))?;
        map.insert(key, value_to_json(&value, depth_left, values_left)?);
    }
    Ok(Json::Object(map))
}

/// Converts a number, to an integer if it is one. Returns `None` if JSON cannot represent it.
fn number_to_json(number: f64) -> Option<Json> {
    const MAX_EXACT: f64 = (1u64 << 53) as f64;
    if number.fract() == 0.0 && number.abs() <= MAX_EXACT {
        return Some(Json::from(number as i64));
    }
    Number::from_f64(number).map(Json::Number)
}

#[cfg(test)]
mod tests {
    use mlua::Lua;
    use serde_json::json;

    use super::*;

    /// Evaluates a Lua expression and converts its value.
    fn json_of(text: &str) -> Result<Json, String> {
        to_json(&Lua::new().load(text).eval::<Value>().unwrap())
    }

    #[test]
    fn plain_data_is_converted_to_json() {
        let found = json_of("{ a = 1, b = { 1.5, true, 'x' }, c = {}, d = 2^60 }");
        let expected =
            json!({ "a": 1, "b": [1.5, true, "x"], "c": {}, "d": 1_152_921_504_606_846_976_u64 });
        assert_eq!(found, Ok(expected));
        assert_eq!(json_of("nil"), Ok(Json::Null));
    }

    #[test]
    fn messages_name_no_types_of_rust() {
        for (value, got) in [("300", "integer `300`"), ("'x'", "string \"x\""), ("1.5", "`1.5`")] {
            let lua = Lua::new();
            let value: Value = lua.load(value).eval().unwrap();
            let why = deserialize::<u8>(&value).unwrap_err();
            let expected = "expected a whole number from 0 to 255";
            assert!(why.contains(got) && why.ends_with(expected), "{why}");
        }
    }

    #[test]
    fn non_plain_or_oversized_data_is_refused() {
        for (text, why) in [
            ("0/0", "NaN in it"),
            ("{ print }", "a function in it"),
            ("{ a = { b = { c = { d = {} } } } }", "nested more than 4 deep"),
            ("table.create(1000, 1)", "more than 1000 values"),
            ("{ [true] = 1 }", "a key in it is not a text"),
            ("('x'):rep(1001)", "longer than 1000 bytes"),
        ] {
            let found = json_of(text).unwrap_err();
            assert!(found.contains(why), "{text}: {found}");
        }
    }

    #[test]
    fn text_is_cut_between_characters_and_invalid_bytes_are_replaced() {
        let lua = Lua::new();
        let text = lua.create_string("象棋棋盘").unwrap();
        assert_eq!(
            (&*head(&text, 2), text_up_to(&text, 3), text_up_to(&text, 4)),
            ("象棋", None, Some("象棋棋盘".to_owned()))
        );
        let odd = lua.create_string(b"a\xff\xfeb").unwrap();
        assert_eq!(head(&odd, 9), "a\u{fffd}\u{fffd}b");
        assert_eq!(word(&Value::Integer(3)), "");
    }
}
