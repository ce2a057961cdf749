//! Computes ratings from pairwise comparisons of places, and confidence intervals of estimates.
//!
//! The model is Bradley-Terry: robot `i` is placed before robot `j` with probability `1 / (1 +
//! 10^((r_j - r_i) / 400))`, and a shared place counts half for each. A game of four gives six
//! comparisons. The ratings have maximum likelihood and the mean 1500. Two imaginary shared
//! places for each robot keep ratings finite even without a loss.
//!
//! Comparisons of one game are correlated, and so are games with the same dice. Intervals
//! therefore come from a bootstrap over blocks, not from the model. If there are more blocks than
//! groups, the blocks of a group are drawn together.

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
const Z: f64 = 1.959_964;

/// Elo points for a factor of e in the odds.
pub(super) const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Minimum number of groups for a bootstrap.
const MIN_GROUPS: usize = 8;

/// Number of bootstrap samples.
const DRAWS: usize = 400;

/// The comparisons between robots, in half points of each robot against each other one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparisons {
    robots: usize,
    halves: Vec<u64>,
}

impl Comparisons {
    pub(super) fn new(robots: usize) -> Self {
        Self { robots, halves: vec![0; robots * robots] }
    }

    /// Counts a comparison: two half points for the better place, one each for a shared place.
    pub(super) fn add(&mut self, a: usize, b: usize, order: std::cmp::Ordering) {
        let (for_a, for_b) = match order {
            std::cmp::Ordering::Less => (2, 0),
            std::cmp::Ordering::Equal => (1, 1),
            std::cmp::Ordering::Greater => (0, 2),
        };
        self.halves[a * self.robots + b] += for_a;
        self.halves[b * self.robots + a] += for_b;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (count, more) in self.halves.iter_mut().zip(&other.halves) {
            *count += more;
        }
    }

    /// Returns the half points of a robot against another one.
    pub(super) fn halves(&self, a: usize, b: usize) -> u64 {
        self.halves[a * self.robots + b]
    }

    fn is_empty(&self) -> bool {
        self.halves.iter().all(|count| *count == 0)
    }

    /// Returns the points of `a` against `b`, including the imaginary shared places.
    fn points(&self, a: usize, b: usize) -> f64 {
        let imaginary = 1.0 / (self.robots.max(2) - 1) as f64;
        self.halves[a * self.robots + b] as f64 / 2.0 + imaginary
    }
}

/// Computes the ratings and their intervals. Each element holds the comparisons of one group of
/// blocks.
pub(super) fn ratings(groups: &[Comparisons]) -> Vec<Estimate> {
    let Some(first) = groups.first() else { return Vec::new() };
    let mut all = Comparisons::new(first.robots);
    groups.iter().for_each(|group| all.merge(group));
    let found = fit(&all, &vec![0.0; all.robots]);
    let used: Vec<&Comparisons> = groups.iter().filter(|group| !group.is_empty()).collect();
    let spans = if used.len() < MIN_GROUPS {
        model_spans(&all, &found)
    } else {
        bootstrap_spans(&used, &found)
    };
    let points = |strength: f64| 1500.0 + POINTS * strength;
    let estimate = |(strength, [low, high]): (&f64, [f64; 2])| Estimate {
        value: points(*strength),
        low: points(low.min(*strength)),
        high: points(high.max(*strength)),
    };
    found.iter().zip(spans).map(estimate).collect()
}

/// Computes the strengths (logarithms of odds, mean 0) of maximum likelihood by Hunter's
/// iteration.
fn fit(all: &Comparisons, start: &[f64]) -> Vec<f64> {
    let n = all.robots;
    let mut odds: Vec<f64> = start.iter().map(|strength| strength.exp()).collect();
    for _ in 0..10_000 {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let others = (0..n).filter(|j| *j != i);
            let (won, met) = others.fold((0.0, 0.0), |(won, met), j| {
                let points = all.points(i, j);
                (won + points, met + (points + all.points(j, i)) / (odds[i] + odds[j]))
            });
            let new = if met > 0.0 { won / met } else { odds[i] };
            change = change.max((new / odds[i]).ln().abs());
            odds[i] = new;
        }
        let mean = odds.iter().map(|o| o.ln()).sum::<f64>() / n as f64;
        odds.iter_mut().for_each(|o| *o /= mean.exp());
        if change < 1e-10 {
            break;
        }
    }
    odds.iter().map(|o| o.ln()).collect()
}

