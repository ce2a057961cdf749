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

/// The file of a house rule by its name: the rule, or why it does not load.
pub type RuleFile = (String, Result<RuleSpec, FindError>);

/// The available house rules and the ticked ones.
#[derive(Clone, Debug, Default)]
pub struct HouseRules {
    /// All available rules, by game.
    library: Vec<(GameKind, Vec<RuleFile>)>,
    /// The names of the ticked rules, by preset and in their order.
    pub(super) ticked: BTreeMap<String, Vec<String>>,
    /// True while the list is open.
    pub(super) open: bool,
    /// The verdict of the rules on the chosen layouts, cached until something changes.
    pub(super) judged: Option<(Case, Option<StartProblem>)>,
}

/// Layouts to be judged, with the rules that judge them.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The rules, with the options set by house rules.
    pub rules: SomeRules,
    /// The house rules.
    pub lines: Vec<SavedRule>,
    /// The layouts, each with its seat.
    pub layouts: Vec<(Seat, String)>,
}

/// The rules that result from the ticked house rules.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedRules {
    /// The rules.
    pub rules: SomeRules,
    /// The options that several rules set to different values.
    pub conflicts: Vec<Conflict>,
}

impl HouseRules {
    /// Sets the available house rules of a game. Ticks of missing rules are removed.
    pub fn set_library(&mut self, kind: GameKind, found: Vec<RuleFile>) {
        for preset in kind.presets() {
            if let Some(ticked) = self.ticked.get_mut(*preset) {
                ticked.retain(|name| found.iter().any(|(known, _)| known == name));
            }
        }
        self.library.retain(|(other, _)| *other != kind);
        self.library.push((kind, found));
    }

    /// Sets the rules ticked last time.
    pub fn set_ticked(&mut self, ticked: &BTreeMap<String, Vec<String>>) {
        self.ticked.clone_from(ticked);
    }

    /// Returns the names of the rules ticked for each preset.
    pub fn all_ticked(&self) -> BTreeMap<String, Vec<String>> {
        let some = self.ticked.iter().filter(|(_, names)| !names.is_empty());
        some.map(|(preset, names)| (preset.clone(), names.clone())).collect()
    }

    /// Closes the list. Returns true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// Returns the available rules of a game.
    pub fn of(&self, kind: GameKind) -> &[RuleFile] {
        self.library.iter().find(|(other, _)| *other == kind).map_or(&[], |(_, found)| found)
    }
}

impl StartProblem {
    /// Returns the problem that one of these rules rejects a layout.
    pub fn of_rejection(rejection: &Rejection, lines: &[SavedRule]) -> Self {
        let rule = lines.get(rejection.rule).map(|line| line.name.clone());
        let rule = rule.unwrap_or_default();
        Self::Layout { seat: rejection.seat, rule, why: rejection.why.clone() }
    }
}
