//! The effect of the ticked house rules on the new game.

use qipan_core::contract::options::RulesError;
use qipan_core::contract::seat::Seat;
use qipan_core::record::MAX_RULES;

use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house::{Case, MergedRules, RuleFile};
use crate::screens::new_game::problem::StartProblem;

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
    pub fn merged(&self) -> Result<MergedRules, StartProblem> {
        let chosen = self.chosen_rules();
        let own = &self.seating().rules;
        if let Some(gone) = self.ticked().iter().find(|name| !self.loads(name)) {
            return Err(StartProblem::HouseBroken(gone.clone()));
        }
        match own.merge(&chosen) {
            Ok((rules, conflicts)) => {
                rules.check().map_err(StartProblem::Rules)?;
                Ok(MergedRules { rules, conflicts })
            }
            // The player's own options are reported first: they may be the only error.
            Err(misfit) => Err(own.check().err().map_or_else(
                || StartProblem::House {
                    rule: chosen.get(misfit.rule).map(|spec| spec.info.name.clone()),
                    why: misfit.why,
                },
                StartProblem::Rules,
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
        chosen.iter().rev().find(|spec| spec.info.option_changes.contains_key(key))
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
    pub fn set_judged(&mut self, case: Case, problem: Option<StartProblem>) {
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
    pub(super) fn judged(&self) -> Option<&StartProblem> {
        self.house.judged.as_ref().and_then(|(_, problem)| problem.as_ref())
    }
}
