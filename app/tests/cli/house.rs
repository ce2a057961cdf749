//! House rules at the terminal: played, saved, verified elsewhere, checked and created.

use crate::support::Place;
use serde_json::json;

/// Returns the text of a house rule for the race games.
fn rule(name: &str, body: &str) -> String {
    format!("return {{ api = 1, game = \"race\", name = \"{name}\",\n{body}\n}}\n")
}

const REVENGE: &str = "hooks = { after = { on = { 'captured' }, run = function(view, step, events)
    local seat = events[1].seat
    if view:finished(seat) < view.rules.planes_to_win then
        return { { kind = 'extra_roll', seat = seat } }
    end
    return nil
end } }";
const COUNT: &str = "hooks = { after = { on = { 'turn_passed' }, run = function(view)
    return { { kind = 'remember', key = 'turns', value = ((view.memory.turns or 0) + 1) % 7 } }
end } }";
const EARLY: &str = "set = { takeoff = { 5, 6 } }";

/// Plays a game under three house rules and saves it as `game.json`. Returns its report.
fn play_under_rules(place: &Place) -> serde_json::Value {
    let rules = [("revenge", REVENGE), ("count", COUNT), ("early", EARLY)];
    let rules = rules.map(|(name, body)| place.write(&format!("{name}.luau"), &rule(name, body)));
    let mut words = vec!["play", "aeroplane", "--seed", "4", "--save", "game.json", "--json"];
    rules.iter().for_each(|rule| words.extend(["--rule", rule]));
    place.json(&words)
}

#[test]
fn house_rule_game_verifies_without_rule_files() {
    let place = Place::new();
    let report = play_under_rules(&place);
    assert_eq!(report["house_rules"], serde_json::json!(["revenge", "count", "early"]));
    let elsewhere = Place::new();
    let text = place.read("game.json");
    let file = elsewhere.write("game.json", &text);
    let shown = elsewhere.json(&["replay", &file, "--text", "--verify", "--json"]);
    assert_eq!(shown["verify"]["fault"], serde_json::Value::Null);
    assert_eq!(shown["verify"]["house_rules"], serde_json::Value::Null, "nothing was run");
    let lines = shown["text"].as_array().unwrap();
    let named = lines.iter().filter(|line| line.as_str().unwrap().starts_with("revenge: "));
    assert!(named.count() > 0, "the text names the rule that had the effect");
    let run = elsewhere.json(&["replay", &file, "--verify", "--run-rules", "--json"]);
    assert_eq!(run["verify"]["house_rules"], true);
    let stderr = elsewhere.qipan(&["replay", &file, "--verify"]).err;
    assert!(stderr.contains("3 house rules were not run; use --run-rules to run them"), "{stderr}");
}

#[test]
fn saved_game_carries_the_modules_of_its_rules() {
    let place = Place::new();
    let rule = rule("revenge", "hooks = require(\"revenge\")");
    let file = place.write("revenge.luau", &rule);
    place.write_into(
        "lib",
        "revenge.luau",
        &format!("local rule = {{ {REVENGE} }}\nreturn rule.hooks"),
    );
    let words = ["play", "aeroplane", "--seed", "4", "--rule", &file, "--save", "game.json"];
    place.json(&[&words[..], &["--json"]].concat());
    let text = place.read("game.json");
    assert!(text.contains("\"modules\":{\"revenge\":\"local rule"), "{text}");
    // Nothing but the saved game is needed to run the rule again.
    let elsewhere = Place::new();
    let verify = |text: &str| {
        let file = elsewhere.write("game.json", text);
        elsewhere.qipan(&["replay", &file, "--verify", "--run-rules", "--json"]).json()["verify"]
            .clone()
    };
    let report = verify(&text);
    assert_eq!(report["house_rules"], true, "{report}");
    assert_eq!(report["fault"], serde_json::Value::Null);
    let changed = verify(&text.replace("return rule.hooks", "return rule.hooks -- changed"));
    assert_ne!(changed["fault"], serde_json::Value::Null, "the hash covers modules");
}

