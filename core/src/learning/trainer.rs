//! The network in training, in floating point.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::net::{Input, Net, SCALE, Weights};
use super::softmax::softmax;

/// The fraction of the gradient that passes through a clipped hidden unit, as in a leaky ReLU.
/// Without it, a unit that is always clipped would never learn again.
const LEAK: f32 = 0.02;

/// The learning rate of skip connections and their biases, divided by that of the other weights.
const SKIP_RATE: f32 = 0.5;

/// The largest absolute value of a bias or of a weight from an input. It keeps the sums of an
/// [`super::Accumulator`] from overflowing.
const MAX_WEIGHT: f32 = 1.0;

/// A network in training: floating-point weights, changed a little by every position.
#[derive(Clone, Debug)]
pub struct Trainer<const HIDDEN: usize, const SIDES: usize> {
    weights: Weights<HIDDEN, SIDES>,
}

impl<const HIDDEN: usize, const SIDES: usize> Trainer<HIDDEN, SIDES> {
    /// Creates a network with small random weights. The same seed gives the same weights on every
    /// machine.
    pub fn new(inputs: usize, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut random_weight = |size: f32| rng.random_range(-size..size);
        Self {
            weights: Weights {
                hidden: (0..inputs).map(|_| std::array::from_fn(|_| random_weight(0.1))).collect(),
                skip: vec![[0.0; SIDES]; inputs],
                hidden_bias: std::array::from_fn(|_| 0.3 + random_weight(0.2)),
                skip_bias: [0.0; SIDES],
                output: std::array::from_fn(|_| std::array::from_fn(|_| random_weight(0.1))),
            },
        }
    }

