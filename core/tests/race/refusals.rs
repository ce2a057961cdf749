//! Tests of the messages that refuse invalid rules, seats and positions.

use crate::common::{random_rules, random_seats, rng, rules};
use qipan_core::contract::game::{Game, NullSink, SetupError, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::board::{BLUE, RED, YELLOW};
use qipan_core::games::race::{Deal, HANGAR as H, Position, Race, Rules};
use rand::RngExt;
use serde_json::{Value, json};

/// Returns the message that refuses some changes of a preset.
#[track_caller]
fn refusal(preset: &str, changes: &[(&str, Value)]) -> String {
    let change = |rules: Rules, (key, value): &(&str, Value)| rules.with_unchecked(key, value);
    let rules = changes.iter().try_fold(Rules::preset(preset).unwrap(), change);
    rules.and_then(|rules| rules.check()).expect_err("refused").to_string()
}

#[test]
fn meaningless_options_on_waypoints_are_refused() {
    let flights = "is invalid here: the board of 56 waypoints has no flights";
    for (key, value, why) in [
        (
            "jump",
            json!("on"),
            "is invalid here: the board of 56 waypoints has no coloured squares to jump between",
        ),
        ("flight", json!("optional"), flights),
        ("flight", json!("compulsory"), flights),
        ("jump_then_flight", json!(true), flights),
        ("flight_then_jump", json!(true), flights),
        ("flight_crossing", json!("capture"), flights),
        (
            "takeoff_to",
            json!("apron"),
            "is invalid here: the board of 56 waypoints has no aprons, pieces start on the track",
        ),
        (
            "capture",
            json!("every_hop"),
            "is invalid here: a move on the board of 56 waypoints is a single hop, its last \
             square captures",
        ),
    ] {
        assert_eq!(refusal("flying", &[(key, value)]), format!("`{key}` {why}"));
    }
}

#[test]
fn meaningless_option_combinations_are_refused() {
    let never = "is invalid here: planes never stack under these rules; set stack to optional \
                 or always";
    for (key, value) in [("stack_attack", "bigger_stack_wins"), ("stack_block", "opponents")] {
        let changes = [("stack", json!("never")), (key, json!(value))];
        assert_eq!(refusal("aeroplane", &changes), format!("`{key}` {never}"));
        assert_eq!(refusal("flying", &changes[1..]), format!("`{key}` {never}"));
    }
    for (key, word) in [("flight", "flights"), ("jump", "jumps")] {
        let changes = [("flight_then_jump", json!(true)), (key, json!("off"))];
        let why = format!("`flight_then_jump` is invalid here: {word} are switched off");
        assert_eq!(refusal("aeroplane", &changes), why);
    }
    assert_eq!(
        refusal("aeroplane", &[("teams", json!(true)), ("end", json!("first_home"))]),
        "`end` is invalid here: a team game ends when both seats of a team are home"
    );
}

#[test]
fn rules_without_progress_are_refused() {
    for preset in ["aeroplane", "flying"] {
        assert_eq!(
            refusal(preset, &[("takeoff", json!([]))]),
            "`takeoff` is invalid here: without any face no plane could ever start"
        );
        assert_eq!(
            refusal(preset, &[("extra_roll", json!([1, 2, 3, 4, 5, 6]))]),
            "`extra_roll` is invalid here: if every face rolls again, a turn never ends"
        );
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let range = |key: &str, found: u8, low: u8, high: u8| {
        format!("`{key}` cannot be {found}; it goes from {low} to {high} here")
    };
    assert_eq!(refusal("aeroplane", &[("planes", json!(0))]), range("planes", 0, 1, 4));
    assert_eq!(refusal("aeroplane", &[("planes", json!(5))]), range("planes", 5, 1, 4));
    let win = [("planes", json!(2)), ("planes_to_win", json!(3))];
    assert_eq!(refusal("aeroplane", &win), range("planes_to_win", 3, 1, 2));
    let tries = [("tries_when_home", json!(11))];
    assert_eq!(refusal("aeroplane", &tries), range("tries_when_home", 11, 1, 10));
    for (preset, odd, low, high) in
        [("aeroplane", 0, 1, 50), ("aeroplane", 51, 1, 50), ("flying", 55, 0, 54)]
    {
        assert_eq!(
            refusal(preset, &[("safe_squares", json!([odd]))]),
            format!(
                "`safe_squares` cannot contain {odd}; squares of the shared track go from {low} to {high}"
            )
        );
    }
}

#[test]
fn unknown_names_and_values_list_the_choices() {
    assert_eq!(
        refusal("aeroplane", &[("jumps", json!("on"))])
            .split_once("; the options are takeoff, takeoff_to, extra_roll,")
            .map(|(cause, _)| cause.to_owned()),
        Some("unknown option `jumps`".to_owned())
    );
    for (key, value, text) in [
        ("jump", json!("maybe"), "`jump` cannot be \"maybe\"; it takes on, off"),
        ("teams", json!(3), "`teams` cannot be 3; it takes true or false"),
        (
            "takeoff",
            json!([7]),
            "`takeoff` cannot be [7]; it takes a list of faces from 1 to 6, for instance [5,6]",
        ),
        ("planes", json!("many"), "`planes` cannot be \"many\"; it takes a number from 1 to 4"),
        (
            "safe_squares",
            json!([200]),
            "`safe_squares` cannot be [200]; it takes a list of numbers from 0 to 54",
        ),
        (
            "bonus_roll",
            json!(["always"]),
            "`bonus_roll` cannot be [\"always\"]; it takes a list of any of on_capture, on_finish",
        ),
    ] {
        assert_eq!(refusal("aeroplane", &[(key, value)]), text);
    }
}

#[test]
fn shorthand_option_values_are_accepted() {
    let with = |key: &str, value: Value| Rules::AEROPLANE.with(key, &value).unwrap();
    assert_eq!(with("teams", json!("on")), with("teams", json!(true)));
    assert_eq!(with("jump", json!(false)), with("jump", json!("off")));
    assert_eq!(with("takeoff", json!(6)), with("takeoff", json!([6])));
    assert_eq!(with("extra_roll", json!("none")), with("extra_roll", json!([])));
    assert_eq!(with("bonus_roll", json!("on_finish")), with("bonus_roll", json!(["on_finish"])));
    assert_eq!(with("teams", json!(true)).changed(), ["teams"]);
}

#[test]
fn rules_read_back_equal() {
    let mut rng = rng(3);
    for _ in 0..200 {
        let rules = random_rules(&mut rng);
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
    }
    assert!(serde_json::from_str::<Rules>("{}").is_err());
}

#[test]
fn wrong_seat_sets_are_refused() {
    let refusal = |rules: &Rules, seats: SeatSet| match Race::new(rules, seats, &Deal::default()) {
        Err(SetupError::Seats { found, needed }) => format!("{found}: {needed}"),
        other => panic!("{other:?}"),
    };
    let one = SeatSet::one(Seat::new(0));
    assert_eq!(refusal(&Rules::AEROPLANE, one), "1: two to four");
    assert_eq!(refusal(&Rules::AEROPLANE, SeatSet::first(5)), "5: two to four");
    let teams = rules("aeroplane", &[("teams", json!(true))]);
    assert_eq!(refusal(&teams, SeatSet::first(3)), "3: all four for a game of teams");
    let too_many = Rules { planes: 9, ..Rules::AEROPLANE };
    assert!(matches!(
        Race::new(&too_many, SeatSet::first(4), &Deal::default()),
        Err(SetupError::Rules(_))
    ));
}

// ---- Positions ----

/// Returns a position with Red to roll against Yellow.
fn red_against_yellow() -> Position {
    Position::new(RED).side(RED, &[10, 10, 0, 56]).side(YELLOW, &[])
}

#[test]
fn impossible_positions_are_refused() {
    let preset = Rules::AEROPLANE;
    let never_stack = rules("aeroplane", &[("stack", json!("never"))]);
    let one_plane = rules("aeroplane", &[("planes_to_win", json!(1)), ("planes", json!(1))]);
    let ends_with_first = rules("aeroplane", &[("end", json!("first_home"))]);
    let all_home = || red_against_yellow().side(RED, &[56; 4]);
    let named = |seat| serde_json::from_value(json!([seat])).unwrap();
    let red_home = || Position { home: named("red"), ..all_home() };
    let yellow_to_roll = |mut position: Position| {
        position.turn.0 = YELLOW;
        position
    };
    for (rules, position, message) in [
        (preset, Position::new(RED).side(RED, &[]), "seats taken: 1; the rules need two to four"),
        (
            preset,
            Position { turn: Position::new(BLUE).turn, ..red_against_yellow() },
            "blue does not play here",
        ),
        (one_plane, red_against_yellow(), "red has 4 planes; the rules give 1"),
        (
            preset,
            red_against_yellow().side(YELLOW, &[57]),
            "a plane of yellow is at 57; the centre is 56",
        ),
        (
            preset,
            red_against_yellow().side(YELLOW, &[50, H, 49]),
            "red and yellow stand on the same square",
        ),
        (
            never_stack,
            red_against_yellow().stack(RED, &[0, 1]),
            "planes 1, 2 of red cannot be a stack: planes never stack under these rules",
        ),
        (
            preset,
            red_against_yellow().stack(RED, &[0]),
            "planes 1 of red cannot be a stack: a stack is two planes or more",
        ),
        (
            preset,
            red_against_yellow().stack(RED, &[0, 2]),
            "planes 1, 3 of red cannot be a stack: its planes are not in one place",
        ),
        (
            preset,
            red_against_yellow().side(RED, &[0, 0]).stack(RED, &[0, 1]),
            "planes 1, 2 of red cannot be a stack: planes stack only on the track and the lane",
        ),
        (
            preset,
            red_against_yellow().stack(RED, &[0, 1]).stack(RED, &[0, 1]),
            "planes 1, 2 of red cannot be a stack: one of its planes is in another stack",
        ),
        (preset, red_against_yellow().die(7), "a die does not show 7"),
        (
            preset,
            red_against_yellow().side(RED, &[]).die(3),
            "red cannot move anything with 3, so such a roll could not be pending",
        ),
        (preset, all_home(), "`home` and the planes of red do not agree"),
        (
            preset,
            Position { home: named("red"), ..red_against_yellow() },
            "`home` and the planes of red do not agree",
        ),
        (preset, yellow_to_roll(red_home()), "the game would be over"),
        (ends_with_first, yellow_to_roll(red_home()).side(BLUE, &[]), "the game would be over"),
        (preset, red_home().side(BLUE, &[]), "red does not play here"),
        (
            preset,
            Position {
                resigned: named("red"),
                ..yellow_to_roll(red_against_yellow().side(BLUE, &[]))
            },
            "red resigned, so its planes must be in the hangar or in the centre",
        ),
        (
            preset,
            Position { sixes_before: 1, ..red_against_yellow().die(5) },
            "a roll other than 6 ends a row of 6s",
        ),
        (
            preset,
            Position { sixes_before: 2, ..red_against_yellow().die(6) },
            "the third 6 in a row would have ended the turn",
        ),
        (
            preset,
            Position { moved: serde_json::from_str("[1]").unwrap(), ..red_against_yellow() },
            "`moved` names planes that no 6 moved in this turn",
        ),
        (
            preset,
            Position { tries: 1, ..red_against_yellow() },
            "these rules give one roll, so tries are not counted",
        ),
    ] {
        assert_eq!(position.set_up(&rules).expect_err(message).to_string(), message);
    }
    assert!(red_against_yellow().stack(RED, &[0, 1]).die(6).set_up(&preset).is_ok());
    assert!(yellow_to_roll(red_home()).side(BLUE, &[]).set_up(&preset).is_ok());
}

#[test]
fn handwritten_positions_are_parsed() {
    let text = r#"{"turn": "red", "die": 4, "sides": {
        "red": {"planes": [3, 3, null, 56], "stacks": [[1, 2]]}, "blue": {"planes": []}}}"#;
    let position: Position = serde_json::from_str(text).unwrap();
    let race = position.set_up(&Rules::AEROPLANE).unwrap();
    assert_eq!(race.planes(RED), [3, 3, H, 56]);
    assert_eq!(race.stack(RED, 1).len(), 2);
    assert_eq!(race.die(), Some(4));
    for invalid in [
        r#"{"turn": "pink", "sides": {}}"#,
        r#"{"turn": "red", "sides": {"pink": {"planes": []}}}"#,
        r#"{"turn": "red", "sides": {}, "dice": 3}"#,
        r#"{"turn": "red", "sides": {"red": {"planes": [], "stacks": [[0, 1]]}}}"#,
    ] {
        assert!(serde_json::from_str::<Position>(invalid).is_err(), "{invalid}");
    }
}

#[test]
fn positions_of_games_round_trip() {
    let mut rng = rng(11);
    for _ in 0..120 {
        let rules = random_rules(&mut rng);
        let mut race = Race::new(&rules, random_seats(&rules, &mut rng), &Deal::default()).unwrap();
        let mut actions = Vec::new();
        while race.turn() != Turn::Over {
            race.legal_actions(&mut actions);
            let resigns = rng.random_ratio(1, 400);
            let step = match race.turn() {
                turn if resigns => {
                    let (Turn::Seat(seat) | Turn::Chance { roller: seat }) = turn else { break };
                    Step::Resign { seat }
                }
                Turn::Seat(seat) => {
                    Step::Act { seat, action: actions[rng.random_range(0..actions.len())] }
                }
                _ => Step::Chance(rng.random_range(1..=6)),
            };
            race.play(&step, &mut NullSink).unwrap();
            let Some(position) = race.position() else { continue };
            assert_eq!(position.set_up(&rules).as_ref(), Ok(&race));
            let text = serde_json::to_string(&position).unwrap();
            assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
        }
    }
}
