//! The parameters of a robot, which players can set.

use std::collections::BTreeMap;

use mlua::Value;
use serde::{Deserialize, Serialize};

use super::{FieldReader, MAX_ABOUT, MAX_ENTRIES, MAX_NAME};
use crate::contract::localized::Text;
use crate::script::ScriptError;
use crate::script::lua_value::{self, describe};
use crate::script::param_value::ParamValue;

/// Fields of a parameter.
const PARAM_FIELDS: [&str; 6] = ["default", "min", "max", "window", "was", "about"];

/// A parameter of a robot that the player can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its key in `turn.params`.
    pub name: String,
    /// Its value unless the player sets another.
    pub default: ParamValue,
    /// The least number; absent for a flag.
    pub min: Option<f64>,
    /// The greatest number; absent for a flag.
    pub max: Option<f64>,
    /// The default in games that are played in the window, where a person watches and has time.
    #[serde(default)]
    pub window: Option<ParamValue>,
    /// Old parameters that this one replaces. Each number is the amount of the old parameter that
    /// equals 1 of this one.
    #[serde(default)]
    pub was: BTreeMap<String, f64>,
    /// A description for players.
    pub about: Text,
}

/// Returns the given values with old parameters ([`Param::was`]) converted to the present ones. If
/// both an old and a present name are given, or several old ones, their values multiply.
pub fn convert_old_params(
    params: &[Param],
    given: impl IntoIterator<Item = (String, ParamValue)>,
) -> Vec<(String, ParamValue)> {
    let replacement =
        |name: &str| params.iter().find_map(|param| Some((param, *param.was.get(name)?)));
    let is_present = |name: &str| params.iter().any(|param| param.name == name);
    let (old, mut present): (Vec<_>, Vec<_>) =
        given.into_iter().partition(|(name, _)| !is_present(name) && replacement(name).is_some());
    for (name, value) in old {
        let Some((param, scale)) = replacement(&name) else { continue };
        let converted = value.as_number() / scale;
        match present.iter_mut().find(|(known, _)| *known == param.name) {
            Some((_, ParamValue::Number(number))) => *number *= converted,
            Some(_) => {}
            None => present.push((param.name.clone(), ParamValue::Number(converted))),
        }
    }
    present
}

impl Param {
    /// Returns the nearest value this parameter allows. Returns the default for a value of another
    /// type.
    pub fn fit(&self, value: ParamValue) -> ParamValue {
        match (self.default, value) {
            (ParamValue::Flag(_), ParamValue::Flag(_)) => value,
            (ParamValue::Number(_), ParamValue::Number(number)) if number.is_finite() => {
                let low = self.min.unwrap_or(f64::MIN);
                ParamValue::Number(number.clamp(low, self.max.unwrap_or(f64::MAX)))
            }
            _ => self.default,
        }
    }
}

/// Returns the parameters of a robot, sorted by name.
pub(super) fn read(reader: &FieldReader<'_>) -> Result<Vec<Param>, ScriptError> {
    let mut params = Vec::new();
    let Some(table) = reader.table("params")? else { return Ok(params) };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| reader.sandbox.lua_error(&error))?;
        let (Value::String(name), Value::Table(entry)) = (&key, &value) else {
            let (name, got) = (lua_value::word(&key), describe(&value));
            let message = format!(
                "`{name:.40}` in `params` is {got}: each parameter is written name = {{ default = \
                 ..., about = ... }}"
            );
            return Err(reader.error_at_word("params", message));
        };
        let name = lua_value::head(name, MAX_NAME + 1);
        if params.len() == MAX_ENTRIES || name.chars().count() > MAX_NAME {
            return Err(reader.error_at_word(
                "params",
                format!("at most {MAX_ENTRIES} parameters with names of {MAX_NAME} letters"),
            ));
        }
        let entry = reader.inner(entry, &name, &PARAM_FIELDS);
        params.push(read_param(&entry, &name)?);
    }
    params.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(params)
}

/// Reads one parameter.
fn read_param(entry: &FieldReader<'_>, name: &str) -> Result<Param, ScriptError> {
    entry.check_fields()?;
    let about = entry.text("about", MAX_ABOUT)?.unwrap_or_default();
    let (min, max) = (entry.number("min")?, entry.number("max")?);
    let default = match entry.get("default") {
        Value::Boolean(flag) => ParamValue::Flag(flag),
        Value::Nil => return Err(entry.missing_field("default")),
        _ => ParamValue::Number(entry.number("default")?.unwrap_or_default()),
    };
    if let ParamValue::Number(value) = default {
        let (Some(low), Some(high)) = (min, max) else {
            return Err(entry.missing_field(if min.is_none() { "min" } else { "max" }));
        };
        for (field, value) in [("default", Some(value)), ("window", entry.number("window")?)] {
            if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
                let message =
                    format!("`{field}` of `{name}`: {value} is not between {low} and {high}");
                return Err(entry.error_at_word(name, message));
            }
        }
    }
    let window = match (default, entry.get("window")) {
        (_, Value::Nil) => None,
        (ParamValue::Flag(_), Value::Boolean(flag)) => Some(ParamValue::Flag(flag)),
        (ParamValue::Flag(_), other) => {
            return Err(entry.wrong_type("window", "true or false", &other));
        }
        (ParamValue::Number(_), _) => entry.number("window")?.map(ParamValue::Number),
    };
    let was = read_replaced(entry, default)?;
    Ok(Param { name: name.into(), default, min, max, window, was, about })
}

/// Reads the old parameters that a parameter replaces.
fn read_replaced(
    entry: &FieldReader<'_>,
    default: ParamValue,
) -> Result<BTreeMap<String, f64>, ScriptError> {
    let mut was = BTreeMap::new();
    let Some(table) = entry.table("was")? else { return Ok(was) };
    for pair in table.pairs::<Value, Value>().take(MAX_ENTRIES + 1) {
        let (name, scale) = pair.map_err(|error| entry.sandbox.lua_error(&error))?;
        let scale = scale.as_f64().or(scale.as_i64().map(|number| number as f64));
        let scale = scale.filter(|scale| scale.is_finite() && *scale > 0.0);
        let (Value::String(name), Some(scale), ParamValue::Number(_)) = (&name, scale, default)
        else {
            let message = "`was` names old parameters of a number, and how much of each makes 1 of \
                           the new one, as in { passes = 1500 }";
            return Err(entry.error_at_word("was", message));
        };
        was.insert(lua_value::head(name, MAX_NAME), scale);
    }
    if was.len() > MAX_ENTRIES {
        return Err(
            entry.error_at_word("was", format!("`was` names at most {MAX_ENTRIES} parameters"))
        );
    }
    Ok(was)
}
