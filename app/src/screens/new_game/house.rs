//! The house rules of the new-game screen: the available ones and the ticked ones.

use std::collections::BTreeMap;

use qipan_core::contract::seat::Seat;
use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;

use crate::model::house::Conflict;
use crate::model::layout_limits::Rejection;
use crate::model::rules::SomeRules;
use crate::model::scripts::{FindError, RuleSpec};
use crate::screens::new_game::problem::StartProblem;

/// The name of a house rule's file, and the loaded rule or the error that prevented it from
/// loading.
pub type RuleFile = (String, Result<RuleSpec, FindError>);

/// The available house rules and the ticked ones.
#[derive(Clone, Debug, Default)]
pub struct HouseRules {
    /// The files of all available rules, by game.
    library: Vec<(GameKind, Vec<RuleFile>)>,
    /// The names of the ticked rules, by preset and in the order in which they apply.
    pub(super) ticked: BTreeMap<String, Vec<String>>,
    /// True while the list of all house rules is open.
    pub(super) is_open: bool,
    /// The layouts that were checked last, and the problem with them if there is one. The result is
    /// cached until other layouts are to be checked.
    pub(super) layout_verdict: Option<(LayoutsToJudge, Option<StartProblem>)>,
}

/// Layouts to be checked, with the rules that may reject them.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutsToJudge {
    /// The rules, with the options set by house rules.
    pub rules: SomeRules,
    /// The house rules.
    pub house_rules: Vec<SavedRule>,
    /// The layouts, each with its seat.
    pub layouts: Vec<(Seat, String)>,
}

/// The rules that result from the ticked house rules.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedRules {
    /// The rules.
    pub rules: SomeRules,
    /// The conflicts over options that several rules set to different values.
    pub conflicts: Vec<Conflict>,
}

impl HouseRules {
    /// Sets the available house rules of a game. Ticks of missing rules are removed.
    pub fn set_library(&mut self, kind: GameKind, files: Vec<RuleFile>) {
        for preset in kind.presets() {
            if let Some(ticked) = self.ticked.get_mut(*preset) {
                ticked.retain(|name| files.iter().any(|(known, _)| known == name));
            }
        }
        self.library.retain(|(other, _)| *other != kind);
        self.library.push((kind, files));
    }

    /// Restores the saved ticks.
    pub fn set_ticked(&mut self, ticked: &BTreeMap<String, Vec<String>>) {
        self.ticked.clone_from(ticked);
    }

    /// Returns the names of the rules ticked for each preset.
    pub fn all_ticked(&self) -> BTreeMap<String, Vec<String>> {
        let non_empty = self.ticked.iter().filter(|(_, names)| !names.is_empty());
        non_empty.map(|(preset, names)| (preset.clone(), names.clone())).collect()
    }

    /// Closes the list of all house rules. Returns true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Returns the files of the available rules of a game.
    pub fn files_of(&self, kind: GameKind) -> &[RuleFile] {
        self.library.iter().find(|(other, _)| *other == kind).map_or(&[], |(_, files)| files)
    }
}

impl StartProblem {
    /// Returns the problem for the rejection of a layout by one of these rules.
    pub fn of_rejection(rejection: &Rejection, rules: &[SavedRule]) -> Self {
        let rule = rules.get(rejection.rule).map(|rule| rule.name.clone());
        let rule = rule.unwrap_or_default();
        Self::Layout { seat: rejection.seat, rule, why: rejection.why.clone() }
    }
}
