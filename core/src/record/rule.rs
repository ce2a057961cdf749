//! A house rule as saved with a game, with everything needed to show it and to run it again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::is_plain_file;
use crate::contract::limits;
use crate::contract::localized::Text;

/// Maximum number of house rules of a game.
pub const MAX_RULES: usize = 16;
/// Maximum number of hooks that a saved house rule lists.
const MAX_HOOKS: usize = 100;

/// A house rule of a game with its source. Replaying a game never runs its rules; continuing a game
/// can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRule {
    /// The name of the rule's file.
    pub file: String,
    /// The name players see.
    pub name: Text,
    /// A description of one or two sentences.
    pub about: Text,
    /// The author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The options that the rule sets, with their values.
    #[serde(default, skip_serializing_if = "Map::is_empty", deserialize_with = "limits::options")]
    pub set: Map<String, Value>,
    /// The names of the rule's hooks.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_HOOKS>"
    )]
    pub hooks: Vec<String>,
    /// True if the hooks see information that is hidden from some players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sees_all: bool,
    /// The step from which the rule was disabled. None if it stayed in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// SHA-256 of the source, in hexadecimal digits.
    pub hash: String,
    /// The source of the script.
    pub source: String,
}

impl SavedRule {
    /// Returns a copy for sharing, without the folders in its file name.
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

    /// Returns true if the rule has hooks, and so does more than set options.
    pub fn acts(&self) -> bool {
        !self.hooks.is_empty()
    }
}
