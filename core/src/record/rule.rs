//! A house rule as a saved game holds it: enough to name it, to show it and to take it up.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::is_plain_file;
use crate::limits;
use crate::localized::Text;

/// House rules of a game at the most.
pub const MAX_RULES: usize = 16;

/// A house rule of a game, whole: replaying never runs it, playing on can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRule {
    /// Its file's name.
    pub file: String,
    /// The name players see.
    pub name: Text,
    /// One or two sentences.
    pub about: Text,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The options it set.
    #[serde(default, skip_serializing_if = "Map::is_empty", deserialize_with = "limits::options")]
    pub set: Map<String, Value>,
    /// The hooks it has, by name.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 100>"
    )]
    pub hooks: Vec<String>,
    /// Whether its hooks are shown what is hidden from some players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sees_all: bool,
    /// The step from which on the game went on without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// SHA-256 of its source.
    pub hash: String,
    /// Its source.
    pub source: String,
}

impl SavedRule {
    /// The rule as others may see it: its file without the folders it lies in.
    #[must_use]
    pub fn for_others(&self) -> Self {
        let file = self.file.rsplit(['/', '\\']).next().filter(|name| is_plain_file(name));
        Self { file: file.unwrap_or("rule.luau").to_owned(), ..self.clone() }
    }

    /// SHA-256 of a source, as files have it.
    #[must_use]
    pub fn hash_of(source: &str) -> String {
        hex::encode(Sha256::digest(source))
    }

    /// Whether it does anything while a game is played, rather than set options before it.
    #[must_use]
    pub fn acts(&self) -> bool {
        !self.hooks.is_empty()
    }
}
