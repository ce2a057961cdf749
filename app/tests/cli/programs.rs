//! Robots in other languages. These tests need `python3` with its standard library.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::Place;
use serde_json::{Value, json};

/// Returns a place with the Python example of the manual, and the command that runs it.
fn example() -> (Place, String) {
    let manual = include_str!("../../../scripts/README.md");
    let code = manual.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(code.lines().count() <= 30);
    let place = Place::new();
    let file = place.write("my_robot.py", code);
    (place, format!("cmd:python3 \"{file}\""))
}

/// Returns the command of a program that runs `body` for each message that asks for an answer.
fn python(place: &Place, body: &str) -> String {
    let code = format!(
        "import json, sys, time, os\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
         if m['type'] in ('game', 'end'): continue\n    {}\n",
        body.replace('\n', "\n    ")
    );
    let name = format!("p{}.py", body.len());
    format!("cmd:python3 '{}'", place.write(&name, &code))
}

/// Presets, each with the seat the program plays and the robot it meets.
const GAMES: [(&str, &str, &str); 5] = [
    ("aeroplane", "red", "greedy"),
    ("flying", "green", "careful"),
    ("dark", "south", "greedy"),
    ("flip", "north", "flipper"),
    ("siguo_partner", "east", "greedy"),
];

#[test]
fn manual_example_plays_every_kind_of_game() {
    let (place, command) = example();
    for (preset, seat, robot) in GAMES {
        let own = format!("{seat}={command}");
        let file = place.path(&format!("{preset}.json")).display().to_string();
        let words = ["play", preset, "--seat", &own, "--seed", "3", "--save", &file, "--json"];
        let run = place.qipan(&words);
        let report = run.json();
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{preset}");
        assert_eq!(report.get("errors"), None, "{report}");
        assert!(report["seats"][seat].as_str().unwrap().starts_with("python3"), "{report}");
        let check = place.json(&["replay", &file, "--verify", "--json"]);
        assert_eq!(check["verify"]["fault"], Value::Null);
        let short = ["--games", "2", "--seed", "1", "--json"];
        let report = place.json(&[&["arena", preset, &command, robot], &short[..]].concat());
        let program = &report["robots"][0];
        assert_eq!((&program["errors"], &program["timeouts"]), (&json!(0), &json!(0)), "{report}");
        assert_eq!(report["games"], 2);
    }
    // These rules ask questions.
    for (preset, rule) in [("aeroplane", "wingman"), ("dark", "show_of_strength")] {
        let words = ["arena", preset, &command, "greedy", "--rule", rule, "--games", "2", "--json"];
        let report = place.json(&words);
        assert_eq!(report["robots"][0]["errors"], 0, "{report}");
    }
}

#[test]
fn same_seed_gives_the_same_game() {
    let (place, command) = example();
    let own = format!("red={command}");
    let game = || place.qipan(&["play", "flying", "--seat", &own, "--seed", "5", "--json"]).out;
    assert_eq!(game(), game());
}

#[test]
fn robot_command_plays_against_an_outside_program() {
    for (preset, seat, robot) in GAMES {
        let place = Place::new();
        let words = ["robot", robot, "--preset", preset, "--seat", seat, "--seed", "4"];
        let words = [&words[..], &["--save", "game.json"]].concat();
        let mut command = place.command(&words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut turns, mut events, mut end) = (0, 0, Value::Null);
        for line in BufReader::new(from).lines() {
            let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
            let answer = match message["type"].as_str().unwrap() {
                "turn" => {
                    assert_eq!(message["view"]["seat"], seat);
                    let actions = message["actions"].as_array().unwrap();
                    (turns, events) =
                        (turns + 1, events + message["log"].as_array().unwrap().len());
                    // Answers alternate between the number and the action itself.
                    let index = turns * 7 % actions.len();
                    if turns % 2 == 0 {
                        json!({ "action": index })
                    } else {
                        json!({ "action": actions[index] })
                    }
                }
                "layout" => json!({ "layout": message["layouts"][2] }),
                "game" => {
                    let expected =
                        if preset == "aeroplane" || preset == "flying" { "race" } else { "junqi" };
                    assert_eq!(
                        (&message["game"], &message["preset"]),
                        (&json!(expected), &json!(preset))
                    );
                    continue;
                }
                "end" => {
                    end = message;
                    continue;
                }
                other => panic!("{other}"),
            };
            // Some games are answered with `id`, others without. Every second answer is repeated.
            let mut answer = answer;
            if preset.len() % 2 == 0 {
                answer["id"] = message["id"].clone();
            }
            let copies = 1 + turns % 2;
            to.write_all(format!("{answer}\n").repeat(copies).as_bytes()).unwrap();
        }
        assert!(child.wait().unwrap().success(), "{preset}");
        assert!(turns > 10 && events > turns, "{preset}: {turns} turns, {events} events");
        assert!(end["places"].as_array().is_some_and(|places| !places.is_empty()), "{end}");
        let check = place.json(&["replay", "game.json", "--verify", "--json"]);
        assert_eq!(check["verify"]["fault"], Value::Null);
    }
}

#[test]
fn robot_command_fails_if_its_input_ends_early() {
    let place = Place::new();
    let mut command = place.command(&["robot", "greedy", "--preset", "flying"]);
    let run = crate::support::run(command.stdin(Stdio::null()).output().unwrap());
    assert_eq!(run.status, 1);
    assert!(run.err.contains("the input ended before the game did"), "{}", run.err);
}

