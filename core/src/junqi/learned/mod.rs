//! What a position of Junqi is worth, learned by self-play; what suggests itself in it; and
//! the training.

mod features;
mod flip_features;
mod prior;
mod self_play;
mod value;

pub use self_play::JunqiSelfPlay;
