//! The learned part of the race games: a network that evaluates positions, expectimax over it, and
//! its training by self-play.

mod expectimax;
mod features;
mod place_evaluator;
mod self_play;
mod threats;
mod value;

pub use expectimax::ActionValue;
pub use self_play::RaceSelfPlay;
