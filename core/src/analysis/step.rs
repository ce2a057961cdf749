//! The analysis of one step of a game.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::{AnalysisOptions, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::game::{NullSink, Step, Turn, Viewer};
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::evaluation::{Searchable, SeatValues};
use crate::search::{RuleContext, rollout_while};

/// Maximum number of decisions of a rollout. An unfinished one is evaluated there.
const MAX_PLIES: u32 = 4_000;

/// Analyses the steps of a game, each by itself.
#[derive(Clone, Copy, Debug)]
pub struct StepAnalyser<'a, G: Searchable> {
    states: &'a [G],
    steps: &'a [Step<G>],
    options: AnalysisOptions,
}

/// The sum of the values of each seat.
type ValueSum = [f64; Seat::MAX];

fn add(sum: &mut ValueSum, worths: &SeatValues) {
    sum.iter_mut().zip(worths).for_each(|(all, one)| *all += f64::from(*one));
}

fn mean(sum: &ValueSum, count: usize) -> SeatValues {
    sum.map(|all| (all / count.max(1) as f64) as f32)
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
    /// let moment = analyser.analyse_step(0).expect("there are two positions");
    /// let Some(ValueChange::Roll(luck)) = moment.change else { panic!("it was a roll") };
    /// assert!(luck[0] < 0.0 && luck[1] > 0.0);
    /// assert_eq!(analyser.analyse_step(2), None);
    /// # Ok::<(), SetupError>(())
    /// ```
    pub fn analyse_step(&self, at: usize) -> Option<PositionAnalysis<G::Action>> {
        let state = self.states.get(at)?;
        let mut valuer = StepValuer {
            place: self.place(at),
            depth: self.options.depth,
            state,
            next: self.states.get(at + 1),
            list: Vec::new(),
        };
        let seed = self.options.seed ^ (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut worths = None;
        let change = self.steps.get(at).filter(|_| valuer.next.is_some()).map(|step| match step {
            Step::Chance(outcome) => valuer.roll(outcome, &mut worths),
            Step::Act { seat, action } => {
                let action = G::without_battle_result(*action);
                let found = valuer.choice(
                    *seat,
                    action,
                    self.options.determinizations,
                    &mut worths,
                    &mut rng,
                );
                found.unwrap_or_else(|| valuer.other())
            }
            _ => valuer.other(),
        });
        let worths = worths.unwrap_or_else(|| valuer.judge(state));
        let played = (self.options.playouts > 0).then(|| self.rollouts(&mut valuer, &mut rng));
        let settled = valuer.settled();
        Some(PositionAnalysis { place: valuer.place, worths, played, change, settled })
    }

    /// Returns the contested place of a position. After the end it is the last one contested.
    fn place(&self, at: usize) -> usize {
        let before = at.saturating_sub(1);
        let over = self.states[at].turn() == Turn::Over;
        self.states[if over { before } else { at }].contested_place()
    }

    /// Returns the mean values at the end of rollouts.
    fn rollouts(&self, valuer: &mut StepValuer<'_, G>, rng: &mut Xoshiro256PlusPlus) -> SeatValues {
        let (mut sum, place) = (ValueSum::default(), valuer.place);
        let mut rules = RuleContext::default();
        let mut state = valuer.state.clone();
        for _ in 0..self.options.playouts {
            state.clone_from(valuer.state);
            let is_contested = |state: &G| state.contested_place() == place;
            rollout_while(&mut state, MAX_PLIES, &mut rules, rng, &mut valuer.list, is_contested)
                .unwrap_or_else(|why| unreachable!("no house rule runs: {why}"));
            add(&mut sum, &state.place_values(place, 0, &mut valuer.list));
        }
        mean(&sum, self.options.playouts as usize)
    }
}

/// A position under analysis, and the one after it.
struct StepValuer<'a, G: Searchable> {
    place: usize,
    depth: u32,
    state: &'a G,
    next: Option<&'a G>,
    list: Vec<G::Action>,
}

