//! The check of a robot: it plays games, and the same ones again.

use qipan_core::arena::Histogram;
use qipan_core::dice::Seed;
use qipan_core::game::{Step, Turn, Viewer};
use qipan_core::options::RuleSet;
use qipan_core::robot::{Decision, RandomRobot, Robot};
use qipan_core::script::Host;
use qipan_core::script::LuaRobot;
use qipan_core::script::Scripted;
use qipan_core::seat::Seat;
use serde_json::Value;

use crate::model::checks::{MOST_STEPS, Problem, Watch, host};
use crate::model::clock::Ticking;
use crate::model::scripts::RobotSpec;

/// Games a robot is tested with; each is played twice.
pub const GAMES: u64 = 20;

/// In the second round a robot's machine is thrown away and made anew after so many of its
/// turns, and all it kept in its own variables with it.
const FRESH_EVERY: usize = 11;

/// Plays all games with the robot's machines kept, then with them thrown away in between.
/// What its turns cost is counted in `fuel`, also where something is wrong. The presets it
/// was tested in.
///
/// # Errors
/// The first thing that is wrong.
pub fn play_test<G: Scripted>(
    spec: &RobotSpec,
    fuel: &mut Histogram,
    watch: &Watch,
) -> Result<Vec<&'static str>, Problem> {
    let _ticking = Ticking::start();
    let host = host(watch);
    let presets: Vec<&'static str> =
        G::Rules::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
    let mut robots = Machines::<G>::new(spec, &host, usize::MAX)?;
    let mut forgetful = Machines::<G>::new(spec, &host, FRESH_EVERY)?;
    for game in 0..GAMES {
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
    Ok(presets)
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
}

impl<'a, G: Scripted> Machines<'a, G> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, Problem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every };
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
    robots: &mut Machines<'_, G>,
    rules: &G::Rules,
    game: u64,
    fuel: &mut Histogram,
) -> Result<Vec<(u32, G::Action)>, Problem> {
    let (seed, seats) = (Seed::from_number(game), rules.seats());
    let start = G::draw_deal(rules, seats, &seed).and_then(|deal| G::new(rules, seats, &deal));
    let mut state = start.map_err(|why| Problem::new(&robots.spec.file, why.to_string()))?;
    robots.seats.iter_mut().for_each(Robot::<G>::start);
    let (mut log, mut actions, mut chosen) = (Vec::new(), Vec::new(), Vec::new());
    let mut outcomes = Vec::new();
    let (mut rolls, mut turns) = (0, [0; Seat::MAX]);
    for _ in 0..MOST_STEPS {
        let step = match state.turn() {
            Turn::Over => break,
            Turn::Chance { .. } => {
                rolls += 1;
                state.chance_outcomes(&mut outcomes);
                let drawn = seed.draw("dice", rolls - 1, outcomes.len() as u8);
                Step::Chance(outcomes[drawn as usize])
            }
            Turn::Seat(seat) => {
                state.legal_actions(&mut actions);
                let (ply, stream) = (state.ply(), seed.robot(seat, state.ply()));
                let view = &state.view(Viewer::Seat(seat));
                let decision = Decision {
                    seat,
                    view,
                    actions: &actions,
                    log: &log,
                    house_rules: &[],
                    ply,
                    stream,
                };
                let action = if game % 2 == 1 && seat.index() % 2 == 1 {
                    RandomRobot.choose(&decision).action
                } else {
                    let turn = turns[seat.index()];
                    turns[seat.index()] += 1;
                    let file = &robots.spec.file;
                    let action = ask::<G>(file, robots.seat(seat, turn)?, &decision, fuel)?;
                    chosen.push((ply, action));
                    action
                };
                Step::Act { seat, action }
            }
        };
        state.play_unchecked(&step, &mut log);
    }
    Ok(chosen)
}

fn ask<G: Scripted>(
    file: &str,
    robot: &mut LuaRobot<G>,
    decision: &Decision<'_, G>,
    fuel: &mut Histogram,
) -> Result<G::Action, Problem> {
    let choice = robot.choose(decision);
    fuel.add(choice.fuel);
    match (choice.trouble, robot.last_error()) {
        (None, _) => Ok(choice.action),
        (Some(_), Some(error)) => Err(Problem::script(error)),
        (Some(trouble), None) => Err(Problem::new(file, trouble.message)),
    }
}
