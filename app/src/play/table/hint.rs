//! Hints: a robot of a higher level than the opponents looks at the player's view and chooses.

use std::sync::Arc;

use qipan_core::contract::game::Turn;
use qipan_core::contract::seat::Seat;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::play::game::Playable;
use crate::play::table::Table;

/// A hint that the player asked for.
pub(super) struct Hint<G: Playable> {
    /// The number of steps before the decision.
    at: usize,
    seat: Seat,
    state: HintState<G::Action>,
    /// The robot, while it thinks.
    worker: Option<Worker<G>>,
}

/// The state of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintState<A> {
    /// The robot has not been started yet.
    Requested,
    /// The robot thinks.
    Thinking,
    /// The action that the robot would play.
    Ready(A),
    /// The robot could not be asked.
    Failed,
}

impl<G: Playable> Table<G> {
    /// Returns true unless the host of the game forbids hints.
    pub fn allows_hints(&self) -> bool {
        self.mirror.as_ref().is_none_or(|mirror| mirror.allows_hints)
    }

    /// Returns the seat of the person who can ask for a hint now: the seat to decide, if the window
    /// shows its view. The host of a game on several devices can forbid hints.
    pub fn seat_that_may_get_hint(&self) -> Option<Seat> {
        if !self.allows_hints() {
            return None;
        }
        let Turn::Seat(seat) = self.state().turn() else { return None };
        // The question comes from a house rule. A robot does not know that rule, so it could only
        // guess the answer.
        if self.state().question().is_some() {
            return None;
        }
        let is_shown = self.viewer().includes(seat);
        self.human_to_act().filter(|human| *human == seat && is_shown)
    }

    /// Asks for a hint about the current decision, and counts it in the record. Returns false if
    /// no person can ask for one now.
    pub fn request_hint(&mut self) -> bool {
        let Some(seat) = self.seat_that_may_get_hint() else { return false };
        if self.hint().is_none() {
            let at = self.steps();
            // The host counts the hints of its game.
            let state = match self.ask_host_for_hint() {
                true => HintState::Thinking,
                false => {
                    self.session.count_hint();
                    self.common.note_change();
                    HintState::Requested
                }
            };
            self.hint = Some(Hint { at, seat, state, worker: None });
        }
        true
    }

    /// Returns the state of the hint about the current decision, if one was asked for.
    pub fn hint(&self) -> Option<HintState<G::Action>> {
        let hint = self.hint.as_ref()?;
        let is_current =
            hint.at == self.steps() && self.seat_that_may_get_hint() == Some(hint.seat);
        is_current.then_some(hint.state)
    }

    /// Returns true if a robot has to be started for a hint.
    pub fn needs_hint_robot(&self) -> bool {
        self.hint() == Some(HintState::Requested)
    }

    /// Starts the robot that gives the hint. It sees only the view of the seat.
    pub fn start_hint(&mut self, builder: RobotBuilder<G>, wake: &RepaintSignal) {
        let actions = self.actions();
        let Some(hint) = &mut self.hint else { return };
        let wake = Arc::clone(wake);
        let mut worker = Worker::start(builder, move || wake());
        worker.ask(DecisionRequest::new(&self.session, hint.seat, actions));
        (hint.worker, hint.state) = (Some(worker), HintState::Thinking);
    }

    /// Shows the hint of the host about the decision after `step` steps at the host. `index` is the
    /// index of the action in the host's list, or `None` if the host gave no hint.
    pub fn show_host_hint(&mut self, step: usize, index: Option<usize>) {
        let is_current = step == self.host_steps();
        let action = index.and_then(|index| self.actions().get(index).copied());
        if let Some(hint) = self.hint.as_mut().filter(|_| is_current)
            && hint.state == HintState::Thinking
        {
            hint.state = action.map_or(HintState::Failed, HintState::Ready);
        }
    }

    /// Takes the answer of the robot, if it has one. Drops a hint about an earlier decision.
    pub(super) fn poll_hint(&mut self) {
        if self.hint().is_none() {
            self.hint = None;
        }
        let actions = self.actions();
        let Some(hint) = &mut self.hint else { return };
        let Some(answer) = hint.worker.as_mut().and_then(Worker::poll) else { return };
        hint.state = match answer {
            Ok(choice) if actions.contains(&choice.action) => {
                self.hinted_moves.push((hint.at, choice.action));
                HintState::Ready(choice.action)
            }
            _ => HintState::Failed,
        };
        hint.worker = None;
    }
}
