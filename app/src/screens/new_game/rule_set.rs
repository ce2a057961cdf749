//! The rules of the new game as a named rule set, and a named rule set as the rules of the new
//! game.

use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;
use serde_json::{Map, Value};

use crate::model::rules;
use crate::model::scripts::RuleSpec;
use crate::model::storage::{Own, SavedRuleSet};
use crate::screens::new_game::form::NewGameForm;

impl NewGameForm {
    /// Returns the sets for the selected preset.
    pub(super) fn own_sets(&self) -> impl Iterator<Item = &Own<SavedRuleSet>> {
        self.sets.own.iter().filter(|own| own.preset == self.preset())
    }

    /// Returns the current rules as a set of this name.
    pub fn as_set(&self, name: &str) -> SavedRuleSet {
        let preset = rules::preset(self.preset());
        let rules = &self.seating().rules;
        let own = |key: &str| {
            let value = rules.get(key)?;
            let usual = preset.as_ref().and_then(|preset| preset.get(key));
            (usual.as_ref() != Some(&value)).then(|| (key.to_owned(), value))
        };
        let options: Map<String, Value> =
            rules.options().iter().filter_map(|info| own(info.key)).collect();
        SavedRuleSet {
            name: name.to_owned(),
            preset: self.preset().to_owned(),
            options,
            house_rules: self.chosen_rules().iter().map(RuleSpec::line).collect(),
        }
    }

    /// Returns true if a set equals the current rules.
    pub(super) fn is_in_front(&self, set: &SavedRuleSet, now: &SavedRuleSet) -> bool {
        let hashes = |set: &SavedRuleSet| {
            set.house_rules.iter().map(|line| line.hash.clone()).collect::<Vec<_>>()
        };
        set.rules().as_ref() == Some(&self.seating().rules) && hashes(set) == hashes(now)
    }

    /// Returns the house rules of a set that the player does not have.
    pub fn missing(&self, set: &SavedRuleSet) -> Vec<SavedRule> {
        let here = |line: &&SavedRule| self.name_of(set, line).is_none();
        set.house_rules.iter().filter(here).cloned().collect()
    }

    /// Returns the player's name for a house rule of a set.
    fn name_of(&self, set: &SavedRuleSet, line: &SavedRule) -> Option<String> {
        let kind = GameKind::of_preset(&set.preset)?;
        let same =
            |spec: &RuleSpec| *spec.source == *line.source.as_bytes() && spec.is_for(&set.preset);
        let found = self.house.of(kind).iter();
        let mut found = found.filter(|(_, spec)| spec.as_ref().is_ok_and(same));
        found.next().map(|(name, _)| name.clone())
    }

    /// Applies a set: its preset, its options, and those of its house rules that the player has.
    pub fn pick(&mut self, set: &SavedRuleSet) {
        let Some(rules) = set.rules() else { return };
        self.choose_preset(&set.preset);
        self.seating_mut().rules = rules;
        let names = set.house_rules.iter().filter_map(|line| self.name_of(set, line)).collect();
        self.tick(&set.preset, names);
    }
}
