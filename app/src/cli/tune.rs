//! `qipan tune`: searches for better values of the parameters of a robot.
#![allow(rustdoc::broken_intra_doc_links, reason = "these texts are shown as help")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::options::RuleSet;
use qipan_core::registry::GameKind;
use qipan_core::script::{ParamValue, Scripted};
use qipan_core::tournament::{MAX_ROBOTS, Shard};
use qipan_core::with_game;
use serde_json::{Value, json};

use crate::cli::options::{self, GameSetup, Programs, SetupArgs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::cli::signals::stop_flag;
use crate::model::scripts::{self, ScriptArg, default_robot};
use crate::model::storage::Folders;
use crate::model::tournament::{
    self, Conditions, Notebook, TournamentSpec, TuneMethod, TuneSpec, TuneTrial, processors,
};

/// The arguments of `qipan tune`.
#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// Robot to tune: a name or a file. Parameters given as in careful,caution=5 are the starting
    /// point
    #[arg(value_parser = options::script_arg)]
    robot: ScriptArg,
    /// Preset to tune for [default: the first one the robot plays]
    #[arg(long, value_name = "PRESET")]
    preset: Option<String>,
    /// Opponent (repeatable) [default: greedy]. The last one named fills the remaining seats
    #[arg(long, value_name = "ROBOT", value_parser = options::script_arg)]
    against: Vec<ScriptArg>,
    #[command(flatten)]
    programs: Programs,
    /// Games per set of values
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// How to search
    #[arg(long, value_name = "METHOD", default_value = "climb")]
    method: TuneMethod,
    /// Number of rounds [default: 4 with climb, 40 with spsa]. A round of climb passes over all
    /// parameters, with ever smaller steps. A round of spsa plays two sets of values
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: Option<u32>,
    /// Set a rule option, e.g. 'takeoff=[5,6]' or finish=bounce (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = options::key_value)]
    set: Vec<(String, String)>,
    /// Use a house rule: a name or a file (repeatable)
    #[arg(long = "rule", value_name = "RULE", value_parser = options::script_arg)]
    rule: Vec<ScriptArg>,
    /// Random seed: a number, or the 64 digits printed by a search [default: that of --resume, or
    /// 256 random bits]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true,
        value_parser = options::seed)]
    seed: Option<RunSeed>,
    /// Games to play in parallel [default: number of CPUs]
    #[arg(long, value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Record finished trials in this file and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    keep: options::KeepPrograms,
    #[command(flatten)]
    format: Format,
}

/// Runs the command for game `G`, to which its preset belongs.
fn run_with<G: Scripted>(command: &TuneArgs, folders: &Folders) -> CliResult {
    let tune_spec = command.tune_spec::<G>(folders)?;
    let mut notebook = match &command.resume {
        Some(file) => Notebook::open(file, &tune_spec).map_err(Failure::Bad)?,
        None => Notebook::default(),
    };
    if !notebook.is_empty() {
        eprint_line(&format!("resuming: {} trials already played", notebook.len()));
    }
    let stop = stop_flag();
    let mut report_trial = |trial: &TuneTrial| eprint_line(&trial_line(trial));
    let tuned = tune_spec.run(&mut notebook, &stop, &mut report_trial).map_err(Failure::Bad)?;
    let Some(tuned) = tuned else {
        return Err(Failure::bad(format!("stopped after {} trials", notebook.len())));
    };
    let sides = tune_spec.tournament.sides.len();
    let best_robot = robot_as_typed(&tune_spec, &tuned.best.params);
    if command.format.json {
        print_json(&json!({
            "robot": best_robot,
            "best": trial_json(&tuned.best),
            "before": trial_json(&tuned.before),
            "check": tuned.check.as_ref().map(|check| check_json(check, sides)),
            "trials": tuned.trials,
            "seed": tune_spec.tournament.seed,
            "keep_programs": tournament::keeps_programs(&tune_spec.tournament.robots),
        }));
        return Ok(());
    }
    print(&format!("start:  {}", trial_line(&tuned.before)));
    print(&format!("found:  {}", trial_line(&tuned.best)));
    print(&match &tuned.check {
        Some(check) => check_line(check, sides),
        None => "no clear gain: the starting values are the best ones found".to_owned(),
    });
    let is_gain = tuned.check.as_ref().is_some_and(|check| verdict(check, sides) == "gain");
    let advice = match is_gain {
        true => format!("to use the values found, type {best_robot}"),
        false => format!("keep the starting values; to try those found, type {best_robot}"),
    };
    print(&format!("{} trials, seed {}; {advice}", tuned.trials, tune_spec.tournament.seed));
    if tournament::keeps_programs(&tune_spec.tournament.robots) {
        print(options::KEPT_PROGRAMS_NOTE);
    }
    Ok(())
}

