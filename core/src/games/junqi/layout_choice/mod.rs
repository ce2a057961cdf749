//! Random layouts, of which those that win more often in games between robots are likelier.
//!
//! The strength of a layout is the share of wins that it adds, a linear function of its features
//! (`features`), fitted to games between robots by ridge regression (`training`). A layout is drawn
//! in proportion to its probability by the layout prior times the exponential of its strength
//! divided by a temperature. Of all distributions with the same mean strength, this one has the
//! least Kullback-Leibler divergence from the prior. Even so, at the temperature that ships, some
//! pieces stand on the same cell in most layouts.

mod features;
mod regression;
mod training;

use std::sync::LazyLock;

use rand::{Rng, RngExt};

pub use training::LayoutTraining;

use super::layout::Layout;
use super::layout_prior::{WeightsBySide, random_layout};
use super::piece::{ARMY, Kind};
use crate::learning::exp;
use features::{FEATURES, with_flag_on_the_left};

/// The number of Metropolis swaps after which a drawn layout no longer depends on the layout from
/// the prior with which the draw began.
const METROPOLIS_SWAPS: usize = 3_000;

/// The temperature at which [`strong_layout`] draws. The lower it is, the less any single layout
/// can win against the drawn ones, but the easier these are to guess.
const TEMPERATURE: f32 = 0.006;

/// The strength function that ships, or `None` if the file does not fit the features.
static STRENGTH: LazyLock<Option<LayoutStrength>> =
    LazyLock::new(|| LayoutStrength::from_bytes(include_bytes!("strength.layouts")));

/// Draws a random layout. Layouts that win more often are likelier. Their strength was learned from
/// games of two armies with hidden pieces. Such layouts also win on the other boards, but not in
/// games in which all pieces are visible.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::Layout;
/// use qipan_core::games::junqi::layout_choice::strong_layout;
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// let layout = strong_layout(&mut SmallRng::seed_from_u64(1));
/// assert_eq!(Layout::new(*layout.pieces()), Ok(layout), "the layout is allowed");
/// ```
pub fn strong_layout<R: Rng + ?Sized>(rng: &mut R) -> Layout {
    match &*STRENGTH {
        Some(strength) => strength.draw(TEMPERATURE, rng),
        None => random_layout(rng),
    }
}

/// A function that gives the strength of a layout: the share of wins that it adds.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutStrength {
    /// The weight of each feature.
    weights: Vec<f32>,
}

/// The first bytes of a file of weights, with the version of the format.
const MAGIC: &[u8; 8] = b"qiplay 1";
/// The scale of weights in a file. Each is stored as a whole number: the weight times this scale.
const SCALE: f32 = 65_536.0;

impl LayoutStrength {
    /// Returns the bytes of a file of the weights: two for each weight.
    pub fn to_bytes(&self) -> Vec<u8> {
        // The conversion to an integer clamps.
        let rounded = self.weights.iter().map(|weight| (weight * SCALE).round() as i16);
        MAGIC.iter().copied().chain(rounded.flat_map(i16::to_le_bytes)).collect()
    }

