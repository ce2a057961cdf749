//! `qipan check` with the tests of robots, and `qipan check --thorough`.

use serde_json::{Value, json};

use crate::support::{Place, keys};

/// A position of Aeroplane Chess in which Red has rolled a 6. The first legal action is
/// `advance 1`.
const SIX: &str = "qipan race aeroplane turn=red die=6 red=4,-,-,- blue=-,-,-,-";

/// Returns a robot that chooses the first action, with further fields.
fn first(fields: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"First\",\nchoose = function(view, turn) \
         return turn:actions()[1] end,\n{fields} }}\n"
    )
}

/// Returns a list with a test that passes and one with these fields.
fn two_tests(fields: &str) -> String {
    format!(
        "{{\n{{ name = \"moves on\", position = \"{SIX}\", must = \"advance 1\" }},\n{{ name = \
         {{ en = \"second\", zh = \"第二\" }}, position = \"{SIX}\", {fields} }},\n}}"
    )
}

fn check(place: &Place, file: &str) -> (i32, Value) {
    let run = place.qipan(&["check", file, "--json"]);
    (run.status, run.json()["scripts"][0].clone())
}

#[test]
fn passing_tests_are_counted() {
    let place = Place::new();
    let tests = two_tests("must_not = { \"launch 2\", \"launch 3\" }, seeds = 2");
    let file = place.write("own.luau", &first(&format!("tests = {tests}")));
    let (status, script) = check(&place, &file);
    assert_eq!((status, &script["tests"]), (0, &json!({ "count": 2, "failed": [] })));
    // A file beside the robot adds its tests.
    place.write("own.test.luau", &format!("return {tests}"));
    assert_eq!(check(&place, &file).1["tests"]["count"], 4);
    let out = place.qipan(&["check", &file]).out;
    assert!(out.starts_with("ok ") && out.ends_with("\ntests   4 of 4 passed\n"), "{out}");
}

#[test]
fn failed_tests_are_listed_and_fail_the_check() {
    let place = Place::new();
    let file = place.write("bad.luau", &first(""));
    let tests = place.write(
        "bad.test.luau",
        &format!("return {}", two_tests("must = { \"launch 2\", \"launch 3\" }, seeds = 3")),
    );
    let (status, script) = check(&place, &file);
    assert!(status == 1 && script["ok"] == false && script["error"].is_null(), "{script}");
    assert!(script["turns"].as_u64() > Some(100), "the games are played as well");
    let failed = &script["tests"]["failed"][0];
    let expected = json!({
        "name": "second", "file": tests, "line": 3, "seed": 0, "failed_seeds": 3, "seeds": 3,
        "chosen": "advance 1", "error": null, "must": ["launch 2", "launch 3"],
    });
    assert_eq!(*failed, expected);
    let out = place.qipan(&["check", &file]).out;
    let lines: Vec<&str> = out.lines().collect();
    let expected = format!(
        "failed  {tests}:3: second: chose `advance 1`, should have chosen `launch 2` or `launch 3` (seed \
         0; failed with 3 of 3 seeds)"
    );
    assert_eq!(lines, [&expected[..], "tests   1 of 2 passed"]);
}

/// Tests a robot that chooses at random: the first seed that fails is reported.
#[test]
fn tests_are_tried_with_several_seeds() {
    let place = Place::new();
    let body = first("").replace("turn:actions()[1]", "turn:actions()[turn:random(4)]");
    let file = place.write("random.luau", &body);
    place.write(
        "random.test.luau",
        &format!("return {}", two_tests("must_not = \"launch 2\", seeds = 60")),
    );
    let (status, script) = check(&place, &file);
    let failed = script["tests"]["failed"].as_array().unwrap();
    let failed = failed.iter().find(|test| test["name"] == "second").unwrap();
    let [seeds, wrong] = ["seeds", "failed_seeds"].map(|key| failed[key].as_u64().unwrap());
    assert!(status == 1 && seeds == 60 && (3..40).contains(&wrong), "{failed}");
    // The seed is the number after `--seed`.
    let seed = failed["seed"].to_string();
    let play =
        ["play", "--position", SIX, "--seed", &seed, "--seat", &format!("red={file}"), "--save"];
    let save = place.path("game.json").display().to_string();
    place.json(&[&play[..], &[&save, "--json"]].concat());
    let game: Value = serde_json::from_str(&place.read("game.json")).unwrap();
    assert_eq!(game["steps"][0]["red"], "launch 2");
}

