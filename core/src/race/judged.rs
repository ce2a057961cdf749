//! What look-ahead asks of a race.

use rand::Rng;

use super::notation::Action;
use super::state::Race;
use crate::judgement::{Found, Judged, Worths};
use crate::seat::{Seat, SeatSet};

impl Judged for Race {
    fn worths(&self, _: &mut Vec<Action>) -> Worths {
        Self::worths(self)
    }

    #[inline]
    fn sensible_action<R: Rng + ?Sized>(&self, _: &mut R, _: &mut Vec<Action>) -> Action {
        Self::sensible_action(self)
    }

    fn expectation(
        &self,
        actions: &[Action],
        depth: u32,
        most: u64,
    ) -> Option<(Vec<Found<Action>>, u64)> {
        let mut valued = Vec::new();
        let judged = self.look_ahead(depth, most, &mut valued);
        valued.retain(|valued| actions.contains(&valued.action));
        valued.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let found =
            |v: super::learned::Valued| Found { action: v.action, visits: 0, value: v.worth };
        Some((valued.into_iter().map(found).collect(), judged))
    }

    fn open_place(&self) -> usize {
        self.places_taken()
    }

    fn prospects(&self, place: usize, depth: u32, _: &mut Vec<Action>) -> Worths {
        Self::prospects(self, place, depth)
    }

    fn team_of(&self, seat: Seat) -> SeatSet {
        self.partner(seat).into_iter().chain([seat]).collect()
    }

    fn chance_number(outcome: &u8) -> u8 {
        *outcome
    }
}
