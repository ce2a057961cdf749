//! Computes ratings from pairwise comparisons of places, and confidence intervals of estimates.
//!
//! The model is Bradley-Terry: robot `i` is placed before robot `j` with probability
//! `1 / (1 + 10^((r_j - r_i) / 400))`. A shared place counts as half a point for each. A game of
//! four robots gives six comparisons. The ratings are those of maximum likelihood with the mean
//! 1500. Two imaginary shared places for each robot keep the ratings finite, even if a robot never
//! lost.
//!
//! Comparisons of one game are correlated, and so are games with the same dice. The variance of the
//! intervals is therefore estimated from the differences between groups of blocks, not from the
//! model. Each block is its own group until there are as many groups as the tally allows. After
//! that, several blocks share one. The quantile is that of Student's t distribution. The ends of an
//! interval are those of Wilson's score test, extended to several robots, so that they fit robots
//! that win or lose almost always.

use super::student::{Z_95, t_95};

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

/// Elo points for one logit, a factor of e in the odds.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The factor for the variance of the model if the variance between groups is not known. It is
/// above 1, because the comparisons of one game are correlated.
const DEFAULT_DESIGN_EFFECT: f64 = 2.0;

/// The mean of all ratings, in Elo points.
const MEAN_RATING: f64 = 1500.0;

/// The largest distance of an end of an interval from its estimate, in logits.
const MAX_END_DISTANCE: f64 = 20.0;

/// Maximum number of iterations of a fit.
const MAX_FIT_ITERATIONS: usize = 10_000;
/// A fit stops once every strength changes by less than this in an iteration, in logits.
const FIT_TOLERANCE: f64 = 1e-10;

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
    /// each for a shared place. `order` is the order of their places, `Less` if `a` has the better
    /// place.
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

    /// Returns true if a robot was compared with another one.
    fn includes(&self, robot: usize) -> bool {
        (0..self.robots)
            .any(|other| self.half_points(robot, other) > 0 || self.half_points(other, robot) > 0)
    }

    /// Returns the points that imaginary shared places give a robot against each other robot.
    fn imaginary_points(&self) -> f64 {
        1.0 / (self.robots.max(2) - 1) as f64
    }

    /// Returns the points of `a` against `b`, including the imaginary shared places.
    fn points(&self, a: usize, b: usize) -> f64 {
        self.half_points(a, b) as f64 / 2.0 + self.imaginary_points()
    }
}

/// Computes the ratings and their intervals. Each element of `groups` holds the comparisons of one
/// group of blocks. `weights` has one number for each compared robot: 1, or the number of robots if
/// a whole pool is compared as one robot. The weighted mean of all ratings is 1500.
pub(super) fn ratings(groups: &[Comparisons], weights: &[f64]) -> Vec<Estimate> {
    let Some(first) = groups.first() else { return Vec::new() };
    let mut all = Comparisons::new(first.robots);
    groups.iter().for_each(|group| all.merge(group));
    let strengths = fit(&all);
    let total_weight: f64 = weights.iter().sum();
    let mean = strengths.iter().zip(weights).map(|(s, w)| s * w).sum::<f64>() / total_weight;
    let to_elo = |strength: f64| MEAN_RATING + ELO_PER_LOGIT * (strength - mean);
    if all.robots < 2 {
        let even = Estimate { value: MEAN_RATING, low: MEAN_RATING, high: MEAN_RATING };
        return vec![even; all.robots];
    }
    let used: Vec<&Comparisons> = groups.iter().filter(|group| !group.is_empty()).collect();
    let model = FittedModel { all: &all, strengths: &strengths };
    let inverse = model.inverse_information();
    let estimate = |robot: usize| {
        // The strength of the robot less the mean strength, as a combination of all strengths.
        let own = |other: usize| f64::from(u8::from(other == robot));
        let contrast: Vec<f64> =
            (0..all.robots).map(|other| own(other) - weights[other] / total_weight).collect();
        let influence = product(&inverse, &contrast);
        let model_variance = dot(&contrast, &influence);
        let (variance, quantile) = model.observed_variance(&used, robot, &influence);
        let variance = variance.unwrap_or(DEFAULT_DESIGN_EFFECT * model_variance);
        // The change of each strength, on the path of greatest likelihood, while the estimated
        // quantity rises by 1.
        let path: Vec<f64> = influence.iter().map(|part| part / model_variance).collect();
        let limit = quantile * quantile * variance / model_variance;
        let [low, high] = [-1.0, 1.0].map(|sign| model.end_of_interval(&path, sign, limit));
        let value = strengths[robot];
        Estimate { value: to_elo(value), low: to_elo(value + low), high: to_elo(value + high) }
    };
    (0..all.robots).map(estimate).collect()
}

