//! Tests of the manual's chapter on house rules: its examples work, and it is complete.

use crate::common::race_house::{Script, Under};
use crate::common::rng;
use crate::common::scripts::source_in;
use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::contract::robot::Decision;
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::jumps_and_flights::LookupTables;
use qipan_core::games::race::rules::{CROSSED, FLIGHT_FROM, FLIGHT_TO};
use qipan_core::games::race::{Board, PRESETS, Progress, Race, Rules};
use qipan_core::script::{Host, LuaRobot, LuaRule, ScriptKind, Scripted};
use rand::RngExt;
use serde_json::{Value, json};

const MANUAL: &str = include_str!("../../../scripts/README.md");
const TYPES: &str = include_str!("../../../scripts/qipan.d.luau");

/// Returns the house rules printed in the manual.
fn examples() -> Vec<Script> {
    let blocks = MANUAL.split("```luau\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    let rules = blocks.filter(|code| code.contains("set =") || code.contains("hooks ="));
    let numbered = (1..).zip(rules);
    numbered.map(|(number, code)| Script::new(&format!("example_{number}"), code)).collect()
}

#[test]
fn manual_examples_load_and_keep_the_laws() {
    let (mut rng, mut games) = (rng(1), 0);
    for script in examples() {
        assert_eq!(script.info.kind, ScriptKind::Rule);
        if script.info.game == Junqi::NAME {
            LuaRule::<Junqi>::load(&script.name, &script.source, 0, &[], &Host::default()).unwrap();
            continue;
        }
        for preset in PRESETS.iter().filter(|preset| script.is_for(preset)) {
            let rules = script.set_in(&Rules::preset(preset).unwrap()).unwrap();
            // Planes left on the board by a seat that is home are an error-prone case.
            let quick = rules.with("planes_to_win", &json!(2)).unwrap();
            for game in 0..30 {
                let rules = if game % 2 == 0 { rules } else { quick };
                let (scripts, seats) = ([&script], SeatSet::first(2 + game % 3));
                let seed = rng.random();
                Under { scripts: &scripts, preset, rules, seats, seed }.check(game < 3);
                games += 1;
            }
        }
    }
    assert!(games >= 9 * 30, "{games} games");
}

/// Returns the value that a robot's `value` function gives a position for each seat, or its error.
fn values_of_seats<G: Scripted>(source: impl Into<Source>, game: &G) -> Vec<Result<f32, String>> {
    let mut robot = LuaRobot::<G>::load("judge.luau", source, &[], &Host::default()).unwrap();
    assert!(robot.info().has_value_function);
    let ask = |seat| {
        let (view, stream) = (&game.view(Viewer::Seat(seat)), [3; 32].into());
        let (actions, log, house_rules) = (&[], &[][..], &[][..]);
        let decision = Decision { seat, view, actions, log, house_rules, ply: 0, stream };
        robot.call_value(&decision).unwrap().map_err(|trouble| trouble.message)
    };
    game.seats().iter().map(ask).collect()
}

#[test]
fn value_function_returns_position_values() {
    let example =
        MANUAL.split("```luau\n").find(|block| block.contains("value = function(view: View)"));
    let example = example.unwrap().split("```").next().unwrap();
    let race = Race::new(&Rules::FLYING, SeatSet::first(4), &Default::default()).unwrap();
    assert_eq!(values_of_seats(example, &race), [const { Ok(0.25) }; 4]);
    let master = include_str!("../../../scripts/robots/race/master.luau");
    let sum: f32 = values_of_seats(master, &race).into_iter().map(Result::unwrap).sum();
    assert!((sum - 1.0).abs() < 1e-3, "one of them will win: {sum}");
    let dark = qipan_core::games::junqi::Rules::preset("dark").unwrap();
    let junqi = crate::common::junqi::start(&dark, &mut rng(3));
    let master = include_str!("../../../scripts/robots/junqi/master.luau");
    for value in values_of_seats(source_in("robots/junqi", master), &junqi) {
        let value = value.unwrap();
        assert!((0.2..0.8).contains(&value), "nothing has happened yet: {value}");
    }
    // Wrong answers are reported with their line.
    for (answer, got) in
        [("2", "got 2"), ("\"much\"", "got"), ("0 / 0", "got NaN"), ("nil", "got nothing")]
    {
        let wrong = example.replace("return own / all", &format!("return {answer}"));
        let error = values_of_seats(&wrong, &race)[0].clone().unwrap_err();
        let is_named = error.contains("value must return a number from 0 (lost) to 1 (won)");
        assert!(is_named && error.contains(got) && error.contains("judge.luau"), "{error}");
    }
    // There are no actions to choose from or search.
    let with_actions = example.replace("return own / all", "return #turn:actions()");
    let with_actions =
        with_actions.replace("value = function(view: View)", "value = function(view, turn)");
    assert_eq!(values_of_seats(&with_actions, &race)[0], Ok(0.0));
}

/// Returns the kinds of effects of a game, taken from the error for an unknown one.
fn effect_kinds<G: Scripted>() -> Vec<String> {
    let error = serde_json::from_value::<G::Effect>(json!({ "kind": "?" })).unwrap_err();
    let error = error.to_string();
    let list = error.split_once("expected one of").unwrap().1;
    let kinds = list.split('`').skip(1).step_by(2).map(str::to_owned);
    // A rule cannot ask for a seat to pass.
    kinds.filter(|kind| kind != "pass").collect()
}

/// Checks that a chapter of the manual and a type of the type file name every effect of a game.
fn check_effects_are_described<G: Scripted>(chapter: &str, name: &str) {
    let kinds = effect_kinds::<G>();
    assert!(kinds.len() >= 9, "{kinds:?}");
    let in_messages: Vec<&str> = G::EFFECTS.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, in_messages, "the effects in error messages");
    for (kind, fields) in G::EFFECTS {
        let effect = json!({ "kind": kind, "?": 0 });
        let error = serde_json::from_value::<G::Effect>(effect).unwrap_err().to_string();
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        // Qipan adds to a question whether it is private.
        let known: Vec<&str> = known.into_iter().filter(|name| *name != "private").collect();
        let in_messages: Vec<&str> = fields.iter().map(|field| field.name).collect();
        assert_eq!(known, in_messages, "the fields of {kind} in error messages");
    }
    let chapter = MANUAL.split(chapter).nth(1).unwrap().split("\n### ").next().unwrap();
    let types = TYPES.split(&format!("export type {name} =")).nth(1).unwrap();
    let types = types.split("\nexport").next().unwrap();
    for kind in &kinds {
        let words = format!("kind = \"{kind}\"");
        assert!(chapter.contains(&words), "the manual does not explain {kind}");
        assert!(types.contains(&format!("\"{kind}\"")), "{name} has no {kind}");
    }
    let typed = types.matches('"').count() / 2;
    assert_eq!(typed, kinds.len(), "{name} has an effect that does not exist");
}

