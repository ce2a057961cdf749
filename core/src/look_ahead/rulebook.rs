//! The rules under which a world is played on: those of the game, or house rules on top.

use crate::game::{Game, NullSink, Step};
use crate::house::{House, RuleFailure};
use crate::house_rule_support::HouseRuled;

/// What is allowed in a world and what follows from it.
#[derive(Debug)]
pub struct Rulebook<G: Game> {
    house: House<G>,
}

impl<G: Game> Default for Rulebook<G> {
    fn default() -> Self {
        Self { house: House::default() }
    }
}

impl<G: HouseRuled> Rulebook<G> {
    /// The game with these house rules; with none of them, the game by itself.
    #[must_use]
    pub fn new(house: House<G>) -> Self {
        Self { house }
    }

    /// Begins a new game, of which the house rules know nothing yet.
    ///
    /// # Errors
    /// The rule that cannot begin.
    pub fn start(&mut self) -> Result<(), RuleFailure> {
        self.house.start()
    }

    /// Whether there is nothing but the game's own rules.
    #[inline]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.house.is_empty()
    }

    /// Puts the actions of the seat to move into `out`, emptied first.
    ///
    /// # Errors
    /// When a house rule fails.
    #[inline]
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        if self.house.is_empty() {
            state.legal_actions(out);
            return Ok(());
        }
        self.house.actions(state, out)
    }

    /// Steps the house rules took since this was asked last.
    pub fn take_fuel(&mut self) -> u64 {
        self.house.take_fuel()
    }

    /// Plays a legal step with what follows from it.
    ///
    /// # Errors
    /// When a house rule fails.
    #[inline]
    pub fn play(&mut self, state: &mut G, step: Step<G>) -> Result<(), RuleFailure> {
        if self.house.is_empty() {
            state.play_unchecked(&step, &mut NullSink);
            return Ok(());
        }
        self.house.play_unchecked(state, step)
    }
}
