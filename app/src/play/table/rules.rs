//! The house rules of a game on the table: permission to run, filtered actions, and failures.

use std::collections::BTreeSet;

use qipan_core::contract::game::{IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::RobotErrorKind;
use qipan_core::house::{HouseError, RuleFailure};
use qipan_core::record::SavedRule;

use crate::model::clock::{ClockGuard, host};
use crate::model::house::{self, LoadError};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{FailedRule, error_location};

/// The maximum number of steps at the end of an opened game that are searched for forced moves.
const MAX_LOOK_BACK: usize = 400;

impl<G: Playable> Table<G> {
    /// Returns the house rules of the game, including disabled ones.
    pub fn house_rules(&self) -> &[SavedRule] {
        &self.session.record().house_rules
    }

    /// Returns true if no house rule waits for the player's decision.
    pub fn can_continue(&self) -> bool {
        self.rules.house.is_some() && self.rules.failure.is_none()
    }

    /// Returns true if the house rules were loaded, which implies the player's permission.
    pub fn are_rules_loaded(&self) -> bool {
        self.rules.house.is_some()
    }

    /// Loads the house rules, which runs their files. The player must have agreed if they came with
    /// a game from elsewhere.
    pub fn run_rules(&mut self) {
        let _clock = ClockGuard::start();
        self.rules.failure = None;
        match house::load(self.house_rules(), &host()) {
            Ok(house) => {
                self.rules.house = Some(house);
                self.find_forced_steps();
                self.filter_actions();
            }
            Err(LoadError { rule, error }) => {
                self.rules.house = None;
                let message = error.to_string();
                self.set_failed_rule(FailedRule {
                    rule_index: rule,
                    message,
                    may_be_secret: false,
                });
            }
        }
    }

    /// Disables the rules with these indices, and notes this in the record.
    pub fn disable_rules(&mut self, rules: &[u8]) {
        rules.iter().for_each(|rule| self.session.disable_rule(*rule));
        self.redo_stack.clear();
        self.common.note_change();
        // Robots know the rules. Questions to them that are still open assume the old ones.
        self.started_robots.iter_mut().for_each(|robot| *robot = None);
        self.run_rules();
    }

    /// Returns the failed rule.
    pub fn failed_rule(&self) -> Option<&FailedRule> {
        self.rules.failure.as_ref()
    }

    /// Returns the error of the failed rule, as far as the viewer may know it. A rule can put what
    /// it sees into its error message, so a message that may be secret is cut to file and line.
    pub fn failure_message(&self) -> Option<String> {
        let failed = self.failed_rule()?;
        let file =
            self.house_rules().get(usize::from(failed.rule_index)).map_or("", |rule| &rule.file);
        let sees_all = !self.state().rules().has_secrets() || self.viewer == Viewer::All;
        Some(match failed.may_be_secret && !sees_all {
            true => error_location(&failed.message, file),
            false => failed.message.clone(),
        })
    }

    /// Returns the actions that the house rules leave to the seat whose turn it is.
    pub fn actions(&self) -> Vec<G::Action> {
        if let Some(mirror) = &self.mirror {
            return mirror.actions().to_vec();
        }
        match &self.rules.house {
            Some(house) if house.is_empty() => self.session.actions(),
            Some(_) => self.rules.actions.clone(),
            None => Vec::new(),
        }
    }

    /// Plays a step with the effects of house rules. Returns false if it was refused. After the
    /// failure of a rule the game is unchanged and stands still.
    pub(super) fn play(&mut self, step: Step<G>) -> bool {
        let ends_game = matches!(step, Step::Draw | Step::Resign { .. });
        if !self.session.has_room() && !ends_game {
            return self.session.end_as_draw().is_ok();
        }
        if self.house_rules().iter().all(|rule| !rule.has_hooks()) {
            return self.session.play(step).is_ok();
        }
        let Some(house) = self.rules.house.as_mut().filter(|_| self.rules.failure.is_none()) else {
            return false;
        };
        let _clock = ClockGuard::start();
        match self.session.play_with_house_rules(step, house) {
            Ok(_) => true,
            Err(HouseError::Illegal(IllegalStep::Full)) => self.session.end_as_draw().is_ok(),
            Err(HouseError::Illegal(_)) => false,
            Err(HouseError::Failed(failure)) => {
                self.fail_rule(failure);
                false
            }
        }
    }

    /// Asks the rules for the actions that they leave to the seat whose turn it is, and stores
    /// them.
    pub(super) fn filter_actions(&mut self) {
        self.rules.actions.clear();
        let step = self.steps();
        let Some(house) = self.rules.house.as_mut().filter(|house| !house.is_empty()) else {
            return;
        };
        let state = self.session.state();
        if !matches!(state.turn(), Turn::Seat(_)) {
            return;
        }
        let _clock = ClockGuard::start();
        match house.actions(state, &mut self.rules.actions) {
            Ok(()) if self.rules.actions.len() == 1 => drop(self.rules.forced_steps.insert(step)),
            Ok(()) => {}
            Err(failure) => {
                self.rules.actions.clear();
                self.fail_rule(failure);
            }
        }
    }

    /// Finds the past steps at which the rules left a single action, at most [`MAX_LOOK_BACK`]
    /// steps back. If a rule fails at a step, the step does not count as forced.
    fn find_forced_steps(&mut self) {
        self.rules.forced_steps.clear();
        let (steps, states) = (&self.session.record().steps, self.session.states());
        let mut actions = Vec::new();
        let mut forced_steps = BTreeSet::new();
        if let Some(house) = self.rules.acting_rules() {
            for (index, step) in steps.iter().enumerate().rev().take(MAX_LOOK_BACK) {
                let is_action = matches!(step, Step::Act { .. });
                if is_action
                    && house.actions(&states[index], &mut actions).is_ok()
                    && actions.len() == 1
                {
                    forced_steps.insert(index);
                }
            }
        }
        self.rules.forced_steps = forced_steps;
    }

    /// Returns true if the seat that acted at a step had no choice.
    pub(super) fn was_forced(&self, step: usize) -> bool {
        let mut actions = Vec::new();
        self.session.states()[step].legal_actions(&mut actions);
        actions.len() == 1 || self.rules.forced_steps.contains(&step)
    }

    /// Asks the rules again after a change other than a step. A failed rule may run again, because
    /// it might not fail in the new position.
    pub(super) fn reapply_rules(&mut self) {
        let steps = self.steps();
        self.rules.forced_steps.retain(|step| *step < steps);
        if self.rules.house.is_some() {
            self.rules.failure = None;
            self.filter_actions();
        }
    }

    /// Stops the game because of a failed rule.
    fn fail_rule(&mut self, failure: RuleFailure) {
        let rule = self.house_rules().get(usize::from(failure.rule));
        // The reason why an answer is illegal depends on the full state. A rule that sees the full
        // state, the kinds of the pieces in a battle or the actions of a seat can put hidden facts
        // into its message.
        let sees_secrets = |rule: &SavedRule| {
            rule.sees_all || rule.hooks.iter().any(|hook| hook == "battle" || hook == "filter")
        };
        let may_be_secret =
            failure.error.kind == RobotErrorKind::Illegal || rule.is_none_or(sees_secrets);
        let message = failure.error.message;
        self.set_failed_rule(FailedRule { rule_index: failure.rule, message, may_be_secret });
    }

    /// Stops the game until the player has decided about a failed rule.
    fn set_failed_rule(&mut self, failed: FailedRule) {
        self.rules.failure = Some(failed);
        self.common.has_unreported_failure = true;
    }
}
