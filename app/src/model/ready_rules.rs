//! The ready-made sets of rules of each game: as printed, as families play, and quick.

use serde_json::Value;

/// A ready-made set of rules for some presets.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadyRules {
    /// The key of its name: `printed`, `families` or `quick`.
    pub name: &'static str,
    /// The text id of the sentence about it.
    pub about: &'static str,
    /// The presets it is for.
    presets: &'static [&'static str],
    /// The options that differ from those the new-game form starts with, as JSON.
    options: &'static [(&'static str, &'static str)],
}

impl ReadyRules {
    /// Returns the options that differ from those the new-game form starts with.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let value = |text| {
            serde_json::from_str(text).unwrap_or_else(|_| unreachable!("the values are valid JSON"))
        };
        self.options.iter().map(move |(key, text)| (*key, value(text)))
    }
}

/// Returns the ready-made sets of a preset, in the order in which they are offered.
pub fn of_preset(preset: &str) -> impl Iterator<Item = &'static ReadyRules> {
    READY_RULES.iter().filter(move |ready| ready.presets.contains(&preset))
}

/// The presets of Flip Junqi.
const FLIP: &[&str] = &["flip", "flip_open"];
/// The presets with three, four or six armies whose pieces are hidden from the enemies.
const MORE_HIDDEN: &[&str] =
    &["siguo_dark", "siguo_partner", "siguo_duel", "three", "six", "six_dark"];

/// All ready-made sets.
const READY_RULES: &[ReadyRules] = &[
    ReadyRules {
        name: "printed",
        about: "ready-aeroplane-printed",
        presets: &["aeroplane"],
        options: &[],
    },
    ReadyRules {
        name: "families",
        about: "ready-aeroplane-families",
        presets: &["aeroplane"],
        options: &[
            ("takeoff", "[5,6]"),
            ("flight", "\"compulsory\""),
            ("flight_then_jump", "true"),
            ("stack", "\"always\""),
            ("finish", "\"bounce\""),
        ],
    },
    ReadyRules {
        name: "quick",
        about: "ready-aeroplane-quick",
        presets: &["aeroplane"],
        options: &[
            ("tries_when_home", "3"),
            ("planes", "2"),
            ("planes_to_win", "2"),
            ("end", "\"first_home\""),
        ],
    },
    ReadyRules {
        name: "printed",
        about: "ready-flying-printed",
        presets: &["flying"],
        options: &[],
    },
    ReadyRules {
        name: "families",
        about: "ready-flying-families",
        presets: &["flying"],
        options: &[("takeoff", "[5,6]"), ("extra_roll", "[6]"), ("finish", "\"bounce\"")],
    },
    ReadyRules {
        name: "quick",
        about: "ready-flying-quick",
        presets: &["flying"],
        options: &[
            ("takeoff", "[2,4,6]"),
            ("planes", "2"),
            ("planes_to_win", "2"),
            ("end", "\"first_home\""),
        ],
    },
    ReadyRules {
        name: "printed",
        about: "ready-two-printed",
        presets: &["dark", "mixed", "open"],
        options: &[],
    },
    ReadyRules {
        name: "printed",
        about: "ready-more-printed",
        presets: &[
            "siguo_dark",
            "siguo_partner",
            "siguo_open",
            "siguo_duel",
            "three",
            "six",
            "six_dark",
            "six_open",
        ],
        options: &[],
    },
    ReadyRules {
        name: "families",
        about: "ready-junqi-families",
        presets: &[
            "dark",
            "mixed",
            "open",
            "siguo_dark",
            "siguo_partner",
            "siguo_open",
            "siguo_duel",
            "three",
            "six",
            "six_dark",
            "six_open",
        ],
        options: &[("mine", "\"bomb_engineer_digs\""), ("hq_exit", "true")],
    },
    ReadyRules {
        name: "quick",
        about: "ready-two-quick",
        presets: &["dark"],
        options: &[
            ("rail_turns", "true"),
            ("scout", "true"),
            ("draw_after_quiet_plies", "40"),
            ("clock_seconds", "20"),
            ("timeouts_lose", "3"),
        ],
    },
    ReadyRules {
        name: "quick",
        about: "ready-more-quick",
        presets: MORE_HIDDEN,
        options: &[
            ("bomb_moves_as_engineer", "true"),
            ("contact_reveals", "true"),
            ("draw_after_quiet_plies", "50"),
            ("clock_seconds", "20"),
            ("timeouts_lose", "3"),
        ],
    },
    ReadyRules {
        name: "quick",
        about: "ready-open-quick",
        // Battles in Mixed Junqi reveal the pieces anyway.
        presets: &["mixed", "open", "siguo_open", "six_open"],
        options: &[
            ("rail_turns", "true"),
            ("draw_after_quiet_plies", "40"),
            ("clock_seconds", "20"),
            ("timeouts_lose", "3"),
        ],
    },
    ReadyRules { name: "printed", about: "ready-flip-printed", presets: &["flip"], options: &[] },
    ReadyRules {
        name: "printed",
        about: "ready-flip_open-printed",
        presets: &["flip_open"],
        options: &[],
    },
    ReadyRules {
        name: "families",
        about: "ready-flip-families",
        presets: &["flip"],
        options: &[("flip_armies", "\"first_tile\""), ("mine", "\"bomb_engineer_digs\"")],
    },
    ReadyRules {
        name: "families",
        about: "ready-flip_open-families",
        presets: &["flip_open"],
        options: &[("mine", "\"bomb_engineer_digs\"")],
    },
    ReadyRules {
        name: "quick",
        about: "ready-flip-quick",
        presets: FLIP,
        options: &[
            ("rail_turns", "true"),
            ("draw_after_quiet_plies", "40"),
            ("clock_seconds", "20"),
            ("timeouts_lose", "3"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rules;
    use qipan_core::registry::presets;

    #[test]
    fn every_preset_has_three_valid_sets_of_rules() {
        for preset in presets() {
            let names: Vec<&str> = of_preset(preset).map(|ready| ready.name).collect();
            assert_eq!(names, ["printed", "families", "quick"], "{preset}");
            let preset_rules = rules::preset(preset).unwrap();
            for ready in of_preset(preset) {
                let mut rules = preset_rules.clone();
                for (key, value) in ready.options() {
                    assert_ne!(rules.get(key), Some(value.clone()), "{preset} {key}");
                    rules = rules.with(key, &value).unwrap();
                }
                rules.check().unwrap_or_else(|error| panic!("{preset} {}: {error}", ready.name));
            }
        }
    }
}
