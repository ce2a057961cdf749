//! Junqi house rules for tests: the shipped rules, and houses that run rules in Lua.

use std::path::PathBuf;

use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::{Junqi, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::record::SavedRule;
use qipan_core::registry::inspect;
use qipan_core::script::{Host, LuaRule, ScriptInfo, ScriptKind};

use super::scripts;

/// The folder of the shipped house rules.
const FOLDER: &str = "rules/junqi";

/// A house rule with its metadata.
pub struct Ruling {
    pub name: String,
    pub source: Source,
    pub info: ScriptInfo,
}

impl Ruling {
    /// Reads the metadata of a script.
    pub fn new(name: &str, source: impl Into<Source>) -> Self {
        let source = source.into();
        let info = inspect(name, &source, &Host::default()).unwrap_or_else(|why| panic!("{why}"));
        assert!(info.kind == ScriptKind::Rule && info.game == "junqi", "{name}");
        Self { name: name.to_owned(), source, info }
    }

    /// Returns true if the rule has this hook.
    pub fn has(&self, hook: &str) -> bool {
        self.info.hooks.iter().any(|other| other == hook)
    }

    /// Returns true if the rule can be used with this preset.
    pub fn is_for(&self, preset: &str) -> bool {
        let presets = &self.info.presets;
        presets.is_empty() || presets.iter().any(|other| other == preset)
    }

    /// Returns the rule in the form in which games save it.
    pub fn line(&self) -> SavedRule {
        let info = &self.info;
        let text_of = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap();
        let modules = self.source.modules.iter();
        SavedRule {
            file: format!("{}.luau", self.name),
            name: info.name.clone(),
            about: info.about.clone(),
            author: info.author.clone(),
            set: info.option_changes.clone(),
            hooks: info.hooks.clone(),
            questions: info.questions.clone(),
            sees_all: info.sees_all,
            until: None,
            hash: self.source.digest(),
            source: text_of(&self.source.text),
            modules: modules.map(|(name, text)| (name.clone(), text_of(text))).collect(),
        }
    }
}

/// Returns the house rules that come with the program, sorted by name.
pub fn shipped() -> Vec<Ruling> {
    let files = scripts::files(&scripts::folder(FOLDER)).into_iter();
    let read = |(name, file): (String, PathBuf)| {
        let text = std::fs::read_to_string(file).unwrap();
        Ruling::new(&name, scripts::source_in(FOLDER, &text))
    };
    files.map(read).collect()
}

/// Returns the shipped house rule of this name.
pub fn one(name: &str) -> Ruling {
    shipped().into_iter().find(|rule| rule.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Loads the rules that have hooks, each into its own VM.
pub fn house(rules: &[&Ruling]) -> House<Junqi> {
    let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    let acting = (0u8..).zip(rules).filter(|(_, rule)| !rule.info.hooks.is_empty());
    let loaded = acting.map(|(number, rule)| {
        let loaded = LuaRule::load(&rule.name, &rule.source, number, &names, &Host::default());
        let loaded: LuaRule<Junqi> = loaded.unwrap_or_else(|why| panic!("{why}"));
        (number, Box::new(loaded) as Box<dyn HouseRule<Junqi>>)
    });
    House::new(loaded.collect())
}

/// Returns the rules with the options that the house rules set.
pub fn merged(rules: &Rules, house: &[&Ruling]) -> Result<Rules, RulesError> {
    let mut merged = rules.clone();
    for (key, value) in house.iter().flat_map(|rule| &rule.info.option_changes) {
        merged = merged.with_setting(key, value)?;
    }
    merged.check()?;
    merged.records_battle_results = house.iter().any(|rule| rule.has("battle"));
    Ok(merged)
}
