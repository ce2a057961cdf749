//! The house rules of the new-game screen: the available ones, the ticked ones, and their effect.

use std::collections::BTreeMap;

use qipan_core::contract::options::RulesError;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{MAX_RULES, SavedRule};
use qipan_core::registry::GameKind;

use crate::model::house::Conflict;
use crate::model::layout_limits::Rejection;
use crate::model::rules::SomeRules;
use crate::model::scripts::{FindError, RuleSpec};
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::problem::Problem;

/// The file of a house rule by its name: the rule, or why it does not load.
pub type RuleFile = (String, Result<RuleSpec, FindError>);

/// The available house rules and the ticked ones.
#[derive(Clone, Debug, Default)]
pub struct HouseRules {
    /// All available rules, by game.
    library: Vec<(GameKind, Vec<RuleFile>)>,
    /// The names of the ticked rules, by preset and in their order.
    ticked: BTreeMap<String, Vec<String>>,
    /// True while the list is open.
    pub(super) open: bool,
    /// The verdict of the rules on the chosen layouts, cached until something changes.
    judged: Option<(Case, Option<Problem>)>,
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

impl NewGameForm {
    /// Returns the names of the rules ticked for the selected preset, in their order.
    pub fn ticked(&self) -> &[String] {
        self.house.ticked.get(self.preset()).map_or(&[], Vec::as_slice)
    }

    /// Ticks exactly these rules for a preset.
    pub fn tick(&mut self, preset: &str, names: Vec<String>) {
        self.house.ticked.insert(preset.to_owned(), names);
    }

    /// Removes all ticks for the selected preset.
    pub(super) fn untick_all(&mut self) {
        let preset = self.preset().to_owned();
        self.house.ticked.remove(&preset);
    }

    /// Ticks a rule for the selected preset, as the last one, or removes its tick.
    pub fn toggle_rule(&mut self, name: &str) {
        let ticked = self.house.ticked.entry(self.preset().to_owned()).or_default();
        match ticked.iter().position(|other| other == name) {
            Some(at) => drop(ticked.remove(at)),
            None if ticked.len() < MAX_RULES => ticked.push(name.to_owned()),
            None => {}
        }
    }

    /// Returns the files for the selected preset, including those that do not load.
    pub(super) fn rules_at_hand(&self) -> Vec<&RuleFile> {
        let fits =
            |found: &&RuleFile| found.1.as_ref().map_or(true, |spec| spec.is_for(self.preset()));
        self.house.of(self.kind()).iter().filter(fits).collect()
    }

    /// Returns the ticked rules that load, in their order.
    pub fn chosen_rules(&self) -> Vec<RuleSpec> {
        let found = self.house.of(self.kind());
        let spec = |name: &String| {
            let (_, spec) = found.iter().find(|(known, _)| known == name)?;
            spec.as_ref().ok().cloned()
        };
        self.ticked().iter().filter_map(spec).collect()
    }

    /// Returns the rules with all options set by the ticked house rules.
    ///
    /// # Errors
    /// The first problem of the rules.
    pub fn merged(&self) -> Result<MergedRules, Problem> {
        let chosen = self.chosen_rules();
        let own = &self.seating().rules;
        if let Some(gone) = self.ticked().iter().find(|name| !self.loads(name)) {
            return Err(Problem::HouseBroken(gone.clone()));
        }
        match own.merge(&chosen) {
            Ok((rules, conflicts)) => {
                rules.check().map_err(Problem::Rules)?;
                Ok(MergedRules { rules, conflicts })
            }
            // The player's own options are reported first: they may be the only error.
            Err(misfit) => Err(own.check().err().map_or_else(
                || Problem::House {
                    rule: chosen.get(misfit.rule).map(|spec| spec.info.name.clone()),
                    why: misfit.why,
                },
                Problem::Rules,
            )),
        }
    }

    /// Returns true if a rule's file loads.
    fn loads(&self, name: &str) -> bool {
        let mut found = self.house.of(self.kind()).iter();
        found.any(|(known, spec)| known == name && spec.is_ok())
    }

    /// Returns why a rule by itself does not fit the current options.
    pub(super) fn misfit(&self, spec: &RuleSpec) -> Option<RulesError> {
        let own = &self.seating().rules;
        if own.check().is_err() {
            return None;
        }
        own.merge(std::slice::from_ref(spec)).err().map(|misfit| misfit.why)
    }

    /// Returns the ticked rule that settles an option: the last one that sets it.
    pub(super) fn set_by<'a>(&self, key: &str, chosen: &'a [RuleSpec]) -> Option<&'a RuleSpec> {
        chosen.iter().rev().find(|spec| spec.info.set.contains_key(key))
    }

    /// Returns the case to be judged by the ticked rules, or `None` if its verdict is known.
    pub fn to_judge(&mut self) -> Option<Case> {
        let layouts = self.layouts_of_game();
        let case = if layouts.is_empty() { None } else { self.case(layouts) };
        let judged = &mut self.house.judged;
        judged.take_if(|(known, _)| Some(&*known) != case.as_ref());
        case.filter(|_| judged.is_none())
    }

    /// Sets the verdict of the rules on the chosen layouts.
    pub fn set_judged(&mut self, case: Case, problem: Option<Problem>) {
        self.house.judged = Some((case, problem));
    }

    /// Returns the case of these layouts and the ticked rules, or `None` if no rule limits
    /// layouts.
    pub fn case(&self, layouts: Vec<(Seat, String)>) -> Option<Case> {
        let chosen = self.chosen_rules();
        let limits = |spec: &RuleSpec| spec.info.hooks.iter().any(|hook| hook == "layout");
        if !chosen.iter().any(limits) {
            return None;
        }
        let rules = self.merged().ok()?.rules;
        Some(Case { rules, lines: chosen.iter().map(RuleSpec::line).collect(), layouts })
    }

    /// Returns the objection of the rules to the chosen layouts, if it is known.
    pub(super) fn judged(&self) -> Option<&Problem> {
        self.house.judged.as_ref().and_then(|(_, problem)| problem.as_ref())
    }
}

impl Problem {
    /// Returns the problem that one of these rules rejects a layout.
    pub fn of_rejection(rejection: &Rejection, lines: &[SavedRule]) -> Self {
        let rule = lines.get(rejection.rule).map(|line| line.name.clone());
        let rule = rule.unwrap_or_default();
        Self::Layout { seat: rejection.seat, rule, why: rejection.why.clone() }
    }
}
