//! Counts numbers of any size in little memory, for medians and other quantiles.

/// Numbers below this have their own buckets.
const EXACT_BELOW: u64 = 256;
/// The number of buckets for an octave. An octave is the numbers from a power of 2 up to the next
/// one. Numbers of an octave share a bucket if their eight leading bits agree.
const BUCKETS_PER_OCTAVE: usize = 128;
/// The number of all buckets. The exact ones cover 8 of 64 octaves.
const BUCKETS: usize = EXACT_BELOW as usize + 56 * BUCKETS_PER_OCTAVE;

/// A histogram of numbers. Numbers below 256 are counted exactly, larger ones with an error below
/// one percent.
///
/// # Examples
/// ```
/// use qipan_core::tournament::Histogram;
///
/// let mut fuel = Histogram::default();
/// (1..=99).for_each(|number| fuel.add(number));
/// fuel.add(1_000_000);
/// assert_eq!((fuel.quantile(0.5), fuel.quantile(1.0), fuel.count()), (50, 1_000_000, 100));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The count of each bucket.
    counts: Vec<u64>,
    total: u64,
    /// The largest number counted.
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; BUCKETS], total: 0, max: 0 }
    }
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        self.add_times(number, 1);
    }

    /// Counts a number `times` times.
    pub fn add_times(&mut self, number: u64, times: u64) {
        self.counts[bucket_of(number)] += times;
        self.total += times;
        self.max = self.max.max(number);
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (count, added) in self.counts.iter_mut().zip(&other.counts) {
            *count += added;
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    /// Returns how many numbers were counted.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Returns the largest number, exactly, or 0 if there is none.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Returns the smallest number such that at least `share` of all numbers are not larger, or 0
    /// if there are no numbers. The result is rounded up to the largest number of its bucket, but
    /// at most to the largest number counted.
    pub fn quantile(&self, share: f64) -> u64 {
        let rank = (share * self.total as f64).ceil().max(1.0) as u64;
        let mut cumulative = 0;
        for (index, count) in self.counts.iter().enumerate() {
            cumulative += count;
            if cumulative >= rank {
                return largest_in(index).min(self.max);
            }
        }
        self.max
    }
}

/// Returns the index of the bucket of a number.
fn bucket_of(number: u64) -> usize {
    if number < EXACT_BELOW {
        return number as usize;
    }
    let octave = 63 - number.leading_zeros() as usize;
    // The seven bits after the leading one.
    let within_octave = (number >> (octave - 7)) as usize & (BUCKETS_PER_OCTAVE - 1);
    EXACT_BELOW as usize + (octave - 8) * BUCKETS_PER_OCTAVE + within_octave
}

/// Returns the largest number of a bucket.
fn largest_in(bucket: usize) -> u64 {
    let Some(shared) = bucket.checked_sub(EXACT_BELOW as usize) else { return bucket as u64 };
    let shift = shared / BUCKETS_PER_OCTAVE + 1;
    let leading_bits = (BUCKETS_PER_OCTAVE + shared % BUCKETS_PER_OCTAVE) as u64;
    (leading_bits << shift) + ((1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_bucket() {
        let numbers = (0..2000).chain((0..64).flat_map(|k| {
            let power = 1u64 << k;
            [power, power - 1, power + power / 3, u64::MAX - power]
        }));
        for number in numbers {
            let bucket = bucket_of(number);
            assert!(bucket < BUCKETS && number <= largest_in(bucket), "{number}");
            assert!(bucket == 0 || number > largest_in(bucket - 1), "{number}");
            assert!(largest_in(bucket) - number <= number / 100, "{number}");
        }
    }

    #[test]
    fn quantiles_of_small_numbers_are_exact() {
        let mut all = Histogram::default();
        let mut upper_half = Histogram::default();
        (1..=50).for_each(|number| all.add(number));
        (51..=100).for_each(|number| upper_half.add(number));
        all.merge(&upper_half);
        assert_eq!([0.5, 0.95, 1.0].map(|q| all.quantile(q)), [50, 95, 100]);
        assert_eq!((all.count(), all.max(), Histogram::default().quantile(0.5)), (100, 100, 0));
    }
}
