//! The methods that house rules need of a game in addition to [`Game`].

use crate::contract::game::Game;

/// A game that can be played under house rules.
pub trait HouseRuleHooks: Game {
    /// Returns the effect that passes the turn of a seat if house rules removed all its actions.
    /// Returns `None` if a seat cannot pass in this game.
    fn pass_effect(&self) -> Option<Self::Effect> {
        None
    }
    /// Returns a legal action with the result of its battle, if the rules record it.
    #[must_use]
    fn with_battle_result(&self, action: Self::Action) -> Self::Action {
        action
    }
    /// Returns an action without the result of its battle, as in the list of legal actions.
    #[must_use]
    fn without_battle_result(action: Self::Action) -> Self::Action {
        action
    }
}
