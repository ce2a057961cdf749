//! Requests of robots in other languages. These tests need `python3` with its standard library.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{self, Place, repository};
use serde_json::{Value, json};

/// Returns the command of the manual's robot that looks ahead, changed by `change`.
fn sampler(place: &Place, change: impl Fn(&str) -> String) -> String {
    let manual = include_str!("../../../scripts/README.md");
    let code = manual.split("```python\n").nth(2).unwrap().split("```").next().unwrap();
    format!("cmd:python3 \"{}\"", place.write("sampler.py", &change(code)))
}

/// Plays a game of Flying Chess in which red is a Python program. `body` runs for each turn `m`, with
/// `ask(text)`, which sends a line and returns the reply, and `say(text)`, which answers with a line
/// for the log. Returns the report, and the lines of the log.
fn play(body: &str, more: &[&str]) -> (Value, Vec<String>) {
    let place = Place::new();
    let code = format!(
        "import json, sys\n\
         def ask(line):\n    print(line, flush=True)\n    return json.loads(sys.stdin.readline())\n\
         def say(text):\n    print(json.dumps({{'id': m['id'], 'action': 0, 'log': [str(text)]}}), \
         flush=True)\n\
         for line in sys.stdin:\n    m = json.loads(line)\n    \
         if m['type'] != 'turn': continue\n    {}\n",
        body.replace('\n', "\n    ")
    );
    let seat = format!("red=cmd:python3 '{}'", place.write("asker.py", &code));
    let words = ["play", "flying", "--seat", &seat, "--turn-seconds", "100", "--seed", "1"];
    let words = [&words[..], &["--set", "planes_to_win=1", "--log", "--json"], more].concat();
    let report = place.json(&words);
    let turns = report["log"].as_array().unwrap().iter().filter(|turn| turn["seat"] == "red");
    let lines = turns.flat_map(|turn| turn["printed"].as_array().unwrap().clone());
    let lines = lines.map(|line| line.as_str().unwrap().to_owned()).collect();
    (report, lines)
}

#[test]
fn manual_robot_that_looks_ahead_plays_every_kind_of_game() {
    let place = Place::new();
    for (preset, seat, set) in [
        ("flying", "red", "planes_to_win=1"),
        ("dark", "south", "draw_after_quiet_plies=20"),
        ("flip", "north", "draw_after_quiet_plies=20"),
    ] {
        // A game of Junqi has many more actions.
        let worlds = if preset == "flying" { "WORLDS = 20" } else { "WORLDS = 2" };
        let command = sampler(&place, |code| code.replace("WORLDS = 20", worlds));
        let own = format!("{seat}={command}");
        let words = ["play", preset, "--seat", &own, "--seed", "3", "--set", set, "--json"];
        let game = || place.json(&words);
        let report = game();
        assert_eq!(report.get("errors"), None, "{preset}: {report}");
        assert_eq!(report, game(), "{preset}: the same seed gives the same game");
    }
}

#[test]
fn manual_robot_uses_its_worlds() {
    let place = Place::new();
    let command = sampler(&place, |code| {
        let choice = "\"action\": choose(message)";
        assert!(code.contains(choice));
        code.replace(choice, "\"action\": choose(message), \"log\": [ask(message, \"budget\")]")
    });
    let seat = format!("red={command}");
    let words = ["play", "flying", "--seat", &seat, "--seed", "1", "--set", "planes_to_win=1"];
    let report = place.json(&[&words[..], &["--log", "--json"]].concat());
    let log = report["log"].as_array().unwrap();
    let turn = log.iter().find(|turn| turn["seat"] == "red").unwrap();
    let budget: Value = serde_json::from_str(turn["printed"][0].as_str().unwrap()).unwrap();
    // 20 worlds of 500 steps at least.
    assert!(budget["fuel"].as_u64().unwrap() < 4_990_000, "{budget}");
    assert!(budget["ms"].as_u64().unwrap() <= 10_000, "{budget}");
}

