//! What several test files share: random rules, random seats.
#![allow(dead_code, reason = "every test file uses its own part")]

use qipan_core::options::OptionKind;
use qipan_core::race::rules::OPTIONS;
use qipan_core::race::{PRESETS, Rules};
use qipan_core::seat::{Seat, SeatSet};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A generator for tests: the same numbers every time.
pub fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// The rules of a preset with some options changed; panics with the sentence of a refusal.
pub fn rules(preset: &str, changes: &[(&str, Value)]) -> Rules {
    let start = Rules::preset(preset).expect("a preset");
    let rules = changes
        .iter()
        .try_fold(start, |rules, (key, value)| rules.with_unchecked(key, value))
        .unwrap_or_else(|error| panic!("{error}"));
    rules.check().unwrap_or_else(|error| panic!("{error}"));
    rules
}

/// Valid rules with about a third of the options at random values.
pub fn random_rules(rng: &mut SmallRng) -> Rules {
    let preset = PRESETS[rng.random_range(0..PRESETS.len())];
    let mut rules = Rules::preset(preset).expect("a preset");
    for info in &OPTIONS {
        if rng.random_ratio(1, 3) {
            let value = random_value(&info.kind, rng);
            rules = rules.with(info.key, &value).unwrap_or(rules);
        }
    }
    rules
}

fn random_value(kind: &OptionKind, rng: &mut SmallRng) -> Value {
    match *kind {
        OptionKind::Choice(words) => json!(words[rng.random_range(0..words.len())]),
        OptionKind::Any(words) => {
            json!(words.iter().filter(|_| rng.random()).collect::<Vec<_>>())
        }
        OptionKind::Toggle => json!(rng.random::<bool>()),
        OptionKind::Faces => json!((1..=6).filter(|_| rng.random()).collect::<Vec<u8>>()),
        OptionKind::Number { low, high } => json!(rng.random_range(low..=high)),
        OptionKind::Numbers { low, high } => {
            json!((low..=high).filter(|_| rng.random_ratio(1, 6)).collect::<Vec<u8>>())
        }
    }
}

/// Two to four of four seats; all four for a game of teams.
pub fn random_seats(rules: &Rules, rng: &mut SmallRng) -> SeatSet {
    loop {
        let seats: SeatSet = (0..4).filter(|_| rng.random()).map(Seat::new).collect();
        if seats.len() >= if rules.teams { 4 } else { 2 } {
            return seats;
        }
    }
}
