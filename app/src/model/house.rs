//! House rules of a game: which options they set together, and the rules themselves, loaded.

use qipan_core::house::{House, HouseRule};
use qipan_core::options::{RuleSet, RulesError, added};
use qipan_core::record::SavedRule;
use qipan_core::script::{Host, LuaRule, ScriptError, Scripted};
use serde_json::Value;

use crate::model::scripts::{RuleSpec, wrong_metadata};

/// Options two rules set to different values; the later one holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The option.
    pub key: String,
    /// The rule that is overruled, by its place in the list.
    pub loses: usize,
    /// The rule that holds.
    pub holds: usize,
    /// The value that holds.
    pub value: Value,
}

/// A rule that does not fit the others, the options or the board.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{file}{}: {why}", line.map_or(String::new(), |line| format!(":{line}")))]
pub struct Misfit {
    /// Which rule, by its place in the list.
    pub rule: usize,
    /// Its file.
    pub file: String,
    /// The line of the option, where there is one.
    pub line: Option<u32>,
    /// What contradicts what.
    pub why: RulesError,
}

/// The rules with everything the house rules set, in their order, and what is overruled.
///
/// # Errors
/// The first house rule whose options cannot be.
pub fn merge<G: Scripted>(
    rules: &G::Rules,
    house: &[RuleSpec],
) -> Result<(G::Rules, Vec<Conflict>), Misfit> {
    let mut merged = rules.clone();
    for (rule, spec) in house.iter().enumerate() {
        for (key, value) in &spec.info.set {
            let changed = merged.with_setting(key, value);
            merged = changed.map_err(|why| misfit(rule, spec, why))?;
        }
    }
    if let Err(why) = merged.check() {
        // Named is the first rule with which it goes wrong.
        let to_blame = (1..=house.len()).find(|count| {
            let settings = house[..*count].iter().flat_map(|spec| &spec.info.set);
            let set = settings
                .into_iter()
                .try_fold(rules.clone(), |rules, (key, value)| rules.with_setting(key, value));
            set.is_ok_and(|rules| rules.check().is_err())
        });
        let rule = to_blame.unwrap_or(1) - 1;
        if let Some(spec) = house.get(rule) {
            return Err(misfit(rule, spec, why));
        }
    }
    let battles_matter =
        house.iter().any(|spec| spec.info.hooks.iter().any(|hook| hook == "battle"));
    Ok((merged.with_fights_recorded(battles_matter), conflicts(house)))
}

fn misfit(rule: usize, spec: &RuleSpec, why: RulesError) -> Misfit {
    let key = why.key().filter(|key| spec.info.set.contains_key(*key));
    let key = key.or_else(|| spec.info.set.keys().next().map(String::as_str));
    let text = String::from_utf8_lossy(&spec.source);
    let own = |c: char| !c.is_alphanumeric() && c != '_';
    let line = key
        .and_then(|key| text.lines().position(|line| line.split(own).any(|word| word == key)))
        .and_then(|line| u32::try_from(line + 1).ok());
    Misfit { rule, file: spec.file.clone(), line, why }
}

fn conflicts(house: &[RuleSpec]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (holds, spec) in house.iter().enumerate() {
        // What is added takes nothing away from the rules before.
        for (key, value) in spec.info.set.iter().filter(|(_, value)| added(value).is_none()) {
            if let Some(loses) = overruled(&house[..holds], key, value) {
                let (key, value) = (key.clone(), value.clone());
                found.push(Conflict { key, loses, holds, value });
            }
        }
    }
    found
}

/// The last of some rules that a value for an option takes something away from: one that set
/// another value, or one that added what the value lacks.
fn overruled(before: &[RuleSpec], key: &str, value: &Value) -> Option<usize> {
    for (at, spec) in before.iter().enumerate().rev() {
        let Some(setting) = spec.info.set.get(key) else { continue };
        let list = value.as_array();
        match added(setting) {
            Some(more) if more.iter().all(|one| list.is_some_and(|list| list.contains(one))) => {}
            Some(_) => return Some(at),
            None => return (setting != value).then_some(at),
        }
    }
    None
}

/// The names of the house rules that are in force, as robots know them: their files' without
/// ending.
#[must_use]
pub fn names(lines: &[SavedRule]) -> Vec<String> {
    let active = lines.iter().filter(|line| line.until.is_none());
    active
        .map(|line| {
            let end = line.file.rfind('.').unwrap_or(line.file.len());
            line.file[..end].to_owned()
        })
        .collect()
}

/// The house rules that do something while the game is played, each with its number.
pub fn in_force(lines: &[SavedRule]) -> impl Iterator<Item = (u8, &SavedRule)> {
    (0u8..).zip(lines).filter(|(_, line)| line.acts() && line.until.is_none())
}

/// A house rule of a game that does not load.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct LoadError {
    /// Its number.
    pub rule: u8,
    /// Why.
    pub error: ScriptError,
}

/// Loads the house rules of a game that are in force. This runs their files: where they came
/// with a saved game, the player has to have been asked. What the game says of a rule has to
/// be what the rule says itself, for the player was told that.
///
/// # Errors
/// The first that does not load.
pub fn load<G: Scripted>(lines: &[SavedRule], host: &Host) -> Result<House<G>, LoadError> {
    load_each(lines, host, |rule| Box::new(rule))
}

/// As [`load`], with something put around each rule.
///
/// # Errors
/// The first that does not load.
pub fn load_each<G: Scripted>(
    lines: &[SavedRule],
    host: &Host,
    mut wrap: impl FnMut(LuaRule<G>) -> Box<dyn HouseRule<G>>,
) -> Result<House<G>, LoadError> {
    let names = names(lines);
    let mut rules = Vec::new();
    for (number, line) in in_force(lines) {
        let failed = |error| LoadError { rule: number, error };
        let rule = LuaRule::<G>::load(&line.file, &line.source, number, &names, host);
        let rule = rule.map_err(failed)?;
        let info = rule.info();
        if (&info.hooks, info.sees_all) != (&line.hooks, line.sees_all) {
            let what = "it has not the hooks that the game says it has";
            return Err(failed(wrong_metadata(line.file.clone(), what)));
        }
        rules.push((number, wrap(rule)));
    }
    Ok(House::new(rules))
}
