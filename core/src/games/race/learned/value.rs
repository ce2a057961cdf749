//! The values of a position to every seat, by the learned network.

use super::expectimax::Expectimax;
use super::place_evaluator::{PlaceEvaluator, Shares, net};
use crate::contract::seat::Seat;
use crate::games::race::state::{Phase, Race};

/// The weight of a later place once the first one is taken.
const LATER_PLACE_WEIGHT: f32 = 1.0 / 16.0;

impl Race {
    /// Returns the value of this position to each seat, 0 to 1: its chance of the first place,
    /// divided within a team. Once the first place is taken, its owner has 15/16, and the
    /// remaining 1/16 is split by the chances of the best place still open.
    ///
    /// Works for any position: before a roll, with a roll that waits, during the opening rolls, at
    /// the end. It allocates no memory and uses no random numbers.
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
        let mut worths = self.seat_values_for(place);
        if let Some(first) = self.home.iter().next().filter(|_| place > 0) {
            worths = worths.map(|value| LATER_PLACE_WEIGHT * value);
            worths[first.index()] = 1.0 - LATER_PLACE_WEIGHT;
        }
        worths
    }

    /// Returns each seat's chance of one place: 0 is the first, 1 the second. A search asks for
    /// the place open at its root, [`Race::places_taken`], so that a seat that comes home during
    /// the search has won there and the others have not.
    pub fn seat_values_for(&self, place: usize) -> [f32; Seat::MAX] {
        let judge = PlaceEvaluator::new(net(self.board()), self, place);
        let shares = judge.shares(self);
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns each seat's chance of a place by expectimax: over all faces of `depth` further
    /// rolls, with the best action of every seat, and the network at the end of each line. At
    /// depth 0 the values are those of [`Race::seat_values_for`].
    pub fn place_values(&self, place: usize, depth: u32) -> [f32; Seat::MAX] {
        let judge = PlaceEvaluator::new(net(self.board()), self, place);
        let mut ahead = Expectimax::new(&judge, u64::MAX);
        let found = match self.phase {
            _ if depth == 0 => None,
            Phase::Move => ahead.best_reply(self, depth),
            Phase::Roll => ahead.after(self, depth),
            Phase::Opening { .. } | Phase::Over(_) => None,
        };
        let shares = found.unwrap_or_else(|| judge.shares(self));
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns the number of places taken for good: seats at home, or 0 in a game of teams.
    pub fn places_taken(&self) -> usize {
        if self.tables.rules.teams { 0 } else { usize::from(self.home.len()) }
    }
}

impl PlaceEvaluator<'_> {
    /// Returns the shares of any position.
    fn shares(&self, race: &Race) -> Shares {
        if let Some(shares) = self.settled(race) {
            return shares;
        }
        match race.phase {
            Phase::Opening { contenders, .. } => {
                let mut sum = [0.0; 4];
                let chances = race.chances_to_begin();
                for seat in contenders.iter() {
                    let mut begins = race.clone();
                    (begins.seat, begins.phase) = (seat, Phase::Roll);
                    let (shares, chance) = (self.before_roll(&begins), chances[seat.index() & 3]);
                    sum = std::array::from_fn(|k| sum[k] + chance * shares[k]);
                }
                sum
            }
            Phase::Move => Expectimax::new(self, u64::MAX).best_reply(race, 0).unwrap_or([0.25; 4]),
            Phase::Roll | Phase::Over(_) => self.before_roll(race),
        }
    }
}
