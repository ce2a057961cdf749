//! The review of a finished game: the step that decided it, and the costliest mistakes.

use std::sync::Arc;

use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::analysis::turning_point::{TurningPoint, turning_point};

use crate::model::background::Background;
use crate::model::review::{self, Mistake};
use crate::model::robot_threads::RepaintSignal;
use crate::play::game::Playable;
use crate::play::table::Table;

/// Work in the background that is done once.
type Task<T> = Background<T, String>;

/// The review of a finished game.
pub(super) struct Review<G: Playable> {
    /// The number of steps of the game.
    steps: usize,
    turning_point: ReviewTask<Option<TurningPoint>>,
    mistakes: ReviewTask<Vec<Mistake<G::Action>>>,
    /// True once the puzzles of the mistakes have been taken.
    are_puzzles_taken: bool,
}

/// A part of a review.
enum ReviewTask<T> {
    /// Nobody asked for it.
    Idle,
    /// It will be started.
    Requested,
    /// It is being worked on.
    Running(Task<T>),
    /// It is done.
    Done(T),
    /// It failed.
    Failed,
}

impl<T: Send + 'static> ReviewTask<T> {
    /// Starts the part if it was requested, or takes its result.
    fn advance(&mut self, start: impl FnOnce() -> Task<T>) {
        match self {
            Self::Requested => *self = Self::Running(start()),
            Self::Running(task) => match task.poll() {
                Some(Ok(result)) => *self = Self::Done(result),
                Some(Err(_)) => *self = Self::Failed,
                None => {}
            },
            Self::Idle | Self::Done(_) | Self::Failed => {}
        }
    }
}

/// The search for mistakes in a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MistakeSearch<'a, A> {
    /// Nobody asked for it.
    Idle,
    /// It is running: the number of choices assessed so far, and the number of all choices.
    Running(usize, usize),
    /// It is done: the costliest mistakes first.
    Done(&'a [Mistake<A>]),
    /// It failed.
    Failed,
}

impl<G: Playable> Table<G> {
    /// Returns the step that decided the finished game, once it is known.
    pub fn turning_point(&self) -> Option<TurningPoint> {
        match &self.current_review()?.turning_point {
            ReviewTask::Done(found) => *found,
            _ => None,
        }
    }

    /// Returns the state of the search for mistakes.
    pub fn mistakes(&self) -> MistakeSearch<'_, G::Action> {
        match self.current_review().map(|review| &review.mistakes) {
            None | Some(ReviewTask::Idle) => MistakeSearch::Idle,
            Some(ReviewTask::Requested) => MistakeSearch::Running(0, 1),
            Some(ReviewTask::Running(task)) => {
                let (done, all) = task.progress();
                MistakeSearch::Running(done, all)
            }
            Some(ReviewTask::Done(mistakes)) => MistakeSearch::Done(mistakes),
            Some(ReviewTask::Failed) => MistakeSearch::Failed,
        }
    }

    /// Starts the search for the mistakes of the people in the finished game.
    pub fn find_mistakes(&mut self) {
        let steps = self.steps();
        if let Some(review) = self.review.as_mut().filter(|review| review.steps == steps)
            && matches!(review.mistakes, ReviewTask::Idle | ReviewTask::Failed)
        {
            review.mistakes = ReviewTask::Requested;
        }
    }

    /// Returns the mistakes as puzzles, once after they have been found.
    pub fn take_mistake_puzzles(&mut self) -> Vec<Puzzle> {
        let Some(review) = self.review.as_mut().filter(|review| !review.are_puzzles_taken) else {
            return Vec::new();
        };
        let ReviewTask::Done(mistakes) = &review.mistakes else { return Vec::new() };
        review.are_puzzles_taken = true;
        mistakes.iter().filter_map(|mistake| mistake.puzzle.clone()).collect()
    }

    /// Returns the review if it is about the current game, which may have changed by a take-back.
    fn current_review(&self) -> Option<&Review<G>> {
        self.review.as_ref().filter(|review| review.steps == self.steps())
    }

    /// Begins the review of a game that has ended, and takes the results.
    pub(super) fn poll_review(&mut self, wake: &RepaintSignal) {
        // A review needs the whole game, which only the host has.
        if self.is_mirror() {
            return;
        }
        // A game of robots only, such as one on the home screen, needs no review.
        if self.is_robots_only() || self.state().outcome().is_none() {
            self.review = None;
            return;
        }
        let steps = self.steps();
        let (session, wake) = (&self.session, || Arc::clone(wake));
        let review = self.review.get_or_insert_with(|| Review {
            steps,
            turning_point: ReviewTask::Requested,
            mistakes: ReviewTask::Idle,
            are_puzzles_taken: false,
        });
        review.turning_point.advance(|| {
            let (states, steps) = (session.states().to_vec(), session.record().steps.clone());
            Background::start(1, move |_| Ok(turning_point(&states, &steps)), wake())
        });
        review.mistakes.advance(|| {
            let session = session.clone();
            let choices = review::choices(&session, &self.hinted_moves);
            let parts = choices.len();
            let work = move |progress: &_| {
                review::mistakes(&session, &choices, progress)
                    .ok_or_else(|| "it was stopped".to_owned())
            };
            Background::start(parts, work, wake())
        });
    }
}
