//! Books, equal fuel, pooled rows and comparisons of `qipan arena`.

use serde_json::{Value, json};

use crate::support::{Place, keys};

/// Returns the report of a tournament without the fields that depend on the clock.
fn report(place: &Place, words: &[&str]) -> Value {
    let mut report = place.json(&[&["arena"], words, &["--seed", "4", "--json"]].concat());
    for key in ["games_per_s", "times_ms"] {
        report.as_object_mut().unwrap().remove(key);
    }
    report
}

/// Positions of Aeroplane Chess near the end of the game.
const POSITIONS: &str = "# near the end\n\
    qipan race aeroplane turn=red red=55,56,56,56 blue=54,56,56,56\n\
    \n\
    qipan race aeroplane turn=blue red=50,56,56,56 blue=50,56,56,56\n\
    qipan race aeroplane turn=red red=40,56,56,56 blue=41,56,56,56\n";

#[test]
fn games_of_a_block_begin_from_the_same_position_of_the_book() {
    let place = Place::new();
    let book = place.write("end.book", POSITIONS);
    let words = ["aeroplane", "greedy", "random", "--games", "24", "--book", &book];
    let saved = place.path("games").display().to_string();
    let whole = report(&place, &[&words[..], &["--save-games", &saved, "--jobs", "1"]].concat());
    assert_eq!(whole["book"]["name"], "end.book");
    assert_eq!((&whole["book"]["entries"], keys(&whole["book"]).len()), (&json!(3), 3));
    assert!(whole["mean"]["plies"].as_f64().unwrap() < 60.0, "{whole}");
    assert_eq!(report(&place, &[&words[..], &["--jobs", "3"]].concat()), whole);
    // The first line of a saved game has the position, and the players on their seats.
    let position = |number: usize| {
        let game = place.read(&format!("games/game-{number:07}.json"));
        let game: Value = serde_json::from_str(&game).unwrap();
        game["setup"]["position"].clone()
    };
    let mut seen = std::collections::BTreeSet::new();
    for block in 0..3 {
        assert_eq!(position(2 * block + 1), position(2 * block + 2));
        assert!(position(2 * block + 1).is_object(), "{}", position(1));
        seen.insert(position(2 * block + 1).to_string());
    }
    assert_eq!(seen.len(), 3, "a pass has every position once");
}

#[test]
fn bad_books_are_refused_before_any_game() {
    let place = Place::new();
    let refused = |text: &str, words: &[&str], parts: &[&str]| {
        let file = place.write("my.book", text);
        let words = [&["arena"], words, &["--book", &file, "--games", "2"]].concat();
        let why = place.refused(&words);
        assert!(parts.iter().all(|part| why.contains(part)), "{text}: {why}");
    };
    let two = ["aeroplane", "greedy", "random"];
    refused("# nothing\n", &two, &["no positions or layouts"]);
    let bad = format!("{POSITIONS}qipan race aeroplane turn=red red=99,-,-,- blue=-,-,-,-\n");
    refused(&bad, &two, &["my.book:6: ", "99"]);
    refused(POSITIONS, &["flying", "greedy", "random"], &["my.book:2: ", "not of flying"]);
    let three = ["aeroplane", "greedy", "random", "random"];
    refused(POSITIONS, &three, &["my.book:2: ", "red, blue play", "red, yellow, blue"]);
    refused("HLGPY", &["dark", "greedy", "random"], &["my.book:1: not a layout"]);
    let line = "qipan race aeroplane turn=red red=55,56,56,56";
    let why = place.refused(&["arena", "aeroplane", "greedy", "random", "--position", line]);
    assert!(why.contains("--position: red play in this position"), "{why}");
}

