//! Helpers shared by the test programs: random rules and seats, and race games whose moves are
//! given as text.
#![allow(dead_code, reason = "every test program uses other parts")]

pub mod golden;
pub mod house_junqi;
pub mod junqi;
pub mod laws;
pub mod race_house;
pub mod race_laws;
pub mod scale;
pub mod scripts;
pub mod second_opinion;

use std::ops::RangeInclusive;

use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::{OptionKind, RuleSet};
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::rules::OPTIONS;
use qipan_core::games::race::{Deal, Effect, Event, PRESETS, Position, Progress, Race, Rules};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Returns a random generator with a fixed seed.
pub fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// Runs the parts of a long test in parallel, one thread for each number.
pub fn side_by_side(numbers: RangeInclusive<u64>, part: impl Fn(u64) + Sync) {
    let part = &part;
    std::thread::scope(|scope| {
        for number in numbers {
            scope.spawn(move || part(number));
        }
    });
}

/// Returns the rules of a preset with some options changed.
///
/// # Panics
/// The rules are invalid. The message is the one that a player would see.
pub fn rules(preset: &str, changes: &[(&str, Value)]) -> Rules {
    let mut rules = Rules::preset(preset).expect("a preset");
    for (key, value) in changes {
        rules = rules.with_unchecked(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules.check().unwrap_or_else(|error| panic!("{error}"));
    rules
}

/// Returns valid rules of a random preset, with about a third of the options at random values.
pub fn random_rules(rng: &mut SmallRng) -> Rules {
    let preset = PRESETS[rng.random_range(0..PRESETS.len())];
    let mut rules = Rules::preset(preset).expect("a preset");
    for info in &OPTIONS {
        if rng.random_ratio(1, 3) {
            let value = random_value(&info.kind, rng);
            rules = rules.with(info.key, &value).unwrap_or(rules);
        }
    }
    rules
}

/// Returns a random value of an option of this kind.
fn random_value(kind: &OptionKind, rng: &mut SmallRng) -> Value {
    match *kind {
        OptionKind::Choice(words) => json!(words[rng.random_range(0..words.len())]),
        OptionKind::Any(words) => {
            json!(words.iter().filter(|_| rng.random()).collect::<Vec<_>>())
        }
        OptionKind::Toggle => json!(rng.random::<bool>()),
        OptionKind::Faces => json!((1..=6).filter(|_| rng.random()).collect::<Vec<u8>>()),
        OptionKind::Number { low, high } => json!(rng.random_range(low..=high)),
        OptionKind::Numbers { low, high } => {
            json!((low..=high).filter(|_| rng.random_ratio(1, 6)).collect::<Vec<u8>>())
        }
        OptionKind::Lines => match rng.random_range(0..3) {
            0 => json!([]),
            1 => json!([["S11", "N14"], ["S15", "N12"]]),
            _ => json!([["S11", "S22", "S33", "S44", "S55"]]),
        },
    }
}

/// Returns two to four of four seats, or all four for a game of teams.
pub fn random_seats(rules: &Rules, rng: &mut SmallRng) -> SeatSet {
    let min_seats = if rules.teams { 4 } else { 2 };
    loop {
        let seats: SeatSet = (0..4).filter(|_| rng.random()).map(Seat::new).collect();
        if seats.len() >= min_seats {
            return seats;
        }
    }
}

/// Parses an effect in the form in which house rules return it.
pub fn effect(value: Value) -> Effect {
    serde_json::from_value(value).expect("an effect")
}

/// Returns the bytes of a fingerprint.
pub fn print(race: &Race) -> Vec<u8> {
    let mut bytes = Vec::new();
    race.encode_state(&mut |part| bytes.extend_from_slice(part));
    bytes
}

/// A race game under test, whose moves are given as text, and the events of the last step.
pub struct Desk {
    pub race: Race,
    pub events: Vec<Event>,
}

impl Desk {
    /// Sets up a game at a position. Panics if the position is invalid.
    pub fn new(rules: &Rules, position: &Position) -> Self {
        let race = position.set_up(rules).unwrap_or_else(|error| panic!("{error}"));
        Self { race, events: Vec::new() }
    }

    /// Begins a game.
    pub fn start(rules: &Rules, seats: &[Seat]) -> Self {
        let seats = seats.iter().copied().collect();
        let race =
            Race::new(rules, seats, &Deal::default()).unwrap_or_else(|error| panic!("{error}"));
        Self { race, events: Vec::new() }
    }

    /// Plays a step. Panics if it is illegal.
    pub fn step(&mut self, step: Step<Race>) -> &mut Self {
        self.events.clear();
        if let Err(error) = self.race.play(&step, &mut self.events) {
            panic!("{error}: {step:?} of {:?} in {:?}", self.actions(), self.race);
        }
        self
    }

    /// Rolls the die.
    pub fn roll(&mut self, die: u8) -> &mut Self {
        self.step(Step::Chance(die))
    }

    /// Plays an action of the seat to move, such as `advance 1 fly`.
    pub fn act(&mut self, action: &str) -> &mut Self {
        let action = action.parse().expect("an action");
        self.step(Step::Act { seat: self.race.seat_to_move(), action })
    }

    /// Applies an effect of the first house rule.
    pub fn house(&mut self, value: Value) -> &mut Self {
        self.step(Step::House { rule: 0, effect: effect(value) })
    }

    /// Returns the error message of an illegal effect, and checks that the effect changes nothing.
    pub fn refusal(&self, value: Value) -> String {
        let mut race = self.race.clone();
        let mut events = Vec::new();
        let step = Step::House { rule: 0, effect: effect(value) };
        let error = race.play(&step, &mut events).expect_err("the effect is illegal");
        assert_eq!((&race, events.len()), (&self.race, 0));
        error.to_string()
    }

    /// Resigns for a seat.
    pub fn resign(&mut self, seat: Seat) -> &mut Self {
        self.step(Step::Resign { seat })
    }

    /// Returns the legal actions as text.
    pub fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.race.legal_actions(&mut actions);
        actions.iter().map(ToString::to_string).collect()
    }

    /// Returns the progress of a seat's planes.
    pub fn row(&self, seat: Seat) -> Vec<Progress> {
        self.race.planes(seat).to_vec()
    }

    /// Returns the planes that move as one with a plane, counted from 0.
    pub fn stack(&self, seat: Seat, plane: u8) -> Vec<u8> {
        self.race.stack(seat, plane).iter().collect()
    }

    /// Returns true if a roll for this seat is due.
    pub fn rolls(&self, seat: Seat) -> bool {
        self.race.turn() == Turn::Chance { roller: seat }
    }

    /// Returns the places of the finished game as seat indices, best first.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let outcome = self.race.outcome().expect("a finished game");
        outcome.places.iter().map(|set| set.iter().map(Seat::index).collect()).collect()
    }

    /// Returns the reason why the game ended.
    pub fn reason(&self) -> Reason {
        self.race.outcome().expect("a finished game").reason
    }
}
