//! Plays race games between Lua robots as fast as one thread can, and counts.
//!
//! `cargo bench -p qipan-core --bench lua_robots -- aeroplane 400 greedy careful greedy careful`

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use qipan_core::game::{Game, Step, Turn, Viewer};
use qipan_core::race::{Deal, Event, Race, Rules};
use qipan_core::robot::{Decision, Robot};
use qipan_core::script::{Host, LuaRobot};
use qipan_core::seat::{Seat, SeatSet};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// What one robot has done in all its games.
#[derive(Default)]
struct Tally {
    wins: f64,
    games: u32,
    decisions: u32,
    time: Duration,
    fuel: Vec<u64>,
    troubles: u32,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let preset = words.first().map_or("aeroplane", String::as_str);
    let games: u64 = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(400);
    let names: Vec<&str> = match words.get(2..) {
        Some(names) if !names.is_empty() => names.iter().map(String::as_str).collect(),
        _ => vec!["greedy"; 4],
    };
    let rules = Rules::preset(preset).expect("a preset of the race games");
    let mut robots: Vec<LuaRobot<Race>> = names.iter().map(|name| load(name)).collect();
    let mut tallies: Vec<Tally> = names.iter().map(|_| Tally::default()).collect();
    let (start, mut plies) = (Instant::now(), 0);
    for game in 0..games {
        plies += play(&rules, game, &mut robots, &mut tallies);
    }
    report(&names, tallies, games, plies, start.elapsed());
}

fn load(name: &str) -> LuaRobot<Race> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/robots/race");
    let source = std::fs::read(format!("{folder}/{name}.luau")).expect("a shipped robot");
    LuaRobot::load(name, source, &[], &Host::default()).expect("a robot that loads")
}

/// One game; robots take the seats in turn, game after game.
fn play(rules: &Rules, game: u64, robots: &mut [LuaRobot<Race>], tallies: &mut [Tally]) -> u32 {
    let count = robots.len();
    let seats: SeatSet = match count {
        2 => [0, 2].map(Seat::new).into_iter().collect(),
        _ => SeatSet::first(4),
    };
    let sitting = |seat: Seat| {
        let place = seats.iter().position(|other| other == seat).expect("takes part");
        (place + game as usize) % count
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game / count as u64);
    let mut race = Race::new(rules, seats, &Deal {}).expect("the preset can be played");
    let (mut actions, mut log) = (Vec::new(), Vec::<Event>::new());
    robots.iter_mut().for_each(Robot::start);
    let mut winner = None;
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        let step = if actions.is_empty() {
            Step::Chance(rng.random_range(1..=6))
        } else {
            let seat = race.seat_to_move();
            let action = match actions[..] {
                [only] => only,
                _ => {
                    let mut stream = [0; 32];
                    rng.fill_bytes(&mut stream);
                    let who = sitting(seat);
                    decide(&race, &actions, &log, stream, &mut robots[who], &mut tallies[who])
                }
            };
            Step::Act { seat, action }
        };
        race.play_unchecked(&step, &mut log);
        if winner.is_none() {
            winner = race.home().next();
        }
    }
    for seat in seats.iter() {
        let tally = &mut tallies[sitting(seat)];
        tally.games += 1;
        tally.wins += f64::from(u8::from(winner == Some(seat)));
    }
    race.ply()
}

fn decide(
    race: &Race,
    actions: &[qipan_core::race::Action],
    log: &[Event],
    stream: [u8; 32],
    robot: &mut LuaRobot<Race>,
    tally: &mut Tally,
) -> qipan_core::race::Action {
    let seat = race.seat_to_move();
    let view = race.view(Viewer::Seat(seat));
    let start = Instant::now();
    let choice =
        robot.choose(&Decision { seat, view: &view, actions, log, ply: race.ply(), stream });
    tally.time += start.elapsed();
    tally.decisions += 1;
    tally.fuel.push(choice.fuel);
    if let Some(trouble) = choice.trouble {
        tally.troubles += 1;
        println!("{trouble}");
    }
    choice.action
}

fn report(names: &[&str], tallies: Vec<Tally>, games: u64, plies: u32, time: Duration) {
    let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
    for (name, tally) in names.iter().zip(tallies) {
        let sum = sums.entry(name).or_default();
        sum.wins += tally.wins;
        sum.games += tally.games;
        sum.decisions += tally.decisions;
        sum.time += tally.time;
        sum.troubles += tally.troubles;
        sum.fuel.extend(tally.fuel);
    }
    let decisions: u32 = sums.values().map(|sum| sum.decisions).sum();
    println!(
        "{games} games, {:.0} games/s, {:.0} plies and {:.0} decisions a game",
        games as f64 / time.as_secs_f64(),
        f64::from(plies) / games as f64,
        f64::from(decisions) / games as f64
    );
    for (name, mut sum) in sums {
        sum.fuel.sort_unstable();
        let fuel = |share: f64| {
            let last = sum.fuel.len().saturating_sub(1);
            sum.fuel.get((last as f64 * share) as usize).copied().unwrap_or(0)
        };
        println!(
            "{name:12} wins {:5.1} % of {} seats, {:6.2} us a decision, fuel {}/{}/{} (half, 95 %, most), {} troubles",
            100.0 * sum.wins / f64::from(sum.games),
            sum.games,
            sum.time.as_secs_f64() * 1e6 / f64::from(sum.decisions.max(1)),
            fuel(0.5),
            fuel(0.95),
            fuel(1.0),
            sum.troubles
        );
    }
}
