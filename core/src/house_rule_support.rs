//! What a game has to say so that house rules can be played on top of it.

use crate::game::Game;

/// A game that can be played under house rules: what they need beside the contract.
pub trait HouseRuleHooks: Game {
    /// The effect that lets a seat pass whose every action a house rule took away; none where
    /// the game knows no passing.
    fn pass_effect(&self) -> Option<Self::Effect> {
        None
    }
    /// A legal action with the end of its fight written into it, where the rules want that
    /// recorded.
    #[must_use]
    fn with_battle_result(&self, action: Self::Action) -> Self::Action {
        action
    }
    /// The action as it stands among the legal ones: without the end of its fight.
    #[must_use]
    fn without_battle_result(action: Self::Action) -> Self::Action {
        action
    }
}
