//! Tools for authors: asking a robot about a step, agreement, tuning, and the manual.

use std::path::Path;
use std::process::Stdio;

use crate::support::{Place, keys};
use serde_json::{Value, json};

#[test]
fn robot_repeats_its_action_when_asked_again() {
    let place = Place::new();
    for (preset, seat) in [("aeroplane", "blue"), ("dark", "north"), ("flip", "south")] {
        let file = place.path(&format!("{preset}.json")).display().to_string();
        place.json(&["play", preset, "--seed", "6", "--save", &file, "--json"]);
        let text = place.read(&format!("{preset}.json"));
        let game: Value = serde_json::from_str(&text).unwrap();
        let steps = game["steps"].as_array().unwrap();
        let mut own = steps.iter().enumerate().filter(|(_, step)| step.get(seat).is_some());
        let (at, step) = own.nth(5).unwrap();
        let at = at.to_string();
        let words = ["replay", &file, "--ask", "greedy", "--step", &at];
        let answer = place.json(&[&words[..], &["--json"]].concat());
        let expected = ["step", "seat", "action", "notes", "printed", "fuel", "error"];
        assert_eq!(keys(&answer), expected);
        assert_eq!((&answer["seat"], &answer["action"]), (&json!(seat), &step[seat]));
        assert!(answer["fuel"].as_u64().unwrap() > 0 && answer["error"].is_null());
        assert!(!answer["notes"].as_array().unwrap().is_empty(), "{answer}");
        let text = place.qipan(&words).out;
        assert!(text.starts_with(&format!("after step {at}, {seat}: ")), "{text}");
    }
}

/// Tests that house rules of a saved game are run for a robot only with `--run-rules`.
#[test]
fn asked_robot_obeys_house_rules_only_if_they_may_run() {
    let place = Place::new();
    let table = |rest: &str| format!("return {{ api = 1, game = 'race', name = 'X', {rest} }}");
    let first = "hooks = { filter = function(view, actions) return { actions[1] } end }";
    let rule = place.write("first.luau", &table(first));
    let last = "choose = function(view, turn) local a = turn:actions() print(#a, #turn:sample()\
        :actions()) return a[#a] end";
    let robot = place.write("last.luau", &table(last));
    let file = place.path("game.json").display().to_string();
    place.json(&["play", "flying", "--seed", "6", "--rule", &rule, "--save", &file, "--json"]);
    std::fs::remove_file(&rule).unwrap();
    let steps: Value = serde_json::from_str(&place.read("game.json")).unwrap();
    let steps = steps["steps"].as_array().unwrap().iter().enumerate();
    let seats = ["red", "yellow", "blue", "green"];
    let (mut differ, mut asked) = (0, 0);
    let own = steps.filter(|(_, step)| seats.iter().any(|seat| step.get(seat).is_some()));
    for (at, step) in own.step_by(20).take(8) {
        let at = at.to_string();
        let ask = |more: &[&str]| {
            let words = ["replay", &file, "--ask", &robot, "--step", &at, "--json"];
            place.json(&[&words[..], more].concat())
        };
        let (free, bound) = (ask(&[]), ask(&["--run-rules"]));
        assert_eq!(bound["printed"], json!(["1 1"]), "{bound}");
        assert_eq!(bound["action"], step[bound["seat"].as_str().unwrap()]);
        (differ, asked) = (differ + i32::from(free["action"] != bound["action"]), asked + 1);
    }
    assert!(asked == 8 && differ > 0, "{differ} of {asked}");
}

