//! Tests of position values, expectimax and training.

use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{Board, Deal, Position, Race, RaceSelfPlay, Rules};
use qipan_core::learning::SelfPlay;
use qipan_core::play::playout::random_element;
use rand::RngExt;

use crate::common::{random_rules, random_seats, rng};

/// Calls `visit` with every position of random games under random rules.
fn each_random_position(mut visit: impl FnMut(&Race)) {
    let mut rng = rng(5);
    let mut actions = Vec::new();
    for _ in 0..30 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let mut race = Race::new(&rules, seats, &Deal::default()).unwrap();
        while race.ply() < 2000 {
            visit(&race);
            let step = match race.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => Step::Chance(rng.random_range(1..=6)),
                Turn::Seat(seat) => {
                    race.legal_actions(&mut actions);
                    Step::Act { seat, action: random_element(&actions, &mut rng) }
                }
            };
            race.play_unchecked(&step, &mut NullSink);
        }
    }
}

#[test]
fn seat_values_sum_to_one() {
    // The numbers of positions at the end, with a place taken, and before.
    let mut counts = [0; 3];
    each_random_position(|race| {
        let values = race.seat_values();
        let sum: f32 = values.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{values:?} of {race:?}");
        for seat in (0..8).map(Seat::new) {
            let value = values[seat.index()];
            assert!((0.0..=1.0).contains(&value), "{values:?}");
            assert!(value == 0.0 || race.seats().contains(seat), "{values:?}");
        }
        let kind = match race.turn() {
            Turn::Over => 0,
            _ if race.places_taken() > 0 => 1,
            _ => 2,
        };
        counts[kind] += 1;
        if race.turn() == Turn::Over {
            let outcome = race.outcome().unwrap();
            let first_place = race.seat_values_for(0);
            for seat in race.seats().iter() {
                assert_eq!(f64::from(first_place[seat.index()]), outcome.share(seat), "{race:?}");
            }
        }
    });
    assert!(counts.iter().all(|count| *count >= 8), "{counts:?}");
}

#[test]
fn expectimax_at_depth_0_equals_values_after_the_action() {
    let (mut action_values, mut actions) = (Vec::new(), Vec::new());
    let mut compared = 0;
    each_random_position(|race| {
        race.expectimax(0, 0, &mut action_values);
        race.legal_actions(&mut actions);
        assert!(actions.iter().eq(action_values.iter().map(|entry| &entry.action)));
        let Turn::Seat(seat) = race.turn() else { return };
        for entry in &action_values {
            let mut next = race.clone();
            next.play_unchecked(&Step::Act { seat, action: entry.action }, &mut NullSink);
            let value = next.seat_values_for(race.places_taken())[seat.index()];
            assert_eq!(value, entry.value, "{} in {race:?}", entry.action);
            compared += 1;
        }
        let best = action_values.iter().map(|entry| entry.value).fold(0.0, f32::max);
        assert_eq!(race.seat_values_for(race.places_taken())[seat.index()], best);
    });
    assert!(compared > 3000, "{compared}");
}

/// Sets up a position of Aeroplane Chess with default rules.
fn position(text: &str) -> Race {
    serde_json::from_str::<Position>(text).unwrap().set_up(&Rules::AEROPLANE).unwrap()
}

#[test]
fn expectimax_over_a_roll_is_the_mean_of_its_faces() {
    let race = position(
        r#"{"turn": "red", "die": 3, "sides": {"red": {"planes": [4, 27, 50]},
            "blue": {"planes": [12, 40, 53]}, "green": {"planes": [9]}}}"#,
    );
    let mut action_values = Vec::new();
    race.expectimax(1, u64::MAX, &mut action_values);
    for entry in &action_values {
        let mut next = race.clone();
        let step = Step::Act { seat: Seat::new(0), action: entry.action };
        next.play_unchecked(&step, &mut NullSink);
        let value_after = |die| {
            let mut rolled = next.clone();
            rolled.play_unchecked(&Step::Chance(die), &mut NullSink);
            rolled.seat_values_for(0)[0]
        };
        let mean = (1..=6).map(value_after).sum::<f32>() / 6.0;
        assert!((mean - entry.value).abs() < 1e-6, "{mean} for {}", entry.value);
    }
}

#[test]
fn expectimax_returns_the_deepest_result_within_budget() {
    let race = position(
        r#"{"turn": "red", "die": 6, "sides": {"red": {"planes": [4, 27, null]},
            "yellow": {"planes": [12, 40, 44]}}}"#,
    );
    let search = |depth, budget| {
        let mut action_values = Vec::new();
        let evaluations = race.expectimax(depth, budget, &mut action_values);
        (action_values, evaluations)
    };
    let (depth_0, few) = search(0, 0);
    let (depth_1, many) = search(1, u64::MAX);
    assert!(depth_0 != depth_1 && few < many);
    assert_eq!(search(1, many - 1).0, depth_0);
    assert_eq!(search(1, many), (depth_1.clone(), many));
    assert_eq!(search(9, many + 100).0, depth_1);
}

