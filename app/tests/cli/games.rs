//! `qipan games`, and `qipan import` of a folder: lists and searches saved games.

use crate::support::{Place, repository};

#[test]
fn saved_games_are_listed_and_broken_ones_named() {
    let place = Place::new();
    let samples = repository("saves");
    let all = place.json(&["games", &samples, "--json"]);
    let games = all["games"].as_array().unwrap();
    assert!(games.len() >= 17 && all["broken"].as_array().unwrap().is_empty());
    let six = games.iter().find(|game| game["preset"] == "six_dark").unwrap();
    assert_eq!((six["game"].as_str(), six["seats"].as_array().unwrap().len()), (Some("junqi"), 6));
    assert!(six["result"]["places"].is_array() && six["plies"].as_u64() > Some(10));
    let junqi = place.json(&["games", &samples, "--game", "junqi", "--find", "SIX", "--json"]);
    let presets: Vec<_> = junqi["games"].as_array().unwrap().iter().map(|g| &g["preset"]).collect();
    assert_eq!(presets.len(), 3, "{presets:?}");
    assert_eq!(place.qipan(&["games", "--game", "chess"]).status, 2);
    place.refused(&["games", "nowhere"]);

    // Imported games go into the folder of saved games, and are listed from there.
    let jgs = repository("core/tests/data/jgs");
    let report = place.json(&["import", &jgs, "--json"]);
    let files = report["files"].as_u64().unwrap();
    assert!(files > 5 && report["failed"].as_array().unwrap().is_empty(), "{report}");
    place.write("saves/bad.json", "{}");
    let run = place.qipan(&["games"]);
    assert!(run.out.lines().any(|line| line.contains(" moves  ")), "{}", run.out);
    assert_eq!(run.out.lines().last(), Some(&*format!("{files} games, 1 broken file")));
    assert!(run.err.contains("bad.json: This is not a game saved by Qipan."), "{}", run.err);
    let again = place.qipan(&["games"]);
    assert_eq!((again.out, again.err), (run.out, run.err), "the index gives the same list");
}