impl TuneArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        with_game!(options::kind(&self.preset(folders))?, |G| run_with::<G>(self, folders))
    }

    /// Returns the requested preset, or the first one that the robot plays.
    fn preset(&self, folders: &Folders) -> String {
        let first_preset = || {
            let name = scripts::possible_scripts(folders, &self.robot).ok()?.into_iter().next()?;
            let info = scripts::find_any(folders, &name).ok()?.info().clone();
            let default = GameKind::of_name(&info.game)?.presets().first()?;
            Some(info.presets.into_iter().next().unwrap_or_else(|| (*default).to_owned()))
        };
        // If the robot is not found, any preset leads to the error that says so.
        self.preset.clone().or_else(first_preset).unwrap_or_else(|| "aeroplane".to_owned())
    }

    fn tune_spec<G: Scripted>(&self, folders: &Folders) -> Result<TuneSpec<G>, Failure> {
        let Self { set, rule, seed, games, method, .. } = self;
        let method = *method;
        let rounds = self.rounds.unwrap_or(match method {
            TuneMethod::Climb => 4,
            TuneMethod::Spsa => 40,
        });
        let (set, rule, seed, preset) = (set.clone(), rule.clone(), *seed, self.preset(folders));
        let given = SetupArgs { set, rule, seed, turn_seconds: None };
        let setup = GameSetup { preset: preset.clone(), given, position: None };
        let (rules, house) = setup.rules_printing_notes::<G>(folders)?;
        let robot = |arg: &ScriptArg| setup.robot::<G>(folders, arg, &self.programs);
        let named_robots = std::iter::once(&self.robot).chain(&self.against);
        let mut robots = named_robots.map(robot).collect::<Result<Vec<_>, _>>()?;
        if self.against.is_empty() {
            let usual = default_robot(G::NAME);
            robots.push(options::find_default_robot::<G>(folders, &preset, usual, &self.programs)?);
        }
        // Repeats the last opponent until every side has a robot. The number of robots then decides
        // how many sides there are.
        let sides = rules.sides(MAX_ROBOTS);
        if let Some(last) = robots.last().cloned() {
            robots.resize(robots.len().max(sides.len()), last);
        }
        let robots: Vec<_> = robots.into_iter().map(|spec| self.keep.set_lifetime(spec)).collect();
        let sides = rules.sides(robots.len());
        if robots[0].info.params.is_empty() {
            return Err(Failure::bad(format!("{} has no parameters to tune", self.robot)));
        }
        let resumed_seed = || self.resume.as_deref().and_then(Notebook::seed);
        let seed = self.seed.or_else(resumed_seed).unwrap_or_else(options::draw_seed);
        let (games, shard, conditions) = (*games, Shard::WHOLE, Conditions::default());
        let tournament =
            TournamentSpec { preset, rules, house, sides, robots, games, seed, shard, conditions };
        let jobs = self.jobs.map_or_else(processors, usize::from);
        Ok(TuneSpec { tournament, rounds, jobs, method })
    }
}

/// Returns the robot with these values, in the form in which a user types it.
fn robot_as_typed<G: Scripted>(tune_spec: &TuneSpec<G>, params: &BTreeMap<String, f64>) -> String {
    let robot = &tune_spec.tournament.robots[0];
    // The name may contain parameters that the user typed.
    let mut text = robot.name.split(',').next().unwrap_or_default().to_owned();
    for param in tune_spec.params() {
        let value = params.get(&param.name).copied().unwrap_or_default();
        let value = match param.default {
            ParamValue::Flag(_) => (value != 0.0).to_string(),
            ParamValue::Number(_) => value.to_string(),
        };
        text.push_str(&format!(",{}={value}", param.name));
    }
    text
}

fn trial_line(trial: &TuneTrial) -> String {
    let values = trial.params.iter().map(|(name, value)| format!("{name}={}", rounded(*value, 6)));
    let [score, low, high] =
        [trial.score, trial.interval[0], trial.interval[1]].map(|share| 100.0 * share);
    let values = values.collect::<Vec<_>>().join(" ");
    format!("{score:6.2} % ({low:.2} to {high:.2})  {values}")
}

/// Returns the verdict on a check, from its interval and the score that equal robots would have.
fn verdict(check: &TuneTrial, sides: usize) -> &'static str {
    let even = 1.0 / sides as f64;
    match check.interval {
        [low, _] if low > even => "gain",
        [_, high] if high < even => "loss",
        _ => "no clear gain",
    }
}

fn check_line(check: &TuneTrial, sides: usize) -> String {
    let [score, low, high, even] =
        [check.score, check.interval[0], check.interval[1], 1.0 / sides as f64].map(|x| 100.0 * x);
    let verdict = match verdict(check, sides) {
        "no clear gain" => "no clear gain; more games may show one",
        other => other,
    };
    format!(
        "check:  {score:6.2} % ({low:.2} to {high:.2})  against the starting values, where equal \
         robots have {even:.2} %: {verdict}"
    )
}

fn check_json(check: &TuneTrial, sides: usize) -> Value {
    json!({
        "score": rounded(check.score, 6),
        "score_ci": check.interval.map(|end| rounded(end, 6)),
        "verdict": verdict(check, sides),
    })
}

fn trial_json(trial: &TuneTrial) -> Value {
    json!({
        "params": trial.params,
        "score": rounded(trial.score, 6),
        "score_ci": trial.interval.map(|end| rounded(end, 6)),
    })
}
