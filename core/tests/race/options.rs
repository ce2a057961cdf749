//! Tests of every option of the race games: launching, moving, capturing, finishing.

use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::rules::OPTIONS;
use qipan_core::games::race::{Deal, Event, HANGAR as H, PRESETS, Position, Progress, Race, Rules};
use rand::RngExt;
use serde_json::{Value, json};

use crate::common::{Desk, random_seats, rng, rules};

/// Returns Aeroplane rules with some options changed.
fn plane_rules(changes: &[(&str, Value)]) -> Rules {
    rules("aeroplane", changes)
}

/// Returns a position with Red to roll against Yellow and Blue. On the board of Aeroplane Chess,
/// Red's progress p is Yellow's p - 13 and Blue's p - 26.
fn three_seats(red: &[Progress], yellow: &[Progress], blue: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow).side(BLUE, blue)
}

/// Returns each face with which the seat to roll has legal actions, with these actions.
fn faces_that_move(rules: &Rules, position: &Position) -> Vec<(u8, Vec<String>)> {
    let roll = |die| {
        let mut desk = Desk::new(rules, position);
        (die, desk.roll(die).actions())
    };
    (1..=6).map(roll).filter(|(_, actions)| !actions.is_empty()).collect()
}

// ---- Launching ----

#[test]
fn takeoff_follows_the_listed_faces() {
    let start = three_seats(&[], &[], &[]);
    let launches: Vec<String> = (1..=4).map(|k| format!("launch {k}")).collect();
    for list in [vec![6], vec![5, 6], vec![2, 4, 6], vec![1]] {
        let rules = plane_rules(&[("takeoff", json!(list))]);
        let expected: Vec<_> = list.iter().map(|die| (*die, launches.clone())).collect();
        assert_eq!(faces_that_move(&rules, &start), expected);
    }
}

#[test]
fn takeoff_captures_only_on_the_track() {
    // Yellow's 40 is Red's first square on the track.
    let position = three_seats(&[0, H, H, H], &[40], &[]);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.roll(2).act("launch 2").row(RED), [0, 0, H, H]);
    assert_eq!(desk.row(YELLOW), [40, H, H, H]);

    let mut desk = Desk::new(&plane_rules(&[("takeoff_to", json!("first_square"))]), &position);
    assert_eq!(desk.roll(2).act("launch 2").row(RED), [0, 1, H, H]);
    assert_eq!(desk.row(YELLOW), [H; 4]);
    let mut desk = Desk::new(&rules("flying", &[]), &three_seats(&[], &[14], &[]));
    assert_eq!(desk.roll(6).act("launch 1").row(YELLOW), [H; 4]);
}

#[test]
fn launched_planes_stack_only_on_the_track() {
    let on_track = plane_rules(&[("takeoff_to", json!("first_square"))]);
    let mut desk = Desk::new(&on_track, &three_seats(&[1, H, H, H], &[], &[]));
    let two = ["launch 2", "launch 2 stack"];
    assert_eq!(desk.roll(4).actions()[1..3], two);
    assert_eq!(desk.act("launch 2 stack").stack(RED, 0), [0, 1]);
    let mut desk = Desk::new(&plane_rules(&[]), &three_seats(&[0, H, H, H], &[], &[]));
    assert_eq!(desk.roll(4).actions(), ["advance 1", "launch 2", "launch 3", "launch 4"]);
}

// ---- Moving ----

#[test]
fn turn_without_a_legal_move_passes() {
    let mut desk = Desk::new(&plane_rules(&[]), &three_seats(&[], &[], &[]));
    desk.roll(3);
    let passed = [
        Event::Rolled { seat: RED, die: 3 },
        Event::NothingToMove { seat: RED, die: 3 },
        Event::TurnPassed { from: RED, to: YELLOW },
    ];
    assert_eq!(desk.events, passed);
    assert!(desk.rolls(YELLOW));
}