/// Returns the middle 95 % of the strengths over bootstrap samples: as many groups as there are,
/// drawn with replacement. The generator has a fixed seed, so equal games give equal intervals.
fn bootstrap_spans(groups: &[&Comparisons], found: &[f64]) -> Vec<[f64; 2]> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut strengths = vec![Vec::with_capacity(DRAWS); found.len()];
    for _ in 0..DRAWS {
        let mut drawn = Comparisons::new(found.len());
        (0..groups.len()).for_each(|_| drawn.merge(groups[rng.random_range(0..groups.len())]));
        let fitted = fit(&drawn, found);
        strengths.iter_mut().zip(fitted).for_each(|(all, strength)| all.push(strength));
    }
    let span = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        let cut = DRAWS / 40;
        [all[cut], all[DRAWS - 1 - cut]]
    };
    strengths.into_iter().map(span).collect()
}

/// Returns the intervals of the model, for very few games. Comparisons count half, because those
/// of one game are correlated.
fn model_spans(all: &Comparisons, found: &[f64]) -> Vec<[f64; 2]> {
    let known = |i: usize| -> f64 {
        let others = (0..found.len()).filter(|j| *j != i);
        let known = others.map(|j| {
            let chance = 1.0 / (1.0 + (found[j] - found[i]).exp());
            (all.points(i, j) + all.points(j, i)) * chance * (1.0 - chance)
        });
        known.sum::<f64>() / 2.0
    };
    let span = |(i, strength): (usize, &f64)| {
        let half = Z / known(i).sqrt();
        [strength - half, strength + half]
    };
    found.iter().enumerate().map(span).collect()
}

/// Computes Wilson's 95 % interval of a share that was observed in `weight` independent games.
///
/// # Examples
/// Half of 100 games won says less than half of 10,000:
/// ```
/// use qipan_core::tournament::wilson;
///
/// let (few, many) = (wilson(0.5, 100.0), wilson(0.5, 10_000.0));
/// assert!((0.39..0.41).contains(&few.low) && (0.59..0.61).contains(&few.high));
/// assert!(many.high - many.low < 0.02);
/// ```
pub fn wilson(share: f64, weight: f64) -> Estimate {
    let z2 = Z * Z;
    let middle = (share + z2 / (2.0 * weight)) / (1.0 + z2 / weight);
    let spread = share * (1.0 - share) / weight + z2 / (4.0 * weight * weight);
    let half = Z * spread.max(0.0).sqrt() / (1.0 + z2 / weight);
    let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
    Estimate { value: share, low: low.min(share), high: high.max(share) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn group(robots: usize, results: &[(usize, usize, u32)]) -> Comparisons {
        let mut comparisons = Comparisons::new(robots);
        for (a, b, times) in results {
            (0..*times).for_each(|_| comparisons.add(*a, *b, Ordering::Less));
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
    fn shared_places_rate_alike() {
        let mut tied = Comparisons::new(3);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            (0..10).for_each(|_| tied.add(a, b, Ordering::Equal));
        }
        assert!(ratings(&[tied]).iter().all(|r| (r.value - 1500.0).abs() < 1e-6));
    }

    #[test]
    fn intervals_match_published_values() {
        let few = wilson(0.0, 10.0);
        assert!(few.low == 0.0 && (few.high - 0.2775).abs() < 1e-3);
        let even = wilson(0.5, 100.0);
        assert!((even.low - 0.4038).abs() < 1e-3 && (even.high - 0.5962).abs() < 1e-3);
    }
}
