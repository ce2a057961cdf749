//! The house rules of the new-game screen: what there is, what is ticked, what follows from it.

use std::collections::BTreeMap;

use qipan_core::games::GameKind;
use qipan_core::options::RulesError;
use qipan_core::record::{MAX_RULES, SavedRule};
use qipan_core::seat::Seat;

use crate::model::house::Conflict;
use crate::model::layout_limits::Rejection;
use crate::model::rules::SomeRules;
use crate::model::scripts::{FindError, RuleSpec};
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::problem::Problem;

/// A house rule's file by its name: the rule, or what is wrong with it.
pub type Found = (String, Result<RuleSpec, FindError>);

/// The house rules at hand and those ticked.
#[derive(Clone, Debug, Default)]
pub struct HouseRules {
    /// All there are, by game.
    library: Vec<(GameKind, Vec<Found>)>,
    /// The names of those ticked, by preset and in their order.
    ticked: BTreeMap<String, Vec<String>>,
    /// Whether the list is open.
    pub(super) open: bool,
    /// What the rules say about the layouts chosen: asked only when something changed.
    judged: Option<(Case, Option<Problem>)>,
}

/// Layouts to be judged, and what they are judged by.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The rules, with what the house rules set.
    pub rules: SomeRules,
    /// The house rules.
    pub lines: Vec<SavedRule>,
    /// The layouts, each with its seat.
    pub layouts: Vec<(Seat, String)>,
}

/// Rules as they come out under the ticked house rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The rules.
    pub rules: SomeRules,
    /// What is overruled.
    pub conflicts: Vec<Conflict>,
}

impl HouseRules {
    /// Takes the house rules there are of a game. What is ticked and gone is ticked no more.
    pub fn set_library(&mut self, kind: GameKind, found: Vec<Found>) {
        for preset in kind.presets() {
            if let Some(ticked) = self.ticked.get_mut(*preset) {
                ticked.retain(|name| found.iter().any(|(known, _)| known == name));
            }
        }
        self.library.retain(|(other, _)| *other != kind);
        self.library.push((kind, found));
    }

    /// Takes what was ticked last.
    pub fn set_ticked(&mut self, ticked: &BTreeMap<String, Vec<String>>) {
        self.ticked.clone_from(ticked);
    }

    /// The names of the rules ticked for each preset.
    #[must_use]
    pub fn all_ticked(&self) -> BTreeMap<String, Vec<String>> {
        let some = self.ticked.iter().filter(|(_, names)| !names.is_empty());
        some.map(|(preset, names)| (preset.clone(), names.clone())).collect()
    }

    /// Closes the list; whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }

    /// The rules of a game.
    pub fn of(&self, kind: GameKind) -> &[Found] {
        self.library.iter().find(|(other, _)| *other == kind).map_or(&[], |(_, found)| found)
    }
}

impl NewGameForm {
    /// The names of the rules ticked for the preset in front, in their order.
    #[must_use]
    pub fn ticked(&self) -> &[String] {
        self.house.ticked.get(self.preset()).map_or(&[], Vec::as_slice)
    }

    /// Ticks these rules for a preset and no others.
    pub fn tick(&mut self, preset: &str, names: Vec<String>) {
        self.house.ticked.insert(preset.to_owned(), names);
    }

    /// Takes all ticks away for the preset in front.
    pub(super) fn untick_all(&mut self) {
        let preset = self.preset().to_owned();
        self.house.ticked.remove(&preset);
    }

    /// Ticks a rule for the preset in front, as the last one, or takes the tick away.
    pub fn toggle_rule(&mut self, name: &str) {
        let ticked = self.house.ticked.entry(self.preset().to_owned()).or_default();
        match ticked.iter().position(|other| other == name) {
            Some(at) => drop(ticked.remove(at)),
            None if ticked.len() < MAX_RULES => ticked.push(name.to_owned()),
            None => {}
        }
    }

    /// The files that may hold rules for the preset in front.
    pub(super) fn rules_at_hand(&self) -> Vec<&Found> {
        let fits =
            |found: &&Found| found.1.as_ref().map_or(true, |spec| spec.is_for(self.preset()));
        self.house.of(self.kind()).iter().filter(fits).collect()
    }

