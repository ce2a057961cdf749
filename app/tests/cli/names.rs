//! Names at the terminal: ambiguous, misspelt and wrong ones, and the hints they get.

use serde_json::Value;

use crate::support::{Place, Run, repository};

const ROBOT: &str = "return { api = 1, game = \"race\", name = \"Wolf of the skies\",
choose = function(view, turn) local list = turn:actions() return list[turn:random(#list)] end }\n";
const RULE: &str =
    "return { api = 1, game = \"junqi\", name = \"Wolf rule\", presets = { \"open\" },
set = { draw_after_quiet_plies = 40 } }\n";

/// Returns a place where `wolf` is a robot of the race games and a house rule of Junqi.
fn two_wolves() -> Place {
    let place = Place::new();
    for (folder, text) in [("robots/race", ROBOT), ("rules/junqi", RULE)] {
        let folder = place.path("scripts").join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("wolf.luau"), text).unwrap();
    }
    place
}

/// Returns names and kinds of the scripts that a check tested.
fn checked(run: &Run) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let report = run.json();
    let scripts = report["scripts"].as_array().unwrap().iter();
    scripts.map(|script| (word(&script["script"]), word(&script["kind"]))).collect()
}

#[test]
fn ambiguous_name_checks_all_its_scripts() {
    let place = two_wolves();
    let check = |name: &str| {
        let run = place.qipan(&["check", name, "--json"]);
        assert_eq!(run.status, 0, "{name}: {}", run.out);
        checked(&run)
    };
    let pair = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
    let robot = pair("robots/race/wolf", "robot");
    let rule = pair("rules/junqi/wolf", "rule");
    assert_eq!(check("wolf"), [robot.clone(), rule.clone()]);
    assert_eq!(check("race/wolf"), std::slice::from_ref(&robot));
    assert_eq!(check("robots/wolf"), [robot]);
    assert_eq!(check("junqi/wolf"), std::slice::from_ref(&rule));
    assert_eq!(check("rules/junqi/wolf"), [rule]);
    let random = [pair("robots/race/random", "robot"), pair("robots/junqi/random", "robot")];
    assert_eq!(check("random"), random);
    let text = place.qipan(&["check", "wolf"]).out;
    assert!(text.contains("robots/race/wolf: Wolf of the skies"), "{text}");
    assert!(text.contains("rules/junqi/wolf: Wolf rule, house rule"), "{text}");
}

#[test]
fn levels_select_robots_like_names() {
    let place = Place::new();
    let seats = |robot: &str| {
        let seat = format!("red={robot}");
        let words = ["play", "flying", "--seed", "1", "--seat", "yellow=random", "--seat", &seat];
        place.json(&[&words[..], &["--json"]].concat())["seats"]["red"].clone()
    };
    assert_eq!(seats("medium"), seats("careful"));
    assert_eq!(seats("medium,caution=5"), "Careful Carla");
    let refused = ["play", "flying", "--seat", "red=medium,nerve=5"];
    assert!(place.refused(&refused).contains("unknown parameter `nerve`"));
    let refused = ["play", "flying", "--seat", "red=stong"];
    assert!(place.refused(&refused).contains("did you mean `strong`?"));
    let refused = place.refused(&["play", "flying", "--seat", "red=hard"]);
    assert!(refused.contains("a level (beginner, easy, medium, strong, master)"), "{refused}");
    let words = ["arena", "flying", "beginner", "easy", "--games", "2", "--json"];
    let names = place.json(&words)["robots"].to_string();
    assert!(names.contains("\"random\"") && names.contains("\"greedy\""), "{names}");
}

#[test]
fn full_names_work_wherever_short_names_do() {
    let place = two_wolves();
    for robot in ["wolf", "race/wolf", "race/robots/wolf", "robots/race/wolf"] {
        let seat = format!("red={robot}");
        let game = place.json(&["play", "flying", "--seed", "1", "--seat", &seat, "--json"]);
        assert_eq!(game["seats"]["red"], "Wolf of the skies", "{robot}");
        let words = ["arena", "flying", robot, "race/careful,caution=5", "--games", "2"];
        let report = place.json(&[&words[..], &["--seed", "1", "--json"]].concat());
        assert_eq!(report["robots"][0]["title"], "Wolf of the skies", "{robot}");
        assert_eq!(report["robots"][1]["name"], "race/careful,caution=5");
    }
    for rule in ["wolf", "junqi/wolf", "junqi/rules/wolf"] {
        let game = place.json(&["play", "open", "--seed", "1", "--rule", rule, "--json"]);
        assert_eq!(game["house_rules"], serde_json::json!(["wolf"]), "{rule}");
    }
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let place = Place::new();
    for (words, suggestion) in [
        (&["play", "aeroplan"][..], "aeroplane"),
        (&["play", "siguo_drak"], "siguo_dark"),
        (&["play", "aeroplane", "--seat", "rde=greedy"], "red"),
        (&["play", "aeroplane", "--seat", "red=gredy"], "greedy"),
        (&["play", "aeroplane", "--seat", "red=race/Careful"], "careful"),
        (&["play", "aeroplane", "--rule", "bouncing"], "bounce"),
        (&["play", "aeroplane", "--set", "plains=3"], "planes"),
        (&["arena", "aeroplane", "greedy", "randm"], "random"),
        (&["new", "robot", "jungqi", "X"], "junqi"),
        (&["bench", "flyng"], "flying"),
    ] {
        let stderr = place.refused(words);
        assert!(stderr.contains(&format!("did you mean `{suggestion}`?")), "{words:?}: {stderr}");
    }
    let run = place.qipan(&["check", "gredy", "--json"]);
    let error = &run.json()["scripts"][0]["error"];
    assert!(error["message"].as_str().unwrap().contains("did you mean `greedy`?"), "{error}");
}

