//! The rules of a game as a set of named options that can be read and changed one by one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::contract::seat::{Seat, SeatSet};

/// Returns the values that a house rule's setting adds to a list: `[5]` for `{"add": [5]}`. Returns
/// `None` if the setting replaces the value.
pub fn list_additions(setting: &Value) -> Option<&[Value]> {
    match setting {
        Value::Object(fields) if fields.len() == 1 => match fields.get("add") {
            Some(Value::Array(values)) => Some(values),
            _ => None,
        },
        _ => None,
    }
}

/// The rules of a game: named options, with presets for well-known combinations.
///
/// Each game provides its options and presets. Methods to read and change options by name follow
/// from them.
///
/// # Examples
/// Change an option of a preset:
/// ```
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::games::race::Rules;
/// use serde_json::json;
///
/// let rules = Rules::AEROPLANE.with("planes_to_win", &json!(1))?.with("planes", &json!(2))?;
/// assert_eq!(rules.changed(), ["planes", "planes_to_win"]);
/// assert_eq!(rules.base_preset(), Rules::AEROPLANE);
/// let why = rules.with("planes", &json!(9)).expect_err("a board has four planes a seat");
/// assert_eq!(why.key(), Some("planes"));
/// # Ok::<(), qipan_core::contract::options::RulesError>(())
/// ```
pub trait RuleSet: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The names of the presets, the default first.
    const PRESETS: &'static [&'static str];
    /// The options, in the order in which a form lists them.
    const OPTIONS: &'static [OptionInfo];
    /// The keys of saved rules that are not options. Not every saved game has them.
    const EXTRA_SAVED_KEYS: &'static [&'static str] = &[];
    /// The variants of a preset that robots are tested with. Each is a list of changed options with
    /// their values as JSON. The variant without changes is the preset itself.
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]] = &[&[]];

    /// Returns the rules of a preset.
    fn preset(name: &str) -> Option<Self>;
    /// Returns the preset that these rules are a variant of.
    fn base_preset(&self) -> Self;
    /// Checks that the options fit the board and each other.
    ///
    /// # Errors
    /// The first option that has no meaning or contradicts another, with the reason.
    fn check(&self) -> Result<(), RulesError>;

    /// Returns the seats of a full board.
    fn seats(&self) -> SeatSet;
    /// Returns the seats of a full board in the order of turns.
    fn order(&self) -> Vec<Seat> {
        self.seats().iter().collect()
    }
    /// Returns the sides of a match between this number of robots. A side is a seat, or the seats
    /// of a team.
    fn sides(&self, robots: usize) -> Vec<SeatSet>;
    /// Returns true if a seat can have information that another seat lacks.
    fn has_secrets(&self) -> bool {
        false
    }
    /// Returns the seconds a seat has for a decision, if there is a clock.
    fn clock(&self) -> Option<f64> {
        None
    }
    /// Returns true if the players may agree on a draw.
    fn can_draw(&self) -> bool {
        false
    }
    /// Returns these rules with the results of battles recorded in steps, or without them if
    /// `recorded` is false. If a house rule may decide battles, the results must be recorded,
    /// because a replay runs no house rule.
    #[must_use]
    fn with_battles_recorded(self, recorded: bool) -> Self {
        let _ = recorded;
        self
    }

    /// Returns the value of an option as JSON.
    fn get(&self, key: &str) -> Option<Value> {
        serde_json::to_value(self).ok()?.get(key).cloned()
    }

    /// Returns these rules with one option changed. The value is JSON and is checked together
    /// with the other options.
    fn with(&self, key: &str, value: &Value) -> Result<Self, RulesError> {
        let rules = self.with_unchecked(key, value)?;
        rules.check()?;
        Ok(rules)
    }

    /// Returns these rules with several options changed, checked together at the end.
    fn with_all(&self, changes: &Map<String, Value>) -> Result<Self, RulesError> {
        let mut rules = self.clone();
        for (key, value) in changes {
            rules = rules.with_unchecked(key, value)?;
        }
        rules.check()?;
        Ok(rules)
    }

    /// Returns these rules with the settings of a house rule, checked together at the end.
    fn with_settings(&self, settings: &Map<String, Value>) -> Result<Self, RulesError> {
        let mut rules = self.clone();
        for (key, setting) in settings {
            rules = rules.with_setting(key, setting)?;
        }
        rules.check()?;
        Ok(rules)
    }

    /// Returns these rules with one setting of a house rule, without checking that the options fit
    /// each other. The setting `{"add": [5]}` adds 5 to the option's list. A setting without `add`
    /// replaces the option's value.
    ///
    /// # Errors
    /// The option does not exist or the setting does not fit it.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::games::race::Rules;
    /// use serde_json::json;
    ///
    /// let rules = Rules::AEROPLANE.with("takeoff", &json!([6]))?;
    /// let rules = rules.with_setting("takeoff", &json!({ "add": [5] }))?;
    /// assert_eq!(rules.get("takeoff"), Some(json!([5, 6])));
    /// # Ok::<(), qipan_core::contract::options::RulesError>(())
    /// ```
    fn with_setting(&self, key: &str, setting: &Value) -> Result<Self, RulesError> {
        match (list_additions(setting), self.get(key)) {
            (Some(additions), Some(Value::Array(mut list))) => {
                let is_new = |value: &&Value| !list.contains(value);
                let new_values: Vec<Value> = additions.iter().filter(is_new).cloned().collect();
                list.extend(new_values);
                self.with_unchecked(key, &Value::Array(list))
            }
            _ => self.with_unchecked(key, setting),
        }
    }

    /// Returns these rules with one option changed, without checking that the options fit each
    /// other.
    ///
    /// # Errors
    /// The option does not exist or does not take the value.
    fn with_unchecked(&self, key: &str, value: &Value) -> Result<Self, RulesError> {
        let info = Self::OPTIONS.iter().find(|info| info.key == key).ok_or_else(|| {
            let known: Vec<&str> = Self::OPTIONS.iter().map(|option| option.key).collect();
            RulesError::Unknown { key: key.to_owned(), known: known.join(", ") }
        })?;
        let value_error =
            || RulesError::Value { key: info.key, value: value.to_string(), takes: info.takes() };
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else {
            return Err(value_error());
        };
        fields.insert(key.to_owned(), info.normalise(value));
        serde_json::from_value(Value::Object(fields)).map_err(|_| value_error())
    }

    /// Returns the rules as a saved game stores them. An option that older saves lack is omitted if
    /// it has the value that they imply ([`OptionInfo::value_in_older_saves`]). So a game saved by
    /// an older version is written back unchanged.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::games::junqi::Rules;
    /// use serde_json::Value;
    ///
    /// let rules = Rules::preset("siguo_dark").expect("a preset of Junqi");
    /// let Value::Object(saved) = rules.to_saved() else { panic!("rules are a table") };
    /// assert_eq!(Rules::from_saved(saved), Ok(rules));
    /// ```
    fn to_saved(&self) -> Value {
        let mut saved = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(fields) = &mut saved {
            for info in Self::OPTIONS {
                let old_value = info.parsed_value_in_older_saves();
                if old_value.is_some() && fields.get(info.key) == old_value.as_ref() {
                    fields.shift_remove(info.key);
                }
            }
        }
        saved
    }

    /// Reads the rules of a saved game. A missing option takes the value that older saves
    /// imply ([`OptionInfo::value_in_older_saves`]).
    fn from_saved(mut fields: Map<String, Value>) -> Result<Self, SavedRulesError> {
        let known = Self::saved_keys();
        if let Some(unknown) = fields.keys().find(|key| !known.contains(*key)) {
            return Err(SavedRulesError::Unknown(unknown.clone()));
        }
        for info in Self::OPTIONS {
            if fields.contains_key(info.key) {
                continue;
            }
            if let Some(old_value) = info.parsed_value_in_older_saves() {
                fields.insert(info.key.to_owned(), old_value);
            }
        }
        let rules = serde_json::from_value(Value::Object(fields));
        rules.map_err(|why| SavedRulesError::Wrong(why.to_string()))
    }

    /// Returns all keys that saved rules may have.
    fn saved_keys() -> Vec<String> {
        // The rules of any preset serialise all options. The flag for recorded battle results is
        // serialised only if it is true, so it is set here.
        let preset = Self::PRESETS.first().and_then(|name| Self::preset(name));
        let complete = preset.map(|rules| serde_json::to_value(rules.with_battles_recorded(true)));
        let Some(Ok(Value::Object(fields))) = complete else { return Vec::new() };
        let mut keys: Vec<String> = fields.keys().cloned().collect();
        keys.extend(Self::EXTRA_SAVED_KEYS.iter().map(ToString::to_string));
        keys
    }

    /// Returns the keys of the options that differ from the preset.
    fn changed(&self) -> Vec<&'static str> {
        let preset = self.base_preset();
        if *self == preset {
            return Vec::new();
        }
        // Screens ask this in every frame, so the rules become JSON once and not for each key.
        let [own, base] = [self, &preset].map(|rules| serde_json::to_value(rules).ok());
        let (own, base) = (own.unwrap_or_default(), base.unwrap_or_default());
        let keys = Self::OPTIONS.iter().map(|info| info.key);
        keys.filter(|key| own.get(key) != base.get(key)).collect()
    }
}

