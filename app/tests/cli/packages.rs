//! Packages: `qipan pack` and `qipan add`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::{Place, Run, run};
use serde_json::json;

/// A robot that loads a module.
const ROBOT: &str = "local words = require(\"words\")
return { api = 1, game = \"race\", name = words.name, author = \"Greta\", about = \"Plays the first.\",
    choose = function(_, turn) return turn:actions()[1] end }";
/// A house rule that sees everything.
const RULE: &str = "return { api = 1, game = \"junqi\", name = \"Spy\", sees = \"all\",
    hooks = { after = { on = { \"moved\" }, run = function() end } } }";

/// A place of an author with a robot.
fn author() -> Place {
    let place = Place::new();
    place.write_into("scripts/robots/race", "tiger.luau", ROBOT);
    let words = "return { name = { en = \"Paper Tiger\", zh = \"纸老虎\" } }";
    place.write_into("scripts/robots/race/lib", "words.luau", words);
    place.write_into("scripts/rules/junqi", "spy.luau", RULE);
    place
}

/// Packs a script, and returns a place of another player with the package.
fn sent(words: &[&str], file: &str) -> Place {
    let author = author();
    let packed = author.qipan(&[&["pack"], words].concat());
    assert_eq!(packed.status, 0, "{}", packed.err);
    let reader = Place::new();
    std::fs::copy(author.path(file), reader.path(file)).unwrap();
    reader
}

/// Answers the question of a command.
fn answer(mut command: Command, answer: &str) -> Run {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
    run(child.wait_with_output().unwrap())
}

#[test]
fn packed_robot_is_added_only_after_a_yes() {
    let reader = sent(&["tiger"], "tiger.qipan-robot");
    let add = ["add", "tiger.qipan-robot"];
    for no in ["", "\n", "n\n", "no\n", "please\n"] {
        let asked = answer(reader.command(&add), no);
        assert_eq!(asked.status, 1, "{no:?}: {}", asked.err);
        assert!(asked.err.starts_with("Add it to your robots? [y/N] "), "{}", asked.err);
        assert!(!reader.path("scripts").exists());
    }
    let yes = answer(reader.command(&add), "y\n");
    assert_eq!(yes.status, 0, "{}", yes.err);
    for fact in [
        "robot: Paper Tiger (纸老虎)",
        "Plays the first.",
        "author, as stated in the package: Greta",
        "for: race",
        "fuel when it was packed: median ",
        "needs Qipan 0.1.0 or newer",
        "  lib/words.luau ",
        "sha256 of the package: ",
        "Nothing in it has run.",
        "added ",
        "next: qipan check tiger",
    ] {
        assert!(yes.out.contains(fact), "{fact}: {}", yes.out);
    }
    assert_eq!(reader.read("scripts/robots/race/tiger.luau"), ROBOT);
    assert_eq!(
        reader.qipan(&["play", "aeroplane", "--seat", "red=tiger", "--seed", "1"]).status,
        0
    );
    let again = reader.qipan(&["add", "tiger.qipan-robot", "--yes"]);
    assert!(
        again.out.ends_with("you already have `tiger`; nothing was changed\n"),
        "{}",
        again.out
    );
}

#[test]
fn taken_name_is_reported_before_the_question() {
    let reader = sent(&["tiger"], "tiger.qipan-robot");
    let own = ROBOT.replace("Plays the first.", "Plays mine.");
    assert_ne!(own, ROBOT);
    reader.write_into("scripts/robots/race", "tiger.luau", &own);
    let taken = reader.qipan(&["add", "tiger.qipan-robot"]);
    assert_eq!(taken.status, 1);
    assert!(!taken.err.contains("[y/N]"), "{}", taken.err);
    assert!(taken.err.contains("--name 'tiger_2' to keep both, or --force"), "{}", taken.err);
    let renamed = ["add", "tiger.qipan-robot", "--name", "tiger_2"];
    assert_eq!(answer(reader.command(&renamed), "y\n").status, 0);
    assert_eq!(reader.read("scripts/robots/race/tiger.luau"), own);
    assert_eq!(reader.read("scripts/robots/race/tiger_2.luau"), ROBOT);
}

#[test]
fn packages_are_equal_byte_for_byte() {
    let place = author();
    let pack = |out: &str| {
        let report = place.json(&["pack", "tiger", "--out", out, "--json"]);
        (report["sha256"].clone(), std::fs::read(place.path(out)).unwrap())
    };
    assert_eq!(pack("a.qipan-robot"), pack("b.qipan-robot"));
}

#[test]
fn pack_replaces_a_file_only_by_force() {
    let place = author();
    place.write("tiger.qipan-robot", "mine");
    let refused = place.refused(&["pack", "tiger"]);
    assert!(
        refused.ends_with("tiger.qipan-robot already exists; use --force to overwrite it\n"),
        "{refused}"
    );
    assert_eq!(place.read("tiger.qipan-robot"), "mine");
    assert_eq!(place.qipan(&["pack", "tiger", "--force"]).status, 0);
    // The same package may be there already.
    assert_eq!(place.qipan(&["pack", "tiger"]).status, 0);
}

#[test]
fn scripts_that_fail_their_check_and_odd_programs_are_not_packed() {
    let place = Place::new();
    let table = |rest: &str| format!("return {{ api = 1, game = \"race\", name = \"X\", {rest} }}");
    place.write("bad.luau", &table("choose = function() error(\"no\") end"));
    let bad = place.qipan(&["pack", "bad.luau"]);
    assert_eq!((bad.status, bad.out.as_str()), (1, ""));
    assert!(bad.err.contains("bad.luau:1: "), "{}", bad.err);
    assert!(
        bad.err.ends_with("not packed, because its check failed; see qipan check\n"),
        "{}",
        bad.err
    );
    let program = place.write("program.luau", &table("command = { \"python3\", \"x.py\" }"));
    let refused = place.refused(&["pack", &program]);
    assert!(refused.contains("Call the file program.robot.py"), "{refused}");
    let params = "params = { speed = { default = 1, min = 0, max = 2, about = \"S\" } },
        choose = function(_, turn) return turn:actions()[1] end";
    place.write("fast.luau", &table(params));
    assert!(place.refused(&["pack", "fast.luau,speed=2"]).contains("parameters cannot be packed"));
    assert!(place.refused(&["pack", "greedy"]).contains("name one of them"));
    assert!(place.refused(&["pack", "nobody"]).contains("unknown script"));
    let picture = place.write("x.png", "no picture");
    let refused = place.refused(&["pack", "fast.luau", "--picture", &picture]);
    assert!(refused.contains("The picture must be a PNG file"), "{refused}");
    let names = std::fs::read_dir(place.path("")).unwrap().flatten();
    assert!(names.into_iter().all(|file| !file.file_name().to_string_lossy().contains("qipan-")));
}

#[test]
fn rules_show_what_they_see_and_layouts_need_no_check() {
    let reader = sent(&["spy", "--author", "Oma"], "spy.qipan-rule");
    let report = reader.json(&["add", "spy.qipan-rule", "--check", "--yes", "--json"]);
    assert_eq!((&report["kind"], &report["author"]), (&json!("rule"), &json!("Oma")));
    assert_eq!((&report["sees_all"], &report["hooks"]), (&json!(true), &json!(["after"])));
    assert_eq!(report["check"]["ok"], json!(true));
    assert_eq!(report["added"].as_array().unwrap().len(), 1);
    let shown = reader.qipan(&["add", "spy.qipan-rule", "--yes"]);
    assert!(shown.out.contains("sees everything, also pieces that are hidden"), "{}", shown.out);

    let layout = "{ \"format\": \"qipan-layout\", \"version\": 1, \"name\": \"Wall\",
        \"layout\": \"TPYNLHZSGPYJLNHGZDTPDFDNG\" }";
    reader.write("wall.json", layout);
    let report = reader.json(&["pack", "wall.json", "--json"]);
    assert_eq!(report["file"], json!("Wall.qipan-layout"));
    let report = reader.json(&["add", "Wall.qipan-layout", "--yes", "--json"]);
    assert_eq!(report["added"], json!([reader.path("layouts/Wall.json").display().to_string()]));
    reader.write("half.json", &layout.replace("PYJLNH", "......"));
    assert!(reader.refused(&["pack", "half.json"]).contains("layout is not complete"));
    reader.write("set.json", "{ \"format\": \"qipan_rules\", \"version\": 1 }");
    assert!(reader.refused(&["pack", "set.json"]).contains("a rule set is one file already"));
}

#[test]
fn another_script_of_the_name_stays() {
    let reader = sent(&["tiger", "--out", "t.qipan-robot"], "t.qipan-robot");
    reader.write_into("scripts/robots/race", "tiger.luau", "mine");
    let taken = reader.qipan(&["add", "t.qipan-robot", "--yes"]);
    assert_eq!(taken.status, 1);
    assert!(taken.err.contains("--name 'tiger_2' to keep both, or --force"), "{}", taken.err);
    assert_eq!(reader.read("scripts/robots/race/tiger.luau"), "mine");
    let built_in = reader.qipan(&["add", "t.qipan-robot", "--yes", "--name", "greedy", "--force"]);
    assert!(built_in.status == 1 && built_in.err.contains("built-in"), "{}", built_in.err);
    let other = reader.qipan(&["add", "t.qipan-robot", "--yes", "--name", "tiger_2"]);
    assert_eq!(other.status, 0, "{}", other.err);
    assert_eq!(reader.qipan(&["add", "t.qipan-robot", "--yes", "--force"]).status, 0);
    assert_eq!(reader.read("scripts/robots/race/tiger.luau"), ROBOT);
}

#[test]
fn broken_packages_are_refused_with_a_reason() {
    let reader = sent(&["tiger"], "tiger.qipan-robot");
    let bytes = std::fs::read(reader.path("tiger.qipan-robot")).unwrap();
    std::fs::write(reader.path("cut.qipan-robot"), &bytes[..bytes.len() - 30]).unwrap();
    reader.write("text.qipan-robot", "return {}");
    for (file, why) in [
        ("cut.qipan-robot", "is not a Qipan package"),
        ("text.qipan-robot", "is not a Qipan package"),
        ("missing.qipan-robot", "no such file"),
    ] {
        let refused = reader.refused(&["add", file, "--yes"]);
        assert!(refused.starts_with("error: ") && refused.contains(file), "{refused}");
        assert!(refused.contains(why), "{refused}");
    }
    assert!(!reader.path("scripts").exists());
}

#[test]
fn packed_program_runs_only_with_permission() {
    let author = Place::new();
    let mark = author.path("ran.txt");
    let source = "return { api = 1, game = \"race\", name = \"Snake\",
        command = { \"python3\", \"snake.robot.py\" } }";
    author.write_into("scripts/robots/race", "snake.luau", source);
    let program = format!(
        "import json, sys\nopen({:?}, 'w')\nfor line in sys.stdin:\n    message = json.loads(line)\n    \
         if message['type'] == 'turn':\n        print(json.dumps({{'id': message['id'], 'action': 0}}), \
         flush=True)\n",
        mark.display().to_string()
    );
    author.write_into("scripts/robots/race", "snake.robot.py", &program);
    let packed = author.qipan(&["pack", "snake"]);
    assert_eq!(packed.status, 0, "{}", packed.err);
    assert!(packed.err.starts_with("warning: this robot is a program."), "{}", packed.err);

    let reader = Place::new();
    std::fs::copy(author.path("snake.qipan-robot"), reader.path("s.qipan-robot")).unwrap();
    let refused = reader.qipan(&["add", "s.qipan-robot", "--check", "--yes"]);
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("a program, which cannot be checked"), "{}", refused.err);
    let no = answer(reader.command(&["add", "s.qipan-robot"]), "\n");
    assert!(no.status == 1 && !reader.path("scripts").exists(), "{}", no.err);
    assert!(no.out.contains("WARNING: this robot is a program."), "{}", no.out);
    let added = reader.qipan(&["add", "s.qipan-robot", "--yes"]);
    assert_eq!(added.status, 0, "{}", added.err);
    assert!(added.out.contains("runs a program: python3 snake.robot.py"), "{}", added.out);
    let play = ["play", "aeroplane", "--seat", "red=snake", "--seed", "1"];
    assert!(reader.refused(&play).contains("add --run-programs if you trust it"));
    assert!(!mark.exists(), "nothing has run without permission");
    let played = reader.qipan(&[&play[..], &["--run-programs"]].concat());
    assert!(played.status == 0 && mark.exists(), "{}", played.err);
}
