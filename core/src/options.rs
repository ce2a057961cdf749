//! The rules of a game as a set of options: what they are called, what they take, how they
//! are changed one by one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::seat::{Seat, SeatSet};

/// What a house rule adds to a list instead of setting it: of `{"add": [5]}` the list. Nothing
/// where the setting is a value of its own.
#[must_use]
pub fn added(setting: &Value) -> Option<&[Value]> {
    match setting.as_object().map(|fields| (fields.len(), fields.get("add"))) {
        Some((1, Some(Value::Array(more)))) => Some(more),
        _ => None,
    }
}

/// The rules of a game: options with names, of which presets are well-known combinations.
///
/// Required is what each game says of its own; reading and changing options by name follow.
pub trait RuleSet: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The presets by name, the usual one first.
    const PRESETS: &'static [&'static str];
    /// The options that can be set, in the order of a form.
    const OPTIONS: &'static [OptionInfo];
    /// What the rules of a saved game can say beside them, where it is not said of every game.
    const SAVED_ALONE: &'static [&'static str] = &[];
    /// Changes to a preset under which a robot should be tried out, none at all among them:
    /// options, each with its value as JSON.
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[&[]];

    /// The rules of a preset.
    #[must_use]
    fn preset(name: &str) -> Option<Self>;
    /// The preset these rules are a variant of, as it is without their changes.
    #[must_use]
    fn unchanged(&self) -> Self;
    /// Whether the options fit the board and each other.
    ///
    /// # Errors
    /// The first option that means nothing or contradicts another, with the reason.
    fn check(&self) -> Result<(), RulesError>;

    /// The seats at the board when all are taken.
    #[must_use]
    fn seats(&self) -> SeatSet;
    /// The same in the order of turns.
    #[must_use]
    fn order(&self) -> Vec<Seat> {
        self.seats().iter().collect()
    }
    /// The sides that so many robots play, each a seat or the seats of a team.
    #[must_use]
    fn sides(&self, robots: usize) -> Vec<SeatSet>;
    /// Whether a seat may know less than another.
    #[must_use]
    fn has_secrets(&self) -> bool {
        false
    }
    /// The seconds a seat has for a decision, where there is a clock.
    #[must_use]
    fn clock(&self) -> Option<f64> {
        None
    }
    /// Whether the players may agree on a draw.
    #[must_use]
    fn can_draw(&self) -> bool {
        false
    }
    /// The rules with the end of every fight recorded in its step, or not: recorded it has to
    /// be where a house rule may decide a fight, for a replay runs no house rule.
    #[must_use]
    fn with_fights_recorded(self, recorded: bool) -> Self {
        let _ = recorded;
        self
    }

    /// The value of an option as JSON.
    #[must_use]
    fn get(&self, key: &str) -> Option<Value> {
        serde_json::to_value(self).ok()?.get(key).cloned()
    }

    /// These rules with one option changed: the value as JSON, checked in itself and with
    /// the others.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what would be right.
    fn with(&self, key: &str, value: &Value) -> Result<Self, RulesError> {
        let rules = self.with_unchecked(key, value)?;
        rules.check()?;
        Ok(rules)
    }

    /// These rules with several options changed, which are checked together at the end.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what would be right.
    fn with_all(&self, changes: &Map<String, Value>) -> Result<Self, RulesError> {
        let change =
            |rules: Self, (key, value): (&String, &Value)| rules.with_unchecked(key, value);
        let rules = changes.iter().try_fold(self.clone(), change)?;
        rules.check()?;
        Ok(rules)
    }

    /// These rules with what a house rule sets, which is checked together at the end.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what would be right.
    fn with_settings(&self, settings: &Map<String, Value>) -> Result<Self, RulesError> {
        let set = |rules: Self, (key, value): (&String, &Value)| rules.with_setting(key, value);
        let rules = settings.iter().try_fold(self.clone(), set)?;
        rules.check()?;
        Ok(rules)
    }

    /// As [`RuleSet::with_unchecked`], for a setting of a house rule: `{"add": [5]}` keeps the
    /// list that the option has and adds to it.
    ///
    /// # Errors
    /// When there is no such option or the setting does not fit it.
    fn with_setting(&self, key: &str, setting: &Value) -> Result<Self, RulesError> {
        match (added(setting), self.get(key)) {
            (Some(more), Some(Value::Array(mut list))) => {
                let new = more.iter().filter(|value| !list.contains(value));
                let new: Vec<Value> = new.cloned().collect();
                list.extend(new);
                self.with_unchecked(key, &Value::Array(list))
            }
            _ => self.with_unchecked(key, setting),
        }
    }

    /// As [`RuleSet::with`], not yet checked with the other options.
    ///
    /// # Errors
    /// When there is no such option or the value is not one of its values.
    fn with_unchecked(&self, key: &str, value: &Value) -> Result<Self, RulesError> {
        let info = Self::OPTIONS.iter().find(|info| info.key == key).ok_or_else(|| {
            let known: Vec<&str> = Self::OPTIONS.iter().map(|option| option.key).collect();
            RulesError::Unknown { key: key.to_owned(), known: known.join(", ") }
        })?;
        let bad =
            || RulesError::Value { key: info.key, value: value.to_string(), takes: info.takes() };
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else { return Err(bad()) };
        fields.insert(key.to_owned(), info.normalise(value));
        serde_json::from_value(Value::Object(fields)).map_err(|_| bad())
    }

    /// The rules as a saved game has them. An option that was added later is left out where it
    /// has the value games had before, so that an old game stays as it was written.
    #[must_use]
    fn to_saved(&self) -> Value {
        let mut saved = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(fields) = &mut saved {
            for info in Self::OPTIONS {
                let before = info.value_before();
                if before.is_some() && fields.get(info.key) == before.as_ref() {
                    fields.shift_remove(info.key);
                }
            }
        }
        saved
    }

    /// The rules of a saved game. An option it does not have takes the value that games had
    /// before there was such an option.
    ///
    /// # Errors
    /// An option that is not known, or what else is wrong.
    fn from_saved(mut fields: Map<String, Value>) -> Result<Self, SavedRulesError> {
        let known = Self::saved_keys();
        if let Some(odd) = fields.keys().find(|key| !known.contains(*key)) {
            return Err(SavedRulesError::Unknown(odd.clone()));
        }
        for info in Self::OPTIONS {
            if let (false, Some(before)) = (fields.contains_key(info.key), info.value_before()) {
                fields.insert(info.key.to_owned(), before);
            }
        }
        let rules = serde_json::from_value(Value::Object(fields));
        rules.map_err(|why| SavedRulesError::Wrong(why.to_string()))
    }

    /// The names of everything the rules of a saved game can say.
    #[must_use]
    fn saved_keys() -> Vec<String> {
        let preset = Self::PRESETS.first().and_then(|name| Self::preset(name));
        let whole = preset.map(|rules| serde_json::to_value(rules.with_fights_recorded(true)));
        match whole {
            Some(Ok(Value::Object(fields))) => fields
                .keys()
                .cloned()
                .chain(Self::SAVED_ALONE.iter().map(ToString::to_string))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The keys of the options that differ from the preset.
    #[must_use]
    fn changed(&self) -> Vec<&'static str> {
        let preset = self.unchanged();
        let keys = Self::OPTIONS.iter().map(|info| info.key);
        keys.filter(|key| self.get(key) != preset.get(key)).collect()
    }
}

/// One option of a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, the same in files, forms and on the command line.
    pub key: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// The value, as JSON, of games that were saved before there was this option; none where
    /// every saved game says it.
    pub before: Option<&'static str>,
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
    /// An option that every saved game has.
    #[must_use]
    pub const fn new(key: &'static str, kind: OptionKind) -> Self {
        Self { key, kind, before: None }
    }

    /// An option that was added when there were saved games already. `before` is what they
    /// were played by, as JSON: never to be changed, whatever a new game begins with.
    #[must_use]
    pub const fn added(key: &'static str, kind: OptionKind, before: &'static str) -> Self {
        Self { key, kind, before: Some(before) }
    }

    /// The value of games that were saved before there was this option.
    fn value_before(&self) -> Option<Value> {
        serde_json::from_str(self.before?).ok()
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

/// Why the rules in a saved game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedRulesError {
    /// There is no such option, in this version at least.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// An option is missing or has no value it takes.
    #[error("{0}")]
    Wrong(String),
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
