//! The shipped robots rise in strength: none loses clearly to the one before it, and on average
//! they gain.
//!
//! The games are few and always the same. The manual tells how to measure strength.

use serde_json::Value;

use crate::support::Place;

/// Returns the first robot's score and the upper end of its interval, each minus an even share.
fn score_of_upper(words: &[&str], games: &str) -> (f64, f64) {
    let rest = ["--games", games, "--seed", "1", "--json"];
    let report = Place::new().json(&[&["arena"], words, &rest[..]].concat());
    let (upper, sides) = (&report["robots"][0], (words.len() - 1) as f64);
    assert_eq!((&upper["errors"], &upper["timeouts"]), (&0.into(), &0.into()), "{words:?}");
    let number = |value: &Value| value.as_f64().unwrap() - 1.0 / sides;
    (number(&upper["score"]), number(&upper["score_ci"][1]))
}

/// Asserts that no robot loses clearly to the one before it, and that they gain at least `gain` on
/// average.
fn assert_rising(scores: &[(String, (f64, f64))], gain: f64) {
    let lost: Vec<_> = scores.iter().filter(|(_, (_, upper_end))| *upper_end < 0.0).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    let mean = scores.iter().map(|(_, (score, _))| score).sum::<f64>() / scores.len() as f64;
    assert!(mean >= gain, "the robots gain {mean:.3} on average: {scores:?}");
}

#[test]
fn race_robots_rise_in_strength() {
    const LADDER: [&str; 7] =
        ["random", "flying_rule", "greedy", "careful", "bold", "expectimax", "master"];
    for preset in ["aeroplane", "flying"] {
        let scores: Vec<_> = LADDER
            .windows(2)
            .map(|pair| {
                let [lower, upper] = [pair[0], pair[1]];
                (upper.to_owned(), score_of_upper(&[preset, upper, lower, lower, lower], "32"))
            })
            .collect();
        assert_rising(&scores, 0.05);
    }
}

#[test]
fn junqi_robots_rise_in_strength() {
    // The robots that search get a fraction of their usual budget.
    const LADDER: [&str; 5] =
        ["random", "greedy", "deducer,worlds=2", "sampler,passes=100", "master,thinking=0.1"];
    let scores: Vec<_> = LADDER
        .windows(2)
        .map(|pair| (pair[1].to_owned(), score_of_upper(&["dark", pair[1], pair[0]], "8")))
        .collect();
    assert_rising(&scores, 0.1);
}
