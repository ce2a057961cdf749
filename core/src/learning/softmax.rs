//! Softmax, equal bit by bit on all machines.

use super::exponential::exp;

/// Returns each side's share of a whole: e to the power of its number, divided by the sum. `sides`
/// has a bit for each side that takes part; the others have 0.
pub(super) fn softmax<const SIDES: usize>(numbers: &[f32; SIDES], sides: u8) -> [f32; SIDES] {
    let takes_part = |side: usize| sides >> side & 1 == 1;
    let mut largest = f32::MIN;
    for (side, number) in numbers.iter().enumerate() {
        if takes_part(side) && *number > largest {
            largest = *number;
        }
    }
    let mut sum = 0.0;
    let mut shares = [0.0; SIDES];
    for (side, share) in shares.iter_mut().enumerate() {
        if takes_part(side) {
            *share = exp(numbers[side] - largest);
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
        let found = softmax(&[1.0, 50.0, -2.0, 1.0], 0b1101);
        assert_eq!((found[1], found[0]), (0.0, found[3]));
        assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-6 && found[0] > found[2]);
        assert_eq!(softmax(&[0.0; 3], 0), [0.0; 3]);
    }

    #[test]
    fn softmax_is_equal_on_every_machine() {
        let bits = softmax(&[0.25, -1.5, 3.0], 0b111).map(f32::to_bits);
        assert_eq!(bits, [0x3D73_925A, 0x3C29_4E41, 0x3F6E_21A1]);
    }
}
