//! `qipan play`: one game between robots, repeatable by its seed.

use crate::support::{Place, keys};
use serde_json::json;

#[test]
fn same_seed_gives_the_same_bytes() {
    let place = Place::new();
    for preset in ["aeroplane", "flying"] {
        let play = |seed| place.qipan(&["play", preset, "--seed", seed, "--json"]);
        let (first, second, other) = (play("7"), play("7"), play("8"));
        assert_eq!((first.status, &first.out), (0, &second.out));
        assert_ne!(first.out, other.out);
        assert_eq!(first.err, "");
    }
}

#[test]
fn report_describes_the_game() {
    let place = Place::new();
    let game = place.json(&["play", "aeroplane", "--seed", "7", "--json"]);
    let expected =
        ["preset", "seed", "seats", "plies", "steps", "outcome", "captures", "house_rules", "save"];
    assert_eq!(keys(&game), expected);
    assert_eq!(
        (&game["preset"], &game["seed"], &game["save"]),
        (&json!("aeroplane"), &json!(7), &json!(null))
    );
    assert!(game["plies"].as_u64() < game["steps"].as_u64());
    let places = game["outcome"]["places"].as_array().unwrap();
    assert_eq!(places.len(), 4);
    assert_eq!(game["outcome"]["reason"], "all_home");
}

#[test]
fn drawn_seed_is_reported_and_repeats_the_game() {
    let place = Place::new();
    let first = place.qipan(&["play", "flying", "--json"]);
    let seed = drawn_seed(&first.json());
    let again = place.qipan(&["play", "flying", "--seed", &seed, "--json"]);
    assert_eq!(first.out, again.out);
    assert_ne!(seed, drawn_seed(&place.json(&["play", "flying", "--json"])));
    // The text output and the saved game contain the seed too.
    let words = ["play", "flying", "--seed", &seed, "--save", "game.json"];
    let text = place.qipan(&words).out;
    assert!(text.contains(&format!("seed {seed}")), "{text}");
    assert!(place.read("game.json").contains(&seed));
}

/// Returns the seed that a run drew, 256 bits as hexadecimal digits.
fn drawn_seed(report: &serde_json::Value) -> String {
    let seed = report["seed"].as_str().unwrap_or_else(|| panic!("no digits in {report}"));
    assert!(seed.len() == 64 && seed.bytes().all(|digit| digit.is_ascii_hexdigit()), "{seed}");
    seed.to_owned()
}

#[test]
fn drawn_seeds_repeat_tournaments_and_tuning() {
    let place = Place::new();
    let small = ["--set", "planes=1", "--set", "planes_to_win=1", "--games", "8", "--json"];
    for words in [
        &["arena", "flying", "random", "greedy"][..],
        &["tune", "careful", "--against", "random", "--rounds", "1"],
    ] {
        let words = [words, &small].concat();
        let run = |more: &[&str]| {
            let mut report = place.json(&[&words[..], more].concat());
            report.as_object_mut().unwrap().remove("games_per_s");
            report.as_object_mut().unwrap().remove("times_ms");
            report
        };
        let (first, other) = (run(&[]), run(&[]));
        let seed = drawn_seed(&first);
        assert_ne!(seed, drawn_seed(&other), "{words:?}");
        assert_eq!(run(&["--seed", &seed]), first, "{words:?}");
        // A number is a valid seed and is printed as a number.
        assert_eq!(run(&["--seed", "7"])["seed"], json!(7));
    }
    // A resumed search takes its seed from the file.
    let words = ["tune", "careful", "--against", "random", "--rounds", "1", "--resume", "t.jsonl"];
    let words = [&words[..], &small].concat();
    assert_eq!(place.json(&words), place.json(&words));
}

#[test]
fn seats_are_named_empty_or_greedy_by_default() {
    let place = Place::new();
    let words = ["play", "aeroplane", "--seed", "3", "--json", "--seat", "red=random"];
    let game = place.json(
        &[&words[..], &["--seat", "yellow=none", "--seat", "green=careful,caution=5"]].concat(),
    );
    let seats = json!({"red": "Random Ronnie", "blue": "Greedy Greta", "green": "Careful Carla"});
    assert_eq!(game["seats"], seats);
    let seated: usize = game["outcome"]["places"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seats| seats.as_array().unwrap().len())
        .sum();
    assert_eq!(seated, 3);
}

#[test]
fn rules_can_be_changed() {
    let place = Place::new();
    let words = ["play", "aeroplane", "--seed", "3", "--json"];
    let set = ["--set", "planes=1", "--set", "planes_to_win=1", "--set", "takeoff=[5,6]"];
    let short = place.json(&[&words[..], &set, &["--set", "end=first_home"]].concat());
    assert_eq!(short["outcome"]["reason"], "first_home");
    assert!(short["plies"].as_u64() < place.json(&words)["plies"].as_u64());
    let together = place.json(&[&words[..], &["--set", "teams=true"]].concat());
    assert_eq!(together["outcome"]["places"].as_array().unwrap().len(), 2);
    assert_eq!(together["outcome"]["reason"], "team_home");
}

