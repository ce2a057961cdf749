//! Softmax, equal bit by bit on all machines.

use super::exponential::exp;

/// Converts the logits of the sides to shares that sum to 1: e to the power of each logit, divided
/// by the sum. `sides` has a bit for each side that takes part. The share of any other side is 0.
pub(super) fn softmax<const SIDES: usize>(logits: &[f32; SIDES], sides: u8) -> [f32; SIDES] {
    let takes_part = |side: usize| sides >> side & 1 == 1;
    let mut largest = f32::MIN;
    for (side, logit) in logits.iter().enumerate() {
        if takes_part(side) && *logit > largest {
            largest = *logit;
        }
    }
    let mut sum = 0.0;
    let mut shares = [0.0; SIDES];
    for (side, share) in shares.iter_mut().enumerate() {
        if takes_part(side) {
            *share = exp(logits[side] - largest);
            sum += *share;
        }
    }
    if sum > 0.0 {
        shares.iter_mut().for_each(|share| *share /= sum);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softmax_sums_to_one_over_participants() {
        let shares = softmax(&[1.0, 50.0, -2.0, 1.0], 0b1101);
        assert_eq!((shares[1], shares[0]), (0.0, shares[3]));
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6 && shares[0] > shares[2]);
        assert_eq!(softmax(&[0.0; 3], 0), [0.0; 3]);
    }

    #[test]
    fn softmax_is_equal_on_every_machine() {
        let bits = softmax(&[0.25, -1.5, 3.0], 0b111).map(f32::to_bits);
        assert_eq!(bits, [0x3D73_925A, 0x3C29_4E41, 0x3F6E_21A1]);
    }
}
