//! What is shown while things move: a queue of beats made from events, timed by the frame.

use std::collections::VecDeque;
use std::fmt::Debug;

use qipan_core::game::Game;
use qipan_core::seat::Seat;

use crate::play::game::Playable;

/// Nothing shorter is animated, in seconds.
const SHORTEST: f64 = 0.07;

/// How long everything glides to its place when the position jumps, as designed, in seconds.
const GLIDE: f64 = 0.3;

/// What of a game stands on the board while nothing moves.
pub trait BoardState<G: Game>: Clone + Debug {
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
pub struct Animator<G: Playable> {
    shown: G::OnBoard,
    steps: usize,
    queue: VecDeque<QueuedFrame<G>>,
    /// When the first beat of the queue began, or the jump.
    since: Option<f64>,
    /// What designed times were multiplied with at the last tick.
    pace: f64,
    /// Jumps made so far.
    jumps: u64,
    /// Whether the last of them is under way.
    gliding: bool,
}

type Beat<G> = <<G as Playable>::OnBoard as BoardState<G>>::Beat;

/// What comes next.
#[derive(Clone, Debug)]
enum QueuedFrame<G: Playable> {
    /// Something is seen happening.
    Beat(Beat<G>),
    /// So many steps have been shown: everything stands where it really is.
    Done(Box<G::OnBoard>, usize),
}

impl<G: Playable> Animator<G> {
    /// Shows a position after so many steps.
    #[must_use]
    pub fn new(view: &G::View, steps: usize) -> Self {
        Self {
            shown: G::OnBoard::new(view),
            steps,
            queue: VecDeque::new(),
            since: None,
            pace: 1.0,
            jumps: 0,
            gliding: false,
        }
    }

    /// Shows a position at once and forgets what was on its way.
    pub fn set(&mut self, view: &G::View, steps: usize) {
        *self = Self { pace: self.pace, jumps: self.jumps, ..Self::new(view, steps) };
    }

    /// Shows another position of the game and forgets what was on its way: everything glides
    /// to its place from where it is seen.
    pub fn jump(&mut self, view: &G::View, steps: usize) {
        self.set(view, steps);
        self.jumps += 1;
        self.gliding = true;
    }

    /// Which jump is under way, and how far it has come, from 0 to 1; `factor` as in
    /// [`Self::beat`].
    #[must_use]
    pub fn glide(&self, now: f64, factor: f64) -> Option<(u64, f32)> {
        let length = GLIDE * self.pace;
        let shown = self.gliding && factor > 0.0 && length >= SHORTEST;
        let share = (now - self.since.unwrap_or(now)) / length;
        shown.then(|| (self.jumps, share.clamp(0.0, 1.0) as f32))
    }

    /// How long all that is on its way takes, as designed, in seconds.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.queue.iter().map(QueuedFrame::length).sum()
    }

    /// Queues a step: what happened, and the position after it.
    pub fn push(&mut self, events: &[G::Event], after: &G::View, steps: usize) {
        let beats = events.iter().filter_map(|event| G::OnBoard::beat(event, after));
        self.queue.extend(beats.map(QueuedFrame::Beat));
        self.queue.push_back(QueuedFrame::Done(Box::new(G::OnBoard::new(after)), steps));
    }

    /// Whether nothing is on its way.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.queue.is_empty() && !self.gliding
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
        self.gliding = false;
        self.since = None;
    }

    /// Moves on to this time; `factor` stretches all times, 0 shows everything at once.
    pub fn tick(&mut self, now: f64, factor: f64) {
        self.pace = factor;
        let mut start = self.since.unwrap_or(now);
        if self.gliding {
            if GLIDE * factor >= SHORTEST && now < start + GLIDE * factor {
                self.since = Some(start);
                return;
            }
            (self.gliding, start) = (false, now);
        }
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

    /// What is happening now, and how far it has come, from 0 to 1: at the pace of the last
    /// tick, but where `factor` is 0 and nothing is to be animated, at its end.
    #[must_use]
    pub fn beat(&self, now: f64, factor: f64) -> Option<(&Beat<G>, f32)> {
        match self.queue.front()? {
            QueuedFrame::Beat(beat) => {
                let length = (G::OnBoard::length(beat) * self.pace).max(1e-6);
                let share = ((now - self.since.unwrap_or(now)) / length) as f32;
                Some((beat, if factor > 0.0 { share.clamp(0.0, 1.0) } else { 1.0 }))
            }
            QueuedFrame::Done(..) => None,
        }
    }

    fn apply(&mut self, cue: QueuedFrame<G>) {
        match cue {
            QueuedFrame::Beat(beat) => self.shown.apply(beat),
            QueuedFrame::Done(real, steps) => {
                self.shown.catch_up(*real);
                self.steps = steps;
            }
        }
    }
}

impl<G: Playable> QueuedFrame<G> {
    fn length(&self) -> f64 {
        match self {
            Self::Beat(beat) => G::OnBoard::length(beat),
            Self::Done(..) => 0.0,
        }
    }
}
