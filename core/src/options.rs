//! What an option of a game takes: enough to draw a form and to read a value typed by hand.

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
            (OptionKind::Any(_) | OptionKind::Faces | OptionKind::Numbers { .. }, v) => match v {
                Value::String(word) if word == "none" || word == "off" => json!([]),
                Value::String(_) | Value::Number(_) => json!([v]),
                _ => value.clone(),
            },
            _ => value.clone(),
        }
    }
}