#[test]
fn faulty_programs_are_reported_and_switched_off() {
    let place = Place::new();
    let cases = [
        ("print('hello', flush=True); time.sleep(1000)", "no answer within 0.2 seconds"),
        ("print('{}', flush=True)", "the answer has no \"action\""),
        ("print('{\"action\": 99}', flush=True)", "there is no action 99"),
        ("print('{\"action\": {\"plane\": 9}}', flush=True)", "is not legal here; legal are"),
        ("print('{\"action\": \"first\"}', flush=True)", "is an action or its number in the list"),
        ("sys.exit(3)", "the program ended: exit status: 3"),
        ("time.sleep(1000)", "no answer within 0.2 seconds"),
        ("while True: print('x' * 1000000)", "it keeps writing without an answer"),
        ("os.close(1); time.sleep(1000)", "the program closed its output"),
    ];
    for (body, part) in cases {
        let own = format!("red={}", python(&place, body));
        // A loaded machine starts programs slowly, so only cases of a timeout have a short limit.
        let seconds = if part.starts_with("no answer") { "0.2" } else { "100" };
        let words = ["play", "flying", "--seat", &own, "--turn-seconds", seconds, "--seed", "1"];
        let run = place.qipan(&[&words[..], &["--json"]].concat());
        // A program that fails in all decisions makes the command fail, a slow one does not.
        let is_slow = part.starts_with("no answer");
        assert_eq!(run.status, i32::from(!is_slow), "{body}: {}", run.err);
        assert_eq!(run.err.contains("made none of its decisions itself"), !is_slow, "{}", run.err);
        let report = run.json();
        let errors = report["errors"].as_array().unwrap();
        let message = |index: usize| errors[index]["message"].as_str().unwrap();
        assert_eq!(errors[0]["seat"], "red");
        assert!(message(0).contains(part), "{body}: {}", message(0));
        assert!(message(3).starts_with("switched off for this game"), "{body}: {}", message(3));
    }
    for missing in ["no_such_program_here", "./no_such_program_here"] {
        let seat = format!("red=cmd:{missing} x");
        let refusal = place.refused(&["play", "flying", "--seat", &seat]);
        assert!(
            refusal.contains(&format!("the program `{missing}` is not installed")),
            "{refusal}"
        );
    }
    for bad in ["cmd:", "cmd:'python3"] {
        let seat = format!("red={bad}");
        assert!(place.refused(&["play", "flying", "--seat", &seat]).contains(bad));
    }
}

#[test]
fn arena_counts_errors_and_timeouts_of_programs() {
    let place = Place::new();
    // The first never answers, however slowly it starts; the second file cannot be run.
    let slow = python(&place, "time.sleep(1000)");
    let dead = format!("cmd:{}", place.write("dead", "not a program"));
    let words = ["--turn-seconds", "0.1", "--games", "2", "--seed", "1", "--json", "--set"];
    let words = [&["arena", "flying", &slow, &dead], &words[..], &["planes_to_win=1"]].concat();
    let run = place.qipan(&words);
    let report = run.json();
    let counts = |robot: usize| {
        let robot = &report["robots"][robot];
        (robot["errors"].as_u64().unwrap(), robot["timeouts"].as_u64().unwrap())
    };
    // A robot is switched off after three failures in a game.
    assert_eq!((counts(0), counts(1)), ((0, 6), (6, 0)), "{report}");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("made none of its"), "{}", run.err);
}

#[test]
fn robot_file_can_name_a_program_in_its_folder() {
    let place = Place::new();
    let folder = place.path("scripts/robots/race");
    std::fs::create_dir_all(&folder).unwrap();
    let code = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'turn': \
                print('{\"action\": 0}', flush=True)\n";
    std::fs::write(folder.join("first.py"), code).unwrap();
    let text = "return { api = 1, game = \"race\", name = \"First\",\n    \
                command = { \"python3\", \"first.py\" }, seconds = 5,\n}\n";
    std::fs::write(folder.join("first.luau"), text).unwrap();
    let words =
        ["play", "flying", "--seat", "red=first", "--seed", "1", "--run-programs", "--json"];
    let report = place.json(&words);
    assert_eq!((&report["seats"]["red"], report.get("errors")), (&json!("First"), None));
    for (field, part) in [
        ("choose = print", "`choose` has no effect beside `command`"),
        ("seconds = 0", "`seconds` goes from 0.1 to 3600"),
    ] {
        let text = text.replace("seconds = 5", field);
        let file = place.write("bad.luau", &text);
        assert!(
            place.refused(&["play", "flying", "--seat", &format!("red={file}")]).contains(part)
        );
    }
}

#[test]
fn log_option_shows_prints_and_notes_of_robots() {
    let place = Place::new();
    let program = python(
        &place,
        "print(json.dumps({'action': 0, 'log': ['I say'], 'notes': [{'action': 0, 'text': 1.5}]}), flush=True)",
    );
    let own = format!("red={program}");
    let words = ["play", "flying", "--seat", &own, "--seed", "1", "--log"];
    let report = place.json(&[&words[..], &["--json"]].concat());
    let log = report["log"].as_array().unwrap();
    let line = log.iter().find(|line| line["seat"] == "red").unwrap();
    assert_eq!((&line["printed"], &line["notes"][0]["text"]), (&json!(["I say"]), &json!("1.5")));
    let other = log.iter().find(|line| line["seat"] == "green").unwrap();
    assert!(other["fuel"].as_u64().unwrap() > 0 && !other["notes"].as_array().unwrap().is_empty());
    let text = place.qipan(&words).out;
    assert!(text.contains("  | I say\n") && text.contains("red: "), "{text}");
}
