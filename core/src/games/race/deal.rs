//! The deal of a race.

use serde::{Deserialize, Serialize};

use super::position::Position;

/// The deal of a race. It is empty unless the game begins from a position.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The position that the game begins from, if it was set up by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}
