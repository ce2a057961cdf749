//! A cursor over a finished or saved game that goes to any step at once.

use crate::game::{Game, Step};
use crate::record::{Record, ReplayError};
use crate::session::Session;

/// A record with all its states and a place in it.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    session: Session<G>,
    at: usize,
}

impl<G: Game> Replay<G> {
    /// A replay at the start of a record.
    ///
    /// # Errors
    /// When the game cannot begin or a step is not legal.
    pub fn new(record: Record<G>) -> Result<Self, ReplayError> {
        Ok(Self { session: Session::new(record)?, at: 0 })
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        self.session.record()
    }

    /// Steps played before the state shown.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.record().steps.len()
    }

    /// Whether the game has no steps at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state shown.
    #[must_use]
    pub fn state(&self) -> &G {
        &self.session.states()[self.at]
    }

    /// The state after so many steps.
    #[must_use]
    pub fn state_at(&self, at: usize) -> Option<&G> {
        self.session.states().get(at)
    }

    /// A step, from 0.
    #[must_use]
    pub fn step(&self, at: usize) -> Option<&Step<G>> {
        self.record().steps.get(at)
    }

    /// The events of a step, from 0.
    #[must_use]
    pub fn events(&self, step: usize) -> &[G::Event] {
        self.session.events(step)
    }

    /// Goes to the state after so many steps, or to the end.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.len());
    }

    /// Goes a step on; its events, none at the end.
    pub fn forward(&mut self) -> &[G::Event] {
        let step = self.at;
        self.seek(step + 1);
        self.session.events(step)
    }

    /// Goes a step back.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
}
