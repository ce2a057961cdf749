//! The paired search: sequential halving over the root actions, all in the same determinizations.
//!
//! The root actions are the arms of a best-arm identification problem, and there is no tree.
//! *Sequential halving* (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed
//! Bandits", 2013) divides the budget evenly among rounds. After each round, the better half of the
//! actions goes on to the next one.
//!
//! All actions of a round are tried in the same determinizations with the same random numbers
//! (*common random numbers*). The luck of a determinization is thus the same for all of them and
//! cancels in the differences of their means. A trial plays its action, then the replies that are
//! best according to the evaluator, up to [`MAX_REPLY_PLIES`] plies deep, then a rollout. It
//! evaluates the last position. With more than one ply of replies, each seat maximizes its own
//! value (max^n; Luckhardt and Irani, 1986), with shallow pruning (Korf, "Multi-player alpha-beta
//! pruning", 1991).
//!
//! The score of an action is its mean value plus [`PairedOptions::anchor`] times the logarithm of
//! its prior. So the search stays close to the priors unless its trials contradict them. Ataraxos
//! (Sokota and others, "Superhuman AI for Stratego Using Self-Play Reinforcement Learning and
//! Test-Time Search", 2025) also improves on a policy by rollouts in samples of its belief, without
//! a tree. Its policy is a large network. Here the priors and the rollout policy of the game take
//! its place.
//!
//! If the budget ends in the middle of a determinization, the trials in it do not count, because
//! some actions have no trial there. The first determinization is an exception: its trials always
//! count.

mod trial;

use rand::Rng;
use trial::{Level, Trial, copy_into};

use super::SearchContext;
use crate::contract::game::Turn;
use crate::evaluation::{SearchResult, Searchable};
use crate::house::RuleFailure;

/// The parameters of a paired search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedOptions {
    /// Maximum number of trials. A trial is one action in one determinization.
    pub max_trials: u32,
    /// Number of plies of best replies after the root action, at most [`MAX_REPLY_PLIES`].
    pub reply_plies: u32,
    /// Number of replies that are tried at each position, those with the largest priors. 0 means
    /// all.
    pub max_replies: u32,
    /// Maximum number of decisions of seats and chance that the rollout policy plays after the
    /// replies.
    pub rollout_depth: u32,
    /// The weight of the logarithm of an action's prior in its score.
    pub anchor: f32,
}

/// The maximum number of plies of best replies.
pub const MAX_REPLY_PLIES: u32 = 4;

impl Default for PairedOptions {
    fn default() -> Self {
        Self {
            max_trials: u32::MAX,
            reply_plies: 1,
            max_replies: 8,
            rollout_depth: 8,
            anchor: 0.005,
        }
    }
}

/// The number of determinizations over which the priors of the root actions are averaged.
const PRIOR_SAMPLES: usize = 12;

/// Added to the prior of each action, so that its logarithm is finite.
const MIN_PRIOR: f32 = 1e-5;

/// A root action and the statistics of its trials.
#[derive(Clone, Debug)]
struct Arm<A> {
    action: A,
    prior: f32,
    /// The logarithm of the prior times [`PairedOptions::anchor`].
    bonus: f32,
    visits: u32,
    /// The values to the searching seat, added up over the trials.
    value_sum: f32,
}

impl<A> Arm<A> {
    /// Adds the value of a trial.
    fn add(&mut self, value: f32) {
        self.visits += 1;
        self.value_sum += value;
    }

    /// Returns the mean value of the trials, or `None` if there were none.
    fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.value_sum / self.visits as f32)
    }

    /// Returns the mean value plus the bonus. An action without trials scores below all others.
    fn score(&self) -> f32 {
        self.mean().map_or(f32::NEG_INFINITY, |mean| mean + self.bonus)
    }
}

/// Sorts arms by score, best first.
fn sort_by_score<A>(arms: &mut [Arm<A>]) {
    arms.sort_by(|a, b| b.score().total_cmp(&a.score()));
}

/// A paired search. Its memory is reused from search to search.
#[derive(Debug)]
pub struct PairedSearch<G: Searchable> {
    /// The buffers of each ply of replies.
    levels: Vec<Level<G>>,
    /// The position of the current trial.
    state: Option<G>,
    /// The number of decisions of seats and chance in all trials, replies and rollouts included.
    decisions: u64,
}

impl<G: Searchable> Default for PairedSearch<G> {
    fn default() -> Self {
        Self { levels: Vec::new(), state: None, decisions: 0 }
    }
}

