//! Tests that compare the analysis of small positions with exact values. These come from value
//! iteration over all positions that can follow.

use std::collections::HashMap;

use qipan_core::analysis::{AnalysisOptions, StepAnalyser, ValueChange};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Position, Progress, Race, Rules};
use serde_json::json;

use crate::common;

/// A position before a roll: the sorted progress of Red's and Blue's planes, and the index of the
/// seat to move.
type Key = ([Progress; 4], [Progress; 4], usize);

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(2);

/// Returns rules by which the first plane in the centre wins, without extra rolls and stacks.
fn rules() -> Rules {
    let changes = [
        ("planes_to_win", json!(1)),
        ("end", json!("first_home")),
        ("extra_roll", json!([])),
        ("stack", json!("never")),
    ];
    common::rules("aeroplane", &changes)
}

fn key_of(race: &Race) -> Key {
    let sorted_planes = |seat| {
        let mut planes: [Progress; 4] = race.planes(seat).try_into().unwrap();
        planes.sort_unstable();
        planes
    };
    (sorted_planes(RED), sorted_planes(BLUE), race.seat_to_move().index())
}

/// Returns the state after a legal step.
fn after(race: &Race, step: Step<Race>) -> Race {
    let mut next = race.clone();
    next.play_unchecked(&step, &mut NullSink);
    next
}

/// Returns the positions after each action of the seat to move.
fn positions_after_actions(race: &Race, seat: Seat) -> Vec<Race> {
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    actions.into_iter().map(|action| after(race, Step::Act { seat, action })).collect()
}

/// Returns the positions that can follow a roll of this face.
fn positions_after_roll(race: &Race, die: u8) -> Vec<Race> {
    let rolled = after(race, Step::Chance(die));
    match rolled.turn() {
        Turn::Seat(seat) => positions_after_actions(&rolled, seat),
        _ => vec![rolled],
    }
}

/// Returns Red's chance if a seat chooses the best among positions with these chances of Red.
fn best_chance(seat: Seat, chances: impl Iterator<Item = f64>) -> f64 {
    if seat == RED { chances.fold(0.0, f64::max) } else { chances.fold(1.0, f64::min) }
}

/// Red's exact chances in all positions that can follow a position.
struct ExactChances(HashMap<Key, f64>);

/// A position with its successors.
struct Successors {
    key: Key,
    seat: Seat,
    /// The keys of the positions that can follow each face of the die.
    by_face: Vec<Vec<Key>>,
}

impl ExactChances {
    /// Computes the chances by value iteration.
    fn from(start: &Race) -> Self {
        let mut positions: Vec<Successors> = Vec::new();
        let mut chances = HashMap::from([(key_of(start), 0.5)]);
        let mut unexplored = vec![start.clone()];
        while let Some(race) = unexplored.pop() {
            let mut by_face = Vec::new();
            for die in 1..=6 {
                let successors = positions_after_roll(&race, die);
                by_face.push(successors.iter().map(key_of).collect());
                for next in successors {
                    let final_share = next.outcome().map(|outcome| outcome.share(RED));
                    let known = chances.insert(key_of(&next), final_share.unwrap_or(0.5));
                    if known.is_none() && final_share.is_none() {
                        unexplored.push(next);
                    }
                }
            }
            positions.push(Successors { key: key_of(&race), seat: race.seat_to_move(), by_face });
        }
        for _ in 0..400 {
            for position in &positions {
                let chance_after = |successors: &Vec<Key>| {
                    best_chance(position.seat, successors.iter().map(|key| chances[key]))
                };
                let mean = position.by_face.iter().map(chance_after).sum::<f64>() / 6.0;
                chances.insert(position.key, mean);
            }
        }
        Self(chances)
    }

    /// Returns Red's chance in a position before or after a roll.
    fn of(&self, race: &Race) -> f64 {
        let Turn::Seat(seat) = race.turn() else { return self.0[&key_of(race)] };
        let successors = positions_after_actions(race, seat);
        best_chance(seat, successors.iter().map(|next| self.0[&key_of(next)]))
    }
}

/// Returns a position of Red against Blue, with Red to roll.
fn start(red: [Progress; 4], blue: [Progress; 4]) -> Race {
    Position::new(RED).side(RED, &red).side(BLUE, &blue).set_up(&rules()).unwrap()
}

/// The largest deviations of an analysis from exact values.
#[derive(Default, Debug)]
struct Deviations {
    luck: f64,
    skill: f64,
}

impl Deviations {
    /// Analyses all rolls from a position and all actions after them.
    fn add_position(&mut self, race: &Race, exact: &ExactChances, depth: u32) {
        let options = AnalysisOptions { depth, ..AnalysisOptions::default() };
        let mut luck_sum = 0.0;
        for die in 1..=6 {
            let rolled = after(race, Step::Chance(die));
            let exact_luck = exact.of(&rolled) - exact.of(race);
            luck_sum += exact_luck;
            let (states, steps) = ([race.clone(), rolled.clone()], [Step::Chance(die)]);
            let analysis = StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap();
            let Some(ValueChange::Roll(luck)) = analysis.change else { panic!("a roll") };
            self.luck = self.luck.max((f64::from(luck[0]) - exact_luck).abs());
            let Turn::Seat(seat) = rolled.turn() else { continue };
            let mut actions = Vec::new();
            rolled.legal_actions(&mut actions);
            for action in actions {
                let step = Step::Act { seat, action };
                let next = after(&rolled, step.clone());
                let exact_skill = exact.of(&next) - exact.of(&rolled);
                let (states, steps) = ([rolled.clone(), next], [step]);
                let analysis = StepAnalyser::new(&states, &steps, options).analyse_step(0).unwrap();
                let Some(ValueChange::Choice(choice)) = analysis.change else { panic!("a choice") };
                self.skill = self.skill.max((f64::from(choice.skill[0]) - exact_skill).abs());
            }
        }
        assert!(luck_sum.abs() < 1e-9, "exact luck sums to 0, not to {luck_sum}");
    }
}

#[test]
fn luck_and_skill_match_exact_values() {
    let (mut without_look_ahead, mut with_look_ahead) =
        (Deviations::default(), Deviations::default());
    let mut positions = 0;
    for (red, blue) in [
        ([52, 53, 54, 55], [51, 53, 54, 55]),
        ([51, 52, 54, 54], [52, 53, 54, 55]),
        ([51, 53, 53, 55], [51, 51, 53, 54]),
    ] {
        let race = start(red, blue);
        let exact = ExactChances::from(&race);
        positions += exact.0.len();
        without_look_ahead.add_position(&race, &exact, 0);
        with_look_ahead.add_position(&race, &exact, 4);
    }
    assert!(positions > 5000, "{positions}");
    // The network was not trained on such games, so it is wrong about them.
    assert!(
        without_look_ahead.luck > 0.2 && without_look_ahead.skill > 0.3,
        "{without_look_ahead:?}"
    );
    // Look-ahead corrects that.
    assert!(with_look_ahead.luck < 0.03 && with_look_ahead.skill < 0.03, "{with_look_ahead:?}");
}
