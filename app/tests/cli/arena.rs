//! `qipan arena`, `qipan adapt`, `qipan train` and `qipan bench`.

use crate::support::{Place, keys};
use serde_json::{Value, json};

/// Returns the report of a short tournament without the fields that depend on the clock.
fn short_tournament(place: &Place, words: &[&str]) -> Value {
    let common = ["--seed", "1", "--json", "--set", "planes=1", "--set", "planes_to_win=1"];
    let mut report = place.json(&[&["arena"], words, &common].concat());
    assert!(report["games_per_s"].as_f64().unwrap() > 0.0);
    report.as_object_mut().unwrap().remove("games_per_s");
    report.as_object_mut().unwrap().remove("times_ms");
    report
}

#[test]
fn report_counts_every_game_once() {
    let place = Place::new();
    let report = short_tournament(
        &place,
        &["aeroplane", "greedy", "random", "random", "random", "--games", "201"],
    );
    let expected = ["games", "seed", "wins_by_seat", "robots", "pairs", "draws", "endings", "mean"];
    assert_eq!(keys(&report), [&expected[..], &["pools", "keep_programs"]].concat());
    assert_eq!(report["keep_programs"], false);
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
    assert_eq!((&report["draws"], &report["endings"]), (&json!(0), &json!({ "all_home": 201 })));
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 6);
    for pair in pairs {
        let games: u64 =
            ["wins", "draws", "losses"].map(|key| pair[key].as_u64().unwrap()).iter().sum();
        assert_eq!(games, 201, "{pair}");
    }
    let captures: u64 = robots.iter().map(|robot| robot["captures"].as_u64().unwrap()).sum();
    let mean = &report["mean"];
    assert!((mean["captures"].as_f64().unwrap() - captures as f64 / 201.0).abs() < 1e-3);
    assert_eq!(mean["plies"], mean["rolls"]);
}

#[test]
fn result_does_not_depend_on_the_number_of_threads() {
    let place = Place::new();
    let words = ["flying", "greedy", "careful", "random", "--games", "50", "--jobs"];
    let with = |jobs| short_tournament(&place, &[&words[..], &[jobs]].concat());
    assert_eq!(with("1"), with("3"));
}

#[test]
fn two_robots_sit_opposite_and_three_clockwise() {
    let place = Place::new();
    for (words, seats) in [
        (&["aeroplane", "random", "random"][..], &["red", "blue"][..]),
        (&["flying", "random", "random"], &["red", "green"]),
        (&["aeroplane", "random", "random", "random"], &["red", "yellow", "blue"]),
        (&["flying", "random", "random", "random"], &["red", "blue", "green"]),
    ] {
        let report = short_tournament(&place, &[words, &["--games", "6"]].concat());
        assert_eq!(keys(&report["wins_by_seat"]).len(), seats.len());
        assert!(seats.iter().all(|seat| report["wins_by_seat"].get(seat).is_some()), "{report}");
    }
}

#[test]
fn robot_counts_play_or_are_refused_with_the_minimum() {
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
            let example = format!("qipan arena {preset} {}", vec!["random"; needed].join(" "));
            let reason = format!("{preset} needs at least {needed} robots");
            assert!(run.err.contains(&reason) && run.err.contains(&example), "{}", run.err);
        }
    }
}

#[test]
fn difference_of_two_robots_follows_from_their_blocks() {
    let place = Place::new();
    let words = ["aeroplane", "greedy", "random", "--games", "401"];
    let report = short_tournament(&place, &words);
    let elo = &report["elo"];
    assert_eq!(keys(elo), ["elo", "error", "elo_ci", "nelo", "nelo_error", "los", "blocks"]);
    let interval = [0, 1].map(|end| elo["elo_ci"][end].as_f64().unwrap());
    assert!(interval[0] < interval[1], "{elo}");
    let counts: Vec<u64> =
        elo["blocks"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (5, 200), "the last game has no block");
    let half_points: u64 = (0..).zip(&counts).map(|(half_points, count)| half_points * count).sum();
    let score = half_points as f64 / 800.0;
    let [value, error, los] = ["elo", "error", "los"].map(|key| elo[key].as_f64().unwrap());
    assert!((value + 400.0 * (1.0 / score - 1.0).log10()).abs() < 0.01, "{elo}");
    assert!(error > 0.0 && (los > 0.5) == (value > 0.0), "{elo}");
    let short = ["--seed", "1", "--set", "planes=1", "--set", "planes_to_win=1"];
    let text = place.qipan(&[&["arena"], &words[..], &short].concat()).out;
    assert!(text.contains("greedy against random: Elo "), "{text}");
    let three = short_tournament(&place, &["flying", "greedy", "random", "bold", "--games", "6"]);
    assert_eq!(three.get("elo"), None);
}