impl<G: Searchable> PairedSearch<G> {
    /// Searches the actions of the seat to move and returns all of them, best first.
    ///
    /// `determinizations` are sampled from the seat's view. The search cycles through them. It ends
    /// after [`PairedOptions::max_trials`] trials or when the budget is spent. If there is only one
    /// action, it is tried in one determinization.
    ///
    /// # Examples
    /// The search finds the capture of a Flag. Nothing is hidden in this game, so the game itself
    /// is the only determinization:
    /// ```
    /// use qipan_core::contract::game::Game;
    /// use qipan_core::contract::position::PositionLine;
    /// use qipan_core::evaluation::Searchable;
    /// use qipan_core::games::junqi::Junqi;
    /// use qipan_core::search::{PairedOptions, PairedSearch, RuleContext, SearchContext};
    /// use rand::SeedableRng;
    /// use rand::rngs::Xoshiro256PlusPlus;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let line: PositionLine<Junqi> =
    ///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
    /// let game = line.set_up()?;
    /// let mut actions = Vec::new();
    /// game.legal_actions(&mut actions);
    /// let options = PairedOptions { max_trials: 100, ..PairedOptions::default() };
    /// let mut context = SearchContext {
    ///     rules: &mut RuleContext::default(),
    ///     rng: &mut Xoshiro256PlusPlus::seed_from_u64(1),
    ///     evaluator: &mut |state: &Junqi, list: &mut Vec<_>| state.evaluate(list),
    ///     budget: &mut |_decisions, _fuel| true,
    /// };
    /// let results = PairedSearch::default().run(&[game], &actions, &options, &mut context)?;
    /// assert_eq!(results[0].action.to_string(), "N52 N62");
    /// assert!(results[0].value == 1.0 && results.len() == actions.len());
    /// # Ok(())
    /// # }
    /// ```
    pub fn run<R: Rng + ?Sized>(
        &mut self,
        determinizations: &[G],
        actions: &[G::Action],
        options: &PairedOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<Vec<SearchResult<G::Action>>, RuleFailure> {
        let mut arms = arms_of(determinizations, actions, options.anchor);
        self.decisions = 0;
        self.levels.resize_with(options.reply_plies.min(MAX_REPLY_PLIES) as usize, Level::default);
        if determinizations.is_empty() || arms.is_empty() {
            return Ok(results_of(&arms));
        }
        let rounds = arms.len().next_power_of_two().trailing_zeros().max(1);
        let budget_at_start = context.budget.share_left();
        let mut arms_left = arms.len();
        let (mut trials, mut pass) = (0, 0);
        'rounds: for round in 1..=rounds {
            loop {
                let determinization = &determinizations[pass % determinizations.len()];
                let limit = (options.max_trials - trials).min(arms_left as u32);
                let values =
                    self.values_in(determinization, &arms[..limit as usize], options, context)?;
                // Values of only some actions would favour or harm those actions.
                let is_complete = values.len() == arms_left;
                if is_complete || pass == 0 {
                    arms.iter_mut().zip(values).for_each(|(arm, value)| arm.add(value));
                }
                if !is_complete || arms_left == 1 {
                    break 'rounds;
                }
                pass += 1;
                trials += limit;
                let spent = 1.0 - context.budget.share_left() / budget_at_start;
                let played = trials as f32 / options.max_trials as f32;
                if spent.max(played) >= round as f32 / rounds as f32 {
                    break;
                }
            }
            sort_by_score(&mut arms[..arms_left]);
            arms_left = arms_left.div_ceil(2);
        }
        sort_by_score(&mut arms[..arms_left]);
        Ok(results_of(&arms))
    }

    /// Returns the number of decisions of seats and chance in the trials of the last search,
    /// replies and rollouts included.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Tries actions in one determinization, all with the same random numbers. Returns their values
    /// to the seat to move, in order. The list is shorter if the budget is spent.
    fn values_in<R: Rng + ?Sized>(
        &mut self,
        determinization: &G,
        arms: &[Arm<G::Action>],
        options: &PairedOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<Vec<f32>, RuleFailure> {
        let mut values = Vec::with_capacity(arms.len());
        let Turn::Seat(seat) = determinization.turn() else { return Ok(values) };
        let seed = context.rng.next_u64();
        for arm in arms {
            let state = copy_into(&mut self.state, determinization);
            let mut trial = Trial::new(seed, options, context);
            let trial_values = trial.values_after(arm.action, state, &mut self.levels)?;
            self.decisions += trial.decisions();
            let Some(trial_values) = trial_values else { break };
            values.push(trial_values[seat.index()]);
        }
        Ok(values)
    }
}

/// Returns the arms of the root actions, those with the largest priors first. Their priors are
/// averaged over some of the determinizations.
fn arms_of<G: Searchable>(
    determinizations: &[G],
    actions: &[G::Action],
    anchor: f32,
) -> Vec<Arm<G::Action>> {
    let mut mean_priors = vec![MIN_PRIOR; actions.len()];
    let mut priors = Vec::new();
    let samples = &determinizations[..determinizations.len().min(PRIOR_SAMPLES)];
    for determinization in samples {
        determinization.priors(actions, &mut priors);
        let sum = priors.iter().sum::<f32>().max(f32::MIN_POSITIVE) * samples.len() as f32;
        mean_priors.iter_mut().zip(&priors).for_each(|(mean, prior)| *mean += prior / sum);
    }
    let arm = |(action, prior): (&G::Action, f32)| Arm {
        action: *action,
        bonus: anchor * libm::logf(prior),
        prior,
        visits: 0,
        value_sum: 0.0,
    };
    let mut arms: Vec<_> = actions.iter().zip(mean_priors).map(arm).collect();
    arms.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    arms
}

/// Returns the results of arms in the order of the arms. An action that was never tried has the
/// mean value of all trials.
fn results_of<A: Copy>(arms: &[Arm<A>]) -> Vec<SearchResult<A>> {
    let visits: u32 = arms.iter().map(|arm| arm.visits).sum();
    let mean = arms.iter().map(|arm| arm.value_sum).sum::<f32>() / visits.max(1) as f32;
    let result = |arm: &Arm<A>| SearchResult {
        action: arm.action,
        visits: arm.visits,
        value: arm.mean().unwrap_or(mean),
    };
    arms.iter().map(result).collect()
}
