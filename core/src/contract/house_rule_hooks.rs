//! The methods a game provides so that house rules can be played on top of it.

use crate::contract::game::Game;

/// A game that can be played under house rules.
pub trait HouseRuleHooks: Game {
    /// Returns the effect by which a seat passes if house rules removed all its actions. Returns
    /// none if the game has no passing.
    fn pass_effect(&self) -> Option<Self::Effect> {
        None
    }
    /// Returns a legal action with its battle result, if the rules record it.
    #[must_use]
    fn with_battle_result(&self, action: Self::Action) -> Self::Action {
        action
    }
    /// Returns an action without its battle result, as listed among the legal ones.
    #[must_use]
    fn without_battle_result(action: Self::Action) -> Self::Action {
        action
    }
}
