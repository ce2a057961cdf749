//! The analysis of one step of a game.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::{AnalysisOptions, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::game::{NullSink, Step, Turn, Viewer};
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::evaluation::{Searchable, SeatValues};
use crate::search::{RuleContext, rollout_while};

/// Maximum number of decisions of a rollout. An unfinished game is evaluated after that many.
const MAX_DECISIONS: u32 = 4_000;

/// Analyses the steps of a game, each separately.
#[derive(Clone, Copy, Debug)]
pub struct StepAnalyser<'a, G: Searchable> {
    states: &'a [G],
    steps: &'a [Step<G>],
    options: AnalysisOptions,
}

/// The sum of the values of each seat.
type ValueSum = [f64; Seat::MAX];

fn add(sums: &mut ValueSum, values: &SeatValues) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += f64::from(*value);
    }
}

fn mean(sums: &ValueSum, count: usize) -> SeatValues {
    sums.map(|sum| (sum / count.max(1) as f64) as f32)
}

/// Returns the difference of two values for each seat.
fn difference(a: &SeatValues, b: &SeatValues) -> SeatValues {
    std::array::from_fn(|seat| a[seat] - b[seat])
}

impl<'a, G: Searchable> StepAnalyser<'a, G> {
    /// Creates an analyser for the states before each step and after the last.
    pub fn new(states: &'a [G], steps: &'a [Step<G>], options: AnalysisOptions) -> Self {
        Self { states, steps, options }
    }

    /// Returns the number of positions to analyse.
    #[expect(clippy::len_without_is_empty, reason = "a game has a first position")]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Analyses the position after `at` steps and the step taken in it. Returns `None` beyond the
    /// end. The result depends only on the game and the options, not on the order of calls.
    ///
    /// # Examples
    /// A 1 in the first roll is bad luck for red:
    /// ```
    /// use qipan_core::analysis::{ValueChange, AnalysisOptions, StepAnalyser};
    /// use qipan_core::contract::game::{Game, NullSink, SetupError, Step};
    /// use qipan_core::contract::seat::SeatSet;
    /// use qipan_core::games::race::{Deal, Race, Rules};
    ///
    /// let start = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
    /// let mut next = start.clone();
    /// next.play_unchecked(&Step::Chance(1), &mut NullSink);
    /// let (states, steps) = ([start, next], [Step::Chance(1)]);
    /// let analyser = StepAnalyser::new(&states, &steps, AnalysisOptions::default());
    /// let position = analyser.analyse_step(0).expect("there are two positions");
    /// let Some(ValueChange::Roll(luck)) = position.change else { panic!("it was a roll") };
    /// assert!(luck[0] < 0.0 && luck[1] > 0.0);
    /// assert_eq!(analyser.analyse_step(2), None);
    /// # Ok::<(), SetupError>(())
    /// ```
    pub fn analyse_step(&self, at: usize) -> Option<PositionAnalysis<G::Action>> {
        let state = self.states.get(at)?;
        let mut evaluator = StepEvaluator {
            place: self.contested_place(at),
            depth: self.options.depth,
            state,
            next: self.states.get(at + 1),
            list: Vec::new(),
        };
        // Each step has its own random numbers. The factor is 2^64 divided by the golden ratio.
        let seed = self.options.seed ^ (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let step = self.steps.get(at).filter(|_| evaluator.next.is_some());
        let (change, values) = match step {
            None => (None, None),
            Some(Step::Chance(outcome)) => {
                let (change, values) = evaluator.roll_change(outcome);
                (Some(change), Some(values))
            }
            // The action answers a question of a house rule. The analysis runs no house rules, so
            // all answers would have the same value.
            Some(Step::Act { action, .. }) if G::answered_option(*action).is_some() => {
                (Some(evaluator.other_change()), None)
            }
            Some(Step::Act { seat, action }) => {
                let action = G::without_battle_result(*action);
                let count = self.options.determinizations;
                match evaluator.choice_change(*seat, action, count, &mut rng) {
                    Some((change, values)) => (Some(change), values),
                    None => (Some(evaluator.other_change()), None),
                }
            }
            Some(_) => (Some(evaluator.other_change()), None),
        };
        let values = values.unwrap_or_else(|| evaluator.evaluate(state));
        let estimates = (self.options.rollouts > 0)
            .then(|| self.estimate_by_rollouts(&mut evaluator, &mut rng));
        let settled = evaluator.settled_shares();
        Some(PositionAnalysis { place: evaluator.place, values, estimates, change, settled })
    }

    /// Returns the contested place of a position. After the end it is the last one contested.
    fn contested_place(&self, at: usize) -> usize {
        let is_over = self.states[at].turn() == Turn::Over;
        let at = if is_over { at.saturating_sub(1) } else { at };
        self.states[at].contested_place()
    }

    /// Returns the mean values at the ends of rollouts from the position. Each goes on until the
    /// contested place is taken.
    fn estimate_by_rollouts(
        &self,
        evaluator: &mut StepEvaluator<'_, G>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> SeatValues {
        let (mut sum, place) = (ValueSum::default(), evaluator.place);
        let mut rules = RuleContext::default();
        let mut state = evaluator.state.clone();
        for _ in 0..self.options.rollouts {
            state.clone_from(evaluator.state);
            let is_contested = |state: &G| state.contested_place() == place;
            let list = &mut evaluator.list;
            rollout_while(&mut state, MAX_DECISIONS, &mut rules, rng, list, is_contested)
                .unwrap_or_else(|why| unreachable!("no house rule runs: {why}"));
            add(&mut sum, &state.place_values(place, 0, list));
        }
        mean(&sum, self.options.rollouts as usize)
    }
}

/// Evaluates the states before and after a step.
struct StepEvaluator<'a, G: Searchable> {
    /// The contested place.
    place: usize,
    /// The number of further rolls averaged in each value.
    depth: u32,
    state: &'a G,
    next: Option<&'a G>,
    /// A buffer for actions.
    list: Vec<G::Action>,
}