#[test]
fn robots_agree_most_with_their_own_games() {
    let place = Place::new();
    let file = place.path("dark.json").display().to_string();
    place.json(&["play", "dark", "--seed", "6", "--save", &file, "--json"]);
    let words = ["agree", &file, "--robot", "greedy", "--robot", "random"];
    let report = place.json(&[&words[..], &["--json"]].concat());
    let [chance, greedy, random] = &report["robots"].as_array().unwrap()[..] else {
        panic!("{report}")
    };
    let decisions = greedy["decisions"].as_u64().unwrap();
    assert!(decisions > 10 && chance["decisions"] == greedy["decisions"]);
    assert_eq!((&greedy["first"], &greedy["among_three"]), (&json!(1.0), &json!(1.0)));
    for (row, share) in [(chance, 0.3), (random, 0.5)] {
        assert!(row["first"].as_f64().unwrap() < share && row["errors"] == 0, "{row}");
    }
    assert!(random["among_three"].is_null(), "it notes nothing");
    let third = place.json(&[&words[..], &["--every", "3", "--json"]].concat());
    assert_eq!(third["robots"][1]["decisions"], json!(decisions.div_ceil(3)));
    let lines = place.qipan(&words).out;
    assert!(lines.lines().any(|line| line.starts_with("greedy") && line.contains("100.0 (")));
    place.refused(&["agree", &file, "--robot", "careful"]);
    place.refused(&["agree", "nowhere.json", "--robot", "greedy"]);
}

#[test]
fn asking_at_a_step_without_a_decision_is_refused() {
    let place = Place::new();
    let file = place.path("game.json").display().to_string();
    place.json(&["play", "flying", "--seed", "6", "--save", &file, "--json"]);
    let ask = |step: &str| place.refused(&["replay", &file, "--ask", "greedy", "--step", step]);
    assert!(ask("0").contains("no decision is due after step 0; try --step "));
    assert!(ask("99999").contains("must be at most"));
    let nobody = place.refused(&["replay", &file, "--ask", "nobody", "--step", "1"]);
    assert!(nobody.contains("--step: no decision") || nobody.contains("`nobody`"), "{nobody}");
}

/// A robot that plays better the nearer `knob` is to 7. With `on` false it prefers the worst
/// actions.
const TUNABLE_ROBOT: &str = "return { api = 1, game = \"race\", name = \"Knobs\",
params = { knob = { default = 1, min = 0, max = 10 }, on = { default = false } },
choose = function(view, turn)
    local best, best_score = nil, -math.huge
    for _, action in turn:actions() do
        local score = (action.to or 0) - (action.from or 0) + 20 * #action.captures
        if not turn.params.on or math.random() * 10 < math.abs(turn.params.knob - 7) then
            score = -score
        end
        if score > best_score then best, best_score = action, score end
    end
    return best
end }";

/// Returns the arguments of a search with few short games.
fn tune<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = ["tune", file, "--against", "random", "--games", "200", "--rounds", "2", "--json"];
    let short = ["--set", "planes=2", "--set", "planes_to_win=2", "--seed", "3"];
    [&words[..], &short, more].concat()
}

#[test]
fn tuner_finds_better_parameters_and_resumes_after_a_kill() {
    let place = Place::new();
    let file = place.write("knobs.luau", TUNABLE_ROBOT);
    let whole = place.json(&tune(&file, &[]));
    let expected = ["robot", "best", "before", "check", "trials", "seed", "keep_programs"];
    assert_eq!(keys(&whole), expected);
    let check = &whole["check"];
    let low = check["score_ci"][0].as_f64().unwrap();
    let verdict = if low > 0.25 { "gain" } else { "no clear gain" };
    assert_eq!(check["verdict"], verdict, "{whole}");
    let best = &whole["best"];
    assert_eq!(best["params"]["on"], 1.0, "{whole}");
    assert!(best["score"].as_f64() > whole["before"]["score"].as_f64(), "{whole}");
    assert!(whole["robot"].as_str().unwrap().contains(",knob="), "{whole}");
    // The printed robot can be played.
    let named = format!("red={}", whole["robot"].as_str().unwrap());
    place.json(&["play", "aeroplane", "--seat", &named, "--json"]);

    let notes = place.path("tune.jsonl").display().to_string();
    let lines = || std::fs::read_to_string(&notes).unwrap_or_default().matches('\n').count();
    let mut command = place.command(&tune(&file, &["--resume", &notes]));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while lines() < 3 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let run = place.qipan(&tune(&file, &["--resume", &notes]));
    assert!(run.err.contains("trials already played"), "{}", run.err);
    assert_eq!(run.json(), whole);
    let other = [&tune(&file, &["--resume", &notes])[..], &["--rule", "early_birds"]].concat();
    assert!(place.refused(&other).contains("is not the file of this search"));
    assert!(place.refused(&["tune", "race/random"]).contains("no parameters to tune"));
}

