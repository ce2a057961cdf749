//! Junqi on the command line: every preset is played and verified, and robots are rated.

use crate::support::Place;

/// The presets, each with its number of armies.
const PRESETS: [(&str, usize); 13] = [
    ("dark", 2),
    ("mixed", 2),
    ("open", 2),
    ("flip", 2),
    ("flip_open", 2),
    ("siguo_dark", 4),
    ("siguo_partner", 4),
    ("siguo_open", 4),
    ("siguo_duel", 2),
    ("three", 3),
    ("six", 6),
    ("six_dark", 6),
    ("six_open", 6),
];

#[test]
fn check_mentions_old_names_and_passes() {
    let place = Place::new();
    let robot = |call: &str| {
        format!(
            "return {{ api = 1, game = \"junqi\", name = \"Old\", presets = {{ \"dark\" }},\n\
             choose = function(view, turn)\n{call}\nreturn turn:actions()[1]\nend }}"
        )
    };
    let old = place.write("old.luau", &robot("local _ = view:bold()"));
    let run = place.qipan(&["check", &old]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains(":3: `bold` is now `bomb_suspects`"), "{}", run.out);
    let report = place.json(&["check", &old, "--json"]);
    assert_eq!(report["scripts"][0]["ok"], true);
    let note = report["scripts"][0]["notes"][0].as_str().unwrap();
    assert!(note.ends_with("`bold` is now `bomb_suspects`"), "{note}");
    let new = place.write("new.luau", &robot("local _ = view:bomb_suspects()"));
    assert!(place.json(&["check", &new, "--json"])["scripts"][0]["notes"].is_null());
}

#[test]
fn every_preset_plays_and_verifies() {
    let place = Place::new();
    for (preset, armies) in PRESETS {
        let file = place.path(&format!("{preset}.json"));
        let file = file.to_str().unwrap();
        let mut words = vec!["play", preset, "--seed", "7", "--save", file, "--json"];
        let seats = match armies {
            2 => &["south", "north"][..],
            3 => &["south", "east", "north"],
            4 => &["south", "east", "north", "west"],
            _ => &["south", "southeast", "northeast", "north", "northwest", "southwest"],
        };
        let seats: Vec<String> = seats.iter().map(|seat| format!("{seat}=random")).collect();
        seats.iter().for_each(|seat| words.extend(["--seat", seat]));
        let game = place.json(&words);
        assert_eq!(game["seats"].as_object().unwrap().len(), armies, "{preset}");
        let again = place.json(&words);
        assert_eq!(game, again, "{preset}: the same seed, the same game");
        let replay = place.json(&["replay", file, "--verify", "--text", "--json"]);
        for part in ["readable", "consistent", "legal", "dice"] {
            assert_eq!(replay["verify"][part], true, "{preset} {part}");
        }
        assert_eq!(replay["outcome"], game["outcome"], "{preset}");
        let lines = replay["text"].as_array().unwrap();
        assert_eq!(lines.len() as u64, game["steps"].as_u64().unwrap(), "{preset}");
    }
}

#[test]
fn greedy_outscores_random_in_duels_and_teams() {
    let place = Place::new();
    for preset in ["dark", "siguo_partner"] {
        let words = ["arena", preset, "greedy", "random", "--games", "8", "--seed", "1", "--json"];
        let report = place.json(&words);
        assert_eq!(report["games"], 8, "{preset}");
        let robots = report["robots"].as_array().unwrap();
        let score = |robot: usize| robots[robot]["score"].as_f64().unwrap();
        assert!(score(0) > score(1), "{preset}: greedy is the stronger robot");
        assert!(robots.iter().all(|robot| robot["errors"] == 0), "{preset}: {report}");
    }
}

#[test]
fn new_robot_passes_the_check() {
    let place = Place::new();
    let file = place.json(&["new", "robot", "junqi", "My First", "--json"])["file"].to_string();
    let report = place.json(&["check", file.trim_matches('"'), "--json"]);
    assert_eq!(report["scripts"][0]["ok"], true, "{report}");
}

#[test]
fn wrong_seats_robots_and_options_are_refused() {
    let place = Place::new();
    let refused = |words: &[&str], part: &str| {
        let line = place.refused(words);
        assert!(line.contains(part), "{line}");
    };
    refused(&["play", "dark", "--seat", "red=random"], "south");
    refused(&["play", "dark", "--seat", "north=none"], "south and north");
    refused(&["play", "dark", "--seat", "south=careful"], "`careful`");
    refused(&["play", "siguo_dark", "--set", "flag_win=carry_home"], "flag_win");
    refused(&["play", "flip", "--set", "colour=red"], "`colour`");
}