#[test]
fn jump_follows_its_option() {
    for (value, end) in [("on", 6), ("off", 2)] {
        let mut desk =
            Desk::new(&plane_rules(&[("jump", json!(value))]), &three_seats(&[1], &[], &[]));
        assert_eq!(desk.roll(1).act("advance 1").row(RED)[0], end);
    }
    let mut desk = Desk::new(&plane_rules(&[]), &three_seats(&[48], &[], &[]));
    assert_eq!(desk.roll(2).act("advance 1").row(RED)[0], 50, "nobody jumps from 50");
}

#[test]
fn flight_follows_its_option() {
    let position = three_seats(&[15], &[], &[]).die(3);
    for (flight, actions) in [
        ("optional", &["advance 1", "advance 1 fly"][..]),
        ("compulsory", &["advance 1 fly"]),
        ("off", &["advance 1"]),
    ] {
        let mut desk = Desk::new(&plane_rules(&[("flight", json!(flight))]), &position);
        assert_eq!(desk.actions(), actions);
        let (last, end) = (actions[actions.len() - 1], if flight == "off" { 22 } else { 30 });
        assert_eq!(desk.act(last).row(RED)[0], end);
    }
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(
        desk.act("advance 1").row(RED)[0],
        22,
        "without the flight, 18 is a square to jump from"
    );
    let mut desk = Desk::new(&plane_rules(&[]), &three_seats(&[27], &[], &[]).die(3));
    assert_eq!(desk.act("advance 1").row(RED)[0], 34, "a roll onto 30 is followed by a jump");
}

#[test]
fn jump_then_flight_follows_its_option() {
    let position = three_seats(&[12], &[], &[]).die(2);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.actions()[..2], ["advance 1", "advance 1 fly"]);
    assert_eq!(desk.act("advance 1 fly").row(RED)[0], 30);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1").row(RED)[0], 18, "without the flight, it stays");
    let desk = Desk::new(&plane_rules(&[("jump_then_flight", json!(false))]), &position);
    assert_eq!(desk.actions()[..2], ["advance 1", "launch 2"]);
}

#[test]
fn flight_then_jump_follows_its_option() {
    for (value, end) in [(false, 30), (true, 34)] {
        let rules = plane_rules(&[("flight_then_jump", json!(value))]);
        let mut desk = Desk::new(&rules, &three_seats(&[15], &[], &[]).die(3));
        assert_eq!(desk.act("advance 1 fly").row(RED)[0], end);
        let mut desk = Desk::new(&rules, &three_seats(&[12], &[], &[]).die(2));
        assert_eq!(
            desk.act("advance 1 fly").row(RED)[0],
            30,
            "a flight after a jump is the last hop"
        );
    }
}

#[test]
fn finish_requires_exact_rolls_or_bounces() {
    let position = three_seats(&[53], &[], &[]);
    let landings = |rules: &Rules| {
        let faces = faces_that_move(rules, &position).into_iter().map(|(die, _)| die);
        let landing = |die: u8| Desk::new(rules, &position).roll(die).act("advance 1").row(RED)[0];
        faces.map(|die| (die, landing(die))).collect::<Vec<_>>()
    };
    let two_planes = [("planes_to_win", json!(2)), ("planes", json!(2)), ("takeoff", json!([6]))];
    let position_of_two = three_seats(&[53, 54], &[], &[]);
    let actions = Desk::new(&plane_rules(&two_planes), &position_of_two).roll(3).actions();
    assert_eq!(actions, ["advance 1"]);
    let exact = plane_rules(&[("planes_to_win", json!(1)), ("planes", json!(1))]);
    assert_eq!(landings(&exact), [(1, 54), (2, 55), (3, 56)]);
    let bounce = exact.with("finish", &json!("bounce")).unwrap();
    assert_eq!(landings(&bounce), [(1, 54), (2, 55), (3, 56), (4, 55), (5, 54), (6, 53)]);
}

// ---- Capturing ----

