//! Looking back at a game: how the chances went, what luck did, what choices cost.
//!
//! Every step is looked at by itself, so that several threads can share a game. A roll is held
//! against the average of all faces, a choice against the best one; what both come to over a
//! game stands in a [`LuckSkillReport`] for each seat. The judgement is that of
//! [`Evaluate`](crate::evaluation::Evaluate): learned by self-play, exact over the dice that follow.
//!
//! What a player could not know does not count against its choice: in a game with secrets a
//! choice is judged in worlds dealt from the mover's own view, and what then came of it beside
//! what was to be expected is luck.
//!
//! House rules are not run. What they did is set apart from luck and choices, but an action they
//! would not have allowed can be found to be the best one.

use crate::evaluation::SeatValues;
use crate::game::{Game, Step};
use crate::seat::Seat;

mod account;
mod saved;
mod step;

pub use account::{ERROR, LuckSkillReport, Mistake};
pub use saved::{from_saved, to_saved};
pub use step::StepAnalyser;

/// Actions whose values differ by less are alike: planes that stand together can change names.
pub const ALIKE: f32 = 5e-4;

/// How closely a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rolls looked ahead behind each action, every face of them.
    pub depth: u32,
    /// Games played on from each position for its chances; with none the judgement tells them.
    pub playouts: u32,
    /// Worlds dealt for each choice in a game with secrets.
    pub worlds: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { depth: 1, playouts: 0, worlds: 32, seed: 0 }
    }
}

/// A position of a game, and what the step taken in it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAnalysis<A> {
    /// The place played for, 0 the first: the others are taken.
    pub place: usize,
    /// What each seat can expect of that place, 0 to 1, all of them together 1.
    pub worths: SeatValues,
    /// The same by playouts or by a robot, where they were asked for.
    pub played: Option<SeatValues>,
    /// What the step from here changed; none at the end.
    pub change: Option<Change<A>>,
    /// Whose the place is, where this step settled it, or it was the last one.
    pub settled: Option<SeatValues>,
}

impl<A> PositionAnalysis<A> {
    /// The chances to show: by playouts where there were any.
    #[must_use]
    pub fn chances(&self) -> &SeatValues {
        self.played.as_ref().unwrap_or(&self.worths)
    }
}

/// What a step changed for each seat, in chances of the place played for.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<A> {
    /// A roll: what it brought beside the average of all faces.
    Roll(SeatValues),
    /// A seat's choice.
    Choice(Choice<A>),
    /// Everything else: house rules, clocks, those who give up.
    Other(SeatValues),
}

/// A choice and what else could have been chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// Who chose.
    pub seat: Seat,
    /// How many actions were legal.
    pub legal: usize,
    /// What each legal action was worth to it, in their usual order; of a kept choice only the
    /// best one and the one taken.
    pub actions: Vec<(A, f32)>,
    /// Which of them is best.
    pub best: usize,
    /// Which was taken.
    pub taken: usize,
    /// What each seat has by it beside what it would have had by the best action: for the
    /// seat itself never more than 0.
    pub skill: SeatValues,
    /// What came of it beside what the seat could expect: what hidden pieces turned out to be.
    pub luck: SeatValues,
}

impl<A: Copy> Choice<A> {
    /// What the choice cost the seat, 0 for the best one.
    #[must_use]
    pub fn cost(&self) -> f32 {
        -self.skill[self.seat.index()]
    }

    /// The best action.
    #[must_use]
    pub fn best(&self) -> Option<A> {
        self.actions.get(self.best).map(|(action, _)| *action)
    }

    /// The action taken.
    #[must_use]
    pub fn taken(&self) -> Option<A> {
        self.actions.get(self.taken).map(|(action, _)| *action)
    }

    /// By how much the best action is better than every other one; nothing where there is
    /// only one. Actions worth the same are alike.
    #[must_use]
    pub fn gap(&self) -> Option<f32> {
        let best = self.actions.get(self.best)?.1;
        let others = self.actions.iter().map(|(_, value)| best - value).filter(|gap| *gap >= ALIKE);
        others.min_by(f32::total_cmp)
    }
}

/// A game looked back at: a moment for the position before each step and after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    moments: Vec<PositionAnalysis<A>>,
}

impl<A: Copy> Analysis<A> {
    /// An analysis of these moments, as [`StepAnalyser::analyse_step`] gives them, in order.
    #[must_use]
    pub fn new(moments: Vec<PositionAnalysis<A>>) -> Self {
        Self { moments }
    }

    /// The same with chances that somebody else tells, for the positions after so many steps in
    /// which the first place is played for.
    pub fn override_values(&mut self, chances: impl IntoIterator<Item = (usize, SeatValues)>) {
        for (at, chances) in chances {
            if let Some(moment) = self.moments.get_mut(at).filter(|moment| moment.place == 0) {
                moment.played = Some(chances);
            }
        }
    }

    /// The moments.
    #[must_use]
    pub fn moments(&self) -> &[PositionAnalysis<A>] {
        &self.moments
    }

    /// The moment of the position after so many steps.
    #[must_use]
    pub fn moment(&self, at: usize) -> Option<&PositionAnalysis<A>> {
        self.moments.get(at)
    }

    /// The choice taken in the position after so many steps.
    #[must_use]
    pub fn choice(&self, at: usize) -> Option<&Choice<A>> {
        match &self.moments.get(at)?.change {
            Some(Change::Choice(choice)) => Some(choice),
            _ => None,
        }
    }
}

/// Looks at a whole game, given by the states before each step and after the last. `go_on` is
/// told after each moment how many there are, and ends it all by `false`; then there is nothing.
///
/// # Examples
/// ```
/// use qipan_core::analysis::{Options, analyse};
/// use qipan_core::game::{Game, NullSink, SetupError, Step};
/// use qipan_core::race::{Deal, Race, Rules};
/// use qipan_core::seat::{Seat, SeatSet};
///
/// let mut states = vec![Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?];
/// let steps = [Step::Chance(5), Step::Chance(6)];
/// for step in &steps {
///     let mut next = states[states.len() - 1].clone();
///     next.play_unchecked(step, &mut NullSink);
///     states.push(next);
/// }
/// let analysis = analyse(&states, &steps, Options::default(), &mut |_| true);
/// let analysis = analysis.expect("nobody stopped it");
/// let accounts: Vec<f64> =
///     (0..4).map(|seat| analysis.account(Seat::new(seat)).luck).collect();
/// assert!(accounts[0] < 0.0, "red needs a 6");
/// # Ok::<(), SetupError>(())
/// ```
pub fn analyse<G: crate::evaluation::Evaluate>(
    states: &[G],
    steps: &[Step<G>],
    options: Options,
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