#[test]
fn robot_errors_do_not_stop_the_game() {
    let place = Place::new();
    let broken = "return { api = 1, game = \"race\", name = \"Broken\",\n\
                  choose = function(view, turn) error(\"no idea\") end }\n";
    let file = place.write("broken.luau", broken);
    let game =
        place.qipan(&["play", "flying", "--seed", "1", "--json", "--seat", &format!("red={file}")]);
    assert_eq!(game.json()["seats"]["red"], "Broken");
    assert!(game.err.contains("broken.luau:2:") && game.err.contains("no idea"), "{}", game.err);
}

#[test]
fn different_game_is_overwritten_only_with_force() {
    let place = Place::new();
    let play = |seed: &str, more: &[&str]| {
        let words = ["play", "flying", "--seed", seed, "--save", "game.json", "--json"];
        place.qipan(&[&words[..], more].concat())
    };
    assert_eq!(play("1", &[]).status, 0);
    let first = place.read("game.json");
    assert_eq!(play("1", &[]).status, 0, "the same game may be saved again");
    let run = play("2", &[]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("game.json") && run.err.contains("--force"), "{}", run.err);
    assert_eq!(place.read("game.json"), first);
    assert_eq!(play("2", &["--force"]).status, 0);
    assert_ne!(place.read("game.json"), first);
}

#[cfg(target_os = "linux")]
#[test]
fn missing_display_is_reported_after_the_file_check() {
    let place = Place::new();
    place.json(&["play", "flying", "--seed", "1", "--save", "game.json", "--json"]);
    place.write("other.json", "{}");
    for (file, first) in [
        ("game.json", "game.json is readable: a flying game of "),
        ("other.json", "error: other.json: this is not a game saved by Qipan"),
        ("missing.json", "error: Cannot open missing.json: no such file"),
    ] {
        let mut command = place.command(&[file]);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(name);
        }
        let run = crate::support::run(command.output().unwrap());
        assert_eq!(run.status, 1, "{}", run.err);
        let stderr: Vec<&str> = run.err.lines().collect();
        assert!(stderr[0].starts_with(first), "{}", run.err);
        assert!(stderr[1].starts_with("error: cannot open a window"), "{}", run.err);
    }
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    let refused = |words: &[&str], parts: &[&str]| {
        let line = place.refused(words);
        assert!(parts.iter().all(|part| line.contains(part)), "{words:?}: {line}");
    };
    refused(&["play", "ludo"], &["`ludo`", "aeroplane", "flying"]);
    refused(&["play", "aeroplane", "--set", "colour=red"], &["`colour`", "takeoff"]);
    refused(&["play", "aeroplane", "--set", "finish=maybe"], &["`finish`", "exact, bounce"]);
    refused(&["play", "aeroplane", "--set", "planes=9"], &["`planes`", "4"]);
    refused(&["play", "flying", "--set", "flight=optional"], &["`flight`", "no flights"]);
    refused(&["play", "aeroplane", "--seat", "purple=random"], &["`purple`", "red"]);
    refused(&["play", "aeroplane", "--seat", "red=nobody"], &["`nobody`", "greedy"]);
    refused(&["play", "aeroplane", "--seat", "red=no/such.luau"], &["no/such.luau"]);
    refused(&["play", "aeroplane", "--seat", "red=careful,caution=99"], &["`caution`", "30"]);
    refused(&["play", "aeroplane", "--seat", "red=random", "--seat", "red=bold"], &["twice"]);
    let empty = ["--seat", "red=none", "--seat", "blue=none", "--seat", "green=none"];
    refused(&[&["play", "aeroplane"], &empty[..]].concat(), &["two to four"]);
    refused(&["play", "aeroplane", "--set", "teams=true", "--seat", "red=none"], &["all four"]);
    refused(&["play", "flying", "--seed", "1", "--save", "no/folder/game.json"], &["game.json"]);
}

#[test]
fn usage_errors_exit_with_status_2() {
    let place = Place::new();
    for words in [
        &["play"][..],
        &["play", "aeroplane", "--seed", "x"],
        &["play", "aeroplane", "--set", "finish"],
        &["play", "aeroplane", "--seat", "red"],
        &["play", "aeroplane", "--fast"],
        &["plya"],
        &["arena", "aeroplane", "random"],
        &["arena", "aeroplane", "random", "random", "--games", "0"],
        &["new"],
        &["check"],
    ] {
        let run = place.qipan(words);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{words:?}: {}", run.err);
        assert!(!run.err.is_empty());
    }
    assert_eq!(place.qipan(&["--version"]).status, 0);
}
