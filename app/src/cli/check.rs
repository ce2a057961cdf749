//! `qipan check`: loads scripts, play-tests them and says what is wrong.

use clap::Args;
use qipan_core::arena::Histogram;
use qipan_core::dice::Seed;
use qipan_core::game::{Game, Step, Turn, Viewer};
use qipan_core::race::{Action, Deal, PRESETS, Race, Rules};
use qipan_core::robot::{Decision, RandomRobot, Robot};
use qipan_core::script::{Host, LuaRobot};
use qipan_core::seat::{Seat, SeatSet};
use serde_json::{Value, json};

use super::{Failure, Format, Outcome, host, one_line, print, print_json};
use crate::clock::Ticking;
use crate::scripts::{self, FindError, RobotSpec};
use crate::storage::Folders;

/// Games a robot is tested with; each is played twice.
const GAMES: u64 = 20;

/// In the second round a robot's machine is thrown away and made anew after so many of its
/// turns, and all it kept in its own variables with it.
const FRESH_EVERY: usize = 11;

/// Steps of a test game at the most.
const MOST_STEPS: usize = 20_000;

/// Changes to a preset that test games are played with, besides none at all.
const VARIANTS: [&[(&str, &str)]; 4] = [
    &[],
    &[("stack", "\"always\""), ("finish", "\"bounce\"")],
    &[("teams", "true"), ("extra_roll", "[5,6]")],
    &[("planes", "2"), ("planes_to_win", "2"), ("bonus_roll", "[\"on_capture\"]")],
];

/// The arguments of `qipan check`.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, or names of robots
    #[arg(required = true, value_name = "SCRIPT")]
    scripts: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// What was found about a script.
struct Verdict {
    file: String,
    name: Option<String>,
    error: Option<Problem>,
    fuel: Histogram,
}

/// What is wrong with a script.
struct Problem {
    file: String,
    line: Option<u32>,
    message: String,
}

impl Check {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        let verdicts: Vec<Verdict> =
            self.scripts.iter().map(|script| verdict(folders, script)).collect();
        if self.format.json {
            let scripts: Vec<Value> = verdicts.iter().map(Verdict::json).collect();
            print_json(&json!({ "scripts": scripts }));
        } else {
            verdicts.iter().for_each(|verdict| print(&verdict.text()));
        }
        if verdicts.iter().all(|verdict| verdict.error.is_none()) {
            Ok(())
        } else {
            Err(Failure::No)
        }
    }
}

fn verdict(folders: &Folders, script: &str) -> Verdict {
    let mut fuel = Histogram::default();
    let spec = match scripts::find(folders, Race::KIND, script) {
        Ok(spec) => spec,
        Err(why) => {
            let error = Some(Problem::finding(script, &why));
            return Verdict { file: script.to_owned(), name: None, error, fuel };
        }
    };
    let error = play_test(&spec, &mut fuel).err();
    Verdict { file: spec.file.clone(), name: Some(spec.info.name.en), error, fuel }
}

/// Plays all games with the robot's machines kept, then with them thrown away in between.
fn play_test(spec: &RobotSpec, fuel: &mut Histogram) -> Result<(), Problem> {
    let _ticking = Ticking::start();
    let host = host();
    let presets: Vec<&str> = PRESETS.into_iter().filter(|preset| spec.plays(preset)).collect();
    let mut robots = Machines::new(spec, &host, usize::MAX)?;
    let mut forgetful = Machines::new(spec, &host, FRESH_EVERY)?;
    for game in 0..GAMES {
        let Some(preset) = presets.get(game as usize % presets.len().max(1)) else { break };
        let rules = variant(preset, game / presets.len() as u64);
        let first = play(&mut robots, &rules, game, fuel)?;
        let second = play(&mut forgetful, &rules, game, &mut Histogram::default())?;
        let differs = first.iter().zip(&second).position(|(a, b)| a != b);
        if let Some(at) =
            differs.or((first.len() != second.len()).then_some(first.len().min(second.len())))
        {
            let again = play(&mut Machines::new(spec, &host, usize::MAX)?, &rules, game, fuel)?;
            let why = if again == first {
                "it has to choose the same when what it keeps between turns is lost"
            } else {
                "the same game has to give the same choices; use turn:random for chance"
            };
            let ply = first.get(at).or(second.get(at)).map_or(0, |(ply, _)| *ply);
            let chosen = |list: &[(u32, Action)]| {
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
    }
    Ok(())
}

/// The preset with the changes of a round of test games, as far as they mean something.
fn variant(preset: &str, round: u64) -> Rules {
    let rules = Rules::preset(preset).unwrap_or(Rules::AEROPLANE);
    let changes = VARIANTS[round as usize % VARIANTS.len()];
    let change = |rules: Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        rules.with_unchecked(key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules, change);
    changed.filter(|rules| rules.check().is_ok()).unwrap_or(rules)
}

/// A robot's machines, one a seat.
struct Machines<'a> {
    spec: &'a RobotSpec,
    host: &'a Host,
    seats: Vec<LuaRobot>,
    fresh_every: usize,
}

impl<'a> Machines<'a> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, Problem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every };
        for _ in 0..Race::SEATS.len() {
            machines.seats.push(machines.load()?);
        }
        Ok(machines)
    }

    fn load(&self) -> Result<LuaRobot, Problem> {
        let mut robot = self.spec.load(self.host).map_err(|error| Problem::script(&error))?;
        robot.start();
        Ok(robot)
    }

    /// The machine of a seat for its next turn.
    fn seat(&mut self, seat: Seat, turn: usize) -> Result<&mut LuaRobot, Problem> {
        if turn % self.fresh_every == self.fresh_every - 1 {
            self.seats[seat.index()] = self.load()?;
        }
        Ok(&mut self.seats[seat.index()])
    }
}

