//! Randomly mutated files of every kind. The seed is fixed, so the files are always the same.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::kinds::{Kind, Place};
use crate::measure::{Cost, MOST_MEMORY, MOST_TIME, alone, measured};
use crate::mutators::spoilt;
use crate::samples::{Sample, samples};

/// The results of reading the files of a kind.
#[derive(Debug, Default)]
struct Counts {
    read: usize,
    refused: usize,
    faults: usize,
    most: Cost,
}

/// Reads files and counts the results.
pub struct Bench {
    place: Place,
    counts: BTreeMap<Kind, Counts>,
    /// The folder where files that expose a fault are kept.
    found: Option<String>,
}

impl Bench {
    pub fn new(place: Place) -> Self {
        let found = std::env::var("QIPAN_FILES_FOUND").ok();
        Self { place, counts: BTreeMap::new(), found }
    }

    /// Reads a file. Prints and counts a fault of the program. Returns the reason if the file is
    /// refused.
    pub fn read(&mut self, name: &str, kind: Kind, bytes: &[u8]) -> Option<String> {
        let place = AssertUnwindSafe(&self.place);
        let (result, cost) = measured(|| catch_unwind(|| place.read(kind, bytes)));
        let counts = self.counts.entry(kind).or_default();
        counts.most = counts.most.most(cost);
        let over = cost.bytes > MOST_MEMORY || cost.nanos > MOST_TIME;
        match result {
            Ok(Ok(())) => counts.read += 1,
            Ok(Err(_)) => counts.refused += 1,
            Err(_) => counts.faults += 1,
        }
        if result.is_err() || over {
            counts.faults += usize::from(result.is_ok());
            println!("{kind:?} {name}: {cost:?}, {} bytes", bytes.len());
            if let Some(folder) = &self.found {
                let number = counts.read + counts.refused + counts.faults;
                fs::write(format!("{folder}/{kind:?}-{number}-{name}"), bytes).unwrap();
            }
        }
        result.ok()?.err()
    }

    /// Prints the counts of each kind. Returns the number of files and of faults.
    pub fn told(&self) -> (usize, usize) {
        let (mut all, mut faults) = (0, 0);
        for (kind, counts) in &self.counts {
            let Counts { read, refused, faults: wrong, most } = counts;
            println!("{kind:?}: {read} read, {refused} refused, {wrong} faults; at most {most}");
            all += read + refused + wrong;
            faults += wrong;
        }
        (all, faults)
    }
}

/// Reads `each` mutated files of every kind.
fn spoil(bench: &mut Bench, samples: &[Sample], each: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for kind in Kind::ALL {
        let of_kind: Vec<_> = samples.iter().filter(|sample| sample.kind == kind).collect();
        for _ in 0..each {
            let sample = of_kind[rng.random_range(0..of_kind.len())];
            // One mutation in twenty may mix in a file of another kind.
            let any = rng.random_ratio(1, 20);
            let other = match any {
                true => &samples[rng.random_range(0..samples.len())],
                false => of_kind[rng.random_range(0..of_kind.len())],
            };
            let bytes = spoilt(&mut rng, &sample.bytes, &other.bytes);
            bench.read(&sample.name, kind, &bytes);
        }
    }
}

#[test]
fn samples_are_read() {
    let _alone = alone();
    let place = Place::new();
    for sample in samples(&place) {
        let read = place.read(sample.kind, &sample.bytes);
        read.unwrap_or_else(|why| panic!("{}: {why}", sample.name));
    }
}

#[test]
fn mutated_files_are_read_or_refused() {
    let _alone = alone();
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    spoil(&mut bench, &samples, 40);
    assert_eq!(bench.told().1, 0);
}

/// Reads `QIPAN_FILES` mutated files.
#[test]
#[ignore = "a trial"]
fn mutated_files_are_read_or_refused_at_scale() {
    let _alone = alone();
    let number: usize = std::env::var("QIPAN_FILES").map_or(4_000, |n| n.parse().unwrap());
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    spoil(&mut bench, &samples, number.div_ceil(Kind::ALL.len()));
    let (all, faults) = bench.told();
    println!("files: {all} spoilt files, {faults} faults");
    assert_eq!(faults, 0);
}
