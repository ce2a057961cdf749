//! Value networks for Junqi positions, and their training by self-play.

mod features;
mod flip_features;
mod self_play;
mod value;
mod walks;

pub use self_play::JunqiSelfPlay;
pub(super) use self_play::best_action;
