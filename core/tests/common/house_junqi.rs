//! Junqi house rules for tests: the shipped rules, and houses that run rules in Lua.

use std::path::Path;

use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::games::junqi::{Junqi, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::record::SavedRule;
use qipan_core::registry::inspect;
use qipan_core::script::{Host, LuaRule, ScriptInfo, ScriptKind};

/// A house rule with its metadata.
pub struct Ruling {
    pub name: String,
    pub source: String,
    pub info: ScriptInfo,
}

impl Ruling {
    /// Reads the metadata of a script.
    pub fn new(name: &str, source: String) -> Self {
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
        SavedRule {
            file: format!("{}.luau", self.name),
            name: info.name.clone(),
            about: info.about.clone(),
            author: info.author.clone(),
            set: info.option_changes.clone(),
            hooks: info.hooks.clone(),
            sees_all: info.sees_all,
            until: None,
            hash: SavedRule::hash_of(&self.source),
            source: self.source.clone(),
        }
    }
}

/// Returns the house rules that come with the program, sorted by name.
pub fn shipped() -> Vec<Ruling> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/rules/junqi");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut rules: Vec<_> = files
        .map(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap();
            Ruling::new(name, std::fs::read_to_string(&file).unwrap())
        })
        .collect();
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    rules
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
