//! Fuel prices of host calls in the race games.

use crate::script::bindings::Prices;

/// Reading the whole board.
const BOARD: u64 = 60;
/// Making one action table.
const ACTION: u64 = 10;
/// Making the view of a world.
const WORLD_VIEW: u64 = 20;
/// Sampling one world. Nothing is hidden, so it is a copy.
const SAMPLE: u64 = 20;
/// One evaluation of a position.
const EVALUATE: u64 = 45;
/// A decision or roll of a rollout or a paired search.
const ROLLOUT_DECISION: u64 = 1;
/// A decision or roll of a tree search.
const TREE_DECISION: u64 = 5;
/// Listing the progress of a seat's planes.
pub(super) const PLANES: u64 = 25;
/// One plane in a list of planes.
pub(super) const PLANE: u64 = 25;
/// One hop in the path of an action.
pub(super) const HOP: u64 = 60;
/// One roll of the look-ahead that computes a risk, with all faces of the die.
pub(super) const RISK_ROLL: u64 = 4;

/// The prices that every game has.
pub(super) const PRICES: Prices = Prices {
    board: BOARD,
    action: ACTION,
    world_view: WORLD_VIEW,
    sample: SAMPLE,
    evaluate: EVALUATE,
    rollout_decision: ROLLOUT_DECISION,
    tree_decision: TREE_DECISION,
};
