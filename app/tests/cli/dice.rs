//! The program in Python that checks the rolls of a saved game. It needs `python3`.

use std::process::Command;

use crate::support::Place;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/dice.py");
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-flying.json");

/// What it says of a saved game: whether it is content, and its words.
fn check(text: &str) -> (bool, String) {
    let place = Place::new();
    let file = place.write("game.json", text);
    let said = Command::new("python3").arg(PROGRAM).arg(file).output().unwrap();
    let words = [said.stdout, said.stderr].concat();
    (said.status.success(), String::from_utf8(words).unwrap())
}

#[test]
fn ten_lines_of_python_check_every_roll() {
    let text = std::fs::read_to_string(GAME).unwrap();
    let (fine, words) = check(&text);
    assert!(fine && words.contains("every roll follows"), "{words}");
    // Another face at the twentieth roll, and another seed.
    let (at, _) = text.match_indices("\"roll\":").nth(19).unwrap();
    let face: u8 = text[at + 7..=at + 7].parse().unwrap();
    let mut changed = text.clone();
    changed.replace_range(at + 7..at + 8, &(face % 6 + 1).to_string());
    let (fine, words) = check(&changed);
    assert!(!fine && words.contains("is wrong"), "{words}");
    let seed = text.find("\"seed\":\"").unwrap() + 8;
    let digit = if &text[seed..=seed] == "0" { "1" } else { "0" };
    let mut changed = text.clone();
    changed.replace_range(seed..seed + 1, digit);
    let (fine, words) = check(&changed);
    assert!(!fine && words.contains("promised"), "{words}");
}

#[test]
fn robots_choose_again_what_they_chose() {
    let place = Place::new();
    let words = ["play", "flying", "--seat", "red=bold", "--seat", "yellow=careful"];
    let others =
        ["--seat", "blue=none", "--seat", "green=none", "--seed", "3", "--save", "game.json"];
    place.json(&[&words[..], &others[..], &["--json"]].concat());
    let check = ["replay", "game.json", "--verify", "--run-robots", "--json"];
    let robots = place.json(&check)["verify"]["robots"].clone();
    assert!(robots["asked"].as_u64().is_some_and(|asked| asked > 50), "{robots}");
    assert_eq!((&robots["same"], robots["first_other"].is_null()), (&robots["asked"], true));
    // One that is not the same any more is not asked.
    let text = place.read("game.json");
    let hash = text.find("\"hash\":\"").unwrap() + 8;
    let digit = if &text[hash..=hash] == "0" { "1" } else { "0" };
    let changed = format!("{}{digit}{}", &text[..hash], &text[hash + 1..]);
    place.write("game.json", &changed);
    let run = place.qipan(&check);
    let error = run.json()["verify"]["robots"]["error"].clone();
    assert_eq!(error, "bold.luau is not here as it was then");
}
