//! A test of how evenly the faces of a die fell, compared with chance alone.

/// The minimum number of rolls for a test. Each face should be expected at least five times.
pub const MIN_ROLLS: u32 = 30;

/// Returns the probability that a fair die falls at least as unevenly as these counts of the six
/// faces, by Pearson's chi-square test. Returns `None` below [`MIN_ROLLS`] rolls.
///
/// # Examples
/// ```
/// use qipan::model::evenness::chi_square_p_value;
///
/// assert!(chi_square_p_value([10; 6]).is_some_and(|p| p > 0.99));
/// assert!(chi_square_p_value([60, 0, 0, 0, 0, 0]).is_some_and(|p| p < 1e-9));
/// assert_eq!(chi_square_p_value([1; 6]), None);
/// ```
pub fn chi_square_p_value(counts: [u32; 6]) -> Option<f64> {
    let rolls: u32 = counts.iter().sum();
    if rolls < MIN_ROLLS {
        return None;
    }
    let expected = f64::from(rolls) / 6.0;
    let terms = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected);
    Some(chi_square_tail(terms.sum()))
}

/// Returns the probability of a value above `x` in the chi-square distribution with five degrees
/// of freedom:
/// `erfc(sqrt(x/2)) + sqrt(2x/pi) e^(-x/2) (1 + x/3)`.
fn chi_square_tail(x: f64) -> f64 {
    let normal_tail = libm::erfc((x / 2.0).sqrt());
    let correction = (2.0 * x / std::f64::consts::PI).sqrt() * (-x / 2.0).exp() * (1.0 + x / 3.0);
    (normal_tail + correction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_quantiles_match_tables() {
        // Critical values of chi-square with five degrees of freedom, as in any table.
        for (x, probability) in [
            (0.554, 0.99),
            (1.145, 0.95),
            (1.610, 0.90),
            (4.351, 0.50),
            (9.236, 0.10),
            (11.070, 0.05),
            (15.086, 0.01),
            (20.515, 0.001),
        ] {
            assert!(
                (chi_square_tail(x) - probability).abs() < 2e-4,
                "{x}: {} instead of {probability}",
                chi_square_tail(x)
            );
        }
        assert_eq!(chi_square_tail(0.0), 1.0);
    }

    #[test]
    fn evenness_matches_a_worked_example() {
        // 5, 8, 9, 8, 10, 20 of 60 rolls: chi-square 13.4.
        let p_value = chi_square_p_value([5, 8, 9, 8, 10, 20]).unwrap();
        assert!((p_value - 0.0199).abs() < 2e-4, "{p_value}");
    }
}