    /// The rules ticked that load, in their order.
    #[must_use]
    pub fn chosen_rules(&self) -> Vec<RuleSpec> {
        let found = self.house.of(self.kind());
        let spec = |name: &String| {
            let (_, spec) = found.iter().find(|(known, _)| known == name)?;
            spec.as_ref().ok().cloned()
        };
        self.ticked().iter().filter_map(spec).collect()
    }

    /// The rules with everything the ticked house rules set, or what stands against it.
    ///
    /// # Errors
    /// What has to be changed first.
    pub fn merged(&self) -> Result<Merged, Problem> {
        let chosen = self.chosen_rules();
        let own = &self.seating().rules;
        if let Some(gone) = self.ticked().iter().find(|name| !self.loads(name)) {
            return Err(Problem::HouseBroken(gone.clone()));
        }
        match own.merge(&chosen) {
            Ok((rules, conflicts)) => {
                rules.check().map_err(Problem::Rules)?;
                Ok(Merged { rules, conflicts })
            }
            // What the player set comes first: it may be all that is wrong.
            Err(misfit) => Err(own.check().err().map_or_else(
                || Problem::House {
                    rule: chosen.get(misfit.rule).map(|spec| spec.info.name.clone()),
                    why: misfit.why,
                },
                Problem::Rules,
            )),
        }
    }

    /// Whether a rule's file loads.
    fn loads(&self, name: &str) -> bool {
        let mut found = self.house.of(self.kind()).iter();
        found.any(|(known, spec)| known == name && spec.is_ok())
    }

    /// Why a rule does not fit the options as they are, by itself.
    pub(super) fn misfit(&self, spec: &RuleSpec) -> Option<RulesError> {
        let own = &self.seating().rules;
        if own.check().is_err() {
            return None;
        }
        own.merge(std::slice::from_ref(spec)).err().map(|misfit| misfit.why)
    }

    /// The rule that settles an option, if one of those ticked does: the last of them.
    pub(super) fn set_by<'a>(&self, key: &str, chosen: &'a [RuleSpec]) -> Option<&'a RuleSpec> {
        chosen.iter().rev().find(|spec| spec.info.set.contains_key(key))
    }

    /// What the ticked rules have to be asked about the layouts chosen, where that is not known.
    pub fn to_judge(&mut self) -> Option<Case> {
        let layouts = self.layouts_of_game();
        let case = if layouts.is_empty() { None } else { self.case(layouts) };
        let judged = &mut self.house.judged;
        judged.take_if(|(known, _)| Some(&*known) != case.as_ref());
        case.filter(|_| judged.is_none())
    }

    /// Takes what the rules have against the layouts chosen.
    pub fn set_judged(&mut self, case: Case, problem: Option<Problem>) {
        self.house.judged = Some((case, problem));
    }

    /// Layouts with the ticked rules, where any limits layouts.
    #[must_use]
    pub fn case(&self, layouts: Vec<(Seat, String)>) -> Option<Case> {
        let chosen = self.chosen_rules();
        let limits = |spec: &RuleSpec| spec.info.hooks.iter().any(|hook| hook == "layout");
        if !chosen.iter().any(limits) {
            return None;
        }
        let rules = self.merged().ok()?.rules;
        Some(Case { rules, lines: chosen.iter().map(RuleSpec::line).collect(), layouts })
    }

    /// What the rules have against the layouts chosen, as far as it was asked.
    pub(super) fn judged(&self) -> Option<&Problem> {
        self.house.judged.as_ref().and_then(|(_, problem)| problem.as_ref())
    }
}

impl Problem {
    /// That one of these rules rejects a layout.
    #[must_use]
    pub fn of_rejection(rejection: &Rejection, lines: &[SavedRule]) -> Self {
        let rule = lines.get(rejection.rule).map(|line| line.name.clone());
        let rule = rule.unwrap_or_default();
        Self::Layout { seat: rejection.seat, rule, why: rejection.why.clone() }
    }
}
