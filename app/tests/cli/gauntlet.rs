//! `qipan gauntlet`: a robot against the styles of the gauntlet.

use serde_json::json;

use crate::support::{Place, keys, repository};

const JUNQI_STYLES: [&str; 4] = ["rusher", "waiter", "hunter", "digger"];
const RACE_STYLES: [&str; 2] = ["chaser", "runner"];

/// Returns the files of all styles.
fn style_files() -> Vec<String> {
    let junqi = JUNQI_STYLES.map(|style| format!("scripts/gauntlet/junqi/{style}.luau"));
    let race = RACE_STYLES.map(|style| format!("scripts/gauntlet/race/{style}.luau"));
    junqi.into_iter().chain(race).map(|file| repository(&file)).collect()
}

#[test]
fn styles_pass_the_check() {
    let files = style_files();
    let words: Vec<&str> =
        ["check", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let report = Place::new().json(&words);
    let scripts = report["scripts"].as_array().unwrap();
    assert_eq!(scripts.len(), files.len());
    assert!(scripts.iter().all(|script| script["ok"] == true), "{report}");
}

#[test]
fn every_style_is_played_in_every_preset_and_figures_repeat() {
    let place = Place::new();
    let words = ["gauntlet", "greedy", "--preset", "flying", "--preset", "dark", "--games", "4"];
    let with = |rest: &[&str]| place.json(&[&words[..], &["--json", "--seed"], rest].concat());
    let report = with(&["1", "--jobs", "1"]);
    assert_eq!(report, with(&["1", "--threads", "3"]), "the same seed");
    assert_ne!(report["styles"], with(&["2"])["styles"], "another seed");

    assert_eq!(keys(&report), ["robot", "seed", "games", "score", "score_ci", "styles"]);
    assert_eq!((&report["robot"], &report["games"]), (&json!("greedy"), &json!(24)));
    let styles = report["styles"].as_array().unwrap();
    let names: Vec<_> = styles.iter().map(|line| (&line["preset"], &line["style"])).collect();
    let race = RACE_STYLES.map(|style| (json!("flying"), json!(style)));
    let junqi = JUNQI_STYLES.map(|style| (json!("dark"), json!(style)));
    let expected: Vec<_> =
        race.iter().chain(&junqi).map(|(preset, style)| (preset, style)).collect();
    assert_eq!(names, expected);
    for line in styles {
        assert_eq!(
            (&line["games"], &line["errors"], &line["timeouts"]),
            (&json!(4), &json!(0), &json!(0))
        );
        let [low, high] = [0, 1].map(|end| line["score_ci"][end].as_f64().unwrap());
        let (score, wins) = (line["score"].as_f64().unwrap(), line["wins"].as_f64().unwrap());
        let points = wins + line["draws"].as_f64().unwrap() / 2.0;
        assert!(low <= score && score <= high && (score - points / 4.0).abs() < 1e-6, "{line}");
    }
    let scores = styles.iter().map(|line| line["score"].as_f64().unwrap());
    let mean = scores.sum::<f64>() / styles.len() as f64;
    assert!((report["score"].as_f64().unwrap() - mean).abs() < 1e-5, "{report}");
}

#[test]
fn presets_that_the_robot_does_not_play_are_skipped() {
    let place = Place::new();
    let shown = place.qipan(&["gauntlet", "flipper", "--games", "2", "--seed", "1"]);
    assert_eq!(shown.status, 0, "{}", shown.err);
    let presets: Vec<&str> =
        shown.out.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(presets, ["flip", "flip", "flip", "flip", "all", "robot"]);
    assert!(shown.err.contains("skipping aeroplane, flying: "), "{}", shown.err);
    assert!(shown.err.contains("skipping dark"), "{}", shown.err);

    for (words, part) in [
        (&["gauntlet", "flipper", "--preset", "dark"][..], "cannot play `dark`"),
        (&["gauntlet", "nobody"], "unknown robot `nobody`"),
        (&["gauntlet", "greedy", "--preset", "drk"], "did you mean `dark`?"),
    ] {
        let shown = place.qipan(words);
        assert!(shown.status == 1 && shown.err.contains(part), "{words:?}: {}", shown.err);
    }
}

#[test]
fn styles_are_robots_only_by_path() {
    let place = Place::new();
    // The error of an unknown name lists the robots, or suggests a similar one.
    for name in JUNQI_STYLES.into_iter().chain(["zzzzzzzz"]) {
        let shown = place.qipan(&["play", "dark", "--seat", &format!("south={name}")]);
        let (unknown, known) = shown.err.split_once("; ").unwrap();
        assert!(shown.status == 1 && unknown.contains("unknown robot"), "{}", shown.err);
        assert!(JUNQI_STYLES.iter().all(|style| !known.contains(style)), "{}", shown.err);
    }
    let files = style_files();
    let words = ["arena", "dark", &files[0], &files[1], "--games", "2", "--seed", "1", "--json"];
    let report = place.json(&words);
    assert_eq!((&report["games"], &report["robots"][0]["errors"]), (&json!(2), &json!(0)));
}
