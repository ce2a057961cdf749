//! Counts of numbers of any size in little room, for medians and the like.

/// Numbers below this are counted each for itself.
const EXACT: u64 = 256;
/// Larger ones share a bucket with those that agree in their eight leading bits.
const PER_OCTAVE: usize = 128;
const BUCKETS: usize = EXACT as usize + 56 * PER_OCTAVE;

/// Counts of numbers: exact below 256, to less than one part in a hundred above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    total: u64,
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
        self.counts[bucket(number)] += 1;
        self.total += 1;
        self.max = self.max.max(number);
    }

    /// Counts all numbers of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    /// How many numbers were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The largest number, exactly; 0 when there is none.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The smallest number that at least this share of all numbers does not exceed; 0 when
    /// there is none. Of a shared bucket it is the largest number, or the largest counted.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u64 {
        let wanted = (share * self.total as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (index, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return last_of(index).min(self.max);
            }
        }
        self.max
    }
}

/// The bucket a number falls into.
fn bucket(number: u64) -> usize {
    if number < EXACT {
        return number as usize;
    }
    let octave = 63 - number.leading_zeros() as usize;
    let within = (number >> (octave - 7)) as usize & (PER_OCTAVE - 1);
    EXACT as usize + (octave - 8) * PER_OCTAVE + within
}

/// The largest number of a bucket.
fn last_of(bucket: usize) -> u64 {
    let Some(above) = bucket.checked_sub(EXACT as usize) else { return bucket as u64 };
    let shift = above / PER_OCTAVE + 1;
    let first = (PER_OCTAVE + above % PER_OCTAVE) as u64;
    (first << shift) + ((1 << shift) - 1)
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
            let at = bucket(number);
            assert!(at < BUCKETS && number <= last_of(at), "{number}");
            assert!(at == 0 || number > last_of(at - 1), "{number}");
            assert!(last_of(at) - number <= number / 100, "{number}");
        }
    }

    #[test]
    fn quantiles_of_small_numbers_are_exact() {
        let mut all = Histogram::default();
        let mut half = Histogram::default();
        (1..=50).for_each(|number| all.add(number));
        (51..=100).for_each(|number| half.add(number));
        all.merge(&half);
        assert_eq!([0.5, 0.95, 1.0].map(|q| all.quantile(q)), [50, 95, 100]);
        assert_eq!((all.total(), all.max(), Histogram::default().quantile(0.5)), (100, 100, 0));
    }
}
