//! Files of every kind spoilt by chance, the same ones every time.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::kinds::{Kind, Place};
use crate::measure::{Cost, MOST_MEMORY, MOST_TIME, alone, measured};
use crate::mutators::spoilt;
use crate::samples::{Sample, samples};

/// What came of the files of a kind.
#[derive(Debug, Default)]
struct Counts {
    read: usize,
    refused: usize,
    faults: usize,
    most: Cost,
}

/// Reads files, and counts what comes of them.
pub struct Bench {
    place: Place,
    counts: BTreeMap<Kind, Counts>,
    /// Where files with which something is wrong are kept.
    found: Option<String>,
}

impl Bench {
    pub fn new(place: Place) -> Self {
        let found = std::env::var("QIPAN_FILES_FOUND").ok();
        Self { place, counts: BTreeMap::new(), found }
    }

    /// Reads a file; a fault of the program is told and counted. Why it is refused, if it is.
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

    /// How many there were, and how many faults; each kind is told.
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

/// So many files of each kind, spoilt by chance.
fn spoil(bench: &mut Bench, samples: &[Sample], each: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for kind in Kind::ALL {
        let of_kind: Vec<_> = samples.iter().filter(|sample| sample.kind == kind).collect();
        for _ in 0..each {
            let sample = of_kind[rng.random_range(0..of_kind.len())];
            // Now and then the head of one kind of file and the tail of another.
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
fn spoilt_files_are_read_or_refused() {
    let _alone = alone();
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    spoil(&mut bench, &samples, 40);
    assert_eq!(bench.told().1, 0);
}

/// The same at length: `QIPAN_FILES` files.
#[test]
#[ignore = "a trial"]
fn trial() {
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
