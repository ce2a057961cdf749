//! The values of a position to every seat, by the learned network.

use super::expectimax::Expectimax;
use super::place_evaluator::{PlaceEvaluator, Shares, net};
use crate::contract::seat::Seat;
use crate::games::race::state::{Phase, Race};

/// The total value that the seats still playing share once the first place is taken.
const LATER_PLACE_WEIGHT: f32 = 1.0 / 16.0;

impl Race {
    /// Returns the value of this position to each seat, 0 to 1: its probability of the first place,
    /// split equally within a team. Once the first place is taken, its owner has 15/16, and the
    /// others share 1/16 by their probabilities of the best place still open.
    ///
    /// Works for any position: before a roll, with a roll that waits, during the opening rolls, and
    /// at the end. Allocates no memory and uses no random numbers.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::games::race::{Position, PositionError, Rules};
    ///
    /// let ahead = Position::new(RED).side(RED, &[50, 50, 50, 50]).side(GREEN, &[]);
    /// let values = ahead.set_up(&Rules::FLYING)?.seat_values();
    /// assert!(values[RED.index()] > 0.9 && values[GREEN.index()] < 0.1);
    /// # Ok::<(), PositionError>(())
    /// ```
    pub fn seat_values(&self) -> [f32; Seat::MAX] {
        let place = self.places_taken();
        let mut values = self.seat_values_for(place);
        if let Some(first) = self.finished.iter().next().filter(|_| place > 0) {
            values = values.map(|value| LATER_PLACE_WEIGHT * value);
            values[first.index()] = 1.0 - LATER_PLACE_WEIGHT;
        }
        values
    }

    /// Returns each seat's probability of taking `place`: 0 is the first, 1 the second. A search
    /// must use the place that is open at its root, [`Race::places_taken`]. Then a seat that takes
    /// this place during the search has value 1, and the others 0.
    pub fn seat_values_for(&self, place: usize) -> [f32; Seat::MAX] {
        let evaluator = PlaceEvaluator::new(net(self.board()), self, place);
        let shares = evaluator.shares(self);
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns each seat's probability of a place by expectimax over `depth` further rolls. All
    /// faces are averaged, every seat plays its best action, and the network evaluates the
    /// positions at the end. At depth 0 the values are those of [`Race::seat_values_for`].
    pub fn place_values(&self, place: usize, depth: u32) -> [f32; Seat::MAX] {
        let evaluator = PlaceEvaluator::new(net(self.board()), self, place);
        let mut expectimax = Expectimax::new(&evaluator, u64::MAX);
        let searched = match self.phase {
            _ if depth == 0 => None,
            Phase::Move => expectimax.best_action_shares(self, depth),
            Phase::Roll => expectimax.shares_before_roll(self, depth),
            Phase::Opening { .. } | Phase::Over(_) => None,
        };
        let shares = searched.unwrap_or_else(|| evaluator.shares(self));
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns the number of places that are already taken, one by each seat that has finished. In
    /// a game of teams it is 0.
    pub fn places_taken(&self) -> usize {
        if self.tables.rules.teams { 0 } else { usize::from(self.finished.len()) }
    }
}

impl PlaceEvaluator<'_> {
    /// Returns the shares of a position in any phase.
    fn shares(&self, race: &Race) -> Shares {
        if let Some(shares) = self.decided_shares(race) {
            return shares;
        }
        match race.phase {
            Phase::Opening { contenders, .. } => {
                let mut sum = [0.0; 4];
                let chances = race.chances_to_begin();
                for seat in contenders.iter() {
                    let mut begins = race.clone();
                    (begins.seat, begins.phase) = (seat, Phase::Roll);
                    let (shares, chance) =
                        (self.network_shares(&begins), chances[seat.index() & 3]);
                    sum = std::array::from_fn(|seat| sum[seat] + chance * shares[seat]);
                }
                sum
            }
            Phase::Move => {
                let mut expectimax = Expectimax::new(self, u64::MAX);
                expectimax.best_action_shares(race, 0).unwrap_or([0.25; 4])
            }
            Phase::Roll | Phase::Over(_) => self.network_shares(race),
        }
    }
}
