//! `qipan check` and `qipan new`: tests scripts, and creates scripts that pass.

use crate::support::{Place, keys, repository};

/// Shipped robots that a check tests quickly. `.ci/run` checks all of them in a release build.
const SHIPPED: [&str; 10] = [
    "race/random",
    "race/flying_rule",
    "race/greedy",
    "race/careful",
    "race/bold",
    "race/expectimax",
    "race/master",
    "junqi/random",
    "junqi/flipper",
    "junqi/engineer_corps",
];

#[test]
fn shipped_robots_pass_the_check() {
    let files = SHIPPED.map(|name| repository(&format!("scripts/robots/{name}.luau")));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let report = Place::new().json(&[&["check", "--json"], &files[..]].concat());
    let scripts = report["scripts"].as_array().unwrap();
    assert_eq!(scripts.len(), files.len());
    for (script, file) in scripts.iter().zip(files) {
        let expected = [
            "file", "ok", "kind", "name", "error", "turns", "fuel_p50", "fuel_p95", "fuel_max",
            "types", "tests",
        ];
        assert_eq!(keys(script), expected);
        assert!(script["file"] == file && script["ok"] == true && script["kind"] == "robot");
        let fuel = ["fuel_p50", "fuel_p95", "fuel_max"].map(|key| script[key].as_u64().unwrap());
        assert!(0 < fuel[0] && fuel[0] <= fuel[1] && fuel[1] <= fuel[2], "{script}");
    }
}

/// Returns a robot whose `choose` has this body. The body begins at line 2 of the file if `before`
/// is one line without a line break.
fn robot(before: &str, body: &str) -> String {
    format!(
        "{before} return {{ api = 1, game = \"race\", name = \"X\", choose = function(view, turn)\n{body}\nend }}\n"
    )
}

#[test]
fn effect_errors_are_reported_where_the_effect_was_made() {
    let place = Place::new();
    let rule = |made: &str, list: &str| {
        format!(
            "local function made(view)\n    return {{\n        {made} }}\nend\n\
             return {{ api = 1, game = \"race\", name = \"X\", hooks = {{\n\
             after = function(view, step, events)\n\
             return {list} end }} }}\n"
        )
    };
    for (name, made, list, line, part) in [
        ("kind", "kind = \"send_hom\", seat = \"red\"", "{ made(view) }", 3, "`send_home`?"),
        (
            "number",
            "kind = 3",
            "{ made(view) }",
            3,
            "`kind` of an effect is a text, not the number 3",
        ),
        (
            "seat",
            "kind = \"send_home\", seat = \"pink\", plane = 1",
            "{ made(view) }",
            3,
            "not the text \"pink\"",
        ),
        ("field", "kind = \"send_home\", seat = \"red\"", "{ made(view) }", 3, "`plane`"),
        ("type", "kind = \"win\", seat = {}", "{ made(view) }", 3, "`seat` of `win` is a seat"),
        (
            "impossible",
            "kind = \"win\", seat = \"blue\"",
            "{ { kind = \"skip_turn\", seat = \"pink\" } }",
            7,
            "not the text \"pink\"",
        ),
        (
            "applied",
            "kind = \"send_home\", seat = \"red\", plane = 1",
            "if step.kind == \"roll\" then { made(view) } else {}",
            3,
            "cannot be applied",
        ),
        (
            "two lines",
            "kind = \"send_home\", seat = view.seat, plane = 9",
            "{ made(view), { kind = \"send_home\", seat = \"red\", plane = 9 } }",
            6,
            "it may come from lines 3, 7",
        ),
    ] {
        let file = place.write("effect.luau", &rule(made, list));
        let run = place.qipan(&["check", &file, "--json"]);
        let error = &run.json()["scripts"][0]["error"];
        let message = error["message"].as_str().unwrap_or_default();
        assert!(run.status == 1 && message.contains(part), "{name}: {error}");
        assert_eq!(error["line"], line, "{name}: {error}");
        assert!(!message.contains("identifier") && !message.contains("u8"), "{name}: {error}");
    }
}