    /// Reads a file of weights. Returns `None` if it has another format or other features.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let weights = bytes.strip_prefix(MAGIC).filter(|rest| rest.len() == 2 * FEATURES)?;
        let weights = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Some(Self { weights: weights.map(|weight| f32::from(weight) / SCALE).collect() })
    }

    /// Returns the strength of a layout: the share of wins that it adds in games between equal
    /// robots. Only the difference between two layouts has a meaning.
    pub fn strength(&self, layout: &Layout) -> f32 {
        self.strength_of_pieces(&with_flag_on_the_left(layout))
    }

    fn strength_of_pieces(&self, pieces: &[Kind; ARMY]) -> f32 {
        let mut sum = 0.0;
        features::for_each_feature(pieces, |feature| sum += self.weights[feature]);
        sum
    }

    /// Draws a layout. Its probability is proportional to its probability by the layout prior times
    /// `exp(strength / temperature)`.
    pub fn draw<R: Rng + ?Sized>(&self, temperature: f32, rng: &mut R) -> Layout {
        let start = random_layout(rng);
        let is_mirrored = start.pieces()[features::LEFT_HEADQUARTERS] != Kind::Flag;
        let mut pieces = with_flag_on_the_left(&start);
        let mut strength = self.strength_of_pieces(&pieces);
        let weights = WeightsBySide::get(is_mirrored);
        for _ in 0..METROPOLIS_SWAPS {
            let (a, b) = (rng.random_range(0..ARMY), rng.random_range(0..ARMY));
            let threshold: f32 = rng.random();
            if pieces[a] == pieces[b] {
                continue;
            }
            let before = weights.of(pieces[a], a) * weights.of(pieces[b], b);
            let after = weights.of(pieces[a], b) * weights.of(pieces[b], a);
            if after == 0.0 {
                continue;
            }
            pieces.swap(a, b);
            let swapped = self.strength_of_pieces(&pieces);
            if threshold * before < after * exp((swapped - strength) / temperature) {
                strength = swapped;
            } else {
                pieces.swap(a, b);
            }
        }
        let layout = Layout::new(pieces);
        let layout =
            layout.unwrap_or_else(|why| unreachable!("swaps lead to allowed layouts: {why}"));
        if is_mirrored { layout.mirrored() } else { layout }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;
    use crate::contract::options::RuleSet;
    use crate::games::junqi::rules::Rules;
    use crate::learning::SelfPlay;

    fn shipped() -> &'static LayoutStrength {
        STRENGTH.as_ref().expect("a file that fits the features")
    }

    #[test]
    fn strong_layouts_are_stronger_than_the_prior_and_all_different() {
        let mut rng = SmallRng::seed_from_u64(7);
        let drawn: Vec<Layout> = (0..200).map(|_| strong_layout(&mut rng)).collect();
        let prior: Vec<Layout> = (0..200).map(|_| random_layout(&mut rng)).collect();
        let mean = |layouts: &[Layout]| {
            layouts.iter().map(|layout| shipped().strength(layout)).sum::<f32>() / 200.0
        };
        assert!(mean(&drawn) > mean(&prior) + 0.2);
        let different: BTreeSet<String> = drawn.iter().map(Layout::to_string).collect();
        assert_eq!(different.len(), 200);
        let is_left = |layout: &&Layout| layout.pieces()[features::LEFT_HEADQUARTERS] == Kind::Flag;
        let on_the_left = drawn.iter().filter(is_left).count();
        assert!((70..=130).contains(&on_the_left), "{on_the_left}");
    }

    #[test]
    fn mirror_images_are_equally_strong() {
        let mut rng = SmallRng::seed_from_u64(8);
        for _ in 0..50 {
            let layout = random_layout(&mut rng);
            assert_eq!(shipped().strength(&layout), shipped().strength(&layout.mirrored()));
        }
    }

    #[test]
    fn training_depends_on_its_seed_alone_and_its_file_round_trips() {
        let train = |preset: &str, seed: u64| {
            let mut training = LayoutTraining::new(Rules::preset(preset).unwrap(), 3, seed);
            while training.played() < 3 {
                training.play().unwrap();
            }
            training.to_bytes()
        };
        for preset in ["dark", "three", "siguo_dark"] {
            let bytes = train(preset, 1);
            assert_eq!(train(preset, 1), bytes, "{preset}");
            assert_ne!(train(preset, 2), bytes, "{preset}");
            let strength = LayoutStrength::from_bytes(&bytes).unwrap();
            assert_eq!(strength.to_bytes(), bytes);
            assert_eq!(LayoutStrength::from_bytes(&bytes[1..]), None);
            assert_eq!(LayoutStrength::from_bytes(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn training_refuses_states_that_are_not_its_own() {
        let begin = || LayoutTraining::new(Rules::preset("dark").unwrap(), 3, 1);
        let state = begin().state();
        let refused = |field: &str, value: serde_json::Value| {
            let mut state = state.clone();
            *state.pointer_mut(field).unwrap() = value;
            begin().resume(state).unwrap_err().to_string()
        };
        assert!(refused("/played", 4.into()).contains("wrong number of games"));
        assert!(refused("/sums/0", f64::NAN.to_bits().into()).contains("wrong sums"));
        assert!(refused("/weights/0", f32::INFINITY.to_bits().into()).contains("wrong weights"));
        assert!(refused("/weights", Vec::<u32>::new().into()).contains("wrong weights"));
        assert!(refused("/rng", 1.into()).contains("not the state of such a training"));
    }
}