impl<G: Searchable> StepEvaluator<'_, G> {
    /// Returns each seat's share of the contested place.
    fn evaluate(&mut self, state: &G) -> SeatValues {
        state.place_values(self.place, self.depth, &mut self.list)
    }

    /// Returns the shares of the place if the step settled it or ended the game.
    fn settled_shares(&mut self) -> Option<SeatValues> {
        let next = self.next?;
        let is_over = next.turn() == Turn::Over;
        (is_over || next.contested_place() != self.place).then(|| self.evaluate(next))
    }

    /// Returns the change by a step that is neither a roll nor a choice.
    fn other_change(&mut self) -> ValueChange<G::Action> {
        let before = self.evaluate(self.state);
        let after = self.next.map(|next| self.evaluate(next));
        ValueChange::Other(after.map_or([0.0; Seat::MAX], |after| difference(&after, &before)))
    }

    /// Compares a roll with the mean of all faces. Returns the change, and the mean, which is the
    /// value of the position.
    fn roll_change(&mut self, rolled: &G::Chance) -> (ValueChange<G::Action>, SeatValues) {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        let (mut sum, mut after_roll) = (ValueSum::default(), [0.0; Seat::MAX]);
        for outcome in &outcomes {
            let mut next = self.state.clone();
            next.play_unchecked(&Step::Chance(*outcome), &mut NullSink);
            let values = self.evaluate(&next);
            add(&mut sum, &values);
            if outcome == rolled {
                after_roll = values;
            }
        }
        let before = mean(&sum, outcomes.len());
        (ValueChange::Roll(difference(&after_roll, &before)), before)
    }

    /// Compares a choice with the best one. Returns the change, and in a game without secrets the
    /// value of the best action, which is the value of the position. Returns `None` if the rules of
    /// the game, without house rules, do not allow the action.
    fn choice_change(
        &mut self,
        seat: Seat,
        taken: G::Action,
        determinizations: u32,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<(ValueChange<G::Action>, Option<SeatValues>)> {
        let mut legal = Vec::new();
        self.state.legal_actions(&mut legal);
        let taken = legal.iter().position(|action| *action == taken)?;
        let has_secrets = self.state.rules().has_secrets();
        let worlds: Vec<G> = if has_secrets {
            let view = self.state.view(Viewer::Seat(seat));
            (0..determinizations.max(1)).map(|_| G::sample(&view, rng)).collect()
        } else {
            vec![self.state.clone()]
        };
        let values_after: Vec<SeatValues> =
            legal.iter().map(|action| self.values_after(&worlds, seat, *action)).collect();
        let own_value = |index: usize| values_after[index][seat.index()];
        // If several actions are the best, the one taken counts as the best.
        let mut best = taken;
        for index in 0..legal.len() {
            if own_value(index) > own_value(best) {
                best = index;
            }
        }
        let skill = difference(&values_after[taken], &values_after[best]);
        let (luck, position_values) = if has_secrets {
            (self.hidden_luck(&worlds, &values_after[taken]), None)
        } else {
            ([0.0; Seat::MAX], Some(values_after[best]))
        };
        let legal_count = legal.len();
        let actions = legal
            .into_iter()
            .zip(&values_after)
            .map(|(action, values)| (action, values[seat.index()]))
            .collect();
        let choice = ChoiceAnalysis { seat, legal: legal_count, actions, best, taken, skill, luck };
        Some((ValueChange::Choice(choice), position_values))
    }

    /// Returns the mean values after an action over determinizations.
    fn values_after(&mut self, worlds: &[G], seat: Seat, action: G::Action) -> SeatValues {
        let mut sum = ValueSum::default();
        for world in worlds {
            let mut next = world.clone();
            let action = next.with_battle_result(action);
            next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            add(&mut sum, &self.evaluate(&next));
        }
        mean(&sum, worlds.len())
    }

    /// Returns the luck from hidden information: the true change of the values less the mean
    /// change over the determinizations. `expected_after` are the mean values after the action.
    fn hidden_luck(&mut self, worlds: &[G], expected_after: &SeatValues) -> SeatValues {
        let Some(next) = self.next else { return [0.0; Seat::MAX] };
        let mut sum = ValueSum::default();
        for world in worlds {
            add(&mut sum, &self.evaluate(world));
        }
        let expected_change = difference(expected_after, &mean(&sum, worlds.len()));
        let (before, after) = (self.evaluate(self.state), self.evaluate(next));
        let true_change = difference(&after, &before);
        difference(&true_change, &expected_change)
    }
}
