//! Positions as one line: printed, played from, viewed, and put to a robot.

use crate::support::{Place, repository};

const RACE: &str =
    "qipan race aeroplane end=first_home turn=red die=3 red=home,home,home,53 blue=-";

#[test]
fn printed_position_reads_back_the_same() {
    let place = Place::new();
    for (preset, step) in [("aeroplane", "40"), ("dark", "60"), ("flip", "30"), ("six", "200")] {
        let file = repository(&format!("saves/sample-{preset}.json"));
        let run = place.qipan(&["replay", &file, "--position", "--step", step]);
        let line = run.out.trim();
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{preset}");
        assert!(line.contains(preset) && line.contains(" turn=") && !line.contains('\n'), "{line}");
        let report = place.json(&["replay", &file, "--position", "--step", step, "--json"]);
        assert_eq!(report["position"], line);
        // A line is shown like a saved game without steps.
        assert_eq!(place.qipan(&["replay", line, "--position"]).out.trim(), line);
    }
}

#[test]
fn game_from_a_position_line_is_saved_and_verified() {
    let place = Place::new();
    let play = ["play", "--position", RACE, "--seed", "3", "--save", "game.json", "--json"];
    let played = place.json(&play);
    assert_eq!(played["preset"], "aeroplane");
    assert_eq!(played["seats"].as_object().unwrap().len(), 2);
    assert_eq!(played["outcome"]["places"][0][0], "red");
    assert!(place.read("game.json").contains("\"position\":{\"turn\":\"red\",\"die\":3,"));
    let checked = place.json(&["replay", "game.json", "--verify", "--json"]);
    assert_eq!(
        (&checked["verify"]["dice"], &checked["verify"]["set_up"]),
        (&true.into(), &true.into())
    );
    let stderr = place.qipan(&["replay", "game.json", "--verify"]).err;
    assert!(stderr.contains("a position set up by hand"), "{stderr}");
    let line = place.qipan(&["replay", "game.json", "--position", "--step", "0"]).out;
    assert!(line.trim() == RACE.replace("blue=-", "blue=-,-,-,-"), "{line}");
    let over = place.refused(&["replay", "game.json", "--position"]);
    assert!(over.contains("the game is over"), "{over}");
}

#[test]
fn position_lines_are_answered_or_refused() {
    let place = Place::new();
    let asked = place.qipan(&["replay", RACE, "--ask", "greedy"]).out;
    assert!(asked.starts_with("after step 0, red: advance 4"), "{asked}");
    for (arguments, why) in [
        (vec!["replay", "qipan chess", "--ask", "greedy"], "a position begins with `qipan race`"),
        (vec!["replay", "qipan race aeroplane turn=red red=4", "--position"], "two to four"),
        (
            vec!["play", "--position", "qipan junqi dark turn=up"],
            "--position: `turn=up`: expected a seat",
        ),
        (vec!["play", "--position", RACE, "--seat", "green=greedy"], "not those of the position"),
        (vec!["play", "--position", "qipan junqi dark turn=south"], "the Flag of south is missing"),
    ] {
        let stderr = place.refused(&arguments);
        assert!(stderr.contains(why), "{arguments:?}: {stderr}");
    }
}
