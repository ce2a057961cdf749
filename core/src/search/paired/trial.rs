//! One trial of a paired search: a root action, the best replies, a rollout and a value.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::PairedOptions;
use crate::contract::game::{NullSink, Step, Turn};
use crate::contract::seat::SeatSet;
use crate::evaluation::{Searchable, SeatValues};
use crate::house::RuleFailure;
use crate::search::{Budget, Evaluator, RuleContext, SearchContext, rollouts};

/// The buffers of one ply of replies.
#[derive(Debug)]
pub(super) struct Level<G: Searchable> {
    actions: Vec<G::Action>,
    priors: Vec<f32>,
    /// The actions with their priors, in the order in which they are tried.
    order: Vec<(f32, G::Action)>,
    /// The position at the end of the line that is being tried.
    line: Option<G>,
    /// The position at the end of the best line so far.
    best: Option<G>,
}

impl<G: Searchable> Default for Level<G> {
    fn default() -> Self {
        Self { actions: Vec::new(), priors: Vec::new(), order: Vec::new(), line: None, best: None }
    }
}

/// The value that a side has already secured by another line. A line need not be searched further
/// once it is certain to give that side no more.
#[derive(Clone, Copy)]
struct Bound {
    side: SeatSet,
    value: f32,
}

/// A trial. All its random numbers follow from a seed.
pub(super) struct Trial<'a, G: Searchable> {
    rules: &'a mut RuleContext<G>,
    evaluator: &'a mut dyn Evaluator<G>,
    budget: &'a mut dyn Budget,
    options: &'a PairedOptions,
    rng: Xoshiro256PlusPlus,
    decisions: u64,
    /// The part of `decisions` that has not been charged to the budget yet.
    uncharged: u64,
    scratch: Vec<G::Action>,
}

impl<'a, G: Searchable> Trial<'a, G> {
    pub(super) fn new<R: ?Sized>(
        seed: u64,
        options: &'a PairedOptions,
        context: &'a mut SearchContext<'_, G, R>,
    ) -> Self {
        Self {
            rules: &mut *context.rules,
            evaluator: &mut *context.evaluator,
            budget: &mut *context.budget,
            options,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            decisions: 0,
            uncharged: 0,
            scratch: Vec::new(),
        }
    }

    /// Returns the number of decisions of seats and chance so far.
    pub(super) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the values after an action of the seat to move, or `None` if the budget is spent.
    /// Changes `state` to the position that was evaluated.
    pub(super) fn values_after(
        &mut self,
        action: G::Action,
        state: &mut G,
        levels: &mut [Level<G>],
    ) -> Result<Option<SeatValues>, RuleFailure> {
        self.play(state, action)?;
        let depth = self.options.rollout_depth;
        if !levels.is_empty() {
            let values = self.best_reply(state, levels, None)?;
            if values.is_none() || depth == 0 {
                return Ok(values);
            }
        }
        let (rules, rng) = (&mut *self.rules, &mut self.rng);
        let decisions = rollouts::rollout_with_rng(state, depth, rules, rng, &mut self.scratch)?;
        self.count(decisions);
        Ok(self.evaluate(state))
    }

    /// Plays an action of the seat to move.
    fn play(&mut self, state: &mut G, action: G::Action) -> Result<(), RuleFailure> {
        let Turn::Seat(seat) = state.turn() else { return Ok(()) };
        // The result of a battle differs between determinizations.
        let action = state.with_battle_result(action);
        self.count(1);
        self.rules.play(state, Step::Act { seat, action }, &mut NullSink)
    }

    fn count(&mut self, decisions: u64) {
        self.decisions += decisions;
        self.uncharged += decisions;
    }

    /// Evaluates a position and charges for the decisions since the last evaluation. Returns `None`
    /// if the budget is spent.
    fn evaluate(&mut self, state: &G) -> Option<SeatValues> {
        let values = self.evaluator.evaluate(state, &mut self.scratch);
        let decisions = std::mem::take(&mut self.uncharged);
        self.budget.spend(decisions, self.rules.take_fuel()).then_some(values)
    }

    /// Searches one ply of replies for each level. Returns the values after the best replies, or
    /// `None` if the budget is spent. Changes `state` to the position after these replies.
    fn best_reply(
        &mut self,
        state: &mut G,
        levels: &mut [Level<G>],
        bound: Option<Bound>,
    ) -> Result<Option<SeatValues>, RuleFailure> {
        let Some((level, deeper)) = levels.split_first_mut() else {
            return Ok(self.evaluate(state));
        };
        while let Turn::Chance { .. } = state.turn() {
            let outcome = state.random_outcome(&mut self.rng, &mut Vec::new());
            self.count(1);
            self.rules.play(state, Step::Chance(outcome), &mut NullSink)?;
        }
        let Turn::Seat(seat) = state.turn() else { return Ok(self.evaluate(state)) };
        let side = state.team_of(seat);
        self.list_replies(state, level)?;
        let mut best: Option<SeatValues> = None;
        for (_, action) in &level.order {
            let line = copy_into(&mut level.line, state);
            self.play(line, *action)?;
            let secured = best.map(|values| Bound { side, value: values[seat.index()] });
            let Some(values) = self.best_reply(line, deeper, secured)? else { return Ok(None) };
            let value = values[seat.index()];
            if secured.is_none_or(|secured| value > secured.value) {
                best = Some(values);
                std::mem::swap(&mut level.line, &mut level.best);
                // The values of the sides sum to 1, so the side of `bound` gets at most the rest.
                if bound.is_some_and(|bound| bound.side != side && 1.0 - value <= bound.value) {
                    break;
                }
            }
        }
        match (best, &mut level.best) {
            (Some(values), Some(end)) => {
                std::mem::swap(state, end);
                Ok(Some(values))
            }
            // No reply is legal under the house rules.
            _ => Ok(self.evaluate(state)),
        }
    }

    /// Lists the replies of the seat to move that will be tried, those with the largest priors
    /// first.
    fn list_replies(&mut self, state: &G, level: &mut Level<G>) -> Result<(), RuleFailure> {
        self.rules.actions(state, &mut level.actions)?;
        state.priors(&level.actions, &mut level.priors);
        level.order.clear();
        level.order.extend(level.priors.iter().copied().zip(level.actions.iter().copied()));
        level.order.sort_by(|a, b| b.0.total_cmp(&a.0));
        if self.options.max_replies > 0 {
            level.order.truncate(self.options.max_replies as usize);
        }
        Ok(())
    }
}

/// Copies a state into a buffer, reusing its memory.
pub(super) fn copy_into<'a, G: Clone>(buffer: &'a mut Option<G>, state: &G) -> &'a mut G {
    match buffer {
        Some(buffer) => {
            buffer.clone_from(state);
            buffer
        }
        none => none.insert(state.clone()),
    }
}
