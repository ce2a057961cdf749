//! The values and the rollout policy that a race provides for search ([`Searchable`]).

use rand::Rng;

use super::event::Event;
use super::learned::ActionValue;
use super::notation::Action;
use super::state::Race;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{SearchResult, Searchable, SeatValues};

impl Searchable for Race {
    fn evaluate(&self, _: &mut Vec<Action>) -> SeatValues {
        Self::seat_values(self)
    }

    #[inline]
    fn rollout_action<R: Rng + ?Sized>(&self, _: &mut R, _: &mut Vec<Action>) -> Action {
        if self.questions.is_empty() {
            Self::sensible_action(self)
        } else {
            Action::Answer { option: 0 }
        }
    }

    fn exact_values(
        &self,
        actions: &[Action],
        depth: u32,
        max_evaluations: u64,
    ) -> Option<(Vec<SearchResult<Action>>, u64)> {
        // The look-ahead runs no house rule, so all answers to a question would have equal values.
        if !self.questions.is_empty() {
            return None;
        }
        let mut values = Vec::new();
        let evaluations = self.expectimax(depth, max_evaluations, &mut values);
        Some((to_results(values, actions), evaluations))
    }

    fn values_by_replies(
        &self,
        actions: &[Action],
        log: &[Event],
        max_evaluations: u64,
    ) -> Option<(Vec<SearchResult<Action>>, u64)> {
        if !self.questions.is_empty() {
            return None;
        }
        let (values, evaluations) = self.reply_search(log, max_evaluations)?;
        Some((to_results(values, actions), evaluations))
    }

    fn contested_place(&self) -> usize {
        self.places_taken()
    }

    fn place_values(&self, place: usize, depth: u32, _: &mut Vec<Action>) -> SeatValues {
        Self::place_values(self, place, depth)
    }

    fn team_of(&self, seat: Seat) -> SeatSet {
        self.partner(seat).into_iter().chain([seat]).collect()
    }

    fn chance_index(outcome: &u8) -> u8 {
        *outcome
    }
}

/// Keeps the values of the actions in `actions`, and returns them best first.
fn to_results(mut values: Vec<ActionValue>, actions: &[Action]) -> Vec<SearchResult<Action>> {
    values.retain(|entry| actions.contains(&entry.action));
    values.sort_by(|a, b| b.value.total_cmp(&a.value));
    let to_result =
        |entry: ActionValue| SearchResult { action: entry.action, visits: 0, value: entry.value };
    values.into_iter().map(to_result).collect()
}
