//! Bounded reading of lists and tables from files, and error messages in plain words.
//!
//! A list or table longer than its limit is refused before it takes memory. A table with a
//! duplicate key is refused too.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::contract::localized::{Text, on_one_line};

/// The maximum number of values in a table of options, including those in nested lists and tables.
const MAX_VALUES: usize = 10_000;

/// Reads a list of at most `MAX` items.
pub fn list<'de, D, T, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(ListVisitor::<T, MAX>(PhantomData))
}

/// Reads a text of at most `MAX` characters in each language.
pub fn text<'de, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Text, D::Error> {
    let text = Text::deserialize(deserializer)?;
    match [&text.en, &text.zh].iter().any(|text| text.chars().nth(MAX).is_some()) {
        true => Err(de::Error::custom(format_args!("a text has at most {MAX} characters here"))),
        false => Ok(text),
    }
}

/// Reads a table of at most `MAX` entries.
pub fn table<'de, D, K, T, const MAX: usize>(deserializer: D) -> Result<BTreeMap<K, T>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
{
    deserializer.deserialize_map(TableVisitor::<K, T, MAX>(PhantomData))
}

/// Reads a table of options with any values, at most `MAX_VALUES` of them.
pub fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    match AnyValue(&Cell::new(MAX_VALUES)).deserialize(deserializer)? {
        Value::Object(map) => Ok(map),
        _ => Err(de::Error::custom("expected a table of options")),
    }
}

/// The maximum length of an error message, in characters.
const MAX_MESSAGE_CHARS: usize = 300;
/// An error message names the column of the error only if the column is greater than this.
const MAX_UNNAMED_COLUMN: usize = 200;

/// Turns the message of a reading error, which may quote the file, into a sentence for a player.
///
/// Names of Rust types become words. The sentence is on one line, of limited length, and without
/// characters that control a terminal.
///
/// # Examples
/// ```
/// use qipan_core::contract::limits::sentence;
///
/// let text = sentence("invalid type: string \"a\", expected u8");
/// assert_eq!(text, "invalid type: string \"a\", expected a whole number from 0 to 255");
/// ```
pub fn sentence(message: &str) -> String {
    let message = replace_rust_types(message);
    let line = on_one_line(&message);
    let mut characters = line.chars();
    let mut sentence: String = characters.by_ref().take(MAX_MESSAGE_CHARS).collect();
    if characters.next().is_some() {
        sentence.push('…');
    }
    sentence
}

/// Replaces the expected Rust type in a message of the JSON reader with words.
fn replace_rust_types(message: &str) -> Cow<'_, str> {
    let Some((cause, rest)) = message.rsplit_once(", expected ") else { return message.into() };
    let (expected, place) = match rest.find(" at line ") {
        Some(start) => rest.split_at(start),
        None => (rest, ""),
    };
    let words = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "unit" => "a word",
        "map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ if expected.starts_with("enum ") || expected.contains(" enum ") => "a word or a table",
        _ if expected.starts_with("unit variant ") => "a word",
        _ if expected.starts_with("tuple ") || expected.starts_with("a tuple ") => "a list",
        _ => return message.into(),
    };
    format!("{cause}, expected {words}{place}").into()
}

/// Returns the line of an error, counted from 1, and the sentence that describes the error. The
/// sentence includes the column if the error is far to the right in a long line.
pub fn line_and_sentence(error: &serde_json::Error) -> (usize, String) {
    let message = error.to_string();
    let cause = message.rsplit_once(" at line ").map_or(message.as_str(), |(cause, _)| cause);
    let mut sentence = sentence(cause);
    if error.column() > MAX_UNNAMED_COLUMN {
        sentence.push_str(&format!(" (column {})", error.column()));
    }
    (error.line().max(1), sentence)
}

fn too_many<E: de::Error>(max: usize) -> E {
    E::custom(format_args!("at most {max} entries are allowed here"))
}

fn duplicate_key<E: de::Error>(key: &dyn Display) -> E {
    E::custom(format_args!("`{key:.60}` is given twice"))
}

struct ListVisitor<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for ListVisitor<T, MAX> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() >= MAX {
                return Err(too_many(MAX));
            }
            list.push(item);
        }
        Ok(list)
    }
}

struct TableVisitor<K, T, const MAX: usize>(PhantomData<(K, T)>);

impl<'de, K, T, const MAX: usize> Visitor<'de> for TableVisitor<K, T, MAX>
where
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
{
    type Value = BTreeMap<K, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut table = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            if table.len() >= MAX {
                return Err(too_many(MAX));
            }
            if table.insert(key, value).is_some() {
                return Err(de::Error::custom("a name is given twice"));
            }
        }
        Ok(table)
    }
}

/// Reads any value. The cell counts down the values that may still be read, nested ones included.
struct AnyValue<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let remaining = self.0.get().checked_sub(1).ok_or_else(|| too_many(MAX_VALUES))?;
        self.0.set(remaining);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(AnyValue(self.0))? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(duplicate_key(&key));
            }
            let value = entries.next_value_seed(AnyValue(self.0))?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