#[test]
fn teams_count_as_one_robot() {
    let place = Place::new();
    let report = short_tournament(
        &place,
        &["aeroplane", "greedy", "random", "--set", "teams=true", "--games", "40"],
    );
    let score = |robot: usize| report["robots"][robot]["score"].as_f64().unwrap();
    assert!((score(0) + score(1) - 1.0).abs() < 1e-6, "{report}");
    assert_eq!(report["robots"][0]["games"], 40);
    assert_eq!(report["wins_by_seat"]["red"], report["wins_by_seat"]["blue"]);
}

#[test]
fn better_robot_is_rated_higher() {
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
fn errors_and_timeouts_are_counted_separately() {
    let place = Place::new();
    let script = |body: &str| {
        format!(
            "return {{ api = 1, game = \"race\", name = \"X\", choose = function(view, turn) {body} end }}"
        )
    };
    let errs = place.write("errs.luau", &script("error('oh')"));
    let loops = place.write("loops.luau", &script("while true do end"));
    let report = short_tournament(&place, &["flying", &errs, &loops, "--games", "2"]);
    let [errs, loops] = [0, 1].map(|robot| &report["robots"][robot]);
    assert!(errs["errors"].as_u64().unwrap() > 0 && errs["timeouts"] == 0, "{errs}");
    assert!(loops["timeouts"].as_u64().unwrap() > 0 && loops["errors"] == 0, "{loops}");
}

#[cfg(unix)]
#[test]
fn interrupted_arena_reports_the_games_played() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new();
    let words = ["arena", "aeroplane", "random", "random", "--games", "100000000", "--json"];
    let short = ["--set", "planes=1", "--set", "planes_to_win=1"];
    let mut command = place.command(&[&words[..], &short].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut stderr = String::new();
    err.read_line(&mut stderr).unwrap();
    assert_eq!(stderr, "1000 of 100000000 games\n");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    err.read_to_string(&mut stderr).unwrap();
    let run = crate::support::run(child.wait_with_output().unwrap());
    assert_eq!(run.status, 0, "{stderr}");
    assert!(run.json()["games"].as_u64().unwrap() >= 1000);
    assert!(stderr.contains("stopped after"), "{stderr}");
}

#[test]
fn draws_and_endings_are_counted() {
    let place = Place::new();
    let words = ["--set", "draw_after_quiet_plies=1", "--games", "4", "--seed", "1"];
    let words = [&["arena", "open", "random", "random"], &words[..]].concat();
    let report = place.json(&[&words[..], &["--json"]].concat());
    let robot = &report["robots"][0];
    let draws = report["draws"].as_u64().unwrap();
    assert!(draws > 0, "{report}");
    assert_eq!(report["endings"]["quiet_plies"], draws);
    assert_eq!((&robot["draws"], &report["pairs"][0]["draws"]), (&json!(draws), &json!(draws)));
    let text = place.qipan(&words).out;
    assert!(text.contains("endings: drawn, nothing was captured for too long"), "{text}");
}

#[test]
fn layout_errors_are_counted() {
    let place = Place::new();
    let text = "return { api = 1, game = \"junqi\", name = \"X\", choose = function(view, turn) \
                return turn:actions()[1] end, layout = function() error('oh') end }";
    let errs = place.write("errs.luau", text);
    let words = ["arena", "dark", &errs, "random", "--games", "2", "--seed", "1", "--json"];
    let run = place.qipan(&words);
    assert_eq!(run.json()["robots"][0]["errors"], 2, "{}", run.err);
    assert!(run.err.contains("errs.luau had errors; first error:"), "{}", run.err);
}

#[test]
fn arena_games_are_saved_and_verify() {
    let place = Place::new();
    for (preset, robots) in [
        ("aeroplane", &["greedy", "random", "random", "careful"][..]),
        ("dark", &["greedy", "random"]),
        ("flip", &["flipper", "random"]),
        ("siguo_partner", &["greedy", "random"]),
    ] {
        let folder = place.path(preset).display().to_string();
        let words = ["--games", "5", "--seed", "3", "--json", "--save-games", &folder];
        let report = place.json(&[&["arena", preset], robots, &words].concat());
        let mut files: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        assert_eq!(files.len(), 5);
        assert!(files[0].ends_with("game-0000001.json") && files[4].ends_with("game-0000005.json"));
        let mut plies = 0;
        for file in files {
            let file = file.display().to_string();
            let game = place.json(&["replay", &file, "--verify", "--json"]);
            assert_eq!(game["verify"]["fault"], Value::Null, "{file}");
            plies += game["plies"].as_u64().unwrap();
        }
        assert!((report["mean"]["plies"].as_f64().unwrap() * 5.0 - plies as f64).abs() < 1e-2);
        // Playing the same games again succeeds; other games must not overwrite them.
        place.json(&[&["arena", preset], robots, &words].concat());
        let other = ["--games", "5", "--seed", "4", "--json", "--save-games", &folder];
        let stderr = place.refused(&[&["arena", preset], robots, &other].concat());
        assert!(stderr.contains("another game is there already"), "{stderr}");
    }
}

#[test]
fn table_is_written_as_csv() {
    let place = Place::new();
    let file = place.path("table.csv").display().to_string();
    let report = short_tournament(
        &place,
        &["flying", "careful,caution=5", "random", "--games", "10", "--csv", &file],
    );
    let text = place.read("table.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("robot,title,games,wins,draws,score,score_low,score_high,rating"));
    assert!(lines[1].starts_with("\"careful,caution=5\",") && lines[2].starts_with("random,"));
    let cells = |line: &str| line.matches(',').count();
    assert_eq!(cells(lines[1]) - 1, cells(lines[0]), "one comma is in a name");
    let score = report["robots"][1]["score"].as_f64().unwrap();
    assert_eq!(lines[2].split(',').nth(5).unwrap().parse::<f64>().unwrap(), score);
}

#[test]
fn sprt_stops_equally_on_any_number_of_threads() {
    let place = Place::new();
    let words = |jobs| ["aeroplane", "greedy", "random", "--sprt", "50%,60%", "--jobs", jobs];
    let report = short_tournament(&place, &words("1"));
    let test = &report["sprt"];
    let expected = ["low", "high", "ratio", "limit", "lower", "alpha", "beta", "verdict"];
    assert_eq!(keys(test), expected);
    assert_eq!(test["verdict"], "passes", "{report}");
    assert!(test["ratio"].as_f64() >= test["limit"].as_f64());
    assert!(report["games"].as_u64().unwrap() < 1000, "{report}");
    assert_eq!(report, short_tournament(&place, &words("3")));
    let strict = [&words("2")[..], &["--alpha", "0.1%", "--beta", "0.2"]].concat();
    let strict = &short_tournament(&place, &strict);
    let test = &strict["sprt"];
    assert_eq!((&test["alpha"], &test["beta"]), (&json!(0.001), &json!(0.2)));
    assert!((test["limit"].as_f64().unwrap() - 800f64.ln()).abs() < 1e-3, "{test}");
    assert!(strict["games"].as_u64() > report["games"].as_u64(), "fewer errors need more games");
    let why = place.qipan(&["arena", "aeroplane", "greedy", "random", "--alpha", "0.01"]);
    assert_eq!(why.status, 2, "--alpha needs --sprt: {}", why.err);
    let worse = ["aeroplane", "random", "greedy", "--sprt", "0,100", "--games", "2000"];
    let report = short_tournament(&place, &worse);
    assert_eq!(
        (&report["sprt"]["verdict"], &report["sprt"]["low"]),
        (&json!("fails"), &json!(0.5))
    );
    let short = ["aeroplane", "greedy", "random", "--sprt", "0.5,0.6", "--games", "2"];
    assert_eq!(short_tournament(&place, &short)["sprt"]["verdict"], Value::Null);
    for bad in ["1", "60%,50%", "0,0.5", "x,y", "0%,50%"] {
        let run = place.qipan(&["arena", "aeroplane", "greedy", "random", "--sprt", bad]);
        assert_eq!(run.status, 2, "{bad}: {}", run.err);
    }
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
fn trained_network_follows_from_the_seed() {
    let place = Place::new();
    let train = |preset: &str, seed: &str| {
        let file = place.path("learned.net");
        let file = file.to_str().unwrap();
        let words = ["train", preset, "--games", "8", "--seed", seed, "--out", file, "--json"];
        let report = place.json(&words);
        let bytes = std::fs::read(file).unwrap();
        assert_eq!(report["bytes"], bytes.len());
        bytes
    };
    for preset in ["flying", "layouts"] {
        let first = train(preset, "1");
        assert_eq!(train(preset, "1"), first);
        assert_ne!(train(preset, "2"), first);
    }
    let stderr = place.refused(&["train", "aeroplan", "--out", "x"]);
    assert!(stderr.contains("did you mean `aeroplane`?"), "{stderr}");
    let stderr = place.refused(&["train", "layouts", "--preset", "flip", "--out", "x"]);
    assert!(stderr.contains("`flip` is not a preset of Junqi with layouts"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn killed_training_resumes_to_the_same_result() {
    let place = Place::new();
    let path = |name: &str| place.path(name).to_str().unwrap().to_owned();
    let (state, curve) = (path("state.json"), path("curve.csv"));
    let read = |name: &str| std::fs::read(place.path(name)).unwrap();
    for preset in ["flying", "dark", "layouts"] {
        let words = ["train", preset, "--games", "60", "--json", "--curve", &curve];
        place.json(&[&words[..], &["--out", &path("whole")]].concat());
        let whole_curve = read("curve.csv");
        std::fs::remove_file(&curve).unwrap();
        let out = path("resumed");
        let resumed = [&words[..], &["--out", &out, "--resume", &state]].concat();
        let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_qipan"));
        let mut first = first.args(&resumed).spawn().unwrap();
        while !place.path("state.json").exists() {
            assert!(first.try_wait().unwrap().is_none(), "{preset}: it ended before it was killed");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        first.kill().unwrap();
        first.wait().unwrap();
        place.json(&resumed);
        assert_eq!(read("resumed"), read("whole"), "{preset}");
        assert_eq!(read("curve.csv"), whole_curve, "{preset}");
        assert!(!place.path("state.json").exists(), "the file to resume from is removed");
    }
    let text = String::from_utf8(read("curve.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (61, "games,loss"));
    assert!(lines[60].starts_with("60,0."), "{}", lines[60]);
}

#[test]
fn training_resumes_from_its_own_files_only() {
    let place = Place::new();
    let path = |name: &str| place.path(name).to_str().unwrap().to_owned();
    let (out, other) = (path("out"), path("other.json"));
    std::fs::write(&other, "{\"format\": \"something else\"}").unwrap();
    let refused = |words: &[&str], part: &str| {
        let words = [&["train", "flying", "--games", "2", "--out", &out], words].concat();
        let line = place.refused(&words);
        assert!(line.contains(part), "{words:?}: {line}");
    };
    refused(&["--resume", &other], "not a file that `qipan train --resume` wrote");
    assert!(std::fs::read_to_string(&other).unwrap().contains("something else"));
    refused(&["--resume", &out], "name another file for each argument");
    refused(&["--curve", &path("./out")], "name another file for each argument");
    refused(&["--curve", &path("no/curve.csv")], "curve.csv");
    let settings = r#"{"preset": "dark", "games": 5, "seed": 1}"#;
    let saved = format!(
        r#"{{"format": "qipan training 1", "settings": {settings}, "curve": [], "state": null}}"#
    );
    std::fs::write(&other, saved).unwrap();
    refused(&["--resume", &other], "`train dark --games 5 --seed 1`, not of `train flying");
    let settings = r#""settings": {"preset": "flying", "games": 2, "seed": 1}"#;
    let saved =
        format!(r#"{{"format": "qipan training 1", {settings}, "curve": [], "state": {{}}}}"#);
    std::fs::write(&other, saved).unwrap();
    refused(&["--resume", &other], "not the state of such a training");
    let line = place.refused(&["train", "policy", "--out", &out, "--curve", "x"]);
    assert!(line.contains("has neither option"), "{line}");
    assert!(!place.path("out").exists());
}

#[test]
fn file_for_the_table_is_checked_before_the_games() {
    let place = Place::new();
    place.write("book.txt", "not a position");
    let words = ["arena", "flying", "greedy", "random", "--games", "2", "--csv"];
    let refused = |more: &[&str]| place.refused(&[&words[..], more].concat());
    let line = refused(&["no/table.csv", "--resume", "run.jsonl"]);
    assert!(line.contains("no/table.csv: "), "{line}");
    for more in [
        &["run.jsonl", "--resume", "run.jsonl"][..],
        &["./run.jsonl", "--resume", "run.jsonl"],
        &["./book.txt", "--book", "book.txt"],
    ] {
        let line = refused(more);
        assert!(line.contains("name another file for each argument"), "{more:?}: {line}");
    }
    assert!(!place.path("run.jsonl").exists());
    assert_eq!(place.read("book.txt"), "not a position");
    // A table that exists is replaced.
    place.write("table.csv", "old");
    let run = place.qipan(&[&words[..], &["table.csv", "--resume", "run.jsonl"]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(place.read("table.csv").starts_with("robot,title,games"));
}

#[cfg(unix)]
#[test]
fn table_is_printed_if_its_file_cannot_be_written() {
    let place = Place::new();
    // A file size limit of 0 lets files be opened but not written.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut full_disk = std::process::Command::new("sh");
    full_disk.args(["-c", full, env!("CARGO_BIN_EXE_qipan")]);
    full_disk.args(["arena", "flying", "greedy", "random", "--games", "2", "--json"]);
    full_disk.args(["--csv", "table.csv"]).current_dir(place.path(""));
    let run = crate::support::run(full_disk.output().unwrap());
    assert_eq!((run.status, &run.json()["games"]), (1, &json!(2)), "{}", run.err);
    assert!(run.err.contains("table.csv"), "{}", run.err);
    assert!(!place.path("table.csv").exists());
}

#[test]
fn policy_is_measured_with_games_left_out() {
    let place = Place::new();
    let text = include_str!("../../../core/tests/data/junqi_games.txt");
    // Few games, so that the test is quick.
    let few: Vec<&str> = text.split("\ngame\n").take(5).collect();
    std::fs::write(place.path("games.txt"), few.join("\ngame\n")).unwrap();
    let out = place.path("people.policy");
    let (games, out) = (place.path("games.txt"), out.to_str().unwrap());
    let games = games.to_str().unwrap();
    let words = ["train", "policy", games, "--folds", "2", "--out", out, "--json"];
    let report = place.json(&words);
    assert_eq!(
        (report["games"].as_u64(), report["unseen"][0]["games"].as_u64()),
        (Some(4), Some(4))
    );
    assert_eq!(report["bytes"], std::fs::read(out).unwrap().len());
    let first = report["unseen"][0]["first"].as_array().unwrap();
    assert!(first[1].as_f64() < first[0].as_f64() && first[0].as_f64() < first[2].as_f64());
    let refused = |words: &[&str], part: &str| {
        let line = place.refused(words);
        assert!(line.contains(part), "{words:?}: {line}");
    };
    refused(&["train", "policy", "--out", out], "needs files of recorded games");
    refused(
        &["train", "policy", games, "--folds", "5", "--out", out],
        "from 2 to the number of games, 4",
    );
    refused(&["train", "dark", games, "--out", out], "only `qipan train policy` reads");
}

#[cfg(unix)]
#[test]
fn failed_network_write_keeps_the_old_file() {
    let place = Place::new();
    let out = place.path("learned.net");
    let file = out.to_str().unwrap();
    let words = ["train", "flying", "--games", "1", "--out", file];
    // A file size limit of 0 lets files be opened but not written.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let train = || {
        let mut full_disk = std::process::Command::new("sh");
        full_disk.args(["-c", full, env!("CARGO_BIN_EXE_qipan")]).args(words);
        crate::support::run(full_disk.current_dir(place.path("")).output().unwrap())
    };
    let failed = train();
    assert_eq!(failed.status, 1, "{}", failed.err);
    assert!(failed.err.contains(file), "{}", failed.err);
    assert!(!out.exists(), "a failed write leaves no new file");
    std::fs::write(&out, "learned before").unwrap();
    assert_eq!(train().status, 1);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "learned before");
    let mut files = std::fs::read_dir(place.path("")).unwrap();
    assert!(files.all(|entry| entry.unwrap().path() == out), "no temporary file is left");
}

#[test]
fn speeds_are_measured() {
    let report = Place::new().json(&["bench", "flying", "--json"]);
    let preset = &report["presets"][0];
    assert_eq!(keys(preset), ["preset", "games", "plies", "ns_per_ply", "games_per_s"]);
    assert!(preset["ns_per_ply"].as_f64().unwrap() > 0.0);
    assert!(report["lua"]["decisions_per_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn adaptive_series_are_counted_and_repeatable() {
    let place = Place::new();
    let words = ["--seed", "1", "--json", "--set", "planes=1", "--set", "planes_to_win=1"];
    let adapt =
        |robot| place.json(&[&["adapt", "flying", robot, "--series", "2"], &words[..]].concat());
    let report = adapt("easy");
    assert_eq!((&report["series"], &report["games"]), (&json!(2), &json!(40)));
    let [score, level] = ["score", "level"].map(|key| report[key].as_f64().unwrap());
    assert!((0.0..=1.0).contains(&score) && (1.0..=5.0).contains(&level), "{report}");
    assert_eq!(adapt("easy"), report, "the same seed gives the same games");
    let impatient = ["adapt", "dark", "easy", "--patience", "0.001"];
    assert!(place.refused(&impatient).contains("patience"), "sampler plays from 0.03");
    assert!(place.refused(&["adapt", "flying", "nobody"]).contains("unknown robot `nobody`"));
    assert!(place.refused(&["adapt", "nowhere", "easy"]).contains("unknown preset `nowhere`"));
}
