//! What is shown while things move: a queue of beats made from events, timed by the frame.

use std::collections::VecDeque;
use std::fmt::Debug;

use qipan_core::game::Game;
use qipan_core::seat::Seat;

use crate::play::game::Playable;

/// Nothing shorter is animated, in seconds.
const SHORTEST: f64 = 0.07;

/// What of a game stands on the board while nothing moves.
pub trait Shown<G: Game>: Clone + Debug {
    /// One thing that is seen happening.
    type Beat: Clone + Debug;

    /// What stands there as a viewer sees it.
    fn new(view: &G::View) -> Self;
    /// What is seen of an event; nothing of most. `after` is what the viewer sees when the
    /// step is over.
    fn beat(event: &G::Event, after: &G::View) -> Option<Self::Beat>;
    /// How long a beat takes as designed, in seconds.
    fn length(beat: &Self::Beat) -> f64;
    /// Brings what stands there to the end of a beat.
    fn apply(&mut self, beat: Self::Beat);
    /// Puts everything where it really is, once a step has been shown.
    fn catch_up(&mut self, real: Self);
    /// The seat whose turn is shown.
    fn turn(&self) -> Seat;
}

/// The position shown, which follows the real one beat by beat.
#[derive(Clone, Debug)]
pub struct Stage<G: Playable> {
    shown: G::OnBoard,
    steps: usize,
    queue: VecDeque<Cue<G>>,
    /// When the first beat of the queue began.
    since: Option<f64>,
}

type Beat<G> = <<G as Playable>::OnBoard as Shown<G>>::Beat;

/// What comes next.
#[derive(Clone, Debug)]
enum Cue<G: Playable> {
    /// Something is seen happening.
    Beat(Beat<G>),
    /// So many steps have been shown: everything stands where it really is.
    Done(Box<G::OnBoard>, usize),
}

impl<G: Playable> Stage<G> {
    /// Shows a position after so many steps.
    #[must_use]
    pub fn new(view: &G::View, steps: usize) -> Self {
        Self { shown: G::OnBoard::new(view), steps, queue: VecDeque::new(), since: None }
    }

    /// Shows a position at once and forgets what was on its way.
    pub fn set(&mut self, view: &G::View, steps: usize) {
        *self = Self::new(view, steps);
    }

    /// Queues a step: what happened, and the position after it.
    pub fn push(&mut self, events: &[G::Event], after: &G::View, steps: usize) {
        let beats = events.iter().filter_map(|event| G::OnBoard::beat(event, after));
        self.queue.extend(beats.map(Cue::Beat));
        self.queue.push_back(Cue::Done(Box::new(G::OnBoard::new(after)), steps));
    }

    /// Whether nothing is on its way.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// What stands on the board, but for what is on its way.
    #[must_use]
    pub fn shown(&self) -> &G::OnBoard {
        &self.shown
    }

    /// Steps of the game that have been shown to their end.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The seat whose turn is shown.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.shown.turn()
    }

    /// Shows everything at its end.
    pub fn skip(&mut self) {
        while let Some(cue) = self.queue.pop_front() {
            self.apply(cue);
        }
        self.since = None;
    }

    /// Moves on to this time; `factor` stretches all times, 0 shows everything at once.
    pub fn tick(&mut self, now: f64, factor: f64) {
        let mut start = self.since.unwrap_or(now);
        while let Some(cue) = self.queue.front() {
            let length = cue.length() * factor;
            let length = if length < SHORTEST { 0.0 } else { length };
            if now < start + length {
                self.since = Some(start);
                return;
            }
            start += length;
            if let Some(cue) = self.queue.pop_front() {
                self.apply(cue);
            }
        }
        self.since = None;
    }

    /// What is happening now, and how far it has come, from 0 to 1.
    #[must_use]
    pub fn beat(&self, now: f64, factor: f64) -> Option<(&Beat<G>, f32)> {
        match self.queue.front()? {
            Cue::Beat(beat) => {
                let length = (G::OnBoard::length(beat) * factor).max(1e-6);
                let share = ((now - self.since.unwrap_or(now)) / length) as f32;
                Some((beat, share.clamp(0.0, 1.0)))
            }
            Cue::Done(..) => None,
        }
    }

    fn apply(&mut self, cue: Cue<G>) {
        match cue {
            Cue::Beat(beat) => self.shown.apply(beat),
            Cue::Done(real, steps) => {
                self.shown.catch_up(*real);
                self.steps = steps;
            }
        }
    }
}

impl<G: Playable> Cue<G> {
    fn length(&self) -> f64 {
        match self {
            Self::Beat(beat) => G::OnBoard::length(beat),
            Self::Done(..) => 0.0,
        }
    }
}