#[test]
fn seat_values_are_invariant_under_rotation() {
    let colours = ["red", "yellow", "blue", "green"];
    // The values of one position with all seats moved on by some quarters of the board.
    let rotated = |quarters: usize| {
        let seat = |index: usize| colours[(index + quarters) % 4];
        position(&format!(
            r#"{{"turn": "{}", "sides": {{"{}": {{"planes": [4, 27]}}, "{}": {{"planes": [50]}},
                "{}": {{"planes": []}}}}}}"#,
            seat(0),
            seat(0),
            seat(1),
            seat(3)
        ))
        .seat_values()
    };
    let original = rotated(0);
    for quarters in 1..4 {
        let values = rotated(quarters);
        let is_equal = (0..4).all(|seat| values[(seat + quarters) % 4] == original[seat]);
        assert!(is_equal, "{values:?} {original:?}");
    }
}

#[test]
fn networks_value_won_and_even_positions() {
    let nearly_won = position(
        r#"{"turn": "red", "sides": {"red": {"planes": [56, 56, 56, 54]},
            "yellow": {"planes": [20]}, "blue": {"planes": [3]}, "green": {"planes": []}}}"#,
    );
    assert!(nearly_won.seat_values()[0] > 0.9, "{:?}", nearly_won.seat_values());
    for rules in [Rules::AEROPLANE, Rules::FLYING] {
        let race = Race::new(&rules, SeatSet::first(4), &Deal::default()).unwrap();
        assert!(race.seat_values()[..4].iter().all(|value| (value - 0.25).abs() < 0.06));
    }
}

#[test]
fn training_follows_from_its_seed() {
    for board in [Board::Aeroplane, Board::Flying] {
        let train = |seed| {
            let mut self_play = RaceSelfPlay::new(board, 60, seed);
            (0..60).for_each(|_| self_play.play().unwrap());
            self_play.to_bytes()
        };
        let bytes = train(1);
        assert_eq!(bytes, train(1));
        assert_ne!(bytes, train(2));
        assert!(bytes.len() < 300_000);
    }
}

#[test]
fn training_continues_from_its_state() {
    let begin = || RaceSelfPlay::new(Board::Flying, 30, 1);
    let (mut whole, mut first) = (begin(), begin());
    (0..30).for_each(|_| whole.play().unwrap());
    (0..21).for_each(|_| first.play().unwrap());
    let text = first.state().to_string();
    let state = || serde_json::from_str::<serde_json::Value>(&text).unwrap();
    let mut second = begin();
    second.resume(state()).unwrap();
    assert_eq!(second.played(), 21);
    (0..9).for_each(|_| second.play().unwrap());
    assert_eq!(second.to_bytes(), whole.to_bytes());
    let [resumed, uninterrupted] = [&mut second, &mut whole].map(|run| run.take_loss().unwrap());
    assert!((resumed - uninterrupted).abs() < 1e-9, "{resumed} {uninterrupted}");
    assert!((0.2..2.0).contains(&uninterrupted), "{uninterrupted} nats");
    assert_eq!(whole.take_loss(), None, "no game was played since");

    let mut fresh = begin();
    let untrained = fresh.to_bytes();
    let mut refused = |change: &dyn Fn(&mut serde_json::Value), part: &str| {
        let mut state = state();
        change(&mut state);
        let why = fresh.resume(state).unwrap_err().to_string();
        assert!(why.contains(part), "{why}");
    };
    refused(&|state| state["played"] = 31.into(), "wrong number of games");
    refused(&|state| drop(state["weights"].as_array_mut().unwrap().pop()), "wrong weights");
    refused(&|state| state["weights"][7] = f32::NAN.to_bits().into(), "wrong weights");
    refused(&|state| drop(state["net"].as_array_mut().unwrap().pop()), "not a network");
    refused(&|state| *state = serde_json::Value::Null, "not the state of such a training");
    assert_eq!((fresh.played(), fresh.to_bytes()), (0, untrained));
}

#[test]
fn sensible_action_is_legal_and_beats_random() {
    let mut actions = Vec::new();
    each_random_position(|race| {
        race.legal_actions(&mut actions);
        let action = race.sensible_action();
        assert!(actions.is_empty() || actions.contains(&action), "{action} in {race:?}");
    });
    let mut rng = rng(1);
    let (mut won, games) = (0, 200);
    for game in 0..games {
        let rules = [Rules::AEROPLANE, Rules::FLYING][game % 2];
        let sensible = Seat::new((game / 2 % 4) as u8);
        let mut race = Race::new(&rules, SeatSet::first(4), &Deal::default()).unwrap();
        while race.places_taken() == 0 {
            let step = match race.turn() {
                Turn::Seat(seat) if seat == sensible => {
                    Step::Act { seat, action: race.sensible_action() }
                }
                Turn::Seat(seat) => {
                    Step::Act { seat, action: race.random_action(&mut rng, &mut actions) }
                }
                _ => Step::Chance(rng.random_range(1..=6)),
            };
            race.play_unchecked(&step, &mut NullSink);
        }
        won += usize::from(race.finished_seats().next() == Some(sensible));
    }
    assert!(won > games / 2, "{won} of {games}");
}
