//! A house rule as kept in a saved game: enough to name it, to show it and to run it again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::is_plain_file;
use crate::contract::limits;
use crate::contract::localized::Text;

/// Maximum number of house rules of a game.
pub const MAX_RULES: usize = 16;

/// A complete house rule of a game. Replaying never runs it; playing on can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRule {
    /// The name of its file.
    pub file: String,
    /// The name players see.
    pub name: Text,
    /// A description of one or two sentences.
    pub about: Text,
    /// The author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The options it set.
    #[serde(default, skip_serializing_if = "Map::is_empty", deserialize_with = "limits::options")]
    pub set: Map<String, Value>,
    /// The names of its hooks.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 100>"
    )]
    pub hooks: Vec<String>,
    /// True if its hooks see what is hidden from some players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sees_all: bool,
    /// The step from which the game went on without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// SHA-256 of its source.
    pub hash: String,
    /// Its source.
    pub source: String,
}

impl SavedRule {
    /// Returns the rule for sharing: its file name without folders.
    pub fn for_others(&self) -> Self {
        let file = self.file.rsplit(['/', '\\']).next().filter(|name| is_plain_file(name));
        Self { file: file.unwrap_or("rule.luau").to_owned(), ..self.clone() }
    }

    /// Returns the SHA-256 of a source in hexadecimal digits.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::record::SavedRule;
    ///
    /// assert_eq!(&SavedRule::hash_of("")[..16], "e3b0c44298fc1c14");
    /// ```
    pub fn hash_of(source: &str) -> String {
        hex::encode(Sha256::digest(source))
    }

    /// Returns true if the rule has hooks, so that it does more than set options.
    pub fn acts(&self) -> bool {
        !self.hooks.is_empty()
    }
}
