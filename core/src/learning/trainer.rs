//! The network in training, in floating point.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::net::{Input, Net, SCALE, Weights};
use super::softmax::softmax;

/// The part of a gradient that passes a clipped hidden unit (leaky ReLU). Without it a unit that
/// is always clipped would never learn again.
const LEAK: f32 = 0.02;

/// The largest weight of an input, so that no sum of an [`super::Accumulator`] overflows.
const LARGEST: f32 = 1.0;

/// A network in training: floating-point weights, changed a little by every position.
#[derive(Clone, Debug)]
pub struct Trainer<const HIDDEN: usize, const SIDES: usize> {
    weights: Weights<HIDDEN, SIDES>,
}

impl<const HIDDEN: usize, const SIDES: usize> Trainer<HIDDEN, SIDES> {
    /// Creates a network with small random weights. They depend on the seed alone, on every
    /// machine.
    pub fn new(inputs: usize, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut small = |size: f32| rng.random_range(-size..size);
        Self {
            weights: Weights {
                hidden: (0..inputs).map(|_| std::array::from_fn(|_| small(0.1))).collect(),
                skip: vec![[0.0; SIDES]; inputs],
                hidden_bias: std::array::from_fn(|_| 0.3 + small(0.2)),
                skip_bias: [0.0; SIDES],
                out: std::array::from_fn(|_| std::array::from_fn(|_| small(0.1))),
            },
        }
    }

    /// Sets the initial direct weight of an input to a side.
    pub fn set_skip(&mut self, index: usize, side: usize, weight: f32) {
        if let Some(row) = self.weights.skip.get_mut(index) {
            row[side % SIDES] = weight.clamp(-LARGEST, LARGEST);
        }
    }

    /// Returns the current network, quantised for inference.
    pub fn net(&self) -> Net<HIDDEN, SIDES> {
        Net::quantised(&self.weights)
    }

    /// Moves the weights so that the shares of a position come nearer to `target`, by the gradient
    /// of the cross-entropy. Returns the shares before the change.
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
        let error: [f32; SIDES] =
            std::array::from_fn(|side| rate * (target[side] - prediction[side]));
        let weights = &mut self.weights;
        let mut change = [0.0; HIDDEN];
        for (row, error) in weights.out.iter_mut().zip(error) {
            for unit in 0..HIDDEN {
                change[unit] += error * row[unit];
                row[unit] += error * clipped[unit];
            }
        }
        for (change, sum) in change.iter_mut().zip(hidden) {
            *change *= if sum > 0.0 && sum < 1.0 { 1.0 } else { LEAK };
        }
        add(&mut weights.hidden_bias, &change, 1.0);
        add(&mut weights.skip_bias, &error, 0.5);
        for input in inputs {
            let (index, amount) = (usize::from(input.index), amount(*input));
            let (Some(hidden), Some(direct)) =
                (weights.hidden.get_mut(index), weights.skip.get_mut(index))
            else {
                continue;
            };
            add(hidden, &change, amount);
            add(direct, &error, 0.5 * amount);
        }
        prediction
    }

    /// Returns the hidden layer before clipping, and the shares.
    fn forward(&self, inputs: &[Input], sides: u8) -> ([f32; HIDDEN], [f32; SIDES]) {
        let weights = &self.weights;
        let (mut hidden, mut logits) = (weights.hidden_bias, weights.skip_bias);
        for input in inputs {
            let (index, amount) = (usize::from(input.index), amount(*input));
            if let (Some(h), Some(d)) = (weights.hidden.get(index), weights.skip.get(index)) {
                hidden.iter_mut().zip(h).for_each(|(sum, weight)| *sum += amount * weight);
                logits.iter_mut().zip(d).for_each(|(sum, weight)| *sum += amount * weight);
            }
        }
        for (logit, row) in logits.iter_mut().zip(&weights.out) {
            let products = row.iter().zip(&hidden).map(|(w, sum)| w * sum.clamp(0.0, 1.0));
            *logit += products.sum::<f32>();
        }
        (hidden, softmax(&logits, sides))
    }
}

