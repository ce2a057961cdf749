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
