//! `qipan arena --resume`: a tournament that was stopped resumes and gives the same table.

use std::process::Stdio;
use std::time::Duration;

use crate::support::Place;
use serde_json::Value;

const ROBOTS: [&str; 4] = ["greedy", "careful", "random", "bold"];

/// Returns the arguments of a tournament of short games.
fn words<'a>(journal: &'a str, games: &'a str) -> Vec<&'a str> {
    let mut words = vec!["arena", "aeroplane"];
    words.extend(ROBOTS);
    words.extend(["--seed", "5", "--json", "--games", games, "--set", "planes=1"]);
    words.extend(["--set", "planes_to_win=1", "--jobs", "2"]);
    if !journal.is_empty() {
        words.extend(["--resume", journal]);
    }
    words
}

/// Returns a report without the fields that depend on the clock.
fn report(place: &Place, words: &[&str]) -> Value {
    let mut report = place.json(words);
    report.as_object_mut().unwrap().remove("games_per_s");
    report.as_object_mut().unwrap().remove("times_ms");
    report
}

#[test]
fn killed_tournament_resumes_to_the_same_table() {
    let place = Place::new();
    let whole = report(&place, &words("", "2400"));
    let journal = place.path("arena.jsonl");
    let file = journal.display().to_string();
    let lines = || {
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        text.matches('\n').count()
    };
    let mut killed = 0;
    for round in 0..10u32 {
        let before = lines();
        let mut command = place.command(&words(&file, "2400"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The process is killed after it has written some more lines, however long that takes.
        let target_lines = before + 1 + (round * 7 % 23) as usize;
        while lines() < target_lines && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
    }
    assert_eq!(killed, 10, "all were killed before they were done, at {} lines", lines());
    // A crash of the machine can leave half a line.
    let text = place.read("arena.jsonl");
    std::fs::write(&journal, &text[..text.trim_end().len() - 9]).unwrap();
    let run = place.qipan(&words(&file, "2400"));
    assert!(run.err.contains("the last line was incomplete"), "{}", run.err);
    let mut resumed = run.json();
    resumed.as_object_mut().unwrap().remove("games_per_s");
    resumed.as_object_mut().unwrap().remove("times_ms");
    assert_eq!(resumed, whole);
    // All games have been played, so the table is made from the file.
    assert_eq!(report(&place, &words(&file, "2400")), whole);
}

#[cfg(unix)]
#[test]
fn interrupted_tournament_resumes_to_the_same_table() {
    use std::io::{BufRead as _, BufReader};
    let place = Place::new();
    let whole = report(&place, &words("", "2400"));
    let file = place.path("arena.jsonl").display().to_string();
    let mut command = place.command(&words(&file, "2400"));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(stderr.next().unwrap().unwrap(), "1000 of 2400 games");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let rest: Vec<String> = stderr.map(Result::unwrap).collect();
    assert!(child.wait().unwrap().success());
    let messages = ["stopped after", "run the same command to resume from"];
    assert!(messages.iter().all(|part| rest.iter().any(|line| line.contains(part))), "{rest:?}");
    assert_eq!(report(&place, &words(&file, "2400")), whole);
}

#[test]
fn journal_supplies_games_and_seed_and_can_be_extended() {
    let place = Place::new();
    let file = place.path("arena.jsonl").display().to_string();
    let short = ["--set", "planes=1", "--set", "planes_to_win=1", "--json", "--resume", &file];
    let start = [&["arena", "flying", "random", "greedy"][..], &short].concat();
    let first = report(&place, &[&start[..], &["--games", "31"]].concat());
    assert_eq!(report(&place, &start), first, "games and seed are those of the file");
    let more = report(&place, &[&start[..], &["--games", "60"]].concat());
    let seed = first["seed"].as_str().unwrap().to_owned();
    let fresh = [&["arena", "flying", "random", "greedy"], &short[..5]].concat();
    let fresh = report(&place, &[&fresh[..], &["--games", "60", "--seed", &seed]].concat());
    assert_eq!(more, fresh);
}

#[test]
fn journal_of_another_arena_is_refused_with_the_difference() {
    let place = Place::new();
    let file = place.path("arena.jsonl").display().to_string();
    let own = place.write(
        "own.luau",
        &std::fs::read_to_string(crate::support::repository("scripts/robots/race/random.luau"))
            .unwrap(),
    );
    let arena = |preset: &'static str, robots: &[&str], more: &[&str]| {
        let end = ["--games", "4", "--json", "--resume", &file];
        let words = [&["arena", preset], robots, more, &end].concat();
        place.qipan(&words)
    };
    assert_eq!(arena("flying", &["greedy", &own], &["--seed", "1"]).status, 0);
    let cases: [(&'static str, &[&str], &[&str], &str); 6] = [
        ("flying", &["greedy", &own], &["--seed", "2"], "seed 1 there, 2 here"),
        ("aeroplane", &["greedy", &own], &["--seed", "1"], "preset flying there, aeroplane here"),
        ("flying", &["careful", &own], &[], "robot greedy ("),
        ("flying", &["greedy", &own, "random"], &[], "robots greedy"),
        ("flying", &["greedy", &own], &["--set", "takeoff=[5]"], "takeoff ["),
        ("flying", &["greedy", &own], &["--rule", "early_birds"], "house rules [] there"),
    ];
    for (preset, robots, more, part) in cases {
        let run = arena(preset, robots, more);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{}", run.err);
        assert!(
            run.err.contains("journal of another arena") && run.err.contains(part),
            "{}",
            run.err
        );
    }
    // A robot is identified by its text, not by its name.
    let copy = place.write("copy.luau", &place.read("own.luau"));
    assert_eq!(arena("flying", &["greedy", &copy], &[]).status, 0);
    place.write("copy.luau", &(place.read("own.luau") + "\n-- changed\n"));
    let run = arena("flying", &["greedy", &copy], &[]);
    assert!(run.status == 1 && run.err.contains("robot "), "{}", run.err);
}

#[test]
fn broken_journal_is_refused_and_left_unchanged() {
    let place = Place::new();
    let path = place.path("arena.jsonl");
    let file = path.display().to_string();
    let words = ["arena", "flying", "random", "random", "--games", "6", "--seed", "1", "--resume"];
    let words = [&words[..], &[&file]].concat();
    place.qipan(&words);
    let good = place.read("arena.jsonl");
    assert_eq!(good.lines().count(), 4);
    let third = good.lines().nth(2).unwrap();
    let (header, blocks) = good.split_once('\n').unwrap();
    let changed = |from: &str, to: &str| format!("{header}\n{}", blocks.replacen(from, to, 1));
    let cases = [
        ("my notes".to_owned(), "is not a journal of an arena"),
        ("my notes\nof today\n".to_owned(), "is not a journal of an arena"),
        (good.replacen("\"arena\":2", "\"arena\":9", 1), "version 9"),
        (good.replacen(third, "{\"b\":", 1), ":3: is not a block"),
        (changed(">", ">9"), ":2: is not a block of this arena: unknown seat"),
        (changed(">", ">3"), ":2: is not a block of this arena: a seat"),
    ];
    for (text, part) in cases {
        std::fs::write(&path, &text).unwrap();
        let stderr = place.refused(&words);
        assert!(stderr.contains(part), "{part}: {stderr}");
        assert_eq!(place.read("arena.jsonl"), text);
    }
}