fn amount(input: Input) -> f32 {
    f32::from(input.amount) / f32::from(SCALE)
}

/// Adds a change to a row of weights, and clamps each to its bounds.
fn add(row: &mut [f32], change: &[f32], amount: f32) {
    for (weight, change) in row.iter_mut().zip(change) {
        *weight = (*weight + amount * change).clamp(-LARGEST, LARGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Episode;
    use super::*;

    /// Returns XOR: two binary inputs, of which exactly one is active when side 0 wins.
    fn cases() -> [(Vec<Input>, [f32; 2]); 4] {
        [0b00, 0b01, 0b10, 0b11].map(|bits: u8| {
            let inputs = (0..2).filter(|k| bits >> k & 1 == 1).map(Input::on).collect();
            let wins = f32::from(u8::from(bits.count_ones() == 1));
            (inputs, [wins, 1.0 - wins])
        })
    }

    #[test]
    fn trainer_learns_exclusive_or() {
        let mut trainer = Trainer::<16, 2>::new(2, 7);
        for _ in 0..4000 {
            for (inputs, target) in cases() {
                trainer.learn(&inputs, 0b11, &target, 0.2);
            }
        }
        let net = trainer.net();
        for (inputs, target) in cases() {
            let prediction = net.evaluate(&net.accumulator(&inputs), 0b11);
            assert!((prediction[0] - target[0]).abs() < 0.1, "{inputs:?}: {prediction:?}");
        }
    }

    #[test]
    fn quantised_network_matches_its_trainer_and_round_trips() {
        let trainer = Trainer::<32, 4>::new(50, 1);
        let net = trainer.net();
        let inputs = [Input::on(3), Input::scaled(20, 1.5), Input::on(49), Input::on(50)];
        let (prediction, meant) =
            (net.evaluate(&net.accumulator(&inputs), 0b0111), trainer.forward(&inputs, 0b0111).1);
        assert!(
            prediction.iter().zip(meant).all(|(a, b)| (a - b).abs() < 0.002),
            "{prediction:?} {meant:?}"
        );
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(50, &bytes), Ok(net));
        assert!(Net::<32, 4>::from_bytes(51, &bytes).is_err());
        assert!(Net::<16, 4>::from_bytes(50, &bytes).is_err());
        assert!(Net::<32, 4>::from_bytes(50, &bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn accumulator_is_independent_of_the_path() {
        let net = Trainer::<16, 2>::new(9, 5).net();
        let other = Input::scaled(4, -0.7);
        let mut sums = net.accumulator(&[other, Input::on(2)]);
        net.add(&mut sums, Input::on(8));
        net.remove(&mut sums, other);
        assert_eq!(sums, net.accumulator(&[Input::on(8), Input::on(2)]));
    }

    /// Learns a random walk over five squares from the middle one. The right end wins, so the
    /// chance of square k, from 1, is known to be k / 6.
    #[test]
    fn td_lambda_learns_random_walk_values() {
        let mut trainer = Trainer::<8, 2>::new(5, 3);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut episode = Episode::default();
        for game in 0..30_000u32 {
            episode.clear();
            let mut at = 2i32;
            while (0..5).contains(&at) {
                // Every other position is seen from the perspective of the other side.
                let turned = episode.len() % 2;
                let index = if turned == 1 { 4 - at } else { at };
                let players = [turned as u8, 1 - turned as u8];
                episode.push(&[Input::on(index as usize)], 0b11, players);
                at += if rng.random() { 1 } else { -1 };
            }
            let won = if at == 5 { [1.0, 0.0] } else { [0.0, 1.0] };
            episode.train_td_lambda(
                &mut trainer,
                won,
                0.7,
                if game < 20_000 { 0.05 } else { 0.005 },
            );
        }
        let net = trainer.net();
        for at in 0..5 {
            let prediction = net.evaluate(&net.accumulator(&[Input::on(at)]), 0b11)[0];
            let real = (at + 1) as f32 / 6.0;
            assert!((prediction - real).abs() < 0.03, "{at}: {prediction} for {real}");
        }
    }
}
