//! Training runs by self-play, and their state, with which an interrupted run continues.

use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::net::{Net, NetFormatError};
use super::trainer::Trainer;
use crate::contract::game::SetupError;

/// A training run that learns a game by self-play.
///
/// # Examples
/// A run that continues from the state of another one learns the same:
/// ```
/// use qipan_core::games::race::{Board, RaceSelfPlay};
/// use qipan_core::learning::SelfPlay;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut run = RaceSelfPlay::new(Board::Flying, 10, 1);
/// let before = run.to_bytes();
/// run.play()?;
/// assert_eq!(run.played(), 1);
/// assert_ne!(run.to_bytes(), before, "it learned from the game");
///
/// let mut other = RaceSelfPlay::new(Board::Flying, 10, 1);
/// other.resume(run.state())?;
/// run.play()?;
/// other.play()?;
/// assert_eq!(other.to_bytes(), run.to_bytes());
/// # Ok(())
/// # }
/// ```
pub trait SelfPlay {
    /// Returns the number of games played.
    fn played(&self) -> u64;
    /// Plays one game and learns from it.
    fn play(&mut self) -> Result<(), SetupError>;
    /// Returns what was learned, as the bytes of the file that the program reads.
    fn to_bytes(&self) -> Vec<u8>;
    /// Returns the mean loss in the games since the last call, or `None` if there was no loss to
    /// measure. It is measured in each game before the run learns from it. For networks it is the
    /// cross-entropy of the result in nats a position, for the strength of layouts the squared
    /// error of the share of the win.
    fn take_loss(&mut self) -> Option<f64>;
    /// Returns the state of the run. A new run with the same arguments continues from it.
    fn state(&self) -> Value;
    /// Continues from the state of another run with the same arguments. An error leaves the run
    /// unchanged.
    fn resume(&mut self, state: Value) -> Result<(), ResumeError>;
}

/// The error for a state from which a run cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The state has another form.
    #[error("it is not the state of such a training: {0}")]
    Form(#[from] serde_json::Error),
    /// The network has another size.
    #[error(transparent)]
    Net(#[from] NetFormatError),
    /// The numbers of the state do not belong to such a run.
    #[error("it is not the state of such a training: wrong {0}")]
    Numbers(&'static str),
}

/// The mean of losses.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MeanLoss {
    sum: f64,
    count: u64,
}

impl MeanLoss {
    pub(crate) fn add(&mut self, loss: f64) {
        self.sum += loss;
        self.count += 1;
    }

    /// Returns the mean, and begins again without losses.
    pub(crate) fn take(&mut self) -> Option<f64> {
        let Self { sum, count } = std::mem::take(self);
        (count > 0).then(|| sum / count as f64)
    }
}

/// The state of a run that trains a network.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NetRunState {
    pub(crate) played: u64,
    pub(crate) rng: Xoshiro256PlusPlus,
    pub(crate) loss: MeanLoss,
    /// The weights of the trainer, as the bits of their numbers.
    weights: Vec<u32>,
    /// The network that plays, which is a little older.
    net: Vec<u8>,
}

impl NetRunState {
    pub(crate) fn new<const HIDDEN: usize, const SIDES: usize>(
        (played, rng, loss): (u64, &Xoshiro256PlusPlus, MeanLoss),
        trainer: &Trainer<HIDDEN, SIDES>,
        net: &Net<HIDDEN, SIDES>,
    ) -> Self {
        let weights = trainer.weights().map(f32::to_bits).collect();
        Self { played, rng: rng.clone(), loss, weights, net: net.to_bytes() }
    }

    /// Returns the trainer and the network that plays. `like` is a trainer of the same size, and
    /// `games` the number of games of the run.
    pub(crate) fn networks<const HIDDEN: usize, const SIDES: usize>(
        &self,
        like: &Trainer<HIDDEN, SIDES>,
        games: u64,
    ) -> Result<(Trainer<HIDDEN, SIDES>, Net<HIDDEN, SIDES>), ResumeError> {
        if self.played > games {
            return Err(ResumeError::Numbers("number of games"));
        }
        let weights = restored(&self.weights, like.weights().count(), f32::from_bits);
        let weights = weights.filter(|weights| weights.iter().all(|weight| weight.is_finite()));
        let weights = weights.ok_or(ResumeError::Numbers("weights"))?;
        let mut trainer = like.clone();
        trainer.set_weights(&weights);
        Ok((trainer, Net::from_bytes(like.inputs(), &self.net)?))
    }

    /// Returns the state as JSON. It is `null` if the state cannot be written, which no number in
    /// it can cause.
    pub(crate) fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    pub(crate) fn from_json(state: Value) -> Result<Self, ResumeError> {
        Ok(serde_json::from_value(state)?)
    }
}

/// Converts bits to numbers, or returns `None` if there are not `count` of them.
pub(crate) fn restored<B: Copy, T>(
    bits: &[B],
    count: usize,
    number: impl Fn(B) -> T,
) -> Option<Vec<T>> {
    (bits.len() == count).then(|| bits.iter().map(|bits| number(*bits)).collect())
}
