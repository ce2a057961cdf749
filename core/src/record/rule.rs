//! A house rule as saved with a game, with everything needed to show it and to run it again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::is_plain_file_name;
use crate::contract::limits;
use crate::contract::localized::Text;
use crate::contract::question::{DeclaredQuestions, MAX_QUESTIONS};
use crate::contract::source::{self, MAX_MODULES, Source, module_file};

/// Maximum number of house rules of a game.
pub const MAX_RULES: usize = 16;
/// Maximum number of hooks that a saved house rule lists.
const MAX_HOOKS: usize = 100;

/// A house rule of a game with its source. Replaying a game never runs its rules, but continuing it
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
    /// The questions that the rule can ask, with their texts, so that a replay can show them.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, MAX_QUESTIONS>"
    )]
    pub questions: DeclaredQuestions,
    /// True if the hooks see information that is hidden from some players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sees_all: bool,
    /// The index of the step from which the rule was disabled. None if it stayed in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// SHA-256 of the source and its modules, in hexadecimal digits ([`SavedRule::digest`]).
    pub hash: String,
    /// The text of the script, without its modules.
    pub source: String,
    /// The texts of the modules that the script can load, by name.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, MAX_MODULES>"
    )]
    pub modules: BTreeMap<String, String>,
}

impl SavedRule {
    /// Returns a rule without a source, as a description of one that is run elsewhere.
    pub fn described(name: Text, questions: DeclaredQuestions) -> Self {
        Self {
            file: "rule.luau".to_owned(),
            name,
            about: Text::default(),
            author: String::new(),
            set: Map::new(),
            hooks: Vec::new(),
            questions,
            sees_all: false,
            until: None,
            hash: Self::hash_of(""),
            source: String::new(),
            modules: BTreeMap::new(),
        }
    }

    /// Returns a copy for sharing, without the folders in its file name.
    pub fn for_others(&self) -> Self {
        let file = self.file.rsplit(['/', '\\']).next().filter(|name| is_plain_file_name(name));
        Self { file: file.unwrap_or("rule.luau").to_owned(), ..self.clone() }
    }

    /// Returns the SHA-256 of a source without modules in hexadecimal digits.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::record::SavedRule;
    ///
    /// assert_eq!(&SavedRule::hash_of("")[..16], "e3b0c44298fc1c14");
    /// ```
    pub fn hash_of(source: &str) -> String {
        source::digest(source.as_bytes(), [])
    }

    /// Computes the digest of the source and its modules. In a valid rule it equals
    /// [`SavedRule::hash`].
    pub fn digest(&self) -> String {
        let modules = self.modules.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
        source::digest(self.source.as_bytes(), modules)
    }

    /// Returns the texts of the script and its modules as a [`Source`], to run the rule.
    pub fn to_source(&self) -> Source {
        let modules = self.modules.iter();
        let modules = modules.map(|(name, text)| (name.clone(), text.as_bytes().into()));
        Source { modules: modules.collect(), ..Source::from(&self.source) }
    }

    /// Returns the files of the rule and its modules, with their texts.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let modules = self.modules.iter();
        let modules = modules.map(|(name, text)| (module_file(&self.file, name), text.as_str()));
        std::iter::once((self.file.clone(), self.source.as_str())).chain(modules)
    }

    /// Returns the number of bytes of the source and its modules.
    pub fn source_len(&self) -> usize {
        self.source.len() + self.modules.values().map(String::len).sum::<usize>()
    }

    /// Returns true if the rule has hooks, so that it does more than set options.
    pub fn has_hooks(&self) -> bool {
        !self.hooks.is_empty()
    }
}