#[test]
fn errors_of_a_robot_and_of_tests_are_reported() {
    let place = Place::new();
    let body = first("").replace("return turn", "assert(view.ply > 0, 'early') return turn");
    let file = place.write("error.luau", &body);
    let tests = |text: &str| place.write("error.test.luau", text);
    tests(&format!("return {}", two_tests("must = \"launch 2\"")));
    let error = check(&place, &file).1["tests"]["failed"][0].clone();
    assert!(error["chosen"].is_null() && error["error"].as_str().unwrap().contains("early"));
    for (text, line, part) in [
        ("return {", Some(1), ""),
        ("\nwhile true do end", Some(2), "budget"),
        ("return { { nmae = 1 } }", Some(1), "did you mean `name`?"),
        ("local m = require(\"missing\")\nreturn m", Some(1), "no module `missing`"),
        ("local s = 'x'\nfor i = 1, 99 do s ..= s end", Some(2), ""),
    ] {
        let name = tests(text);
        let (status, script) = check(&place, &file);
        let error = &script["error"];
        assert!(status == 1 && script["ok"] == false, "{text}: {script}");
        assert_eq!((&error["file"], error["line"].as_u64()), (&json!(name), line), "{error}");
        assert!(error["message"].as_str().unwrap().contains(part), "{error}");
        assert_eq!(place.qipan(&["check", &file]).out.lines().count(), 1);
    }
}

#[test]
fn tests_load_modules_and_are_no_scripts() {
    let place = Place::new();
    let robots = "scripts/robots/race";
    place.write_into(robots, "mine.luau", &first(""));
    let lines = format!("return {{ six = \"{SIX}\" }}");
    place.write_into(&format!("{robots}/lib"), "lines.luau", &lines);
    place.write_into(
        robots,
        "mine.test.luau",
        "local lines = require(\"lines\")\nreturn { { name = \"a\", position = lines.six, must = \
         \"advance 1\" } }",
    );
    let path = |name: &str| place.path(&format!("{robots}/{name}")).display().to_string();
    assert_eq!(check(&place, &path("mine.luau")).1["tests"]["count"], 1);
    let (status, script) = check(&place, &path("mine.test.luau"));
    let message = script["error"]["message"].as_str().unwrap();
    assert!(status == 1 && message.contains("holds the tests of a robot; check "), "{script}");
    let unknown = place.refused(&["play", "flying", "--seat", "red=mine.test"]);
    assert!(unknown.contains("`mine.test`") && !unknown.contains(", mine.test"), "{unknown}");
}

#[test]
fn thorough_check_says_what_it_covered() {
    let place = Place::new();
    let unused = "value = function(view)\nif view.ply < 0 then\nprint(1)\nend\nreturn 0.5 end";
    let file = place.write("first.luau", &first(unused));
    let run = place.qipan(&["check", &file, "--thorough", "--json"]);
    let script = &run.json()["scripts"][0];
    let coverage = &script["coverage"];
    let expected = [
        "turns",
        "forced",
        "actions",
        "layouts",
        "draw_offers",
        "values",
        "presets",
        "games",
        "repeated",
        "lines",
        "unreached",
    ];
    assert_eq!(keys(coverage), expected);
    let number = |key: &str| coverage[key].as_u64().unwrap();
    let asked = number("turns") + number("forced");
    assert!(run.status == 0 && number("turns") >= 200 && script["turns"] == asked, "{coverage}");
    assert!(number("values") > 0 && number("layouts") == 0 && number("repeated") > 200);
    assert_eq!(coverage["presets"], json!(["aeroplane", "flying"]));
    for (kind, count) in coverage["actions"].as_object().unwrap() {
        let [legal, chosen] = ["legal", "chosen"].map(|key| count[key].as_u64().unwrap());
        assert!(0 < legal && chosen <= legal && legal <= asked, "{kind}: {count}");
    }
    assert_eq!(coverage["unreached"], json!([[5, 5]]));
    let out = place.qipan(&["check", &file, "--thorough"]).out;
    for part in
        ["covered ", " turns with several legal actions", "capture ", "never reached: line 5\n"]
    {
        assert!(out.contains(part), "{out}");
    }
    assert!(place.json(&["check", &file, "--json"])["scripts"][0].get("coverage").is_none());
}
