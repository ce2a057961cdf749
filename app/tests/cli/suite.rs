//! `qipan suite`: robots in positions with known blunders.

use serde_json::json;

use crate::support::{Place, keys, repository};

/// A file with a position in which north's Flag can be captured.
const FLAG: &str = r#"{
"format":"qipan-suite","version":1,"positions":[
{"theme":"take_flag","why":"The Flag can be captured.",
"position":"qipan junqi dark turn=south south=N61T,S62F north=N35S,N53P,N62F","must":["N61 N62"]}
]}"#;

#[test]
fn robots_are_scored_by_kind_and_theme_of_the_shipped_positions() {
    let place = Place::new();
    let report = place.json(&["suite", "random", "greedy", "--seeds", "2", "--json"]);
    assert_eq!(keys(&report), ["seeds", "robots"]);
    let robots = report["robots"].as_array().unwrap();
    let names: Vec<_> = robots.iter().map(|robot| &robot["name"]).collect();
    assert_eq!((&report["seeds"], names), (&json!(2), vec![&json!("random"), &json!("greedy")]));
    for robot in robots {
        let positions = robot["positions"].as_array().unwrap();
        let right: u64 = positions.iter().map(|position| position["right"].as_u64().unwrap()).sum();
        let share = right as f64 / (2 * positions.len()) as f64;
        assert!((robot["share"].as_f64().unwrap() - share).abs() < 1e-5, "{share}");
        assert!(positions.iter().all(|position| position["errors"] == 0));
    }
    let table = place.qipan(&["suite", "random", "--only", "flip", "--seeds", "1"]);
    let lines: Vec<&str> = table.out.lines().collect();
    assert!(lines[1].starts_with("flip") && lines.last().unwrap().starts_with("all"), "{lines:?}");
}

#[test]
fn own_positions_are_tested_in_both_images_and_wrong_choices_are_shown() {
    let place = Place::new();
    let file = place.write("flag.json", FLAG);
    let report = place.json(&["suite", "greedy", "--file", &file, "--seeds", "3", "--json"]);
    let positions = report["robots"][0]["positions"].as_array().unwrap();
    let rights: Vec<_> = positions.iter().map(|position| position["right"].as_u64()).collect();
    assert_eq!(rights, [Some(3), Some(3)]);
    assert!(positions[1]["position"].as_str().unwrap().contains("N65T,S64F"), "{report}");
    let robot = place.write(
        "first.luau",
        r#"return { api = 1, game = "junqi", name = "First", choose = function(view, turn)
            return turn:actions()[1]
        end }"#,
    );
    let shown = place.qipan(&["suite", &robot, "--file", &file, "--seeds", "2", "--failed"]);
    assert!(
        shown.out.contains("should have chosen `N61 N62`; chose N61 N51 in 2 of 2"),
        "{}",
        shown.out
    );
}

#[test]
fn wrong_words_and_files_are_refused() {
    let place = Place::new();
    let unknown = place.refused(&["suite", "greedy", "--only", "chess"]);
    assert!(unknown.contains("no position has the theme or kind `chess`"), "{unknown}");
    let file = place.write("wrong.json", &FLAG.replace("N61 N62", "N61 N63"));
    let wrong = place.refused(&["suite", "greedy", "--file", &file]);
    assert!(wrong.contains("wrong.json: position 1: `N61 N63` is not legal"), "{wrong}");
}

#[test]
fn robots_that_find_all_moves_equal_take_none_back() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("lib")).unwrap();
    std::fs::copy(
        repository("scripts/robots/junqi/lib/choices.luau"),
        place.path("lib/choices.luau"),
    )
    .unwrap();
    let robot = |choice: &str| {
        format!(
            r#"local choices = require("@lib/choices")
            return {{ api = 1, game = "junqi", name = "Equal", choose = function(view, turn)
                local found = {{}}
                for _, action in turn:actions() do
                    if not view:board()[action.to] then
                        table.insert(found, {{ action = action, value = 0.5, visits = 10 }})
                    end
                end
                return {choice}
            end }}"#
        )
    };
    let careful = place.write("careful.luau", &robot("choices.best(view, found)"));
    let careless = place.write("careless.luau", &robot("found[1].action"));
    let taken_back = |name: &str, file: &str| {
        let (south, north) = (format!("south={file}"), format!("north={file}"));
        let save = format!("{name}.json");
        let words = ["play", "dark", "--seed", "1", "--save", &save, "--seat", &south, "--seat"];
        assert_eq!(place.qipan(&[&words[..], &[&north]].concat()).status, 0);
        let text = place.read(&save);
        // A step is a line such as `{"north":"N23 N22","mark":"7c11"}`.
        let steps = text.lines().filter(|line| line.contains(r#""mark":"#));
        let moves: Vec<Vec<&str>> = steps
            .filter_map(|line| line.split('"').nth(3))
            .map(|action| action.split(' ').collect())
            .collect();
        assert!(moves.len() > 20, "{} moves", moves.len());
        let is_back = |pair: &[Vec<&str>]| pair[0][0] == pair[2][1] && pair[0][1] == pair[2][0];
        moves.windows(3).filter(|pair| is_back(pair)).count()
    };
    assert_eq!(taken_back("careful", &careful), 0);
    assert!(taken_back("careless", &careless) > 10);
}
