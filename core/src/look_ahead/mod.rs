//! Looking ahead: playing on, from what a seat knows, in games dealt so that they agree with
//! it.
//!
//! A [world](crate::game::Game::sample) is a full game that could be the true one. Everything
//! here starts from worlds, so it knows no more than the seat does. For a seed the results are
//! the same on every machine: nothing depends on a clock, and numbers are only added,
//! multiplied, divided and compared.

mod rollouts;
mod rulebook;
mod search;
mod tree;

pub use rollouts::{Rollout, mean_result, play_on};
pub use rulebook::Rulebook;
pub use search::{Search, SearchOptions};
