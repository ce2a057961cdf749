//! Untrusted texts and names at the terminal, and paths that are no regular files.
//!
//! Such texts must not add control characters or lines to the output, and no spreadsheet may run
//! them.

use std::fs;

use crate::support::{Place, Run, repository};

/// A text that would clear the screen, begin a new line and reverse the direction of writing.
const ODD: &str = r"\u001b[2Jx\r\n1. south (won)\t\u202e\u2028\u009b\u0007";

/// Returns true if a text has no control characters but line breaks, no U+202E and no U+2028.
fn is_plain(text: &str) -> bool {
    let direction = |sign| matches!(sign, '\u{202e}' | '\u{2028}');
    !text.contains(|sign: char| (sign.is_control() && sign != '\n') || direction(sign))
}

fn sample(name: &str) -> String {
    fs::read_to_string(repository(&format!("saves/sample-{name}.json"))).unwrap()
}

/// Writes a game with plain texts, and the same game with odd texts in many fields.
fn games(place: &Place) -> [String; 2] {
    let clean = sample("house_race");
    let mut odd: serde_json::Value = serde_json::from_str(&clean).unwrap();
    let text: String = serde_json::from_str(&format!("\"{ODD}\"")).unwrap();
    // A player's name must be one line.
    let name = text.replace(['\r', '\n'], "");
    for seat in odd["seats"].as_array_mut().unwrap() {
        (seat["name"], seat["script"]) = (name.as_str().into(), text.as_str().into());
    }
    let rule = &mut odd["house_rules"][0];
    rule["name"] = serde_json::json!({ "en": text, "zh": text });
    (rule["about"], rule["file"]) = (rule["name"].clone(), text.as_str().into());
    rule["author"] = text.as_str().into();
    odd["program"] = text.as_str().into();
    odd["notes"] = serde_json::json!([{ "at": 1, "text": text }]);
    odd["name"] = text.as_str().into();
    [place.write("clean.json", &clean), place.write("odd.json", &odd.to_string())]
}

#[test]
fn texts_of_a_game_add_no_lines_or_control_characters() {
    let place = Place::new();
    let [clean, odd] = games(&place);
    for words in [
        &["replay"][..],
        &["replay", "--text"],
        &["replay", "--verify"],
        &["replay", "--text", "--out", "words.txt", "--force"],
        &["analyse", "--depth", "0"],
        &["replay", "--ask", "greedy", "--step", "30"],
    ] {
        let run = |file: &String| place.qipan(&[&words[..1], &[file], &words[1..]].concat());
        let [plain, run]: [Run; 2] = [run(&clean), run(&odd)];
        assert!(is_plain(&run.out) && is_plain(&run.err), "{words:?}: {}{}", run.out, run.err);
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&run.out), lines(&plain.out), "{words:?}: {}", run.out);
        // A check adds lines, because the file was changed.
        let is_same = lines(&run.err) == lines(&plain.err) || words.contains(&"--verify");
        assert!(is_same, "{words:?}: {}", run.err);
    }
    assert!(is_plain(&place.read("words.txt")));
    let report = place.json(&["replay", &odd, "--json"]);
    let exact: String = serde_json::from_str(&format!("\"{ODD}\"")).unwrap();
    assert_eq!(report["house_rules"][0]["name"], exact, "JSON has the text as it is");
    let agree = place.qipan(&["agree", &odd, "--robot", "greedy"]);
    assert!(is_plain(&agree.out) && is_plain(&agree.err), "{}{}", agree.out, agree.err);
}