/// An option of a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name of the option in files, forms and on the command line.
    pub key: &'static str,
    /// The values that the option takes.
    pub kind: OptionKind,
    /// The value, as JSON, that the option has in games saved before it existed. `None` if every
    /// saved game has the option.
    pub value_in_older_saves: Option<&'static str>,
}

/// The kind of values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of any of these words.
    Any(&'static [&'static str]),
    /// True or false.
    Toggle,
    /// A list of faces of a die.
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
    /// Lines across the board, each a list of cell names.
    Lines,
}

impl OptionInfo {
    /// Returns an option that every saved game has.
    pub const fn new(key: &'static str, kind: OptionKind) -> Self {
        Self { key, kind, value_in_older_saves: None }
    }

    /// Returns an option that was added after games had been saved. `value` is the one that
    /// these games were played with, as JSON. It must never change, even if the default of new
    /// games does.
    pub const fn added_later(key: &'static str, kind: OptionKind, value: &'static str) -> Self {
        Self { key, kind, value_in_older_saves: Some(value) }
    }

    /// Returns [`OptionInfo::value_in_older_saves`] as a JSON value.
    fn parsed_value_in_older_saves(&self) -> Option<Value> {
        serde_json::from_str(self.value_in_older_saves?).ok()
    }

    /// Describes the values that the option takes, for an error message.
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

