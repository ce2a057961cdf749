//! `qipan check`: loads scripts, play-tests them and says what is wrong.

use std::path::Path;

use clap::Args;
use qipan_core::arena::Histogram;
use qipan_core::dice::Seed;
use qipan_core::game::{Step, Turn, Viewer};
use qipan_core::robot::{Decision, RandomRobot, Robot};
use qipan_core::script::{Host, ScriptKind};
use qipan_core::seat::Seat;
use serde_json::{Value, json};

use super::check_rule::{self, Tested};
use super::{Failure, Format, Outcome, host, one_line, print, print_json};
use crate::clock::Ticking;
use crate::kind::{GameKind, Kind, for_kind};
use crate::scripts::{self, FindError, RobotSpec, RuleSpec};
use crate::storage::Folders;

/// Games a robot is tested with; each is played twice.
const GAMES: u64 = 20;

/// In the second round a robot's machine is thrown away and made anew after so many of its
/// turns, and all it kept in its own variables with it.
const FRESH_EVERY: usize = 11;

/// Steps of a test game at the most.
const MOST_STEPS: usize = 20_000;

/// The arguments of `qipan check`.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, or names of robots and house rules
    #[arg(required = true, value_name = "SCRIPT")]
    scripts: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// What was found about a script.
struct Verdict {
    file: String,
    kind: Option<ScriptKind>,
    name: Option<String>,
    error: Option<Problem>,
    fuel: Histogram,
    /// What came of a house rule's games.
    tested: Option<Tested>,
}

/// What is wrong with a script.
pub(super) struct Problem {
    pub(super) file: String,
    pub(super) line: Option<u32>,
    pub(super) message: String,
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

/// The robot in a file, of a game (`junqi/greedy`), or of the first game with one of this
/// name.
fn find(folders: &Folders, script: &str) -> Result<RobotSpec, FindError> {
    let of_game = script.split_once('/').filter(|_| !Path::new(script).is_file());
    let of_game = of_game.and_then(|(game, name)| Some((GameKind::of_name(game)?, name)));
    if let Some((kind, name)) = of_game {
        return scripts::find(folders, kind.name(), name);
    }
    let mut first = None;
    for kind in GameKind::ALL {
        match scripts::find(folders, kind.name(), script) {
            // Another game may know the name, or be the one this file plays.
            Err(why @ (FindError::Unknown { .. } | FindError::Game { .. })) => {
                first.get_or_insert(why);
            }
            found => return found,
        }
    }
    let unknown =
        || FindError::Unknown { what: "robot", name: script.to_owned(), known: String::new() };
    Err(first.unwrap_or_else(unknown))
}

/// The house rule in a file or of this name, if it is one.
fn find_rule(folders: &Folders, script: &str) -> Option<Result<RuleSpec, FindError>> {
    let of_game = script.split_once('/').filter(|_| !Path::new(script).is_file());
    let of_game = of_game.and_then(|(game, name)| Some((GameKind::of_name(game)?, name)));
    let kinds = match of_game {
        Some((kind, _)) => vec![kind],
        None => GameKind::ALL.to_vec(),
    };
    let name = of_game.map_or(script, |(_, name)| name);
    for kind in kinds {
        match scripts::find_rule(folders, kind.name(), name) {
            Err(FindError::Unknown { .. } | FindError::Game { .. }) => {}
            Err(FindError::Script(error)) if error.message == scripts::NO_RULE => return None,
            found => return Some(found),
        }
    }
    None
}

/// Plays by a house rule and tells what came of it.
fn verdict_of_rule(spec: &RuleSpec) -> Verdict {
    let tested = match GameKind::of_name(&spec.info.game) {
        Some(kind) => for_kind!(kind, G => check_rule::play_test::<G>(spec)),
        None => Err(Problem::new(&spec.file, format!("there is no game `{}`", spec.info.game))),
    };
    let (mut tested, error) = match tested {
        Ok(tested) => (Some(tested), None),
        Err(problem) => (None, Some(problem)),
    };
    Verdict {
        file: spec.file.clone(),
        kind: Some(ScriptKind::Rule),
        name: Some(spec.info.name.en.clone()),
        error,
        fuel: tested.as_mut().map(|t| std::mem::take(&mut t.fuel)).unwrap_or_default(),
        tested,
    }
}

fn verdict(folders: &Folders, script: &str) -> Verdict {
    if let Some(Ok(spec)) = find_rule(folders, script) {
        return verdict_of_rule(&spec);
    }
    let mut fuel = Histogram::default();
    let spec = match find(folders, script) {
        Ok(spec) => spec,
        Err(why) => {
            let error = Some(Problem::finding(script, &why));
            return Verdict {
                file: script.to_owned(),
                kind: None,
                name: None,
                error,
                fuel,
                tested: None,
            };
        }
    };
    let error = match GameKind::of_name(&spec.info.game) {
        Some(kind) => for_kind!(kind, G => play_test::<G>(&spec, &mut fuel)).err(),
        None => {
            let known = GameKind::ALL.map(GameKind::name).join(", ");
            let message = format!("there is no game `{}`; games are {known}", spec.info.game);
            Some(Problem { file: spec.file.clone(), line: None, message })
        }
    };
    Verdict {
        file: spec.file.clone(),
        kind: Some(ScriptKind::Robot),
        name: Some(spec.info.name.en),
        error,
        fuel,
        tested: None,
    }
}

/// Plays all games with the robot's machines kept, then with them thrown away in between.
fn play_test<G: Kind>(spec: &RobotSpec, fuel: &mut Histogram) -> Result<(), Problem> {
    let _ticking = Ticking::start();
    let host = host();
    let presets: Vec<&str> =
        G::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
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
    }
    Ok(())
}

