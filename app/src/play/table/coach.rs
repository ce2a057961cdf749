//! The coach: it warns about a person's choice that costs much, before the choice is played.

use std::sync::Arc;

use qipan_core::analysis::coach::{Assessment, CoachOptions, find_mistake};
use qipan_core::contract::seat::Seat;

use crate::model::background::Background;
use crate::model::robot_threads::RepaintSignal;
use crate::play::game::Playable;
use crate::play::table::Table;

/// A person's choice that the coach assesses before it is played.
pub(super) struct PendingChoice<G: Playable> {
    /// The number of steps before the choice.
    at: usize,
    seat: Seat,
    action: G::Action,
    state: CoachState<G::Action>,
}

/// The work of the coach on a choice.
type CoachTask<A> = Background<Option<Assessment<A>>, String>;

/// The state of the coach's work on a choice.
enum CoachState<A> {
    /// The work has not begun.
    Requested,
    /// The coach thinks.
    Thinking(CoachTask<A>),
    /// The choice costs too much, so the person is asked.
    Warned(Assessment<A>),
}

/// A choice that the coach warns about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warning<A> {
    /// The seat that chose.
    pub seat: Seat,
    /// The action that it chose.
    pub action: A,
    /// The assessment of the action.
    pub assessment: Assessment<A>,
}

impl<G: Playable> Table<G> {
    /// Plays an action that a person chose. If the coach is on, it looks at the action first, and
    /// the action is played later unless the coach warns about it. If the person chooses the action
    /// again after the warning, it is played at once. The coach then no longer looks at this action
    /// in this game. Returns false if the action was refused.
    pub fn choose(&mut self, action: G::Action) -> bool {
        let is_warned = self.warning().is_some_and(|warning| warning.action == action);
        if is_warned {
            self.confirmed_actions.push(action);
        }
        let is_confirmed = self.confirmed_actions.contains(&action);
        let is_coached = self.common.is_coached
            && !self.is_mirror()
            && !is_confirmed
            && self.actions().len() > 1;
        let Some(seat) = self.seat_that_may_get_hint().filter(|_| is_coached) else {
            return self.act(action);
        };
        self.selection = G::confirmation(action);
        let (at, state) = (self.steps(), CoachState::Requested);
        self.pending_choice = Some(PendingChoice { at, seat, action, state });
        true
    }

    /// Returns the choice that the coach warns about, if there is one.
    pub fn warning(&self) -> Option<Warning<G::Action>> {
        let PendingChoice { at, seat, action, state } = self.pending_choice.as_ref()?;
        match state {
            CoachState::Warned(assessment) if *at == self.steps() => {
                Some(Warning { seat: *seat, action: *action, assessment: *assessment })
            }
            _ => None,
        }
    }

    /// Returns true while the coach looks at a choice.
    pub fn is_coach_thinking(&self) -> bool {
        let pending = self.pending_choice.as_ref();
        pending.is_some_and(|choice| !matches!(choice.state, CoachState::Warned(_)))
    }

    /// Plays the choice that the coach warns about. Returns false if there is none.
    pub fn play_warned_choice(&mut self) -> bool {
        self.warning().is_some_and(|warning| self.choose(warning.action))
    }

    /// Drops the choice that the coach warns about, so that the person chooses again.
    pub fn drop_warned_choice(&mut self) {
        self.pending_choice = None;
        self.selection = G::Selection::default();
    }

    /// Starts the coach's work on a choice, or takes its result: warns about a choice that costs
    /// too much, and plays any other. The coach warns about a choice that costs at least
    /// `min_percent` percentage points of the winning chances.
    pub(super) fn poll_coach(&mut self, min_percent: u8, wake: &RepaintSignal) {
        let is_current = self.pending_choice.as_ref().is_some_and(|choice| {
            choice.at == self.steps() && self.seat_that_may_get_hint() == Some(choice.seat)
        });
        if !is_current {
            self.pending_choice = None;
        }
        let actions = self.actions();
        let Some(choice) = &mut self.pending_choice else { return };
        match &choice.state {
            CoachState::Requested => {
                let (view, seat, action) = (self.view.clone(), choice.seat, choice.action);
                // The same position always gets the same answer.
                let options = CoachOptions { seed: choice.at as u64, ..CoachOptions::default() };
                let min_cost = f32::from(min_percent) / 100.0;
                let was_warned =
                    self.past_warnings.iter().any(|(other, at)| *other == seat && *at < choice.at);
                let work = move |_: &_| {
                    Ok(find_mistake::<G>(
                        &view, seat, action, &actions, options, min_cost, was_warned,
                    ))
                };
                choice.state = CoachState::Thinking(Background::start(1, work, Arc::clone(wake)));
            }
            CoachState::Thinking(task) => {
                let Some(result) = task.poll() else { return };
                let action = choice.action;
                match result.ok().flatten() {
                    Some(assessment) => {
                        choice.state = CoachState::Warned(assessment);
                        self.past_warnings.push((choice.seat, choice.at));
                    }
                    None => {
                        self.pending_choice = None;
                        self.act(action);
                    }
                }
            }
            // The warned choice is no longer selected, because the person has cancelled it or has
            // begun something else.
            CoachState::Warned(_) if !G::has_unfinished_input(&self.selection) => {
                self.pending_choice = None
            }
            CoachState::Warned(_) => {}
        }
    }
}
