//! The house rules of a game on the table: permission to run, filtered actions, and failures.

use qipan_core::contract::options::RuleSet;
use std::collections::BTreeSet;

use qipan_core::contract::game::{IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::robot::RobotErrorKind;
use qipan_core::house::{HouseError, RuleFailure};
use qipan_core::record::SavedRule;

use crate::model::clock::{ClockGuard, host};
use crate::model::house::{self, LoadError};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{FailedRule, place_of};

/// The number of steps of an opened game that are searched for forced moves.
const LOOK_BACK: usize = 400;

impl<G: Playable> Table<G> {
    /// Returns the house rules of the game, including disabled ones.
    pub fn house_rules(&self) -> &[SavedRule] {
        &self.session.record().house_rules
    }

    /// Returns true if no house rule waits for the player's decision.
    pub fn can_go_on(&self) -> bool {
        self.rules.house.is_some() && self.rules.failure.is_none()
    }

    /// Returns true if the house rules were loaded, which implies the player's permission.
    pub fn rules_allowed(&self) -> bool {
        self.rules.house.is_some()
    }

    /// Loads the house rules, which runs their files. For rules that came with a foreign game,
    /// the player must have agreed.
    pub fn run_rules(&mut self) {
        let _ticking = ClockGuard::start();
        self.rules.failure = None;
        match house::load(self.house_rules(), &host()) {
            Ok(house) => {
                self.rules.house = Some(house);
                self.look_back_for_single();
                self.filter();
            }
            Err(LoadError { rule, error }) => {
                self.rules.house = None;
                self.fail(FailedRule { rule, message: error.to_string(), secret: false });
            }
        }
    }

    /// Disables these rules, by their numbers, and notes this in the record.
    pub fn disable_rules(&mut self, rules: &[u8]) {
        rules.iter().for_each(|rule| self.session.disable_rule(*rule));
        self.common.note_change();
        // Robots know the rules, and their pending questions assumed the old ones.
        self.seated.iter_mut().for_each(|robot| *robot = None);
        self.run_rules();
    }

    /// Returns the failed rule.
    pub fn failed_rule(&self) -> Option<&FailedRule> {
        self.rules.failure.as_ref()
    }

    /// Returns the error of the failed rule, as far as the viewer may know it. A rule can put
    /// what it sees into its error message, so a message that may be secret is cut down to its
    /// place.
    pub fn failure_message(&self) -> Option<String> {
        let fault = self.failed_rule()?;
        let file = self.house_rules().get(usize::from(fault.rule)).map_or("", |line| &line.file);
        let seen = !self.state().rules().has_secrets() || self.viewer == Viewer::All;
        Some(match fault.secret && !seen {
            true => place_of(&fault.message, file),
            false => fault.message.clone(),
        })
    }

    /// Returns the actions that the house rules leave to the seat to move.
    pub fn actions(&self) -> Vec<G::Action> {
        match &self.rules.house {
            Some(house) if house.is_empty() => self.session.actions(),
            Some(_) => self.rules.left.clone(),
            None => Vec::new(),
        }
    }

    /// Plays a step with the effects of house rules. Returns false if it was refused. After the
    /// failure of a rule the game is unchanged and stands still.
    pub(super) fn play(&mut self, step: Step<G>) -> bool {
        let ends = matches!(step, Step::Draw | Step::Resign { .. });
        if !self.session.has_room() && !ends {
            return self.session.end_full().is_ok();
        }
        if self.house_rules().iter().all(|line| !line.acts()) {
            return self.session.play(step).is_ok();
        }
        let Some(house) = self.rules.house.as_mut().filter(|_| self.rules.failure.is_none()) else {
            return false;
        };
        let _ticking = ClockGuard::start();
        match self.session.play_under(step, house) {
            Ok(_) => true,
            Err(HouseError::Illegal(IllegalStep::Full)) => self.session.end_full().is_ok(),
            Err(HouseError::Illegal(_)) => false,
            Err(HouseError::Failed(broken)) => {
                self.break_down(broken);
                false
            }
        }
    }

    /// Asks the rules once for the actions they leave to the seat to move.
    pub(super) fn filter(&mut self) {
        self.rules.left.clear();
        let at = self.steps();
        let Some(house) = self.rules.house.as_mut().filter(|house| !house.is_empty()) else {
            return;
        };
        let state = self.session.state();
        if !matches!(state.turn(), Turn::Seat(_)) {
            return;
        }
        let _ticking = ClockGuard::start();
        match house.actions(state, &mut self.rules.left) {
            Ok(()) if self.rules.left.len() == 1 => drop(self.rules.single.insert(at)),
            Ok(()) => {}
            Err(broken) => {
                self.rules.left.clear();
                self.break_down(broken);
            }
        }
    }

    /// Finds the steps at which the rules left a single action, as far back as take-backs matter.
    /// A rule that fails at a past step counts as leaving the choice.
    fn look_back_for_single(&mut self) {
        self.rules.single.clear();
        let (steps, states) = (&self.session.record().steps, self.session.states());
        let mut left = Vec::new();
        let mut single = BTreeSet::new();
        if let Some(house) = self.rules.acting() {
            for (at, step) in steps.iter().enumerate().rev().take(LOOK_BACK) {
                let acts = matches!(step, Step::Act { .. });
                if acts && house.actions(&states[at], &mut left).is_ok() && left.len() == 1 {
                    single.insert(at);
                }
            }
        }
        self.rules.single = single;
    }

    /// Returns true if the seat that acted at a step had no choice.
    pub(super) fn was_forced(&self, at: usize) -> bool {
        let mut actions = Vec::new();
        self.session.states()[at].legal_actions(&mut actions);
        actions.len() == 1 || self.rules.single.contains(&at)
    }

    /// Applies the rules again after a change other than a step. A failed rule gets another
    /// chance, because the new position may not trigger the failure.
    pub(super) fn look_at_rules_again(&mut self) {
        let steps = self.steps();
        self.rules.single.retain(|at| *at < steps);
        if self.rules.house.is_some() {
            self.rules.failure = None;
            self.filter();
        }
    }

    fn break_down(&mut self, broken: RuleFailure) {
        let line = self.house_rules().get(usize::from(broken.rule));
        // The engine's objection to an answer depends on the full state, and the moves of a seat
        // reveal its pieces.
        let sees = |line: &SavedRule| {
            line.sees_all || line.hooks.iter().any(|hook| hook == "battle" || hook == "filter")
        };
        let secret = broken.trouble.kind == RobotErrorKind::Illegal || line.is_none_or(sees);
        let message = broken.trouble.message;
        self.fail(FailedRule { rule: broken.rule, message, secret });
    }

    fn fail(&mut self, fault: FailedRule) {
        self.rules.failure = Some(fault);
        self.common.alarm = true;
    }
}
