//! The setup of the last game of each preset, saved with the settings.

use std::collections::{BTreeMap, BTreeSet};

use qipan_core::contract::seat::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::model::adaptive::Strength;
use crate::model::seat_choice::{SeatChoice, limit_name};

/// The maximum number of presets in [`GameSetups::recent_presets`].
const MAX_RECENT_PRESETS: usize = 32;

/// The setup of the last game of each preset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameSetups {
    /// The setups by preset.
    #[serde(deserialize_with = "readable_entries")]
    pub by_preset: BTreeMap<String, SavedSetup>,
    /// The presets played last, the latest first.
    #[serde(deserialize_with = "readable_or_default")]
    pub recent_presets: Vec<String>,
    /// The strengths of opponents that adapt to the player, by preset.
    #[serde(deserialize_with = "readable_entries")]
    pub strengths: BTreeMap<String, Strength>,
    /// The presets in which the coach is on.
    #[serde(deserialize_with = "readable_or_default")]
    pub coached: BTreeSet<String>,
}

/// The choices that the player made to set up a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// The options that the player changed.
    pub options: BTreeMap<String, Value>,
    /// The players, by seat index.
    #[serde(rename = "sitters")]
    pub seat_choices: Vec<SeatChoice>,
    /// True if one person picks a colour at the board and robots take the other seats.
    #[serde(rename = "pick_colour")]
    pub picks_colour: bool,
    /// The robot that takes the other seats if a person picks a colour.
    pub opponent: SeatChoice,
    /// The chosen layouts by seat index: the name of a saved layout, and the text of the layout.
    #[serde(default)]
    pub layouts: BTreeMap<usize, (Option<String>, String)>,
}

impl GameSetups {
    /// Remembers the setup of a game that begins.
    pub fn remember(&mut self, preset: &str, setup: SavedSetup) {
        self.recent_presets.retain(|other| other != preset);
        self.recent_presets.insert(0, preset.to_owned());
        self.recent_presets.truncate(MAX_RECENT_PRESETS);
        self.by_preset.insert(preset.to_owned(), setup);
    }

    /// Returns the one of these presets that was played last, or else the first of them.
    pub fn latest_of<'a>(&self, presets: &[&'a str]) -> Option<&'a str> {
        let rank = |preset: &&str| {
            let position = self.recent_presets.iter().position(|other| other == preset);
            position.unwrap_or(usize::MAX)
        };
        presets.iter().copied().min_by_key(|preset| rank(preset))
    }

    /// Remembers whether the coach is on in a preset.
    pub fn remember_coach(&mut self, preset: &str, is_coached: bool) {
        match is_coached {
            true => drop(self.coached.insert(preset.to_owned())),
            false => drop(self.coached.remove(preset)),
        }
    }

    /// Returns the strength of the opponents that adapt to the player in a preset.
    pub fn strength(&self, preset: &str) -> Strength {
        self.strengths.get(preset).copied().unwrap_or_default()
    }

    /// Returns true if the robot of a seat adapts to the player in the last game of a preset.
    pub fn is_adaptive(&self, preset: &str, seat: Seat) -> bool {
        let Some(setup) = self.by_preset.get(preset) else { return false };
        let seat_choice = match setup.picks_colour {
            true => Some(&setup.opponent),
            false => setup.seat_choices.get(seat.index()),
        };
        seat_choice == Some(&SeatChoice::Adaptive)
    }

    /// Drops, shortens or clamps values that no game can have, such as a tenth seat or a very long
    /// name.
    pub(super) fn limit(&mut self) {
        self.recent_presets.truncate(MAX_RECENT_PRESETS);
        for strength in self.strengths.values_mut() {
            *strength = strength.within_bounds();
        }
        for setup in self.by_preset.values_mut() {
            setup.seat_choices.truncate(Seat::MAX);
            setup.layouts.retain(|seat, _| *seat < Seat::MAX);
            for seat_choice in &mut setup.seat_choices {
                if let SeatChoice::Person(name) = seat_choice {
                    *name = limit_name(name);
                }
            }
        }
    }
}

/// Reads a value, or the default if it is malformed. Otherwise one malformed value would make the
/// whole file of settings unreadable.
pub(super) fn readable_or_default<'de, D, T>(source: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    Ok(serde_json::from_value(Value::deserialize(source)?).unwrap_or_default())
}

/// Reads the entries of an object, without the malformed ones.
fn readable_entries<'de, D, T>(source: D) -> Result<BTreeMap<String, T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let entries: BTreeMap<String, Value> = readable_or_default(source)?;
    let read = |(key, value)| Some((key, serde_json::from_value(value).ok()?));
    Ok(entries.into_iter().filter_map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> SavedSetup {
        SavedSetup {
            options: BTreeMap::new(),
            seat_choices: vec![SeatChoice::Person("x".repeat(500)); 20],
            picks_colour: false,
            opponent: SeatChoice::robot("greedy"),
            layouts: BTreeMap::from([(99, (None, String::new()))]),
        }
    }

    #[test]
    fn latest_of_several_presets_is_the_one_played_last() {
        let mut setups = GameSetups::default();
        assert_eq!(setups.latest_of(&["dark", "flip"]), Some("dark"));
        setups.remember("flip", setup());
        setups.remember("aeroplane", setup());
        assert_eq!(setups.latest_of(&["dark", "flip"]), Some("flip"));
        setups.remember("dark", setup());
        assert_eq!(setups.latest_of(&["dark", "flip"]), Some("dark"));
        assert_eq!(setups.latest_of(&[]), None);
    }

    #[test]
    fn impossible_choices_are_dropped() {
        let mut setups = GameSetups::default();
        setups.remember("dark", setup());
        setups.limit();
        let setup = &setups.by_preset["dark"];
        assert_eq!((setup.seat_choices.len(), setup.layouts.len()), (Seat::MAX, 0));
        assert!(matches!(&setup.seat_choices[0], SeatChoice::Person(name) if name.len() < 100));
    }

    #[test]
    fn only_malformed_choices_are_dropped() {
        let mut setups = GameSetups::default();
        setups.remember("dark", setup());
        setups.remember("flip", setup());
        setups.remember_coach("dark", true);
        setups.strengths.insert("dark".to_owned(), Strength::default());
        let whole = serde_json::to_value(&setups).unwrap();
        assert_eq!(serde_json::from_value::<GameSetups>(whole.clone()).unwrap(), setups);

        let mut changed = whole.clone();
        changed["by_preset"]["flip"]["sitters"] = serde_json::json!(["of_a_later_version"]);
        changed["strengths"]["six"] = serde_json::json!("high");
        let read: GameSetups = serde_json::from_value(changed).unwrap();
        let mut expected = setups.clone();
        expected.by_preset.remove("flip");
        assert_eq!(read, expected);

        let mut changed = whole;
        changed["recent_presets"] = serde_json::json!(3);
        changed["coached"] = serde_json::json!({ "dark": true });
        let read: GameSetups = serde_json::from_value(changed).unwrap();
        assert!(read.recent_presets.is_empty() && read.coached.is_empty());
        assert_eq!((&read.by_preset, &read.strengths), (&setups.by_preset, &setups.strengths));
    }
}