impl<G: Searchable> StepValuer<'_, G> {
    fn judge(&mut self, state: &G) -> SeatValues {
        state.place_values(self.place, self.depth, &mut self.list)
    }

    /// Returns the shares of the place if the step settled it or ended the game.
    fn settled(&mut self) -> Option<SeatValues> {
        let next = self.next?;
        let over = next.turn() == Turn::Over;
        (over || next.contested_place() != self.place).then(|| self.judge(next))
    }

    /// Returns the change by a step that is neither roll nor choice.
    fn other(&mut self) -> ValueChange<G::Action> {
        let (before, after) = (self.judge(self.state), self.next.map(|next| self.judge(next)));
        ValueChange::Other(after.map_or([0.0; Seat::MAX], |after| difference(&after, &before)))
    }

    /// Compares a roll with the mean of all faces. That mean is the value of the position.
    fn roll(
        &mut self,
        rolled: &G::Chance,
        worths: &mut Option<SeatValues>,
    ) -> ValueChange<G::Action> {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        let (mut sum, mut with) = (ValueSum::default(), [0.0; Seat::MAX]);
        for outcome in &outcomes {
            let mut next = self.state.clone();
            next.play_unchecked(&Step::Chance(*outcome), &mut NullSink);
            let values = self.judge(&next);
            add(&mut sum, &values);
            if outcome == rolled {
                with = values;
            }
        }
        let before = mean(&sum, outcomes.len());
        *worths = Some(before);
        ValueChange::Roll(difference(&with, &before))
    }

    /// Compares a choice with the best one. Returns `None` if the rules of the game do not allow
    /// the action by themselves.
    fn choice(
        &mut self,
        seat: Seat,
        taken: G::Action,
        worlds: u32,
        worths: &mut Option<SeatValues>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<ValueChange<G::Action>> {
        let mut legal = Vec::new();
        self.state.legal_actions(&mut legal);
        let taken = legal.iter().position(|action| *action == taken)?;
        let hidden = self.state.rules().has_secrets();
        let worlds: Vec<G> = if hidden {
            let view = self.state.view(Viewer::Seat(seat));
            (0..worlds.max(1)).map(|_| G::sample(&view, rng)).collect()
        } else {
            vec![self.state.clone()]
        };
        let after: Vec<SeatValues> =
            legal.iter().map(|action| self.after(&worlds, seat, *action)).collect();
        let own = |at: usize| after[at][seat.index()];
        let best =
            (0..legal.len()).fold(taken, |best, at| if own(at) > own(best) { at } else { best });
        let mut luck = [0.0; Seat::MAX];
        if hidden {
            luck = self.hidden_luck(&worlds, &after[taken]);
        } else {
            *worths = Some(after[best]);
        }
        let skill = difference(&after[taken], &after[best]);
        let actions = legal.iter().zip(&after).map(|(a, worths)| (*a, worths[seat.index()]));
        let actions = actions.collect();
        let legal = legal.len();
        Some(ValueChange::Choice(ChoiceAnalysis { seat, legal, actions, best, taken, skill, luck }))
    }

    /// Returns the mean values after an action over determinizations.
    fn after(&mut self, worlds: &[G], seat: Seat, action: G::Action) -> SeatValues {
        let mut sum = ValueSum::default();
        for world in worlds {
            let mut after = world.clone();
            let action = after.with_battle_result(action);
            after.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            add(&mut sum, &self.judge(&after));
        }
        mean(&sum, worlds.len())
    }

    /// Returns the luck from hidden information: the true change of the values less the mean
    /// change over the determinizations.
    fn hidden_luck(&mut self, worlds: &[G], expected: &SeatValues) -> SeatValues {
        let Some(next) = self.next else { return [0.0; Seat::MAX] };
        let mut sum = ValueSum::default();
        worlds.iter().for_each(|world| add(&mut sum, &self.judge(world)));
        let expected_change = difference(expected, &mean(&sum, worlds.len()));
        let (before, after) = (self.judge(self.state), self.judge(next));
        difference(&difference(&after, &before), &expected_change)
    }
}
