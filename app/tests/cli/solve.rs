//! `qipan solve`: races of one plane each, which take a second.

use serde_json::Value;

use crate::support::{Place, keys};

const ONE_PLANE: [&str; 6] = ["--planes", "1", "--games", "4000", "--decisions", "60"];

fn number(object: &Value, key: &str) -> f64 {
    object[key].as_f64().unwrap_or_else(|| panic!("{key} of {object}"))
}

#[test]
fn solution_agrees_with_games_of_optimal_play() {
    let place = Place::new();
    for preset in ["aeroplane", "flying"] {
        let solved = place.json(&[&["solve", preset, "--json"], &ONE_PLANE[..]].concat());
        let start = number(&solved, "start");
        assert!((0.5..0.6).contains(&start), "{solved}");
        assert!(number(&solved, "positions") > 3000.0 && number(&solved, "sweeps") > 2.0);
        assert!(number(&solved, "largest_change") < 1e-9, "{solved}");
        assert!(number(&solved, "largest_error") < 1e-8, "{solved}");
        // Four standard deviations of 4,000 games.
        assert!((number(&solved, "games_won") - start).abs() < 0.032, "{solved}");
        assert_eq!(solved["robots"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn robot_that_looks_ahead_gives_away_less_than_random_choices() {
    let place = Place::new();
    let robots = ["--robot", "master", "--robot", "random"];
    let words = [&["solve", "aeroplane"], &ONE_PLANE[..], &robots].concat();
    let solved = place.json(&[&words[..], &["--json"]].concat());
    let [master, random] = [0, 1].map(|robot| &solved["robots"][robot]);
    assert_eq!(keys(master)[..5], ["name", "games", "decisions", "mean", "mean_error"], "{master}");
    assert_eq!((&master["name"], &master["decisions"]), (&"master".into(), &60.into()));
    assert!(number(master, "mean") < number(random, "mean"), "{solved}");
    assert!(number(random, "largest") >= number(random, "mean"), "{random}");
    let mistakes = random["mistakes"].as_array().unwrap();
    let total: f64 = mistakes.iter().map(|kind| number(kind, "per_decision")).sum();
    assert!((total - number(random, "mean")).abs() < 1e-4, "{random}");

    let shown = place.qipan(&words);
    assert_eq!(shown.status, 0, "{}", shown.err);
    for part in ["positions", "first seat wins", "gives away", "\nworst: ", "qipan race aeroplane"]
    {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
}

#[test]
fn wrong_preset_and_wrong_robot_are_refused_before_the_computation() {
    let place = Place::new();
    let line = place.refused(&["solve", "dark"]);
    assert!(line.contains("unknown preset `dark`; presets are aeroplane, flying"), "{line}");
    let line = place.refused(&["solve", "flying", "--robot", "sampler"]);
    assert!(line.contains("sampler"), "{line}");
    let line = place.refused(&["solve", "flying", "--planes", "1", "--robot", "master"]);
    assert!(line.contains("leaves no choice"), "{line}");
    assert_eq!(place.qipan(&["solve", "flying", "--planes", "3"]).status, 2);
}