#[test]
fn script_errors_are_reported_with_their_line() {
    let place = Place::new();
    let cases = [
        ("syntax", robot("", "return )"), Some(2), ""),
        ("runtime", robot("", "return nothing.at_all"), Some(2), ""),
        ("answer", robot("", "return 7"), Some(1), "choose must return"),
        ("action", robot("", "return turn:actions()[1].capture"), Some(2), "`captures`?"),
        ("rules", robot("", "return view.rules.teem"), Some(2), "did you mean `teams`?"),
        ("event", robot("", "return view:log()[1].plains"), Some(2), "did you mean `planes`?"),
        ("dot", robot("", "return view.planes('red')[1]"), Some(2), "as in view:planes(...)"),
        ("bare", robot("", "for _ in view.log do end"), Some(2), "as in view:log(...)"),
        ("method", robot("", "return view.planes[1]"), Some(2), "as in view:planes(...)"),
        ("world", robot("", "return turn:sample().actions()"), Some(2), "as in world:actions(...)"),
        ("number", robot("", "turn:random('x')"), Some(2), "a number is expected, not a text"),
        ("nothing", robot("", "turn:random()"), Some(2), "a number is expected, not nothing"),
        ("whole", robot("", "turn:sample():playout({})"), Some(2), "a whole number of 0 or more"),
        ("object", robot("", "view:risk(view)"), Some(2), "got a View"),
        ("hangar", robot("", "return view:planes(view.seat)[1] + 1"), Some(2), "(value or 0)"),
        ("best", robot("", "return turn:search()[1]"), Some(1), "turn:search()[1].action"),
        ("loop", robot("", "while true do end"), Some(2), "budget"),
        ("field", "return { api = 1, game = \"race\", nmae = \"X\" }".to_owned(), Some(1), "nmae"),
        (
            "clock",
            "local s = string.rep('x', 60000) s ..= s s ..= s for i = 1, 1e6 do local _ = s .. i end"
                .into(),
            Some(1),
            "ran out of time",
        ),
        (
            "chance",
            robot("local n = 0", "n += 1\nlocal a = turn:actions()\nreturn a[n % #a + 1]"),
            None,
            "lost",
        ),
    ];
    for (name, text, line, part) in &cases {
        let file = place.write(&format!("{name}.luau"), text);
        let run = place.qipan(&["check", &file, "--json"]);
        let script = &run.json()["scripts"][0];
        let error = &script["error"];
        assert!(run.status == 1 && script["ok"] == false, "{name}: {script}");
        assert_eq!(error["file"], file, "{name}");
        assert_eq!(error["line"].as_u64(), *line, "{name}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(part), "{name}: {error}");
        let internal = ["Handle", "userdata", "f64", "u32", "LuaString", "missing argument"];
        assert!(internal.iter().all(|word| !message.contains(word)), "{name}: {error}");
    }
    let text = place.qipan(&["check", &place.path("loop.luau").display().to_string()]).out;
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("failed") && lines[1].contains("seed 0"));
    assert_eq!(place.qipan(&["check", &place.write("no.luau", "return 1")]).out.lines().count(), 1);
}

/// Tests that faults in single functions, parameters or presets are found, and that the failing
/// game is saved.
#[test]
fn check_tries_all_parts_of_a_robot_and_saves_failing_games() {
    let place = Place::new();
    let script = |fields: &str, body: &str| {
        format!(
            "return {{ api = 1, game = \"junqi\", name = \"X\", {fields},\nchoose = \
             function(view, turn) {body} return turn:actions()[1] end }}\n"
        )
    };
    let fine = "presets = { \"dark\", \"three\" }";
    let params = format!("{fine}, params = {{ depth = {{ default = 1, min = 0, max = 3 }} }}");
    for (name, text, part, params_text) in [
        ("layout", script(&format!("{fine}, layout = function() return 5 end"), ""), "", ""),
        (
            "draw",
            script(
                &format!("{fine}, draw = function(view, turn) return turn:actions()[1].kind end"),
                "",
            ),
            "nil",
            "",
        ),
        ("param", script(&params, "assert(turn.params.depth < 3, 'deep')"), "deep", "depth=3"),
        ("preset", script(fine, "assert(view.preset ~= 'three', 'three')"), "three", ""),
    ] {
        let file = place.write(&format!("{name}.luau"), &text);
        let folder = place.path("bad").display().to_string();
        let run = place.qipan(&["check", &file, "--save-failing", &folder, "--json"]);
        let error = &run.json()["scripts"][0]["error"];
        assert!(error["message"].as_str().unwrap().contains(part), "{name}: {error}");
        assert!(
            error["line"].as_u64().is_some() && error["params"] == params_text,
            "{name}: {error}"
        );
        let saved = error["save"].as_str().unwrap();
        let game = place.json(&["replay", saved, "--json"]);
        assert_eq!(game["preset"], error["preset"], "{name}");
        assert!(game["steps"].as_u64().unwrap() >= error["ply"].as_u64().unwrap(), "{name}");
    }
}

