//! Fuzz targets. As ordinary tests they replay the inputs kept in `__fuzz__`. `.ci/trials/fuzz`
//! adds new inputs made by the engine of `bolero`.
//!
//! Input that is text is read as it is. Other bytes seed the mutations of a good file, because
//! random bytes would be refused at their first character.

use std::sync::atomic::{AtomicU64, Ordering};

use qipan_core::registry::{GameKind, inspect};
use qipan_core::script::{Host, Limits};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

use crate::kinds::{Kind, Place};
use crate::measure::alone;
use crate::mutators::spoilt;
use crate::samples::{samples, scripts};
use crate::steps::play_by;

/// Returns a random generator seeded by the bytes of an input.
fn decided_by(bytes: &[u8]) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::from_seed(Sha256::digest(bytes).into())
}

/// Returns the file that an input stands for.
fn file(input: &[u8], samples: &[Vec<u8>]) -> Vec<u8> {
    if std::str::from_utf8(input).is_ok() {
        return input.to_vec();
    }
    let mut rng = decided_by(input);
    let sample = &samples[rng.random_range(0..samples.len())];
    let other = &samples[rng.random_range(0..samples.len())];
    spoilt(&mut rng, sample, other)
}

/// Runs a target on its kept inputs, and on new ones if the environment allows time for them.
macro_rules! target {
    ($name:expr, $test:expr) => {
        let runs = AtomicU64::new(0);
        let test = std::panic::AssertUnwindSafe($test);
        bolero::check!().with_iterations(0).with_max_len(256).for_each(|input: &[u8]| {
            runs.fetch_add(1, Ordering::Relaxed);
            test(input);
        });
        let runs = runs.into_inner();
        println!("fuzz {}: {runs} runs", $name);
        assert!(runs > 0, "there are files to begin with");
    };
}

/// Defines a target that reads files of one kind.
macro_rules! files {
    ($name:ident, $kind:ident) => {
        #[test]
        fn $name() {
            let _alone = alone();
            let place = Place::new();
            let samples = samples(&place);
            let samples = samples.into_iter().filter(|sample| sample.kind == Kind::$kind);
            let samples: Vec<Vec<u8>> = samples.map(|sample| sample.bytes).collect();
            target!(stringify!($name), |input: &[u8]| {
                let _ = place.read(Kind::$kind, &file(input, &samples));
            });
        }
    };
}

files!(save, Save);
files!(journal, Journal);
files!(layout, Layout);
files!(rule_set, RuleSet);
files!(jgs, Jgs);

/// Loads an arbitrary script as the list of scripts does.
#[test]
fn script() {
    let _alone = alone();
    let samples = scripts();
    target!("script", |input: &[u8]| {
        let source = file(input, &samples);
        let limits = Limits { load_fuel: 50_000, ..Limits::default() };
        let host = Host { limits, ..Host::default() };
        if let Err(why) = inspect("fuzzed.luau", &source, &host) {
            assert!(!why.to_string().is_empty());
        }
    });
}

/// Plays arbitrary steps, legal or not, and takes some back.
#[test]
fn steps() {
    let _alone = alone();
    target!("steps", |input: &[u8]| {
        let mut rng = decided_by(input);
        let kind = GameKind::ALL[rng.random_range(0..GameKind::ALL.len())];
        play_by(kind, &mut rng);
    });
}
