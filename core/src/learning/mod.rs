//! A small network that learns by self-play how likely each side is to win.
//!
//! A position is a short list of active [`Input`]s out of some thousand, mostly 0 or 1. They go
//! through one hidden layer, and also directly, to one output per side. Softmax turns the outputs
//! into shares of the win. Which inputs describe a position is up to each game (its `learned`
//! folder).
//!
//! Training is self-play with TD(lambda) (Sutton 1988; TD-Gammon). Robots play by the current
//! network. After a game, the target of each position is a mix of the prediction for the next one
//! and the final result, and the weights move a little towards it.
//!
//! [`Net`] is the quantised network for inference: integer arithmetic up to the softmax, and only
//! `+ - * /` there, so that results are equal bit by bit on all machines. An [`Accumulator`] is
//! the hidden layer, updated exactly as inputs are added and removed (NNUE). A [`Trainer`] learns
//! in floating point and makes nets. An [`Episode`] is a game it learns from.

use crate::contract::game::SetupError;

mod episode;
mod exponential;
mod net;
mod softmax;
mod trainer;

pub use episode::Episode;
pub use exponential::exp;
pub use net::{Accumulator, Input, Net, NetFormatError, SCALE};
pub use trainer::Trainer;

/// A training run of a network that learns a game by self-play.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::SetupError;
/// use qipan_core::games::race::{Board, RaceSelfPlay};
/// use qipan_core::learning::SelfPlay;
///
/// let mut run = RaceSelfPlay::new(Board::Flying, 10, 1);
/// let before = run.to_bytes();
/// run.play()?;
/// assert_eq!(run.played(), 1);
/// assert_ne!(run.to_bytes(), before, "it learned from the game");
/// # Ok::<(), SetupError>(())
/// ```
pub trait SelfPlay {
    /// Returns the number of games played.
    fn played(&self) -> u64;
    /// Plays one game and learns from it.
    fn play(&mut self) -> Result<(), SetupError>;
    /// Returns the current network in the form that [`Net::from_bytes`] reads.
    fn to_bytes(&self) -> Vec<u8>;
}