#[test]
fn captured_planes_go_to_their_own_slots() {
    // Red lands on 19, which is Yellow's 6: planes 2 and 4 of Yellow stand there.
    let mut desk = Desk::new(&plane_rules(&[]), &three_seats(&[16], &[1, 6, 20, 6], &[6]));
    assert_eq!(desk.roll(3).act("advance 1").row(YELLOW), [1, H, 20, H]);
    assert_eq!(desk.row(BLUE), [6, H, H, H], "Blue's 6 is another square");
    assert!(matches!(desk.events[1], Event::Captured { by: RED, seat: YELLOW, at: 6, .. }));
}

#[test]
fn capture_applies_to_every_hop_or_the_last() {
    // A roll of 1 leads from 1 to 2 (Yellow's 41), and a jump to 6 (Yellow's 45).
    let position = three_seats(&[1], &[41, 45], &[]).die(1);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW), [H; 4]);
    let mut desk = Desk::new(&plane_rules(&[("capture", json!("last_square"))]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW), [41, H, H, H]);
}

#[test]
fn jumps_and_flights_capture_by_the_capture_option() {
    // 14, 18 and 30 of Red are 1, 5 and 17 of Yellow.
    let position = three_seats(&[12], &[1, 5, 17, 18], &[]).die(2);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1 fly").row(YELLOW), [H, H, H, 18]);
    let mut desk = Desk::new(&plane_rules(&[("capture", json!("last_square"))]), &position);
    assert_eq!(desk.act("advance 1 fly").row(YELLOW), [1, 5, H, 18]);
}

#[test]
fn flight_crossing_captures_in_the_opposite_lane() {
    let position = three_seats(&[17], &[53], &[53, 53, 52]).stack(BLUE, &[0, 1]).die(1);
    for capture in ["every_hop", "last_square"] {
        let rules = plane_rules(&[("capture", json!(capture))]);
        let mut desk = Desk::new(&rules, &position);
        assert_eq!(desk.act("advance 1 fly").row(BLUE), [H, H, 52, H], "stacks too");
        assert_eq!(desk.stack(BLUE, 0), [0]);
        assert_eq!(desk.row(YELLOW)[0], 53);
    }
    let mut desk = Desk::new(&plane_rules(&[("flight_crossing", json!("off"))]), &position);
    assert_eq!(desk.act("advance 1 fly").row(BLUE), [53, 53, 52, H]);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(
        desk.act("advance 1").row(BLUE),
        [53, 53, 52, H],
        "without a flight nothing is captured"
    );
}

#[test]
fn safe_squares_protect_their_owner() {
    // Red's 20 is Yellow's 7.
    let position = three_seats(&[17], &[7], &[]).die(3);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW)[0], H);
    let mut desk = Desk::new(&plane_rules(&[("safe_squares", json!([7]))]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW)[0], 7);
    assert_eq!(desk.row(RED)[0], 20, "both share the square");
    let mut desk = Desk::new(&plane_rules(&[("safe_squares", json!([20]))]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW)[0], H, "20 is safe for its owner only");
}

#[test]
fn pieces_in_lanes_homes_and_centres_are_never_captured() {
    let mut desk = Desk::new(&rules("flying", &[]), &three_seats(&[50], &[55, 60, H, 10], &[]));
    assert_eq!(desk.roll(5).act("advance 1").row(RED)[0], 55);
    assert_eq!(desk.row(YELLOW), [55, 60, H, 10]);
}

