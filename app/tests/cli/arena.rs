//! `qipan arena` and `qipan bench`: many games, whoever plays them.

use crate::support::{Place, keys};
use serde_json::{Value, json};

/// A short tournament's report without what depends on the clock.
fn arena(place: &Place, words: &[&str]) -> Value {
    let common = ["--seed", "1", "--json", "--set", "planes=1", "--set", "planes_to_win=1"];
    let mut report = place.json(&[&["arena"], words, &common].concat());
    assert!(report["games_per_s"].as_f64().unwrap() > 0.0);
    report.as_object_mut().unwrap().remove("games_per_s");
    report
}

#[test]
fn the_report_counts_every_game_once() {
    let place = Place::new();
    let report =
        arena(&place, &["aeroplane", "greedy", "random", "random", "random", "--games", "201"]);
    assert_eq!(keys(&report), ["games", "seed", "wins_by_seat", "robots", "mean"]);
    assert_eq!(report["games"], 201);
    assert_eq!(keys(&report["wins_by_seat"]), ["red", "yellow", "blue", "green"]);
    let wins: u64 =
        report["wins_by_seat"].as_object().unwrap().values().map(|w| w.as_u64().unwrap()).sum();
    assert_eq!(wins, 201);
    let robots = report["robots"].as_array().unwrap();
    let names: Vec<_> = robots.iter().map(|robot| &robot["name"]).collect();
    assert_eq!(names, ["greedy", "random", "random", "random"]);
    assert_eq!(robots[0]["title"], "Greedy Greta");
    let total: f64 = robots.iter().map(|robot| robot["score"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-5);
    for robot in robots {
        assert_eq!(robot["games"], 201);
        for (value, interval) in [("score", "score_ci"), ("rating", "rating_ci")] {
            let [low, high] = [0, 1].map(|end| robot[interval][end].as_f64().unwrap());
            let value = robot[value].as_f64().unwrap();
            assert!(low < value && value < high, "{robot}");
        }
        assert_eq!((&robot["errors"], &robot["timeouts"]), (&json!(0), &json!(0)));
        assert!(robot["fuel_p50"].as_u64() <= robot["fuel_max"].as_u64());
    }
    let captures: u64 = robots.iter().map(|robot| robot["captures"].as_u64().unwrap()).sum();
    let mean = &report["mean"];
    assert!((mean["captures"].as_f64().unwrap() - captures as f64 / 201.0).abs() < 1e-3);
    assert_eq!(mean["plies"], mean["rolls"]);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let place = Place::new();
    let words = ["flying", "greedy", "careful", "random", "--games", "50", "--jobs"];
    let with = |jobs| arena(&place, &[&words[..], &[jobs]].concat());
    assert_eq!(with("1"), with("3"));
}

#[test]
fn two_sit_opposite_three_clockwise() {
    let place = Place::new();
    for (words, seats) in [
        (&["aeroplane", "random", "random"][..], &["red", "blue"][..]),
        (&["flying", "random", "random"], &["red", "green"]),
        (&["aeroplane", "random", "random", "random"], &["red", "yellow", "blue"]),
        (&["flying", "random", "random", "random"], &["red", "blue", "green"]),
    ] {
        let report = arena(&place, &[words, &["--games", "6"]].concat());
        assert_eq!(keys(&report["wins_by_seat"]).len(), seats.len());
        assert!(seats.iter().all(|seat| report["wins_by_seat"].get(seat).is_some()), "{report}");
    }
}

#[test]
fn any_number_of_robots_plays_or_is_told_how_many_it_takes() {
    let place = Place::new();
    let junqi = ["dark", "mixed", "open", "flip", "flip_open"];
    let siguo = ["siguo_dark", "siguo_partner", "siguo_open", "siguo_duel", "three", "six"];
    for preset in [&["aeroplane", "flying"][..], &junqi, &siguo].concat() {
        let needed = if preset == "three" { 3 } else { 2 };
        for robots in 1..=6 {
            let named = vec!["random"; robots];
            let words = ["--games", "1", "--seed", "1", "--json"];
            let run = place.qipan(&[&["arena", preset], &named[..], &words].concat());
            if robots >= needed {
                assert_eq!((run.status, &run.json()["games"]), (0, &json!(1)), "{}", run.err);
                continue;
            }
            assert_eq!(run.status, if robots == 1 { 2 } else { 1 }, "{preset}: {}", run.err);
            let enough = format!("qipan arena {preset} {}", vec!["random"; needed].join(" "));
            let told = format!("{preset} needs at least {needed} robots");
            assert!(run.err.contains(&told) && run.err.contains(&enough), "{}", run.err);
        }
    }
}

#[test]
fn a_team_is_one_robot() {
    let place = Place::new();
    let report =
        arena(&place, &["aeroplane", "greedy", "random", "--set", "teams=true", "--games", "40"]);
    let score = |robot: usize| report["robots"][robot]["score"].as_f64().unwrap();
    assert!((score(0) + score(1) - 1.0).abs() < 1e-6, "{report}");
    assert_eq!(report["robots"][0]["games"], 40);
    assert_eq!(report["wins_by_seat"]["red"], report["wins_by_seat"]["blue"]);
}

#[test]
fn the_better_robot_is_rated_higher() {
    let place = Place::new();
    let words =
        ["arena", "aeroplane", "random", "greedy", "--games", "100", "--seed", "2", "--json"];
    let report = place.json(&words);
    let end =
        |robot: usize, end: usize| report["robots"][robot]["rating_ci"][end].as_f64().unwrap();
    assert!(end(0, 1) < end(1, 0), "{report}");
    let table = place.qipan(&words[..words.len() - 1]).out;
    assert!(table.lines().nth(1).unwrap().starts_with("greedy"), "{table}");
}

#[test]
fn trouble_is_counted() {
    let place = Place::new();
    let script = |body: &str| {
        format!(
            "return {{ api = 1, game = \"race\", name = \"X\", choose = function(view, turn) {body} end }}"
        )
    };
    let errs = place.write("errs.luau", &script("error('oh')"));
    let loops = place.write("loops.luau", &script("while true do end"));
    let report = arena(&place, &["flying", &errs, &loops, "--games", "2"]);
    let [errs, loops] = [0, 1].map(|robot| &report["robots"][robot]);
    assert!(errs["errors"].as_u64().unwrap() > 0 && errs["timeouts"] == 0, "{errs}");
    assert!(loops["timeouts"].as_u64().unwrap() > 0 && loops["errors"] == 0, "{loops}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_was_played() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new();
    let words = ["arena", "aeroplane", "random", "random", "--games", "100000000", "--json"];
    let short = ["--set", "planes=1", "--set", "planes_to_win=1"];
    let mut command = place.command(&[&words[..], &short].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    err.read_line(&mut said).unwrap();
    assert_eq!(said, "1000 of 100000000 games\n");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    err.read_to_string(&mut said).unwrap();
    let run = crate::support::run(child.wait_with_output().unwrap());
    assert_eq!(run.status, 0, "{said}");
    assert!(run.json()["games"].as_u64().unwrap() >= 1000);
    assert!(said.contains("stopped after"), "{said}");
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    let refused = |words: &[&str], part: &str| {
        let line = place.refused(words);
        assert!(line.contains(part), "{words:?}: {line}");
    };
    refused(&["arena", "ludo", "random", "random"], "`ludo`");
    refused(&["arena", "aeroplane", "random", "nobody"], "`nobody`");
    refused(&["arena", "aeroplane", "random", "random", "--set", "finish=maybe"], "`finish`");
    let many = vec!["random"; 30];
    refused(&[&["arena", "aeroplane"], &many[..]].concat(), "30 robots");
    refused(&["bench", "ludo"], "`ludo`");
}

#[test]
fn a_network_is_trained_into_a_file_that_follows_from_the_seed() {
    let place = Place::new();
    let train = |seed: &str| {
        let file = place.path("learned.net");
        let file = file.to_str().unwrap();
        let words = ["train", "flying", "--games", "8", "--seed", seed, "--out", file, "--json"];
        let report = place.json(&words);
        let bytes = std::fs::read(file).unwrap();
        assert_eq!(report["bytes"], bytes.len());
        bytes
    };
    let first = train("1");
    assert_eq!(train("1"), first);
    assert_ne!(train("2"), first);
    let said = place.refused(&["train", "aeroplan", "--out", "x"]);
    assert!(said.contains("did you mean `aeroplane`?"), "{said}");
}

#[test]
fn speeds_are_measured() {
    let report = Place::new().json(&["bench", "flying", "--json"]);
    let preset = &report["presets"][0];
    assert_eq!(keys(preset), ["preset", "games", "plies", "ns_per_ply", "games_per_s"]);
    assert!(preset["ns_per_ply"].as_f64().unwrap() > 0.0);
    assert!(report["lua"]["decisions_per_s"].as_f64().unwrap() > 0.0);
}
