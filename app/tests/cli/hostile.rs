//! Programs that answer wrongly, late, too much or not at all. These tests need `python3`.

use serde_json::{Value, json};

use crate::support::Place;

/// The expected result of a program.
enum Outcome {
    /// It plays without an error.
    Plays,
    /// Its turns fail with an error that contains this text.
    Fails(&'static str),
    /// It does not answer in time. The error also contains this text about its other output.
    IsLate(&'static str),
}

use Outcome::{Fails, IsLate, Plays};

/// The common beginning of the programs. `right` is a correct answer, `plain` the same without
/// `id`, and `wrong` an answer with an illegal action.
const PREAMBLE: &str = r#"
import json, os, signal, subprocess, sys, time
def put(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]
def stay():
    while True: time.sleep(1)
def deep(n):
    return '{"a":' * n + '1' + '}' * n
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] != "turn": continue
    id = m["id"]
    right = json.dumps({"id": id, "action": 0}) + "\n"
    plain = json.dumps({"action": 0}) + "\n"
    wrong = json.dumps({"id": id, "action": 99}) + "\n"
"#;

/// The programs: name, code for each turn, and expected result.
const PROGRAMS: [(&str, &str, Outcome); 43] = [
    ("as it should", "put(right)", Plays),
    ("without a number", "put(plain)", Plays),
    ("a banner and empty lines", "put('Welcome!\\n\\n \\n\\t\\n' + right)", Plays),
    ("progress", "[put('depth %d\\n' % n) for n in range(500)]; put(right)", Plays),
    ("twice at once", "put(right * 2)", Plays),
    ("twice, one after the other", "put(right); put(right)", Plays),
    ("twice at once, without a number", "put(plain * 2)", Plays),
    ("a second answer that is wrong", "put(right + wrong)", Plays),
    ("a second answer that is wrong, plain", "put(plain + '{\"action\": 99}\\n')", Plays),
    (
        "answers to questions before",
        "put(json.dumps({'id': id - 1, 'action': 99}) + '\\n' + right)",
        Plays,
    ),
    (
        "answers to questions to come",
        "put(right + json.dumps({'id': id + 1, 'action': 99}) + '\\n')",
        Plays,
    ),
    (
        "numbers there cannot be",
        "[put('{\"action\": 99, \"id\": %s}\\n' % i) for i in ('-1', '1e300', '1e999', 'NaN', \
         'Infinity', '\"1\"', '[1]', '{}', 'true', '9' * 1000, '0.5')]; put(right)",
        Plays,
    ),
    ("a number with a point", "put(json.dumps({'id': float(id), 'action': 0}) + '\\n')", Plays),
    ("JSON that is no object", "put('[0]\\n0\\n\"action\"\\nnull\\n' + right)", Plays),
    ("objects without a number beside", "put(right + '{\"nodes\": 5}\\n' * 3)", Plays),
    ("deep JSON", "put(deep(100000) + '\\n' + right)", Plays),
    (
        "deep JSON as an action",
        "put('{\"id\":%d,\"action\":%s}\\n' % (id, deep(100)))",
        Fails("is not legal here"),
    ),
    ("binary garbage", "put(bytes(range(256)) * 20 + b'\\n' + right.encode())", Plays),
    ("a byte order mark", "put(b'\\xef\\xbb\\xbf' + right.encode())", Plays),
    ("the line ends of Windows", "put(right.replace('\\n', '\\r\\n'))", Plays),
    ("half lines", "put(right[:5]); time.sleep(0.01); put(right[5:])", Plays),
    (
        "notes and lines without end",
        "put(json.dumps({'id': id, 'action': 0, 'log': ['\\x1b[2J\\x07'] * 9999, \
         'notes': [{'action': 0, 'text': '\\n' * 99}] * 999}) + '\\n')",
        Plays,
    ),
    ("answers without being asked", "while True: put(plain * 100)", Plays),
    ("no number after there was one", "put(right if id % 2 else plain)", IsLate("has no \"id\"")),
    (
        "answers to other questions alone",
        "put(json.dumps({'id': id + 7, 'action': 0}) + '\\n')",
        IsLate("has the \"id\" of another question"),
    ),
    ("no line end", "put(right.strip()); stay()", IsLate("")),
    ("silence", "stay()", IsLate("")),
    (
        "a deaf program",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); put('no\\n'); stay()",
        IsLate("is not a JSON object: no"),
    ),
    ("a program that stops itself", "os.kill(os.getpid(), signal.SIGSTOP)", IsLate("")),
    ("a child that keeps the pipe", "subprocess.Popen(['sleep', '1000']); sys.exit()", IsLate("")),
    ("errors without end", "while True: os.write(2, b'x' * 65536)", IsLate("")),
    ("no action", "put(json.dumps({'id': id}) + '\\n')", Fails("the answer has no \"action\"")),
    ("an action there is not", "put(wrong)", Fails("there is no action 99")),
    (
        "a flood of lines",
        "while True: put('info\\n' * 1000)",
        Fails("it keeps writing without an answer"),
    ),
    (
        "a flood of empty lines",
        "while True: put('\\n' * 1000)",
        Fails("it keeps writing without an answer"),
    ),
    (
        "a flood without lines",
        "while True: put('x' * 10000)",
        Fails("a line that is longer than 1 MiB"),
    ),
    (
        "a giant answer",
        "put(right[:-2] + ' ' * (1 << 21) + '}\\n')",
        Fails("a line that is longer than 1 MiB"),
    ),
    ("a closed output", "os.close(1); stay()", Fails("the program closed its output")),
    ("the end at once", "sys.exit(3)", Fails("the program ended: exit status: 3")),
    (
        "the end amid an answer",
        "put(right[:9]); sys.exit()",
        Fails("the program ended: exit status: 0; 1 line was skipped"),
    ),
    (
        "a whole answer and the end",
        "put(right); sys.exit()",
        Fails("the program ended: exit status: 0"),
    ),
    (
        "a violent end",
        "os.kill(os.getpid(), signal.SIGKILL)",
        Fails("the program ended: signal: 9"),
    ),
    ("a fault of its own", "raise ValueError", Fails("the program ended: exit status: 1")),
];

