//! An exponential function with the same bits on all machines. The last bit of the standard
//! library's function differs between machines.

/// Returns e to the power of `x`, with a relative error below five millionths. Clamps `x` to
/// -80..=80.
///
/// Writes the result as a power of 2, and splits its exponent into the nearest integer and a
/// remainder from -0.5 to 0.5. Puts the integer directly into the bits of a float. Computes 2 to
/// the power of the remainder by the Taylor series of the exponential function.
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
    /// The bias of the exponent of an `f32`.
    const EXPONENT_BIAS: i32 = 127;
    /// The number of bits of the mantissa of an `f32`.
    const MANTISSA_BITS: u32 = 23;
    /// The coefficients of the Taylor series, the highest power first.
    const COEFFICIENTS: [f32; 7] = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let exponent = x.clamp(-80.0, 80.0) * std::f32::consts::LOG2_E;
    let integer = (exponent + 0.5_f32.copysign(exponent)) as i32;
    let remainder = (exponent - integer as f32) * std::f32::consts::LN_2;
    let factor = COEFFICIENTS.iter().fold(0.0, |sum, coefficient| sum * remainder + coefficient);
    factor * f32::from_bits(((integer + EXPONENT_BIAS) as u32) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_matches_the_standard_library() {
        for k in -8000..8000 {
            let x = 0.01 * k as f32;
            let (found, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / exact - 1.0).abs() < 5e-6, "{x}: {found} instead of {exact}");
        }
        assert!(exp(-1e9) < 1e-30 && exp(f32::MIN) > 0.0 && exp(f32::MAX).is_finite());
    }
}
