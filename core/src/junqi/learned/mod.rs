//! What a position of Junqi is worth, learned by self-play; what suggests itself in it; and
//! the training.

mod flip_inputs;
mod inputs;
mod practice;
mod urges;
mod worths;

pub use practice::Practice;
