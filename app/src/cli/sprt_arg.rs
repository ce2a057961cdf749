//! The bounds of a sequential probability ratio test on the command line.

use clap::Args;
use qipan_core::tournament::SprtHypotheses;

use crate::cli::output::Failure;

/// The bounds of an SPRT, as they were typed.
#[derive(Clone, Copy, Debug)]
pub(super) enum SprtArg {
    /// Scores from 0 to 1.
    Scores(f64, f64),
    /// Elo differences.
    Points(f64, f64),
}

impl SprtArg {
    /// Parses the bounds of an SPRT: `50%,55%`, `0.5,0.55` or `0,20`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let help = || "expected two scores, e.g. 50%,55%, or two Elo differences, e.g. 0,20";
        let (a, b) = text.split_once(',').ok_or_else(help)?;
        // Returns the number, and true if it is a score.
        let read = |text: &str| {
            let percent = text.trim().strip_suffix('%');
            let number: f64 = percent.unwrap_or(text.trim()).parse().ok()?;
            number.is_finite().then_some(match percent {
                Some(_) => (number / 100.0, true),
                None => (number, 0.0 < number && number < 1.0),
            })
        };
        let ((a, a_is_score), (b, b_is_score)) = read(a).zip(read(b)).ok_or_else(help)?;
        if a >= b {
            return Err("the first number must be lower than the second".to_owned());
        }
        match (a_is_score, b_is_score) {
            (true, true) if a > 0.0 && b < 1.0 => Ok(Self::Scores(a, b)),
            (true, true) => Err("scores must lie between 0% and 100%".to_owned()),
            (false, false) => Ok(Self::Points(a, b)),
            _ => Err(help().to_owned()),
        }
    }
}

/// The options of a sequential probability ratio test.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SprtOptions {
    /// Sequential probability ratio test: is the first robot's score closer to A or to B? Scores
    /// such as 50%,55%, or Elo differences such as 0,20. `arena` stops as soon as the test has a
    /// verdict, or after --games games [default with --sprt: 100000]. `arena merge` counts the
    /// blocks in order until then
    #[arg(long, value_name = "A,B", allow_negative_numbers = true,
        value_parser = SprtArg::parse)]
    pub(super) sprt: Option<SprtArg>,
    /// Probability that the test passes although A is true [default: 0.05]
    #[arg(long, value_name = "P", requires = "sprt", allow_negative_numbers = true,
        value_parser = error_rate)]
    alpha: Option<f64>,
    /// Probability that the test fails although B is true [default: 0.05]
    #[arg(long, value_name = "P", requires = "sprt", allow_negative_numbers = true,
        value_parser = error_rate)]
    beta: Option<f64>,
}

impl SprtOptions {
    /// Returns the hypotheses for a tournament with this number of sides, or `None` if no test was
    /// requested.
    pub(super) fn hypotheses(self, sides: usize) -> Result<Option<SprtHypotheses>, Failure> {
        let hypotheses = match self.sprt {
            None => return Ok(None),
            Some(SprtArg::Scores(a, b)) => SprtHypotheses::from_scores(a, b),
            Some(SprtArg::Points(a, b)) => SprtHypotheses::from_elo(a, b, sides),
        };
        let usual = hypotheses.ok_or_else(|| Failure::bad("--sprt: A and B are out of range"))?;
        let [alpha, beta] = [(self.alpha, usual.alpha), (self.beta, usual.beta)]
            .map(|(given, default)| given.unwrap_or(default));
        Ok(usual.with_errors(alpha, beta))
    }
}

/// Parses the probability of a wrong verdict.
fn error_rate(text: &str) -> Result<f64, String> {
    let percent = text.trim().strip_suffix('%');
    let number = percent.unwrap_or(text.trim()).parse::<f64>().ok();
    let number = number.map(|number| if percent.is_some() { number / 100.0 } else { number });
    let number = number.filter(|number| 0.0 < *number && *number < 0.5);
    number.ok_or_else(|| "expected a probability above 0 and below 0.5, e.g. 0.05 or 5%".to_owned())
}
