//! A small network that learns by self-play how likely each side is to win.
//!
//! A position is a short list of active [`Input`]s, out of up to a few thousand. The amount of most
//! inputs is 0 or 1. The network has one hidden layer, one output for each side, and skip
//! connections from the inputs directly to the outputs. Softmax turns the outputs into shares of
//! the win. The inputs of each game are defined in its `learned` folder.
//!
//! Training is self-play with TD(lambda) (Sutton 1988; TD-Gammon). Robots play by the current
//! network. After a game, the target of each position is a mix of the prediction for the next one
//! and the final result, and the weights move a little towards it.
//!
//! [`Net`] is the quantised network for inference. It uses integer arithmetic up to the softmax,
//! and only `+ - * /` in the softmax, so that results are equal bit by bit on all machines. An
//! [`Accumulator`] holds the sums of the hidden layer, which are updated when inputs are added or
//! removed (NNUE). A [`Trainer`] learns in floating point and creates nets. An [`Episode`] is a
//! game from which the trainer learns.

mod episode;
mod exponential;
mod net;
mod self_play;
mod softmax;
mod trainer;

pub use episode::Episode;
pub use exponential::exp;
pub use net::{Accumulator, Input, Net, NetFormatError, SCALE};
pub(crate) use self_play::{MeanLoss, NetRun, restored};
pub use self_play::{ResumeError, SelfPlay};
pub use trainer::Trainer;