#[test]
fn wrong_lines_are_told_what_is_wrong() {
    for (body, part) in [
        ("say(ask('{\"id\": %d, \"request\": sample}' % m['id']))", "is not one JSON object"),
        ("say(ask('{\"request\": \"sample\"'))", "is not one JSON object"),
        (
            "say(ask(json.dumps({'id': m['id'], 'request': 'sample', 'x': 'x' * 70000})))",
            "a request has at most 65536 bytes",
        ),
        (
            "say(ask(json.dumps({'id': m['id'] + 1, 'request': 'sample'})))",
            "the request has the \"id\" of another question; it is answered only between",
        ),
        ("say(ask(json.dumps({'id': m['id'], 'request': 'value', 'world': 3})))", "no world 3"),
        (
            "for _ in range(10000): ask('{\"id\": %d, \"request\": \"budget\"}' % m['id'])\n\
             say(ask('{\"id\": %d, \"request\": \"budget\"}' % m['id']))",
            "at most 10000 requests can be sent in a turn",
        ),
    ] {
        let (report, lines) = play(body, &["--set", "planes=1"]);
        assert_eq!(report.get("errors"), None, "{body}: {report}");
        assert!(lines.iter().any(|line| line.contains(part)), "{body}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains("'type': 'reply'")), "{body}: {lines:?}");
    }
}

#[test]
fn request_after_the_answer_is_refused_with_the_next_question() {
    let body = "say(0)\n\
                print(json.dumps({'id': m['id'], 'request': 'sample'}), flush=True)\n\
                game = json.loads(sys.stdin.readline())\n\
                if game['type'] == 'turn':\n    \
                m = game\n    say(json.loads(sys.stdin.readline()))";
    let (report, lines) = play(body, &[]);
    assert_eq!(report.get("errors"), None, "{report}");
    let part = "it is answered only between the question with its \"id\" and the answer";
    assert!(lines.iter().any(|line| line.contains(part)), "{lines:?}");
}

#[test]
fn program_that_only_sends_requests_is_stopped() {
    let place = Place::new();
    let code = "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
                while m['type'] == 'turn': print('{\"request\": \"budget\"}', flush=True)\n";
    let seat = format!("red=cmd:python3 '{}'", place.write("endless.py", code));
    let words = ["play", "flying", "--seat", &seat, "--seed", "1", "--set", "planes_to_win=1"];
    let run = place.qipan(&[&words[..], &["--turn-seconds", "100", "--json"]].concat());
    assert_eq!(run.status, 1, "it answers none of its decisions");
    let report = run.json();
    let error = report["errors"][0]["message"].as_str().unwrap();
    assert!(error.contains("it keeps writing without an answer"), "{error}");
}

#[test]
fn parameters_of_a_program_are_told_to_it() {
    let place = Place::new();
    let folder = place.path("scripts/robots/race");
    std::fs::create_dir_all(&folder).unwrap();
    let code = "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
                if m['type'] == 'turn': print(json.dumps({'id': m['id'], 'action': 0, \
                'log': [json.dumps([m['params'], m['fuel'], m['ms']])]}), flush=True)\n";
    std::fs::write(folder.join("params.py"), code).unwrap();
    let text = "return { api = 1, game = \"race\", name = \"Params\", seconds = 5,\n    \
                command = { \"python3\", \"params.py\" },\n    params = {\n        \
                patience = { default = 1, min = 1, max = 4, about = \"fuel\" },\n        \
                bold = { default = false, about = \"takes risks\" } },\n}\n";
    std::fs::write(folder.join("params.luau"), text).unwrap();
    let words = ["play", "flying", "--seat", "red=params,patience=2", "--seed", "1"];
    let words = [&words[..], &["--run-programs", "--log", "--json"]].concat();
    let report = place.json(&words);
    let log = report["log"].as_array().unwrap();
    let turn = log.iter().find(|turn| turn["seat"] == "red").unwrap();
    let told: Value = serde_json::from_str(turn["printed"][0].as_str().unwrap()).unwrap();
    assert_eq!(told, json!([{ "bold": false, "patience": 2.0 }, 10_000_000, 5_000]));
}

#[test]
fn outside_program_can_send_requests_and_replies_fit_the_schema() {
    let text = std::fs::read_to_string(repository("scripts/protocol.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let race = [
        json!({ "request": "budget" }),
        json!({ "request": "sample" }),
        json!({ "request": "actions", "world": 1 }),
        json!({ "request": "play", "world": 1, "action": 0 }),
        json!({ "request": "view", "world": 1 }),
        json!({ "request": "playout", "world": 1, "depth": 5 }),
        json!({ "request": "rollouts", "action": 0, "games": 2, "depth": 5 }),
        json!({ "request": "search" }),
        json!({ "request": "risk", "square": 0 }),
        json!({ "request": "nothing" }),
    ];
    let junqi = [
        &race[..7],
        &[
            json!({ "request": "search", "iterations": 5, "worlds": 2 }),
            json!({ "request": "battle", "attacker": "40", "defender": "40" }),
            json!({ "request": "reach", "cell": "S11", "code": "40" }),
            json!({ "request": "chance", "cell": "N11" }),
            json!({ "request": "history", "cell": "N11" }),
        ],
    ]
    .concat();
    for (preset, requests) in [("flying", &race[..]), ("dark", &junqi)] {
        let place = Place::new();
        let mut command = place.command(&["robot", "random", "--preset", preset, "--seed", "4"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut turns = 0;
        while let Some(line) = lines.next() {
            let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
            assert!(support::json_schema::fits(&schema, &message), "{message}");
            let mut send = |message: &Value, mut line: Value| {
                line["id"] = message["id"].clone();
                input.write_all(format!("{line}\n").as_bytes()).unwrap();
            };
            match message["type"].as_str().unwrap() {
                "turn" => turns += 1,
                "layout" => send(&message, json!({ "layout": null })),
                _ => continue,
            }
            if message["type"] != "turn" {
                continue;
            }
            if turns <= 2 {
                for request in requests {
                    send(&message, request.clone());
                    let reply = lines.next().unwrap().unwrap();
                    let reply: Value = serde_json::from_str(&reply).unwrap();
                    assert!(support::json_schema::fits(&schema, &reply), "{reply}");
                    let is_wrong = request["request"] == "nothing";
                    assert_eq!(!reply["error"].is_null(), is_wrong, "{request}: {reply}");
                }
            }
            send(&message, json!({ "action": 0 }));
            if turns == 3 {
                break;
            }
        }
        drop((input, lines));
        assert_eq!(turns, 3);
        child.wait().unwrap();
    }
}
