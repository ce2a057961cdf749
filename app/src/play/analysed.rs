//! A game that is or was analysed: what is known of it, and what of it is looked at.

use qipan_core::analysis::{Analysis, Choice, Options};
use qipan_core::session::Session;

use crate::model::analysis::{Analysing, PLAYOUTS, Telling, start};
use crate::model::robot_threads::Wake;
use crate::play::game::Playable;

/// The analysis of a game looked back at.
pub struct Analysed<G: Playable> {
    /// How the chances are told next time.
    pub telling: Telling,
    /// The step at which the better action is shown.
    pub better: Option<usize>,
    running: Option<Analysing<G>>,
    found: Option<Analysis<G::Action>>,
    trouble: Option<String>,
    /// How often something was found.
    number: u32,
}

impl<G: Playable> Default for Analysed<G> {
    fn default() -> Self {
        let telling = Telling::default();
        Self { telling, better: None, running: None, found: None, trouble: None, number: 0 }
    }
}

impl<G: Playable> Analysed<G> {
    /// Begins to analyse a game, or begins again.
    pub fn begin(&mut self, session: &Session<G>, telling: Telling, wake: &Wake) {
        let playouts = if telling == Telling::Playouts { PLAYOUTS } else { 0 };
        let options = Options { playouts, ..Options::default() };
        self.telling = telling;
        (self.better, self.trouble) = (None, None);
        self.running = Some(start(session, options, wake.clone()));
    }

    /// Stops what is going on; what was found before stays.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Whether the analysis is still to come.
    pub fn is_waiting(&mut self) -> bool {
        if let Some(answer) = self.running.as_ref().and_then(Analysing::<G>::poll) {
            self.running = None;
            match answer {
                Ok(found) => {
                    self.found = Some(found);
                    self.number += 1;
                }
                Err(why) => self.trouble = Some(why),
            }
        }
        self.running.is_some()
    }

    /// Positions looked at, and how many there are, while it goes on.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.running.as_ref().map(Analysing::<G>::progress)
    }

    /// What was found about a game of so many steps.
    #[must_use]
    pub fn found(&self, steps: usize) -> Option<&Analysis<G::Action>> {
        self.found.as_ref().filter(|found| found.moments().len() == steps + 1)
    }

    /// The number of what was found, another one each time.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Why it came to nothing.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The better action that is shown in the position after so many steps of a game of so many.
    #[must_use]
    pub fn shown(&self, at: usize, steps: usize) -> Option<G::Action> {
        let shown = self.better.filter(|step| *step == at)?;
        self.found(steps)?.choice(shown).and_then(Choice::best)
    }
}
