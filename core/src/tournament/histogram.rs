//! Counts numbers of any size in little memory, for medians and other quantiles.

use serde::{Deserialize, Serialize};

use crate::contract::limits;

/// Numbers below this have a bucket each.
const EXACT: u64 = 256;
/// Larger numbers share a bucket if their eight leading bits agree.
const PER_OCTAVE: usize = 128;
const BUCKETS: usize = EXACT as usize + 56 * PER_OCTAVE;

/// A histogram of numbers, exact below 256 and to less than one percent above.
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

    /// Adds all counts, except those of buckets that do not exist.
    pub fn add_counts(&mut self, counts: &SparseHistogram) {
        for (bucket, more) in &counts.buckets {
            let Some(count) = self.counts.get_mut(usize::from(*bucket)) else { continue };
            *count += u64::from(*more);
            self.total += u64::from(*more);
        }
        self.max = self.max.max(counts.max);
    }

    /// Adds all counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    /// Returns how many numbers were counted.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Returns the largest number exactly, or 0 if there is none.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Returns the smallest number that at least this share of all numbers does not exceed, or 0
    /// if there is none. A shared bucket counts as its largest number, or as the largest one
    /// counted.
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

/// The counts of a few numbers as written in files, without empty buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseHistogram {
    /// The largest number.
    max: u64,
    /// The number of each bucket and its count, in ascending order.
    #[serde(deserialize_with = "limits::list::<_, _, BUCKETS>")]
    buckets: Vec<(u16, u32)>,
}

impl SparseHistogram {
    /// Returns true if the buckets exist, are in order and match the largest number.
    pub(super) fn is_sound(&self) -> bool {
        let ordered = self.buckets.is_sorted_by(|a, b| a.0 < b.0);
        let largest = self.buckets.last().map_or(0, |last| usize::from(last.0));
        ordered && largest < BUCKETS && largest <= bucket(self.max)
    }
}

/// A counter for a few numbers at a time, which reuses its memory.
#[derive(Clone, Debug)]
pub struct Counter {
    counts: Vec<u32>,
    touched: Vec<u16>,
    max: u64,
}

impl Default for Counter {
    fn default() -> Self {
        Self { counts: vec![0; BUCKETS], touched: Vec::new(), max: 0 }
    }
}

impl Counter {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        let at = bucket(number);
        if self.counts[at] == 0 {
            self.touched.push(at as u16);
        }
        self.counts[at] += 1;
        self.max = self.max.max(number);
    }

    /// Returns the counts since the last call.
    pub fn take(&mut self) -> SparseHistogram {
        self.touched.sort_unstable();
        let take = |at: u16| (at, std::mem::take(&mut self.counts[usize::from(at)]));
        let buckets = self.touched.drain(..).map(take).collect();
        SparseHistogram { max: std::mem::take(&mut self.max), buckets }
    }
}

/// Returns the bucket of a number.
fn bucket(number: u64) -> usize {
    if number < EXACT {
        return number as usize;
    }
    let octave = 63 - number.leading_zeros() as usize;
    let within = (number >> (octave - 7)) as usize & (PER_OCTAVE - 1);
    EXACT as usize + (octave - 8) * PER_OCTAVE + within
}

/// Returns the largest number of a bucket.
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
        assert_eq!((all.count(), all.max(), Histogram::default().quantile(0.5)), (100, 100, 0));
    }

    #[test]
    fn merged_histograms_equal_one_histogram() {
        let (mut counter, mut parts, mut all) =
            (Counter::default(), Histogram::default(), Histogram::default());
        for round in 0..5u64 {
            for number in (0..100).map(|k| k * k * k * (round + 1)) {
                counter.add(number);
                all.add(number);
            }
            let text = serde_json::to_string(&counter.take()).unwrap();
            parts.add_counts(&serde_json::from_str(&text).unwrap());
        }
        assert_eq!(parts, all);
        let none: SparseHistogram =
            serde_json::from_str(r#"{"max":0,"buckets":[[65535,7]]}"#).unwrap();
        parts.add_counts(&none);
        assert_eq!(parts, all);
    }
}
