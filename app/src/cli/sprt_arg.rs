//! The bounds of a sequential probability ratio test on the command line.

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

    /// Returns the bounds in a tournament with this number of sides.
    pub(super) fn bounds(self, sides: usize) -> Result<SprtHypotheses, Failure> {
        let bounds = match self {
            Self::Scores(a, b) => SprtHypotheses::from_scores(a, b),
            Self::Points(a, b) => SprtHypotheses::from_points(a, b, sides),
        };
        bounds.ok_or_else(|| Failure::bad("--sprt: A and B are out of range"))
    }
}
