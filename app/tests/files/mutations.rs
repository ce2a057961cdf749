//! Reads randomly mutated files of every kind. The seed is fixed, so the files are always the same.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::kinds::{FileKind, TestFolders};
use crate::measure::{Cost, MAX_MEMORY, MAX_TIME, lock_measuring, measure};
use crate::mutators::mutate;
use crate::samples::{Sample, samples};

/// The results of reading the files of a kind.
#[derive(Debug, Default)]
struct Counts {
    read: usize,
    refused: usize,
    faults: usize,
    max_cost: Cost,
}

/// Reads files and counts the results.
pub struct FileReader {
    folders: TestFolders,
    counts: BTreeMap<FileKind, Counts>,
    /// The folder into which files that expose a fault are written.
    fault_folder: Option<String>,
}

impl FileReader {
    pub fn new(folders: TestFolders) -> Self {
        let fault_folder = std::env::var("QIPAN_FILES_FOUND").ok();
        Self { folders, counts: BTreeMap::new(), fault_folder }
    }

    /// Reads a file. Prints and counts a fault of the program. Returns the reason if the file is
    /// refused.
    pub fn read(&mut self, name: &str, kind: FileKind, bytes: &[u8]) -> Option<String> {
        let folders = AssertUnwindSafe(&self.folders);
        let (result, cost) = measure(|| catch_unwind(|| folders.read(kind, bytes)));
        let counts = self.counts.entry(kind).or_default();
        counts.max_cost = counts.max_cost.max(cost);
        let exceeds_limit = cost.bytes > MAX_MEMORY || cost.nanos > MAX_TIME;
        match result {
            Ok(Ok(())) => counts.read += 1,
            Ok(Err(_)) => counts.refused += 1,
            Err(_) => counts.faults += 1,
        }
        if result.is_err() || exceeds_limit {
            counts.faults += usize::from(result.is_ok());
            println!("{kind:?} {name}: {cost:?}, {} bytes", bytes.len());
            if let Some(folder) = &self.fault_folder {
                let number = counts.read + counts.refused + counts.faults;
                fs::write(format!("{folder}/{kind:?}-{number}-{name}"), bytes).unwrap();
            }
        }
        result.ok()?.err()
    }

    /// Prints the counts of each kind. Returns the number of files and of faults.
    pub fn print_counts(&self) -> (usize, usize) {
        let (mut all_files, mut all_faults) = (0, 0);
        for (kind, counts) in &self.counts {
            let Counts { read, refused, faults, max_cost } = counts;
            println!(
                "{kind:?}: {read} read, {refused} refused, {faults} faults; at most {max_cost}"
            );
            all_files += read + refused + faults;
            all_faults += faults;
        }
        (all_files, all_faults)
    }
}

/// Reads `count` mutated files of every kind.
fn read_mutated(reader: &mut FileReader, samples: &[Sample], count: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    for kind in FileKind::ALL {
        let of_kind: Vec<_> = samples.iter().filter(|sample| sample.kind == kind).collect();
        for _ in 0..count {
            let sample = of_kind[rng.random_range(0..of_kind.len())];
            // One mutation in twenty may mix in a file of another kind.
            let is_any_kind = rng.random_ratio(1, 20);
            let other = match is_any_kind {
                true => &samples[rng.random_range(0..samples.len())],
                false => of_kind[rng.random_range(0..of_kind.len())],
            };
            let bytes = mutate(&mut rng, &sample.bytes, &other.bytes);
            reader.read(&sample.name, kind, &bytes);
        }
    }
}

#[test]
fn samples_are_read() {
    let _lock = lock_measuring();
    let folders = TestFolders::new();
    for sample in samples(&folders) {
        let result = folders.read(sample.kind, &sample.bytes);
        result.unwrap_or_else(|why| panic!("{}: {why}", sample.name));
    }
}

#[test]
fn mutated_files_are_read_or_refused() {
    let _lock = lock_measuring();
    let folders = TestFolders::new();
    let samples = samples(&folders);
    let mut reader = FileReader::new(folders);
    read_mutated(&mut reader, &samples, 40);
    assert_eq!(reader.print_counts().1, 0);
}

/// Reads `QIPAN_FILES` mutated files.
#[test]
#[ignore = "a trial"]
fn mutated_files_are_read_or_refused_at_scale() {
    let _lock = lock_measuring();
    let number: usize =
        std::env::var("QIPAN_FILES").map_or(4_000, |number| number.parse().unwrap());
    let folders = TestFolders::new();
    let samples = samples(&folders);
    let mut reader = FileReader::new(folders);
    read_mutated(&mut reader, &samples, number.div_ceil(FileKind::ALL.len()));
    let (count, faults) = reader.print_counts();
    println!("files: {count} spoilt files, {faults} faults");
    assert_eq!(faults, 0);
}
