//! Finds house rules, in the same way as robots.

use std::path::PathBuf;

use qipan_core::contract::source::Source;
use qipan_core::record::SavedRule;
use qipan_core::script::{ScriptError, ScriptInfo, ScriptKind};

use crate::model::scripts::find::{
    FindError, ScriptLocation, ScriptType, check_game, locate, names,
};
use crate::model::scripts::shipped::{SHIPPED_RULES, ShippedScript};
use crate::model::scripts::{ScriptArg, inspect, wrong_metadata};
use crate::model::storage::Folders;

/// The error of a robot used as a house rule.
const NOT_A_RULE: &str = "is a robot, not a house rule";

/// A house rule that can be used in a game. It is plain data, so it can be sent to the thread on
/// which the rule is built.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSpec {
    /// Its name: the file name without extension.
    pub name: String,
    /// The file, for messages.
    pub file: String,
    /// True if a script with this name, text and modules ships.
    pub is_shipped: bool,
    /// The script's text with those of its modules.
    pub source: Source,
    /// The metadata of the script.
    pub info: ScriptInfo,
}

impl RuleSpec {
    /// Creates a house rule from the text of its file.
    pub(super) fn new(
        name: &str,
        file: String,
        source: impl Into<Source>,
    ) -> Result<Self, ScriptError> {
        let source = source.into();
        let is_same =
            |script: &ShippedScript| script.name == name && script.with_modules() == source;
        let is_shipped = SHIPPED_RULES.iter().any(is_same);
        let info = inspect(&file, &source)?;
        if info.kind != ScriptKind::Rule {
            return Err(wrong_metadata(file, NOT_A_RULE));
        }
        Ok(Self { name: name.to_owned(), file, is_shipped, source, info })
    }

    /// Returns the rule as a record saves it.
    pub fn to_saved(&self) -> SavedRule {
        let text_of = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let modules = self.source.modules.iter();
        SavedRule {
            file: self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file).to_owned(),
            name: self.info.name.clone(),
            about: self.info.about.clone(),
            author: self.info.author.clone(),
            set: self.info.option_changes.clone(),
            hooks: self.info.hooks.clone(),
            questions: self.info.questions.clone(),
            sees_all: self.info.sees_all,
            until: None,
            hash: self.source.digest(),
            source: text_of(&self.source.text),
            modules: modules.map(|(name, text)| (name.clone(), text_of(text))).collect(),
        }
    }

    /// Returns true if the rule is for this preset, or names no presets.
    pub fn is_for(&self, preset: &str) -> bool {
        self.info.presets.is_empty() || self.info.presets.iter().any(|known| known == preset)
    }
}

/// Finds the house rule that `words` name: one of the user, one that ships, or one in a file.
///
/// # Errors
/// There is no house rule of this name, or it is for another game or does not load.
pub fn find_rule(folders: &Folders, game: &str, words: &ScriptArg) -> Result<RuleSpec, FindError> {
    let (location, name) = locate(folders, ScriptType::Rule, game, words.as_str())?;
    load_rule(folders, game, &location, &name)
}

/// Loads the house rule at a location, and checks that it is for the game.
fn load_rule(
    folders: &Folders,
    game: &str,
    location: &ScriptLocation,
    name: &str,
) -> Result<RuleSpec, FindError> {
    let (file, source) = location.source()?;
    let spec = RuleSpec::new(name, file, source)?;
    check_game(folders, ScriptType::Rule, game, &spec.file, &spec.info)?;
    Ok(spec)
}

/// Returns every house rule of a game. A rule of the user replaces a shipped rule of the same name.
/// A rule that does not load is listed with its error.
pub fn rules(folders: &Folders, game: &str) -> Vec<(String, Result<RuleSpec, FindError>)> {
    let load = |name: String| {
        let location = ScriptLocation::of_name(folders, ScriptType::Rule, game, &name)?;
        let spec = load_rule(folders, game, &location, &name);
        Some((name, spec))
    };
    let names = names(folders, ScriptType::Rule, game);
    let mut rules: Vec<_> = names.into_iter().filter_map(load).collect();
    // The user's own rules come first: they are few, and the user looks for them most.
    rules.sort_by_key(|(_, spec)| spec.as_ref().is_ok_and(|spec| spec.is_shipped));
    rules
}

/// Returns the folder of the user's house rules for a game.
pub fn rules_folder(folders: &Folders, game: &str) -> PathBuf {
    ScriptType::Rule.folder_of(folders, game)
}
