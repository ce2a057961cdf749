//! The race games compared with their reference implementation step by step: moves, events,
//! positions and places.

use std::collections::BTreeSet;

use crate::common::second_opinion::{both_agree, compare, seats};
use crate::common::{random_rules, random_seats};
use crate::plain::{HANGAR as IN_HANGAR, Move, Plain, names};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{
    Action, Deal, Event, ExtraRollReason, HANGAR, Progress, Race, Rules,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::Value;

/// Returns a progress as the reference implementation writes it.
fn place(progress: Progress) -> i32 {
    if progress == HANGAR { IN_HANGAR } else { i32::from(progress) }
}

/// Returns an action as a move of the reference implementation.
fn to_reference_move(action: &Action) -> Move {
    match *action {
        Action::Launch { plane, stack } => Move::Launch { plane: plane.into(), stack },
        Action::Advance { plane, fly, stack } => Move::Advance { plane: plane.into(), fly, stack },
        Action::Answer { .. } => panic!("the reference implementation has no house rules"),
    }
}

/// Describes an event in the words of the reference implementation.
fn words(event: &Event) -> String {
    let list = |seat: Seat, planes: &mut dyn Iterator<Item = u8>| {
        names(&planes.map(|plane| (seat.index(), plane.into())).collect())
    };
    match *event {
        Event::OpeningRolled { seat, die } => format!("opening {die} by {}", seat.index()),
        Event::OpeningTied { seats } => {
            format!("tied {:?}", self::seats(seats))
        }
        Event::Began { seat } => format!("began {}", seat.index()),
        Event::Rolled { seat, die } => format!("rolled {die} by {}", seat.index()),
        Event::NothingToMove { seat, die } => {
            format!("nothing to move for {} with {die}", seat.index())
        }
        Event::Launched { seat, plane, to } => {
            format!("launched {}.{plane} to {to}", seat.index())
        }
        Event::Moved { seat, planes, from, to, .. } => {
            format!("moved {} from {from} to {to}", list(seat, &mut planes.iter()))
        }
        Event::Jumped { seat, planes, from, to } => {
            format!("jumped {} from {from} to {to}", list(seat, &mut planes.iter()))
        }
        Event::Flew { seat, planes, from, to } => {
            format!("flew {} from {from} to {to}", list(seat, &mut planes.iter()))
        }
        Event::Captured { by, by_size, seat, planes, at } => {
            let planes = list(seat, &mut planes.iter());
            format!("captured {planes} at {at} by {} with {by_size}", by.index())
        }
        Event::Repelled { seat, planes, at } => {
            format!("repelled {} at {at}", list(seat, &mut planes.iter()))
        }
        Event::Stacked { seat, planes, at } => {
            format!("stacked {} at {at}", list(seat, &mut planes.iter()))
        }
        Event::Finished { seat, planes } => {
            format!("finished {}", list(seat, &mut planes.iter()))
        }
        Event::ThirdSix { seat, planes } => {
            format!("third six of {}: {}", seat.index(), list(seat, &mut planes.iter()))
        }
        Event::RollsAgain { seat, why } => {
            let why = match why {
                ExtraRollReason::Face => "face",
                ExtraRollReason::Capture => "capture",
                ExtraRollReason::Finish => "finish",
                ExtraRollReason::Try => "try",
            };
            format!("{} rolls again for {why}", seat.index())
        }
        Event::SeatFinished { seat, place } => format!("home {} as {place}", seat.index()),
        Event::TurnPassed { from, to } => format!("passed from {} to {}", from.index(), to.index()),
        Event::Ended { reason } => format!("ended {reason:?}"),
        other => format!("not of these rules: {other:?}"),
    }
}

/// Returns the differences between the two games after a step.
fn differences(race: &Race, events: &[Event], plain: &Plain) -> Vec<String> {
    let mut found = Vec::new();
    let mut race_events: Vec<String> = events.iter().map(words).collect();
    let mut plain_events = plain.events.clone();
    race_events.sort();
    plain_events.sort();
    compare(&mut found, "events", &race_events, &plain_events);
    for (plane, plain_place) in &plain.places {
        let seat = Seat::new(plane.0 as u8);
        let progress = race.planes(seat)[plane.1];
        compare(&mut found, &format!("plane {plane:?}"), &place(progress), plain_place);
        let stack: BTreeSet<_> =
            race.stack(seat, plane.1 as u8).iter().map(|k| (plane.0, k as usize)).collect();
        compare(&mut found, "stack", &stack, &plain.stack(*plane));
    }
    let turn = match (&plain.end, plain.die) {
        (Some(_), _) => Turn::Over,
        (None, Some(_)) => Turn::Seat(Seat::new(plain.turn as u8)),
        (None, None) => Turn::Chance { roller: Seat::new(plain.turn as u8) },
    };
    compare(&mut found, "turn", &race.turn(), &turn);
    compare(&mut found, "die", &race.die(), &plain.die);
    compare(&mut found, "opening", &race.is_opening(), &plain.opening.is_some());
    let home: Vec<usize> = race.finished_seats().map(Seat::index).collect();
    compare(&mut found, "home", &home, &plain.home);
    let end = race.outcome().map(|outcome| {
        let places: Vec<_> = outcome.places.iter().map(|set| seats(*set)).collect();
        (places, format!("{:?}", outcome.reason))
    });
    let plain_end = plain.end.clone().map(|(places, why)| (places, why.to_owned()));
    compare(&mut found, "end", &end, &plain_end);
    found
}

/// Plays one game in both implementations. Returns its number of steps, or the first difference.
fn play_both(rules: &Rules, seats: SeatSet, rng: &mut SmallRng) -> Result<usize, String> {
    let mut race = Race::new(rules, seats, &Deal::default()).unwrap();
    let Value::Object(options) = serde_json::to_value(rules).unwrap() else { unreachable!() };
    let indices: Vec<usize> = seats.iter().map(Seat::index).collect();
    let mut plain = Plain::new(options, &indices);
    let (mut actions, mut events, mut log) = (Vec::new(), Vec::new(), Vec::new());
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        let moves: BTreeSet<Move> = actions.iter().map(to_reference_move).collect();
        let legal = plain.legal();
        if moves.len() != actions.len() || moves != legal {
            return Err(format!("actions: {moves:?}, plain: {legal:?}, in {plain:?}"));
        }
        events.clear();
        if let Turn::Seat(seat) = race.turn() {
            let action = actions[rng.random_range(0..actions.len())];
            log.push(action.to_string());
            race.play(&Step::Act { seat, action }, &mut events).unwrap();
            plain.act(&to_reference_move(&action));
        } else {
            let die = rng.random_range(1..=6);
            log.push(die.to_string());
            race.play(&Step::Chance(die), &mut events).unwrap();
            plain.roll(die);
        }
        let found = differences(&race, &events, &plain);
        if !found.is_empty() {
            let last_steps = &log[log.len().saturating_sub(8)..];
            return Err(format!("{found:#?} in {plain:?}, {last_steps:?}"));
        }
    }
    Ok(log.len())
}

#[test]
fn reference_implementation_agrees() {
    let both = |rules: &Rules, rng: &mut SmallRng| {
        let seats = random_seats(rules, rng);
        play_both(rules, seats, rng)
    };
    both_agree("the race", (160, 31), random_rules, both);
}
