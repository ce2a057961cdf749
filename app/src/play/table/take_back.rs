//! Take-backs of a person's last decision, and playing the steps again that were taken back.

use std::ops::Range;

use qipan_core::contract::game::Step;

use crate::play::game::Playable;
use crate::play::table::Table;

impl<G: Playable> Table<G> {
    /// Returns the index of the step of the last decision by a person. If `play_forced`, forced
    /// moves do not count, because the program would play them again at once.
    fn last_human_decision(&self, play_forced: bool) -> Option<usize> {
        (0..self.steps()).rev().find(|step| match &self.session.record().steps[*step] {
            Step::Act { seat, .. } => {
                self.is_human(*seat) && !(play_forced && self.was_forced(*step))
            }
            _ => false,
        })
    }

    /// Returns true if there is a person's decision to take back.
    pub fn can_take_back(&self, play_forced: bool) -> bool {
        self.last_human_decision(play_forced).is_some()
    }

    /// Returns true if taking back would undo steps that revealed something about hidden pieces.
    pub fn take_back_reveals(&self, play_forced: bool) -> bool {
        self.last_human_decision(play_forced)
            .is_some_and(|step| self.session.has_revealed_since(step))
    }

    /// Returns the steps that a take-back would undo.
    pub fn steps_to_take_back(&self, play_forced: bool) -> Range<usize> {
        self.last_human_decision(play_forced).unwrap_or_else(|| self.steps())..self.steps()
    }

    /// Takes the game back to before the last decision by a person. Returns false if there is none.
    pub fn take_back(&mut self, play_forced: bool) -> bool {
        let Some(step) = self.last_human_decision(play_forced) else { return false };
        let undone = self.session.record().steps[step..].to_vec();
        self.session.take_back(step);
        self.redo_stack.push(undone);
        self.show_change();
        self.common.has_changed = true;
        true
    }

    /// Returns true if a take-back can be undone.
    pub fn can_redo(&self) -> bool {
        !self.redo_stack.is_empty() && self.can_continue()
    }

    /// Plays the steps of the latest take-back again, as they are recorded. No robot decides and no
    /// house rule acts. Returns false if there is nothing to redo.
    pub fn redo(&mut self) -> bool {
        if !self.can_redo() {
            return false;
        }
        let Some(steps) = self.redo_stack.pop() else { return false };
        for step in steps {
            if self.session.play(step).is_err() {
                self.redo_stack.clear();
                break;
            }
        }
        self.show_change();
        self.common.has_changed = true;
        true
    }
}
