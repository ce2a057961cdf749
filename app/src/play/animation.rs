//! [`Animator`]: a queue of animations made from events, timed by the frame's time.
//!
//! The game never waits for the window. Each step played is queued as the animations of its
//! events, followed by the state as it really is after the step. The board draws the state shown
//! and the current animation.

use std::collections::VecDeque;
use std::fmt::Debug;

use qipan_core::contract::seat::Seat;

use crate::play::game::{BoardState, Playable};

/// Shorter animations are skipped, in seconds.
const SHORTEST: f64 = 0.07;

/// The designed duration of the glide after a jump of the position, in seconds.
const GLIDE: f64 = 0.3;

/// The position shown, which follows the real one animation by animation.
#[derive(Clone, Debug)]
pub struct Animator<G: Playable> {
    shown: G::OnBoard,
    steps: usize,
    queue: VecDeque<QueueEntry<G>>,
    /// The start time of the first animation in the queue, or of the glide.
    since: Option<f64>,
    /// The factor on designed durations at the last tick.
    duration_scale: f64,
    /// The number of jumps so far.
    jumps: u64,
    /// True while the last jump is animated.
    gliding: bool,
}

type AnimationOf<G> = <<G as Playable>::OnBoard as BoardState<G>>::Animation;

/// An entry of the queue.
#[derive(Clone, Debug)]
enum QueueEntry<G: Playable> {
    /// An animation.
    Beat(AnimationOf<G>),
    /// The end of a step: the real state, and the number of steps shown so far.
    StepEnd(Box<G::OnBoard>, usize),
}

impl<G: Playable> Animator<G> {
    /// Returns an animator that shows a position after this many steps.
    pub fn new(view: &G::View, steps: usize) -> Self {
        Self {
            shown: G::OnBoard::new(view),
            steps,
            queue: VecDeque::new(),
            since: None,
            duration_scale: 1.0,
            jumps: 0,
            gliding: false,
        }
    }

    /// Shows a position at once and drops the queue.
    pub fn set(&mut self, view: &G::View, steps: usize) {
        *self = Self {
            duration_scale: self.duration_scale,
            jumps: self.jumps,
            ..Self::new(view, steps)
        };
    }

    /// Shows another position of the game and drops the queue. Everything glides to its place
    /// from where it was last drawn.
    pub fn jump(&mut self, view: &G::View, steps: usize) {
        self.set(view, steps);
        self.jumps += 1;
        self.gliding = true;
    }

    /// Returns the number of the current jump and its progress, from 0 to 1. `factor` is as in
    /// [`Self::animation`].
    pub fn glide(&self, now: f64, factor: f64) -> Option<(u64, f32)> {
        let length = GLIDE * self.duration_scale;
        let shown = self.gliding && factor > 0.0 && length >= SHORTEST;
        let share = (now - self.since.unwrap_or(now)) / length;
        shown.then(|| (self.jumps, share.clamp(0.0, 1.0) as f32))
    }

    /// Returns the designed duration of the queue, in seconds.
    pub fn length(&self) -> f64 {
        self.queue.iter().map(QueueEntry::length).sum()
    }

    /// Queues a step: its events, and the view after it.
    pub fn push(&mut self, events: &[G::Event], after: &G::View, steps: usize) {
        let beats = events.iter().filter_map(|event| G::OnBoard::animation(event, after));
        self.queue.extend(beats.map(QueueEntry::Beat));
        self.queue.push_back(QueueEntry::StepEnd(Box::new(G::OnBoard::new(after)), steps));
    }

    /// Returns true if no animation is running.
    pub fn idle(&self) -> bool {
        self.queue.is_empty() && !self.gliding
    }

    /// Returns the state shown, before the current animation.
    pub fn shown(&self) -> &G::OnBoard {
        &self.shown
    }

    /// Returns the number of steps shown to their end.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the seat whose turn is shown.
    pub fn turn(&self) -> Seat {
        self.shown.turn()
    }

    /// Finishes all animations at once.
    pub fn skip(&mut self) {
        while let Some(cue) = self.queue.pop_front() {
            self.apply(cue);
        }
        self.gliding = false;
        self.since = None;
    }

    /// Advances to this time. `factor` scales all durations, and 0 finishes them at once.
    pub fn tick(&mut self, now: f64, factor: f64) {
        self.duration_scale = factor;
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

    /// Returns the current animation and its progress, from 0 to 1, at the pace of the last tick.
    /// With a `factor` of 0 the progress is 1.
    pub fn animation(&self, now: f64, factor: f64) -> Option<(&AnimationOf<G>, f32)> {
        match self.queue.front()? {
            QueueEntry::Beat(beat) => {
                let length = (G::OnBoard::length(beat) * self.duration_scale).max(1e-6);
                let share = ((now - self.since.unwrap_or(now)) / length) as f32;
                Some((beat, if factor > 0.0 { share.clamp(0.0, 1.0) } else { 1.0 }))
            }
            QueueEntry::StepEnd(..) => None,
        }
    }

    fn apply(&mut self, cue: QueueEntry<G>) {
        match cue {
            QueueEntry::Beat(beat) => self.shown.apply(beat),
            QueueEntry::StepEnd(real, steps) => {
                self.shown.catch_up(*real);
                self.steps = steps;
            }
        }
    }
}

impl<G: Playable> QueueEntry<G> {
    fn length(&self) -> f64 {
        match self {
            Self::Beat(beat) => G::OnBoard::length(beat),
            Self::StepEnd(..) => 0.0,
        }
    }
}
