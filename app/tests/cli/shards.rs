//! `qipan arena --shard` and `qipan arena merge`: a tournament on several machines.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;

use crate::support::Place;

/// Rules with which a game takes a few turns.
const SHORT: [&str; 4] = ["--set", "planes=1", "--set", "planes_to_win=1"];

/// A folder with a tournament of short games.
struct Tournament {
    place: Place,
    words: Vec<&'static str>,
}

impl Tournament {
    /// Creates a tournament of `words`, which begin with the preset.
    fn new(words: &[&'static str]) -> Self {
        let words = [&["arena"], words, &["--seed", "5", "--jobs", "1"], &SHORT].concat();
        Self { place: Place::new(), words }
    }

    /// Returns the arguments of the whole tournament.
    fn whole(&self) -> Vec<&str> {
        [&self.words[..], &["--resume", "whole.jsonl"]].concat()
    }

    /// Runs a shard of the tournament, with more arguments. It must succeed.
    fn play_shard(&self, shard: &str, journal: &str, more: &[&str]) {
        let run = self.place.qipan(&self.shard(shard, journal, more));
        assert_eq!(run.status, 0, "{shard}: {}", run.err);
    }

    fn shard<'a>(&'a self, shard: &'a str, journal: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&self.words[..], &["--shard", shard, "--resume", journal], more].concat()
    }

    /// Plays shards 1 to 3 into `1.jsonl` to `3.jsonl`.
    fn play_three_shards(&self) {
        for (shard, journal) in [("1/3", "1.jsonl"), ("2/3", "2.jsonl"), ("3/3", "3.jsonl")] {
            self.play_shard(shard, journal, &[]);
        }
    }

    /// Merges journals, and returns the table.
    fn merge(&self, words: &[&str]) -> String {
        let run = self.place.qipan(&[&["arena", "merge"], words].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{words:?}");
        run.out
    }

    /// Merges journals, which must be refused. Returns the reason.
    fn refused(&self, words: &[&str]) -> String {
        self.place.refused(&[&["arena", "merge"], words].concat())
    }
}

#[test]
fn merged_shards_give_the_table_of_an_undivided_run() {
    let tournament =
        Tournament::new(&["aeroplane", "greedy", "careful", "random", "bold", "--games", "602"]);
    let place = &tournament.place;
    let text = place.qipan(&[&tournament.whole()[..], &["--csv", "whole.csv"]].concat()).out;
    // Both tables are of a run that played nothing, so they have no speed.
    let object = place.qipan(&[&tournament.whole()[..], &["--json"]].concat()).out;
    assert!(text.contains("602 games, seed 5") && object.contains("\"games\":602"), "{text}");

    tournament.play_shard("1/3", "1.jsonl", &[]);
    for (shard, journal) in [("2/3", "2.jsonl"), ("3/3", "3.jsonl")] {
        let mut command = place.command(&tournament.shard(shard, journal, &[]));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let lines =
            || std::fs::read_to_string(place.path(journal)).unwrap_or_default().lines().count();
        while lines() < 5 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "killed before it was done");
        let torn = place.read(journal);
        place.write(journal, &torn[..torn.len() - 7]);
    }
    let unfinished = place.qipan(&["arena", "merge", "1.jsonl", "2.jsonl", "3.jsonl"]);
    assert_eq!((unfinished.status, unfinished.out.as_str()), (1, ""));
    let part = "of 151 blocks are missing: shard 2/3 lacks";
    assert!(unfinished.err.contains(part), "{}", unfinished.err);
    tournament.play_shard("2/3", "2.jsonl", &[]);
    tournament.play_shard("3/3", "3.jsonl", &[]);
    for files in [["1.jsonl", "2.jsonl", "3.jsonl"], ["3.jsonl", "1.jsonl", "2.jsonl"]] {
        assert_eq!(tournament.merge(&[&files[..], &["--csv", "merged.csv"]].concat()), text);
        assert_eq!(tournament.merge(&[&files[..], &["--json"]].concat()), object);
        assert_eq!(place.read("merged.csv"), place.read("whole.csv"));
    }
}

