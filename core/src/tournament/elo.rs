//! Computes the difference in strength of two robots from the scores of their blocks, in the
//! measures of chess engine testing.
//!
//! A block of two robots has two games, so the first robot has 0, 1/2, 1, 3/2 or 2 points in it.
//! The counts of the five scores are called pentanomial. With the mean score `s` of a game, and the
//! unbiased variance `v` of the mean score of a block, over `n` blocks:
//!
//! - Elo is `-400 log10(1/s - 1)`. The ends of its interval are its values at the ends of the 95 %
//!   interval of `s`, which is Wilson's for `s (1 - s) n / v` independent games. The error is half
//!   the width of the interval.
//! - Normalised Elo (Van den Bergh 2019) is `800/ln 10 * (s - 1/2) / sqrt(2 v)`, with an error of
//!   `800/ln 10 * t / sqrt(2 n)`. It determines how many games are needed to detect the
//!   difference.
//! - LOS, the likelihood of superiority, is the standard normal distribution function at
//!   `(s - 1/2) / sqrt(v/n)`.
//!
//! `t` is the quantile of Student's distribution with `n - 1` degrees of freedom. With many blocks
//! it is 1.96, and the figures are those of fastchess. With few, the intervals of fastchess are too
//! narrow.

use super::rating::{ELO_PER_LOGIT, Estimate, wilson_with};
use super::student::t_95;

/// The number of blocks in which a robot had 0, 1/2, 1, 3/2 and 2 points in two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockScores(pub [u64; 5]);

/// The difference in strength of two robots.
///
/// # Examples
/// ```
/// use qipan_core::tournament::BlockScores;
///
/// let elo = BlockScores([10, 20, 40, 30, 20]).elo().expect("the scores differ");
/// assert_eq!((elo.value.round(), elo.error.round()), (44.0, 37.0));
/// assert_eq!((elo.normalised.round(), elo.normalised_error.round()), (53.0, 44.0));
/// assert!(elo.superiority > 0.990 && elo.superiority < 0.991);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloDifference {
    /// The difference in Elo points, above 0 if the first robot is stronger.
    pub value: f64,
    /// The half-width of its 95 % confidence interval.
    pub error: f64,
    /// The ends of the interval. It is not symmetric around the difference.
    pub interval: [f64; 2],
    /// The difference in normalised Elo.
    pub normalised: f64,
    /// The half-width of its 95 % confidence interval.
    pub normalised_error: f64,
    /// The likelihood that the first robot is stronger, from 0 to 1 (LOS).
    pub superiority: f64,
}

impl BlockScores {
    /// Counts a block with this number of half points, from 0 to 4.
    pub(super) fn add(&mut self, half_points: u64) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Computes the difference in strength. Returns `None` while all blocks have equal scores,
    /// because the error is then unknown.
    pub fn elo(&self) -> Option<EloDifference> {
        let blocks = self.blocks() as f64;
        // The mean over blocks of a function of the block's mean score.
        let mean = |value: &dyn Fn(f64) -> f64| {
            let parts = (0..5u8)
                .zip(self.0)
                .map(|(half_points, count)| count as f64 * value(f64::from(half_points) / 4.0));
            parts.sum::<f64>() / blocks
        };
        if self.0.iter().filter(|count| **count > 0).count() < 2 {
            return None;
        }
        let score = mean(&|score| score);
        let variance = mean(&|block_score| (block_score - score).powi(2)) * blocks / (blocks - 1.0);
        let standard_error = (variance / blocks).sqrt();
        let quantile = t_95(self.blocks() - 1);
        let Estimate { low, high, .. } =
            wilson_with(quantile, score, score * (1.0 - score) / standard_error.powi(2));
        let elo = |score: f64| -ELO_PER_LOGIT * (1.0 / score - 1.0).ln();
        Some(EloDifference {
            value: elo(score),
            error: (elo(high) - elo(low)) / 2.0,
            interval: [elo(low), elo(high)],
            normalised: 2.0 * ELO_PER_LOGIT * (score - 0.5) / (2.0 * variance).sqrt(),
            normalised_error: 2.0 * ELO_PER_LOGIT * quantile / (2.0 * blocks).sqrt(),
            superiority: normal_distribution((score - 0.5) / standard_error),
        })
    }
}

/// Returns the probability that a standard normal variable is at most `x`.
fn normal_distribution(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_robots_have_no_difference() {
        let elo = BlockScores([10, 20, 40, 20, 10]).elo().unwrap();
        assert!(elo.value.abs() < 1e-9 && elo.normalised.abs() < 1e-9);
        assert!((elo.superiority - 0.5).abs() < 1e-12);
    }

    #[test]
    fn swapped_robots_have_the_opposite_difference() {
        let [ahead, behind] =
            [[3, 5, 20, 9, 8], [8, 9, 20, 5, 3]].map(|counts| BlockScores(counts).elo().unwrap());
        assert!((ahead.value + behind.value).abs() < 1e-9 && ahead.value > 0.0);
        assert!((ahead.error - behind.error).abs() < 1e-9);
        assert!((ahead.normalised + behind.normalised).abs() < 1e-9);
        assert!((ahead.superiority + behind.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn score_of_three_quarters_is_191_points() {
        let elo = BlockScores([0, 0, 500, 0, 500]).elo().unwrap();
        assert!((elo.value - 400.0 * 3f64.log10()).abs() < 1e-9);
        // The standard deviation of a game is sqrt(2)/4 of a point, times sqrt(1000/999) because
        // the mean is estimated.
        let normalised = 347.435_585 * 0.5 * 2f64.sqrt() * 0.999f64.sqrt();
        assert!((elo.normalised - normalised).abs() < 1e-4);
        assert!(elo.superiority > 0.999_999);
    }

    #[test]
    fn blocks_with_equal_scores_have_no_difference() {
        for counts in [[0; 5], [0, 0, 0, 0, 9], [0, 0, 9, 0, 0]] {
            assert_eq!(BlockScores(counts).elo(), None, "{counts:?}");
        }
    }
}
