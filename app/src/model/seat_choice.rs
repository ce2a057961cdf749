//! The player of a seat in a game that is being set up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Upper bound on the characters of a player's name.
pub(super) const MAX_NAME_CHARS: usize = 40;

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatChoice {
    /// The seat stays empty.
    Nobody,
    /// The user of this program. Takes one seat at most.
    Me,
    /// Another person at the same screen.
    Person(String),
    /// A shipped robot whose level adapts to the player.
    Adaptive,
    /// A robot.
    Robot {
        /// The name of its script.
        script: String,
        /// The values of the parameters that were changed, by parameter name.
        params: BTreeMap<String, f64>,
    },
}

/// Trims a name and shortens it to [`MAX_NAME_CHARS`] characters.
pub(super) fn limit_name(name: &str) -> String {
    name.trim().chars().take(MAX_NAME_CHARS).collect()
}
