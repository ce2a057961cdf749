//! The options of a table that players on other devices join.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of messages that guests can send.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
pub enum Talk {
    /// Ready-made phrases and emoji.
    #[default]
    Phrases,
    /// Free text as well.
    Free,
}

/// The rule for the seat of a player who loses the connection and does not come back in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LostSeat {
    /// The game is paused until the player is back.
    #[default]
    Pause,
    /// A robot plays until the player is back.
    Robot,
    /// The seat's clock runs.
    Clock,
}

/// The options that the host of a table chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableOptions {
    /// The kinds of messages that guests can send to each other.
    pub talk: Talk,
    /// True if people may watch.
    pub watchers: bool,
    /// True if guests get the whole game at its end.
    pub file: bool,
    /// The number of seconds for which the table waits for a player who loses the connection.
    pub wait: u64,
    /// The rule for the seat of a player who does not come back in this time.
    pub lost: LostSeat,
    /// True if players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// True if robots resign lost games and offer draws.
    #[serde(default = "yes")]
    pub robots_concede: bool,
}

/// Returns true, the value of an option that files of earlier versions do not contain.
const fn yes() -> bool {
    true
}

impl Default for TableOptions {
    fn default() -> Self {
        Self {
            talk: Talk::Phrases,
            watchers: true,
            file: true,
            wait: 60,
            lost: LostSeat::Pause,
            hints: false,
            robots_concede: true,
        }
    }
}
