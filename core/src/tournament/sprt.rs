//! A sequential test of two hypotheses about the first robot's score. It ends as soon as the result
//! is clear.
//!
//! This is a generalised sequential probability ratio test (GSPRT), as in chess engine testing. The
//! hypotheses are that the first robot's mean score in a block is the lower or the higher score.
//! The likelihood ratio treats block scores as normally distributed. Under each hypothesis, their
//! variance is estimated around the score of that hypothesis. The samples are blocks rather than
//! games, because games with the same dice are correlated.

use super::rating::ELO_PER_LOGIT;
use super::result::BlockResult;

/// The usual probability of a wrong verdict if one of the two hypotheses is true.
const ERROR_RATE: f64 = 0.05;

/// Minimum number of blocks before a verdict.
const MIN_BLOCKS: u64 = 32;

/// The squared deviation of an imaginary block, whose score is 0.5 from the mean. It keeps the
/// variance positive if all blocks have equal scores.
const IMAGINARY_SQUARED_DEVIATION: f64 = 0.25;

/// The two hypotheses between which the test decides, as scores from 0 to 1, with the probabilities
/// of wrong verdicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtHypotheses {
    /// The lower score. The test fails if it accepts this score.
    pub low: f64,
    /// The higher score. The test passes if it accepts this score.
    pub high: f64,
    /// The probability that the test passes although the lower score is true.
    pub alpha: f64,
    /// The probability that the test fails although the higher score is true.
    pub beta: f64,
}

/// The decision of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The lower score is accepted.
    Fails,
    /// The higher score is accepted.
    Passes,
}

/// The state of a test after some blocks.
///
/// # Examples
/// A robot that loses every block fails after the minimum number of blocks:
/// ```
/// use qipan_core::contract::outcome::{Outcome, Reason};
/// use qipan_core::contract::seat::{Seat, SeatSet};
/// use qipan_core::tournament::{
///     BlockResult, GameResult, SeatAssignment, Sprt, SprtHypotheses, SprtVerdict,
/// };
///
/// let mut seating = SeatAssignment::default();
/// (seating[0], seating[2]) = (Some(0), Some(1));
/// let places = [2, 0].map(|seat| SeatSet::one(Seat::new(seat))).to_vec();
/// let outcome = Outcome { places, reason: Reason::FlagTaken };
/// let games = vec![GameResult { seating, outcome, plies: 80, rolls: 0 }];
/// let lost_block = BlockResult { games, ..BlockResult::default() };
/// let hypotheses = SprtHypotheses::from_elo(0.0, 50.0, 2).expect("the first is lower");
/// let mut test = Sprt::new(hypotheses);
/// let mut blocks = 0;
/// while test.verdict().is_none() {
///     test.add_block(&lost_block);
///     blocks += 1;
/// }
/// assert_eq!((test.verdict(), blocks), (Some(SprtVerdict::Fails), 32));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: SprtHypotheses,
    /// The number of blocks.
    blocks: u64,
    /// The sum of all block scores.
    sum: f64,
    /// The sum of the squares of all block scores.
    squares: f64,
    verdict: Option<SprtVerdict>,
}

impl SprtHypotheses {
    /// Creates hypotheses from two scores. Each verdict is wrong with a probability of 5 %. Returns
    /// `None` unless `0 < low < high < 1`.
    pub fn from_scores(low: f64, high: f64) -> Option<Self> {
        let (alpha, beta) = (ERROR_RATE, ERROR_RATE);
        (0.0 < low && low < high && high < 1.0).then_some(Self { low, high, alpha, beta })
    }

    /// Returns the same hypotheses with other probabilities of wrong verdicts. Returns `None`
    /// unless both are above 0 and below 0.5.
    #[must_use]
    pub fn with_errors(self, alpha: f64, beta: f64) -> Option<Self> {
        let is_possible = |rate: f64| 0.0 < rate && rate < 0.5;
        (is_possible(alpha) && is_possible(beta)).then_some(Self { alpha, beta, ..self })
    }

    /// Creates hypotheses from rating differences in Elo points between the first robot and the
    /// others, which have equal ratings. `sides` is the number of sides at the board. Returns
    /// `None` under the same conditions as [`SprtHypotheses::from_scores`].
    pub fn from_elo(low: f64, high: f64, sides: usize) -> Option<Self> {
        let others = sides.max(2) as f64 - 1.0;
        let score = |points: f64| 1.0 / (1.0 + others * (-points / ELO_PER_LOGIT).exp());
        Self::from_scores(score(low), score(high))
    }
}

impl Sprt {
    /// Creates a test without blocks.
    pub fn new(hypotheses: SprtHypotheses) -> Self {
        Self { hypotheses, blocks: 0, sum: 0.0, squares: 0.0, verdict: None }
    }

    /// Returns the hypotheses.
    pub fn hypotheses(&self) -> SprtHypotheses {
        self.hypotheses
    }

    /// Adds a block. Blocks without the first robot, and blocks after the verdict, are ignored.
    pub fn add_block(&mut self, result: &BlockResult) {
        if let (Some(score), None) = (result.score(0), self.verdict) {
            self.add(score);
        }
    }

