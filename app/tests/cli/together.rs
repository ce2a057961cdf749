//! `qipan host` and `qipan join`: whole games over the network, and hosts and guests that fail. One
//! test needs `python3`.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::registry::{GameKind, presets};
use qipan_core::with_game;
use serde_json::Value;

use crate::support::{Place, Run, run};

/// A running host. It is killed when it is dropped.
struct Host {
    child: Child,
    address: String,
    codes: Vec<String>,
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Host {
    /// Starts a host and waits until it listens.
    fn start(place: &Place, words: &[&str]) -> Self {
        let out = place.path("host.txt");
        let file = std::fs::File::create(&out).unwrap();
        let mut command = place.command(&[&["host", "--json"], words].concat());
        let errors = std::fs::File::create(place.path("host-errors.txt")).unwrap();
        let child = command.stdout(file).stderr(errors).spawn().unwrap();
        let began = Instant::now();
        let report = loop {
            let text = std::fs::read_to_string(&out).unwrap_or_default();
            if let Ok(report) = serde_json::from_str::<Value>(&text) {
                break report;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "the host does not start: {text}");
            std::thread::sleep(Duration::from_millis(20));
        };
        let port = report["hosts"][0].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
        let codes = report["codes"].as_array().unwrap().iter();
        Self {
            child,
            address: format!("127.0.0.1:{port}"),
            codes: codes.map(|code| code.as_str().unwrap().to_owned()).collect(),
        }
    }

    /// Returns the command that lets a robot join.
    fn join(&self, place: &Place, words: &[&str]) -> Command {
        let join = ["join", &self.address, "--code", &self.codes[0], "--json", "--robot"];
        let mut command = place.command(&[&join[..], words].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// Waits for a guest, at most two minutes.
fn wait(mut guest: Child) -> Run {
    let began = Instant::now();
    while guest.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(120) {
            guest.kill().unwrap();
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    run(guest.wait_with_output().unwrap())
}

/// Waits for a guest and returns its report.
fn finish(guest: Child) -> Value {
    let output = wait(guest);
    assert_eq!(output.status, 0, "{}", output.err);
    serde_json::from_str(&output.out).unwrap()
}

/// The number of seats that guests take in a preset.
fn seats(preset: &str) -> usize {
    let kind = GameKind::of_preset(preset).unwrap();
    with_game!(kind, |G| <G as Game>::Rules::preset(preset).unwrap().seats().len())
}

#[test]
fn guests_play_whole_games_of_every_preset() {
    for preset in presets() {
        let place = Place::new();
        let host = Host::start(&place, &[preset, "--port", "0"]);
        let robots = ["greedy", "random"].into_iter().cycle().take(seats(preset));
        let guests: Vec<Child> =
            robots.map(|robot| host.join(&place, &[robot]).spawn().unwrap()).collect();
        let reports: Vec<Value> = guests.into_iter().map(finish).collect();
        for report in &reports {
            assert_eq!(report["fair"], true, "{preset}: {report}");
            assert_eq!(report["places"], reports[0]["places"], "{preset}");
        }
        drop(host);
        let saved: Vec<_> = std::fs::read_dir(place.path("saves")).unwrap().collect();
        assert_eq!(saved.len(), 1, "{preset}");
        let file = saved[0].as_ref().unwrap().path().display().to_string();
        assert_eq!(place.qipan(&["replay", "--verify", &file]).status, 0, "{preset}");
    }
}

#[test]
fn guests_answer_the_questions_of_a_house_rule() {
    let place = Place::new();
    let host = Host::start(&place, &["aeroplane", "--rule", "wingman", "--port", "0"]);
    let robots = ["greedy", "random"].into_iter().cycle().take(seats("aeroplane"));
    let guests: Vec<Child> =
        robots.map(|robot| host.join(&place, &[robot]).spawn().unwrap()).collect();
    for report in guests.into_iter().map(finish) {
        assert_eq!(report["fair"], true, "{report}");
    }
    drop(host);
    let file = std::fs::read_dir(place.path("saves")).unwrap().next().unwrap().unwrap().path();
    let file = file.to_str().unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("\"kind\":\"ask\"") && text.contains(":\"answer 1\""), "{text}");
    let shown = place.json(&["replay", file, "--text", "--verify", "--run-rules", "--json"]);
    assert_eq!(shown["verify"]["house_rules"], true, "{shown}");
    let lines = shown["text"].as_array().unwrap();
    let has = |part: &str| lines.iter().any(|line| line.as_str().unwrap().contains(part));
    assert!(has(" is asked: Take off with a second plane?") && has(" answers: No, fly alone"));
}

#[test]
fn seats_are_open_again_once_the_guests_of_a_game_have_left() {
    let place = Place::new();
    let host = Host::start(&place, &["siguo_dark", "--port", "0"]);
    for _ in 0..4 {
        let join = || host.join(&place, &["random"]).spawn().unwrap();
        let guests: Vec<Child> = (0..4).map(|_| join()).collect();
        for report in guests.into_iter().map(finish) {
            assert_eq!(report["fair"], true, "{report}");
        }
    }
}

#[test]
fn robots_of_the_host_play_with_guests() {
    let place = Place::new();
    let words = ["siguo_dark", "--port", "0", "--seat", "east=greedy", "--seat", "west=sampler"];
    let host = Host::start(&place, &words);
    let south = host.join(&place, &["greedy", "--seat", "south"]).spawn().unwrap();
    let north = host.join(&place, &["greedy", "--seat", "north"]).spawn().unwrap();
    assert_eq!(
        [finish(south), finish(north)].map(|report| report["seat"].clone()),
        ["south", "north"]
    );
}

#[test]
fn killed_host_goes_on_and_its_guests_come_back() {
    let place = Place::new();
    let words = ["siguo_dark", "--port", "0", "--seat", "east=greedy", "--seat", "west=greedy"];
    let mut host = Host::start(&place, &words);
    let port = host.address.rsplit(':').next().unwrap().to_owned();
    let file = place.path("game.json").display().to_string();
    let mut south = host.join(&place, &["sampler", "--save", &file]).spawn().unwrap();
    let north = host.join(&place, &["sampler"]).spawn().unwrap();
    let journal = place.path("tables").join(format!("{}.journal", host.codes[0]));
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let began = Instant::now();
    for _ in 0..3 {
        let before = lines();
        let mut is_over = || south.try_wait().unwrap().is_some();
        while lines() < before + 20 && !is_over() {
            assert!(began.elapsed() < Duration::from_secs(100), "the game stands still");
            std::thread::sleep(Duration::from_millis(5));
        }
        // A short game needs no further host.
        if is_over() {
            break;
        }
        host.child.kill().unwrap();
        host.child.wait().unwrap();
        host = Host::start(&place, &["--resume", "--port", &port]);
    }
    for report in [finish(south), finish(north)] {
        assert_eq!(report["fair"], true, "{report}");
    }
    assert_eq!(place.qipan(&["replay", "--verify", &file]).status, 0);
}

#[test]
fn host_killed_before_the_game_still_begins_it() {
    let place = Place::new();
    let host = Host::start(&place, &["dark", "--port", "0"]);
    let port = host.address.rsplit(':').next().unwrap().to_owned();
    let south = host.join(&place, &["greedy"]).spawn().unwrap();
    let table = place.path("tables").join(format!("{}.table.json", host.codes[0]));
    let began = Instant::now();
    while !std::fs::read_to_string(&table).unwrap_or_default().contains("\"token\": \"") {
        assert!(began.elapsed() < Duration::from_secs(30), "nobody joins");
        std::thread::sleep(Duration::from_millis(5));
    }
    // The host writes the token before it sends it.
    std::thread::sleep(Duration::from_millis(500));
    drop(host);
    let host = Host::start(&place, &["--resume", "--port", &port]);
    let north = host.join(&place, &["random"]).spawn().unwrap();
    for report in [finish(south), finish(north)] {
        assert_eq!(report["fair"], true, "{report}");
    }
}

#[test]
fn broken_tables_are_reported_and_do_not_keep_others_from_going_on() {
    let place = Place::new();
    let host = Host::start(&place, &["dark", "--port", "0", "--tables", "2"]);
    let tables = place.path("tables");
    let mut files: Vec<_> =
        host.codes.iter().map(|code| tables.join(format!("{code}.table.json"))).collect();
    files.sort();
    while !files.iter().all(|file| file.exists()) {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(host);
    let good = std::fs::read_to_string(&files[1]).unwrap();
    let broken = [
        (String::new(), "cannot be read"),
        ("[".repeat(10_000), "cannot be read"),
        (good.replace("\"version\": 1", "\"version\": 2"), "has version 2"),
        (good.replace("\"dark\"", "\"nothing\""), "unknown preset `nothing`"),
        (good.replace("\"south\"", "\"pluto\""), "there is no seat `pluto`"),
        (good.replace("\"has_begun\": false", "\"has_begun\": true"), "journal"),
        (
            good.replace("\"robots\": {}", "\"robots\": {\"south\": \"cmd:touch owned\"}"),
            "was given as a file or a command",
        ),
    ];
    for (text, why) in broken {
        assert_ne!(text, good, "{why}: nothing was changed");
        std::fs::write(&files[0], text).unwrap();
        let host = Host::start(&place, &["--resume", "--port", "0"]);
        assert_eq!(host.codes.len(), 1, "{why}");
        let said = std::fs::read_to_string(place.path("host-errors.txt")).unwrap();
        assert!(said.contains(why), "{why}: {said}");
    }
    assert!(!place.path("owned").exists());
}

#[test]
fn killed_guest_is_replaced_by_a_robot() {
    let place = Place::new();
    let words = ["dark", "--port", "0", "--lost", "robot", "--wait", "1"];
    let host = Host::start(&place, &words);
    let south = host.join(&place, &["greedy"]).spawn().unwrap();
    let mut north = host.join(&place, &["sampler"]).spawn().unwrap();
    let journal = place.path("tables").join(format!("{}.journal", host.codes[0]));
    let began = Instant::now();
    // The journal exists from the start of the game on.
    while !journal.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "the game does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    north.kill().unwrap();
    north.wait().unwrap();
    assert_eq!(finish(south)["fair"], true);
}

#[test]
fn wrong_codes_and_addresses_are_refused_with_a_reason() {
    let place = Place::new();
    let host = Host::start(&place, &["dark", "--port", "0"]);
    let join = |code: &str| {
        let words = ["join", &host.address, "--code", code, "--robot", "random"];
        place.qipan(&words)
    };
    for _ in 0..5 {
        let refused = join("000000");
        assert_eq!(refused.status, 1);
        assert!(refused.err.contains("There is no table with this code."), "{}", refused.err);
    }
    let code = host.codes[0].clone();
    let refused = join(&code);
    assert!(refused.err.contains("Too many wrong codes"), "{}", refused.err);
    let nobody = place.qipan(&["join", "127.0.0.1:1", "--code", &code, "--robot", "random"]);
    assert!(nobody.status == 1 && nobody.err.contains("127.0.0.1:1"), "{}", nobody.err);
    for (words, why) in [
        (&["host", "dark", "--seat", "north=none"][..], "--seat"),
        (&["host", "dark", "--seat", "south=greedy", "--seat", "north=greedy"], "no seat is left"),
        (&["host", "--resume", "--data-dir", "empty"], "no table to continue"),
    ] {
        let refused = run(Command::new(env!("CARGO_BIN_EXE_qipan"))
            .args(words)
            .current_dir(place.path(""))
            .output()
            .unwrap());
        assert!(refused.status == 1 && refused.err.contains(why), "{words:?}: {}", refused.err);
    }
}

#[test]
fn host_refuses_two_players_for_a_seat() {
    let words = "host dark --seat south=guest --seat south=greedy --seat north=greedy";
    let refused = Place::new().refused(&words.split(' ').collect::<Vec<_>>());
    assert!(refused.contains("--seat: `south` is given twice"), "{refused}");
}

#[test]
fn host_that_cannot_listen_says_whether_address_or_port_is_wrong() {
    let place = Place::new();
    // No computer has this address. It is reserved for documentation.
    let refused = place.refused(&["host", "dark", "--address", "203.0.113.1", "--port", "0"]);
    assert!(refused.contains("203.0.113.1") && refused.contains("with --address"), "{refused}");
    assert!(!refused.contains("--port"), "{refused}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = place.refused(&["host", "dark", "--address", "127.0.0.1", "--port", &port]);
    assert!(refused.contains(&port) && refused.contains("with --port"), "{refused}");
    assert!(!refused.contains("--address"), "{refused}");
}

#[test]
fn options_of_new_tables_are_refused_for_tables_that_go_on() {
    let place = Place::new();
    for words in [
        &["--set", "clock_seconds=30"][..],
        &["--rule", "three_nations"],
        &["--seat", "south=greedy"],
        &["--tables", "2"],
        &["--announce"],
        &["--no-watchers"],
        &["--talk", "free"],
        &["--hints"],
        &["--robots-play-on"],
        &["--keep-file"],
        &["--wait", "5"],
        &["--lost", "robot"],
    ] {
        let run = place.qipan(&[&["host", "--resume", "--port", "0"], words].concat());
        assert_eq!(run.status, 2, "{words:?}: {}", run.err);
        assert!(run.err.contains("cannot be used with"), "{words:?}: {}", run.err);
    }
    // The defaults of these options are no conflict.
    let nothing = place.refused(&["host", "--resume", "--port", "0", "--address", "127.0.0.1"]);
    assert!(nothing.contains("no table to continue"), "{nothing}");
}

/// The words of a table of a short game with one seat for a guest.
const SHORT_TABLE: [&str; 13] = [
    "aeroplane",
    "--port",
    "0",
    "--set",
    "planes=1",
    "--set",
    "planes_to_win=1",
    "--seat",
    "yellow=none",
    "--seat",
    "blue=random",
    "--seat",
    "green=none",
];

#[test]
fn file_for_the_game_is_checked_before_a_guest_joins() {
    let place = Place::new();
    let existing = place.write("game.json", "mine");
    // Nobody listens there, so a guest that joins is refused for another reason.
    let join = ["join", "127.0.0.1:1", "--code", "A2B3C4", "--robot", "random", "--save"];
    let refused = place.refused(&[&join[..], &[&existing]].concat());
    assert!(refused.contains("game.json already exists; use --force"), "{refused}");
    let refused = place.refused(&[&join[..], &["no/game.json"]].concat());
    assert!(refused.contains("no/game.json: "), "{refused}");
    assert_eq!(place.read("game.json"), "mine");

    let host = Host::start(&place, &SHORT_TABLE);
    let guest = host.join(&place, &["random", "--save", &existing, "--force"]).spawn().unwrap();
    assert_eq!(finish(guest)["fair"], true);
    assert_eq!(place.qipan(&["replay", "--verify", &existing]).status, 0);
}

#[test]
fn result_is_printed_if_the_game_cannot_be_saved() {
    let place = Place::new();
    let host = Host::start(&place, &["dark", "--port", "0"]);
    let file = place.path("game.json").display().to_string();
    let south = host.join(&place, &["greedy", "--save", &file]).spawn().unwrap();
    let table = place.path("tables").join(format!("{}.table.json", host.codes[0]));
    let began = Instant::now();
    while !std::fs::read_to_string(&table).unwrap_or_default().contains("\"token\": \"") {
        assert!(began.elapsed() < Duration::from_secs(30), "nobody joins");
        std::thread::sleep(Duration::from_millis(5));
    }
    // The guest has checked the file, and the game has not begun.
    place.write("game.json", "mine");
    let north = host.join(&place, &["random"]).spawn().unwrap();
    assert_eq!(finish(north)["fair"], true);
    let south = wait(south);
    assert_eq!((south.status, &south.json()["fair"]), (1, &Value::Bool(true)), "{}", south.err);
    assert!(south.err.contains("game.json already exists; use --force"), "{}", south.err);
    assert_eq!(place.read("game.json"), "mine");
}

#[test]
fn guest_says_that_the_host_keeps_the_game() {
    let place = Place::new();
    let host = Host::start(&place, &[&SHORT_TABLE[..], &["--keep-file"]].concat());
    let guest = wait(host.join(&place, &["random", "--save", "game.json"]).spawn().unwrap());
    assert_eq!((guest.status, &guest.json()["seat"]), (0, &"red".into()), "{}", guest.err);
    assert!(guest.err.contains("game.json: not saved, because the host"), "{}", guest.err);
    assert!(!place.path("game.json").exists());
}

#[test]
fn encrypted_host_admits_guests_who_trust_its_certificate() {
    let place = Place::new();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let [chain, key] = ["chain.pem", "key.pem"].map(|name| place.path(name).display().to_string());
    std::fs::write(&chain, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let words = ["aeroplane", "--port", "0", "--seat", "red=greedy", "--seat", "blue=greedy"];
    let more = ["--seat", "green=none", "--allow-internet", "--domain", "localhost"];
    let tls = ["--tls-cert", &chain, "--tls-key", &key];
    let mut host = Host::start(&place, &[&words[..], &more, &tls].concat());
    assert_eq!(host.codes[0].len(), 12);
    let port = host.address.rsplit(':').next().unwrap().to_owned();
    host.address = format!("https://localhost:{port}/#{}", host.codes[0]);
    // The certificate is signed by nobody whom the system trusts.
    let stranger = wait(host.join(&place, &["greedy"]).spawn().unwrap());
    assert_eq!(stranger.status, 1);
    assert!(stranger.err.contains("invalid peer certificate"), "{}", stranger.err);
    // A guest that does not encrypt gets nothing.
    host.address = format!("127.0.0.1:{port}");
    assert_eq!(wait(host.join(&place, &["greedy"]).spawn().unwrap()).status, 1);
    host.address = format!("https://localhost:{port}");
    let guest = host.join(&place, &["greedy"]).env("SSL_CERT_FILE", &chain).spawn().unwrap();
    assert_eq!(finish(guest)["fair"], true);
}

#[test]
fn internet_is_admitted_only_with_encryption() {
    let place = Place::new();
    let file = |name: &str, text: &str| {
        std::fs::write(place.path(name), text).unwrap();
        place.path(name).display().to_string()
    };
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let chain = file("chain.pem", &made.cert.pem());
    let key = file("key.pem", &made.signing_key.serialize_pem());
    let wrong = file("wrong.pem", &other.signing_key.serialize_pem());
    let empty = file("empty.pem", "");
    for (words, status, message) in [
        (vec![], 2, "--allow-internet needs encrypted connections"),
        (vec!["--tls-cert", &chain], 2, "--tls-key"),
        (vec!["--tls-cert", &empty, "--tls-key", &key], 1, "empty.pem: there is no certificate"),
        (vec!["--tls-cert", &chain, "--tls-key", &empty], 1, "empty.pem: there is no private key"),
        (vec!["--tls-cert", &chain, "--tls-key", &wrong], 1, "chain.pem"),
        (vec!["--tls-cert", "none.pem", "--tls-key", &key], 1, "none.pem: "),
        (vec!["--behind-proxy", "--domain", "a/b"], 2, "games.example.org is expected"),
    ] {
        let words = [&["host", "dark", "--port", "0", "--allow-internet"], &words[..]].concat();
        let refused = place.qipan(&words);
        assert_eq!(refused.status, status, "{words:?}: {}", refused.err);
        assert!(refused.err.contains(message), "{words:?}: {}", refused.err);
    }
}

#[test]
fn guest_in_python_plays_every_game() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guest.py");
    for preset in ["aeroplane", "dark", "flip", "siguo_dark"] {
        let place = Place::new();
        let host = Host::start(&place, &[preset, "--port", "0"]);
        let guest = || {
            let mut command = Command::new("python3");
            command.args([script, &host.address, &host.codes[0]]).stdout(Stdio::piped());
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let guests: Vec<Child> = (0..seats(preset)).map(|_| guest()).collect();
        for guest in guests {
            let output = wait(guest);
            assert_eq!(output.status, 0, "{preset}: {}", output.err);
            assert!(output.out.starts_with("[["), "{preset}: {}", output.out);
        }
    }
}
