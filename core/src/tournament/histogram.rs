//! Counts numbers of any size in little memory, for medians and other quantiles.

use serde::{Deserialize, Serialize};

use crate::contract::limits;

/// Numbers below this have their own buckets.
const EXACT_BELOW: u64 = 256;
/// The buckets of an octave, the numbers from a power of 2 to the next one. Numbers of an octave
/// share a bucket if their eight leading bits agree.
const BUCKETS_PER_OCTAVE: usize = 128;
/// The number of all buckets. The exact ones cover 8 of 64 octaves.
const BUCKETS: usize = EXACT_BELOW as usize + 56 * BUCKETS_PER_OCTAVE;

/// A histogram of numbers. Numbers below 256 are counted exactly, larger ones with an error below
/// one percent.
///
/// # Examples
/// ```
/// use qipan_core::tournament::{Counter, Histogram};
///
/// let (mut counter, mut fuel) = (Counter::default(), Histogram::default());
/// (1..=99).for_each(|number| counter.add(number));
/// fuel.add_counts(&counter.take());
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
        self.counts[bucket_of(number)] += 1;
        self.total += 1;
        self.max = self.max.max(number);
    }

    /// Adds the counts of a sparse histogram. Ignores buckets that do not exist.
    pub fn add_counts(&mut self, counts: &SparseHistogram) {
        for (bucket, added) in &counts.buckets {
            let Some(count) = self.counts.get_mut(usize::from(*bucket)) else { continue };
            *count += u64::from(*added);
            self.total += u64::from(*added);
        }
        self.max = self.max.max(counts.max);
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (count, added) in self.counts.iter_mut().zip(&other.counts) {
            *count += added;
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    /// Returns the amount of numbers counted.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Returns the largest number, exactly, or 0 if there is none.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Returns the smallest number such that at least `share` of all numbers are not larger, or 0
    /// if there are no numbers. The result is the largest number of its bucket, but at most the
    /// largest number counted.
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

/// The counts of a few numbers as written in files, without empty buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseHistogram {
    /// The largest number.
    max: u64,
    /// The index and count of each bucket that is not empty, in ascending order.
    #[serde(deserialize_with = "limits::list::<_, _, BUCKETS>")]
    buckets: Vec<(u16, u32)>,
}

impl SparseHistogram {
    /// Returns true if the buckets exist, are in order and match the largest number.
    pub(super) fn is_valid(&self) -> bool {
        let is_ordered = self.buckets.is_sorted_by(|(a, _), (b, _)| a < b);
        let last = self.buckets.last().map_or(0, |(index, _)| usize::from(*index));
        is_ordered && last < BUCKETS && last <= bucket_of(self.max)
    }
}

/// A counter that gives its counts as a [`SparseHistogram`] and then starts again. It reuses its
/// memory.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The count of each bucket.
    counts: Vec<u32>,
    /// The buckets that are not empty, in any order.
    used: Vec<u16>,
    /// The largest number counted.
    max: u64,
}

impl Default for Counter {
    fn default() -> Self {
        Self { counts: vec![0; BUCKETS], used: Vec::new(), max: 0 }
    }
}

impl Counter {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        let bucket = bucket_of(number);
        if self.counts[bucket] == 0 {
            self.used.push(bucket as u16);
        }
        self.counts[bucket] += 1;
        self.max = self.max.max(number);
    }

    /// Returns the counts since the last call.
    pub fn take(&mut self) -> SparseHistogram {
        self.used.sort_unstable();
        let take_bucket =
            |bucket: u16| (bucket, std::mem::take(&mut self.counts[usize::from(bucket)]));
        let buckets = self.used.drain(..).map(take_bucket).collect();
        SparseHistogram { max: std::mem::take(&mut self.max), buckets }
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

    #[test]
    fn merged_histograms_equal_one_histogram() {
        let (mut counter, mut merged, mut all) =
            (Counter::default(), Histogram::default(), Histogram::default());
        for round in 0..5u64 {
            for number in (0..100).map(|k| k * k * k * (round + 1)) {
                counter.add(number);
                all.add(number);
            }
            let text = serde_json::to_string(&counter.take()).unwrap();
            merged.add_counts(&serde_json::from_str(&text).unwrap());
        }
        assert_eq!(merged, all);
        let unknown_bucket: SparseHistogram =
            serde_json::from_str(r#"{"max":0,"buckets":[[65535,7]]}"#).unwrap();
        merged.add_counts(&unknown_bucket);
        assert_eq!(merged, all);
    }
}