#[test]
fn unopenable_games_are_broken_and_forged_results_ignored() {
    let place = Place::new();
    let sample = std::fs::read_to_string(repository("saves/sample-dark.json")).unwrap();
    let end = r#""result":{"places":[["north"],["south"]],"reason":"flag_taken"}"#;
    assert!(sample.contains(end), "north won");
    let won = |places: &str| format!(r#""result":{{"places":{places},"reason":"flag_taken"}}"#);
    let (half, _) = sample.split_once("\n{\"south\":\"S31 S22\"").unwrap();
    let after = sample.split_once("\n],\n\"result\"").unwrap().1;
    let half = format!("{}\n],\n\"result\"{after}", half.trim_end_matches(','));
    for (name, text) in [
        ("forged.json", sample.replace(end, &won(r#"[["south"],["north"]]"#))),
        ("forged_draw.json", sample.replace(end, &won(r#"[["south","north"]]"#))),
        ("denied.json", sample.replace(end, r#""result":null"#)),
        ("early.json", half),
        ("illegal.json", sample.replace("N24 N13", "N24 N99")),
        (
            "late.json",
            sample.replace(
                "\n],\n\"result\"",
                ",\n{\"south\":\"S11 S12\",\"mark\":\"0000\"}\n],\n\"result\"",
            ),
        ),
        ("wall.json", sample.replacen("\"S11 N15\"", "\"S13 S14\"", 1)),
    ] {
        assert_ne!(text, sample, "{name}");
        place.write_into("saves", name, &text);
    }
    let listing = place.json(&["games", "--json"]);
    let result = |name: &str| {
        let games = listing["games"].as_array().unwrap().iter();
        let mut games = games.filter(|game| game["file"].as_str().unwrap().ends_with(name));
        games.next().map(|game| game["result"].to_string())
    };
    let reason = |name: &str| {
        let broken = listing["broken"].as_array().unwrap().iter();
        let mut broken = broken.filter(|file| file["file"].as_str().unwrap().ends_with(name));
        broken.next().map(|file| file["reason"].as_str().unwrap().to_owned())
    };
    let north = r#"{"places":[["north"],["south"]],"reason":"flag_taken"}"#;
    for name in ["forged.json", "forged_draw.json", "denied.json"] {
        assert_eq!(result(name).as_deref(), Some(north), "{name}");
    }
    assert_eq!(result("early.json").as_deref(), Some("null"));
    for (name, why) in [
        ("illegal.json", "Line "),
        ("late.json", "The recorded steps do not form a valid game: step 77 is not legal: "),
        ("wall.json", "The recorded steps do not form a valid game: step 1 is not legal: "),
    ] {
        let found = reason(name).unwrap_or_else(|| panic!("{name} is listed: {listing}"));
        assert!(found.starts_with(why), "{name}: {found}");
        // Opening the file fails for the same reason.
        let refused = place.refused(&["replay", &format!("saves/{name}")]);
        let reason_text = found.split_once(": ").unwrap().1;
        assert!(refused.contains(reason_text), "{refused}: {reason_text}");
    }
    assert_eq!(place.json(&["games", "--json"]), listing, "the index gives the same list");
    let text = place.qipan(&["games"]);
    assert!(text.out.contains("4 games, 3 broken files"), "{}", text.out);
    assert_eq!(text.out.matches("north won").count(), 3, "{}", text.out);
}

#[test]
#[cfg(target_os = "linux")]
fn non_unicode_file_names_are_shown_with_replacements() {
    use std::os::unix::ffi::OsStringExt as _;
    let place = Place::new();
    std::fs::create_dir(place.path("odd")).unwrap();
    let name = |text: &[u8]| place.path("odd").join(std::ffi::OsString::from_vec(text.to_vec()));
    let sample = repository("saves/sample-aeroplane.json");
    std::fs::copy(&sample, name(b"good\xFF.json")).unwrap();
    std::fs::write(name(b"bad\xFF.json"), "{}").unwrap();
    let listing = place.json(&["games", "odd", "--json"]);
    for (list, file) in [("games", "odd/good\u{FFFD}.json"), ("broken", "odd/bad\u{FFFD}.json")] {
        assert_eq!(listing[list][0]["file"], file, "{listing}");
    }
    assert_eq!(place.qipan(&["games", "odd"]).status, 0);
    let mut share = place.command(&["replay", &sample, "--json", "--size", "160"]);
    let run = crate::support::run(share.arg("--png").arg(name(b"drawn\xFF.png")).output().unwrap());
    let file = run.json()["png"]["file"].clone();
    assert!(file.as_str().unwrap().ends_with("drawn\u{FFFD}.png"), "{file} {}", run.err);
}

#[test]
fn records_of_a_player_are_counted() {
    let place = Place::new();
    let sample = std::fs::read_to_string(repository("saves/sample-aeroplane.json")).unwrap();
    let red = sample.lines().find(|line| line.starts_with("{\"seat\":\"red\"")).unwrap();
    let person = r#"{"seat":"red","kind":"human","name":"Kim"},"#;
    place.write_into("saves", "won.json", &sample.replace(red, person));
    place.write_into("saves", "bad.json", "{}");
    let records = place.json(&["records", "--json"]);
    assert_eq!(records["total"], serde_json::json!({ "won": 1, "drawn": 0, "lost": 0 }));
    assert_eq!(records["dice"]["rolls"], 46, "as the text of the game says");
    assert_eq!((&records["broken"], &records["captured"]), (&1.into(), &6.into()));
    let rating = records["race"]["rating"]["value"].as_f64().unwrap();
    assert!((1390.0..1500.0).contains(&rating), "above Easy, which lost: {records}");
    assert!(place.path("records.json").exists(), "the index is in the data folder");
    let text = place.qipan(&["records"]);
    assert!(text.out.starts_with("all: 1 game, 1 won, 0 drawn, 0 lost"), "{}", text.out);
    assert_eq!(place.json(&["records", &repository("saves"), "--json"])["total"]["won"], 0);
    place.refused(&["records", "nowhere"]);
}
