//! Tunes the parameters of a robot by hill climbing or by SPSA.
//!
//! A round of hill climbing takes one parameter after another, and plays trials with a value a step
//! higher and a step lower, in games against other robots. A value that wins more is kept. The
//! steps get smaller over the rounds. A round of SPSA changes all parameters at once (`spsa`).
//!
//! At the end, fresh games measure the best values and the initial ones against the same robots.
//! The robot with the best values also plays against itself with the initial ones.

mod spsa;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::contract::dice::RunSeed;
use qipan_core::script::{Param, ParamValue, Scripted};
use qipan_core::tournament::Estimate;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use crate::model::scripts::RobotSpec;
use crate::model::storage::{disk, without_bom};
use crate::model::tournament::header::Header;
use crate::model::tournament::run::{RunOptions, run};
use crate::model::tournament::spec::TournamentSpec;

/// The step in the first rounds, as a fraction of a parameter's range. It is halved every second
/// round.
const FIRST_STEP: f64 = 0.25;

/// The number of grid steps in the range of a parameter. Values are rounded to this grid.
const GRID_STEPS: f64 = 200.0;

/// Upper bound on the bytes of the first line of a notebook.
const MAX_HEAD_BYTES: u64 = 1 << 20;

/// The specification of a search for better parameters.
#[derive(Clone, Debug)]
pub struct TuneSpec<G: Scripted> {
    /// The tournament of one trial: the first robot, which is tuned, against the others.
    pub tournament: TournamentSpec<G>,
    /// The number of rounds over all parameters.
    pub rounds: u32,
    /// The number of games played at once.
    pub jobs: usize,
    /// The method.
    pub method: TuneMethod,
}

/// A method of searching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum TuneMethod {
    /// Hill climbing: one parameter after another
    #[default]
    Climb,
    /// SPSA: all parameters at once, for robots with many of them
    Spsa,
}

impl TuneMethod {
    fn is_climb(&self) -> bool {
        *self == Self::Climb
    }
}

/// A trial: parameter values with their score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneTrial {
    /// The values by parameter, flags as 0 and 1.
    pub params: BTreeMap<String, f64>,
    /// The seed of its games.
    pub seed: RunSeed,
    /// The tuned robot's share of first places.
    pub score: f64,
    /// The bounds of the 95 % confidence interval around the score.
    pub interval: [f64; 2],
    /// True if the opponents are the same robot with the initial values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub against_itself: bool,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// The best values, with their score in separate games.
    pub best: TuneTrial,
    /// The initial values, in the same games.
    pub before: TuneTrial,
    /// The best values against the robot with the initial values. `None` if the best values are the
    /// initial ones.
    pub check: Option<TuneTrial>,
    /// The number of trials, including those of an earlier run.
    pub trials: usize,
}

/// The trials so far, also stored in a file if one was opened.
#[derive(Debug, Default)]
pub struct Notebook {
    trials: Vec<TuneTrial>,
    file: Option<std::fs::File>,
}

/// The first line of a notebook.
#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct NotebookHead {
    /// The version of the format.
    tune: u32,
    /// The number of games of a trial.
    games: u64,
    #[serde(default, skip_serializing_if = "TuneMethod::is_climb")]
    method: TuneMethod,
    #[serde(rename = "contest")]
    tournament: Header,
}

