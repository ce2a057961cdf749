//! The check of a robot: it plays games, and the same ones again.

use qipan_core::arena::Histogram;
use qipan_core::dice::{Dice, Seed};
use qipan_core::game_loop::{Buffers, Logged, Players, ask, run_to_end};
use qipan_core::house::House;
use qipan_core::options::RuleSet;
use qipan_core::robot::{RandomRobot, Robot};
use qipan_core::script::{Host, LuaRobot, Scripted};
use qipan_core::seat::{Seat, SeatSet};
use serde_json::Value;

use crate::model::checks::{MOST_STEPS, Problem, Tested, Watch, host};
use crate::model::clock::Ticking;
use crate::model::scripts::RobotSpec;

/// Games a robot is tested with; each is played twice.
pub const GAMES: u64 = 20;

/// Once a robot has used so much fuel in its games, and played in [`FEWEST`], it has shown
/// enough: one that searches would keep everybody waiting.
const ENOUGH_FUEL: u64 = 40_000_000;

/// Games every robot is tested with.
const FEWEST: u64 = 2;

/// In the second round a robot's machine is thrown away and made anew after so many of its
/// turns, and all it kept in its own variables with it.
const FRESH_EVERY: usize = 11;

/// Plays all games with the robot's machines kept, then with them thrown away in between.
///
/// # Errors
/// The first thing that is wrong.
pub fn play_test<G: Scripted>(
    spec: &RobotSpec,
    tested: &mut Tested,
    watch: &Watch,
) -> Result<(), Problem> {
    let _ticking = Ticking::start();
    let host = host(watch);
    let presets: Vec<&'static str> =
        G::Rules::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
    tested.presets.clone_from(&presets);
    let fuel = &mut tested.fuel;
    let mut robots = Machines::<G>::new(spec, &host, usize::MAX)?;
    let mut forgetful = Machines::<G>::new(spec, &host, FRESH_EVERY)?;
    for game in 0..GAMES {
        if game >= FEWEST && robots.fuel > ENOUGH_FUEL {
            break;
        }
        let Some(preset) = presets.get(game as usize % presets.len().max(1)) else { break };
        let rules = variant::<G>(preset, game / presets.len() as u64)?;
        let first = play(&mut robots, &rules, game, fuel)?;
        let second = play(&mut forgetful, &rules, game, &mut Histogram::default())?;
        let differs = first.iter().zip(&second).position(|(a, b)| a != b);
        if let Some(at) =
            differs.or((first.len() != second.len()).then_some(first.len().min(second.len())))
        {
            let again =
                play(&mut Machines::<G>::new(spec, &host, usize::MAX)?, &rules, game, fuel)?;
            let why = if again == first {
                "it has to choose the same when what it keeps between turns is lost"
            } else {
                "the same game has to give the same choices; use turn:random for chance"
            };
            let ply = first.get(at).or(second.get(at)).map_or(0, |(ply, _)| *ply);
            let chosen = |list: &[(u32, G::Action)]| {
                list.get(at).map_or("nothing".to_owned(), |(_, action)| format!("`{action}`"))
            };
            let message = format!(
                "in game {} ({preset}), ply {ply}, it chose {} and then {}: {why}",
                game + 1,
                chosen(&first),
                chosen(&second),
            );
            return Err(Problem { file: spec.file.clone(), line: None, message });
        }
        watch.played()?;
    }
    Ok(())
}

/// The preset with the changes of a round of test games, as far as they mean something.
fn variant<G: Scripted>(preset: &str, round: u64) -> Result<G::Rules, Problem> {
    let unknown = || format!("there is no preset `{preset}`");
    let rules = G::Rules::preset(preset).ok_or_else(|| Problem::new(preset, unknown()))?;
    let changes = G::Rules::VARIANTS[round as usize % G::Rules::VARIANTS.len()];
    let change = |rules: G::Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        rules.with_unchecked(key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules.clone(), change);
    Ok(changed.filter(|rules| rules.check().is_ok()).unwrap_or(rules))
}