/// Tests that running the rules detects hooks or options that a file hides or changes.
#[test]
fn changed_hooks_or_options_of_a_rule_fail_verification() {
    let place = Place::new();
    play_under_rules(&place);
    let text = place.read("game.json");
    for (original, replacement) in [
        ("\"hooks\":[\"after\"],", ""),
        ("\"hooks\":[\"after\"],", "\"hooks\":[\"filter\"],"),
        ("\"set\":{\"takeoff\":[5,6]},", ""),
        ("\"set\":{\"takeoff\":[5,6]},", "\"set\":{\"takeoff\":[6]},"),
    ] {
        assert!(text.contains(original), "{text}");
        let file = place.write("quiet.json", &text.replace(original, replacement));
        let stderr = place.qipan(&["replay", &file, "--verify"]).err;
        assert!(stderr.contains("3 house rules were not run"), "{replacement}: {stderr}");
        let run = place.qipan(&["replay", &file, "--verify", "--run-rules", "--json"]);
        assert_eq!((run.status, &run.json()["verify"]["house_rules"]), (1, &false.into()));
        assert!(
            run.err.contains("its options or hooks are not those recorded in the game"),
            "{}",
            run.err
        );
    }
}

#[test]
fn changed_rule_source_or_effect_fails_verification() {
    let place = Place::new();
    play_under_rules(&place);
    let text = place.read("game.json");
    let changed = [
        (
            text.replacen("(view.memory.turns or 0) + 1", "(view.memory.turns or 0) + 2", 1),
            "count.luau",
        ),
        (
            text.replacen("\"key\":\"turns\",\"value\":3", "\"key\":\"turns\",\"value\":4", 1),
            "step",
        ),
        (text.replacen("{\"house\":0,", "{\"house\":1,", 1), "step"),
    ];
    for (text, part) in changed {
        let file = place.write("changed.json", &text);
        let run = place.qipan(&["replay", &file, "--verify"]);
        assert_eq!(run.status, 1);
        assert!(run.err.contains("was changed") && run.err.contains(part), "{}", run.err);
    }
    let gone = text.replacen("{\"house\":0,", "{\"house\":9,", 1);
    let file = place.write("gone.json", &gone);
    let stderr = place.refused(&["replay", &file]);
    assert!(stderr.contains("there is no house rule 9; the game has 3"), "{stderr}");
}

#[test]
fn new_rule_passes_the_check_and_plays_by_name() {
    let place = Place::new();
    for game in ["race", "junqi"] {
        let made = place.json(&["new", "rule", game, "My own", "--json"]);
        let file = made["file"].as_str().unwrap();
        let report = place.json(&["check", file, "--json"]);
        let script = &report["scripts"][0];
        assert!(script["ok"] == true && script["kind"] == "rule", "{script}");
        assert!(script["effects"].as_u64().unwrap() > 0, "it does something: {script}");
    }
    let game = place.json(&["play", "flying", "--rule", "my_own", "--seed", "1", "--json"]);
    assert_eq!(game["house_rules"], json!(["my_own"]));
}

#[test]
fn quick_check_of_a_rule_ends_after_enough_calls() {
    let place = Place::new();
    let check = |rule: &str| place.json(&["check", rule, "--json"])["scripts"][0].clone();
    let often = check("must_capture");
    assert_eq!((&often["ok"], &often["presets"]), (&json!(true), &json!(["aeroplane", "flying"])));
    let (games, calls) = (often["games"].as_u64().unwrap(), often["turns"].as_u64().unwrap());
    assert!((20..1_000).contains(&games) && calls >= 100_000, "{often}");
    let never = check("quick_game");
    assert_eq!((&never["games"], &never["turns"]), (&json!(1_000), &json!(0)), "it has no hooks");
}

#[test]
fn rule_errors_are_reported_with_their_line() {
    let place = Place::new();
    let after =
        |body: &str| format!("hooks = {{ after = function(view, step, events)\n{body}\nend }}");
    let cases = [
        ("option", rule("X", "set = {\n takeof = { 5 } }"), Some(3), "takeof"),
        ("syntax", rule("X", "set = )"), Some(2), ""),
        ("loop", rule("X", &after("while true do end")), Some(3), "budget"),
        (
            "effect",
            rule("X", &after("return { { kind = 'send_home', seat = 'red', plane = 9 } }")),
            Some(3),
            "cannot be",
        ),
        (
            "variables",
            format!(
                "local n = 0\n{}",
                rule(
                    "X",
                    &after("n += 1 return { { kind = 'remember', key = 'n', value = n % 5 } }")
                )
            ),
            None,
            "remember",
        ),
        (
            "alone",
            rule("X", "hooks = { filter = function(view, actions) return actions[1] end }"),
            Some(2),
            "filter must return a list of actions, not one alone: write { action }",
        ),
        (
            "endless",
            rule("X", "hooks = { filter = function() return {} end }"),
            None,
            "does not end",
        ),
    ];
    for (name, text, line, part) in &cases {
        let file = place.write(&format!("{name}.luau"), text);
        let run = place.qipan(&["check", "--json", &file]);
        assert_eq!(run.status, 1, "{name}: {}", run.out);
        let error = &run.json()["scripts"][0]["error"];
        assert_eq!(error["line"].as_u64(), *line, "{name}: {error}");
        assert!(error["message"].as_str().unwrap().contains(part), "{name}: {error}");
    }
}