    /// Converts shorthand to the value it stands for: `on` to true, one value to a list of it,
    /// `none` to an empty list. Leaves other values as they are.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::options::{OptionInfo, OptionKind};
    /// use serde_json::json;
    ///
    /// let teams = OptionInfo::new("teams", OptionKind::Toggle);
    /// assert_eq!(teams.normalise(&json!("on")), json!(true));
    /// let takeoff = OptionInfo::new("takeoff", OptionKind::Faces);
    /// assert_eq!(takeoff.normalise(&json!(6)), json!([6]));
    /// assert_eq!(takeoff.takes(), "a list of faces from 1 to 6, for instance [5,6]");
    /// ```
    pub fn normalise(&self, value: &Value) -> Value {
        match (self.kind, value) {
            (OptionKind::Toggle, Value::String(word)) => match word.as_str() {
                "on" | "yes" => json!(true),
                "off" | "no" => json!(false),
                _ => value.clone(),
            },
            (OptionKind::Choice(words), Value::Bool(false)) if words.contains(&"off") => {
                json!("off")
            }
            (OptionKind::Choice(words), Value::Bool(true))
                if words.contains(&"off") && words.contains(&"on") =>
            {
                json!("on")
            }
            (OptionKind::Lines, Value::String(word)) if word == "none" || word == "off" => {
                json!([])
            }
            (OptionKind::Any(_) | OptionKind::Faces | OptionKind::Numbers { .. }, _) => match value
            {
                Value::String(word) if word == "none" || word == "off" => json!([]),
                Value::String(_) | Value::Number(_) => json!([value]),
                _ => value.clone(),
            },
            _ => value.clone(),
        }
    }
}

/// The reason why rules cannot be played: an option that does not exist, a value that it does not
/// take, or options that contradict each other. The message names the option and what it takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The option does not exist.
    #[error("unknown option `{key}`; the options are {known}")]
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
        /// The allowed values, in words.
        takes: String,
    },
    /// A number is out of range.
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
    /// The option has no meaning on this board or together with the other options.
    #[error("`{key}` is invalid here: {why}")]
    Inapplicable {
        /// The option.
        key: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// A list contains a value that is not allowed.
    #[error("`{key}` cannot contain {invalid}; {takes}")]
    Content {
        /// The option.
        key: &'static str,
        /// The value.
        invalid: String,
        /// The allowed values, in words.
        takes: String,
    },
}

/// The reason why the rules of a saved game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedRulesError {
    /// The option does not exist in this version.
    #[error("unknown option `{0}`")]
    Unknown(String),
    /// An option is missing or has a value that it does not take.
    #[error("{0}")]
    Wrong(String),
}

impl RulesError {
    /// Returns the key of the option concerned.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Unknown { key, .. } => Some(key),
            Self::Value { key, .. }
            | Self::Range { key, .. }
            | Self::Inapplicable { key, .. }
            | Self::Content { key, .. } => Some(key),
        }
    }
}

/// Returns the error for an option that has no meaning here.
pub(crate) fn inapplicable(key: &'static str, why: &'static str) -> RulesError {
    RulesError::Inapplicable { key, why }
}

/// Checks that the value of an option is from `low` to `high`.
pub(crate) fn check_range(
    key: &'static str,
    found: u8,
    low: u8,
    high: u8,
) -> Result<(), RulesError> {
    if (low..=high).contains(&found) {
        Ok(())
    } else {
        Err(RulesError::Range { key, found, low, high })
    }
}
