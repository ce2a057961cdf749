//! Small positions compared with exact values, which are computed by playing on to the end in
//! every way.

use std::collections::HashMap;

use qipan_core::analysis::{AnalysisOptions, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Position, Progress, Race, Rules};
use serde_json::json;

use crate::common;

/// A position as both seats' planes and the seat to move. Each seat has four planes in its lane,
/// of which one has to come home, without extra rolls and stacks.
type Key = ([Progress; 4], [Progress; 4], usize);

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(2);

fn rules() -> Rules {
    let changes = [
        ("planes_to_win", json!(1)),
        ("end", json!("first_home")),
        ("extra_roll", json!([])),
        ("stack", json!("never")),
    ];
    common::rules("aeroplane", &changes)
}

fn key(race: &Race) -> Key {
    let planes = |seat| {
        let mut planes: [Progress; 4] = race.planes(seat).try_into().unwrap();
        planes.sort_unstable();
        planes
    };
    (planes(RED), planes(BLUE), race.seat_to_move().index())
}

fn after(race: &Race, step: Step<Race>) -> Race {
    let mut next = race.clone();
    next.play_unchecked(&step, &mut NullSink);
    next
}

/// Returns the positions that a roll of this face can lead to, by choice of its seat.
fn choices(race: &Race, die: u8) -> Vec<Race> {
    let rolled = after(race, Step::Chance(die));
    let Turn::Seat(seat) = rolled.turn() else { return vec![rolled] };
    let mut actions = Vec::new();
    rolled.legal_actions(&mut actions);
    actions.into_iter().map(|action| after(&rolled, Step::Act { seat, action })).collect()
}

/// Red's exact chances in all positions that can come from one, by value iteration.
struct Exact(HashMap<Key, f64>);

impl Exact {
    fn from(start: &Race) -> Self {
        let mut ways: Vec<(Key, usize, Vec<Vec<Key>>)> = Vec::new();
        let mut chances = HashMap::from([(key(start), 0.5)]);
        let mut todo = vec![start.clone()];
        while let Some(race) = todo.pop() {
            let mut faces = Vec::new();
            for die in 1..=6 {
                let next = choices(&race, die);
                faces.push(next.iter().map(key).collect());
                for next in next {
                    let ended = next.outcome().map(|end| end.share(RED));
                    if chances.insert(key(&next), ended.unwrap_or(0.5)).is_none() && ended.is_none()
                    {
                        todo.push(next);
                    }
                }
            }
            ways.push((key(&race), race.seat_to_move().index(), faces));
        }
        for _ in 0..400 {
            for (from, seat, faces) in &ways {
                let best = |next: &Vec<Key>| {
                    let chances = next.iter().map(|key| chances[key]);
                    if *seat == 0 {
                        chances.fold(0.0, f64::max)
                    } else {
                        chances.fold(1.0, f64::min)
                    }
                };
                let mean = faces.iter().map(best).sum::<f64>() / 6.0;
                chances.insert(*from, mean);
            }
        }
        Self(chances)
    }

    /// Returns Red's chances in any position, also with a roll that fell.
    fn of(&self, race: &Race) -> f64 {
        let Turn::Seat(seat) = race.turn() else { return self.0[&key(race)] };
        let mut actions = Vec::new();
        race.legal_actions(&mut actions);
        let next = actions.into_iter().map(|action| after(race, Step::Act { seat, action }));
        let chances = next.map(|next| self.0[&key(&next)]);
        if seat == RED { chances.fold(0.0, f64::max) } else { chances.fold(1.0, f64::min) }
    }
}

fn start(red: [Progress; 4], blue: [Progress; 4]) -> Race {
    Position::new(RED).side(RED, &red).side(BLUE, &blue).set_up(&rules()).unwrap()
}

/// Returns the largest deviations of luck and skill from the exact values.
fn error(race: &Race, exact: &Exact, depth: u32) -> [f64; 2] {
    let options = AnalysisOptions { depth, ..AnalysisOptions::default() };
    let mut worst = [0.0f64; 2];
    let mut sum = 0.0;
    for die in 1..=6 {
        let rolled = after(race, Step::Chance(die));
        let right = exact.of(&rolled) - exact.of(race);
        sum += right;
        let (states, steps) = ([race.clone(), rolled.clone()], [Step::Chance(die)]);
        let moment = StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap();
        let Some(ValueChange::Roll(luck)) = moment.change else { panic!("a roll") };
        worst[0] = worst[0].max((f64::from(luck[0]) - right).abs());
        let Turn::Seat(seat) = rolled.turn() else { continue };
        let mut actions = Vec::new();
        rolled.legal_actions(&mut actions);
        for action in actions {
            let step = Step::Act { seat, action };
            let next = after(&rolled, step.clone());
            let right = exact.of(&next) - exact.of(&rolled);
            let (states, steps) = ([rolled.clone(), next], [step]);
            let moment = StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap();
            let Some(ValueChange::Choice(choice)) = moment.change else { panic!("a choice") };
            worst[1] = worst[1].max((f64::from(choice.skill[0]) - right).abs());
        }
    }
    assert!(sum.abs() < 1e-9, "exact luck sums to 0, not to {sum}");
    worst
}

#[test]
fn luck_and_skill_match_exact_values() {
    let (mut flat, mut deep) = ([0.0f64; 2], [0.0f64; 2]);
    let mut positions = 0;
    for (red, blue) in [
        ([52, 53, 54, 55], [51, 53, 54, 55]),
        ([51, 52, 54, 54], [52, 53, 54, 55]),
        ([51, 53, 53, 55], [51, 51, 53, 54]),
    ] {
        let race = start(red, blue);
        let exact = Exact::from(&race);
        positions += exact.0.len();
        for (worst, depth) in [(&mut flat, 0), (&mut deep, 4)] {
            let found = error(&race, &exact, depth);
            *worst = [worst[0].max(found[0]), worst[1].max(found[1])];
        }
    }
    assert!(positions > 5000, "{positions}");
    assert!(flat[0] > 0.2 && flat[1] > 0.3, "the network was never told of such games: {flat:?}");
    assert!(deep[0] < 0.03 && deep[1] < 0.03, "and what follows makes up for it: {deep:?}");
}
