//! [`Animator`]: a queue of animations made from events, advanced to the time of each frame.
//!
//! A step changes the game at once, and the board follows. Each step is queued when it is played:
//! the animations of its events, then the real state after the step. The board draws the state
//! shown and the current animation. A jump to another position of the game is shown by a glide, in
//! which every piece moves straight to its new place.

use std::collections::VecDeque;
use std::fmt::Debug;

use qipan_core::contract::seat::Seat;

use crate::play::game::{BoardState, Playable};
use crate::sound::{MAX_VOICES, Sound};

/// The shortest animation that is shown, in seconds. Shorter ones are skipped.
const MIN_DURATION: f64 = 0.07;

/// The duration of a glide at normal speed, in seconds.
const GLIDE_DURATION: f64 = 0.3;

/// The position shown, which follows the real position from animation to animation.
#[derive(Clone, Debug)]
pub struct Animator<G: Playable> {
    /// The state shown, before the current animation.
    board: G::AnimatedBoard,
    /// The number of steps shown to their end.
    steps: usize,
    queue: VecDeque<QueueEntry<G>>,
    /// The start time of the first animation in the queue, or of the glide.
    started_at: Option<f64>,
    /// The factor by which the last tick multiplied the durations at normal speed.
    duration_scale: f64,
    /// The number of glides begun, which identifies the latest one.
    glides: u64,
    /// True while the last glide is animated.
    is_gliding: bool,
    /// The sounds of the current animation that are still to come, in their order, each with the
    /// progress of the animation at which it begins. `None` before the animation begins.
    pending_sounds: Option<VecDeque<(f32, Sound)>>,
    /// The sounds that began in the last ticks and have not been taken yet.
    sounds: Vec<Sound>,
}

type AnimationOf<G> = <<G as Playable>::AnimatedBoard as BoardState<G>>::Animation;

/// An entry of the queue.
#[derive(Clone, Debug)]
enum QueueEntry<G: Playable> {
    /// An animation.
    Animation(AnimationOf<G>),
    /// The end of a step: the real state, and the number of steps that are then shown.
    StepEnd(Box<G::AnimatedBoard>, usize),
    /// A time without a change, in seconds.
    Pause(f64),
}

impl<G: Playable> Animator<G> {
    /// Creates an animator that shows the position after `steps` steps.
    pub fn new(view: &G::View, steps: usize) -> Self {
        Self {
            board: G::AnimatedBoard::new(view),
            steps,
            queue: VecDeque::new(),
            started_at: None,
            duration_scale: 1.0,
            glides: 0,
            is_gliding: false,
            pending_sounds: None,
            sounds: Vec::new(),
        }
    }

    /// Shows a position at once and drops the queue.
    pub fn reset_to(&mut self, view: &G::View, steps: usize) {
        *self = Self {
            duration_scale: self.duration_scale,
            glides: self.glides,
            ..Self::new(view, steps)
        };
    }

    /// Shows another position of the game and drops the queue. Every piece glides from where it was
    /// last drawn to its new place.
    pub fn glide_to(&mut self, view: &G::View, steps: usize) {
        self.reset_to(view, steps);
        self.glides += 1;
        self.is_gliding = true;
    }

    /// Returns a number that identifies the current glide, and the progress of the glide, from 0
    /// to 1. Returns `None` if there is no glide to show. With a `factor` of 0 there never is one.
    pub fn glide(&self, now: f64, factor: f64) -> Option<(u64, f32)> {
        let length = GLIDE_DURATION * self.duration_scale;
        let is_shown = self.is_gliding && factor > 0.0 && length >= MIN_DURATION;
        let progress = (now - self.started_at.unwrap_or(now)) / length;
        is_shown.then(|| (self.glides, progress.clamp(0.0, 1.0) as f32))
    }

    /// Returns the duration of the whole queue at normal speed, in seconds.
    pub fn duration(&self) -> f64 {
        self.queue.iter().map(QueueEntry::duration).sum()
    }

    /// Queues a step: its events, and the view after it. `steps` is the number of steps up to and
    /// including this one.
    pub fn push(&mut self, events: &[G::Event], after: &G::View, steps: usize) {
        let animations =
            events.iter().filter_map(|event| G::AnimatedBoard::animation(event, after));
        self.queue.extend(animations.map(QueueEntry::Animation));
        self.queue.push_back(QueueEntry::StepEnd(Box::new(G::AnimatedBoard::new(after)), steps));
    }

