//! The rules of determinizations: those of the game, with or without house rules.

use crate::contract::game::{Game, Sink, Step};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::house::{House, RuleFailure};

/// The rules of a game together with its house rules, if any.
#[derive(Debug)]
pub struct RuleContext<G: Game> {
    house: House<G>,
}

impl<G: Game> Default for RuleContext<G> {
    fn default() -> Self {
        Self { house: House::default() }
    }
}

impl<G: HouseRuleHooks> RuleContext<G> {
    /// Creates the rules of a game with these house rules.
    pub fn new(house: House<G>) -> Self {
        Self { house }
    }

    /// Tells the house rules that a new game starts.
    pub fn start(&mut self) -> Result<(), RuleFailure> {
        self.house.start()
    }

    /// Returns true if there are house rules.
    #[inline]
    pub fn has_house_rules(&self) -> bool {
        !self.house.is_empty()
    }

    /// Fills `out` with the actions of the seat to move that the rules and house rules allow.
    #[inline]
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        if self.house.is_empty() {
            state.legal_actions(out);
            return Ok(());
        }
        self.house.actions(state, out)
    }

    /// Returns the fuel that house rules used since the last call.
    pub fn take_fuel(&mut self) -> u64 {
        self.house.take_fuel()
    }

    /// Plays a legal step, and the effects with which house rules react to it. Emits the events of
    /// all of them.
    #[inline]
    pub fn play(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut impl Sink<G::Event>,
    ) -> Result<(), RuleFailure> {
        if self.house.is_empty() {
            state.play_unchecked(&step, events);
            return Ok(());
        }
        self.house.play_unchecked(state, step, events)
    }
}
