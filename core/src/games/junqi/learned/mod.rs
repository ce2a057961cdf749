//! Evaluation of Junqi positions: value networks learned by self-play, hand-written action
//! priors, and the training.

mod action_prior;
mod features;
mod flip_features;
mod self_play;
mod value;

pub use self_play::JunqiSelfPlay;
