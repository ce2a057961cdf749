//! `qipan games` and folders of `qipan import`: what lies in folders, found and told.

use crate::support::{Place, repository};

#[test]
fn saved_games_are_listed_searched_and_broken_ones_named() {
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

    // Into the folder of saved games, and listed from there.
    let jgs = repository("core/tests/data/jgs");
    let report = place.json(&["import", &jgs, "--json"]);
    let files = report["files"].as_u64().unwrap();
    assert!(files > 5 && report["failed"].as_array().unwrap().is_empty(), "{report}");
    place.write("saves/bad.json", "{}");
    let run = place.qipan(&["games"]);
    assert_eq!(run.out.lines().last(), Some(&*format!("{files} games, 1 broken files")));
    assert!(run.err.contains("bad.json: This is not a game saved by Qipan."), "{}", run.err);
    let again = place.qipan(&["games"]);
    assert_eq!((again.out, again.err), (run.out, run.err), "the index says the same");
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_no_text_are_told_as_far_as_they_are() {
    use std::os::unix::ffi::OsStringExt as _;
    let place = Place::new();
    std::fs::create_dir(place.path("odd")).unwrap();
    let name = |text: &[u8]| place.path("odd").join(std::ffi::OsString::from_vec(text.to_vec()));
    let sample = repository("saves/sample-aeroplane.json");
    std::fs::copy(&sample, name(b"good\xFF.json")).unwrap();
    std::fs::write(name(b"bad\xFF.json"), "{}").unwrap();
    let told = place.json(&["games", "odd", "--json"]);
    for (list, file) in [("games", "odd/good\u{FFFD}.json"), ("broken", "odd/bad\u{FFFD}.json")] {
        assert_eq!(told[list][0]["file"], file, "{told}");
    }
    assert_eq!(place.qipan(&["games", "odd"]).status, 0);
    let mut share = place.command(&["replay", &sample, "--json", "--size", "160"]);
    let run = crate::support::run(share.arg("--png").arg(name(b"drawn\xFF.png")).output().unwrap());
    let file = run.json()["png"]["file"].clone();
    assert!(file.as_str().unwrap().ends_with("drawn\u{FFFD}.png"), "{file} {}", run.err);
}
