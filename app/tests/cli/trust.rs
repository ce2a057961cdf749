//! Untrusted files: no saved game and no shared robot runs a program without the user's permission.

use std::path::PathBuf;

use crate::support::{Place, Run};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const ROBOTS: &str = "scripts/robots/race";

/// Writes a robot file with a program that leaves a mark when it runs. Returns the paths of both.
fn robot_leaving_mark(place: &Place, name: &str, extra: &str) -> (String, PathBuf) {
    std::fs::create_dir_all(place.path(ROBOTS)).unwrap();
    let mark = place.path("mark.txt");
    let text = format!(
        "return {{ api = 1, game = \"race\", name = \"Friendly Fred\", {extra}\n    command = {{ \
         \"/bin/sh\", \"-c\", \"echo ran >> '{}'; cat > /dev/null\" }}, seconds = 0.2 }}\n",
        mark.display()
    );
    (place.write(&format!("{ROBOTS}/{name}.luau"), &text), mark)
}

/// Writes a saved game of `greedy` against itself in which one seat names another script.
fn game_naming(place: &Place, script: &str) -> String {
    let words = ["play", "flying", "--seed", "3", "--set", "planes=1", "--save", "plain.json"];
    let game = place.path("plain.json");
    if !game.exists() {
        let run = place.qipan(&[&words[..], &["--set", "planes_to_win=1"]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
    }
    let written = serde_json::to_string(script).unwrap();
    let text = place.read("plain.json");
    let named = text.replacen("\"script\":\"greedy.luau\"", &format!("\"script\":{written}"), 1);
    assert_ne!(named, text);
    place.write("named.json", &named)
}

/// Verifies a game and its robots. Returns the run and its result about the robots.
fn run_robots_again(place: &Place, file: &str) -> (Run, Value) {
    let run = place.qipan(&["replay", file, "--verify", "--run-robots", "--json"]);
    let robots = run.json()["verify"]["robots"].clone();
    (run, robots)
}

#[test]
fn saved_games_cannot_name_commands_or_paths() {
    let place = Place::new();
    let (snake, mark) = robot_leaving_mark(&place, "snake", "");
    let shell = format!("cmd:/bin/sh -c \"echo ran > '{}'\"", mark.display());
    let outside = place.write("outside.luau", &std::fs::read_to_string(&snake).unwrap());
    for (script, part) in [
        (shell.as_str(), "is a command"),
        ("CMD:/bin/sh", "is a command"),
        (outside.as_str(), "is a path"),
        ("./outside.luau", "is a path"),
        ("../outside.luau", "is a path"),
        ("race/greedy", "is a path"),
        ("..\\outside.luau", "is a path"),
        ("C:outside.luau", "names a drive"),
        (".outside.luau", "hidden file"),
        ("..", "hidden file"),
        ("greedy\u{202e}.luau", "control characters"),
        ("snake.luau", "a saved game cannot call for one"),
        ("gone.luau", "unknown robot"),
    ] {
        let file = game_naming(&place, script);
        let (run, robots) = run_robots_again(&place, &file);
        let why = robots["error"].as_str().unwrap_or_else(|| panic!("{script}: {}", run.out));
        assert!(why.contains(part), "{script}: {why}");
        assert!(!mark.exists(), "{script}");
        // A game with a bad name is still shown and checked.
        let shown = place.qipan(&["replay", &file, "--verify", "--run-robots"]);
        assert!(shown.err.contains(part), "{script}: {}", shown.err);
    }
    let signs = game_naming(&place, "greedy\nyes  all is well.luau");
    let shown = place.qipan(&["replay", &signs, "--verify", "--run-robots"]);
    assert!(!shown.err.lines().any(|line| line.starts_with("yes")), "{}", shown.err);
}

#[test]
fn scripts_of_old_games_are_found_by_name() {
    let place = Place::new();
    for script in ["greedy.luau", "greedy"] {
        let file = game_naming(&place, if script == "greedy" { script } else { "greedy.lua" });
        let (run, robots) = run_robots_again(&place, &file);
        assert_eq!(robots.get("error"), None, "{script}: {}", run.out);
        assert!(robots["asked"].as_u64().unwrap() > 0 && robots["same"] == robots["asked"]);
    }
    // The user's own scripts are found like shipped ones.
    std::fs::create_dir_all(place.path(ROBOTS)).unwrap();
    let text = crate::support::repository("scripts/robots/race/careful.luau");
    std::fs::copy(text, place.path(&format!("{ROBOTS}/my own.luau"))).unwrap();
    let words = ["play", "flying", "--seat", "red=my own", "--seed", "1", "--save", "own.json"];
    assert_eq!(place.qipan(&words).status, 0);
    let (_, robots) = run_robots_again(&place, "own.json");
    assert_eq!(robots["same"], robots["asked"], "{robots}");
}

#[test]
fn robot_files_run_programs_only_with_permission() {
    let place = Place::new();
    let (file, mark) = robot_leaving_mark(&place, "fred", "");
    let game = game_naming(&place, "greedy.lua");
    let seat = "red=fred".to_owned();
    let path = format!("red={file}");
    let short = ["--games", "1", "--seed", "1"];
    for words in [
        &["play", "flying", "--seat", &seat][..],
        &["play", "flying", "--seat", &path],
        &["arena", "flying", "fred", "greedy", short[0], short[1], short[2], short[3]],
        &["arena", "flying", "greedy", &file, short[0], short[1], short[2], short[3]],
        &["robot", "fred", "--preset", "flying"],
        &["agree", &game, "--robot", "fred"],
        &["replay", &game, "--ask", "fred", "--step", "3"],
        &["analyse", &game, "--by", "fred"],
        &["tune", "careful", "--against", "fred", "--games", "1"],
        &["tune", "fred", "--games", "1"],
    ] {
        let stderr = place.refused(words);
        assert!(
            stderr.contains("runs a program") && stderr.contains("--run-programs"),
            "{words:?}: {stderr}"
        );
        assert!(stderr.contains("/bin/sh -c \"echo ran"), "{words:?}: {stderr}");
        assert!(!mark.exists(), "{words:?}");
    }
    // Checking a robot file does not run its program.
    let check = place.qipan(&["check", &file, "--json"]);
    assert!(!mark.exists(), "{}", check.out);
    let run = place.qipan(&["play", "flying", "--seat", &seat, "--seed", "1", "--run-programs"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(
        mark.exists() && run.err.contains("fred.luau: runs /bin/sh -c \"echo ran"),
        "{}",
        run.err
    );
    let words = ["agree", &game, "--robot", "fred", "--run-programs", "--every", "20"];
    let run = place.qipan(&words);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.err.matches("runs /bin/sh").count(), 1, "{}", run.err);
}

#[test]
fn printed_commands_escape_control_characters() {
    let place = Place::new();
    std::fs::create_dir_all(place.path(ROBOTS)).unwrap();
    let command =
        "\"/bin/echo\", \"a b\", \"line\\nsaved in game.json\", \"\\u{202e}x\\u{200b}\\27[2J\"";
    let text =
        format!("return {{ api = 1, game = \"race\", name = \"X\", command = {{ {command} }} }}\n");
    place.write(&format!("{ROBOTS}/odd.luau"), &text);
    let stderr = place.refused(&["play", "flying", "--seat", "red=odd"]);
    let shown = "/bin/echo \"a b\" \"line\\nsaved in game.json\" \"\\u{202e}x\\u{200b}\\u{1b}[2J\"";
    assert!(stderr.contains(shown), "{stderr}");
    let run =
        place.qipan(&["play", "flying", "--seat", "red=odd", "--run-programs", "--seed", "1"]);
    assert!(
        run.err.lines().next().unwrap().ends_with(&format!("odd.luau: runs {shown}")),
        "{}",
        run.err
    );
}

#[test]
fn programs_never_replace_shipped_robots_or_levels() {
    let place = Place::new();
    let (file, mark) = robot_leaving_mark(&place, "greedy", "level = \"master\",");
    robot_leaving_mark(&place, "strong", "level = \"strong\",");
    let first = ["play", "flying", "--seed", "2", "--json"];
    let elsewhere = Place::new().qipan(&first);
    let here = place.qipan(&first);
    assert_eq!((here.status, here.out.as_str()), (0, elsewhere.out.as_str()), "{}", here.err);
    assert!(here.err.contains("a robot that comes with Qipan has this name"), "{}", here.err);
    assert_eq!(here.err.lines().count(), 1, "the note is printed once: {}", here.err);
    for seat in ["red=greedy", "red=race/robots/greedy", "red=strong", "red=master"] {
        let words = ["--seat", seat, "--set", "planes=1", "--set", "planes_to_win=1"];
        let run = place.qipan(&[&first[..], &words, &["--run-programs"]].concat());
        assert_eq!(run.status, 0, "{seat}: {}", run.err);
        let red = run.json()["seats"]["red"].clone();
        assert_ne!(red, "Friendly Fred", "{seat}");
    }
    let game = game_naming(&place, "greedy.lua");
    let (run, robots) = run_robots_again(&place, &game);
    assert_eq!(robots["same"], robots["asked"], "{}", run.err);
    assert_eq!(place.qipan(&["bench", "flying", "--json"]).status, 0);
    assert!(!mark.exists());
    // It can still be played by its path.
    let seat = format!("red={file}");
    let report =
        place.json(&["play", "flying", "--seat", &seat, "--run-programs", "--json", "--seed", "1"]);
    assert_eq!((&report["seats"]["red"], mark.exists()), (&json!("Friendly Fred"), true));
}

#[test]
fn allowed_program_runs_until_its_files_change() {
    let place = Place::new();
    std::fs::create_dir_all(place.path(ROBOTS)).unwrap();
    let answers = "import sys, json\nfor line in sys.stdin:\n    if json.loads(line)['type'] == \
                   'turn': print('{\"action\": 0}', flush=True)\n";
    place.write(&format!("{ROBOTS}/my.py"), answers);
    let text = "return { api = 1, game = \"race\", name = \"Mine\", command = { \"python3\", \"my.py\" } }\n";
    place.write(&format!("{ROBOTS}/mine.luau"), text);
    let play = ["play", "flying", "--seat", "red=mine", "--seed", "1"];
    // The window stores one hash over the robot file and the files it names.
    let hash = |text: &str| hex::encode(Sha256::digest(text));
    let whole = format!("program of {}\n5 my.py {}\n", hash(text), hash(answers));
    let allow = |key: &str| place.write("settings.json", &json!({ "programs": [key] }).to_string());
    allow(&hash(text));
    assert!(place.refused(&play).contains("--run-programs"), "the robot file alone is not enough");
    allow(&hash(&whole));
    let run = place.qipan(&play);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("mine.luau: runs python3 my.py"), "{}", run.err);
    place.write(&format!("{ROBOTS}/my.py"), &answers.replace('0', "1"));
    assert!(place.refused(&play).contains("--run-programs"), "a changed file is asked about again");
    place.write(&format!("{ROBOTS}/my.py"), answers);
    assert_eq!(place.qipan(&play).status, 0);
    place.write(&format!("{ROBOTS}/mine.luau"), &text.replace("Mine", "Mine 2"));
    assert!(place.refused(&play).contains("--run-programs"));
    // Settings that cannot be read allow nothing.
    place.write(&format!("{ROBOTS}/mine.luau"), text);
    place.write("settings.json", "{ \"programs\": [");
    assert!(place.refused(&play).contains("--run-programs"));
}

#[test]
fn robot_names_in_a_journal_are_never_run() {
    let place = Place::new();
    let (_, mark) = robot_leaving_mark(&place, "fred", "");
    let arena = ["arena", "flying", "greedy", "random", "--games", "4", "--seed", "1"];
    let set =
        ["--set", "planes=1", "--set", "planes_to_win=1", "--resume", "arena.jsonl", "--json"];
    let words = [&arena[..], &set].concat();
    let whole = place.json(&words);
    let text = place.read("arena.jsonl");
    let shell = format!("cmd:/bin/sh -c 'echo ran > {}'", mark.display());
    for name in [shell.as_str(), "fred", "/etc/passwd"] {
        let forged = text.replacen("\"name\":\"greedy\"", &format!("\"name\":{}", json!(name)), 1);
        assert_ne!(forged, text);
        place.write("arena.jsonl", &forged);
        assert_eq!(place.json(&words)["robots"], whole["robots"], "{name}");
        assert!(!mark.exists(), "{name}");
    }
}
