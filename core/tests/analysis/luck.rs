//! Tests that luck averages 0 over all faces of every roll, for every seat.

use qipan_core::analysis::{AnalysisOptions, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::games::race::{Deal, Race};
use rand::RngExt;

use crate::common::{random_rules, random_seats, rng};
use crate::random_game;

/// Returns the luck that each face brings each seat in a position before a roll.
fn luck_of_faces(race: &Race, depth: u32) -> Vec<[f32; 8]> {
    let luck = |die| {
        let mut after = race.clone();
        after.play_unchecked(&Step::Chance(die), &mut NullSink);
        let (states, steps) = ([race.clone(), after], [Step::Chance(die)]);
        let options = AnalysisOptions { depth, ..AnalysisOptions::default() };
        match StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap().change {
            Some(ValueChange::Roll(luck)) => luck,
            other => panic!("{other:?}"),
        }
    };
    (1..=6).map(luck).collect()
}

#[test]
fn luck_sums_to_zero_over_all_faces() {
    let mut rng = rng(11);
    let (mut seen, mut openings, mut large) = (0, 0, 0.0f32);
    for _ in 0..24 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let start = Race::new(&rules, seats, &Deal::default()).unwrap();
        let (states, _) = random_game(start, 600, &mut rng);
        for race in &states {
            let rolls = matches!(race.turn(), Turn::Chance { .. });
            if !rolls || !(race.is_opening() || rng.random_ratio(1, 24)) {
                continue;
            }
            let faces = luck_of_faces(race, u32::from(seen % 4 == 0));
            for seat in 0..8 {
                let sum: f32 = faces.iter().map(|luck| luck[seat]).sum();
                assert!(sum.abs() < 1e-5, "{sum} for seat {seat} in {race:?}");
                large = faces.iter().map(|luck| luck[seat].abs()).fold(large, f32::max);
            }
            for luck in &faces {
                let sum: f32 = luck.iter().sum();
                assert!(sum.abs() < 1e-4, "what one gains the others lose: {luck:?}");
            }
            seen += 1;
            openings += u32::from(race.is_opening());
        }
    }
    assert!(seen > 150 && openings > 5 && large > 0.1, "{seen} {openings} {large}");
}

#[test]
fn opening_luck_grows_with_the_roll() {
    let rules = crate::common::rules("aeroplane", &[]);
    let all = qipan_core::contract::seat::SeatSet::first(4);
    let mut race = Race::new(&rules, all, &Deal::default()).unwrap();
    assert!(race.is_opening());
    let before = race.seat_values_for(0);
    let one = luck_of_faces(&race, 0);
    assert!(one[5][0] > 0.001 && one[0][0] < -0.001, "a high roll is luck: {one:?}");
    assert!(one.windows(2).all(|pair| pair[0][0] <= pair[1][0]), "and a higher one more");
    // The first three roll a 6, a 2 and a 3: only a 6 helps the fourth.
    for die in [6, 2, 3] {
        race.play_unchecked(&Step::Chance(die), &mut NullSink);
    }
    assert!(race.seat_values_for(0)[0] > before[0]);
    let last = luck_of_faces(&race, 0);
    assert!(last[5][3] > 0.0 && last[..5].iter().all(|luck| luck == &last[0]));
}