#[test]
fn table_never_replaces_a_journal() {
    let tournament = Tournament::new(&["flying", "greedy", "random", "--games", "6"]);
    tournament.play_three_shards();
    let journal = tournament.place.read("1.jsonl");
    let why = tournament.refused(&["1.jsonl", "2.jsonl", "3.jsonl", "--csv", "./1.jsonl"]);
    assert!(why.contains("name another file for each argument"), "{why}");
    assert_eq!(tournament.place.read("1.jsonl"), journal);
}

#[test]
fn missing_blocks_are_named_and_partial_table_has_the_others() {
    let tournament = Tournament::new(&["flying", "greedy", "random", "--games", "60"]);
    tournament.play_three_shards();
    let lines: Vec<String> =
        tournament.place.read("2.jsonl").lines().map(|line| format!("{line}\n")).collect();
    assert_eq!(lines.len(), 11, "a header and ten blocks");
    let third = lines[3].clone();
    tournament.place.write("2.jsonl", &(lines[..3].concat() + &lines[4..].concat() + "{\"b\""));
    let why = tournament.place.qipan(&["arena", "merge", "1.jsonl", "2.jsonl"]);
    assert_eq!((why.status, why.out.as_str()), (1, ""));
    let parts = [
        "2.jsonl: the last line is incomplete",
        "11 of 30 blocks are missing: shard 2/3 lacks 1 of 10, shard 3/3 is missing; the first is \
         block 2; run those shards again to resume them, or add --partial",
    ];
    assert!(parts.iter().all(|part| why.err.contains(part)), "{}", why.err);
    let words = ["arena", "merge", "1.jsonl", "2.jsonl", "--partial", "--json"];
    let partial = tournament.place.qipan(&words);
    assert_eq!((partial.status, &partial.json()["games"]), (0, &json!(38)), "{}", partial.err);
    assert!(partial.err.contains("11 of 30 blocks are missing"), "{}", partial.err);
    // Journals that do not agree about shards.
    tournament.place.qipan(&tournament.whole());
    let whole: Vec<String> =
        tournament.place.read("whole.jsonl").lines().map(|line| format!("{line}\n")).collect();
    tournament.place.write("whole.jsonl", &whole[..5].concat());
    tournament.place.write("2.jsonl", &(lines[0].clone() + &third));
    let why = tournament.refused(&["whole.jsonl", "2.jsonl"]);
    assert!(why.contains("25 of 30 blocks are missing: 4 to 6, 8 to 29; run"), "{why}");
}

#[test]
fn blocks_that_are_there_twice_have_to_be_equal() {
    let tournament = Tournament::new(&["flying", "greedy", "random", "--games", "30"]);
    tournament.play_three_shards();
    let text = tournament.place.qipan(&tournament.whole()).out;
    let files = ["1.jsonl", "whole.jsonl", "2.jsonl", "3.jsonl", "1.jsonl"];
    assert_eq!(tournament.merge(&files), text);
    let good = tournament.place.read("2.jsonl");
    let changed = good.replacen("\"all_home\",", "\"all_home\",1", 1);
    assert_ne!(changed, good);
    tournament.place.write("2.jsonl", &changed);
    let why = tournament.refused(&files);
    assert!(why.contains("whole.jsonl:3 and 2.jsonl:2: block 1 has different results"), "{why}");
}

