//! The house rules that are ticked for the new game, and their effect on its options and layouts.

use qipan_core::contract::options::RulesError;
use qipan_core::contract::seat::Seat;
use qipan_core::record::MAX_RULES;
use qipan_core::with_game;

use crate::games::words;
use crate::model::i18n::I18n;
use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house::{LayoutsToJudge, MergedRules, RuleFile};
use crate::screens::new_game::problem::StartProblem;

impl NewGameForm {
    /// Returns the names of the rules ticked for the selected preset, in the order in which they
    /// apply.
    pub fn ticked(&self) -> &[String] {
        self.house.ticked.get(self.preset()).map_or(&[], Vec::as_slice)
    }

    /// Ticks exactly these rules for a preset.
    pub fn tick_only(&mut self, preset: &str, names: Vec<String>) {
        self.house.ticked.insert(preset.to_owned(), names);
    }

    /// Removes all ticks for the selected preset.
    pub(super) fn untick_all(&mut self) {
        let preset = self.preset().to_owned();
        self.house.ticked.remove(&preset);
    }

    /// Ticks a rule for the selected preset, as the last one, or removes its tick. Ticks no more
    /// than `MAX_RULES` rules.
    pub fn toggle_rule(&mut self, name: &str) {
        let ticked = self.house.ticked.entry(self.preset().to_owned()).or_default();
        match ticked.iter().position(|other| other == name) {
            Some(index) => drop(ticked.remove(index)),
            None if ticked.len() < MAX_RULES => ticked.push(name.to_owned()),
            None => {}
        }
    }

    /// Returns the rule files for the selected preset, including those that do not load.
    pub(super) fn available_rules(&self) -> Vec<&RuleFile> {
        let files = self.house.files_of(self.kind()).iter();
        let may_fit = |spec: &Result<RuleSpec, _>| {
            spec.as_ref().map_or(true, |spec| spec.is_for(self.preset()))
        };
        files.filter(|(_, spec)| may_fit(spec)).collect()
    }

    /// Returns the ticked rules that load, in the order in which they apply.
    pub fn chosen_rules(&self) -> Vec<RuleSpec> {
        let files = self.house.files_of(self.kind());
        let spec = |name: &String| {
            let (_, spec) = files.iter().find(|(other, _)| other == name)?;
            spec.as_ref().ok().cloned()
        };
        self.ticked().iter().filter_map(spec).collect()
    }

    /// Lists the changed options with their values, and the ticked house rules with their
    /// descriptions.
    pub fn changed_rules(&self, i18n: &I18n) -> Vec<String> {
        let rules = match self.merged_rules() {
            Ok(merged) => merged.rules,
            Err(_) => self.seating().rules.clone(),
        };
        let mut lines = with_game!(self.kind(), |G| {
            words::changed_options::<G>(i18n, rules.expect_of::<G>())
        });
        let house_rules = self.chosen_rules().into_iter();
        let described =
            house_rules.map(|rule| words::house_rule(i18n, &rule.info.name, &rule.info.about));
        lines.extend(described);
        lines
    }

    /// Returns the rules of the game after the ticked house rules have changed its options.
    ///
    /// # Errors
    /// The first reason why the game cannot be played with these options and house rules.
    pub fn merged_rules(&self) -> Result<MergedRules, StartProblem> {
        let house_rules = self.chosen_rules();
        let options = &self.seating().rules;
        if let Some(broken) = self.ticked().iter().find(|name| !self.loads(name)) {
            return Err(StartProblem::HouseBroken(broken.clone()));
        }
        match options.merge(&house_rules) {
            Ok((rules, conflicts)) => {
                rules.check().map_err(StartProblem::Rules)?;
                Ok(MergedRules { rules, conflicts })
            }
            // If the player's own options are invalid already, that is reported instead, because
            // the house rules may not be the cause.
            Err(error) => Err(options.check().err().map_or_else(
                || StartProblem::House {
                    rule: house_rules.get(error.rule_index).map(|spec| spec.info.name.clone()),
                    why: error.why,
                },
                StartProblem::Rules,
            )),
        }
    }

    /// Returns true if a rule's file loads.
    fn loads(&self, name: &str) -> bool {
        let mut files = self.house.files_of(self.kind()).iter();
        files.any(|(known, spec)| known == name && spec.is_ok())
    }

    /// Returns the reason why a house rule by itself cannot be merged into the current options.
    /// Returns `None` if it can, or if the options are invalid already.
    pub(super) fn incompatibility(&self, spec: &RuleSpec) -> Option<RulesError> {
        let options = &self.seating().rules;
        if options.check().is_err() {
            return None;
        }
        options.merge(std::slice::from_ref(spec)).err().map(|error| error.why)
    }

    /// Returns the last of the ticked rules that sets an option. It decides the value.
    pub(super) fn rule_that_sets<'a>(
        &self,
        key: &str,
        rules: &'a [RuleSpec],
    ) -> Option<&'a RuleSpec> {
        rules.iter().rev().find(|spec| spec.info.option_changes.contains_key(key))
    }

    /// Returns the chosen layouts that the ticked rules still have to judge. Returns `None` if
    /// there are none, or if the cache has the verdict. Clears a cached verdict on other layouts or
    /// rules.
    pub fn unjudged_layouts(&mut self) -> Option<LayoutsToJudge> {
        let layouts = self.chosen_layouts();
        let to_judge = if layouts.is_empty() { None } else { self.layouts_to_judge(layouts) };
        let verdict = &mut self.house.layout_verdict;
        verdict.take_if(|(known, _)| Some(&*known) != to_judge.as_ref());
        to_judge.filter(|_| verdict.is_none())
    }

    /// Sets the verdict of the rules on the chosen layouts.
    pub fn set_layout_verdict(&mut self, judged: LayoutsToJudge, problem: Option<StartProblem>) {
        self.house.layout_verdict = Some((judged, problem));
    }

    /// Returns these layouts with the ticked rules that may reject them, or `None` if no rule
    /// limits layouts.
    pub fn layouts_to_judge(&self, layouts: Vec<(Seat, String)>) -> Option<LayoutsToJudge> {
        let house_rules = self.chosen_rules();
        let limits_layouts = |spec: &RuleSpec| spec.info.hooks.iter().any(|hook| hook == "layout");
        if !house_rules.iter().any(limits_layouts) {
            return None;
        }
        let rules = self.merged_rules().ok()?.rules;
        Some(LayoutsToJudge {
            rules,
            house_rules: house_rules.iter().map(RuleSpec::to_saved).collect(),
            layouts,
        })
    }

    /// Returns the problem that the rules have with the chosen layouts, if it is known.
    pub(super) fn layout_problem(&self) -> Option<&StartProblem> {
        self.house.layout_verdict.as_ref().and_then(|(_, problem)| problem.as_ref())
    }
}
