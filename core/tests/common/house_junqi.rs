//! Junqi house rules for tests: the shipped ones, and VMs that run them.

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
    pub fn new(name: &str, source: String) -> Self {
        let info = inspect(name, &source, &Host::default()).unwrap_or_else(|why| panic!("{why}"));
        assert!(info.kind == ScriptKind::Rule && info.game == "junqi", "{name}");
        Self { name: name.to_owned(), source, info }
    }

    pub fn has(&self, hook: &str) -> bool {
        self.info.hooks.iter().any(|other| other == hook)
    }

    pub fn is_for(&self, preset: &str) -> bool {
        let presets = &self.info.presets;
        presets.is_empty() || presets.iter().any(|other| other == preset)
    }

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

pub fn one(name: &str) -> Ruling {
    shipped().into_iter().find(|rule| rule.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Loads the rules that have hooks into fresh VMs.
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

/// Returns the options with the settings of the house rules.
pub fn merged(rules: &Rules, house: &[&Ruling]) -> Result<Rules, RulesError> {
    let settings = house.iter().flat_map(|rule| &rule.info.option_changes);
    let mut merged = settings
        .into_iter()
        .try_fold(rules.clone(), |rules, (key, value)| rules.with_setting(key, value))?;
    merged.check()?;
    merged.fights_told = house.iter().any(|rule| rule.has("battle"));
    Ok(merged)
}