#[test]
fn flying_chess_captures_only_where_a_move_ends() {
    // Red's 20 is Waypoint_20: Yellow's 34, Blue's 6.
    let position = three_seats(&[17, 20], &[33], &[4]).die(3);
    let mut desk = Desk::new(&rules("flying", &[]), &position);
    assert_eq!(desk.actions(), ["advance 1", "advance 2"]);
    assert_eq!(desk.act("advance 1").row(RED)[..2], [20, 20]);
    let mut desk =
        Desk::new(&rules("flying", &[]), &three_seats(&[17], &[33, 34, 34], &[4]).die(3));
    desk.act("advance 1");
    assert_eq!((desk.row(YELLOW), desk.row(BLUE)), (vec![33, H, H, H], vec![4, H, H, H]));
    let mut desk = Desk::new(&rules("flying", &[]), &three_seats(&[17], &[32], &[5, 6]).die(3));
    assert_eq!(desk.act("advance 1").row(BLUE), [5, H, H, H]);
}

// ---- All options ----

/// Returns values that an option takes other than the current one.
fn others(kind: &OptionKind, value: &Value) -> Vec<Value> {
    let values = match *kind {
        OptionKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
        OptionKind::Any(words) => words.iter().map(|word| json!([word])).collect(),
        OptionKind::Toggle => vec![json!(true), json!(false)],
        OptionKind::Faces => vec![json!([]), json!([6]), json!([1, 5])],
        OptionKind::Number { low, high } => (low..=high).map(|n| json!(n)).collect(),
        OptionKind::Numbers { .. } => vec![json!([]), json!([1, 10, 20, 30, 40])],
        OptionKind::Lines => unreachable!("no option of the race games is about lines"),
    };
    values.into_iter().filter(|other| other != value).collect()
}

/// Returns the legal actions and events of a random game, which follows from a seed.
fn transcript(rules: &Rules, seed: u64) -> Vec<String> {
    let mut rng = rng(seed);
    let seats = random_seats(rules, &mut rng);
    let mut race = Race::new(rules, seats, &Deal::default()).unwrap();
    let (mut events, mut actions, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        lines.push(format!("{actions:?}"));
        let step = match race.turn() {
            Turn::Seat(seat) => {
                Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
            }
            _ => Step::Chance(rng.random_range(1..=6)),
        };
        race.play_unchecked(&step, &mut events);
        lines.extend(events.drain(..).map(|event| format!("{event:?}")));
    }
    lines.push(format!("{:?}", race.outcome()));
    lines
}

#[test]
fn every_option_value_changes_the_game() {
    // Some options have an effect only if another one is set: option, other option, its value.
    let requirements: &[(&str, &str, Value)] = &[
        ("planes", "planes_to_win", json!(1)),
        ("stack_attack", "stack", json!("always")),
        ("stack_block", "stack", json!("always")),
        ("three_sixes", "extra_roll", json!([6])),
    ];
    for preset in PRESETS {
        for info in &OPTIONS {
            let mut base = rules(preset, &[]);
            for (_, other, value) in requirements.iter().filter(|(key, ..)| *key == info.key) {
                base = base.with(other, value).unwrap();
            }
            for value in others(&info.kind, &base.get(info.key).unwrap()) {
                let Ok(changed) = base.with(info.key, &value) else { continue };
                let differs =
                    (0..60).any(|seed| transcript(&base, seed) != transcript(&changed, seed));
                assert!(differs, "{preset}: {} = {value}", info.key);
            }
        }
    }
}

#[test]
fn first_seat_follows_the_option() {
    let all = [RED, YELLOW, BLUE, GREEN];
    for (word, seat) in [("red", RED), ("yellow", YELLOW), ("blue", BLUE), ("green", GREEN)] {
        for preset in PRESETS {
            let desk = Desk::start(&rules(preset, &[("first", json!(word))]), &all);
            assert!(desk.rolls(seat));
        }
    }
    let first_if_blue_is_absent = |preset: &str, seats: &[Seat]| {
        let desk = Desk::start(&rules(preset, &[("first", json!("blue"))]), seats);
        desk.race.seat_to_move()
    };
    assert_eq!(
        first_if_blue_is_absent("aeroplane", &[RED, YELLOW, GREEN]),
        GREEN,
        "the next seat that takes part"
    );
    assert_eq!(first_if_blue_is_absent("flying", &[RED, YELLOW, GREEN]), RED);
}
