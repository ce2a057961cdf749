//! Tests that luck averages 0 over all faces of a roll, for every seat.

use qipan_core::analysis::{AnalysisOptions, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::games::race::{Deal, Race};
use rand::RngExt;

use crate::common::{random_rules, random_seats, rng};
use crate::random_game;

/// Returns each seat's luck for each face of the die, in a position before a roll.
fn luck_of_faces(race: &Race, depth: u32) -> Vec<[f32; 8]> {
    let luck_of_face = |die| {
        let mut after = race.clone();
        after.play_unchecked(&Step::Chance(die), &mut NullSink);
        let (states, steps) = ([race.clone(), after], [Step::Chance(die)]);
        let options = AnalysisOptions { depth, ..AnalysisOptions::default() };
        match StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap().change {
            Some(ValueChange::Roll(luck)) => luck,
            other => panic!("{other:?}"),
        }
    };
    (1..=6).map(luck_of_face).collect()
}

#[test]
fn luck_sums_to_zero_over_all_faces() {
    let mut rng = rng(11);
    let (mut positions, mut openings, mut largest) = (0, 0, 0.0f32);
    for _ in 0..24 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let start = Race::new(&rules, seats, &Deal::default()).unwrap();
        let (states, _) = random_game(start, 600, &mut rng);
        for race in &states {
            // All rolls that decide who begins, and some of the others.
            let is_roll = matches!(race.turn(), Turn::Chance { .. });
            if !is_roll || !(race.is_opening() || rng.random_ratio(1, 24)) {
                continue;
            }
            let depth = if positions % 4 == 0 { 1 } else { 0 };
            let faces = luck_of_faces(race, depth);
            for seat in 0..8 {
                let sum: f32 = faces.iter().map(|luck| luck[seat]).sum();
                assert!(sum.abs() < 1e-5, "{sum} for seat {seat} in {race:?}");
                largest = faces.iter().map(|luck| luck[seat].abs()).fold(largest, f32::max);
            }
            for luck in &faces {
                let sum: f32 = luck.iter().sum();
                assert!(sum.abs() < 1e-4, "the luck of all seats is 0: {luck:?}");
            }
            positions += 1;
            openings += u32::from(race.is_opening());
        }
    }
    assert!(
        positions > 150 && openings > 5 && largest > 0.1,
        "{positions} positions, {openings} openings, {largest}"
    );
}

#[test]
fn opening_luck_grows_with_the_roll() {
    let rules = crate::common::rules("aeroplane", &[]);
    let seats = qipan_core::contract::seat::SeatSet::first(4);
    let mut race = Race::new(&rules, seats, &Deal::default()).unwrap();
    assert!(race.is_opening());
    let values_before = race.seat_values_for(0);
    let first = luck_of_faces(&race, 0);
    assert!(first[5][0] > 0.001 && first[0][0] < -0.001, "a 6 is good luck, a 1 bad: {first:?}");
    assert!(first.windows(2).all(|pair| pair[0][0] <= pair[1][0]), "luck grows with the roll");
    // The first three seats roll a 6, a 2 and a 3. Only a 6 helps the fourth.
    for die in [6, 2, 3] {
        race.play_unchecked(&Step::Chance(die), &mut NullSink);
    }
    assert!(race.seat_values_for(0)[0] > values_before[0]);
    let last = luck_of_faces(&race, 0);
    assert!(last[5][3] > 0.0 && last[..5].iter().all(|luck| luck == &last[0]));
}