#[test]
fn texts_of_a_folder_add_no_lines_or_control_characters() {
    let place = Place::new();
    let [clean, odd] = games(&place);
    fs::create_dir(place.path("games")).unwrap();
    fs::copy(&odd, place.path("games").join("odd.json")).unwrap();
    let broken = sample("dark").replace("S11 N15", r"S11\u001b[2J\n N15");
    place.write("games/broken.json", &broken);
    place.write("games/foreign.json", &format!(r#"{{"{ODD}":1}}"#));
    let mut files = 3;
    if cfg!(unix) {
        fs::copy(&clean, place.path("games").join("line\nbreak \u{1b}[2J.json")).unwrap();
        files += 1;
    }
    let run = place.qipan(&["games", "games"]);
    assert!(is_plain(&run.out) && is_plain(&run.err), "{}{}", run.out, run.err);
    let lines = (run.out.lines().count(), run.err.lines().count());
    assert_eq!(lines, (files - 1, 2), "a line per game, their number, and a line per broken file");
}

#[test]
fn texts_of_a_script_add_no_lines_or_control_characters() {
    let place = Place::new();
    let robot = |name: &str, body: &str| {
        let name = name.replace('\n', "\\n");
        format!(
            "return {{ api = 1, game = \"race\", name = \"{name}\", choose = function(view, turn)\n\
             {body}\nend }}\n"
        )
    };
    let odd = "=1+1\\u{1b}[2J\\n2. x\\u{202e}";
    let good = place.write("good.luau", &robot(odd, "return turn:actions()[1]"));
    let talks = "print(\"a\\nb\\u{1b}[2J\") error(\"x\\ny\\u{1b}[2J\")";
    let bad = place.write("bad.luau", &robot("Bad", talks));
    let seats = ["--seat", &format!("red={good}"), "--seat", &format!("green={bad}")];
    let csv = place.path("table.csv").display().to_string();
    for words in [
        &[&["play", "flying", "--seed", "1"], &seats[..]].concat()[..],
        &[&["play", "flying", "--seed", "1", "--log"], &seats[..]].concat(),
        &["check", &bad],
        &["check", &good],
        &["arena", "flying", &good, &bad, "--games", "4", "--seed", "1", "--csv", &csv],
    ] {
        let run = place.qipan(words);
        assert!(is_plain(&run.out) && is_plain(&run.err), "{words:?}: {}{}", run.out, run.err);
        assert!(!run.out.lines().any(|line| line.starts_with("2. x")), "{words:?}: {}", run.out);
    }
    let table = place.read("table.csv");
    assert!(is_plain(&table) && table.lines().count() == 3, "{table}");
    assert!(table.contains(",\"'=1+1"), "{table}");
}

#[test]
#[cfg(unix)]
fn pipes_folders_and_devices_are_refused_without_waiting() {
    let place = Place::new();
    let status =
        std::process::Command::new("mkfifo").arg(place.path("pipe.luau")).status().unwrap();
    assert!(status.success());
    let pipe = place.path("pipe.luau").display().to_string();
    let folder = place.path("folder.luau");
    fs::create_dir(&folder).unwrap();
    let folder = folder.display().to_string();
    let game = repository("saves/sample-dark.json");
    for path in [&pipe, &folder, &"/dev/zero".to_owned(), &"/dev/tty".to_owned()] {
        let seat = format!("south={path}");
        for words in [
            &["play", "dark", "--seat", &seat][..],
            &["check", path],
            &["arena", "dark", path, "greedy", "--games", "2"],
            &["arena", "dark", "greedy", "random", "--games", "2", "--resume", path],
            &["play", "dark", "--rule", path],
            &["replay", path],
            &["replay", path, "--verify"],
            &["analyse", path],
            &["agree", path, "--robot", "greedy"],
            &["puzzles", path, "--out", "p.json"],
            &["perft", path, "--depth", "1"],
            &["import", path, "--verify"],
            &["robot", path, "--preset", "dark"],
            &["replay", &game, "--ask", path],
        ] {
            // Importing an empty folder is no error.
            if words[0] == "import" && *path == folder {
                continue;
            }
            let mut command = place.command(words);
            let run =
                crate::support::run(command.stdin(std::process::Stdio::null()).output().unwrap());
            assert!(
                matches!(run.status, 1 | 2),
                "{words:?}: {} {}{}",
                run.status,
                run.out,
                run.err
            );
            assert!(!run.err.contains("os error"), "{words:?}: {}", run.err);
        }
    }
    // Pipes in the folders of scripts and games are skipped.
    fs::create_dir_all(place.path("scripts/robots/race")).unwrap();
    fs::create_dir_all(place.path("saves")).unwrap();
    for name in ["scripts/robots/race/zero.luau", "saves/zero.json", "collection.json"] {
        let status = std::process::Command::new("mkfifo").arg(place.path(name)).status().unwrap();
        assert!(status.success());
    }
    assert_eq!(place.qipan(&["games"]).out, "0 games\n");
    let refused = place.refused(&["play", "flying", "--seat", "red=zero"]);
    assert!(refused.contains("unknown robot `zero`; "), "{refused}");
    assert!(!refused.contains("did you mean `zero`"), "{refused}");
}

#[test]
fn check_of_a_level_lists_the_scripts() {
    let place = Place::new();
    let run = place.qipan(&["check", "beginner"]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.out.contains("unknown script `beginner`; robots for race are "), "{}", run.out);
}

#[test]
fn byte_order_mark_is_skipped() {
    let place = Place::new();
    let game = place.write("game.json", &format!("\u{feff}{}", sample("dark")));
    let check = place.json(&["replay", &game, "--verify", "--json"]);
    assert_eq!(check["verify"]["fault"], serde_json::Value::Null, "{check}");
    let pieces = r#"[["S62",0,"F"],["S11",0,"P"],["N62",1,"F"],["N11",1,"P"]]"#;
    let text = format!(r#"{{"board":"junqi-2p","turn":0,"alive":[true,true],"pieces":{pieces}}}"#);
    let count = |text: &str| {
        let file = place.write("position.json", text);
        place.json(&["perft", &file, "--depth", "2", "--json"])
    };
    assert_eq!(count(&format!("\u{feff}{text}")), count(&text));
    let arena = |journal: &str| {
        let words =
            ["arena", "flying", "greedy", "random", "--games", "4", "--seed", "1", "--json"];
        let mut report = place.json(&[&words[..], &["--resume", journal]].concat());
        report["games_per_s"] = 0.into();
        report["times_ms"] = 0.into();
        report
    };
    let journal = place.path("arena.jsonl").display().to_string();
    let played = arena(&journal);
    place.write("arena.jsonl", &format!("\u{feff}{}", place.read("arena.jsonl")));
    assert_eq!(arena(&journal), played);
}
