//! A search over the rolls of one round, with the replies that the opponents are expected to give.
//!
//! Expectimax takes every opponent for as good as itself. Against weaker ones it pays to know their
//! habits ([`opponent_model`](super::opponent_model)): a plane need not flee from an opponent that
//! does not capture. Against a single opponent a round is only one roll, and expectimax, which
//! looks further, is stronger.

use super::expectimax::{ActionValue, DistinctActions, Expectimax, position_after};
use super::opponent_model::{Policy, observed_policies};
use super::place_evaluator::{PlaceEvaluator, Shares, net};
use crate::contract::game::{Game, NullSink, Step};
use crate::contract::seat::Seat;
use crate::games::race::event::Event;
use crate::games::race::notation::Action;
use crate::games::race::state::{Phase, Race};

/// The maximum number of rolls that are searched: one by each of three opponents, and one more
/// after a 6.
const ROLLS: u32 = 4;

impl Race {
    /// Returns the value of every legal action to the seat to move, and the number of positions
    /// that the search evaluated. Searches the rolls up to the seat's next turn. The opponents
    /// reply by the policies that `log`, the events of the game from its start, suggests. Returns
    /// `None` if [`Race::expectimax`] applies instead: if all opponents seem to be good players, if
    /// there is only one, and in games of teams. Also returns `None` if no roll waits, if the
    /// events of `log` do not follow from the usual start, or if the budget is used up.
    pub(in crate::games::race) fn reply_search(
        &self,
        log: &[Event],
        budget: u64,
    ) -> Option<(Vec<ActionValue>, u64)> {
        let has_one_opponent = self.playing.len() < 3;
        if self.phase != Phase::Move || self.tables.rules.teams || has_one_opponent {
            return None;
        }
        let policies = observed_policies(self, log)?;
        if policies.iter().all(|policy| *policy == Policy::Network) {
            return None;
        }
        let evaluator = PlaceEvaluator::new(net(self.board()), self, self.places_taken());
        let distinct = DistinctActions::of(self);
        let mut search = ReplySearch {
            expectimax: Expectimax::new(&evaluator, budget),
            evaluator: &evaluator,
            policies,
            seat: self.seat,
            draws: 0,
        };
        let mut values = [0.0; 16];
        for (value, action) in values.iter_mut().zip(distinct.actions()) {
            search.draws = 0;
            let after = position_after(self, *action);
            let shares = match after.seat == self.seat {
                // Nobody replies before the seat's next roll.
                true => search.expectimax.shares_before_roll(&after, 1)?,
                false => search.shares(&after, ROLLS)?,
            };
            *value = shares[self.seat.index() & 3];
        }
        let mut results = Vec::new();
        self.each_choice(self.choices, |action| {
            results.push(ActionValue { action, value: values[distinct.index_of(self, action)] });
        });
        Some((results, search.expectimax.used()))
    }
}

/// The search of one decision.
struct ReplySearch<'a> {
    expectimax: Expectimax<'a>,
    evaluator: &'a PlaceEvaluator<'a>,
    /// The policies of all seats.
    policies: [Policy; 4],
    /// The seat that searches.
    seat: Seat,
    /// The number of random actions drawn so far. It determines the next one.
    draws: u32,
}

impl ReplySearch<'_> {
    /// Returns the shares of a position before a roll, by look-ahead over at most `rolls` further
    /// rolls. It stops before the next roll of the seat that searches. Returns `None` if the budget
    /// is used up.
    fn shares(&mut self, race: &Race, rolls: u32) -> Option<Shares> {
        if let Some(shares) = self.evaluator.decided_shares(race) {
            return Some(shares);
        }
        if race.seat == self.seat || rolls == 0 {
            return self.expectimax.shares_before_roll(race, 0);
        }
        let mut sum = [0.0; 4];
        for die in 1..=6 {
            let mut next = race.clone();
            next.play_unchecked(&Step::Chance(die), &mut NullSink);
            let shares = match next.phase {
                Phase::Move => {
                    let action = self.reply(&next);
                    self.shares(&position_after(&next, action), rolls - 1)?
                }
                _ => self.shares(&next, rolls - 1)?,
            };
            sum = std::array::from_fn(|seat| sum[seat] + shares[seat]);
        }
        Some(sum.map(|share| share / 6.0))
    }

    /// Returns the expected reply of the seat to move.
    fn reply(&mut self, race: &Race) -> Action {
        let policy = self.policies[race.seat.index() & 3];
        policy.choose(race, self.evaluator).unwrap_or_else(|| {
            // Knuth's multiplicative hash spreads the draws evenly over the actions.
            self.draws = self.draws.wrapping_add(1);
            let hash = self.draws.wrapping_mul(2_654_435_761) >> 16;
            let distinct = DistinctActions::of(race);
            let actions = distinct.actions();
            actions[hash as usize % actions.len()]
        })
    }
}