impl Notebook {
    /// Opens the notebook of a search, or starts a new one if the file is missing or empty. Removes
    /// an incomplete last line.
    ///
    /// # Errors
    /// A file that cannot be read or written, or belongs to another search.
    pub fn open<G: Scripted>(path: &Path, tuning: &TuneSpec<G>) -> Result<Self, String> {
        let name = path.display();
        let io_error = |why: std::io::Error| format!("{name}: {why}");
        let tournament = Header::new(&tuning.tournament);
        let (games, method) = (tuning.tournament.games, tuning.method);
        let head = NotebookHead { tune: 1, games, method, tournament };
        let head = serde_json::to_string(&head).map_err(|why| why.to_string())? + "\n";
        let mut options = std::fs::OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = disk::open(&options, path).map_err(io_error)?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{name}: another run is writing to it"));
        }
        let (mut complete_bytes, mut trials) = (0, Vec::new());
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        while reader.read_line(&mut line).map_err(io_error)? > 0 && line.ends_with('\n') {
            if complete_bytes == 0 && without_bom(&line) != head {
                return Err(format!("{name}: is not the file of this search"));
            }
            if complete_bytes > 0 {
                let json_error = |why: serde_json::Error| format!("{name}: {why}");
                trials.push(serde_json::from_str(&line).map_err(json_error)?);
            }
            complete_bytes += line.len() as u64;
            line.clear();
        }
        if complete_bytes == 0 && !head.starts_with(&line) {
            return Err(format!("{name}: is not the file of a search"));
        }
        disk::truncate(&file, complete_bytes).map_err(io_error)?;
        if complete_bytes == 0 {
            disk::write_all(&mut file, head.as_bytes()).map_err(io_error)?;
        }
        Ok(Self { trials, file: Some(file) })
    }

    /// Returns the seed of the search from its notebook. Returns `None` if the file is not a
    /// notebook.
    pub fn seed(path: &Path) -> Option<RunSeed> {
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        let (file, mut line) = (std::fs::File::open(path).ok()?, String::new());
        BufReader::new(file.take(MAX_HEAD_BYTES)).read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok().map(|head: NotebookHead| head.tournament.seed)
    }

    /// Returns the number of trials.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Returns true if there are no trials.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// Adds a trial, and writes it into the file.
    fn add(&mut self, trial: TuneTrial) -> Result<(), String> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&trial).map_err(|why| why.to_string())? + "\n";
            disk::write_all(file, line.as_bytes()).map_err(|why| why.to_string())?;
        }
        self.trials.push(trial);
        Ok(())
    }
}

impl<G: Scripted> TuneSpec<G> {
    /// Returns the parameters that can be tuned.
    pub fn params(&self) -> &[Param] {
        self.tournament.robots.first().map_or(&[], |robot| &robot.info.params)
    }

    /// Returns the initial values: those that the user set, or else the defaults.
    fn initial_values(&self) -> BTreeMap<String, f64> {
        let user_values = self.tournament.robots.first().map_or(&[][..], |robot| &robot.params);
        let initial = |param: &Param| {
            let user_value = user_values.iter().find(|(name, _)| *name == param.name);
            let value = user_value.map_or(param.default, |(_, value)| *value);
            (param.name.clone(), value.as_number())
        };
        self.params().iter().map(initial).collect()
    }

    /// Runs the search. `report` receives every trial. Returns `None` if the search was stopped.
    ///
    /// # Errors
    /// A robot or house rule that fails, or a file that cannot be written.
    pub fn run(
        &self,
        notebook: &mut Notebook,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&TuneTrial),
    ) -> Result<Option<TuneResult>, String> {
        let initial = self.initial_values();
        let mut play = |values: &BTreeMap<String, f64>, seed: RunSeed, against_itself: bool| {
            let opponent_values = against_itself.then_some(&initial);
            self.trial(values, seed, opponent_values, notebook, stop, report)
        };
        let best = match self.method {
            TuneMethod::Climb => self.climb(&initial, &mut play)?,
            TuneMethod::Spsa => spsa::search(self, &initial, &mut play)?,
        };
        let Some(best) = best else { return Ok(None) };
        // The best trial owes some of its score to luck (the winner's curse). Fresh games measure
        // the gain without it.
        let seed = self.tournament.seed;
        let [Some(best_trial), Some(before)] =
            [play(&best, seed, false)?, play(&initial, seed, false)?]
        else {
            return Ok(None);
        };
        let mut check = None;
        if best != initial {
            check = play(&best, seed, true)?;
            if check.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(TuneResult { best: best_trial, before, check, trials: notebook.len() }))
    }

    /// Searches by hill climbing. Returns `None` if it was stopped.
    fn climb(
        &self,
        initial: &BTreeMap<String, f64>,
        play: &mut PlayTrial<'_>,
    ) -> Result<Option<BTreeMap<String, f64>>, String> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.tournament.seed.shuffle_seed());
        let mut best = initial.clone();
        for round in 0..self.rounds {
            // All trials of a round have the same seed, so that they differ only in the values.
            let seed = self.tournament.seed.derive(round + 1);
            let step = FIRST_STEP / f64::from(1u32 << (round / 2).min(8));
            let mut order: Vec<&Param> = self.params().iter().collect();
            order.shuffle(&mut rng);
            let Some(mut best_trial) = play(&best, seed, false)? else { return Ok(None) };
            for param in order {
                for value in neighbours(param, best[&param.name], step) {
                    let mut tried = best.clone();
                    tried.insert(param.name.clone(), value);
                    let Some(trial) = play(&tried, seed, false)? else { return Ok(None) };
                    if is_better(&trial, &best_trial) {
                        (best, best_trial) = (tried, trial);
                        break;
                    }
                }
            }
        }
        Ok(Some(best))
    }

    /// Plays a trial of the values `params`, or takes it from the notebook. If `opponent_values` is
    /// given, all opponents are the same robot with those values. Returns `None` if the trial was
    /// stopped.
    fn trial(
        &self,
        params: &BTreeMap<String, f64>,
        seed: RunSeed,
        opponent_values: Option<&BTreeMap<String, f64>>,
        notebook: &mut Notebook,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&TuneTrial),
    ) -> Result<Option<TuneTrial>, String> {
        let against_itself = opponent_values.is_some();
        let is_same = |trial: &&TuneTrial| {
            let has_same_setup = trial.seed == seed && trial.against_itself == against_itself;
            has_same_setup && trial.params == *params
        };
        if let Some(known) = notebook.trials.iter().find(is_same) {
            return Ok(Some(known.clone()));
        }
        let mut tournament = self.tournament.clone();
        tournament.seed = seed;
        if let (Some(opponent_values), Some(robot)) =
            (opponent_values, self.tournament.robots.first())
        {
            let mut opponent = robot.clone();
            set_values(&mut opponent, opponent_values);
            tournament.robots = vec![opponent; tournament.sides.len()];
        }
        if let Some(robot) = tournament.robots.first_mut() {
            set_values(robot, params);
        }
        let options = RunOptions { jobs: self.jobs, ..RunOptions::default() };
        let totals = run(&tournament, options, stop, &|_| {})?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let standings = totals.tally.standings();
        let Some(Estimate { value, low, high }) = standings.first().map(|first| first.score) else {
            return Ok(None);
        };
        let (params, interval) = (params.clone(), [low, high]);
        let trial = TuneTrial { params, seed, score: value, interval, against_itself };
        notebook.add(trial.clone())?;
        report(&trial);
        Ok(Some(trial))
    }
}