/// The preset with the changes of a round of test games, as far as they mean something.
fn variant<G: Kind>(preset: &str, round: u64) -> Result<G::Rules, Problem> {
    let unknown = || format!("there is no preset `{preset}`");
    let rules = G::preset(preset).ok_or_else(|| Problem::new(preset, unknown()))?;
    let changes = G::VARIANTS[round as usize % G::VARIANTS.len()];
    let change = |rules: G::Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        G::with_option(&rules, key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules.clone(), change);
    Ok(changed.filter(|rules| G::check_rules(rules).is_ok()).unwrap_or(rules))
}

/// A robot's machines, one a seat.
struct Machines<'a, G: Kind> {
    spec: &'a RobotSpec,
    host: &'a Host,
    seats: Vec<G::Script>,
    fresh_every: usize,
}

impl<'a, G: Kind> Machines<'a, G> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, Problem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every };
        for _ in 0..G::SEATS.len() {
            machines.seats.push(machines.load()?);
        }
        Ok(machines)
    }

    fn load(&self) -> Result<G::Script, Problem> {
        let mut robot = self.spec.load::<G>(self.host).map_err(|error| Problem::script(&error))?;
        robot.start();
        Ok(robot)
    }

    /// The machine of a seat for its next turn.
    fn seat(&mut self, seat: Seat, turn: usize) -> Result<&mut G::Script, Problem> {
        if turn % self.fresh_every == self.fresh_every - 1 {
            self.seats[seat.index()] = self.load()?;
        }
        Ok(&mut self.seats[seat.index()])
    }
}

/// Plays one game; in every other one two seats are taken by chance. The robot's choices,
/// each with its ply.
fn play<G: Kind>(
    robots: &mut Machines<'_, G>,
    rules: &G::Rules,
    game: u64,
    fuel: &mut Histogram,
) -> Result<Vec<(u32, G::Action)>, Problem> {
    let (seed, seats) = (Seed::from_number(game), G::seats_of(rules));
    let start = G::deal(rules, seats, &seed).and_then(|deal| G::new(rules, seats, &deal));
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

fn ask<G: Kind>(
    file: &str,
    robot: &mut G::Script,
    decision: &Decision<'_, G>,
    fuel: &mut Histogram,
) -> Result<G::Action, Problem> {
    let choice = robot.choose(decision);
    fuel.add(choice.fuel);
    match (choice.trouble, G::last_error(robot)) {
        (None, _) => Ok(choice.action),
        (Some(_), Some(error)) => Err(Problem::script(error)),
        (Some(trouble), None) => Err(Problem::new(file, trouble.message)),
    }
}

impl Problem {
    fn new(file: &str, message: String) -> Self {
        Self { file: file.to_owned(), line: None, message }
    }

    /// What a house rule said of itself: `file:line: what`, where it says so.
    pub(super) fn told(file: &str, message: &str) -> Self {
        let short = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let rest = [file, short].into_iter().find_map(|name| message.strip_prefix(name));
        let rest = rest.and_then(|rest| rest.strip_prefix(':'));
        let (line, what) = match rest.and_then(|rest| rest.split_once(": ")) {
            Some((line, what)) if line.parse::<u32>().is_ok() => (line.parse().ok(), what),
            _ => (None, rest.map_or(message, str::trim_start)),
        };
        Self { file: file.to_owned(), line, message: what.to_owned() }
    }

    pub(super) fn script(error: &qipan_core::script::ScriptError) -> Self {
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
        let mut report = json!({
            "file": self.file,
            "ok": self.error.is_none(),
            "kind": self.kind,
            "name": self.name,
            "error": error,
            "turns": self.fuel.total(),
            "fuel_p50": fuel(0.5),
            "fuel_p95": fuel(0.95),
            "fuel_max": fuel(1.0),
        });
        if let Some(Tested { presets, effects, .. }) = &self.tested {
            report["presets"] = json!(presets);
            report["effects"] = json!(effects);
        }
        report
    }

    fn text(&self) -> String {
        if let Some(error) = &self.error {
            return format!("failed  {}", error.text());
        }
        let [half, most, max] = [0.5, 0.95, 1.0].map(|share| self.fuel.quantile(share));
        let (name, turns) = (self.name.as_deref().unwrap_or_default(), self.fuel.total());
        if let Some(Tested { effects, presets, .. }) = &self.tested {
            let (games, presets) = (check_rule::GAMES, presets.join(", "));
            let calls = if turns == 0 {
                "only options, nothing runs".to_owned()
            } else {
                format!(
                    "{turns} calls, {effects} effects, fuel a call {half} (half), {most} (95 %), {max} (most)"
                )
            };
            return format!(
                "ok      {}: {name}, a house rule, {games} games ({presets}), {calls}",
                self.file,
            );
        }
        format!(
            "ok      {}: {name}, {turns} turns in {GAMES} games, fuel a turn {half} (half), {most} (95 %), {max} (most)",
            self.file,
        )
    }
}