#[test]
fn conflicting_rules_are_reported_or_refused() {
    let place = Place::new();
    let early = place.write("early.luau", &rule("Early", EARLY));
    let late = place.write("late.luau", &rule("Late", "set = { takeoff = { 6 } }"));
    let run = place.qipan(&["play", "aeroplane", "--seed", "1", "--rule", &early, "--rule", &late]);
    assert_eq!(run.status, 0);
    assert!(
        run.err.contains("`early` and `late` both set takeoff; using [6] of `late`"),
        "{}",
        run.err
    );
    // A rule that adds to a list keeps earlier items, but a later rule can replace the whole list.
    let more = place.write("more.luau", &rule("More", "set = { takeoff = { add = { 1 } } }"));
    let play = |rules: [&str; 2]| {
        let file = place.path("added.json").display().to_string();
        let rules = ["--rule", rules[0], "--rule", rules[1], "--save", &file, "--force"];
        let run = place.qipan(&[&["play", "aeroplane", "--seed", "1"], &rules[..]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let saved: serde_json::Value = serde_json::from_str(&place.read("added.json")).unwrap();
        (saved["rules"]["takeoff"].to_string(), run.err)
    };
    let (faces, stderr) = play([&late, &more]);
    assert!(faces == "[1,6]" && !stderr.contains("both set"), "{faces}: {stderr}");
    let (faces, stderr) = play([&more, &late]);
    assert_eq!(faces, "[6]");
    assert!(stderr.contains("`more` and `late` both set takeoff; using [6] of `late`"), "{stderr}");
    let jump = place.write("jump.luau", &rule("Jump", "set = { flight_then_jump = true }"));
    let none = place.write("none.luau", &rule("None", "set = { jump = 'off' }"));
    let stderr = place.refused(&["play", "aeroplane", "--rule", &jump, "--rule", &none]);
    assert!(stderr.contains("none.luau:2: `flight_then_jump` is invalid here"), "{stderr}");
    let stderr = place.refused(&["play", "flying", "--rule", &jump]);
    assert!(stderr.contains("jump.luau:2: `flight_then_jump` is invalid here"), "{stderr}");
    let stderr = place.refused(&["play", "dark", "--rule", &jump]);
    assert!(stderr.contains("plays race, not junqi"), "{stderr}");
    let stderr = place.refused(&["play", "dark", "--rule", "no_such"]);
    assert!(stderr.contains("unknown house rule `no_such`; there are"), "{stderr}");
    let stderr = place.refused(&["play", "aeroplane", "--rule", "promotion"]);
    assert!(stderr.contains("promotion.luau: plays junqi, not race"), "{stderr}");
    let words = ["play", "aeroplane", "--seed", "1", "--rule", "race/only_sixes"];
    let run = place.qipan(&[&words[..], &["--set", "takeoff=5"]].concat());
    let note = "--set takeoff=5 is ignored because house rule only_sixes sets takeoff to [6]";
    assert!(run.status == 0 && run.err.contains(note), "{}", run.err);
}

#[test]
fn arena_plays_house_rules_and_stops_at_their_error() {
    let place = Place::new();
    let revenge = place.write("revenge.luau", &rule("Revenge", REVENGE));
    let words = |rule: &str| -> Vec<String> {
        [
            "arena",
            "aeroplane",
            "random",
            "random",
            "--games",
            "60",
            "--seed",
            "1",
            "--json",
            "--rule",
            rule,
        ]
        .map(str::to_owned)
        .to_vec()
    };
    let run = |rule: &str| {
        let words = words(rule);
        place.qipan(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(run(&revenge).json()["games"], 60);
    let body =
        "hooks = { after = { on = { 'finished' }, run = function()\nerror('broken here') end } }";
    let broken = place.write("broken.luau", &rule("Broken", body));
    let ended = run(&broken);
    assert_eq!(ended.status, 1);
    assert!(ended.err.contains("broken.luau:3: broken here"), "{}", ended.err);
}
