//! The traits that a game and its board implement to be played on a table.

use std::fmt::Debug;

use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::script::Scripted;

use crate::sound::Sound;

/// A game that can be played on a table, with its animations and the player's unfinished input.
pub trait Playable: Scripted {
    /// The state of the board between animations.
    type AnimatedBoard: BoardState<Self>;
    /// The player's unfinished input: a question, a choice, a held piece.
    type Selection: Clone + Debug + Default;
    /// A piece on the board that can be pointed at.
    type Piece: Clone + Copy + Debug + PartialEq;
    /// Data derived from a view once per position.
    type ViewCache;

    /// Returns the derived data that is drawn in every frame.
    fn view_cache(view: &Self::View) -> Self::ViewCache;
    /// Returns the selection that shows an action for confirmation.
    fn confirmation(action: Self::Action) -> Self::Selection;
    /// Returns true if the player has begun something that can be cancelled: a question is open or
    /// a piece is held.
    fn has_unfinished_input(selection: &Self::Selection) -> bool;
}

/// The state of a board between animations.
pub trait BoardState<G: Game>: Clone + Debug {
    /// One animation.
    type Animation: Clone + Debug;

    /// Returns the state as a viewer sees it.
    fn new(view: &G::View) -> Self;
    /// Returns the animation of an event, if it has one. `after` is the view after the step.
    fn animation(event: &G::Event, after: &G::View) -> Option<Self::Animation>;
    /// Returns the duration of an animation at normal speed, in seconds.
    fn duration(animation: &Self::Animation) -> f64;
    /// Returns the sounds of an animation, in their order. `self` is the state before it. Each has
    /// the progress of the animation at which it begins, from 0 to 1.
    fn sounds(&self, animation: &Self::Animation) -> Vec<(f32, Sound)>;
    /// Changes the state to the end of an animation.
    fn apply(&mut self, animation: Self::Animation);
    /// Replaces the state by the real one at the end of a step.
    fn finish_step(&mut self, real: Self);
    /// Returns the seat whose turn is shown.
    fn turn(&self) -> Seat;
}
