//! Checks the messages for programs in other languages against their JSON schema.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::robot::Decision;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{self, BattleResult, EliminationReason, Junqi, Kind};
use qipan_core::games::race::{self, ExtraRollReason, HANGAR, PlaneSet, Race};
use qipan_core::registry::presets;
use qipan_core::script::{Host, MessageCodec, Scripted, protocol};
use serde_json::{Value, json};

use crate::support::{self, Place, repository};

/// Set to renew the schema: `QIPAN_WRITE_SCHEMA=1 cargo test --test cli schema_file`.
const RENEW_VARIABLE: &str = "QIPAN_WRITE_SCHEMA";

#[test]
fn schema_file_matches_the_types() {
    let text = serde_json::to_string_pretty(&protocol::schema()).unwrap() + "\n";
    let file = repository("scripts/protocol.schema.json");
    if std::env::var_os(RENEW_VARIABLE).is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let shipped = std::fs::read_to_string(&file).unwrap();
    assert!(
        shipped == text,
        "{file} is not what the types say; run this test with {RENEW_VARIABLE}=1"
    );
    // The schema names every field that a message can have.
    let open = open_objects(&protocol::schema(), "");
    assert_eq!(open, [""; 0]);
}

/// Returns the paths of the objects in a schema that allow unnamed fields.
fn open_objects(schema: &Value, path: &str) -> Vec<String> {
    let inner = match schema {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().map(|value| (String::new(), value)).collect(),
        _ => Vec::new(),
    };
    let mut open: Vec<String> = Vec::new();
    if schema["type"] == "object" && schema["additionalProperties"].is_null() {
        open.push(path.to_owned());
    }
    open.extend(
        inner.iter().flat_map(|(key, value)| open_objects(value, &format!("{path}/{key}"))),
    );
    open
}

/// The shipped schema.
struct Schema(Value);

