//! Plays games between Lua robots as fast as one thread can, and prints statistics.
//!
//! `cargo bench -p qipan-core --bench lua_robots -- aeroplane 400 greedy careful greedy careful`
//! `cargo bench -p qipan-core --bench lua_robots -- dark 400 greedy random`

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{self, Junqi, Layout};
use qipan_core::games::race::{self, Race};
use qipan_core::script::{
    Host, Limits, LuaRobot, MODULE_FOLDER, ModuleLibrary, Scripted, with_modules,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// The statistics of one robot over all its games.
#[derive(Default)]
struct Tally {
    wins: f64,
    games: u32,
    decisions: u32,
    time: Duration,
    fuel: Vec<u64>,
    errors: u32,
}

/// A series of games between the same robots, with their statistics.
struct Series<G: Scripted> {
    /// The names of the robots' scripts, in the order of the robots.
    names: Vec<String>,
    robots: Vec<LuaRobot<G>>,
    tallies: Vec<Tally>,
    /// The number of games to play.
    games: u64,
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let preset = arguments.first().map_or("aeroplane", String::as_str);
    let games: u64 = arguments.get(1).and_then(|argument| argument.parse().ok()).unwrap_or(400);
    let names = arguments.get(2..).filter(|names| !names.is_empty());
    if let Some(rules) = race::Rules::preset(preset) {
        let mut series = Series::<Race>::new(names.unwrap_or(&vec!["greedy".to_owned(); 4]), games);
        let seats = match series.names.len() {
            2 => [0, 2].map(Seat::new).into_iter().collect(),
            _ => SeatSet::first(4),
        };
        series.play_all(|_, _| {
            Race::new(&rules, seats, &race::Deal::default()).expect("can be played")
        });
    } else {
        let rules = junqi::Rules::preset(preset).expect("a preset of the race games or of Junqi");
        let mut series =
            Series::<Junqi>::new(names.unwrap_or(&vec!["greedy".to_owned(); 2]), games);
        series.play_all(|series, game| deal(&rules, series, game));
    }
}

/// Deals a game of Junqi. A robot without a layout of its own gets a random one.
fn deal(rules: &junqi::Rules, series: &mut Series<Junqi>, game: u64) -> Junqi {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game / series.names.len() as u64);
    let mut layouts = Vec::new();
    for seat in rules.seats().iter() {
        let offered = [random_layout(&mut rng), random_layout(&mut rng)];
        let robot = series.robot_on(rules.seats(), seat, game);
        let own =
            series.robots[robot].layout(seat, rules, &offered, random_stream(&mut rng).into());
        layouts.push((seat, own.expect("a layout").unwrap_or(offered[0])));
    }
    let seed = Seed::from_bytes(random_stream(&mut rng));
    let deal = junqi::Deal::draw(rules, &layouts, &seed).expect("can be dealt");
    Junqi::new(rules, rules.seats(), &deal).expect("can be played")
}

/// Returns a random valid layout, by random swaps of which only the valid ones are kept.
fn random_layout(rng: &mut Xoshiro256PlusPlus) -> Layout {
    let mut layout: Layout = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().expect("a layout");
    for _ in 0..200 {
        let mut pieces = *layout.pieces();
        pieces.swap(rng.random_range(0..25), rng.random_range(0..25));
        layout = Layout::new(pieces).unwrap_or(layout);
    }
    layout
}

/// Returns 32 random bytes, the start of a robot's random stream.
fn random_stream(rng: &mut Xoshiro256PlusPlus) -> [u8; 32] {
    let mut stream = [0; 32];
    rng.fill_bytes(&mut stream);
    stream
}

impl<G: Scripted> Series<G> {
    fn new(names: &[String], games: u64) -> Self {
        let robots = names.iter().map(|name| load(name)).collect();
        let tallies = names.iter().map(|_| Tally::default()).collect();
        Self { names: names.to_vec(), robots, tallies, games }
    }

    /// Plays all games and prints the statistics. `begin` returns the initial state of the game
    /// with this index, from 0.
    fn play_all(&mut self, mut begin: impl FnMut(&mut Self, u64) -> G) {
        let (start, mut plies) = (Instant::now(), 0);
        for game in 0..self.games {
            self.robots.iter_mut().for_each(Robot::start);
            let state = begin(self, game);
            plies += self.play(state, game);
        }
        self.report(plies, start.elapsed());
    }

    /// Returns the index of the robot on a seat. Robots rotate over the seats from game to game.
    fn robot_on(&self, seats: SeatSet, seat: Seat, game: u64) -> usize {
        let index = seats.iter().position(|other| other == seat).expect("the seat takes part");
        (index + game as usize) % self.robots.len()
    }

