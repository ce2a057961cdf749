//! Comparison of games of the program with a plain reference implementation of the rules.

use std::collections::BTreeSet;
use std::fmt::Debug;

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use rand::rngs::SmallRng;

use super::rng;

/// Records a difference between the two games.
pub fn compare<T: PartialEq + Debug>(found: &mut Vec<String>, what: &str, one: &T, other: &T) {
    if one != other {
        found.push(format!("{what}: the program has {one:?}, the plain game {other:?}"));
    }
}

/// Returns seats as the reference games number them.
pub fn seats(set: SeatSet) -> BTreeSet<usize> {
    set.iter().map(Seat::index).collect()
}

/// Plays games in both implementations, every other one under random options. Their number is
/// `QIPAN_SECOND_OPINION`, or `usual`. `play_both` returns the number of steps or the first
/// difference, and any difference fails the test.
#[allow(clippy::print_stdout, reason = "the trial shows how many games there were")]
pub fn both_agree<R: RuleSet>(
    what: &str,
    (usual, seed): (u64, u64),
    random_rules: impl Fn(&mut SmallRng) -> R,
    play_both: impl Fn(&R, &mut SmallRng) -> Result<usize, String>,
) {
    let asked = std::env::var("QIPAN_SECOND_OPINION").ok().and_then(|n| n.parse().ok());
    let count: u64 = asked.unwrap_or(usual);
    let mut rng = rng(seed);
    let (mut steps, mut parted) = (0, Vec::new());
    for number in 0..count {
        let preset = R::preset(R::PRESETS[number as usize / 2 % R::PRESETS.len()]).unwrap();
        let rules = if number.is_multiple_of(2) { preset } else { random_rules(&mut rng) };
        match play_both(&rules, &mut rng) {
            Ok(played) => steps += played as u64,
            Err(why) => parted.push(why),
        }
    }
    let all = parted.len();
    parted.truncate(6);
    assert!(parted.is_empty(), "{all} of {count}\n{}", parted.join("\n\n"));
    assert!(steps > 20 * count);
    println!("{count} games of {what}, {steps} steps, no difference");
}
