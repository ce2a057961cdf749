//! A small network that learns by self-play how likely each side is to win.
//!
//! A position is a short list of [`Input`]s out of some thousand, mostly yes or no. They go
//! through one hidden layer, and past it straight, to one number a side; these numbers become
//! shares of the win that add up to 1.
//!
//! A [`Net`] only asks and is what is kept as data: whole numbers up to the last step, and
//! there nothing but `+ - * /`, so that its answers are equal bit by bit on all machines.
//! [`Accumulator`] are carried from position to position by adding and taking away inputs, exactly.
//! A [`Trainer`] learns in floating point and makes nets; [`Episode`] is a game it learns from.

use crate::game::SetupError;

mod episode;
mod exponential;
mod net;
mod softmax;
mod trainer;

pub use episode::Episode;
pub use exponential::exp;
pub use net::{Accumulator, Input, Net, NetFormatError, SCALE};
pub use trainer::Trainer;

/// A network that learns a game by playing itself.
pub trait SelfPlay {
    /// Games played so far.
    fn played(&self) -> u64;
    /// Plays one game and learns from it.
    ///
    /// # Errors
    /// When the rules of a game do not fit.
    fn play(&mut self) -> Result<(), SetupError>;
    /// The network as it is now, as [`Net::from_bytes`] reads it.
    fn to_bytes(&self) -> Vec<u8>;
}
