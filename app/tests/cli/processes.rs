//! Child processes of programs end with the run, however it ends. These tests need `sh`, `kill` and
//! `python3`.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::Place;

/// A program that ignores signals and runs on after its input ends. It locks a file of its own
/// while it runs. With `hang` it never answers.
const STUBBORN_PROGRAM: &str = r#"
import fcntl, json, os, signal, sys, time
for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(s, signal.SIG_IGN)
held = open("new-%d" % os.getpid(), "w")
fcntl.flock(held, fcntl.LOCK_EX)
os.rename("new-%d" % os.getpid(), "held-%d" % os.getpid())
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "turn":
        while sys.argv[1] == "hang":
            time.sleep(1)
        print(json.dumps({"id": m["id"], "action": 0}), flush=True)
while True:
    time.sleep(1)
"#;

/// A typical wrapper script.
const WRAPPER: &str = "#!/bin/sh\npython3 stays.py $1\necho over\n";

/// A wrapper that exits while its program plays.
const EXITING_WRAPPER: &str = "#!/bin/sh\nexec 3<&0\npython3 stays.py $1 <&3 &\n";

/// The maximum time that ending a program may take.
const MAX_END_TIME: Duration = Duration::from_secs(60);

fn place() -> Place {
    let place = Place::new();
    place.write("stays.py", STUBBORN_PROGRAM);
    place.write("wrapper.sh", WRAPPER);
    place.write("goes.sh", EXITING_WRAPPER);
    place
}

/// Returns the files that programs have locked, now or before.
fn locked_files(place: &Place) -> Vec<PathBuf> {
    let files = std::fs::read_dir(place.path("")).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.file_name().unwrap().to_str().unwrap().starts_with("held-")).collect()
}

/// Checks that at least `min_started` programs were started and that all have ended.
fn assert_all_ended(place: &Place, min_started: usize) {
    let files = locked_files(place);
    assert!(files.len() >= min_started, "{files:?}");
    let since = Instant::now();
    for file in files {
        while File::open(&file).unwrap().try_lock().is_err() {
            assert!(since.elapsed() < MAX_END_TIME, "{} is still held", file.display());
            std::thread::yield_now();
        }
    }
}

/// Starts `qipan` and waits until a program of it runs.
fn start_and_wait(mut command: Command, place: &Place) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    while locked_files(place).is_empty() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    child
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

/// Returns the signals that end a program. Tests that run under `nohup` ignore SIGHUP, and so do
/// the programs they start.
#[cfg(unix)]
fn ending_signals() -> Vec<(&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0);
    let signals = [("-INT", 2), ("-TERM", 15), ("-HUP", 1)];
    signals.into_iter().filter(|(_, number)| ignored >> (number - 1) & 1 == 0).collect()
}

#[test]
fn timeout_ends_a_wrapper_and_its_child_processes() {
    for wrapper in ["wrapper.sh", "goes.sh"] {
        let place = place();
        let seat = format!("red=cmd:sh {wrapper} hang");
        let words = ["play", "flying", "--seat", &seat, "--turn-seconds", "2", "--seed", "1"];
        let report = place.json(&[&words[..], &["--json"]].concat());
        let message = report["errors"][0]["message"].as_str().unwrap();
        assert!(message.contains("no answer within 2 seconds"), "{wrapper}: {message}");
        assert_all_ended(&place, 1);
    }
}

#[test]
fn finished_arena_ends_a_wrapper_and_its_child_processes() {
    for extra in [&[][..], &["--keep-programs"]] {
        let place = place();
        let words = ["arena", "flying", "cmd:sh wrapper.sh play", "random", "--games", "4"];
        let words = [&words[..], &["--jobs", "1", "--seed", "1", "--json"], extra].concat();
        let report = place.json(&words);
        assert_eq!(report["robots"][0]["errors"], 0, "{report}");
        assert_eq!(report["keep_programs"], !extra.is_empty());
        assert_all_ended(&place, 1);
        // Programs live for one game unless `--keep-programs` is given.
        let count = locked_files(&place).len();
        assert!(if extra.is_empty() { count >= 4 } else { count <= 2 }, "{count}");
    }
}

