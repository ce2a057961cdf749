//! What a position is worth, learned by self-play, and what follows from it: looking ahead
//! over dice, and the training.

mod expectimax;
mod inputs;
mod practice;
mod threats;
mod worths;

pub use expectimax::Valued;
pub use practice::Practice;
