//! `qipan analyse` and `qipan puzzles`: luck, choices and puzzles of saved games.

use crate::support::{Place, repository};
use serde_json::Value;

/// Returns a place with two short finished games and an unfinished one.
fn place_with_games() -> Place {
    let place = Place::new();
    let two_planes = ["--set", "planes=2", "--set", "planes_to_win=2"];
    for (seed, file) in [("7", "a.json"), ("8", "b.json")] {
        let seats = ["--seat", "red=greedy", "--seat", "blue=greedy"];
        let others = ["--seat", "yellow=random", "--seat", "green=random"];
        let play = ["play", "aeroplane", "--seed", seed, "--save", file];
        let words = [&play[..], &two_planes, &seats, &others].concat();
        assert_eq!(place.qipan(&words).status, 0);
    }
    // The unfinished game is the second one without its later steps and its result.
    let text = place.read("b.json");
    let steps = text.find("\"steps\":[").unwrap();
    let cut = steps + text[steps..].match_indices("},\n").nth(60).unwrap().0;
    let end = text[cut..].find("\n],").unwrap() + cut;
    let unfinished = format!("{}}}{}", &text[..cut], &text[end..]);
    let result = unfinished.find("\"result\":").unwrap();
    let line = unfinished[result..].find('\n').unwrap() + result;
    place.write(
        "c.json",
        &format!("{}\"result\":null,{}", &unfinished[..result], &unfinished[line..]),
    );
    place
}

fn number(object: &Value, key: &str) -> f64 {
    object[key].as_f64().unwrap_or_else(|| panic!("{key} of {object}"))
}