#[test]
fn each_program_plays_or_fails_with_its_error() {
    let place = Place::new();
    std::thread::scope(|scope| {
        let programs = PROGRAMS.iter().enumerate();
        // The game waits for the late programs, so they play at the same time.
        let (late, others): (Vec<_>, Vec<_>) =
            programs.partition(|(_, (_, _, outcome))| matches!(outcome, IsLate(_)));
        for (index, program) in late {
            let place = &place;
            scope.spawn(move || check_program(place, index, program));
        }
        for (index, program) in others {
            check_program(&place, index, program);
        }
    });
}

/// Plays a game with the program of this number, and checks its result.
fn check_program(place: &Place, index: usize, (name, body, outcome): &(&str, &str, Outcome)) {
    let code = format!("{PREAMBLE}    {body}\n");
    let file = place.write(&format!("kind_{index}.py"), &code);
    let seat = format!("red=cmd:python3 '{file}'");
    // A program whose output matters needs time to start.
    let seconds = match outcome {
        IsLate("") => "0.5",
        IsLate(_) => "3",
        Plays | Fails(_) => "100",
    };
    let words = ["play", "flying", "--seat", &seat, "--turn-seconds", seconds, "--seed", "1"];
    let more = ["--seat", "blue=none", "--seat", "yellow=none", "--json"];
    let mut command = place.command(&[&words[..], &more].concat());
    // One of the programs writes to standard error without end.
    command.stderr(std::process::Stdio::null());
    let run = crate::support::run(command.output().unwrap());
    let report = run.json();
    let message = |index: usize| report["errors"][index]["message"].as_str().unwrap_or_default();
    // The command fails if the program answers none of its decisions: it fails from its first one,
    // at ply 1, until it is switched off.
    let errors = report["errors"].as_array().map_or(0, Vec::len);
    let is_switched_off = (0..errors).any(|index| message(index).contains("switched off"));
    let fails = matches!(outcome, Fails(_)) && is_switched_off && report["errors"][0]["ply"] == 1;
    assert_eq!(run.status, i32::from(fails), "{name}: {}", report["errors"]);
    match outcome {
        // The program takes part until the end of the game.
        Plays => assert_eq!(report.get("errors"), None, "{name}"),
        Fails(part) => assert!(message(0).contains(part), "{name}: {}", message(0)),
        IsLate(part) => {
            let late = message(0).contains(&format!("no answer within {seconds} seconds"))
                && message(0).contains(part);
            assert!(late, "{name}: {}", message(0));
        }
    }
    if matches!(outcome, Fails(_) | IsLate(_)) && *name != "a whole answer and the end" {
        assert!(message(3).starts_with("switched off for this game"), "{name}: {}", message(3));
    }
}