#[test]
fn every_effect_is_described_and_typed() {
    check_effects_are_described::<Race>("### Effects of the race games", "RaceEffect");
    check_effects_are_described::<Junqi>("### Effects of Junqi", "JunqiEffect");
}

/// Returns a value as scripts write it; words inside a list are not quoted.
fn as_in_script(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(list) if list.is_empty() => "{ }".to_owned(),
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(as_in_script).collect();
            format!("{{ {} }}", list.join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the cells of the manual's table with this head.
fn table(head: &str) -> Vec<Vec<String>> {
    let rows = MANUAL.split(&format!("{head}\n")).nth(1).unwrap().lines().skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

/// Checks that a table has a row for each option of a game, with its values and its value in
/// these presets.
fn check_options_are_listed<G: Scripted>(head: &str, presets: &[&str]) {
    let rows = table(head);
    assert_eq!(rows.len(), G::Rules::OPTIONS.len(), "{head}");
    for option in G::Rules::OPTIONS {
        let named = rows.iter().find(|row| row[1] == format!("`{}`", option.key));
        let row = named.unwrap_or_else(|| panic!("the manual does not name {}", option.key));
        let takes = match option.kind {
            OptionKind::Choice(words) => quoted(words),
            OptionKind::Any(words) => format!("a list of {}", quoted(words)),
            OptionKind::Toggle => quoted(&["true", "false"]),
            OptionKind::Faces => "faces, 1 to 6".to_owned(),
            OptionKind::Number { low, high } => format!("{low} to {high}"),
            OptionKind::Numbers { low, high } => format!("progress numbers, {low} to {high}"),
            OptionKind::Lines => "lists of cells".to_owned(),
        };
        assert_eq!(row[2], takes, "{}", option.key);
        for (preset, listed) in presets.iter().zip(&row[3..]) {
            let value = G::Rules::preset(preset).unwrap().get(option.key).unwrap();
            assert_eq!(
                *listed,
                format!("`{}`", as_in_script(&value)),
                "{} in {preset}",
                option.key
            );
        }
        assert!(row[3 + presets.len()].len() >= 10, "{} is explained", option.key);
    }
}

/// Returns words as code in the manual, separated by commas.
fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[test]
fn manual_lists_every_option_with_its_values() {
    let race = "| option | values | `aeroplane` | `flying` | |";
    check_options_are_listed::<Race>(race, &["aeroplane", "flying"]);
    check_options_are_listed::<Junqi>("| option | values | `dark` | |", &["dark"]);
}

#[test]
fn manual_board_tables_match_the_boards() {
    let [aeroplane, flying] = [Board::Aeroplane, Board::Flying];
    let seats = [RED, YELLOW, BLUE, GREEN];
    let squares = |board: Board, progress: Progress| {
        seats.map(|seat| board.square(seat, progress).unwrap().to_string())
    };
    let crossed = seats.map(|seat| {
        let cell = aeroplane.cell(aeroplane.opposite(seat), 0, CROSSED);
        format!("`{}`", aeroplane.cell_name(cell))
    });
    let rows = table("| Aeroplane Chess | red | yellow | blue | green |");
    let rows: Vec<&[String]> = rows.iter().map(|row| &row[2..6]).collect();
    let expected = [
        squares(aeroplane, aeroplane.first_on_track()),
        squares(aeroplane, aeroplane.last_on_track()),
        squares(aeroplane, FLIGHT_FROM),
        squares(aeroplane, FLIGHT_TO),
        crossed,
    ];
    assert_eq!(rows, expected);
    let rows = table("| Flying Chess | red | yellow | blue | green |");
    let rows: Vec<&[String]> = rows.iter().map(|row| &row[2..6]).collect();
    let [first, last] = [flying.first_on_track(), flying.last_on_track()];
    assert_eq!(rows, [squares(flying, first), squares(flying, last)]);
    // The route of a plane that a roll brings to a place.
    let tables = LookupTables::new(&Rules::AEROPLANE).unwrap();
    let route_ends = |landing: Progress| {
        tables.routes(landing - 1, 1).map(|route| route.map(|route| route.end()))
    };
    for landing in 1..=50 {
        let expected = match landing {
            14 => [Some(18), Some(30)],
            18 => [Some(22), Some(30)],
            50 => [Some(50), None],
            own if own % 4 == 2 => [Some(own + 4), None],
            other => [Some(other), None],
        };
        assert_eq!(route_ends(landing), expected, "the manual says so of {landing}");
    }
}