#[test]
fn error_is_reported_if_its_game_cannot_be_saved() {
    let place = Place::new();
    let file = place.write("boom.luau", &robot("", "error(\"boom\")"));
    let folder = place.write("taken", "a file, not a folder");
    let words = ["check", &file, "--save-failing", &folder];
    let text = place.qipan(&words);
    assert_eq!(text.status, 1, "{}", text.err);
    assert!(text.out.contains("boom.luau:2: boom"), "{}", text.out);
    assert!(text.out.contains("; not saved: ") && text.out.contains("taken"), "{}", text.out);
    let run = place.qipan(&[&words[..], &["--json"]].concat());
    let (status, error) = (run.status, &run.json()["scripts"][0]["error"]);
    assert_eq!((status, error["message"].as_str()), (1, Some("boom")), "{error}");
    assert!(error["save"].is_null(), "{error}");
    assert!(error["save_error"].as_str().unwrap().contains("taken"), "{error}");
}

/// Tests type errors with a fake analyser that reports the same for every script.
#[cfg(unix)]
#[test]
fn types_are_checked_if_an_analyser_is_installed() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let file = place.write("typed.luau", &robot("--!strict\n", "return turn:actions()[1]"));
    let finds_probe = "echo \"probe.luau(2,25): TypeError: Expected number\"; exit 1";
    let check = |output_command: &str, probe: &str| {
        let script = format!(
            "#!/bin/sh\nline=$(grep -n 'return turn:actions()' \"$1\" | cut -d: -f1)\n{output_command}\n{probe}\n"
        );
        let analyser = place.write("luau-analyze", &script);
        std::fs::set_permissions(&analyser, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:/usr/bin:/bin", place.path("").display());
        let run = place.command(&["check", &file, "--json"]).env("PATH", path).output().unwrap();
        crate::support::run(run).json()["scripts"][0].clone()
    };
    assert_eq!(check("echo \"stdin($line,1): LocalUnused: x\"", finds_probe)["types"], true);
    assert_eq!(
        check("", "exit 0")["types"],
        false,
        "an analyser that finds nothing checks nothing"
    );
    let script = check("echo \"stdin($line,8): TypeError: Not a move\" >&2", finds_probe);
    assert_eq!(script["error"]["message"], "Not a move (type)");
    assert_eq!((&script["error"]["line"], &script["types"]), (&3.into(), &false.into()));
}

/// Tests with a fake analyser that modules are files beside the script, required by their paths.
#[cfg(unix)]
#[test]
fn types_of_modules_are_checked_with_their_script() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let body = "--!strict\nlocal m = require(\"@lib/m\")\n";
    let file = place.write("typed.luau", &robot(body, "return turn:actions()[m.first]"));
    place.write_into(
        "lib",
        "m.luau",
        "--!strict\nlocal n = require(\"n\")\nreturn { first = n.one }\n",
    );
    place.write_into("lib", "n.luau", "return { one = 1 }\n");
    let analyser = "#!/bin/sh\nset -e\ngrep -q 'require(\"./lib/m\")' script.luau\n\
        grep -q 'require(\"./n\")' lib/m.luau\n[ \"$*\" = 'script.luau lib/m.luau lib/n.luau probe.luau' ]\n\
        line=$(grep -n 'first = n' lib/m.luau | cut -d: -f1)\n\
        echo \"lib/m.luau($line,1): TypeError: Not a number\"\n\
        echo \"probe.luau(2,25): TypeError: Expected number\"\n";
    let analyser = place.write("luau-analyze", analyser);
    std::fs::set_permissions(&analyser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", place.path("").display());
    let run = place.command(&["check", &file, "--json"]).env("PATH", path).output().unwrap();
    let error = crate::support::run(run).json()["scripts"][0]["error"].clone();
    assert_eq!((&error["line"], &error["message"]), (&3.into(), &"Not a number (type)".into()));
    assert!(error["file"].as_str().unwrap().ends_with("lib/m.luau"), "{error}");
}

