//! Rollouts: games played by a fast policy up to a depth and then evaluated.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::{RuleContext, SearchContext};
use crate::contract::game::{NullSink, Step, Turn, random_element};
use crate::contract::seat::Seat;
use crate::evaluation::Searchable;
use crate::house::RuleFailure;

/// The combined result of the rollouts of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutResult {
    /// The number of rollouts.
    pub rollouts: u32,
    /// The number of decisions of seats and chance in all rollouts.
    pub decisions: u64,
    /// The mean value to the seat that chose the action, 0 to 1.
    pub mean: f32,
}

/// Plays at most `depth` decisions of seats and chance by the rollout policy. Stops early once
/// `should_continue` returns false for the position after a decision. Returns the number of
/// decisions.
///
/// # Errors
/// A house rule fails.
pub fn rollout_while<G: Searchable, R: Rng + ?Sized>(
    state: &mut G,
    depth: u32,
    rules: &mut RuleContext<G>,
    rng: &mut R,
    actions: &mut Vec<G::Action>,
    should_continue: impl Fn(&G) -> bool,
) -> Result<u64, RuleFailure> {
    let mut outcomes = Vec::new();
    for played in 0..depth {
        match state.turn() {
            Turn::Over => return Ok(u64::from(played)),
            Turn::Chance { .. } => {
                let outcome = state.random_outcome(rng, &mut outcomes);
                rules.play(state, Step::Chance(outcome), &mut NullSink)?;
            }
            Turn::Seat(seat) => {
                // The rollout policy ignores house rules, so with house rules actions are random.
                let action = if rules.has_house_rules() {
                    rules.actions(state, actions)?;
                    random_element(actions, rng)
                } else {
                    state.rollout_action(rng, actions)
                };
                // Some rules require that an action contains the result of its battle.
                let action = state.with_battle_result(action);
                rules.play(state, Step::Act { seat, action }, &mut NullSink)?;
            }
        }
        if !should_continue(state) {
            return Ok(u64::from(played) + 1);
        }
    }
    Ok(u64::from(depth))
}

/// Plays like [`rollout_while`], without the condition.
#[inline]
pub(super) fn rollout_with_rng<G: Searchable, R: Rng + ?Sized>(
    state: &mut G,
    depth: u32,
    rules: &mut RuleContext<G>,
    rng: &mut R,
    actions: &mut Vec<G::Action>,
) -> Result<u64, RuleFailure> {
    rollout_while(state, depth, rules, rng, actions, |_| true)
}

/// Plays at most `depth` decisions of seats and chance by the rollout policy. Returns the number of
/// decisions. All random numbers follow from `seed`.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::{Game, SetupError};
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::search::{RuleContext, rollout};
///
/// let start = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// let play = |seed: u64| {
///     let mut state = start.clone();
///     let decisions = rollout(&mut state, 50, &mut RuleContext::default(), seed);
///     (decisions.expect("there is no house rule that could fail"), state)
/// };
/// assert_eq!(play(1), play(1), "the seed decides");
/// assert_ne!(play(1).1, play(2).1);
/// # Ok::<(), SetupError>(())
/// ```
pub fn rollout<G: Searchable>(
    state: &mut G,
    depth: u32,
    rules: &mut RuleContext<G>,
    seed: u64,
) -> Result<u64, RuleFailure> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    rollout_with_rng(state, depth, rules, &mut rng, &mut Vec::new())
}

/// Estimates the value of an action of the seat to move by rollouts.
///
/// The rollouts cycle through the determinizations. Each plays the action, then at most `depth`
/// decisions by the rollout policy, and evaluates the final position. Stops after `rollouts`
/// rollouts or when the budget is spent.
///
/// # Examples
/// An action that wins at once has the value 1:
/// ```
/// use qipan_core::contract::position::PositionLine;
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::evaluation::Searchable;
/// use qipan_core::games::junqi::Junqi;
/// use qipan_core::search::{RuleContext, SearchContext, rollout_value};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let line: PositionLine<Junqi> =
///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
/// let mut context = SearchContext {
///     rules: &mut RuleContext::default(),
///     rng: &mut Xoshiro256PlusPlus::seed_from_u64(1),
///     evaluator: &mut |state: &Junqi, list: &mut Vec<_>| state.evaluate(list),
///     budget: &mut |_decisions, _fuel| true,
/// };
/// let (determinizations, south) = ([line.set_up()?], Seat::new(0));
/// let action = "N52 N62".parse()?;
/// let result = rollout_value(&determinizations, south, action, (10, 20), &mut context)?;
/// assert_eq!((result.rollouts, result.mean), (10, 1.0));
/// # Ok(())
/// # }
/// ```
pub fn rollout_value<G: Searchable, R: Rng + ?Sized>(
    determinizations: &[G],
    seat: Seat,
    action: G::Action,
    (rollouts, depth): (u32, u32),
    context: &mut SearchContext<'_, G, R>,
) -> Result<RolloutResult, RuleFailure> {
    let mut actions = Vec::new();
    let mut result = RolloutResult { rollouts: 0, decisions: 0, mean: 0.0 };
    let mut value_sum = 0.0;
    while result.rollouts < rollouts && !determinizations.is_empty() {
        let mut state = determinizations[result.rollouts as usize % determinizations.len()].clone();
        // The result of a battle differs between determinizations.
        let action = state.with_battle_result(action);
        context.rules.play(&mut state, Step::Act { seat, action }, &mut NullSink)?;
        let (rules, rng) = (&mut *context.rules, &mut *context.rng);
        let decisions = 1 + rollout_with_rng(&mut state, depth, rules, rng, &mut actions)?;
        value_sum += context.evaluator.evaluate(&state, &mut actions)[seat.index()];
        result.rollouts += 1;
        result.decisions += decisions;
        if !context.budget.spend(decisions, context.rules.take_fuel()) {
            break;
        }
    }
    result.mean = value_sum / result.rollouts.max(1) as f32;
    Ok(result)
}
