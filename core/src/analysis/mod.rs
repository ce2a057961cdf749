//! Analysis of a game: chances, luck and skill.
//!
//! As in backgammon programs, the luck of a roll is its value less the mean of all faces, and the
//! skill of a choice is its value less that of the best choice. A [`LuckSkillReport`] adds both up
//! over a game for each seat. Values come from [`Searchable`](crate::evaluation::Searchable):
//! from networks trained by self-play, averaged exactly over the next rolls.
//!
//! Every step is analysed separately, so that several threads can share a game.
//!
//! A choice is judged only by the information that its player had. In a game with secrets, the
//! values are means over determinizations of the mover's view. The change in the values of the
//! actual state less the change in these means is luck.
//!
//! House rules are not run. Their effects count neither as luck nor as skill. An action that they
//! forbid can still be found to be the best one.

use crate::contract::game::{Game, Step};
use crate::contract::seat::Seat;
use crate::evaluation::SeatValues;

pub mod coach;
mod luck_skill;
pub mod puzzle;
mod saved;
mod step;
pub mod turning_point;

pub use luck_skill::{ERROR_COST, LuckSkillReport, Mistake};
pub use saved::{from_saved, to_saved};
pub use step::StepAnalyser;

/// Actions whose values differ by less than this count as equal. Interchangeable planes, for
/// example, give equal actions.
pub const EQUAL_VALUE_TOLERANCE: f32 = 5e-4;

/// Options of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// The number of further rolls after each action that are averaged over all faces.
    pub depth: u32,
    /// The number of rollouts from each position for its chances. With 0, the evaluator gives the
    /// chances.
    pub rollouts: u32,
    /// The number of determinizations for each choice in a game with secrets.
    pub determinizations: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { depth: 1, rollouts: 0, determinizations: 32, seed: 0 }
    }
}

/// The analysis of a position and of the step taken in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAnalysis<A> {
    /// The contested place, 0 for the first. The places before it are already taken.
    pub place: usize,
    /// Each seat's expected share of that place, 0 to 1. All shares add up to 1.
    pub values: SeatValues,
    /// The shares as estimated by rollouts or by a robot, if requested.
    pub estimates: Option<SeatValues>,
    /// The change by the step taken here. None after the last step.
    pub change: Option<ValueChange<A>>,
    /// The shares of the place after the step, if the step settled the place or ended the game.
    pub settled: Option<SeatValues>,
}

impl<A> PositionAnalysis<A> {
    /// Returns the chances to show: the estimates, or the values if there are none.
    pub fn chances(&self) -> &SeatValues {
        self.estimates.as_ref().unwrap_or(&self.values)
    }
}

/// The change of each seat's chance of the contested place by a step.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueChange<A> {
    /// A roll: its value less the mean of all faces.
    Roll(SeatValues),
    /// A seat's choice.
    Choice(ChoiceAnalysis<A>),
    /// Any other step: house rules, clocks, resignations.
    Other(SeatValues),
}

/// A choice with its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceAnalysis<A> {
    /// The seat that chose.
    pub seat: Seat,
    /// The number of legal actions.
    pub legal: usize,
    /// The legal actions with their values to the seat, in the order of the rules. An analysis read
    /// from a file has only the best action and the one taken.
    pub actions: Vec<(A, f32)>,
    /// The index of the best action.
    pub best: usize,
    /// The index of the action taken.
    pub taken: usize,
    /// Each seat's value after the action taken less its value after the best action. Never above 0
    /// for the seat that chose.
    pub skill: SeatValues,
    /// The true change of each seat's value less the expected change: the effect of hidden pieces.
    pub luck: SeatValues,
}

impl<A: Copy> ChoiceAnalysis<A> {
    /// Returns the cost of the choice to the seat, 0 for the best action.
    pub fn cost(&self) -> f32 {
        -self.skill[self.seat.index()]
    }

    /// Returns the best action.
    pub fn best(&self) -> Option<A> {
        self.actions.get(self.best).map(|(action, _)| *action)
    }

    /// Returns the action taken.
    pub fn taken(&self) -> Option<A> {
        self.actions.get(self.taken).map(|(action, _)| *action)
    }

    /// Returns the lead of the best action over the best of those that are not equal to it, or
    /// `None` if all actions are equal.
    pub fn gap(&self) -> Option<f32> {
        let best = self.actions.get(self.best)?.1;
        let others = self
            .actions
            .iter()
            .map(|(_, value)| best - value)
            .filter(|gap| *gap >= EQUAL_VALUE_TOLERANCE);
        others.min_by(f32::total_cmp)
    }
}

/// The analysis of a game: one entry for the position before each step and after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    positions: Vec<PositionAnalysis<A>>,
}

impl<A: Copy> Analysis<A> {
    /// Creates an analysis of these positions, as [`StepAnalyser::analyse_step`] gives them, in
    /// order.
    pub fn new(positions: Vec<PositionAnalysis<A>>) -> Self {
        Self { positions }
    }

    /// Sets the estimates of positions. Each position is given by the number of steps before it.
    /// Positions in which the first place is already taken are left as they are.
    pub fn set_estimates(&mut self, chances: impl IntoIterator<Item = (usize, SeatValues)>) {
        for (at, values) in chances {
            let position = self.positions.get_mut(at);
            if let Some(position) = position.filter(|position| position.place == 0) {
                position.estimates = Some(values);
            }
        }
    }

    /// Returns the analyses of all positions, in order.
    pub fn positions(&self) -> &[PositionAnalysis<A>] {
        &self.positions
    }

    /// Returns the analysis of the position after a number of steps.
    pub fn position(&self, at: usize) -> Option<&PositionAnalysis<A>> {
        self.positions.get(at)
    }

    /// Returns the choice made in the position after a number of steps, if a seat chose there.
    pub fn choice(&self, at: usize) -> Option<&ChoiceAnalysis<A>> {
        match &self.positions.get(at)?.change {
            Some(ValueChange::Choice(choice)) => Some(choice),
            _ => None,
        }
    }
}

/// Analyses a whole game. `states` are those before each step and after the last. After each
/// position, `go_on` is called with the number of positions done. If it returns false, the analysis
/// stops and the result is `None`.
///
/// # Examples
/// ```
/// use qipan_core::analysis::{AnalysisOptions, analyse};
/// use qipan_core::contract::game::{Game, NullSink, SetupError, Step};
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::contract::seat::{Seat, SeatSet};
///
/// let mut states = vec![Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?];
/// let steps = [Step::Chance(5), Step::Chance(6)];
/// for step in &steps {
///     let mut next = states[states.len() - 1].clone();
///     next.play_unchecked(step, &mut NullSink);
///     states.push(next);
/// }
/// let analysis = analyse(&states, &steps, AnalysisOptions::default(), &mut |_| true);
/// let analysis = analysis.expect("nobody stopped it");
/// let luck_of_red = analysis.luck_skill_report(Seat::new(0)).luck;
/// assert!(luck_of_red < 0.0, "red needs a 6");
/// # Ok::<(), SetupError>(())
/// ```
pub fn analyse<G: crate::evaluation::Searchable>(
    states: &[G],
    steps: &[Step<G>],
    options: AnalysisOptions,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Analysis<<G as Game>::Action>> {
    let analyser = StepAnalyser::new(states, steps, options);
    let mut positions = Vec::with_capacity(analyser.len());
    for at in 0..analyser.len() {
        positions.push(analyser.analyse_step(at)?);
        if !go_on(positions.len()) {
            return None;
        }
    }
    Some(Analysis::new(positions))
}