#[test]
fn check_of_an_unknown_name_lists_all_scripts() {
    let place = two_wolves();
    let failed = |name: &str| {
        let run = place.qipan(&["check", name]);
        assert_eq!((run.status, run.out.lines().count()), (1, 1), "{}", run.out);
        run.out
    };
    let stderr = failed("nosuch");
    for part in [
        "unknown script `nosuch`",
        "robots for race are random, ",
        "careful, bold, expectimax, master, wolf",
        "house rules for race are early_birds, ",
        "robots for junqi are random, ",
        "house rules for junqi are bomb_mines, ",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    let stderr = failed("junqi/rules/nosuch");
    assert!(stderr.contains("house rules for junqi") && !stderr.contains("race"), "{stderr}");
}

#[test]
fn scripts_of_the_wrong_game_or_kind_get_a_hint() {
    let place = two_wolves();
    let refused = |words: &[&str], parts: &[&str]| {
        let stderr = place.refused(words);
        assert!(parts.iter().all(|part| stderr.contains(part)), "{words:?}: {stderr}");
    };
    let junqi = "robots for junqi are random, greedy, flipper, engineer_corps, deducer, imitator, sampler, master";
    refused(&["play", "dark", "--seat", "south=careful"], &["plays race, not junqi", junqi]);
    refused(&["play", "dark", "--seat", "south=race/greedy"], &["plays race, not junqi", junqi]);
    let file = repository("scripts/robots/race/bold.luau");
    let seat = format!("south={file}");
    refused(&["play", "dark", "--seat", &seat], &["plays race, not junqi", junqi]);
    refused(&["arena", "dark", "bold", "greedy"], &["plays race, not junqi", junqi]);
    refused(&["play", "aeroplane", "--rule", "careful"], &["that is a robot", "early_birds"]);
    refused(&["play", "aeroplane", "--seat", "red=bounce"], &["that is a house rule", "greedy"]);
}

#[test]
fn wrong_option_values_are_refused_with_a_hint() {
    let place = Place::new();
    let arena = ["arena", "aeroplane", "random", "random"];
    for (words, part) in [
        (&["--games", "-5"][..], "whole number of 1 or more, e.g. 100"),
        (&["--games", "many"], "whole number of 1 or more"),
        (&["--games", "0"], "whole number of 1 or more"),
        (&["--jobs", "-1"], "1..=1024"),
        (&["--seed", "-1"], "whole number of 0 or more, e.g. 7"),
        (&["--set", "finish"], "expected OPTION=VALUE, e.g. finish=bounce"),
    ] {
        let run = place.qipan(&[&arena[..], words].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{words:?}: {}", run.err);
        assert!(run.err.contains(part), "{words:?}: {}", run.err);
    }
    for seat in ["red", "red="] {
        let run = place.qipan(&["play", "aeroplane", "--seat", seat]);
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.contains("expected SEAT=ROBOT, e.g. red=greedy"), "{}", run.err);
    }
}

#[test]
fn control_characters_in_names_are_replaced_in_text() {
    let place = Place::new();
    let text = std::fs::read_to_string(repository("saves/sample-flying.json")).unwrap();
    let name = "\"name\":\"";
    let position = text.find(name).unwrap() + name.len();
    let odd = |sign: &str| {
        place.write("odd.json", &format!("{}{sign}{}", &text[..position], &text[position..]));
        place.qipan(&["replay", "odd.json", "--text"])
    };
    let run = odd("\\u001b[2J\\u202e");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("\u{fffd}[2J\u{fffd}"), "{}", run.out);
    assert!(!run.out.contains(['\u{1b}', '\u{202e}']));
    let json = place.json(&["replay", "odd.json", "--json"]).to_string();
    assert!(json.contains('\u{202e}'), "the same text: {json}");
    let run = odd("\\n");
    assert!(run.status == 1 && run.err.contains("a name is one line"), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn failed_output_write_exits_with_an_error() {
    let place = Place::new();
    let file = repository("saves/sample-flying.json");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = place.command(&["replay", &file, "--text"]).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(stderr.starts_with("error: cannot write the result"), "{stderr}");
}