#[test]
fn journals_of_different_tournaments_are_refused() {
    let tournament = Tournament::new(&["flying", "greedy", "random", "--games", "6"]);
    tournament.play_shard("1/2", "1.jsonl", &[]);
    let place = &tournament.place;
    let other = |words: &[&str], rest: &[&str]| {
        let _ = std::fs::remove_file(place.path("2.jsonl"));
        let words = [&["arena"], words, &["--shard", "2/2", "--resume", "2.jsonl"], rest].concat();
        let run = place.qipan(&words);
        assert_eq!(run.status, 0, "{}", run.err);
        tournament.refused(&["1.jsonl", "2.jsonl"])
    };
    let usual = [&["--games", "6", "--seed", "5"], &SHORT[..]].concat();
    let robots = ["flying", "greedy", "random"];
    let cases = [
        (
            other(&robots, &[&["--games", "6", "--seed", "6"], &SHORT[..]].concat()),
            "seed 5 in 1.jsonl, 6 in 2.jsonl",
        ),
        (
            other(&robots, &[&["--games", "8", "--seed", "5"], &SHORT[..]].concat()),
            "games 6 in 1.jsonl, 8 in 2.jsonl",
        ),
        (other(&["flying", "greedy", "bold"], &usual), "robot random ("),
        (
            other(&["flying", "greedy", "random", "bold"], &usual),
            "robots greedy random in 1.jsonl, greedy random bold in 2.jsonl",
        ),
        (
            other(&["aeroplane", "greedy", "random"], &usual),
            "preset flying in 1.jsonl, aeroplane in 2.jsonl",
        ),
        (other(&robots, &[&usual[..], &["--set", "takeoff=[5]"]].concat()), "takeoff ["),
        (
            other(&robots, &[&usual[..], &["--rule", "early_birds"]].concat()),
            "house rules [] in 1.jsonl, [",
        ),
    ];
    for (why, part) in cases {
        assert!(why.contains("2.jsonl: is the journal of another arena: "), "{why}");
        assert!(why.contains(part), "{part}: {why}");
    }
    tournament.play_shard("1/2", "1.jsonl", &[]);
    std::fs::remove_file(place.path("2.jsonl")).unwrap();
    tournament.play_shard("2/2", "2.jsonl", &[]);
    let good = place.read("2.jsonl");
    place.write("2.jsonl", &good.replacen("\"qipan ", "\"qipan 7.", 1));
    let why = tournament.refused(&["1.jsonl", "2.jsonl"]);
    assert!(why.contains("program qipan ") && why.contains(" in 1.jsonl, qipan 7."), "{why}");
    for (text, part) in [
        ("my notes\n".to_owned(), "2.jsonl: is not a journal of an arena"),
        (String::new(), "2.jsonl: is not a journal of an arena"),
        (
            good.replacen("\"arena\":2", "\"arena\":1", 1),
            "version 1 of the format, this program reads version 2",
        ),
        (good.replacen("\"b\":", "\"c\":", 1), "2.jsonl:2: is not a block"),
    ] {
        place.write("2.jsonl", &text);
        let why = tournament.refused(&["1.jsonl", "2.jsonl"]);
        assert!(why.contains(part), "{part}: {why}");
    }
    assert!(tournament.refused(&["none.jsonl"]).contains("none.jsonl"));
}

#[test]
fn number_of_games_can_be_chosen_when_shards_were_extended() {
    let tournament = Tournament::new(&["flying", "greedy", "random"]);
    for games in ["10", "21"] {
        tournament.play_shard("1/2", "1.jsonl", &["--games", games]);
        tournament.play_shard("2/2", "2.jsonl", &["--games", games]);
    }
    let undivided = [&tournament.words[..], &["--games", "21"]].concat();
    let text = tournament.place.qipan(&undivided).out;
    assert_eq!(tournament.merge(&["1.jsonl", "2.jsonl", "--games", "21"]), text);
    assert!(text.contains("21 games"), "{text}");
    assert!(tournament.merge(&["1.jsonl", "2.jsonl"]).contains("10 games"));
}

#[test]
fn sequential_test_of_merged_shards_ends_where_an_undivided_run_does() {
    let tournament = Tournament::new(&["aeroplane", "greedy", "random", "--games", "900"]);
    tournament.play_three_shards();
    let sprt = ["--sprt", "50%,65%"];
    let undivided = tournament.place.qipan(&[&tournament.words[..], &sprt].concat()).out;
    assert!(undivided.contains("test: greedy scores"), "{undivided}");
    assert!(!undivided.contains("900 games"), "it ended early: {undivided}");
    let files = ["1.jsonl", "2.jsonl", "3.jsonl"];
    assert_eq!(tournament.merge(&[&files[..], &sprt].concat()), undivided);
    // Blocks after the verdict need not be there.
    for file in files {
        let text = tournament.place.read(file);
        let end = text.trim_end().rfind('\n').unwrap();
        tournament.place.write(file, &text[..=end]);
    }
    assert_eq!(tournament.merge(&[&files[..], &sprt].concat()), undivided);
    assert!(tournament.refused(&files).contains("3 of 450 blocks are missing"));
}

