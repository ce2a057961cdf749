//! Fuzz targets. As ordinary tests they run on the inputs stored in `__fuzz__`. `.ci/trials/fuzz`
//! adds new inputs from the engine of `bolero`.
//!
//! An input that is text is read as it is. Other bytes seed the mutations of a good file, because
//! random bytes would be refused at the first of them.

use std::sync::atomic::{AtomicU64, Ordering};

use qipan_core::registry::{GameKind, inspect};
use qipan_core::script::{Host, Limits};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

use crate::kinds::{FileKind, TestFolders};
use crate::measure::lock_measuring;
use crate::mutators::mutate;
use crate::samples::{samples, scripts};
use crate::steps::play_randomly;

/// Returns a random generator seeded by the bytes of an input.
fn seeded_rng(bytes: &[u8]) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::from_seed(Sha256::digest(bytes).into())
}

/// Returns the file that an input stands for.
fn file_of(input: &[u8], samples: &[Vec<u8>]) -> Vec<u8> {
    if std::str::from_utf8(input).is_ok() {
        return input.to_vec();
    }
    let mut rng = seeded_rng(input);
    let sample = &samples[rng.random_range(0..samples.len())];
    let other = &samples[rng.random_range(0..samples.len())];
    mutate(&mut rng, sample, other)
}

/// Runs a test on the stored inputs, and on new inputs if the environment allows time for them.
macro_rules! run_target {
    ($name:expr, $test:expr) => {
        let runs = AtomicU64::new(0);
        let test = std::panic::AssertUnwindSafe($test);
        bolero::check!().with_iterations(0).with_max_len(256).for_each(|input: &[u8]| {
            runs.fetch_add(1, Ordering::Relaxed);
            test(input);
        });
        let runs = runs.into_inner();
        println!("fuzz {}: {runs} runs", $name);
        assert!(runs > 0, "there are stored inputs");
    };
}

/// Defines a target that reads files of one kind.
macro_rules! file_target {
    ($name:ident, $kind:ident) => {
        #[test]
        fn $name() {
            let _lock = lock_measuring();
            let folders = TestFolders::new();
            let samples = samples(&folders);
            let samples = samples.into_iter().filter(|sample| sample.kind == FileKind::$kind);
            let samples: Vec<Vec<u8>> = samples.map(|sample| sample.bytes).collect();
            run_target!(stringify!($name), |input: &[u8]| {
                let _ = folders.read(FileKind::$kind, &file_of(input, &samples));
            });
        }
    };
}

file_target!(save, Save);
file_target!(journal, Journal);
file_target!(layout, Layout);
file_target!(rule_set, RuleSet);
file_target!(jgs, Jgs);
file_target!(package, Package);

/// Inspects an arbitrary script, as the list of scripts does.
#[test]
fn script() {
    let _lock = lock_measuring();
    let samples = scripts();
    run_target!("script", |input: &[u8]| {
        let source = file_of(input, &samples);
        let limits = Limits { load_fuel: 50_000, ..Limits::default() };
        let host = Host { limits, ..Host::default() };
        if let Err(why) = inspect("fuzzed.luau", &source[..], &host) {
            assert!(!why.to_string().is_empty());
        }
    });
}

/// Plays arbitrary steps, legal or not, and takes some back.
#[test]
fn steps() {
    let _lock = lock_measuring();
    run_target!("steps", |input: &[u8]| {
        let mut rng = seeded_rng(input);
        let kind = GameKind::ALL[rng.random_range(0..GameKind::ALL.len())];
        play_randomly(kind, &mut rng);
    });
}
