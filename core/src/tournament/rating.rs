//! Computes ratings from pairwise comparisons of places, and confidence intervals of estimates.
//!
//! The model is Bradley-Terry: robot `i` is placed before robot `j` with probability
//! `1 / (1 + 10^((r_j - r_i) / 400))`. A shared place counts as half a point for each. A game of
//! four gives six comparisons. The ratings are those of maximum likelihood with the mean 1500. Two
//! imaginary shared places for each robot keep the ratings finite, even if a robot never lost.
//!
//! Comparisons of one game are correlated, and so are games with the same dice. The intervals
//! therefore come from a bootstrap over groups of blocks, not from the model. Each block is its own
//! group until there are as many groups as the tally allows. After that, several blocks share one.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The quantile of the normal distribution for two-sided 95 % intervals.
pub(super) const Z_95: f64 = 1.959_964;

/// Elo points for one logit, a factor of e in the odds.
pub(super) const POINTS_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Minimum number of groups for a bootstrap.
const MIN_GROUPS: usize = 8;

/// The mean of all ratings, in Elo points.
const MEAN_RATING: f64 = 1500.0;

/// Maximum number of iterations of a fit, and the change of a strength below which it stops.
const MAX_FIT_ITERATIONS: usize = 10_000;
const FIT_TOLERANCE: f64 = 1e-10;

/// Number of bootstrap samples.
const BOOTSTRAP_SAMPLES: usize = 400;

/// The comparisons between robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparisons {
    robots: usize,
    /// The half points of each robot against each other robot: a matrix, row by row.
    half_points: Vec<u64>,
}

impl Comparisons {
    pub(super) fn new(robots: usize) -> Self {
        Self { robots, half_points: vec![0; robots * robots] }
    }

    /// Counts a comparison of two robots: two half points for the one with the better place, or one
    /// each for a shared place. `order` is the order of their places, `Less` if that of `a` is
    /// better.
    pub(super) fn add(&mut self, a: usize, b: usize, order: std::cmp::Ordering) {
        let (for_a, for_b) = match order {
            std::cmp::Ordering::Less => (2, 0),
            std::cmp::Ordering::Equal => (1, 1),
            std::cmp::Ordering::Greater => (0, 2),
        };
        self.half_points[a * self.robots + b] += for_a;
        self.half_points[b * self.robots + a] += for_b;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (sum, added) in self.half_points.iter_mut().zip(&other.half_points) {
            *sum += added;
        }
    }

    /// Returns the half points of `a` against `b`.
    pub(super) fn half_points(&self, a: usize, b: usize) -> u64 {
        self.half_points[a * self.robots + b]
    }

    fn is_empty(&self) -> bool {
        self.half_points.iter().all(|sum| *sum == 0)
    }

    /// Returns the points of `a` against `b`, including the imaginary shared places.
    fn points(&self, a: usize, b: usize) -> f64 {
        let imaginary = 1.0 / (self.robots.max(2) - 1) as f64;
        self.half_points[a * self.robots + b] as f64 / 2.0 + imaginary
    }
}

/// Computes the ratings and their intervals. Each element holds the comparisons of one group of
/// blocks.
pub(super) fn ratings(groups: &[Comparisons]) -> Vec<Estimate> {
    let Some(first) = groups.first() else { return Vec::new() };
    let mut all = Comparisons::new(first.robots);
    groups.iter().for_each(|group| all.merge(group));
    let strengths = fit(&all, &vec![0.0; all.robots]);
    let used: Vec<&Comparisons> = groups.iter().filter(|group| !group.is_empty()).collect();
    let intervals = if used.len() < MIN_GROUPS {
        model_intervals(&all, &strengths)
    } else {
        bootstrap_intervals(&used, &strengths)
    };
    let to_points = |strength: f64| MEAN_RATING + POINTS_PER_LOGIT * strength;
    let estimate = |(strength, [low, high]): (&f64, [f64; 2])| Estimate {
        value: to_points(*strength),
        low: to_points(low.min(*strength)),
        high: to_points(high.max(*strength)),
    };
    strengths.iter().zip(intervals).map(estimate).collect()
}

/// Computes the maximum-likelihood strengths by the MM algorithm of Hunter (2004), beginning at
/// `start`. A strength is the logarithm of a robot's odds. The mean of all strengths is 0.
fn fit(all: &Comparisons, start: &[f64]) -> Vec<f64> {
    let robots = all.robots;
    let mut odds: Vec<f64> = start.iter().map(|strength| strength.exp()).collect();
    for _ in 0..MAX_FIT_ITERATIONS {
        let mut largest_change: f64 = 0.0;
        for i in 0..robots {
            let (mut points, mut weight) = (0.0, 0.0);
            for j in (0..robots).filter(|j| *j != i) {
                let points_of_i = all.points(i, j);
                points += points_of_i;
                weight += (points_of_i + all.points(j, i)) / (odds[i] + odds[j]);
            }
            let new_odds = if weight > 0.0 { points / weight } else { odds[i] };
            largest_change = largest_change.max((new_odds / odds[i]).ln().abs());
            odds[i] = new_odds;
        }
        let mean = odds.iter().map(|value| value.ln()).sum::<f64>() / robots as f64;
        odds.iter_mut().for_each(|value| *value /= mean.exp());
        if largest_change < FIT_TOLERANCE {
            break;
        }
    }
    odds.iter().map(|value| value.ln()).collect()
}