    /// Queues a time in which the board stays as it is, in seconds.
    pub fn pause(&mut self, seconds: f64) {
        self.queue.push_back(QueueEntry::Pause(seconds));
    }

    /// Returns true if no animation is running or queued.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && !self.is_gliding
    }

    /// Returns the state shown, before the current animation.
    pub fn board(&self) -> &G::AnimatedBoard {
        &self.board
    }

    /// Returns the number of steps shown to their end.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the seat whose turn is shown.
    pub fn turn(&self) -> Seat {
        self.board.turn()
    }

    /// Finishes all animations at once.
    pub fn skip(&mut self) {
        while let Some(entry) = self.queue.pop_front() {
            self.apply(entry);
        }
        self.is_gliding = false;
        self.started_at = None;
        self.sounds.clear();
    }

    /// Returns the sounds that have begun since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.sounds)
    }

    /// Adds the sounds of the current animation that begin up to this progress, from 0 to 1.
    fn begin_sounds(&mut self, progress: f32) {
        let Some(QueueEntry::Animation(animation)) = self.queue.front() else { return };
        let shown = &self.board;
        let coming = self.pending_sounds.get_or_insert_with(|| shown.sounds(animation).into());
        while let Some((_, sound)) = coming.pop_front_if(|(at, _)| *at <= progress) {
            // Without animations, thousands of steps may be played before the sounds are taken.
            if self.sounds.len() < MAX_VOICES {
                self.sounds.push(sound);
            }
        }
    }

    /// Advances to the time `now`. `factor` scales all durations. With 0, animations finish at
    /// once.
    pub fn tick(&mut self, now: f64, factor: f64) {
        self.duration_scale = factor;
        let mut start = self.started_at.unwrap_or(now);
        if self.is_gliding {
            if GLIDE_DURATION * factor >= MIN_DURATION && now < start + GLIDE_DURATION * factor {
                self.started_at = Some(start);
                return;
            }
            (self.is_gliding, start) = (false, now);
        }
        while let Some(entry) = self.queue.front() {
            let length = entry.duration() * factor;
            let length = if length < MIN_DURATION { 0.0 } else { length };
            let is_running = now < start + length;
            let progress = if is_running { (now - start) / length } else { 1.0 };
            self.begin_sounds(progress as f32);
            if is_running {
                self.started_at = Some(start);
                return;
            }
            start += length;
            if let Some(entry) = self.queue.pop_front() {
                self.apply(entry);
            }
        }
        self.started_at = None;
    }

    /// Returns the current animation and its progress, from 0 to 1. The duration scale of the last
    /// tick applies. With a `factor` of 0 the progress is 1.
    pub fn animation(&self, now: f64, factor: f64) -> Option<(&AnimationOf<G>, f32)> {
        match self.queue.front()? {
            QueueEntry::Animation(animation) => {
                let length =
                    (G::AnimatedBoard::duration(animation) * self.duration_scale).max(1e-6);
                let progress = ((now - self.started_at.unwrap_or(now)) / length) as f32;
                Some((animation, if factor > 0.0 { progress.clamp(0.0, 1.0) } else { 1.0 }))
            }
            QueueEntry::StepEnd(..) | QueueEntry::Pause(_) => None,
        }
    }

    /// Advances the state shown to the one at the end of an entry.
    fn apply(&mut self, entry: QueueEntry<G>) {
        self.pending_sounds = None;
        match entry {
            QueueEntry::Animation(animation) => self.board.apply(animation),
            QueueEntry::StepEnd(real, steps) => {
                self.board.finish_step(*real);
                self.steps = steps;
            }
            QueueEntry::Pause(_) => {}
        }
    }
}

impl<G: Playable> QueueEntry<G> {
    /// Returns the duration at normal speed, in seconds.
    fn duration(&self) -> f64 {
        match self {
            Self::Animation(animation) => G::AnimatedBoard::duration(animation),
            Self::StepEnd(..) => 0.0,
            Self::Pause(seconds) => *seconds,
        }
    }
}
