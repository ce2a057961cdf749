//! `assets/dice.py`, which checks the rolls of a saved game, and the check of robots' choices.
//! These tests need `python3`.

use std::process::Command;

use crate::support::Place;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/dice.py");
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-flying.json");

/// Runs the program on a saved game. Returns true if it succeeds, and its output.
fn check(text: &str) -> (bool, String) {
    let place = Place::new();
    let file = place.write("game.json", text);
    let output = Command::new("python3").arg(PROGRAM).arg(file).output().unwrap();
    let words = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(words).unwrap())
}

#[test]
fn dice_script_detects_changed_rolls_and_seeds() {
    let text = std::fs::read_to_string(GAME).unwrap();
    let (is_valid, words) = check(&text);
    assert!(is_valid && words.contains("every roll follows"), "{words}");
    // The twentieth roll is changed, then the seed.
    let (at, _) = text.match_indices("\"roll\":").nth(19).unwrap();
    let face: u8 = text[at + 7..=at + 7].parse().unwrap();
    let mut changed = text.clone();
    changed.replace_range(at + 7..at + 8, &(face % 6 + 1).to_string());
    let (is_valid, words) = check(&changed);
    assert!(!is_valid && words.contains("is wrong"), "{words}");
    let seed = text.find("\"seed\":\"").unwrap() + 8;
    let digit = if &text[seed..=seed] == "0" { "1" } else { "0" };
    let mut changed = text.clone();
    changed.replace_range(seed..seed + 1, digit);
    let (is_valid, words) = check(&changed);
    assert!(!is_valid && words.contains("fairness code"), "{words}");
}

#[test]
fn robots_repeat_their_choices_on_verification() {
    let place = Place::new();
    let words = ["play", "flying", "--seat", "red=bold", "--seat", "yellow=careful"];
    let others =
        ["--seat", "blue=none", "--seat", "green=none", "--seed", "3", "--save", "game.json"];
    place.json(&[&words[..], &others[..], &["--json"]].concat());
    let check = ["replay", "game.json", "--verify", "--run-robots", "--json"];
    let robots = place.json(&check)["verify"]["robots"].clone();
    assert!(robots["asked"].as_u64().is_some_and(|asked| asked > 50), "{robots}");
    assert_eq!((&robots["same"], robots["first_other"].is_null()), (&robots["asked"], true));
    // A robot whose hash differs is not asked.
    let text = place.read("game.json");
    let hash = text.find("\"hash\":\"").unwrap() + 8;
    let digit = if &text[hash..=hash] == "0" { "1" } else { "0" };
    let changed = format!("{}{digit}{}", &text[..hash], &text[hash + 1..]);
    place.write("game.json", &changed);
    let run = place.qipan(&check);
    let error = run.json()["verify"]["robots"]["error"].clone();
    assert_eq!(error, "bold.luau is missing or has changed since");
}
