//! What an option of a game takes: enough to draw a form and to read a value typed by hand.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// One option of a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, the same in files, forms and on the command line.
    pub key: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
}

/// The values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any of these words, as a list.
    Any(&'static [&'static str]),
    /// True or false.
    Toggle,
    /// Faces of a die, as a list.
    Faces,
    /// A number.
    Number {
        /// The smallest.
        low: u8,
        /// The largest.
        high: u8,
    },
    /// A list of numbers.
    Numbers {
        /// The smallest.
        low: u8,
        /// The largest.
        high: u8,
    },
    /// Lines over the board, each a list of cell names.
    Lines,
}

impl OptionInfo {
    pub(crate) const fn new(key: &'static str, kind: OptionKind) -> Self {
        Self { key, kind }
    }

    /// What the option takes, in words for an error message.
    #[must_use]
    pub fn takes(&self) -> String {
        match self.kind {
            OptionKind::Choice(words) => words.join(", "),
            OptionKind::Any(words) => format!("a list of any of {}", words.join(", ")),
            OptionKind::Toggle => "true or false".to_owned(),
            OptionKind::Faces => "a list of faces from 1 to 6, for instance [5,6]".to_owned(),
            OptionKind::Number { low, high } => format!("a number from {low} to {high}"),
            OptionKind::Numbers { low, high } => format!("a list of numbers from {low} to {high}"),
            OptionKind::Lines => {
                "lists of cells, for instance [[\"S11\",\"N14\"],[\"S15\",\"N12\"]]".to_owned()
            }
        }
    }

    /// Accepts what a person types where the meaning is plain: `on` for true, one value
    /// where a list is asked for, `none` for an empty list.
    #[must_use]
    pub fn normalise(&self, value: &Value) -> Value {
        match (self.kind, value) {
            (OptionKind::Toggle, Value::String(word)) => match word.as_str() {
                "on" | "yes" => json!(true),
                "off" | "no" => json!(false),
                _ => value.clone(),
            },
            (OptionKind::Choice(words), Value::Bool(on)) if words.contains(&"off") => {
                match (on, words.contains(&"on")) {
                    (false, _) => json!("off"),
                    (true, true) => json!("on"),
                    _ => value.clone(),
                }
            }
            (OptionKind::Lines, Value::String(word)) if word == "none" || word == "off" => {
                json!([])
            }
            (OptionKind::Any(_) | OptionKind::Faces | OptionKind::Numbers { .. }, v) => match v {
                Value::String(word) if word == "none" || word == "off" => json!([]),
                Value::String(_) | Value::Number(_) => json!([v]),
                _ => value.clone(),
            },
            _ => value.clone(),
        }
    }
}

/// Why rules cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// There is no such option.
    #[error("there is no option `{key}`; the options are {known}")]
    Unknown {
        /// The name given.
        key: String,
        /// All names.
        known: String,
    },
    /// The option does not take this value.
    #[error("`{key}` cannot be {value}; it takes {takes}")]
    Value {
        /// The option.
        key: &'static str,
        /// The value given, as JSON.
        value: String,
        /// What it takes, in words.
        takes: String,
    },
    /// A number is too small or too large.
    #[error("`{key}` cannot be {found}; it goes from {low} to {high} here")]
    Range {
        /// The option.
        key: &'static str,
        /// The number given.
        found: u8,
        /// The smallest allowed.
        low: u8,
        /// The largest allowed.
        high: u8,
    },
    /// The option means nothing on this board or beside the other options.
    #[error("`{key}` means nothing here: {why}")]
    NoMeaning {
        /// The option.
        key: &'static str,
        /// Why.
        why: &'static str,
    },
    /// A list holds something it cannot.
    #[error("`{key}` cannot contain {odd}; {takes}")]
    Content {
        /// The option.
        key: &'static str,
        /// What does not belong there.
        odd: String,
        /// What would.
        takes: String,
    },
}

impl RulesError {
    /// The option meant.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Unknown { key, .. } => Some(key),
            Self::Value { key, .. }
            | Self::Range { key, .. }
            | Self::NoMeaning { key, .. }
            | Self::Content { key, .. } => Some(key),
        }
    }
}

pub(crate) fn no_meaning(key: &'static str, why: &'static str) -> RulesError {
    RulesError::NoMeaning { key, why }
}

pub(crate) fn in_range(key: &'static str, found: u8, low: u8, high: u8) -> Result<(), RulesError> {
    if (low..=high).contains(&found) {
        Ok(())
    } else {
        Err(RulesError::Range { key, found, low, high })
    }
}

/// Rules with one option changed, not yet checked against the others.
pub(crate) fn changed<R: Serialize + DeserializeOwned>(
    rules: &R,
    options: &[OptionInfo],
    key: &str,
    value: &Value,
) -> Result<R, RulesError> {
    let info = options.iter().find(|info| info.key == key).ok_or_else(|| {
        let known: Vec<&str> = options.iter().map(|option| option.key).collect();
        RulesError::Unknown { key: key.to_owned(), known: known.join(", ") }
    })?;
    let bad = || RulesError::Value { key: info.key, value: value.to_string(), takes: info.takes() };
    let Ok(Value::Object(mut fields)) = serde_json::to_value(rules) else { return Err(bad()) };
    fields.insert(key.to_owned(), info.normalise(value));
    serde_json::from_value(Value::Object(fields)).map_err(|_| bad())
}
