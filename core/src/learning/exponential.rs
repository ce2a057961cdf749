//! An exponential function that is equal bit by bit on all machines. The library's differs between
//! them in the last bit.

/// Returns e to the power of `x`, within five millionths of its value. Clamps `x` to -80..=80.
///
/// Writes the whole part of the power of 2 into the exponent, and takes the rest, from -0.5 to
/// 0.5, from the Taylor series.
///
/// # Examples
/// ```
/// use qipan_core::learning::exp;
///
/// assert_eq!(exp(0.0), 1.0);
/// assert!((exp(1.0) / std::f32::consts::E - 1.0).abs() < 1e-5);
/// ```
#[inline]
pub fn exp(x: f32) -> f32 {
    let twos = x.clamp(-80.0, 80.0) * std::f32::consts::LOG2_E;
    let whole = (twos + 0.5_f32.copysign(twos)) as i32;
    let rest = (twos - whole as f32) * std::f32::consts::LN_2;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.iter().fold(0.0, |sum, factor| sum * rest + factor);
    power * f32::from_bits(((whole + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_matches_the_standard_library() {
        for k in -8000..8000 {
            let x = 0.01 * k as f32;
            let (own, real) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((own / real - 1.0).abs() < 5e-6, "{x}: {own} for {real}");
        }
        assert!(exp(-1e9) < 1e-30 && exp(f32::MIN) > 0.0 && exp(f32::MAX).is_finite());
    }
}