    /// Sets the initial weight of the skip connection from an input to a side.
    pub fn set_skip(&mut self, index: usize, side: usize, weight: f32) {
        if let Some(row) = self.weights.skip.get_mut(index) {
            row[side % SIDES] = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// Returns the current network, quantised for inference.
    pub fn net(&self) -> Net<HIDDEN, SIDES> {
        Net::quantised(&self.weights)
    }

    /// Returns the number of inputs.
    pub(super) fn inputs(&self) -> usize {
        self.weights.hidden.len()
    }

    /// Returns all weights, in a fixed order.
    pub(super) fn weights(&self) -> impl Iterator<Item = f32> {
        let Weights { hidden, skip, hidden_bias, skip_bias, output } = &self.weights;
        let of_inputs = hidden.as_flattened().iter().chain(skip.as_flattened());
        let biases = hidden_bias.iter().chain(skip_bias);
        of_inputs.chain(biases).chain(output.as_flattened()).copied()
    }

    /// Replaces the weights, in the order of [`Trainer::weights`].
    pub(super) fn set_weights(&mut self, weights: &[f32]) {
        let Weights { hidden, skip, hidden_bias, skip_bias, output } = &mut self.weights;
        let of_inputs = hidden.as_flattened_mut().iter_mut().chain(skip.as_flattened_mut());
        let places = of_inputs.chain(hidden_bias).chain(skip_bias);
        let places = places.chain(output.as_flattened_mut());
        places.zip(weights).for_each(|(place, weight)| *place = *weight);
    }

    /// Returns the shares of the sides in a position.
    pub(super) fn predict(&self, inputs: &[Input], sides: u8) -> [f32; SIDES] {
        self.forward(inputs, sides).1
    }

    /// Changes the weights so that the shares of a position come closer to `target`, by a step
    /// along the gradient of the cross-entropy. `sides` has a bit for each side that can still win,
    /// and `rate` is the learning rate. Returns the shares before the change.
    ///
    /// Ignores inputs with an index out of range.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::learning::{Input, Trainer};
    ///
    /// let mut trainer = Trainer::<16, 2>::new(10, 1);
    /// let (inputs, target) = ([Input::on(3)], [1.0, 0.0]);
    /// let before = trainer.learn(&inputs, 0b11, &target, 0.1);
    /// for _ in 0..100 {
    ///     trainer.learn(&inputs, 0b11, &target, 0.1);
    /// }
    /// let after = trainer.net().evaluate(&trainer.net().accumulator(&inputs), 0b11);
    /// assert!(after[0] > before[0] && after[0] > 0.9);
    /// ```
    pub fn learn(
        &mut self,
        inputs: &[Input],
        sides: u8,
        target: &[f32; SIDES],
        rate: f32,
    ) -> [f32; SIDES] {
        let (hidden, prediction) = self.forward(inputs, sides);
        let clipped = hidden.map(|sum| sum.clamp(0.0, 1.0));
        let output_change: [f32; SIDES] =
            std::array::from_fn(|side| rate * (target[side] - prediction[side]));
        let weights = &mut self.weights;
        // Backpropagates to the hidden layer, with the output weights before their change.
        let mut hidden_change = [0.0; HIDDEN];
        for (row, change) in weights.output.iter_mut().zip(output_change) {
            for unit in 0..HIDDEN {
                hidden_change[unit] += change * row[unit];
                row[unit] += change * clipped[unit];
            }
        }
        for (change, sum) in hidden_change.iter_mut().zip(hidden) {
            *change *= if sum > 0.0 && sum < 1.0 { 1.0 } else { LEAK };
        }
        add(&mut weights.hidden_bias, &hidden_change, 1.0);
        add(&mut weights.skip_bias, &output_change, SKIP_RATE);
        for input in inputs {
            let (index, amount) = (usize::from(input.index), amount(*input));
            let (Some(hidden_row), Some(skip_row)) =
                (weights.hidden.get_mut(index), weights.skip.get_mut(index))
            else {
                continue;
            };
            add(hidden_row, &hidden_change, amount);
            add(skip_row, &output_change, SKIP_RATE * amount);
        }
        prediction
    }

    /// Returns the hidden layer before clipping, and the shares of the sides.
    fn forward(&self, inputs: &[Input], sides: u8) -> ([f32; HIDDEN], [f32; SIDES]) {
        let weights = &self.weights;
        let (mut hidden, mut logits) = (weights.hidden_bias, weights.skip_bias);
        for input in inputs {
            let (index, amount) = (usize::from(input.index), amount(*input));
            let (Some(hidden_row), Some(skip_row)) =
                (weights.hidden.get(index), weights.skip.get(index))
            else {
                continue;
            };
            hidden.iter_mut().zip(hidden_row).for_each(|(sum, weight)| *sum += amount * weight);
            logits.iter_mut().zip(skip_row).for_each(|(sum, weight)| *sum += amount * weight);
        }
        for (logit, row) in logits.iter_mut().zip(&weights.output) {
            let products =
                row.iter().zip(&hidden).map(|(weight, sum)| weight * sum.clamp(0.0, 1.0));
            *logit += products.sum::<f32>();
        }
        (hidden, softmax(&logits, sides))
    }
}

/// Returns the amount of an input, 1 if it is fully active.
fn amount(input: Input) -> f32 {
    f32::from(input.amount) / f32::from(SCALE)
}

/// Adds `amount` times the changes to a row of weights, and clamps each weight to its bounds.
fn add(row: &mut [f32], changes: &[f32], amount: f32) {
    for (weight, change) in row.iter_mut().zip(changes) {
        *weight = (*weight + amount * change).clamp(-MAX_WEIGHT, MAX_WEIGHT);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Episode;
    use super::*;

    /// Returns the four cases of XOR: the active ones of two inputs, and the target. Side 0 wins if
    /// exactly one input is active.
    fn xor_cases() -> [(Vec<Input>, [f32; 2]); 4] {
        [0b00, 0b01, 0b10, 0b11].map(|bits: u8| {
            let inputs = (0..2).filter(|index| bits >> index & 1 == 1).map(Input::on).collect();
            let share = if bits.count_ones() == 1 { 1.0 } else { 0.0 };
            (inputs, [share, 1.0 - share])
        })
    }

    #[test]
    fn trainer_learns_exclusive_or() {
        let mut trainer = Trainer::<16, 2>::new(2, 7);
        for _ in 0..4000 {
            for (inputs, target) in xor_cases() {
                trainer.learn(&inputs, 0b11, &target, 0.2);
            }
        }
        let net = trainer.net();
        for (inputs, target) in xor_cases() {
            let prediction = net.evaluate(&net.accumulator(&inputs), 0b11);
            assert!((prediction[0] - target[0]).abs() < 0.1, "{inputs:?}: {prediction:?}");
        }
    }

    #[test]
    fn quantised_network_matches_its_trainer_and_round_trips() {
        let trainer = Trainer::<32, 4>::new(50, 1);
        let net = trainer.net();
        let inputs = [Input::on(3), Input::scaled(20, 1.5), Input::on(49), Input::on(50)];
        let quantised = net.evaluate(&net.accumulator(&inputs), 0b0111);
        let (_, exact) = trainer.forward(&inputs, 0b0111);
        assert!(
            quantised.iter().zip(exact).all(|(a, b)| (a - b).abs() < 0.002),
            "{quantised:?} {exact:?}"
        );
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(50, &bytes), Ok(net));
        assert!(Net::<32, 4>::from_bytes(51, &bytes).is_err());
        assert!(Net::<16, 4>::from_bytes(50, &bytes).is_err());
        assert!(Net::<32, 4>::from_bytes(50, &bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn accumulator_is_independent_of_the_order_of_changes() {
        let net = Trainer::<16, 2>::new(9, 5).net();
        let removed = Input::scaled(4, -0.7);
        let mut accumulator = net.accumulator(&[removed, Input::on(2)]);
        net.add(&mut accumulator, Input::on(8));
        net.remove(&mut accumulator, removed);
        assert_eq!(accumulator, net.accumulator(&[Input::on(8), Input::on(2)]));
    }

    /// Learns a random walk that begins in the middle of five squares. Side 0 wins at the right
    /// end, side 1 at the left end. On square k, counted from 1, side 0 is known to win with
    /// probability k / 6.
    #[test]
    fn td_lambda_learns_random_walk_values() {
        let mut trainer = Trainer::<8, 2>::new(5, 3);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut episode = Episode::default();
        for game in 0..30_000u32 {
            episode.clear();
            let mut square = 2i32;
            while (0..5).contains(&square) {
                // Every other position is described from the perspective of the other side.
                let is_mirrored = episode.len() % 2 == 1;
                let (index, players) =
                    if is_mirrored { (4 - square, [1, 0]) } else { (square, [0, 1]) };
                episode.push(&[Input::on(index as usize)], 0b11, players);
                square += if rng.random() { 1 } else { -1 };
            }
            let shares = if square == 5 { [1.0, 0.0] } else { [0.0, 1.0] };
            let rate = if game < 20_000 { 0.05 } else { 0.005 };
            episode.train_td_lambda(&mut trainer, shares, 0.7, rate);
        }
        let net = trainer.net();
        for square in 0..5 {
            let prediction = net.evaluate(&net.accumulator(&[Input::on(square)]), 0b11)[0];
            let exact = (square + 1) as f32 / 6.0;
            assert!((prediction - exact).abs() < 0.03, "{square}: {prediction} instead of {exact}");
        }
    }
}
