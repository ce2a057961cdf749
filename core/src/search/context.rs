//! The rules, randomness, evaluator and budget that a search borrows from its caller.

use super::RuleContext;
use crate::evaluation::{Searchable, SeatValues};

/// Evaluates the positions at the leaves of a search.
///
/// Any closure with the signature of [`Evaluator::evaluate`] is an evaluator.
/// [`Searchable::evaluate`] gives the game's own values.
pub trait Evaluator<G: Searchable> {
    /// Returns the value of a position to each seat, 0 to 1. `scratch` is a buffer that the call
    /// may overwrite.
    fn evaluate(&mut self, state: &G, scratch: &mut Vec<G::Action>) -> SeatValues;
}

impl<G: Searchable, F: FnMut(&G, &mut Vec<G::Action>) -> SeatValues> Evaluator<G> for F {
    fn evaluate(&mut self, state: &G, scratch: &mut Vec<G::Action>) -> SeatValues {
        self(state, scratch)
    }
}

/// Limits how long a search runs. Any closure with the signature of [`Budget::spend`] is a budget.
pub trait Budget {
    /// Charges for the work since the last call: the number of decisions of seats and chance, and
    /// the fuel that house rules used. Returns false if the search must stop.
    fn spend(&mut self, decisions: u64, rule_fuel: u64) -> bool;

    /// Returns the share of the budget that is left, 0 to 1. It stays 1 if there is no limit or the
    /// limit is unknown.
    fn share_left(&self) -> f32 {
        1.0
    }
}

impl<F: FnMut(u64, u64) -> bool> Budget for F {
    fn spend(&mut self, decisions: u64, rule_fuel: u64) -> bool {
        self(decisions, rule_fuel)
    }
}

/// The rules, randomness, evaluator and budget of a search or of rollouts.
pub struct SearchContext<'a, G: Searchable, R: ?Sized> {
    /// The rules, with house rules, by which determinizations are played.
    pub rules: &'a mut RuleContext<G>,
    /// The source of all random numbers.
    pub rng: &'a mut R,
    /// Evaluates leaves.
    pub evaluator: &'a mut dyn Evaluator<G>,
    /// Limits the search.
    pub budget: &'a mut dyn Budget,
}

impl<G: Searchable, R: ?Sized> std::fmt::Debug for SearchContext<'_, G, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchContext").finish_non_exhaustive()
    }
}