    fn play(&mut self, mut state: G, game: u64) -> u32 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game / self.robots.len() as u64);
        let (mut actions, mut outcomes, mut log) = (Vec::new(), Vec::new(), Vec::<G::Event>::new());
        loop {
            let step = match state.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => {
                    state.chance_outcomes(&mut outcomes);
                    Step::Chance(outcomes[rng.random_range(0..outcomes.len())])
                }
                Turn::Seat(seat) => {
                    state.legal_actions(&mut actions);
                    let action = match actions[..] {
                        [only] => only,
                        _ => {
                            let stream = random_stream(&mut rng);
                            let robot = self.robot_on(state.seats(), seat, game);
                            self.decide(robot, &state, seat, &actions, &log, stream)
                        }
                    };
                    Step::Act { seat, action }
                }
            };
            state.play_unchecked(&step, &mut log);
        }
        let outcome = state.outcome().expect("the game is over");
        for seat in state.seats().iter() {
            let robot = self.robot_on(state.seats(), seat, game);
            let tally = &mut self.tallies[robot];
            tally.games += 1;
            // Both seats of a team win. In a draw every seat gets half a win.
            let winners = outcome.places[0];
            let is_drawn = winners.len() == state.seats().len();
            tally.wins += match winners.contains(seat) {
                _ if is_drawn => 0.5,
                true => 1.0,
                false => 0.0,
            };
        }
        state.ply()
    }

    /// Asks a robot for the action of a seat and counts its time, fuel and errors.
    fn decide(
        &mut self,
        robot: usize,
        state: &G,
        seat: Seat,
        actions: &[G::Action],
        log: &[G::Event],
        stream: [u8; 32],
    ) -> G::Action {
        let start = Instant::now();
        let view = &state.view(Viewer::Seat(seat));
        let decision = Decision {
            seat,
            view,
            actions,
            log,
            house_rules: &[],
            ply: state.ply(),
            stream: stream.into(),
        };
        let choice = self.robots[robot].choose(&decision);
        let tally = &mut self.tallies[robot];
        tally.time += start.elapsed();
        tally.decisions += 1;
        tally.fuel.push(choice.fuel);
        if let Some(error) = choice.error {
            tally.errors += 1;
            println!("{error}");
        }
        choice.action
    }

    /// Prints the statistics by name, so that robots of the same script count as one.
    fn report(&mut self, plies: u32, time: Duration) {
        let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
        for (name, tally) in self.names.iter().zip(std::mem::take(&mut self.tallies)) {
            let sum = sums.entry(name).or_default();
            sum.wins += tally.wins;
            sum.games += tally.games;
            sum.decisions += tally.decisions;
            sum.time += tally.time;
            sum.errors += tally.errors;
            sum.fuel.extend(tally.fuel);
        }
        let decisions: u32 = sums.values().map(|sum| sum.decisions).sum();
        println!(
            "{} games, {:.0} games/s, {:.0} plies and {:.0} decisions a game",
            self.games,
            self.games as f64 / time.as_secs_f64(),
            f64::from(plies) / self.games as f64,
            f64::from(decisions) / self.games as f64
        );
        for (name, mut sum) in sums {
            sum.fuel.sort_unstable();
            let fuel_quantile = |share: f64| {
                let last = sum.fuel.len().saturating_sub(1);
                sum.fuel.get((last as f64 * share) as usize).copied().unwrap_or(0)
            };
            println!(
                "{name:14} wins {:5.1} % of {} seats, {:6.2} us a decision, fuel {}/{}/{} (median, 95 %, maximum), {} errors",
                100.0 * sum.wins / f64::from(sum.games),
                sum.games,
                sum.time.as_secs_f64() * 1e6 / f64::from(sum.decisions.max(1)),
                fuel_quantile(0.5),
                fuel_quantile(0.95),
                fuel_quantile(1.0),
                sum.errors
            );
        }
    }
}

/// The modules of the shipped robots of a game.
struct Folder(String);

impl ModuleLibrary for Folder {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(format!("{}/{name}.luau", self.0)).ok()
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Loads the shipped robot of this name.
fn load<G: Scripted>(name: &str) -> LuaRobot<G> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/robots");
    let folder = format!("{folder}/{}", G::NAME);
    let text = std::fs::read(format!("{folder}/{name}.luau")).expect("ships");
    let source = with_modules(text, &Folder(format!("{folder}/{MODULE_FOLDER}")));
    // Notes are not shown here, so none are kept.
    let host = Host { limits: Limits { notes: 0, ..Limits::default() }, ..Host::default() };
    LuaRobot::load(name, source, &[], &host).expect("a robot that loads")
}