#[cfg(unix)]
#[test]
fn signal_ends_a_wrapper_and_its_child_processes() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in ending_signals() {
        let place = place();
        let words = ["play", "flying", "--seat", "red=cmd:sh wrapper.sh hang"];
        let command = place.command(&[&words[..], &["--turn-seconds", "1000"]].concat());
        let mut child = start_and_wait(command, &place);
        signal(&child, name);
        // The exit status is that of a process without a signal handler.
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_all_ended(&place, 1);
    }
}

#[cfg(unix)]
#[test]
fn signal_stops_an_arena_and_its_programs() {
    for (name, _) in ending_signals() {
        let place = place();
        let words = ["arena", "flying", "cmd:sh wrapper.sh hang", "random", "--jobs", "2"];
        let words = [&words[..], &["--turn-seconds", "1000", "--games", "1000"]].concat();
        let child = start_and_wait(place.command(&words), &place);
        signal(&child, name);
        let run = crate::support::run(child.wait_with_output().unwrap());
        assert_eq!(run.status, 1, "{name}: {}", run.err);
        assert!(run.err.contains("stopped after 0 of 1000 games"), "{name}: {}", run.err);
        assert_all_ended(&place, 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ignored_hangup_does_not_stop_a_run() {
    let place = place();
    let mut command = Command::new("sh");
    let words = ["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_qipan"), "play"];
    let seat = "red=cmd:sh wrapper.sh hang";
    let rest = ["flying", "--seat", seat, "--turn-seconds", "3", "--set", "planes_to_win=1"];
    command.args(words).args(rest).args(["--seed", "1", "--json", "--data-dir", "."]);
    command.current_dir(place.path(""));
    let child = start_and_wait(command, &place);
    signal(&child, "-HUP");
    let run = crate::support::run(child.wait_with_output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.json()["errors"][0]["seat"], json!("red"));
    assert_all_ended(&place, 1);
}

#[test]
fn programs_start_afresh_for_each_game_unless_kept() {
    // It counts the games it has seen, and appends the count to a file at each new game.
    let counts = r#"
import json, sys
games = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "game":
        games += 1
        open("games", "a").write("%d " % games)
    elif m["type"] == "turn":
        print(json.dumps({"id": m["id"], "action": 0}), flush=True)
"#;
    for (extra, seen) in [(&[][..], "1 1 1 1 "), (&["--keep-programs"], "1 2 3 4 ")] {
        let place = Place::new();
        place.write("counts.py", counts);
        let words = ["arena", "flying", "cmd:python3 counts.py", "random", "--games", "4"];
        let words = [&words[..], &["--jobs", "1", "--seed", "1"], extra].concat();
        let run = place.qipan(&words);
        assert_eq!((run.status, place.read("games").as_str()), (0, seen), "{}", run.err);
        assert_eq!(run.out.contains("programs were kept"), !extra.is_empty(), "{}", run.out);
    }
}

#[test]
fn agree_uses_a_process_of_its_own_for_each_seat() {
    // Each process writes down the seats of the views it got.
    let listens = r#"
import json, os, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "turn":
        open("views", "a").write("%d %s\n" % (os.getpid(), m["view"]["seat"]))
        print(json.dumps({"id": m["id"], "action": 0}), flush=True)
"#;
    let place = Place::new();
    place.write("listens.py", listens);
    let run = place.qipan(&["play", "dark", "--seed", "6", "--save", "dark.json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let words = ["agree", "dark.json", "--robot", "cmd:python3 listens.py", "--every", "5"];
    let run = place.qipan(&words);
    assert_eq!(run.status, 0, "{}", run.err);
    let views = place.read("views");
    let pairs: BTreeSet<&str> = views.lines().collect();
    let processes: BTreeSet<&str> =
        pairs.iter().filter_map(|pair| pair.split(' ').next()).collect();
    assert!(views.lines().count() > 10, "{views}");
    assert_eq!((pairs.len(), processes.len()), (2, 2), "{pairs:?}");
}
