//! The strength that a robot claims.

use serde::{Deserialize, Serialize};

use super::{FieldReader, MAX_NAME};
use crate::script::ScriptError;

/// The strength of a robot, for players who choose an opponent by strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Loses to anyone who knows the rules.
    Beginner,
    /// Sees direct threats and chances.
    Easy,
    /// Considers what may follow.
    Medium,
    /// Beats most people more often than not.
    Strong,
    /// The strongest level.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 5] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Strong, Self::Master];

    /// Returns the word for the level in scripts and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }

    /// Returns the level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// Returns the level a robot claims, if any.
pub(super) fn read(reader: &FieldReader<'_>) -> Result<Option<Level>, ScriptError> {
    let Some(word) = reader.string("level", MAX_NAME)? else { return Ok(None) };
    let level = Level::from_name(&word).ok_or_else(|| {
        let known = Level::ALL.map(Level::name).join(", ");
        reader.error_at_word("level", format!("there is no level \"{word}\"; levels are {known}"))
    })?;
    Ok(Some(level))
}