/// Plays one game; in every other one two seats are taken by chance. The robot's choices,
/// each with its ply.
fn play(
    robots: &mut Machines<'_>,
    rules: &Rules,
    game: u64,
    fuel: &mut Histogram,
) -> Result<Vec<(u32, Action)>, Problem> {
    let seed = Seed::from_number(game);
    let broken = |why: String| Problem { file: robots.spec.file.clone(), line: None, message: why };
    let mut state =
        Race::new(rules, SeatSet::first(4), &Deal {}).map_err(|e| broken(e.to_string()))?;
    robots.seats.iter_mut().for_each(Robot::<Race>::start);
    let (mut log, mut actions, mut chosen) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rolls, mut turns) = (0, [0; Seat::MAX]);
    for _ in 0..MOST_STEPS {
        let step = match state.turn() {
            Turn::Over => break,
            Turn::Chance { .. } => {
                rolls += 1;
                Step::Chance(seed.roll(rolls - 1))
            }
            Turn::Seat(seat) => {
                state.legal_actions(&mut actions);
                let (ply, stream) = (state.ply(), seed.robot(seat, state.ply()));
                let view = &state.view(Viewer::Seat(seat));
                let decision = Decision { seat, view, actions: &actions, log: &log, ply, stream };
                let action = if game % 2 == 1 && seat.index() % 2 == 1 {
                    RandomRobot.choose(&decision).action
                } else {
                    let turn = turns[seat.index()];
                    turns[seat.index()] += 1;
                    let action = ask(robots.seat(seat, turn)?, &decision, fuel)?;
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

fn ask(
    robot: &mut LuaRobot,
    decision: &Decision<'_, Race>,
    fuel: &mut Histogram,
) -> Result<Action, Problem> {
    let choice = robot.choose(decision);
    fuel.add(choice.fuel);
    match (choice.trouble, robot.last_error()) {
        (None, _) => Ok(choice.action),
        (Some(_), Some(error)) => Err(Problem::script(error)),
        (Some(trouble), None) => {
            let file = robot.info().name.en.clone();
            Err(Problem { file, line: None, message: trouble.message })
        }
    }
}

impl Problem {
    fn script(error: &qipan_core::script::ScriptError) -> Self {
        Self { file: error.file.clone(), line: error.line, message: error.message.clone() }
    }

    fn finding(script: &str, why: &FindError) -> Self {
        match why {
            FindError::Script(error) => Self::script(error),
            FindError::File { file, why } => {
                Self { file: file.clone(), line: None, message: why.clone() }
            }
            other => Self { file: script.to_owned(), line: None, message: other.to_string() },
        }
    }

    /// `file:12: what is wrong`.
    fn text(&self) -> String {
        let line = self.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{}{line}: {}", self.file, one_line(&self.message))
    }
}

impl Verdict {
    fn json(&self) -> Value {
        let error = self.error.as_ref().map(|error| {
            json!({ "file": error.file, "line": error.line, "message": one_line(&error.message) })
        });
        let played = self.fuel.total() > 0;
        let fuel = |share: f64| played.then(|| self.fuel.quantile(share));
        json!({
            "file": self.file,
            "ok": self.error.is_none(),
            "kind": self.name.is_some().then_some("robot"),
            "name": self.name,
            "error": error,
            "turns": self.fuel.total(),
            "fuel_p50": fuel(0.5),
            "fuel_p95": fuel(0.95),
            "fuel_max": fuel(1.0),
        })
    }

    fn text(&self) -> String {
        if let Some(error) = &self.error {
            return format!("failed  {}", error.text());
        }
        let [half, most, max] = [0.5, 0.95, 1.0].map(|share| self.fuel.quantile(share));
        let (name, turns) = (self.name.as_deref().unwrap_or_default(), self.fuel.total());
        format!(
            "ok      {}: {name}, {turns} turns in {GAMES} games, fuel a turn {half} (half), {most} (95 %), {max} (most)",
            self.file,
        )
    }
}