/// Returns the middle 95 % of each robot's strength over bootstrap samples. A sample consists of as
/// many groups as there are, drawn with replacement. The generator has a fixed seed, so equal games
/// give equal intervals.
fn bootstrap_intervals(groups: &[&Comparisons], strengths: &[f64]) -> Vec<[f64; 2]> {
    /// The number of samples in 2.5 %, which are cut off at each end.
    const CUT: usize = BOOTSTRAP_SAMPLES / 40;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut samples_by_robot = vec![Vec::with_capacity(BOOTSTRAP_SAMPLES); strengths.len()];
    for _ in 0..BOOTSTRAP_SAMPLES {
        let mut sample = Comparisons::new(strengths.len());
        for _ in 0..groups.len() {
            sample.merge(groups[rng.random_range(0..groups.len())]);
        }
        for (samples, strength) in samples_by_robot.iter_mut().zip(fit(&sample, strengths)) {
            samples.push(strength);
        }
    }
    let interval = |mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        [samples[CUT], samples[BOOTSTRAP_SAMPLES - 1 - CUT]]
    };
    samples_by_robot.into_iter().map(interval).collect()
}

/// Returns the intervals of the model, for very few games. Comparisons count half, because those
/// of one game are correlated.
fn model_intervals(all: &Comparisons, strengths: &[f64]) -> Vec<[f64; 2]> {
    // The Fisher information about the strength of robot `i`.
    let information = |i: usize| -> f64 {
        let others = (0..strengths.len()).filter(|j| *j != i);
        let parts = others.map(|j| {
            let chance = 1.0 / (1.0 + (strengths[j] - strengths[i]).exp());
            (all.points(i, j) + all.points(j, i)) * chance * (1.0 - chance)
        });
        parts.sum::<f64>() / 2.0
    };
    let interval = |(i, strength): (usize, &f64)| {
        let half_width = Z_95 / information(i).sqrt();
        [strength - half_width, strength + half_width]
    };
    strengths.iter().enumerate().map(interval).collect()
}

/// The results of a player against opponents of one known rating.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatedResults {
    /// The rating of the opponents.
    pub rating: f64,
    /// The number of games. A game against several opponents may count as a part for each.
    pub games: f64,
    /// The points, from 0 to the number of games: 1 for a win, half for a draw.
    pub points: f64,
}

/// Computes the maximum-likelihood rating of a player from results against opponents of known
/// ratings, and its interval. One imaginary drawn game, spread over the opponents, keeps it finite.
/// Returns `None` without games.
///
/// # Examples
/// Three points of four are 191 Elo points more than the opponents have:
/// ```
/// use qipan_core::tournament::{RatedResults, rate_against};
///
/// let results = RatedResults { rating: 1500.0, games: 4000.0, points: 3000.0 };
/// let rating = rate_against(&[results]).expect("there are games");
/// assert!((rating.value - 1691.0).abs() < 1.0);
/// assert!(rating.low < rating.value && rating.value < rating.high);
/// assert_eq!(rate_against(&[]), None);
/// ```
pub fn rate_against(results: &[RatedResults]) -> Option<Estimate> {
    /// The largest distance of a rating from those of the opponents.
    const REACH: f64 = 2000.0;
    const HALVINGS: usize = 50;
    let played = || results.iter().filter(|result| result.games > 0.0);
    let games: f64 = played().map(|result| result.games).sum();
    if games <= 0.0 {
        return None;
    }
    let expected =
        |rating: f64, other: f64| 1.0 / (1.0 + ((other - rating) / POINTS_PER_LOGIT).exp());
    // The imaginary game adds this share to the games against each opponent.
    let weight = 1.0 + 1.0 / games;
    let excess = |rating: f64| -> f64 {
        let parts = played().map(|result| {
            let points = result.points + 0.5 * result.games / games;
            result.games * weight * expected(rating, result.rating) - points
        });
        parts.sum()
    };
    let ratings = || played().map(|result| result.rating);
    let mut low = ratings().fold(f64::INFINITY, f64::min) - REACH;
    let mut high = ratings().fold(f64::NEG_INFINITY, f64::max) + REACH;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    let value = f64::midpoint(low, high);
    let information = played().map(|result| {
        let chance = expected(value, result.rating);
        result.games * weight * chance * (1.0 - chance)
    });
    let half_width = Z_95 * POINTS_PER_LOGIT / information.sum::<f64>().sqrt();
    Some(Estimate { value, low: value - half_width, high: value + half_width })
}