#[test]
fn shard_needs_a_journal_and_a_seed() {
    let place = Place::new();
    let robots = ["arena", "flying", "greedy", "random", "--games", "8"];
    for (words, part) in [
        (&["--shard", "1/2", "--seed", "1"][..], "--resume"),
        (&["--shard", "1/2", "--resume", "a.jsonl"], "--shard needs --seed"),
        (&["--shard", "3/2", "--seed", "1", "--resume", "a.jsonl"], "expected I/N"),
        (&["--shard", "1/2", "--seed", "1", "--resume", "a.jsonl", "--sprt", "0,20"], "--sprt"),
    ] {
        let run = place.qipan(&[&robots[..], words].concat());
        assert_eq!(run.status, 2, "{words:?}: {}", run.err);
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    assert!(!place.path("a.jsonl").exists());
    let shard = |shard, more: &[&str]| {
        let words = [&robots[..], &["--shard", shard, "--resume", "a.jsonl"], &SHORT].concat();
        place.qipan(&[&words[..], more].concat())
    };
    let first = shard("2/3", &["--seed", "1", "--json"]);
    assert_eq!(first.json()["games"], 2, "{}", first.err);
    assert_eq!(shard("2/3", &[]).status, 0, "the journal has the seed");
    let other = shard("1/3", &[]);
    assert!(other.status == 1 && other.err.contains("shard 2/3 there, 1/3 here"), "{}", other.err);
    let empty = place.refused(
        &[&robots[..], &["--seed", "1", "--shard", "5/5", "--resume", "b.jsonl"]].concat(),
    );
    assert!(empty.contains("shard 5/5 has no games"), "{empty}");
}

#[cfg(unix)]
#[test]
fn stopped_shard_fails_so_that_it_is_started_again() {
    use std::io::{BufRead as _, BufReader};
    let tournament = Tournament::new(&["flying", "greedy", "random", "--games", "100000000"]);
    let mut command = tournament.place.command(&tournament.shard("2/3", "2.jsonl", &[]));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(stderr.next().unwrap().unwrap(), "1000 of 33333334 games");
    let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let rest: Vec<String> = stderr.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("stopped after")), "{rest:?}");
}

#[test]
fn lines_of_a_journal_are_short() {
    for words in [
        &["aeroplane", "greedy", "careful", "random", "bold", "--games", "12"][..],
        &["dark", "deducer", "random", "--games", "4"],
        &["siguo_duel", "greedy", "random", "greedy", "random", "--games", "4"],
    ] {
        let place = Place::new();
        let end = ["--seed", "1", "--resume", "a.jsonl"];
        assert_eq!(place.qipan(&[&["arena"], words, &end].concat()).status, 0);
        let text = place.read("a.jsonl");
        let longest = text.lines().skip(1).map(|line| line.len() + 1).max();
        assert!(longest.is_some_and(|bytes| bytes <= 300), "{longest:?} bytes: {text}");
    }
}

#[test]
fn journal_has_only_the_first_message_of_a_robot() {
    let tournament = Tournament::new(&["flying", "errs.luau", "random", "--games", "40"]);
    let script = "return { api = 1, game = \"race\", name = \"X\", choose = function(view, turn) \
                  error('no move at ' .. view.ply) end }";
    tournament.place.write("errs.luau", script);
    let whole = tournament.place.qipan(&tournament.whole());
    assert_eq!(tournament.place.read("whole.jsonl").matches("no move at").count(), 1);
    tournament.play_three_shards();
    let merged = tournament.place.qipan(&["arena", "merge", "3.jsonl", "2.jsonl", "1.jsonl"]);
    assert_eq!(merged.out, whole.out);
    let message = |err: &str| {
        let line = err.lines().find(|line| line.contains("first error: "));
        line.unwrap_or_default().to_owned()
    };
    assert_eq!(message(&merged.err), message(&whole.err));
    assert!(message(&whole.err).contains("no move at"), "{}", whole.err);
    let words = ["arena", "merge", "1.jsonl", "2.jsonl", "3.jsonl", "--json"];
    let report = tournament.place.json(&words);
    assert!(report["robots"][0]["errors"].as_u64().unwrap() >= 40, "{report}");
}
