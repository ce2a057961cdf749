//! Analysis of a game: chances, luck and skill.
//!
//! As backgammon programs do, a roll is compared with the mean of all faces, and a choice with the
//! best choice. A [`LuckSkillReport`] adds both up over a game for each seat. Values come from
//! [`Searchable`](crate::evaluation::Searchable): learned by self-play, and exact over the dice that
//! follow.
//!
//! Every step is analysed by itself, so that several threads can share a game.
//!
//! A choice is judged only by what its player could know: in a game with secrets the values are
//! means over determinizations of the mover's view. The difference between the true outcome and
//! this expectation is luck.
//!
//! House rules are not run. Their effects are kept apart from luck and skill, but an action that
//! they forbid can still be found to be the best one.

use crate::contract::game::{Game, Step};
use crate::contract::seat::Seat;
use crate::evaluation::SeatValues;

mod account;
pub mod puzzle;
mod saved;
mod step;

pub use account::{ERROR, LuckSkillReport, Mistake};
pub use saved::{from_saved, to_saved};
pub use step::StepAnalyser;

/// Actions whose values differ by less are equal. Interchangeable planes, for example, give equal
/// actions.
pub const ALIKE: f32 = 5e-4;

/// Options of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// The further rolls averaged after each action, with all their faces.
    pub depth: u32,
    /// The playouts from each position for its chances; with 0 the evaluator gives them.
    pub playouts: u32,
    /// The determinizations for each choice in a game with secrets.
    pub determinizations: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { depth: 1, playouts: 0, determinizations: 32, seed: 0 }
    }
}

/// The analysis of a position and of the step taken in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAnalysis<A> {
    /// The contested place, 0 for the first. The places before it are taken.
    pub place: usize,
    /// Each seat's expected share of that place, 0 to 1. All shares add up to 1.
    pub worths: SeatValues,
    /// The shares by playouts or by a robot, if these were asked for.
    pub played: Option<SeatValues>,
    /// The change by the step from here; none after the last one.
    pub change: Option<ValueChange<A>>,
    /// The shares of the place after this step, if the step settled it or ended the game.
    pub settled: Option<SeatValues>,
}

impl<A> PositionAnalysis<A> {
    /// Returns the chances to show: those by playouts if there are any.
    pub fn chances(&self) -> &SeatValues {
        self.played.as_ref().unwrap_or(&self.worths)
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
    /// The legal actions with their values to the seat, in their usual order. An analysis read
    /// from a file has only the best one and the one taken.
    pub actions: Vec<(A, f32)>,
    /// The index of the best action.
    pub best: usize,
    /// The index of the action taken.
    pub taken: usize,
    /// Each seat's value after the action taken less that after the best one: never above 0 for
    /// the seat itself.
    pub skill: SeatValues,
    /// The true change of each seat's value less the expected one: the effect of hidden pieces.
    pub luck: SeatValues,
}

impl<A: Copy> ChoiceAnalysis<A> {
    /// Returns the cost of the choice to the seat, 0 for the best one.
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

    /// Returns the lead of the best action over the next one, or `None` if there is no other.
    /// Actions of equal value count as one.
    pub fn gap(&self) -> Option<f32> {
        let best = self.actions.get(self.best)?.1;
        let others = self.actions.iter().map(|(_, value)| best - value).filter(|gap| *gap >= ALIKE);
        others.min_by(f32::total_cmp)
    }
}

/// The analysis of a game: one entry for the position before each step and after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    moments: Vec<PositionAnalysis<A>>,
}

impl<A: Copy> Analysis<A> {
    /// Creates an analysis of these positions, as [`StepAnalyser::analyse_step`] gives them, in
    /// order.
    pub fn new(moments: Vec<PositionAnalysis<A>>) -> Self {
        Self { moments }
    }

    /// Replaces the chances to show, by number of steps played. Positions in which the first place
    /// is taken keep theirs.
    pub fn override_values(&mut self, chances: impl IntoIterator<Item = (usize, SeatValues)>) {
        for (at, chances) in chances {
            if let Some(moment) = self.moments.get_mut(at).filter(|moment| moment.place == 0) {
                moment.played = Some(chances);
            }
        }
    }

    /// Returns the positions.
    pub fn moments(&self) -> &[PositionAnalysis<A>] {
        &self.moments
    }

    /// Returns the position after a number of steps.
    pub fn moment(&self, at: usize) -> Option<&PositionAnalysis<A>> {
        self.moments.get(at)
    }

    /// Returns the choice taken in the position after a number of steps.
    pub fn choice(&self, at: usize) -> Option<&ChoiceAnalysis<A>> {
        match &self.moments.get(at)?.change {
            Some(ValueChange::Choice(choice)) => Some(choice),
            _ => None,
        }
    }
}

/// Analyses a whole game, given by the states before each step and after the last. `go_on`
/// receives the number of positions done after each one. If it returns false, the result is
/// `None`.
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
/// let accounts: Vec<f64> =
///     (0..4).map(|seat| analysis.account(Seat::new(seat)).luck).collect();
/// assert!(accounts[0] < 0.0, "red needs a 6");
/// # Ok::<(), SetupError>(())
/// ```
pub fn analyse<G: crate::evaluation::Searchable>(
    states: &[G],
    steps: &[Step<G>],
    options: AnalysisOptions,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Analysis<<G as Game>::Action>> {
    let analyser = StepAnalyser::new(states, steps, options);
    let mut moments = Vec::with_capacity(analyser.len());
    for at in 0..analyser.len() {
        moments.push(analyser.analyse_step(at)?);
        if !go_on(moments.len()) {
            return None;
        }
    }
    Some(Analysis::new(moments))
}
