//! Converts the rules of the new game into a named rule set, and back.

use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;
use serde_json::{Map, Value};

use crate::model::rules;
use crate::model::scripts::RuleSpec;
use crate::model::storage::{SavedItem, SavedRuleSet};
use crate::screens::new_game::form::NewGameForm;

impl NewGameForm {
    /// Returns the player's rule sets for the selected preset.
    pub(super) fn own_sets(&self) -> impl Iterator<Item = &SavedItem<SavedRuleSet>> {
        self.sets.own.iter().filter(|set| set.preset == self.preset())
    }

    /// Returns the current rules as a set of this name.
    pub fn as_set(&self, name: &str) -> SavedRuleSet {
        let preset = rules::preset(self.preset());
        let rules = &self.seating().rules;
        let changed_option = |key: &str| {
            let value = rules.get(key)?;
            let default = preset.as_ref().and_then(|preset| preset.get(key));
            (default.as_ref() != Some(&value)).then(|| (key.to_owned(), value))
        };
        let options: Map<String, Value> =
            rules.options().iter().filter_map(|info| changed_option(info.key)).collect();
        SavedRuleSet {
            name: name.to_owned(),
            preset: self.preset().to_owned(),
            options,
            house_rules: self.chosen_rules().iter().map(RuleSpec::to_saved).collect(),
        }
    }

    /// Returns true if a set equals the rules of the form. `current` is the form's rules as a set.
    pub(super) fn is_current_set(&self, set: &SavedRuleSet, current: &SavedRuleSet) -> bool {
        let hashes = |set: &SavedRuleSet| {
            set.house_rules.iter().map(|rule| rule.hash.clone()).collect::<Vec<_>>()
        };
        set.rules().as_ref() == Some(&self.seating().rules) && hashes(set) == hashes(current)
    }

    /// Returns the house rules of a set that the player does not have.
    pub fn missing_rules(&self, set: &SavedRuleSet) -> Vec<SavedRule> {
        let is_missing = |rule: &&SavedRule| self.file_name_of(set, rule).is_none();
        set.house_rules.iter().filter(is_missing).cloned().collect()
    }

    /// Returns the name of the player's file with the same source as a house rule of a set.
    fn file_name_of(&self, set: &SavedRuleSet, rule: &SavedRule) -> Option<String> {
        let kind = GameKind::of_preset(&set.preset)?;
        let source = rule.to_source();
        let is_same = |spec: &RuleSpec| spec.source == source && spec.is_for(&set.preset);
        let mut files = self.house.files_of(kind).iter();
        let file = files.find(|(_, spec)| spec.as_ref().is_ok_and(is_same));
        file.map(|(name, _)| name.clone())
    }

    /// Applies a set: its preset, its options, and those of its house rules that the player has.
    pub fn apply_set(&mut self, set: &SavedRuleSet) {
        let Some(rules) = set.rules() else { return };
        self.choose_preset(&set.preset);
        self.seating_mut().rules = rules;
        let names =
            set.house_rules.iter().filter_map(|rule| self.file_name_of(set, rule)).collect();
        self.tick_only(&set.preset, names);
        self.show_own_rules();
    }
}
