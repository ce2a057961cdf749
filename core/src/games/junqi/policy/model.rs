//! A small network that scores each legal move by its features. Softmax over the scores gives the
//! probability of each move (a conditional logit model with a hidden layer).

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::learning::exp;

/// Decisions to learn from: the active features of each legal move, and the move that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    /// The active features of all actions, one action after another.
    features: Vec<u16>,
    /// The index in `features` at which each action starts.
    action_starts: Vec<u32>,
    /// For each decision, the index in `action_starts` of its first action, and the index within
    /// the decision of the action that was played.
    decisions: Vec<(u32, u16)>,
}

impl Samples {
    /// Begins a decision. `played` is the index within the decision of the action that was played.
    pub(super) fn begin(&mut self, played: usize) {
        self.decisions.push((self.action_starts.len() as u32, played as u16));
    }

    /// Adds an action to the decision that was begun last.
    pub(super) fn add_action(&mut self, features: &[u16]) {
        self.action_starts.push(self.features.len() as u32);
        self.features.extend_from_slice(features);
    }

    /// Returns the number of decisions.
    pub(super) fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the index within a decision of the action that was played.
    pub(super) fn played(&self, decision: usize) -> usize {
        usize::from(self.decisions[decision].1)
    }

    /// Returns the indices in `action_starts` of the actions of a decision.
    pub(super) fn actions(&self, decision: usize) -> std::ops::Range<usize> {
        let end =
            self.decisions.get(decision + 1).map_or(self.action_starts.len(), |d| d.0 as usize);
        self.decisions[decision].0 as usize..end
    }

    /// Returns the active features of an action, given by its index in `action_starts`.
    pub(super) fn features(&self, action: usize) -> &[u16] {
        let end = self.action_starts.get(action + 1).map_or(self.features.len(), |s| *s as usize);
        &self.features[self.action_starts[action] as usize..end]
    }
}

/// The first bytes of a file of weights, with the version of the format.
const MAGIC: &[u8; 8] = b"qippol 1";
/// The scale of the weights in a file. Each is stored as a whole number: the weight times this,
/// rounded.
const SCALE: f32 = 1024.0;
/// The number of decisions in each step of training.
const BATCH: usize = 32;
/// The number of rounds of training, each through all decisions.
const EPOCHS: usize = 10;
/// The learning rate of the first step. It falls linearly, but not below a fiftieth of this.
const LEARNING_RATE: f32 = 0.002;
/// Decoupled weight decay (AdamW; Loshchilov and Hutter, 2019).
const WEIGHT_DECAY: f32 = 0.2;
/// The decay rates of the two moments in Adam.
const BETAS: [f32; 2] = [0.9, 0.999];
/// The number that keeps Adam from dividing by 0.
const EPSILON: f32 = 1e-6;

/// A network with one hidden layer. All its weights are in one list: for each feature its direct
/// weight to the score and its weights to the hidden units, then the biases of all hidden units,
/// then the weights of all hidden units to the score.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    /// The number of features.
    features: usize,
    /// The number of hidden units.
    hidden: usize,
    weights: Vec<f32>,
}

impl Model {
    /// Creates an untrained network with these numbers of features and hidden units.
    pub(super) fn new(features: usize, hidden: usize, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let stride = 1 + hidden;
        let mut weights = vec![0.0; features * stride + 2 * hidden];
        for feature in 0..features {
            for unit in 0..hidden {
                weights[feature * stride + 1 + unit] = (rng.random::<f32>() - 0.5) * 0.3;
            }
        }
        for unit in 0..hidden {
            weights[features * stride + hidden + unit] = (rng.random::<f32>() - 0.5) * 0.6;
        }
        Self { features, hidden, weights }
    }

    /// Returns the score of an action. Writes the pre-activations of its hidden units to `sums`.
    fn score(&self, active: &[u16], sums: &mut [f32]) -> f32 {
        let stride = 1 + self.hidden;
        let base = self.features * stride;
        sums.copy_from_slice(&self.weights[base..base + self.hidden]);
        let mut score = 0.0;
        for feature in active {
            let row = &self.weights[usize::from(*feature) * stride..][..stride];
            score += row[0];
            for (sum, weight) in sums.iter_mut().zip(&row[1..]) {
                *sum += weight;
            }
        }
        let out = &self.weights[base + self.hidden..];
        for (sum, weight) in sums.iter().zip(out) {
            score += sum.max(0.0) * weight;
        }
        score
    }