#[test]
fn journals_and_shards_know_their_book() {
    let place = Place::new();
    let part = POSITIONS.lines().take(2).collect::<Vec<_>>().join("\n");
    let (book, other) = (place.write("a.book", POSITIONS), place.write("b.book", &part));
    let words = ["arena", "aeroplane", "greedy", "random", "--games", "24", "--seed", "4"];
    let with =
        |book: &str, more: &[&str]| place.qipan(&[&words[..], &["--book", book], more].concat());
    let whole = with(&book, &["--resume", "whole.jsonl"]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    for (shard, journal) in [("1/2", "1.jsonl"), ("2/2", "2.jsonl")] {
        assert_eq!(with(&book, &["--shard", shard, "--resume", journal]).status, 0);
    }
    assert_eq!(place.qipan(&["arena", "merge", "1.jsonl", "2.jsonl"]).out, whole.out);
    let why = with(&other, &["--resume", "whole.jsonl"]);
    assert!(why.status == 1 && why.err.contains("book a.book ("), "{}", why.err);
    assert!(why.err.contains("there, b.book ("), "{}", why.err);
    let why = place.qipan(&[&words[..], &["--resume", "whole.jsonl"]].concat());
    assert!(why.status == 1 && why.err.contains("there, none here"), "{}", why.err);
    assert_eq!(with(&book, &["--resume", "whole.jsonl"]).out, whole.out);
}

#[test]
fn armies_get_layouts_of_the_book() {
    let place = Place::new();
    let layouts = ["LNTPHHZJSGGYTZYNPGDDNPDFL", "HLGPYSZNJTGYHZNLTGDPNPDFD"];
    let book = place.write("layouts.book", &layouts.join("\n"));
    let saved = place.path("games").display().to_string();
    let words = ["dark", "greedy", "random", "--games", "4", "--book", &book];
    report(&place, &[&words[..], &["--save-games", &saved]].concat());
    for number in 1..=4 {
        let game = place.read(&format!("games/game-{number:07}.json"));
        let game: Value = serde_json::from_str(&game).unwrap();
        let used: Vec<&str> = game["setup"]["layouts"]
            .as_object()
            .unwrap()
            .values()
            .map(|layout| layout.as_str().unwrap())
            .collect();
        assert!(used.len() == 2 && used.iter().all(|layout| layouts.contains(layout)), "{used:?}");
    }
}

#[test]
fn all_robots_get_the_same_fuel() {
    let place = Place::new();
    let words = ["aeroplane", "careful", "greedy", "--games", "4", "--fuel", "3000"];
    let limited = report(&place, &words);
    assert_eq!(limited["fuel"], 3000);
    for robot in limited["robots"].as_array().unwrap() {
        assert!(robot["fuel_max"].as_u64().unwrap() <= 3100, "{robot}");
    }
    let words = [&["arena"], &words[..], &["--seed", "4", "--resume", "fuel.jsonl"]].concat();
    assert_eq!(place.qipan(&words).status, 0);
    let more = place.qipan(&[&words[..], &["--fuel", "4000"]].concat());
    assert_eq!(more.status, 2, "given twice: {}", more.err);
    let other: Vec<&str> =
        words.iter().map(|word| if *word == "3000" { "4000" } else { *word }).collect();
    assert!(place.refused(&other).contains("fuel 3000 there, 4000 here"));
}

#[test]
fn robots_that_are_named_twice_get_a_row_together() {
    let place = Place::new();
    let short = ["--games", "40", "--set", "planes=1", "--set", "planes_to_win=1"];
    let words = [&["flying", "greedy", "random", "random", "random"][..], &short].concat();
    let pooled = report(&place, &words);
    let [pool] = &pooled["pools"].as_array().unwrap()[..] else { panic!("{pooled}") };
    assert_eq!((&pool["robots"], &pool["games"]), (&json!([1, 2, 3]), &json!(120)));
    let sum = |key: &str| -> f64 {
        (1..4).map(|robot: usize| pooled["robots"][robot][key].as_f64().unwrap()).sum()
    };
    assert!((pool["score"].as_f64().unwrap() - sum("score") / 3.0).abs() < 1e-5, "{pool}");
    assert_eq!((pool["wins"].as_f64(), pool["errors"].as_f64()), (Some(sum("wins")), Some(0.0)));
    let width = |robot: &Value| {
        robot["score_ci"][1].as_f64().unwrap() - robot["score_ci"][0].as_f64().unwrap()
    };
    assert!(width(pool) < width(&pooled["robots"][1]), "{pooled}");
    let text = place.qipan(&[&["arena"], &words[..], &["--seed", "4"]].concat()).out;
    assert!(text.contains("random (3 robots)"), "{text}");
    let all_different = report(&place, &["flying", "greedy", "random", "--games", "4"]);
    assert_eq!(all_different.get("pools"), None);
}

#[test]
fn comparison_plays_the_same_games_with_both_robots() {
    let place = Place::new();
    let short = ["--set", "planes=2", "--set", "planes_to_win=2", "--games", "60", "--seed", "4"];
    let compare = |a: &str, b: &str, more: &[&str]| {
        let words = ["arena", "aeroplane", a, "greedy", "random", "random", "--compare", b];
        place.json(&[&words[..], &short, &["--json"], more].concat())
    };
    let there = compare("greedy", "random", &[]);
    let expected =
        ["games", "seed", "robots", "against", "blocks", "difference", "difference_ci", "better"];
    assert_eq!(keys(&there), expected);
    assert_eq!((&there["blocks"], &there["games"]), (&json!(15), &json!(60)));
    assert_eq!(there["against"], json!(["greedy", "random", "random"]));
    let score = |robot: usize| there["robots"][robot]["score"].as_f64().unwrap();
    let difference = |report: &Value| report["difference"].as_f64().unwrap();
    assert!((difference(&there) - (score(0) - score(1))).abs() < 1e-5, "{there}");
    let back = compare("random", "greedy", &[]);
    assert!((difference(&there) + difference(&back)).abs() < 1e-9, "{there} {back}");
    let same = compare("greedy", "greedy", &["--resume", "same.jsonl"]);
    assert_eq!((difference(&same), &same["better"]), (0.0, &Value::Null));
    assert_eq!(compare("greedy", "greedy", &["--resume", "same.jsonl"]), same);
    assert!(place.path("same.jsonl.compare").exists());
    let words = ["arena", "aeroplane", "greedy", "random", "--compare", "bold"];
    let text = place.qipan(&[&words[..], &short].concat()).out;
    assert!(text.contains("score of greedy minus that of bold: "), "{text}");
    // An unknown robot is refused before any game is played.
    let words = ["arena", "aeroplane", "greedy", "random", "--compare", "nobody"];
    assert!(place.refused(&words).contains("unknown robot `nobody`"));
}

#[test]
fn agreement_can_be_divided_by_player_and_seat() {
    let place = Place::new();
    let file = place.path("game.json").display().to_string();
    let words = ["play", "flying", "--seed", "1", "--save", &file, "--set", "planes_to_win=1"];
    place.qipan(&[&words[..], &["--seat", "red=random"]].concat());
    let agree = |by: &str| place.json(&["agree", &file, "--robot", "greedy", "--by", by, "--json"]);
    let (players, seats) = (agree("player"), agree("seat"));
    assert_eq!(keys(&players["players"]), ["Greedy Greta", "Random Ronnie"]);
    let own = &players["players"]["Greedy Greta"][1];
    assert_eq!((&own["name"], &own["first"]), (&json!("greedy"), &json!(1.0)));
    for report in [&players["players"], &seats["seats"]] {
        let groups = report.as_object().unwrap().values();
        let decisions: u64 = groups.map(|group| group[1]["decisions"].as_u64().unwrap()).sum();
        assert_eq!(decisions, players["robots"][1]["decisions"].as_u64().unwrap());
    }
    let text = place.qipan(&["agree", &file, "--robot", "greedy", "--by", "player"]).out;
    assert!(text.contains("decisions of Random Ronnie\n"), "{text}");
}
