//! Training runs by self-play, and their state, with which an interrupted run continues.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::episode::Episode;
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

/// A run that trains a network: the network, and how far the run has come.
#[derive(Clone, Debug)]
pub(crate) struct NetRun<const HIDDEN: usize, const SIDES: usize> {
    /// The number of games of the whole run.
    pub(crate) games: u64,
    pub(crate) played: u64,
    pub(crate) trainer: Trainer<HIDDEN, SIDES>,
    /// The network that plays. The trainer's network replaces it every few games.
    pub(crate) net: Net<HIDDEN, SIDES>,
    pub(crate) rng: Xoshiro256PlusPlus,
    pub(crate) loss: MeanLoss,
    /// The positions of the current game.
    pub(crate) episode: Episode<SIDES>,
}

/// The state of a [`NetRun`].
#[derive(Debug, Serialize, Deserialize)]
struct NetRunState {
    played: u64,
    rng: Xoshiro256PlusPlus,
    loss: MeanLoss,
    /// The weights of the trainer, as the bits of their numbers.
    weights: Vec<u32>,
    /// The network that plays, as the bytes of its file.
    net: Vec<u8>,
}

impl<const HIDDEN: usize, const SIDES: usize> NetRun<HIDDEN, SIDES> {
    /// Begins a run of `games` games.
    pub(crate) fn new(trainer: Trainer<HIDDEN, SIDES>, games: u64, seed: u64) -> Self {
        Self {
            games,
            played: 0,
            net: trainer.net(),
            trainer,
            rng: Xoshiro256PlusPlus::seed_from_u64(!seed),
            loss: MeanLoss::default(),
            episode: Episode::default(),
        }
    }

    /// Measures the loss in the current game and learns from it by
    /// [`Episode::train_td_lambda`].
    pub(crate) fn learn(&mut self, shares: [f32; SIDES], lambda: f32, rate: f32) {
        self.loss.add(self.episode.loss(&self.trainer, shares));
        self.episode.train_td_lambda(&mut self.trainer, shares, lambda, rate);
    }

    /// Returns the state as JSON. It is `null` if the state cannot be written, which no number in
    /// it can cause.
    pub(crate) fn state(&self) -> Value {
        let state = NetRunState {
            played: self.played,
            rng: self.rng.clone(),
            loss: self.loss,
            weights: self.trainer.weights().map(f32::to_bits).collect(),
            net: self.net.to_bytes(),
        };
        serde_json::to_value(&state).unwrap_or_default()
    }

    /// Continues from the state of another run. An error leaves this run unchanged.
    pub(crate) fn resume(&mut self, state: Value) -> Result<(), ResumeError> {
        let state: NetRunState = serde_json::from_value(state)?;
        if state.played > self.games {
            return Err(ResumeError::Numbers("number of games"));
        }
        let weights = restored(&state.weights, self.trainer.weights().count(), f32::from_bits);
        let weights = weights.filter(|weights| weights.iter().all(|weight| weight.is_finite()));
        let weights = weights.ok_or(ResumeError::Numbers("weights"))?;
        self.net = Net::from_bytes(self.trainer.inputs(), &state.net)?;
        self.trainer.set_weights(&weights);
        (self.played, self.rng, self.loss) = (state.played, state.rng, state.loss);
        Ok(())
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
