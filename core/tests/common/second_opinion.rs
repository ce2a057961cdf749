//! Compares games of the program with an independent reference implementation of the rules, the
//! plain game.

use std::collections::BTreeSet;
use std::fmt::Debug;

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use rand::rngs::SmallRng;

use super::rng;

/// Adds a message to `differences` if a value differs between the two games.
pub fn compare<T: PartialEq + Debug>(
    differences: &mut Vec<String>,
    what: &str,
    program: &T,
    plain: &T,
) {
    if program != plain {
        differences.push(format!("{what}: the program has {program:?}, the plain game {plain:?}"));
    }
}

/// Returns seats as the reference games number them.
pub fn seats(set: SeatSet) -> BTreeSet<usize> {
    set.iter().map(Seat::index).collect()
}

/// Plays games in both implementations, every other one under random options. Fails if there is a
/// difference. The environment variable `QIPAN_SECOND_OPINION` sets the number of games. Without
/// it, there are `default_count`. `play_both` plays one game and returns its number of steps or the
/// first difference.
#[allow(clippy::print_stdout, reason = "the trial shows how many games there were")]
pub fn both_agree<R: RuleSet>(
    what: &str,
    (default_count, seed): (u64, u64),
    random_rules: impl Fn(&mut SmallRng) -> R,
    play_both: impl Fn(&R, &mut SmallRng) -> Result<usize, String>,
) {
    let requested = std::env::var("QIPAN_SECOND_OPINION").ok().and_then(|text| text.parse().ok());
    let count: u64 = requested.unwrap_or(default_count);
    let mut rng = rng(seed);
    let (mut steps, mut differences) = (0, Vec::new());
    for number in 0..count {
        let preset = R::preset(R::PRESETS[number as usize / 2 % R::PRESETS.len()]).unwrap();
        let rules = if number.is_multiple_of(2) { preset } else { random_rules(&mut rng) };
        match play_both(&rules, &mut rng) {
            Ok(played) => steps += played as u64,
            Err(difference) => differences.push(difference),
        }
    }
    let total = differences.len();
    differences.truncate(6);
    assert!(differences.is_empty(), "{total} of {count}\n{}", differences.join("\n\n"));
    assert!(steps > 20 * count);
    println!("{count} games of {what}, {steps} steps, no difference");
}
