use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::contract::game::Turn;

fn solve(rules: &Rules) -> RaceSolution {
    let mut solution = RaceSolution::new(rules).unwrap();
    while solution.sweep() > 1e-10 {}
    solution
}

fn one_plane(preset: Rules) -> Rules {
    Rules { planes: 1, planes_to_win: 1, ..preset }
}

#[test]
fn values_equal_one_step_expectations() {
    for preset in [Rules::AEROPLANE, Rules::FLYING] {
        let solution = solve(&one_plane(preset));
        for index in 0..solution.len() {
            let race = solution.position(index);
            let value = solution.value(&race).unwrap();
            assert!((0.0..=1.0).contains(&value));
            assert!((solution.one_step_value(&race).unwrap() - value).abs() < 1e-9, "{race:?}");
        }
    }
}

#[test]
fn keys_and_positions_are_inverse() {
    let rules = Rules { planes: 2, planes_to_win: 2, first: First::Red, ..Rules::AEROPLANE };
    let seats = [RED, rules.board.opposite(RED)];
    let start = Race::new(&rules, seats.into_iter().collect(), &Deal::default()).unwrap();
    let layout = KeyLayout::new(&start, seats);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut scratch = Vec::new();
    let (mut stacks, mut sixes) = (0, 0);
    for _ in 0..50 {
        let mut race = start.clone();
        while race.turn() != Turn::Over {
            if race.phase == Phase::Roll {
                let key = layout.encode(&race);
                let decoded = layout.decode(key, &start);
                assert_eq!(layout.encode(&decoded), key, "{race:?}");
                // Decoding makes `seats[0]` the seat to roll. It preserves the progress of the
                // roller and of its opponent. A plane in the hangar counts 0.
                let place_sum = |race: &Race, seat: Seat| -> u32 {
                    race.planes(seat).iter().map(|plane| u32::from(plane.wrapping_add(1))).sum()
                };
                let other = layout.opponent(race.seat);
                assert_eq!(place_sum(&decoded, seats[0]), place_sum(&race, race.seat));
                assert_eq!(place_sum(&decoded, seats[1]), place_sum(&race, other));
                assert_eq!(decoded.sixes, race.sixes);
                stacks += u32::from(race.stack(race.seat, 0).len() > 1);
                sixes += u32::from(race.sixes > 1 && !race.moved_by_sixes.is_empty());
                let die = rng.random_range(1..=6);
                race.play_unchecked(&Step::Chance(die), &mut NullSink);
            } else {
                let action = race.random_action(&mut rng, &mut scratch);
                race.act(action, &mut NullSink);
            }
        }
    }
    assert!(stacks > 100 && sixes > 10, "{stacks} {sixes}");
}

#[test]
fn value_one_step_before_the_end_is_exact() {
    // Each seat needs a 1. The seat that rolls first wins with a probability of 6 in 11.
    let rules = one_plane(Rules::FLYING);
    let solution = solve(&rules);
    let centre = rules.board.centre();
    let seats = [RED, rules.board.opposite(RED)];
    let mut race = solution.start();
    for seat in seats {
        race.place_planes(seat, super::super::sets::PlaneSet::one(0), centre - 1);
    }
    let value = solution.value(&race).unwrap();
    assert!((value - 6.0 / 11.0).abs() < 1e-9, "{value}");
}

#[test]
fn unsolvable_rules_are_refused() {
    assert_eq!(RaceSolution::new(&Rules::FLYING).unwrap_err(), SolveError::Planes(4));
    let tries = Rules { tries_when_grounded: 3, ..one_plane(Rules::FLYING) };
    assert_eq!(RaceSolution::new(&tries).unwrap_err(), SolveError::Tries);
}
