//! `qipan replay`: shows and verifies saved games, and names the changes it finds.

use crate::support::{Place, keys, repository};
use serde_json::json;

/// Returns a place with a short saved game.
fn place_with_game() -> Place {
    let place = Place::new();
    let set = ["--set", "planes=1", "--set", "planes_to_win=1"];
    let game = ["play", "aeroplane", "--seed", "7", "--save", "game.json"];
    assert_eq!(place.qipan(&[&game[..], &set].concat()).status, 0);
    place
}

#[test]
fn saved_games_verify() {
    for preset in ["aeroplane", "flying"] {
        let place = Place::new();
        let played = place.json(&["play", preset, "--seed", "7", "--save", "game.json", "--json"]);
        assert_eq!(played["save"], "game.json");
        let game = place.json(&["replay", "game.json", "--verify", "--json"]);
        assert_eq!(
            keys(&game),
            [
                "preset",
                "seats",
                "house_rules",
                "outcome",
                "steps",
                "plies",
                "take_backs",
                "hints",
                "told_take_backs",
                "verify"
            ]
        );
        for key in ["preset", "steps", "plies", "outcome"] {
            assert_eq!(game[key], played[key], "{key}");
        }
        let expected = json!({
            "readable": true, "consistent": true, "legal": true, "dice": true,
            "house_rules": null, "fault": null
        });
        for (part, holds) in expected.as_object().unwrap() {
            assert_eq!(&game["verify"][part], holds, "{part}");
        }
        let parts = game["verify"]["parts"].as_array().unwrap();
        let holds: Vec<_> = parts.iter().map(|part| part["holds"].as_bool()).collect();
        let yes = Some(true);
        assert_eq!(holds, [yes, yes, yes, yes, yes, None], "the robots were not asked: {parts:?}");
        let stderr = place.qipan(&["replay", "game.json", "--verify"]).err;
        for part in parts {
            assert!(stderr.contains(part["text"].as_str().unwrap()), "{part}: {stderr}");
        }
        assert!(stderr.contains("yes  Fair:") && stderr.contains("No check finds everything"));
        let seats: Vec<_> = game["seats"].as_array().unwrap().iter().map(|s| &s["seat"]).collect();
        assert_eq!(seats, ["red", "yellow", "blue", "green"]);
    }
}

#[test]
fn race_samples_verify() {
    for preset in ["aeroplane", "flying"] {
        let file = repository(&format!("saves/sample-{preset}.json"));
        let game = Place::new().json(&["replay", &file, "--verify", "--json"]);
        assert_eq!((&game["preset"], &game["verify"]["fault"]), (&json!(preset), &json!(null)));
    }
}

#[test]
fn changed_byte_is_reported_with_its_step() {
    let place = place_with_game();
    let text = place.read("game.json");
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("\"steps\":[")).unwrap() + 1;
    let steps = lines[first..].iter().position(|line| line.starts_with(']')).unwrap();
    for (step, byte) in (1..=steps).flat_map(|step| [(step, 10), (step, 4)]).step_by(7) {
        let mut bytes: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
        let changed = &mut bytes[first + step - 1][byte];
        *changed = if *changed == b'2' { b'3' } else { b'2' };
        place.write("changed.json", std::str::from_utf8(&bytes.join(&b'\n')).unwrap());
        let run = place.qipan(&["replay", "changed.json", "--verify", "--json"]);
        let verify = &run.json()["verify"];
        assert_eq!(run.status, 1, "step {step}, byte {byte}");
        assert_eq!(verify["fault"]["step"], step, "byte {byte}: {verify}");
        assert!(run.err.starts_with("error: changed.json"), "{}", run.err);
    }
}

#[test]
fn changed_step_is_reported_before_a_later_illegal_one() {
    let place = Place::new();
    place.qipan(&["play", "aeroplane", "--seed", "1", "--save", "game.json"]);
    let text = place.read("game.json");
    let steps = text.find("\"steps\":[").unwrap();
    let second = steps + text[steps..].match_indices("{\"roll\":").nth(1).unwrap().0;
    let (before, after) = text.split_at(second);
    assert!(after.starts_with("{\"roll\":6,") && before[steps..].lines().count() == 2);
    let changed = after.replacen("{\"roll\":6,", "{\"roll\":5,", 1);
    place.write("changed.json", &format!("{before}{changed}"));
    let run = place.qipan(&["replay", "changed.json", "--verify", "--json"]);
    let verify = &run.json()["verify"];
    assert_eq!((run.status, &verify["fault"]["step"]), (1, &json!(2)), "{verify}");
    for part in ["consistent", "legal", "dice"] {
        assert_eq!(verify[part], false, "{part}");
    }
    let stderr: Vec<&str> = run.err.lines().collect();
    assert_eq!(stderr.len(), 3, "{}", run.err);
    assert!(stderr[0].contains("was changed: step 2 or its checksum"), "{}", run.err);
    assert!(stderr[1].contains("is not legal: step 10"), "{}", run.err);
    assert!(stderr[2].contains("step 2 rolls 5") && stderr[2].contains("gives 6"), "{}", run.err);
    let parts = place.qipan(&["replay", "changed.json", "--verify"]).err;
    assert!(parts.contains("yes  Readable") && !parts.contains("Legal"), "{parts}");
    assert_eq!(parts.matches("  NO   Something is wrong").count(), 3, "{parts}");
}

#[test]
fn unreadable_files_are_refused() {
    let place = place_with_game();
    let text = place.read("game.json");
    for (name, text, part) in [
        ("empty.json", String::new(), "line 1"),
        ("other.json", "{\"a\":1}".to_owned(), "not a game saved by Qipan"),
        ("later.json", text.replace("\"version\":1,", "\"version\":99,"), "version 99"),
        ("half.json", text[..text.len() / 2].to_owned(), "line"),
        ("odd.json", text.replace("\"take_backs\"", "\"taken_back\""), "taken_back"),
    ] {
        place.write(name, &text);
        let line = place.refused(&["replay", name]);
        assert!(line.contains(name) && line.contains(part), "{line}");
        let run = place.qipan(&["replay", name, "--verify", "--json"]);
        let verify = &run.json()["verify"];
        assert_eq!(
            (run.status, &verify["readable"], &verify["dice"]),
            (1, &json!(false), &json!(false))
        );
    }
    assert!(place.refused(&["replay", "missing.json"]).contains("missing.json"));
    std::fs::write(place.path("bytes.json"), [0xff, 0xfe, 0x00]).unwrap();
    assert!(place.refused(&["replay", "bytes.json"]).contains("bytes.json"));
}

#[test]
fn games_are_printed_as_text() {
    let place = place_with_game();
    let text = place.qipan(&["replay", "game.json", "--text"]).out;
    assert!(
        text.starts_with("aeroplane with planes=1 planes_to_win=1\nred: Greedy Greta"),
        "{text}"
    );
    let report = place.json(&["replay", "game.json", "--text", "--json"]);
    let lines = report["text"].as_array().unwrap();
    assert_eq!(lines.len() as u64, report["steps"].as_u64().unwrap());
    assert!(lines.iter().all(|line| !line.as_str().unwrap().is_empty()));
    assert!(lines.iter().all(|line| text.contains(line.as_str().unwrap())));
    assert!(text.lines().last().unwrap().starts_with("1. "), "{text}");
}
