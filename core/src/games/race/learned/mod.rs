//! Learned evaluation of the race games: a network, expectimax over it, and its training.
//!
//! - `features` turns a position before a roll into the inputs of the network; `losses` computes
//!   some of them.
//! - `place_evaluator` runs the network, which gives the probability that each seat takes a place.
//! - `expectimax` looks ahead over rolls and actions, and evaluates the positions at the end.
//! - `opponent_model` finds the simple policy that fits each opponent's decisions best, and
//!   `reply_search` looks ahead with the replies of these policies.
//! - `value` offers the values of any position to other modules.
//! - `self_play` trains the networks of both boards, which are the `.net` files here.

mod expectimax;
mod features;
mod losses;
mod opponent_model;
mod place_evaluator;
mod reply_search;
mod self_play;
mod value;

pub use expectimax::ActionValue;
pub(super) use expectimax::{DistinctActions, position_after};
pub use self_play::RaceSelfPlay;
