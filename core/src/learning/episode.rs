//! A training game: its positions in order, from which a network learns by TD(lambda).

use super::net::Input;
use super::trainer::Trainer;

/// The share that a prediction counts as having at least, so that a loss is finite.
const LEAST_SHARE: f64 = 1e-6;

/// The positions of one game. After [`Episode::clear`] the memory is reused for the next game.
///
/// # Examples
/// A game of two positions that side 0 won:
/// ```
/// use qipan_core::learning::{Episode, Input, Trainer};
///
/// let mut trainer = Trainer::<8, 2>::new(4, 1);
/// let value = |trainer: &Trainer<8, 2>, index: usize| {
///     let net = trainer.net();
///     net.evaluate(&net.accumulator(&[Input::on(index)]), 0b11)[0]
/// };
/// let before = [0, 1].map(|index| value(&trainer, index));
/// let mut episode = Episode::default();
/// episode.push(&[Input::on(0)], 0b11, [0, 1]);
/// episode.push(&[Input::on(1)], 0b11, [0, 1]);
/// for _ in 0..50 {
///     episode.train_td_lambda(&mut trainer, [1.0, 0.0], 0.7, 0.1);
/// }
/// assert!([0, 1].iter().all(|index| value(&trainer, *index) > before[*index]));
/// ```
#[derive(Clone, Debug)]
pub struct Episode<const SIDES: usize> {
    inputs: Vec<Input>,
    positions: Vec<EpisodePosition<SIDES>>,
}

#[derive(Clone, Copy, Debug)]
struct EpisodePosition<const SIDES: usize> {
    /// The index of the position's first input in `inputs`. Its inputs end where those of the next
    /// position start.
    start: usize,
    /// The sides that can still win, as bits.
    sides: u8,
    /// The player on each side of the network.
    players: [u8; SIDES],
}

impl<const SIDES: usize> Default for Episode<SIDES> {
    fn default() -> Self {
        Self { inputs: Vec::new(), positions: Vec::new() }
    }
}

impl<const SIDES: usize> Episode<SIDES> {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.positions.clear();
    }

    /// Adds the next position: its inputs, the sides that can still win as bits, and the player on
    /// each side of the network. The players change sides from position to position, because inputs
    /// usually describe a position from the perspective of the player to move.
    pub fn push(&mut self, inputs: &[Input], sides: u8, players: [u8; SIDES]) {
        let start = self.inputs.len();
        self.inputs.extend_from_slice(inputs);
        self.positions.push(EpisodePosition { start, sides, players });
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the mean over the positions of the cross-entropy, in nats, between the result and the
    /// predictions of a network. `shares` is the result, as in [`Episode::train_td_lambda`].
    pub fn loss<const HIDDEN: usize>(
        &self,
        trainer: &Trainer<HIDDEN, SIDES>,
        shares: [f32; SIDES],
    ) -> f64 {
        let (mut sum, mut end) = (0.0, self.inputs.len());
        for position in self.positions.iter().rev() {
            let predictions = trainer.predict(&self.inputs[position.start..end], position.sides);
            for (side, prediction) in predictions.into_iter().enumerate() {
                let share = f64::from(shares[usize::from(position.players[side]) % SIDES]);
                if share > 0.0 {
                    sum -= share * f64::from(prediction).max(LEAST_SHARE).ln();
                }
            }
            end = position.start;
        }
        sum / self.positions.len().max(1) as f64
    }

    /// Trains a network by TD(lambda), from the last position to the first. The target of the last
    /// position is the result, `shares`: each player's share of the win. The target of any other
    /// position is `lambda` times the target of the next position plus `1 - lambda` times the
    /// prediction for the next position. `rate` is the learning rate.
    pub fn train_td_lambda<const HIDDEN: usize>(
        &self,
        trainer: &mut Trainer<HIDDEN, SIDES>,
        shares: [f32; SIDES],
        lambda: f32,
        rate: f32,
    ) {
        let mut player_targets = shares;
        let mut end = self.inputs.len();
        for position in self.positions.iter().rev() {
            let player = |side: usize| usize::from(position.players[side]) % SIDES;
            let side_targets = std::array::from_fn(|side| player_targets[player(side)]);
            let inputs = &self.inputs[position.start..end];
            let predictions = trainer.learn(inputs, position.sides, &side_targets, rate);
            for (side, prediction) in predictions.into_iter().enumerate() {
                let target = &mut player_targets[player(side)];
                *target = lambda * *target + (1.0 - lambda) * prediction;
            }
            end = position.start;
        }
    }
}