/// Plays a trial of some values with a seed. If the last argument is true, the opponents are the
/// same robot with the initial values. Returns `None` if the trial was stopped.
type PlayTrial<'a> =
    dyn FnMut(&BTreeMap<String, f64>, RunSeed, bool) -> Result<Option<TuneTrial>, String> + 'a;

/// Sets all parameters of a robot.
fn set_values(robot: &mut RobotSpec, values: &BTreeMap<String, f64>) {
    let value_of = |param: &Param| {
        let number = values.get(&param.name).copied().unwrap_or_default();
        let value = match param.default {
            ParamValue::Flag(_) => ParamValue::Flag(number != 0.0),
            ParamValue::Number(_) => ParamValue::Number(number),
        };
        (param.name.clone(), value)
    };
    robot.params = robot.info.params.iter().map(value_of).collect();
}

/// Rounds a value to the grid of its parameter, and to the few decimals that the grid needs. The
/// printed values are therefore exactly those that were tested.
fn on_grid(value: f64, low: f64, high: f64) -> f64 {
    let step = (high - low) / GRID_STEPS;
    let decimals = 1 - step.log10().floor().clamp(-12.0, 1.0) as i32;
    let scale = 10f64.powi(decimals);
    let value = low + ((value - low) / step).round() * step;
    ((value * scale).round() / scale).clamp(low, high)
}

/// Returns the neighbours of a value: the opposite for a flag, a step higher and lower for a
/// number. `step` is a fraction of the parameter's range.
fn neighbours(param: &Param, value: f64, step: f64) -> Vec<f64> {
    let (Some(low), Some(high)) = (param.min, param.max) else { return vec![1.0 - value] };
    let grid_step = (high - low) / GRID_STEPS;
    let neighbours = [value + step * (high - low), value - step * (high - low)];
    let round = |number: f64| on_grid(number, low, high);
    let is_other = |number: &f64| (number - value).abs() > grid_step / 2.0;
    neighbours.map(round).into_iter().filter(is_other).collect()
}

/// Returns true if a trial beats the best one in the same games by more than half a standard error.
/// The standard error is that of the best trial's score, about a quarter of the width of its
/// interval.
fn is_better(trial: &TuneTrial, best: &TuneTrial) -> bool {
    let error = (best.interval[1] - best.interval[0]) / 4.0;
    trial.score > best.score + error / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_on_the_grid_have_few_decimals() {
        for (value, low, high, expected) in [
            (4.6499999, 0.0, 30.0, 4.65),
            (0.3000000004, 0.0, 1.0, 0.3),
            (1e9, 0.0, 1.0, 1.0),
            (123.4, 0.0, 4000.0, 120.0),
            (-0.1234, -1.0, 1.0, -0.12),
        ] {
            assert_eq!(on_grid(value, low, high), expected);
        }
    }
}