    /// Adds the score of a block.
    fn add(&mut self, score: f64) {
        self.blocks += 1;
        self.sum += score;
        self.squares += score * score;
        if self.blocks < MIN_BLOCKS {
            return;
        }
        let (llr, [lower, upper]) = (self.llr(), self.llr_bounds());
        self.verdict = if llr >= upper {
            Some(SprtVerdict::Passes)
        } else {
            (llr <= lower).then_some(SprtVerdict::Fails)
        };
    }

    /// Returns the log-likelihood ratio of the higher score against the lower one.
    pub fn llr(&self) -> f64 {
        if self.blocks == 0 {
            return 0.0;
        }
        let SprtHypotheses { low, high, .. } = self.hypotheses;
        let blocks = self.blocks as f64;
        let mean = self.sum / blocks;
        let squared_deviations =
            (self.squares - self.sum * mean).max(0.0) + IMAGINARY_SQUARED_DEVIATION;
        let mean_square_around = |score: f64| squared_deviations / blocks + (mean - score).powi(2);
        blocks / 2.0 * (mean_square_around(low) / mean_square_around(high)).ln()
    }

    /// Returns the log-likelihood ratios at which the test fails and passes (Wald 1945).
    pub fn llr_bounds(&self) -> [f64; 2] {
        let SprtHypotheses { alpha, beta, .. } = self.hypotheses;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Runs `tests` tests of a robot that wins with probability `chance`, in blocks of two games.
    /// Returns the number of tests that pass, and the mean number of blocks of a test.
    fn run_tests(chance: f64, hypotheses: SprtHypotheses, tests: u64) -> (u64, u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut passed, mut blocks) = (0, 0);
        for _ in 0..tests {
            let mut test = Sprt::new(hypotheses);
            while test.verdict().is_none() {
                let won = (0..2).filter(|_| rng.random_bool(chance)).count();
                test.add(won as f64 / 2.0);
            }
            passed += u64::from(test.verdict() == Some(SprtVerdict::Passes));
            blocks += test.blocks;
        }
        (passed, blocks / tests)
    }

    #[test]
    fn sprt_error_rate_is_at_most_five_percent() {
        for (low, high) in [(0.5, 0.55), (0.5, 0.6), (0.25, 0.35), (0.8, 0.9)] {
            let hypotheses = SprtHypotheses::from_scores(low, high).unwrap();
            let (wrong_passes, blocks) = run_tests(hypotheses.low, hypotheses, 1000);
            assert!(wrong_passes <= 65, "{wrong_passes} of 1000 pass at {hypotheses:?}");
            let (right_passes, _) = run_tests(hypotheses.high, hypotheses, 1000);
            assert!(right_passes >= 935, "{right_passes} of 1000 pass at {hypotheses:?}");
            // With the same error rates, a test of fixed length needs (2 * 1.645)^2 * variance /
            // gap^2 blocks.
            let gap = hypotheses.high - hypotheses.low;
            let variance = hypotheses.low * (1.0 - hypotheses.low) / 2.0;
            let fixed_length = 10.8 * variance / gap / gap;
            assert!(
                (blocks as f64) < 0.8 * fixed_length,
                "{blocks} blocks instead of {fixed_length}"
            );
        }
    }

    #[test]
    fn error_rates_are_those_that_were_asked_for() {
        let usual = SprtHypotheses::from_scores(0.5, 0.6).unwrap();
        let strict = usual.with_errors(0.01, 0.2).unwrap();
        let (wrong_passes, _) = run_tests(strict.low, strict, 1000);
        assert!(wrong_passes <= 18, "{wrong_passes} of 1000 pass");
        let (right_passes, _) = run_tests(strict.high, strict, 1000);
        assert!((760..=880).contains(&right_passes), "{right_passes} of 1000 pass");
        let [lower, upper] = Sprt::new(strict).llr_bounds();
        assert!((lower + 1.599).abs() < 1e-3 && (upper - 4.382).abs() < 1e-3, "{lower} {upper}");
        for (alpha, beta) in [(0.0, 0.1), (0.1, 0.5), (-1.0, 0.1), (f64::NAN, 0.1)] {
            assert_eq!(usual.with_errors(alpha, beta), None);
        }
    }

    #[test]
    fn sprt_decides_extreme_results_early() {
        let hypotheses = SprtHypotheses::from_scores(0.5, 0.6).unwrap();
        assert_eq!(run_tests(1.0, hypotheses, 1), (1, MIN_BLOCKS));
        assert_eq!(run_tests(0.0, hypotheses, 1), (0, MIN_BLOCKS));
    }

    #[test]
    fn hypotheses_from_elo_match_ratings() {
        let two = SprtHypotheses::from_elo(0.0, 400.0 * 3f64.log10(), 2).unwrap();
        assert!((two.low - 0.5).abs() < 1e-9 && (two.high - 0.75).abs() < 1e-9);
        let four = SprtHypotheses::from_elo(0.0, 20.0, 4).unwrap();
        assert!((four.low - 0.25).abs() < 1e-9 && four.high > 0.27 && four.high < 0.28);
        assert!(
            SprtHypotheses::from_scores(0.6, 0.5).is_none()
                && SprtHypotheses::from_scores(0.0, 0.5).is_none()
        );
    }
}