    /// Returns the probabilities of actions, given the features of each.
    pub(super) fn probabilities<'a>(&self, actions: impl Iterator<Item = &'a [u16]>) -> Vec<f32> {
        let mut sums = vec![0.0; self.hidden];
        let mut scores: Vec<f32> = actions.map(|active| self.score(active, &mut sums)).collect();
        softmax(&mut scores);
        scores
    }

    /// Trains with Adam (Kingma and Ba, 2015) and decoupled weight decay on the decisions whose
    /// indices are in `decisions`, which it shuffles.
    pub(super) fn train(&mut self, samples: &Samples, decisions: &mut [usize], seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let mut gradient = vec![0.0; self.weights.len()];
        let mut moments = vec![[0.0f32; 2]; self.weights.len()];
        let mut powers = [1.0, 1.0];
        let steps = (decisions.len().div_ceil(BATCH) * EPOCHS) as f32;
        let mut step = 0.0;
        for _ in 0..EPOCHS {
            decisions.shuffle(&mut rng);
            for batch in decisions.chunks(BATCH) {
                gradient.fill(0.0);
                for decision in batch {
                    self.add_gradient(samples, *decision, &mut gradient);
                }
                (0..2).for_each(|k| powers[k] *= BETAS[k]);
                let rate = LEARNING_RATE * (1.0 - step / steps).max(0.02);
                step += 1.0;
                for ((weight, slope), moment) in
                    self.weights.iter_mut().zip(&gradient).zip(&mut moments)
                {
                    let slope = slope / batch.len() as f32;
                    moment[0] += (1.0 - BETAS[0]) * (slope - moment[0]);
                    moment[1] += (1.0 - BETAS[1]) * (slope * slope - moment[1]);
                    let [mean, square] = [0, 1].map(|k| moment[k] / (1.0 - powers[k]));
                    *weight -= rate * (mean / (square.sqrt() + EPSILON) + WEIGHT_DECAY * *weight);
                }
            }
        }
    }

    /// Adds the gradient of the cross-entropy loss of a decision to `gradient`.
    fn add_gradient(&self, samples: &Samples, decision: usize, gradient: &mut [f32]) {
        let (hidden, stride) = (self.hidden, 1 + self.hidden);
        let biases = self.features * stride;
        let outputs = biases + hidden;
        let actions = samples.actions(decision);
        let mut sums = vec![0.0; actions.len() * hidden];
        let units = actions.clone().zip(sums.chunks_mut(hidden));
        let mut errors: Vec<f32> =
            units.map(|(action, sums)| self.score(samples.features(action), sums)).collect();
        softmax(&mut errors);
        errors[samples.played(decision)] -= 1.0;
        for ((action, sums), error) in actions.zip(sums.chunks_mut(hidden)).zip(errors) {
            if error.abs() < 1e-4 {
                continue;
            }
            for (unit, sum) in sums.iter_mut().enumerate() {
                gradient[outputs + unit] += error * sum.max(0.0);
                let slope = if *sum > 0.0 { error * self.weights[outputs + unit] } else { 0.0 };
                gradient[biases + unit] += slope;
                *sum = slope;
            }
            for feature in samples.features(action) {
                let row = &mut gradient[usize::from(*feature) * stride..][..stride];
                row[0] += error;
                row[1..].iter_mut().zip(&*sums).for_each(|(entry, slope)| *entry += slope);
            }
        }
    }

    /// Returns the contents of a file of weights: [`MAGIC`], the numbers of features and hidden
    /// units, and two bytes for each weight.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for size in [self.features, self.hidden] {
            bytes.extend((size as u16).to_le_bytes());
        }
        // The conversion to an integer clamps.
        let rounded = self.weights.iter().map(|weight| (weight * SCALE).round() as i16);
        bytes.extend(rounded.flat_map(i16::to_le_bytes));
        bytes
    }

    /// Reads a file of weights. Returns `None` if it has another format or another number of
    /// features.
    pub(super) fn from_bytes(features: usize, bytes: &[u8]) -> Option<Self> {
        let (sizes, weights) = bytes.strip_prefix(MAGIC)?.split_at_checked(4)?;
        let size = |at: usize| usize::from(u16::from_le_bytes([sizes[at], sizes[at + 1]]));
        let hidden = size(2);
        let count = features * (1 + hidden) + 2 * hidden;
        if size(0) != features || hidden == 0 || weights.len() != 2 * count {
            return None;
        }
        let weights = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let weights = weights.map(|weight| f32::from(weight) / SCALE).collect();
        Some(Self { features, hidden, weights })
    }
}

/// Turns scores into probabilities.
fn softmax(scores: &mut [f32]) {
    let largest = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - largest);
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decisions among three actions. The action played has both features 0 and 1 or neither, and
    /// each other action has one of them. So no single feature says which was played.
    fn paired_features() -> Samples {
        let mut samples = Samples::default();
        for played in 0..3 {
            samples.begin(played);
            for action in 0..3 {
                let active: &[u16] = match (action == played, action % 2) {
                    (true, 0) => &[0, 1],
                    (true, _) => &[],
                    (false, 0) => &[0],
                    (false, _) => &[1],
                };
                samples.add_action(active);
            }
        }
        samples
    }

    #[test]
    fn training_learns_what_no_single_feature_shows() {
        let samples = paired_features();
        let mut decisions: Vec<usize> = (0..3).cycle().take(9_000).collect();
        let mut model = Model::new(2, 8, 1);
        model.train(&samples, &mut decisions, 1);
        for decision in 0..samples.len() {
            let features = samples.actions(decision).map(|action| samples.features(action));
            let probabilities = model.probabilities(features);
            assert!(probabilities[samples.played(decision)] > 0.8, "{probabilities:?}");
        }
    }

    #[test]
    fn files_round_trip_and_mismatched_files_are_refused() {
        let bytes = Model::new(5, 3, 1).to_bytes();
        let model = Model::from_bytes(5, &bytes).unwrap();
        assert_eq!(model.to_bytes(), bytes);
        assert_eq!(Model::from_bytes(6, &bytes), None);
        assert_eq!(Model::from_bytes(5, &bytes[1..]), None);
        assert_eq!(Model::from_bytes(5, &bytes[..bytes.len() - 1]), None);
    }
}