/// The comparisons of all groups, and the strengths that fit them.
struct FittedModel<'a> {
    all: &'a Comparisons,
    strengths: &'a [f64],
}

impl FittedModel<'_> {
    /// Returns the expected points of `a` in a comparison with `b`.
    fn expected(&self, a: usize, b: usize) -> f64 {
        1.0 / (1.0 + (self.strengths[b] - self.strengths[a]).exp())
    }

    /// Returns the number of comparisons of two robots, including imaginary ones.
    fn comparisons(&self, a: usize, b: usize) -> f64 {
        self.all.points(a, b) + self.all.points(b, a)
    }

    /// Returns the pseudoinverse of the Fisher information about the strengths, row by row. Its
    /// rows sum to 0, as only differences of strengths matter.
    fn inverse_information(&self) -> Vec<Vec<f64>> {
        let robots = self.strengths.len();
        let mut matrix = vec![vec![0.0; robots]; robots];
        for (a, row) in matrix.iter_mut().enumerate() {
            for b in (0..robots).filter(|b| *b != a) {
                let chance = self.expected(a, b);
                let information = self.comparisons(a, b) * chance * (1.0 - chance);
                row[b] -= information;
                row[a] += information;
            }
        }
        // The information matrix is singular. A constant added to all entries makes it invertible.
        // The constant's share of the inverse is subtracted again.
        let shift = (0..robots).map(|a| matrix[a][a]).sum::<f64>() / (robots * robots) as f64;
        matrix.iter_mut().flatten().for_each(|entry| *entry += shift);
        let mut inverse = inverted(matrix);
        let shift = 1.0 / (shift * (robots * robots) as f64);
        inverse.iter_mut().flatten().for_each(|entry| *entry -= shift);
        inverse
    }

    /// Returns the variance of an estimated quantity between groups (the sandwich estimator of
    /// Huber and White, clustered by group), and the quantile of its interval. `influence` holds
    /// for each robot the change of the quantity if the robot has one point more than the model
    /// expects. Returns no variance if `robot` played in fewer than two groups, or if all groups
    /// are equal.
    fn observed_variance(
        &self,
        groups: &[&Comparisons],
        robot: usize,
        influence: &[f64],
    ) -> (Option<f64>, f64) {
        /// The largest variance that counts as a rounding error.
        const MAX_ROUNDING_ERROR: f64 = 1e-12;
        let (mut sum, mut squares, mut own_groups) = (0.0, 0.0, 0);
        for group in groups {
            let mut change = 0.0;
            for a in 0..group.robots {
                for b in a + 1..group.robots {
                    let [for_a, for_b] = [(a, b), (b, a)].map(|(a, b)| group.half_points(a, b));
                    let games = (for_a + for_b) as f64 / 2.0;
                    let surplus = for_a as f64 / 2.0 - games * self.expected(a, b);
                    change += surplus * (influence[a] - influence[b]);
                }
            }
            sum += change;
            squares += change * change;
            own_groups += u64::from(group.includes(robot));
        }
        if own_groups < 2 {
            return (None, Z_95);
        }
        // Only groups with the robot tell how well its strength is known.
        let (count, own) = (groups.len() as f64, own_groups as f64);
        let variance = (squares - sum * sum / count) * own / (own - 1.0);
        ((variance > MAX_ROUNDING_ERROR).then_some(variance), t_95(own_groups - 1))
    }

    /// Returns the signed distance from the fitted strengths, along a path, at which the score test
    /// rejects them. It does so once the squared surplus of points exceeds `limit` times its
    /// variance. For two robots this is an end of Wilson's interval. A robot that won or lost every
    /// comparison has no end on one side. The imaginary shared places then give it one.
    fn end_of_interval(&self, path: &[f64], sign: f64, limit: f64) -> f64 {
        let end = |imaginary: f64| self.end_with_imaginary(path, sign, limit, imaginary);
        sign * end(0.0).or_else(|| end(1.0)).unwrap_or(MAX_END_DISTANCE)
    }

    /// Returns the distance at which the test rejects, with a multiple of the imaginary shared
    /// places. Returns `None` if it is more than [`MAX_END_DISTANCE`].
    fn end_with_imaginary(
        &self,
        path: &[f64],
        sign: f64,
        limit: f64,
        imaginary: f64,
    ) -> Option<f64> {
        const FIRST_DISTANCE: f64 = 1e-4;
        const HALVINGS: usize = 50;
        let imaginary = imaginary * self.all.imaginary_points();
        let is_rejected = |distance: f64| {
            let (mut surplus, mut variance) = (0.0, 0.0);
            for a in 0..path.len() {
                for b in a + 1..path.len() {
                    let slope = path[a] - path[b];
                    let difference =
                        self.strengths[b] - self.strengths[a] - sign * distance * slope;
                    let chance = 1.0 / (1.0 + difference.exp());
                    let [for_a, for_b] = [(a, b), (b, a)]
                        .map(|(a, b)| self.all.half_points(a, b) as f64 / 2.0 + imaginary);
                    surplus += slope * (for_a - (for_a + for_b) * chance);
                    variance += slope * slope * (for_a + for_b) * chance * (1.0 - chance);
                }
            }
            sign * surplus < 0.0 && surplus * surplus > limit * variance
        };
        let (mut low, mut high) = (0.0, FIRST_DISTANCE);
        while !is_rejected(high) {
            if high > MAX_END_DISTANCE {
                return None;
            }
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if is_rejected(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the product of a matrix and a vector.
fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Returns the inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        for part in [&mut matrix, &mut inverse] {
            part[pivot].iter_mut().for_each(|entry| *entry /= scale);
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for part in [&mut matrix, &mut inverse] {
                let pivot_row = part[pivot].clone();
                part[row].iter_mut().zip(pivot_row).for_each(|(entry, p)| *entry -= factor * p);
            }
        }
    }
    inverse
}

/// Computes the maximum-likelihood strengths by the MM algorithm of Hunter (2004). A strength is
/// the logarithm of a robot's odds. The mean of all strengths is 0.
fn fit(all: &Comparisons) -> Vec<f64> {
    let robots = all.robots;
    let mut odds = vec![1.0; robots];
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
/// ratings, and its interval. One imaginary drawn game, spread over the opponents, keeps the rating
/// finite. Returns `None` without games.
///
/// # Examples
/// A player with three points in every four games is 191 Elo points above the opponents:
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
    /// The largest distance of a rating from those of the opponents, in Elo points.
    const MAX_RATING_DISTANCE: f64 = 2000.0;
    const HALVINGS: usize = 50;
    let played = || results.iter().filter(|result| result.games > 0.0);
    let games: f64 = played().map(|result| result.games).sum();
    if games <= 0.0 {
        return None;
    }
    let expected = |rating: f64, other: f64| 1.0 / (1.0 + ((other - rating) / ELO_PER_LOGIT).exp());
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
    let mut low = ratings().fold(f64::INFINITY, f64::min) - MAX_RATING_DISTANCE;
    let mut high = ratings().fold(f64::NEG_INFINITY, f64::max) + MAX_RATING_DISTANCE;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    let value = f64::midpoint(low, high);
    let information = played().map(|result| {
        let chance = expected(value, result.rating);
        result.games * weight * chance * (1.0 - chance)
    });
    let half_width = Z_95 * ELO_PER_LOGIT / information.sum::<f64>().sqrt();
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
    wilson_with(Z_95, share, games)
}

/// Computes Wilson's interval of a share with another quantile than that of the normal
/// distribution.
pub(super) fn wilson_with(z: f64, share: f64, games: f64) -> Estimate {
    let z_squared = z * z;
    let middle = (share + z_squared / (2.0 * games)) / (1.0 + z_squared / games);
    let variance = share * (1.0 - share) / games + z_squared / (4.0 * games * games);
    let half_width = z * variance.max(0.0).sqrt() / (1.0 + z_squared / games);
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

    /// Returns the comparisons in `results`: winner, loser, and the number of such comparisons.
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
        let [a, b] = ratings(&groups, &[1.0; 2])[..] else { panic!("two ratings") };
        assert!((a.value - b.value - 400.0 * 3f64.log10()).abs() < 2.0, "{a:?} {b:?}");
        assert!((a.value + b.value - 3000.0).abs() < 1e-6);
        assert!(a.low < a.value && a.value < a.high && a.high - a.low < 20.0);
    }

    #[test]
    fn ratings_of_perfect_scores_are_finite_and_shrunk() {
        let [a, b] = ratings(&[group(2, &[(0, 1, 3)])], &[1.0; 2])[..] else {
            panic!("two ratings")
        };
        assert!(a.value > b.value && a.value < 2000.0 && a.high - a.low > 200.0);
    }

    #[test]
    fn shared_places_give_equal_ratings() {
        let mut tied = Comparisons::new(3);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            (0..10).for_each(|_| tied.add(a, b, Ordering::Equal));
        }
        assert!(
            ratings(&[tied], &[1.0; 3]).iter().all(|rating| (rating.value - 1500.0).abs() < 1e-6)
        );
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
