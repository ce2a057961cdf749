//! Merges the options that house rules set, and loads the house rules of a game.

use qipan_core::contract::options::{RuleSet, RulesError, list_additions};
use qipan_core::house::{House, HouseRule};
use qipan_core::record::SavedRule;
use qipan_core::script::{Host, LuaRule, ScriptError, Scripted};
use serde_json::Value;

use crate::model::scripts::{RuleSpec, wrong_metadata};

/// A conflict between two house rules over the value of an option. The later rule wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The key of the option.
    pub key: String,
    /// The index of the overruled rule in the list of house rules.
    pub loser: usize,
    /// The index of the rule that wins.
    pub winner: usize,
    /// The value that applies.
    pub value: Value,
}

/// A rule that does not fit the other rules, the options or the board.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{file}{}: {why}", line.map_or(String::new(), |line| format!(":{line}")))]
pub struct MergeError {
    /// The index of the rule in the list of house rules.
    pub rule_index: usize,
    /// The file of the rule.
    pub file: String,
    /// The number of the first line that names the option at fault, from 1, if there is one.
    pub line: Option<u32>,
    /// The reason why it does not fit.
    pub why: RulesError,
}

/// Applies the options of the house rules in their order. Returns the rules of the game and the
/// conflicts between house rules.
///
/// # Errors
/// The first house rule with options that are not possible.
pub fn merge<G: Scripted>(
    rules: &G::Rules,
    house: &[RuleSpec],
) -> Result<(G::Rules, Vec<Conflict>), MergeError> {
    let mut merged = rules.clone();
    for (index, spec) in house.iter().enumerate() {
        for (key, value) in &spec.info.option_changes {
            let changed = merged.with_setting(key, value);
            merged = changed.map_err(|why| merge_error(index, spec, why))?;
        }
    }
    if let Err(why) = merged.check() {
        // Report the first rule with which the options become inconsistent.
        let count = (1..=house.len()).find(|count| {
            let mut changes = house[..*count].iter().flat_map(|spec| &spec.info.option_changes);
            let changed = changes
                .try_fold(rules.clone(), |rules, (key, value)| rules.with_setting(key, value));
            changed.is_ok_and(|rules| rules.check().is_err())
        });
        let index = count.unwrap_or(1) - 1;
        if let Some(spec) = house.get(index) {
            return Err(merge_error(index, spec, why));
        }
    }
    let has_battle_hook =
        house.iter().any(|spec| spec.info.hooks.iter().any(|hook| hook == "battle"));
    Ok((merged.with_battles_recorded(has_battle_hook), conflicts(house)))
}

/// Builds the error of a rule, with the first line of its file that names the option at fault. If
/// `why` names no option that the rule sets, that is taken to be the first option that it sets.
fn merge_error(rule_index: usize, spec: &RuleSpec, why: RulesError) -> MergeError {
    let key = why.key().filter(|key| spec.info.option_changes.contains_key(*key));
    let key = key.or_else(|| spec.info.option_changes.keys().next().map(String::as_str));
    let text = String::from_utf8_lossy(&spec.source.text);
    let is_separator = |c: char| !c.is_alphanumeric() && c != '_';
    let line = key
        .and_then(|key| {
            text.lines().position(|line| line.split(is_separator).any(|word| word == key))
        })
        .and_then(|line| u32::try_from(line + 1).ok());
    MergeError { rule_index, file: spec.file.clone(), line, why }
}

/// Returns the conflicts between house rules over the values of options.
fn conflicts(house: &[RuleSpec]) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    for (winner, spec) in house.iter().enumerate() {
        for (key, value) in &spec.info.option_changes {
            // A setting `{"add": [...]}` only adds entries to a list, so it overrules nothing.
            if list_additions(value).is_some() {
                continue;
            }
            if let Some(loser) = overruled(&house[..winner], key, value) {
                let (key, value) = (key.clone(), value.clone());
                conflicts.push(Conflict { key, loser, winner, value });
            }
        }
    }
    conflicts
}

/// Returns the last rule that a value for an option overrules: one that set another value, or one
/// that added an entry missing from the value.
fn overruled(earlier: &[RuleSpec], key: &str, value: &Value) -> Option<usize> {
    let entries = value.as_array();
    let has_entry = |entry| entries.is_some_and(|entries| entries.contains(entry));
    for (index, spec) in earlier.iter().enumerate().rev() {
        let Some(earlier_value) = spec.info.option_changes.get(key) else { continue };
        match list_additions(earlier_value) {
            Some(added_entries) if added_entries.iter().all(has_entry) => {}
            Some(_) => return Some(index),
            None => return (earlier_value != value).then_some(index),
        }
    }
    None
}

/// Returns the names of the active house rules as robots see them: file names without extension.
pub fn names(rules: &[SavedRule]) -> Vec<String> {
    let active = rules.iter().filter(|rule| rule.until.is_none());
    active
        .map(|rule| {
            let end = rule.file.rfind('.').unwrap_or(rule.file.len());
            rule.file[..end].to_owned()
        })
        .collect()
}

/// Returns the active house rules that have hooks, each with its index in `rules`.
pub fn active_with_hooks(rules: &[SavedRule]) -> impl Iterator<Item = (u8, &SavedRule)> {
    (0u8..).zip(rules).filter(|(_, rule)| rule.has_hooks() && rule.until.is_none())
}

/// The error of a house rule that does not load.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct LoadError {
    /// The index of the rule in the game's list.
    pub rule: u8,
    /// The script error.
    pub error: ScriptError,
}

/// Loads the active house rules of a game. This runs their files, so the player must have agreed
/// if they came with a saved game. The player agreed to the hooks that the record lists, so a rule
/// with other hooks is an error.
///
/// # Errors
/// The first rule that does not load.
pub fn load<G: Scripted>(rules: &[SavedRule], host: &Host) -> Result<House<G>, LoadError> {
    load_wrapped(rules, host, |rule| Box::new(rule))
}

/// Loads house rules as [`load`] does, and wraps each rule.
///
/// # Errors
/// The first rule that does not load.
pub fn load_wrapped<G: Scripted>(
    saved: &[SavedRule],
    host: &Host,
    mut wrap: impl FnMut(LuaRule<G>) -> Box<dyn HouseRule<G>>,
) -> Result<House<G>, LoadError> {
    let names = names(saved);
    let mut rules = Vec::new();
    for (number, entry) in active_with_hooks(saved) {
        let load_error = |error| LoadError { rule: number, error };
        let rule = LuaRule::<G>::load(&entry.file, entry.to_source(), number, &names, host);
        let rule = rule.map_err(load_error)?;
        let info = rule.info();
        if (&info.hooks, info.sees_all) != (&entry.hooks, entry.sees_all) {
            let what = "its hooks are not those recorded in the game";
            return Err(load_error(wrong_metadata(entry.file.clone(), what)));
        }
        rules.push((number, wrap(rule)));
    }
    Ok(House::new(rules))
}