#[test]
fn errors_of_modules_are_reported_with_their_file() {
    let place = Place::new();
    let body = "local m = require(\"m\")\n";
    let file = place.write("uses.luau", &robot(body, "return m.best(turn:actions())"));
    let check = |module: &str| {
        place.write_into("lib", "m.luau", module);
        place.qipan(&["check", &file, "--json"]).json()["scripts"][0].clone()
    };
    let good = "return { best = function(actions) return actions[1] end }";
    assert_eq!(check(good)["ok"], true);
    let error = check("return {\n  a = )\n}")["error"].clone();
    assert_eq!(error["line"], 2, "{error}");
    assert!(error["file"].as_str().unwrap().ends_with("lib/m.luau"), "{error}");
    let error =
        check("return {\n best = function(actions) return actions.x.y end }")["error"].clone();
    assert_eq!(error["line"], 2, "{error}");
    assert!(error["file"].as_str().unwrap().ends_with("lib/m.luau"), "{error}");
    std::fs::remove_file(place.path("lib/m.luau")).unwrap();
    let error = place.qipan(&["check", &file, "--json"]).json()["scripts"][0]["error"].clone();
    assert!(error["message"].as_str().unwrap().contains("no module `m`: looked for "), "{error}");
}

#[test]
fn one_bad_script_fails_the_check_of_many() {
    let place = Place::new();
    let bad = place.write("bad.luau", "return 1");
    let run = place.qipan(&["check", "race/random", &bad, "missing.luau", "--json"]);
    let report = run.json();
    let ok: Vec<_> =
        report["scripts"].as_array().unwrap().iter().map(|s| s["ok"] == true).collect();
    assert_eq!((run.status, ok), (1, vec![true, false, false]));
}

#[test]
fn new_scripts_have_comments_in_the_chosen_language() {
    let place = Place::new();
    for (kind, game) in [("robot", "race"), ("robot", "junqi"), ("rule", "race")] {
        let comment_of = |lang: &str| {
            let name = format!("{kind} {game} {lang}");
            let made = place.json(&["new", kind, game, &name, "--lang", lang, "--json"]);
            std::fs::read_to_string(made["file"].as_str().unwrap()).unwrap()
        };
        let is_chinese = |text: &str| {
            let comments = text.lines().filter(|line| line.trim_start().starts_with("-- "));
            comments.flat_map(str::chars).filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count()
                > 20
        };
        assert!(is_chinese(&comment_of("zh")) && !is_chinese(&comment_of("en")), "{kind} {game}");
    }
}

#[test]
fn new_robot_passes_and_plays() {
    let place = Place::new();
    let made = place.json(&["new", "robot", "race", "Tiny \"T\" 小鸟", "--json"]);
    let file = made["file"].as_str().unwrap();
    assert!(file.ends_with("tiny_t_小鸟.luau") && std::path::Path::new(file).is_file(), "{file}");
    let report = place.json(&["check", file, "--json"]);
    assert_eq!(report["scripts"][0]["name"], "Tiny \"T\" 小鸟");
    let game =
        place.json(&["play", "flying", "--seed", "1", "--json", "--seat", "red=tiny_t_小鸟"]);
    assert_eq!(game["seats"]["red"], "Tiny \"T\" 小鸟");
    assert!(place.refused(&["new", "robot", "race", "Tiny T 小鸟"]).contains("tiny_t"));
}

#[test]
fn created_folder_is_reported() {
    let place = Place::new();
    let folder = place.path("my/scripts").display().to_string();
    let new = |name| place.qipan(&["new", "rule", "junqi", name, "--dir", &folder, "--json"]);
    let first = new("One");
    assert!(first.json()["file"].as_str().unwrap().starts_with(&folder));
    assert_eq!(first.err, format!("created folder {folder}\n"));
    assert_eq!(new("Two").err, "");
}

#[test]
fn bad_input_is_refused_with_one_line() {
    let place = Place::new();
    assert!(place.refused(&["new", "robot", "chess", "X"]).contains("`chess`"));
    assert!(place.refused(&["new", "robot", "race", "..."]).contains("`...`"));
    assert!(place.refused(&["new", "robot", "race", &"long ".repeat(20)]).contains("40"));
}
