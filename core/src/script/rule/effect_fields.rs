//! Checks the fields of an effect, so that an error says what to write in the script.

use mlua::{Table, Value};

use crate::script::bindings::Scripted;
use crate::script::game_data::{EffectField, FieldValue};
use crate::script::lua_value::{self, describe};
use crate::script::nearest::did_you_mean;

/// Checks the kind and the fields of an effect. The game checks later that the effect is possible.
///
/// # Errors
/// An unknown kind or field, a missing field, or a value that a field does not take.
pub(in crate::script) fn check_effect<G: Scripted>(effect: &Value) -> Result<(), String> {
    let (kind, fields) = fields_of_kind::<G>(effect)?;
    let Value::Table(table) = effect else { return Ok(()) };
    check_names(kind, fields, table)?;
    for field in fields {
        let value = table.raw_get::<Value>(field.name).unwrap_or(Value::Nil);
        let example = field.example::<G>();
        match &value {
            Value::Nil if field.is_optional => {}
            Value::Nil => {
                let name = field.name;
                return Err(format!("`{kind}` needs the field `{name}`, as in {example}"));
            }
            value if field.takes::<G>(value) => {}
            value => {
                let (name, takes) = (field.name, field.value.words::<G>());
                let found = describe(value);
                return Err(format!(
                    "the field `{name}` of `{kind}` is {takes}, as in {example}, not {found}"
                ));
            }
        }
    }
    Ok(())
}

/// Returns the kind of an effect with the fields of that kind.
fn fields_of_kind<G: Scripted>(
    effect: &Value,
) -> Result<(&'static str, &'static [EffectField]), String> {
    let kinds = || G::EFFECTS.iter().map(|(kind, _)| *kind);
    let known = || kinds().collect::<Vec<_>>().join(", ");
    let kind = effect.as_table().and_then(|table| table.raw_get::<Value>("kind").ok());
    let kind = match kind.unwrap_or(Value::Nil) {
        Value::String(kind) => lua_value::head(&kind, 60),
        other => {
            let (got, known) = (describe(&other), known());
            return Err(format!(
                "the `kind` of an effect is a text, not {got}; effects are {known}"
            ));
        }
    };
    if let Some((kind, fields)) = G::EFFECTS.iter().find(|(known, _)| *known == kind) {
        return Ok((kind, fields));
    }
    let (hint, known) = (did_you_mean(&kind, kinds()), known());
    Err(format!("there is no effect `{kind:.40}`{hint}; effects are {known}"))
}

/// Refuses fields that the kind does not have.
fn check_names(kind: &str, fields: &[EffectField], effect: &Table) -> Result<(), String> {
    let names = || std::iter::once("kind").chain(fields.iter().map(|field| field.name));
    for pair in effect.pairs::<Value, Value>() {
        let key = pair.map_or(Value::Nil, |(key, _)| key);
        let name = lua_value::word(&key);
        if names().any(|known| known == name) {
            continue;
        }
        let known = names().collect::<Vec<_>>().join(", ");
        if !matches!(key, Value::String(_)) {
            let found = describe(&key);
            return Err(format!("a field of `{kind}` cannot be {found}; fields are {known}"));
        }
        let hint = did_you_mean(&name, names());
        return Err(format!("`{kind}` has no field `{name:.40}`{hint}; fields are {known}"));
    }
    Ok(())
}

impl EffectField {
    /// Returns the field with a possible value, as in `plane = 1`.
    fn example<G: Scripted>(&self) -> String {
        let value = match self.value {
            FieldValue::Seat => format!("{:?}", G::SEATS[0]),
            FieldValue::Whole { low, high } => 1.clamp(low, high).to_string(),
            FieldValue::Text(example) => format!("{example:?}"),
            FieldValue::Texts => "{ \"yes\", \"no\" }".to_owned(),
            FieldValue::Flag => "true".to_owned(),
        };
        format!("{} = {value}", self.name)
    }

    /// Returns true if the field can have this value.
    fn takes<G: Scripted>(&self, value: &Value) -> bool {
        match (self.value, value) {
            (FieldValue::Seat, value) => G::seat_by_name(&lua_value::word(value)).is_some(),
            (FieldValue::Whole { low, high }, Value::Integer(number)) => {
                (low..=high).contains(number)
            }
            (FieldValue::Whole { low, high }, Value::Number(number)) => {
                number.fract() == 0.0 && (low as f64..=high as f64).contains(number)
            }
            (FieldValue::Text(_), Value::String(_))
            | (FieldValue::Texts, Value::Table(_))
            | (FieldValue::Flag, Value::Boolean(_)) => true,
            _ => false,
        }
    }
}

impl FieldValue {
    /// Describes the allowed values in words.
    fn words<G: Scripted>(self) -> String {
        match self {
            Self::Seat => format!("a seat ({})", G::SEATS.join(", ")),
            Self::Whole { low, high } => format!("a whole number from {low} to {high}"),
            Self::Text(_) => "a text".to_owned(),
            Self::Texts => "a list of texts".to_owned(),
            Self::Flag => "true or false".to_owned(),
        }
    }
}
