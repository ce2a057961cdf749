//! Bounded reading of lists and tables, and plain words for the errors.
//!
//! Anything longer than its limit is refused before it takes memory, and so is a table with a
//! duplicate key.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::contract::localized::on_one_line;

/// The most values in a table of options, including those in its lists and tables.
const MOST_VALUES: usize = 10_000;

/// Reads a list of at most `MOST` items.
pub fn list<'de, D, T, const MOST: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(ListVisitor::<T, MOST>(PhantomData))
}

/// Reads a table of at most `MOST` entries.
pub fn table<'de, D, K, T, const MOST: usize>(deserializer: D) -> Result<BTreeMap<K, T>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
{
    deserializer.deserialize_map(TableVisitor::<K, T, MOST>(PhantomData))
}

/// Reads a table of options with any values, at most `MOST_VALUES` of them.
pub fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    match AnyValue(&Cell::new(MOST_VALUES)).deserialize(deserializer)? {
        Value::Object(map) => Ok(map),
        _ => Err(de::Error::custom("expected a table of options")),
    }
}

/// The most characters of an error in a file.
const MOST_SAID: usize = 300;
/// The column beyond which an error is reported with its column.
const LONG_LINE: usize = 200;

/// Shortens the text of an error in a file, which may quote the file. Puts it on one line and
/// replaces characters that control a terminal.
///
/// # Examples
/// ```
/// use qipan_core::contract::limits::sentence;
///
/// let what = sentence("invalid type: string \"a\", expected u8");
/// assert_eq!(what, "invalid type: string \"a\", expected a whole number from 0 to 255");
/// ```
pub fn sentence(what: &str) -> String {
    let what = plain(what);
    let what = on_one_line(&what);
    let mut signs = what.chars();
    let mut short: String = signs.by_ref().take(MOST_SAID).collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// Replaces the names of Rust types in an error of the JSON reader.
fn plain(what: &str) -> Cow<'_, str> {
    let Some((before, rest)) = what.rsplit_once(", expected ") else { return what.into() };
    let (due, place) = rest.find(" at line ").map_or((rest, ""), |at| rest.split_at(at));
    let due = match due {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "unit" => "a word",
        "map" => "a table",
        _ if due.starts_with("struct ") => "a table",
        _ if due.starts_with("enum ") || due.contains(" enum ") => "a word or a table",
        _ if due.starts_with("unit variant ") => "a word",
        _ if due.starts_with("tuple ") || due.starts_with("a tuple ") => "a list",
        _ => return what.into(),
    };
    format!("{before}, expected {due}{place}").into()
}

/// Returns the line of an error, from 1, and its text. In a long line the text includes the
/// column.
pub fn place(error: &serde_json::Error) -> (usize, String) {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let mut what = sentence(what);
    if error.column() > LONG_LINE {
        what.push_str(&format!(" (column {})", error.column()));
    }
    (error.line().max(1), what)
}

fn too_many<E: de::Error>(most: usize) -> E {
    E::custom(format_args!("at most {most} entries are allowed here"))
}

fn twice<E: de::Error>(key: &dyn Display) -> E {
    E::custom(format_args!("`{key:.60}` is given twice"))
}

struct ListVisitor<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for ListVisitor<T, MOST> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() >= MOST {
                return Err(too_many(MOST));
            }
            list.push(item);
        }
        Ok(list)
    }
}

struct TableVisitor<K, T, const MOST: usize>(PhantomData<(K, T)>);

impl<'de, K, T, const MOST: usize> Visitor<'de> for TableVisitor<K, T, MOST>
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
            if table.len() >= MOST {
                return Err(too_many(MOST));
            }
            if table.insert(key, value).is_some() {
                return Err(de::Error::custom("a name is given twice"));
            }
        }
        Ok(table)
    }
}

/// Reads any value, with a count of the values that are still allowed.
struct AnyValue<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let left = self.0.get().checked_sub(1).ok_or_else(|| too_many(MOST_VALUES))?;
        self.0.set(left);
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
                return Err(twice(&key));
            }
            let value = entries.next_value_seed(AnyValue(self.0))?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