#[test]
fn spsa_repeats_from_its_seed_and_resumes() {
    let place = Place::new();
    let file = place.write("knobs.luau", TUNABLE_ROBOT);
    let spsa = |more: &[&str]| {
        let words: Vec<&str> = tune(&file, &["--method", "spsa", "--resume", "spsa.jsonl"])
            .into_iter()
            .map(|word| if word == "2" { "6" } else { word })
            .collect();
        place.json(&[&words[..], more].concat())
    };
    let whole = spsa(&["--jobs", "1"]);
    assert!(whole["trials"].as_u64().unwrap() >= 14, "two trials a round, and two checks: {whole}");
    let journal = place.read("spsa.jsonl");
    let cut: Vec<&str> = journal.lines().take(6).collect();
    place.write("spsa.jsonl", &(cut.join("\n") + "\n"));
    assert_eq!(spsa(&["--jobs", "3"]), whole);
    assert_eq!(place.read("spsa.jsonl"), journal);
    // Printed values are those that were tested.
    for (name, value) in whole["best"]["params"].as_object().unwrap() {
        let value = value.as_f64().unwrap();
        let typed = if name == "on" { (value != 0.0).to_string() } else { value.to_string() };
        assert!(whole["robot"].as_str().unwrap().contains(&format!(",{name}={typed}")), "{whole}");
    }
    let climb = tune(&file, &["--resume", "spsa.jsonl"]);
    assert!(place.refused(&climb).contains("is not the file of this search"));
}

#[test]
fn docs_command_writes_the_manual_to_the_scripts_folder() {
    let place = Place::new();
    let report = place.json(&["docs", "--json"]);
    assert_eq!(report["files"].as_array().unwrap().len(), 13);
    // Everything the manual links to beside it is there.
    for name in [
        "README.zh.md",
        "images/aeroplane.png",
        "images/flying.png",
        "images/junqi-zh.png",
        "robots/junqi/.luaurc",
        "stylua.toml",
    ] {
        let written = std::fs::read(place.path("scripts").join(name)).unwrap();
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts").join(name);
        assert!(written == std::fs::read(own).unwrap(), "{name}");
    }
    let manual = include_str!("../../../scripts/README.md");
    assert_eq!(place.read("scripts/README.md"), manual);
    assert!(place.read("scripts/qipan.d.luau").contains("export type JunqiRobot"));
    let schema = include_str!("../../../scripts/protocol.schema.json");
    assert_eq!(place.read("scripts/protocol.schema.json"), schema);
    place.json(&["docs", "--json"]);
    place.write("scripts/README.md", "my notes");
    assert!(place.refused(&["docs"]).contains("use --force to overwrite it"));
    assert_eq!(place.read("scripts/README.md"), "my notes");
    assert_eq!(place.qipan(&["docs", "--force"]).status, 0);
    assert_eq!(place.read("scripts/README.md"), manual);
}

#[test]
fn docs_command_writes_the_manual_as_a_website() {
    let place = Place::new();
    let site = place.path("site");
    let report = place.json(&["docs", "--html", site.to_str().unwrap(), "--json"]);
    assert_eq!(report["files"].as_array().unwrap().len(), 8);
    let english = place.read("site/index.html");
    assert!(english.contains("<h2 id=\"fuel\">Fuel</h2>"), "headings have anchors");
    assert!(english.contains("href=\"zh.html\"") && !english.contains("README"));
    assert!(place.read("site/zh.html").contains("<html lang=\"zh-Hans\">"));
    for picture in english.split("<img src=\"").skip(1) {
        let file = picture.split('"').next().unwrap();
        assert!(site.join(file).is_file(), "{file}");
    }
    assert_eq!(place.qipan(&["docs", "--html", "a", "--dir", "b"]).status, 2);
    // A file of the user's is not replaced without being asked for.
    place.write("site/index.html", "my page");
    let refusal = place.refused(&["docs", "--html", site.to_str().unwrap()]);
    assert!(refusal.contains("use --force to overwrite it"), "{refusal}");
    assert_eq!(place.read("site/index.html"), "my page");
}