impl Schema {
    fn new() -> Self {
        let text = std::fs::read_to_string(repository("scripts/protocol.schema.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// Parses a line as a message. It must fit the schema.
    fn read(&self, line: &str) -> Value {
        let message: Value = serde_json::from_str(line).unwrap();
        assert!(support::json_schema::fits(&self.0, &message), "{line}");
        message
    }

    /// Checks that a message does not fit the schema.
    fn refuses(&self, message: &Value) {
        assert!(!support::json_schema::fits(&self.0, message), "{message}");
    }
}

/// Plays a seat against built-in robots and checks every message against the schema. Adds the kinds
/// of messages and events to `seen`.
fn play(schema: &Schema, words: &[&str], seen: &mut BTreeSet<String>) {
    let place = Place::new();
    let mut command = place.command(&[&["robot", "random"], words].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut number = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let message = schema.read(&line.unwrap());
        seen.insert(message["type"].as_str().unwrap().to_owned());
        for event in message["log"].as_array().into_iter().flatten() {
            seen.insert(event["kind"].as_str().unwrap().to_owned());
        }
        let mut answer = match message["type"].as_str().unwrap() {
            "turn" => {
                json!({ "action": number * 7 % message["actions"].as_array().unwrap().len() })
            }
            "layout" => json!({ "layout": message["layouts"][number % 3] }),
            _ => continue,
        };
        number += 1;
        assert_eq!(message["id"], number, "questions are numbered");
        answer["id"] = message["id"].clone();
        input.write_all(format!("{answer}\n").as_bytes()).unwrap();
    }
    let run = crate::support::run(child.wait_with_output().unwrap());
    assert_eq!(run.status, 0, "{words:?}: {}", run.err);
}

#[test]
fn every_message_of_every_preset_fits_the_schema() {
    let (schema, mut seen) = (Schema::new(), BTreeSet::new());
    for preset in presets() {
        play(&schema, &["--preset", preset, "--seed", "1"], &mut seen);
    }
    // Options under which the Flag is carried, games are drawn soon, and pieces are revealed.
    for set in ["flag_win=carry_home", "draw_after_quiet_plies=20", "contact_reveals=on"] {
        play(&schema, &["--preset", "dark", "--seed", "3", "--set", set], &mut seen);
    }
    for kind in ["game", "layout", "turn", "end", "captured", "battled", "flipped", "army_out"] {
        assert!(seen.contains(kind), "{kind}: {seen:?}");
    }
}

#[test]
fn every_message_under_house_rules_fits_the_schema() {
    let (schema, mut seen) = (Schema::new(), BTreeSet::new());
    let mut played = 0;
    for game in ["race", "junqi"] {
        let folder = repository(&format!("scripts/rules/{game}"));
        for file in std::fs::read_dir(Path::new(&folder)).unwrap() {
            let file = file.unwrap().path();
            // The folder also holds modules and settings of editors.
            if file.extension().is_none_or(|end| end != "luau") {
                continue;
            }
            let (rule, text) = (file.file_stem().unwrap(), std::fs::read_to_string(&file).unwrap());
            // The first preset the rule names, if it names any.
            let named = text.split("presets = {").nth(1).and_then(|rest| rest.split('"').nth(1));
            let usual = if game == "race" { "aeroplane" } else { "open" };
            let words = ["--preset", named.unwrap_or(usual), "--rule", rule.to_str().unwrap()];
            play(&schema, &[&words[..], &["--seed", "4"]].concat(), &mut seen);
            played += 1;
        }
    }
    assert!(played > 40, "{played} rules");
    for kind in ["placed", "revealed", "extra_turn", "turn_skipped"] {
        assert!(seen.contains(kind), "{kind}: {seen:?}");
    }
}

/// Returns the messages of a turn, a draw offer and every end of a new game of a preset, with the
/// events of `log`.
fn messages_of<G: Scripted>(preset: &str, log: &[G::Event]) -> Vec<String> {
    let rules = G::Rules::preset(preset).unwrap();
    let seats = rules.seats();
    let deal = G::draw_deal(&rules, seats, &Seed::from_number(1)).unwrap();
    let game = G::new(&rules, seats, &deal).unwrap();
    let seat = seats.iter().next().unwrap();
    let decision = Decision {
        seat,
        view: &game.view(Viewer::Seat(seat)),
        actions: &[],
        log,
        house_rules: &["a rule".to_owned()],
        ply: 0,
        stream: [7; 32].into(),
    };
    let mut lines = Vec::new();
    for question in [MessageCodec::turn, MessageCodec::draw] {
        let text = question(
            &mut MessageCodec::<G>::new(&Host::default(), None).unwrap(),
            &decision,
            u64::MAX,
        )
        .unwrap();
        lines.extend(text.lines().map(str::to_owned));
    }
    let plain = MessageCodec::<G>::new(&Host::default(), None).unwrap();
    lines.push(plain.end(None).unwrap());
    for reason in Reason::ALL {
        let outcome = Outcome { places: vec![seats, SeatSet::EMPTY], reason };
        lines.push(plain.end(Some(&outcome)).unwrap());
    }
    lines
}

/// Asserts that all lines fit the schema and that each log has every kind of event.
fn assert_all_fit<G: Scripted>(schema: &Schema, lines: &[String]) {
    let mut logs = 0;
    for line in lines {
        let message = schema.read(line);
        let Some(log) = message["log"].as_array() else { continue };
        let kinds: BTreeSet<&str> =
            log.iter().map(|event| event["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, G::EVENTS.iter().copied().collect());
        assert_eq!(message["actions"], json!([]));
        logs += 1;
    }
    assert_eq!(logs, 2);
}

/// Asserts that an event with a field too many or too few does not fit. `line` is a turn; the
/// events are alike in every preset.
fn assert_odd_events_do_not_fit(schema: &Schema, line: &str) {
    let message = schema.read(line);
    for event in message["log"].as_array().unwrap() {
        // Each event alone, because a long log takes long to check.
        let mut alone = message.clone();
        alone["log"] = json!([event]);
        assert!(support::json_schema::fits(&schema.0, &alone), "{event}");
        for field in event.as_object().unwrap().keys() {
            let mut less = alone.clone();
            less["log"][0].as_object_mut().unwrap().remove(field);
            schema.refuses(&less);
        }
        alone["log"][0]["more"] = json!(1);
        schema.refuses(&alone);
    }
}

#[test]
fn every_race_event_fits_the_schema() {
    use race::Event::*;
    let schema = Schema::new();
    let [seat, by] = [0, 1].map(Seat::new);
    let (planes, at, die) = (PlaneSet::first(4), 50, 6);
    let [from, to] = [10, 16];
    let mut log = vec![
        OpeningRolled { seat, die },
        OpeningTied { seats: SeatSet::first(4) },
        Began { seat },
        Rolled { seat, die },
        NothingToMove { seat, die },
        Launched { seat, plane: 3, to: 0 },
        Moved { seat, planes, from, to, die },
        Jumped { seat, planes, from, to },
        Flew { seat, planes, from, to },
        Captured { by, by_size: 2, seat, planes, at },
        Repelled { seat, planes, at },
        Stacked { seat, planes, at },
        Finished { seat, planes },
        ThirdSix { seat, planes },
        SeatFinished { seat, place: 1 },
        SentToHangar { seat, planes, at },
        Placed { seat, planes, from: HANGAR, to: 0 },
        ExtraTurn { seat },
        TurnSkipped { seat },
        NothingLeft { seat, die },
        Won { seat },
        Resigned { seat },
        TurnPassed { from: seat, to: by },
    ];
    let why = [
        ExtraRollReason::Face,
        ExtraRollReason::Capture,
        ExtraRollReason::Finish,
        ExtraRollReason::Try,
    ];
    log.extend(why.map(|why| RollsAgain { seat, why }));
    log.extend(Reason::ALL.map(|reason| Ended { reason }));
    for preset in race::PRESETS {
        let lines = messages_of::<Race>(preset, &log);
        assert_all_fit::<Race>(&schema, &lines);
        if preset == race::PRESETS[0] {
            assert_odd_events_do_not_fit(&schema, &lines[1]);
        }
        let turn: Value = serde_json::from_str(&lines[1]).unwrap();
        // Before a roll the die is -1. The hangar is -1 for planes and in events.
        let (view, log) = (&turn["view"], turn["log"].as_array().unwrap());
        assert_eq!((&view["roll"], &view["planes"]["red"]), (&json!(-1), &json!([-1, -1, -1, -1])));
        let placed = log.iter().find(|event| event["kind"] == "placed").unwrap();
        assert_eq!((&placed["from"], &placed["to"]), (&json!(-1), &json!(0)));
    }
}

#[test]
fn every_junqi_event_fits_the_schema() {
    use junqi::Event::*;
    let schema = Schema::new();
    let [seat, colour] = [0, 1].map(Seat::new);
    let by = colour;
    let [from, to] = ["S11", "S12"].map(|name| name.parse().unwrap());
    let at = from;
    for preset in junqi::PRESETS {
        let mut log = vec![
            Moved { seat, from, to },
            ArmiesAssigned { seat, colour },
            FlagShown { seat, at },
            FlagTaken { by, seat, at },
            FlagLifted { by, seat, at },
            FlagDropped { seat, at },
            FlagBrought { by, seat, at },
            Removed { seat, at },
            Shifted { seat, from, to },
            ExtraTurn { seat },
            TimedOut { seat, count: 3 },
        ];
        let fights = [
            BattleResult::AttackerSurvives,
            BattleResult::DefenderSurvives,
            BattleResult::BothGone,
        ];
        log.extend(fights.map(|fight| Battled { seat, from, to, result: fight }));
        log.extend(Kind::ALL.map(|piece| Flipped { seat, at, piece, colour }));
        log.extend(Kind::ALL.map(|piece| Revealed { seat, at, piece }));
        let leavings = [
            EliminationReason::Flag,
            EliminationReason::NoMove,
            EliminationReason::NoPieces,
            EliminationReason::Timeouts,
            EliminationReason::Resigned,
            EliminationReason::HouseRule,
        ];
        log.extend(leavings.map(|reason| ArmyOut { seat, reason }));
        log.extend(Reason::ALL.map(|reason| Ended { winners: SeatSet::EMPTY, reason }));
        // Boards for six armies use seats beyond the fourth, so all eight names occur.
        let winners = SeatSet::first(8);
        log.push(Ended { winners, reason: Reason::Agreement });
        let lines = messages_of::<Junqi>(preset, &log);
        assert_all_fit::<Junqi>(&schema, &lines);
        if preset == junqi::PRESETS[0] {
            assert_odd_events_do_not_fit(&schema, &lines[1]);
        }
        let turn: Value = serde_json::from_str(&lines[1]).unwrap();
        let last = turn["log"].as_array().unwrap().last().unwrap();
        assert_eq!(last["winners"], json!(junqi::SEAT_NAMES));
    }
}

#[test]
fn values_off_the_track_are_minus_one() {
    let place = Place::new();
    let file = place.write(
        "show.py",
        "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == \
         'turn':\n        sys.stderr.write(line)\n        print(json.dumps({'id': m['id'], \
         'action': 0}), flush=True)\n",
    );
    let position = "qipan race aeroplane turn=red die=6 red=-,50,-,- blue=10,-,-,-";
    let seat = format!("red=cmd:python3 '{file}'");
    let run = place.qipan(&["play", "--position", position, "--seed", "1", "--seat", &seat]);
    let turn = Schema::new().read(run.err.lines().next().unwrap());
    let actions = turn["actions"].as_array().unwrap();
    let home = actions.iter().find(|action| action["to"] == 56).unwrap();
    assert_eq!((&home["from"], &home["square"]), (&json!(50), &json!(-1)));
    let last = home["path"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["progress"], &last["square"]), (&json!(56), &json!(-1)));
    let launch = actions.iter().find(|action| action["kind"] == "launch").unwrap();
    assert_eq!(launch["from"], -1);
}
