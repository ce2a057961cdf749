//! The values and policies that a race provides for search.

use rand::Rng;

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
        Self::sensible_action(self)
    }

    fn exact_values(
        &self,
        actions: &[Action],
        depth: u32,
        most: u64,
    ) -> Option<(Vec<SearchResult<Action>>, u64)> {
        let mut valued = Vec::new();
        let judged = self.expectimax(depth, most, &mut valued);
        valued.retain(|valued| actions.contains(&valued.action));
        valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        let found = |v: super::learned::ActionValue| SearchResult {
            action: v.action,
            visits: 0,
            value: v.value,
        };
        Some((valued.into_iter().map(found).collect(), judged))
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
