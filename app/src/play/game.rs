//! What a game has to say of itself to be played on a table.

use std::fmt::Debug;

use qipan_core::script::Scripted;

use crate::play::animation::BoardState;

/// A game that can lie on a table: what is shown of it while time passes, and what the player
/// can be in the middle of.
pub trait Playable: Scripted {
    /// What stands on the board while nothing moves.
    type OnBoard: BoardState<Self>;
    /// What the player is in the middle of: asked about, chosen, picked up.
    type Selection: Clone + Debug + Default;
    /// Something on the board that can be pointed at.
    type Piece: Clone + Copy + Debug + PartialEq;
    /// What is worked out of a view once, when the position has changed.
    type Digest;

    /// Works out what is drawn from a view in every frame.
    fn digest(view: &Self::View) -> Self::Digest;
    /// What the player is in the middle of while an action is shown on the board.
    fn showing(action: Self::Action) -> Self::Selection;
    /// Whether the player is asked something that can be dropped.
    fn is_asked(selection: &Self::Selection) -> bool;
}
