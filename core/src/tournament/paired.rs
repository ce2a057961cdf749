//! Means of a few numbers with their intervals, such as the differences of two robots that played
//! the same blocks.

use super::rating::Estimate;
use super::student::t_95;

/// Returns the mean of the differences of two robots' scores in the same blocks, with its 95 %
/// interval from Student's t distribution. The luck that both had in a block cancels out. Returns
/// `None` if there are no blocks.
///
/// # Examples
/// ```
/// use qipan_core::tournament::paired_difference;
///
/// let difference = paired_difference(&[0.5, 0.0, 0.5, 1.0, 0.0, 0.5]).unwrap();
/// assert!((difference.value - 0.4167).abs() < 1e-4);
/// assert!(difference.low > 0.0 && difference.high < 0.9);
/// ```
pub fn paired_difference(differences: &[f64]) -> Option<Estimate> {
    /// The squared deviation of an imaginary block. It keeps the variance positive if all
    /// differences are equal.
    const IMAGINARY_SQUARED_DEVIATION: f64 = 0.25;
    let count = differences.len() as f64;
    let value = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|difference| (difference - value).powi(2)).sum();
    let squares = if squares > 1e-12 { squares } else { IMAGINARY_SQUARED_DEVIATION };
    let degrees = (differences.len() as u64).saturating_sub(1);
    let half_width = t_95(degrees) * (squares / (count - 1.0).max(1.0) / count).sqrt();
    let estimate = Estimate { value, low: value - half_width, high: value + half_width };
    (!differences.is_empty()).then_some(estimate)
}

/// Returns the mean of independent samples of a normal distribution with its 95 % interval from
/// Student's t distribution. Returns `None` for fewer than two samples, because their variance is
/// unknown.
///
/// # Examples
/// ```
/// use qipan_core::tournament::mean_of_samples;
///
/// let mean = mean_of_samples(&[0.4, 0.5, 0.6]).unwrap();
/// assert!((mean.value - 0.5).abs() < 1e-12);
/// assert!((mean.high - 0.748).abs() < 1e-3);
/// assert_eq!(mean_of_samples(&[0.5]), None);
/// ```
pub fn mean_of_samples(samples: &[f64]) -> Option<Estimate> {
    let count = samples.len() as f64;
    let value = samples.iter().sum::<f64>() / count;
    let variance =
        samples.iter().map(|sample| (sample - value).powi(2)).sum::<f64>() / (count - 1.0);
    let half_width = t_95((samples.len() as u64).saturating_sub(1)) * (variance / count).sqrt();
    let estimate = Estimate { value, low: value - half_width, high: value + half_width };
    (samples.len() > 1).then_some(estimate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_differences_have_an_interval() {
        let none = paired_difference(&[0.0; 10]).unwrap();
        assert!(none.value == 0.0 && none.low < 0.0 && none.high > 0.0);
        assert!(none.high < paired_difference(&[0.0; 5]).unwrap().high);
        assert_eq!(paired_difference(&[]), None);
    }
}
