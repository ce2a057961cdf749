//! Tests of position values, expectimax and training.

use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{Board, Deal, Position, Race, RaceSelfPlay, Rules};
use qipan_core::learning::SelfPlay;
use qipan_core::play::playout::any_of;
use rand::RngExt;

use crate::common::{random_rules, random_seats, rng};

/// Calls `see` with every position of random games under random rules.
fn positions(mut see: impl FnMut(&Race)) {
    let mut rng = rng(5);
    let mut actions = Vec::new();
    for _ in 0..30 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let mut race = Race::new(&rules, seats, &Deal::default()).unwrap();
        while race.ply() < 2000 {
            see(&race);
            let step = match race.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => Step::Chance(rng.random_range(1..=6)),
                Turn::Seat(seat) => {
                    race.legal_actions(&mut actions);
                    Step::Act { seat, action: any_of(&actions, &mut rng) }
                }
            };
            race.play_unchecked(&step, &mut NullSink);
        }
    }
}

#[test]
fn seat_values_sum_to_one() {
    let mut seen = [0; 3];
    positions(|race| {
        let worths = race.seat_values();
        let sum: f32 = worths.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{worths:?} of {race:?}");
        for seat in (0..8).map(Seat::new) {
            let worth = worths[seat.index()];
            assert!((0.0..=1.0).contains(&worth), "{worths:?}");
            assert!(worth == 0.0 || race.seats().contains(seat), "{worths:?}");
        }
        let kind = match race.turn() {
            Turn::Over => 0,
            _ if race.places_taken() > 0 => 1,
            _ => 2,
        };
        seen[kind] += 1;
        if race.turn() == Turn::Over {
            let outcome = race.outcome().unwrap();
            let first = race.seat_values_for(0);
            for seat in race.seats().iter() {
                assert_eq!(f64::from(first[seat.index()]), outcome.share(seat), "{race:?}");
            }
        }
    });
    assert!(seen.iter().all(|count| *count >= 8), "{seen:?}");
}

#[test]
fn flat_expectimax_equals_values_after_the_action() {
    let (mut valued, mut actions) = (Vec::new(), Vec::new());
    let mut seen = 0;
    positions(|race| {
        race.expectimax(0, 0, &mut valued);
        race.legal_actions(&mut actions);
        assert!(actions.iter().eq(valued.iter().map(|valued| &valued.action)));
        let Turn::Seat(seat) = race.turn() else { return };
        for valued in &valued {
            let mut next = race.clone();
            next.play_unchecked(&Step::Act { seat, action: valued.action }, &mut NullSink);
            let worth = next.seat_values_for(race.places_taken())[seat.index()];
            assert_eq!(worth, valued.value, "{} in {race:?}", valued.action);
            seen += 1;
        }
        let best = valued.iter().map(|valued| valued.value).fold(0.0, f32::max);
        assert_eq!(race.seat_values_for(race.places_taken())[seat.index()], best);
    });
    assert!(seen > 3000, "{seen}");
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
    let mut valued = Vec::new();
    race.expectimax(1, u64::MAX, &mut valued);
    for valued in &valued {
        let mut next = race.clone();
        let step = Step::Act { seat: Seat::new(0), action: valued.action };
        next.play_unchecked(&step, &mut NullSink);
        let after = |die| {
            let mut rolled = next.clone();
            rolled.play_unchecked(&Step::Chance(die), &mut NullSink);
            rolled.seat_values_for(0)[0]
        };
        let mean = (1..=6).map(after).sum::<f32>() / 6.0;
        assert!((mean - valued.value).abs() < 1e-6, "{mean} for {}", valued.value);
    }
}

#[test]
fn expectimax_returns_the_deepest_result_within_budget() {
    let race = position(
        r#"{"turn": "red", "die": 6, "sides": {"red": {"planes": [4, 27, null]},
            "yellow": {"planes": [12, 40, 44]}}}"#,
    );
    let look = |depth, budget| {
        let mut valued = Vec::new();
        let used = race.expectimax(depth, budget, &mut valued);
        (valued, used)
    };
    let (flat, few) = look(0, 0);
    let (near, many) = look(1, u64::MAX);
    assert!(flat != near && few < many);
    assert_eq!(look(1, many - 1).0, flat);
    assert_eq!(look(1, many), (near.clone(), many));
    assert_eq!(look(9, many + 100).0, near);
}

#[test]
fn seat_values_are_invariant_under_rotation() {
    let colours = ["red", "yellow", "blue", "green"];
    let turned = |by: usize| {
        let seat = |k: usize| colours[(k + by) % 4];
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
    let first = turned(0);
    for by in 1..4 {
        let worths = turned(by);
        assert!((0..4).all(|k| worths[(k + by) % 4] == first[k]), "{worths:?} {first:?}");
    }
}

#[test]
fn networks_value_won_and_even_positions() {
    let near = position(
        r#"{"turn": "red", "sides": {"red": {"planes": [56, 56, 56, 54]},
            "yellow": {"planes": [20]}, "blue": {"planes": [3]}, "green": {"planes": []}}}"#,
    );
    assert!(near.seat_values()[0] > 0.9, "{:?}", near.seat_values());
    for rules in [Rules::AEROPLANE, Rules::FLYING] {
        let race = Race::new(&rules, SeatSet::first(4), &Deal::default()).unwrap();
        assert!(race.seat_values()[..4].iter().all(|worth| (worth - 0.25).abs() < 0.06));
    }
}

#[test]
fn training_follows_from_its_seed() {
    for board in [Board::Aeroplane, Board::Flying] {
        let learned = |seed| {
            let mut practice = RaceSelfPlay::new(board, 60, seed);
            (0..60).for_each(|_| practice.play().unwrap());
            practice.to_bytes()
        };
        let bytes = learned(1);
        assert_eq!(bytes, learned(1));
        assert_ne!(bytes, learned(2));
        assert!(bytes.len() < 300_000);
    }
}

#[test]
fn sensible_action_is_legal_and_beats_random() {
    let mut actions = Vec::new();
    positions(|race| {
        race.legal_actions(&mut actions);
        let action = race.sensible_action();
        assert!(actions.is_empty() || actions.contains(&action), "{action} in {race:?}");
    });
    let (mut rng, mut won, games) = (rng(1), 0, 200);
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
        won += usize::from(race.home().next() == Some(sensible));
    }
    assert!(won > games / 2, "{won} of {games}");
}