/// A robot's machines, one a seat.
struct Machines<'a, G: Scripted> {
    spec: &'a RobotSpec,
    host: &'a Host,
    seats: Vec<LuaRobot<G>>,
    fresh_every: usize,
    /// Fuel used by all of them so far.
    fuel: u64,
}

impl<'a, G: Scripted> Machines<'a, G> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, Problem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every, fuel: 0 };
        for _ in 0..G::SEATS.len() {
            machines.seats.push(machines.load()?);
        }
        Ok(machines)
    }

    fn load(&self) -> Result<LuaRobot<G>, Problem> {
        let mut robot = self.spec.load::<G>(self.host).map_err(|error| Problem::script(&error))?;
        robot.start();
        Ok(robot)
    }

    /// The machine of a seat for its next turn.
    fn seat(&mut self, seat: Seat, turn: usize) -> Result<&mut LuaRobot<G>, Problem> {
        if turn % self.fresh_every == self.fresh_every - 1 {
            self.seats[seat.index()] = self.load()?;
        }
        Ok(&mut self.seats[seat.index()])
    }
}

/// Plays one game; in every other one two seats are taken by chance. The robot's choices,
/// each with its ply.
fn play<G: Scripted>(
    machines: &mut Machines<'_, G>,
    rules: &G::Rules,
    game: u64,
    fuel: &mut Histogram,
) -> Result<Vec<(u32, G::Action)>, Problem> {
    let (seed, seats) = (Seed::from_number(game), rules.seats());
    let start = G::draw_deal(rules, seats, &seed).and_then(|deal| G::new(rules, seats, &deal));
    let state = start.map_err(|why| Problem::new(&machines.spec.file, why.to_string()))?;
    machines.seats.iter_mut().for_each(Robot::<G>::start);
    let by_chance = if game % 2 == 1 { odd_seats() } else { SeatSet::EMPTY };
    let (turns, chosen) = ([0; Seat::MAX], Vec::new());
    let mut tested =
        TestedRobot { machines, fuel, seed, dice: Dice::new(seed), by_chance, turns, chosen };
    let mut house = House::default();
    let mut game = Logged::new(state, &mut house, MOST_STEPS);
    run_to_end(&mut game, &mut tested, &mut Buffers::default())?;
    Ok(tested.chosen)
}

fn odd_seats() -> SeatSet {
    (0..Seat::MAX).skip(1).step_by(2).map(|seat| Seat::new(seat as u8)).collect()
}

/// The robot on all seats but those of chance.
struct TestedRobot<'a, 'b, G: Scripted> {
    machines: &'a mut Machines<'b, G>,
    fuel: &'a mut Histogram,
    seed: Seed,
    dice: Dice,
    by_chance: SeatSet,
    /// The robot's turns so far, by seat.
    turns: [usize; Seat::MAX],
    /// What it chose, each with its ply.
    chosen: Vec<(u32, G::Action)>,
}

impl<G: Scripted> Players<G, Logged<'_, G>> for TestedRobot<'_, '_, G> {
    type Error = Problem;

    fn roll(&mut self, _: &Logged<'_, G>, outcomes: &[G::Chance]) -> Result<G::Chance, Problem> {
        Ok(self.dice.roll(outcomes))
    }

    fn choose(
        &mut self,
        game: &Logged<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Problem> {
        let (state, log) = (&game.state, &game.log);
        let stream = self.seed.robot(seat, state.ply());
        if self.by_chance.contains(seat) {
            return Ok(ask(&mut RandomRobot, state, seat, actions, log, &[], stream).action);
        }
        let turn = self.turns[seat.index()];
        self.turns[seat.index()] += 1;
        let robot = self.machines.seat(seat, turn)?;
        let choice = ask(robot, state, seat, actions, log, &[], stream);
        self.fuel.add(choice.fuel);
        self.machines.fuel += choice.fuel;
        if let Some(trouble) = choice.trouble {
            let file = &self.machines.spec.file;
            let robot = &self.machines.seats[seat.index()];
            return Err(robot
                .last_error()
                .map_or_else(|| Problem::new(file, trouble.message), Problem::script));
        }
        self.chosen.push((state.ply(), choice.action));
        Ok(choice.action)
    }
}