#[test]
fn analysis_reports_luck_and_worst_choices() {
    let place = place_with_games();
    let game = place.json(&["analyse", "a.json", "--json", "--rollouts", "3", "--worst", "2"]);
    let seats = game["seats"].as_array().unwrap();
    assert_eq!((seats.len(), game["over"].as_bool()), (4, Some(true)));
    for seat in seats {
        let parts = ["start", "luck", "skill", "gifts", "rules", "rest"];
        let sum: f64 = parts.iter().map(|key| number(seat, key)).sum();
        assert!((sum - number(seat, "result")).abs() < 1e-4, "{seat}");
        assert!(number(seat, "skill") <= 0.0);
    }
    let sum = |key| seats.iter().map(|seat| number(seat, key)).sum::<f64>();
    assert!((sum("start") - 1.0).abs() < 1e-3 && sum("luck").abs() < 1e-3);
    let worst = game["worst"].as_array().unwrap();
    assert_eq!(worst.len(), 2);
    assert!(number(&worst[0], "cost") >= number(&worst[1], "cost"));
    let (taken, better) = (&worst[0]["taken"], &worst[0]["better"]);
    assert!(
        taken["action"] != better["action"] && number(taken, "value") < number(better, "value")
    );
    assert_eq!(game["chances"].as_array().unwrap().len(), 11);

    let text = place.qipan(&["analyse", "a.json"]);
    assert_eq!(text.status, 0, "{}", text.err);
    for words in ["aeroplane, ", "without luck", "biggest mistakes", "best was", "Random"] {
        assert!(text.out.contains(words), "{words} in {}", text.out);
    }

    let means = place.json(&["analyse", "a.json", "b.json", "c.json", "--json", "--depth", "0"]);
    assert_eq!(means["games"], 2, "the third is not over");
    let players = means["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    let difference = &means["differences"][0];
    for key in ["luck", "skill", "result"] {
        let expected = number(&players[0], key) - number(&players[1], key);
        assert!((number(difference, key) - expected).abs() < 1e-5, "{key} {means}");
        assert_eq!(difference[format!("{key}_ci")].as_array().unwrap().len(), 2);
    }
    assert_eq!(difference["games"], 2);
    assert!(place.refused(&["analyse", "nowhere.json"]).contains("nowhere.json"));
    for option in ["--rollouts", "--worst"] {
        let run = place.qipan(&["analyse", "a.json", "b.json", option, "7"]);
        assert!(
            run.status == 2 && run.err.contains("only with a single game"),
            "{option}: {}",
            run.err
        );
    }
    // A game without dice reports no look-ahead.
    let junqi = repository("saves/sample-flip_open.json");
    let report = place.qipan(&["analyse", &junqi, "--depth", "2", "--worlds", "1"]);
    assert!(report.status == 0 && !report.out.contains("ahead"), "{}", report.out);
}

#[test]
fn analysis_is_kept_in_the_file() {
    let place = place_with_games();
    let before = place.read("a.json");
    let words = ["analyse", "a.json", "--depth", "0", "--keep", "--json"];
    let report = place.json(&words);
    let saved = place.read("a.json");
    assert!(saved.len() > before.len() && saved.contains("\"analysis\":{"));
    assert_eq!(report, place.json(&words), "the same game, the same answer");
    assert_eq!(place.read("a.json"), saved);
    let check = place.json(&["replay", "a.json", "--verify", "--json"]);
    assert_eq!(check["verify"]["fault"], Value::Null);
    // A change by hand is still detected after the analysis was saved.
    place.write("odd.json", &before.replacen("\"take_backs\":0", "\"take_backs\":7", 1));
    assert_eq!(place.qipan(&["replay", "odd.json", "--verify"]).status, 1);
    place.json(&["analyse", "odd.json", "--depth", "0", "--keep", "--json"]);
    let run = place.qipan(&["replay", "odd.json", "--verify"]);
    assert!(run.status == 1 && run.err.contains("saved again after a check"), "{}", run.err);
    let broken = saved.replacen("\"worths\":[", "\"worths\":[7,", 1);
    place.write("a.json", &broken);
    let refused = place.refused(&["replay", "a.json"]);
    assert!(
        refused.contains("the analysis has a value out of range, or values for other seats"),
        "{refused}"
    );
}

#[test]
fn robot_value_function_gives_the_chances() {
    let place = place_with_games();
    let words = ["analyse", "a.json", "--depth", "0", "--json", "--by", "master"];
    let report = place.json(&words);
    assert_eq!(report["by"], "Master Mira");
    let learned = place.json(&words[..5]);
    assert_eq!((&learned["by"], &learned["seats"]), (&Value::Null, &report["seats"]));
    let chances = |game: &Value| -> Vec<f64> {
        let first = game["chances"].as_array().unwrap().iter().filter(|at| at["place"] == 1);
        first.map(|at| number(&at["chances"], "red")).collect()
    };
    let (by_robot, by_program) = (chances(&report), chances(&learned));
    // The robot uses the same evaluation, but does not look ahead.
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 0.1;
    assert!(by_robot.iter().zip(&by_program).all(near), "{by_robot:?} {by_program:?}");
    let refused = place.refused(&["analyse", "a.json", "--by", "greedy"]);
    assert!(refused.contains("no `value` function; these have one: master"), "{refused}");
    place.write(
        "wrong.luau",
        "return { api = 1, game = \"race\", name = \"Wrong\", value = function() return 7 end,\n\
         choose = function(_, turn) return turn:actions()[1] end }",
    );
    let check = place.qipan(&["check", "wrong.luau"]);
    assert!(
        check.status == 1 && check.out.contains("from 0 (lost) to 1 (won), got 7"),
        "{}",
        check.out
    );
    let refused = place.refused(&["analyse", "a.json", "--by", "wrong.luau"]);
    assert!(refused.contains("wrong.luau:1: value must return a number"), "{refused}");
}

#[test]
fn puzzles_are_found_and_stored_compactly() {
    let place = Place::new();
    let seats = ["--seat", "red=random", "--seat", "blue=random", "--seat", "green=random"];
    for seed in ["3", "4", "5", "6"] {
        let file = format!("{seed}.json");
        let play = ["play", "aeroplane", "--seed", seed, "--save", file.as_str()];
        assert_eq!(place.qipan(&[&play[..], &seats].concat()).status, 0);
    }
    let words =
        ["puzzles", "3.json", "4.json", "5.json", "6.json", "--gap", "2", "--out", "p.json"];
    let report = place.json(&[&words[..], &["--json"]].concat());
    let count = report["puzzles"].as_u64().unwrap();
    assert!((1..=4).contains(&count), "at most one of a game: {report}");
    assert!(report["bytes"].as_u64().unwrap() < 4000 * count);
    let file: Value = serde_json::from_str(&place.read("p.json")).unwrap();
    assert_eq!(file["puzzles"].as_array().unwrap().len() as u64, count);
    assert!(place.refused(&words).contains("--force"));
    // The output file is checked before the games are read.
    let refused = place.refused(&["puzzles", "none.json", "--out", "no/q.json"]);
    assert!(refused.contains("no/q.json: "), "{refused}");
    assert!(place.refused(&["puzzles", "3.json", "--gap", "44", "--out", "q.json"]).contains("no"));
    for gap in ["-9", "45.1", "NaN", "much"] {
        let run = place.qipan(&["puzzles", "3.json", "--gap", gap, "--out", "q.json"]);
        assert!(run.status == 2 && run.err.contains("from 0 to 45"), "{gap}: {}", run.err);
    }
}
