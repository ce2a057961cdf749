//! What a position is worth, learned by self-play, and what follows from it: looking ahead
//! over dice, and the training.

mod expectimax;
mod features;
mod self_play;
mod threats;
mod value;

pub use expectimax::ActionValue;
pub use self_play::RaceSelfPlay;