/// Plays action 0 and logs the ply. Its mode selects numbered answers, copies or extra lines.
const COUNTING_PROGRAM: &str = r#"
import json, sys
mode, first = sys.argv[1], True
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] != "turn": continue
    answer = {"action": 0, "log": ["for ply %d" % m["view"]["ply"]]}
    if mode == "numbered" or mode == "numbered twice":
        answer["id"] = m["id"]
    line = json.dumps(answer) + "\n"
    if mode == "blank" and first: line = "\n" + line
    if mode == "banner": line = "thinking\n" + line
    if mode.endswith("twice"): line += line
    if mode == "thrice": line *= 3
    first = False
    sys.stdout.write(line); sys.stdout.flush()
"#;

#[test]
fn answers_are_never_played_for_another_turn() {
    let place = Place::new();
    let file = place.write("counts.py", COUNTING_PROGRAM);
    let modes = ["none", "twice", "blank", "banner", "thrice", "numbered", "numbered twice"];
    for (mode, runs) in modes.into_iter().zip([12, 12, 12, 2, 2, 2, 2]) {
        for run in 0..runs {
            let seat = format!("red=cmd:python3 '{file}' '{mode}'");
            let words = ["play", "flying", "--seed", "7", "--seat", &seat, "--log", "--json"];
            let alone = ["--seat", "yellow=none", "--seat", "green=none"];
            let report = place.json(&[&words[..], &alone].concat());
            assert_eq!(report.get("errors"), None, "{mode}, run {run}");
            let log = report["log"].as_array().unwrap();
            let own: Vec<&Value> = log.iter().filter(|line| line["seat"] == "red").collect();
            assert!(own.len() > 10, "{mode}: {} turns", own.len());
            for line in own {
                let expected = json!(format!("for ply {}", line["ply"]));
                let printed = line["printed"].as_array().unwrap();
                assert_eq!(printed.last(), Some(&expected), "{mode}, run {run}");
                // The lines before it report skipped lines.
                let notes = printed.iter().rev().skip(1);
                assert!(notes.clone().all(|note| note.as_str().unwrap().starts_with("skipped")));
            }
        }
    }
}

#[test]
fn skipped_lines_are_logged_once() {
    let place = Place::new();
    let file = place.write("counts.py", COUNTING_PROGRAM);
    for (mode, note) in [
        ("banner", "skipped a line that is not a JSON object: thinking"),
        ("numbered twice", "skipped a line that has the \"id\" of another question\n"),
        ("twice", "skipped a line that was written before the question\n"),
    ] {
        let seat = format!("red=cmd:python3 '{file}' '{mode}'");
        let words = ["play", "flying", "--seed", "7", "--seat", &seat, "--log"];
        let run = place.qipan(&words);
        assert_eq!(run.out.matches("skipped").count(), 1, "{}", run.out);
        assert!(run.out.contains(note), "{mode}: {}", run.out);
    }
}