/// Computes Wilson's 95 % interval of a share that was observed in `games` independent games.
///
/// # Examples
/// The interval becomes narrower with more games:
/// ```
/// use qipan_core::tournament::wilson;
///
/// let (few, many) = (wilson(0.5, 100.0), wilson(0.5, 10_000.0));
/// assert!((0.39..0.41).contains(&few.low) && (0.59..0.61).contains(&few.high));
/// assert!(many.high - many.low < 0.02);
/// ```
pub fn wilson(share: f64, games: f64) -> Estimate {
    let z_squared = Z_95 * Z_95;
    let middle = (share + z_squared / (2.0 * games)) / (1.0 + z_squared / games);
    let variance = share * (1.0 - share) / games + z_squared / (4.0 * games * games);
    let half_width = Z_95 * variance.max(0.0).sqrt() / (1.0 + z_squared / games);
    let (low, high) = ((middle - half_width).max(0.0), (middle + half_width).min(1.0));
    Estimate { value: share, low: low.min(share), high: high.max(share) }
}

/// Returns the mean of independent estimates, or `None` if there are none. Its interval is computed
/// from the intervals of the estimates (MOVER, Zou and Donner 2008), so it keeps their asymmetry
/// near 0 and 1.
///
/// # Examples
/// A mean is known better than its parts:
/// ```
/// use qipan_core::tournament::{mean_estimate, wilson};
///
/// let parts = [wilson(0.9, 50.0), wilson(0.4, 50.0)];
/// let mean = mean_estimate(&parts).unwrap();
/// assert!((mean.value - 0.65).abs() < 1e-12);
/// assert!(mean.high - mean.low < parts[0].high - parts[0].low);
/// ```
pub fn mean_estimate(parts: &[Estimate]) -> Option<Estimate> {
    let count = parts.len() as f64;
    let mean = |of: fn(&Estimate) -> f64| parts.iter().map(of).sum::<f64>() / count;
    let value = mean(|part| part.value);
    let below = mean(|part| (part.value - part.low).powi(2)) / count;
    let above = mean(|part| (part.high - part.value).powi(2)) / count;
    let (low, high) = (value - below.sqrt(), value + above.sqrt());
    (!parts.is_empty()).then_some(Estimate { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    /// Returns comparisons in which each result is a winner, a loser, and how often that happened.
    fn group(robots: usize, results: &[(usize, usize, u32)]) -> Comparisons {
        let mut comparisons = Comparisons::new(robots);
        for (winner, loser, times) in results {
            (0..*times).for_each(|_| comparisons.add(*winner, *loser, Ordering::Less));
        }
        comparisons
    }

    #[test]
    fn three_wins_in_four_are_191_points() {
        let groups: Vec<_> =
            (0..16).map(|k| group(2, &[(0, 1, 735 + 2 * k), (1, 0, 265 - 2 * k)])).collect();
        let [a, b] = ratings(&groups)[..] else { panic!("two ratings") };
        assert!((a.value - b.value - 400.0 * 3f64.log10()).abs() < 2.0, "{a:?} {b:?}");
        assert!((a.value + b.value - 3000.0).abs() < 1e-6);
        assert!(a.low < a.value && a.value < a.high && a.high - a.low < 20.0);
    }

    #[test]
    fn ratings_of_perfect_scores_are_finite_and_shrunk() {
        let [a, b] = ratings(&[group(2, &[(0, 1, 3)])])[..] else { panic!("two ratings") };
        assert!(a.value > b.value && a.value < 2000.0 && a.high - a.low > 200.0);
    }

    #[test]
    fn shared_places_give_equal_ratings() {
        let mut tied = Comparisons::new(3);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            (0..10).for_each(|_| tied.add(a, b, Ordering::Equal));
        }
        assert!(ratings(&[tied]).iter().all(|rating| (rating.value - 1500.0).abs() < 1e-6));
    }

    #[test]
    fn rating_against_known_opponents_is_finite_and_between_them() {
        let at = |rating: f64, games: f64, points: f64| RatedResults { rating, games, points };
        let beaten = rate_against(&[at(1500.0, 5.0, 5.0)]).unwrap();
        assert!(beaten.value > 1700.0 && beaten.value < 2200.0, "{beaten:?}");
        let between = rate_against(&[at(1300.0, 400.0, 300.0), at(1700.0, 400.0, 100.0)]).unwrap();
        assert!((between.value - 1500.0).abs() < 1e-6, "{between:?}");
        assert!(between.high - between.low < 80.0 && beaten.high - beaten.low > 400.0);
        assert_eq!(rate_against(&[at(1500.0, 0.0, 0.0)]), None);
    }

    #[test]
    fn wilson_intervals_match_published_values() {
        let few = wilson(0.0, 10.0);
        assert!(few.low == 0.0 && (few.high - 0.2775).abs() < 1e-3);
        let even = wilson(0.5, 100.0);
        assert!((even.low - 0.4038).abs() < 1e-3 && (even.high - 0.5962).abs() < 1e-3);
    }
}
