//! The trait that a game implements to be played on a table.

use std::fmt::Debug;

use qipan_core::script::Scripted;

use crate::play::animation::BoardState;

/// A game that can be played on a table, with its animations and the player's unfinished input.
pub trait Playable: Scripted {
    /// The state of the board between animations.
    type OnBoard: BoardState<Self>;
    /// The player's unfinished input: a question, a choice, a held piece.
    type Selection: Clone + Debug + Default;
    /// A piece on the board that can be pointed at.
    type Piece: Clone + Copy + Debug + PartialEq;
    /// Data derived from a view once per position.
    type Digest;

    /// Returns the derived data that is drawn in every frame.
    fn digest(view: &Self::View) -> Self::Digest;
    /// Returns the selection that shows an action for confirmation.
    fn showing(action: Self::Action) -> Self::Selection;
    /// Returns true if the selection is a question that can be cancelled.
    fn is_asked(selection: &Self::Selection) -> bool;
}
