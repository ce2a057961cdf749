//! Tunes the parameters of a robot by hill climbing.
//!
//! Each round plays trials with one parameter after another a step higher and lower, in games
//! against other robots. A value that wins more is kept, and the steps get smaller. Fresh games
//! at the end compare the best values with the initial ones.

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

use crate::model::storage::{disk, unmarked};
use crate::model::tournament::journal::Header;
use crate::model::tournament::plan::TournamentSpec;
use crate::model::tournament::run::{RunOptions, run};

/// The step in the first rounds, as a fraction of a parameter's range. It is halved every second
/// round.
const FIRST_STEP: f64 = 0.25;

/// The number of steps of the grid on which values lie, over the range.
const GRAIN: f64 = 200.0;

/// The description of a search.
#[derive(Clone, Debug)]
pub struct TuneSpec<G: Scripted> {
    /// The games of the first robot against the others. `games` is the number for one trial.
    pub tournament: TournamentSpec<G>,
    /// Rounds over all parameters.
    pub rounds: u32,
    /// Games played at once.
    pub jobs: usize,
}

/// A trial: parameter values with their score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneTrial {
    /// The values by parameter, flags as 0 and 1.
    pub params: BTreeMap<String, f64>,
    /// The seed of its games.
    pub seed: RunSeed,
    /// The share of first places.
    pub score: f64,
    /// The bounds of the interval around the score.
    pub interval: [f64; 2],
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// The best values, with their score in separate games.
    pub best: TuneTrial,
    /// The initial values, in the same games.
    pub before: TuneTrial,
    /// The number of trials, including those of an earlier run.
    pub trials: usize,
}

/// The trials so far, kept in a file if there is one.
#[derive(Debug, Default)]
pub struct Notebook {
    found: Vec<TuneTrial>,
    file: Option<std::fs::File>,
}

/// The first line of a notebook.
#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Title {
    tune: u32,
    games: u64,
    #[serde(rename = "contest")]
    tournament: Header,
}

impl Notebook {
    /// Opens the file of a search, or starts it. An incomplete last line is removed.
    ///
    /// # Errors
    /// A file that cannot be read or written, or belongs to another search.
    pub fn open<G: Scripted>(path: &Path, tuning: &TuneSpec<G>) -> Result<Self, String> {
        let name = path.display();
        let io = |why: std::io::Error| format!("{name}: {why}");
        let tournament = Header::new(&tuning.tournament);
        let title = Title { tune: 1, games: tuning.tournament.games, tournament };
        let title = serde_json::to_string(&title).map_err(|why| why.to_string())? + "\n";
        let mut options = std::fs::OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = disk::open(&options, path).map_err(io)?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{name}: another run is writing to it"));
        }
        let (mut whole, mut found) = (0, Vec::new());
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        while reader.read_line(&mut line).map_err(io)? > 0 && line.ends_with('\n') {
            if whole == 0 && unmarked(&line) != title {
                return Err(format!("{name}: is not the file of this search"));
            }
            if whole > 0 {
                let bad = |why: serde_json::Error| format!("{name}: {why}");
                found.push(serde_json::from_str(&line).map_err(bad)?);
            }
            whole += line.len() as u64;
            line.clear();
        }
        if whole == 0 && !title.starts_with(&line) {
            return Err(format!("{name}: is not the file of a search"));
        }
        disk::cut(&file, whole).map_err(io)?;
        if whole == 0 {
            disk::put(&mut file, title.as_bytes()).map_err(io)?;
        }
        Ok(Self { found, file: Some(file) })
    }

    /// Returns the seed of the search in a file, if it has one.
    pub fn seed(path: &Path) -> Option<RunSeed> {
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        let (file, mut line) = (std::fs::File::open(path).ok()?, String::new());
        BufReader::new(file.take(1 << 20)).read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok().map(|title: Title| title.tournament.seed)
    }

    /// Returns the number of trials.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns true if there are no trials.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    fn add(&mut self, trial: TuneTrial) -> Result<(), String> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&trial).map_err(|why| why.to_string())? + "\n";
            disk::put(file, line.as_bytes()).map_err(|why| why.to_string())?;
        }
        self.found.push(trial);
        Ok(())
    }
}

impl<G: Scripted> TuneSpec<G> {
    /// Returns the parameters that can be tuned.
    pub fn params(&self) -> &[Param] {
        self.tournament.robots.first().map_or(&[], |robot| &robot.info.params)
    }

    /// Returns the initial values: those that were set, else the defaults.
    fn start(&self) -> BTreeMap<String, f64> {
        let set = self.tournament.robots.first().map_or(&[][..], |robot| &robot.params);
        let value = |param: &Param| {
            let given = set.iter().find(|(name, _)| *name == param.name);
            (param.name.clone(), given.map_or(param.default, |(_, value)| *value).as_number())
        };
        self.params().iter().map(value).collect()
    }

    /// Runs the search. `watch` sees every trial. Returns `None` if it was stopped.
    ///
    /// # Errors
    /// A robot or house rule that fails, or a file that cannot be written.
    pub fn run(
        &self,
        notebook: &mut Notebook,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&TuneTrial),
    ) -> Result<Option<TuneResult>, String> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.tournament.seed.shuffle());
        let before = self.start();
        let mut best = before.clone();
        for round in 0..self.rounds {
            // All trials of a round play the same games, so that only the robot differs.
            let seed = self.tournament.seed.next(round + 1);
            let step = FIRST_STEP / f64::from(1u32 << (round / 2).min(8));
            let mut order: Vec<&Param> = self.params().iter().collect();
            order.shuffle(&mut rng);
            let Some(mut reached) = self.trial(&best, seed, notebook, stop, watch)? else {
                return Ok(None);
            };
            for param in order {
                for value in neighbours(param, best[&param.name], step) {
                    let mut tried = best.clone();
                    tried.insert(param.name.clone(), value);
                    let trial = self.trial(&tried, seed, notebook, stop, watch)?;
                    let Some(trial) = trial else { return Ok(None) };
                    if is_better(&trial, &reached) {
                        (best, reached) = (tried, trial);
                        break;
                    }
                }
            }
        }
        // The best trial was also a lucky one (the winner's curse). Fresh games measure the gain.
        let seed = self.tournament.seed;
        let both = [&best, &before].map(|params| self.trial(params, seed, notebook, stop, watch));
        let [Some(best), Some(before)] = [both[0].clone()?, both[1].clone()?] else {
            return Ok(None);
        };
        Ok(Some(TuneResult { best, before, trials: notebook.len() }))
    }

    /// Plays the games of some values, unless the notebook has the trial.
    fn trial(
        &self,
        params: &BTreeMap<String, f64>,
        seed: RunSeed,
        notebook: &mut Notebook,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&TuneTrial),
    ) -> Result<Option<TuneTrial>, String> {
        let same = |trial: &&TuneTrial| trial.seed == seed && trial.params == *params;
        if let Some(known) = notebook.found.iter().find(same) {
            return Ok(Some(known.clone()));
        }
        let mut tournament = self.tournament.clone();
        tournament.seed = seed;
        if let Some(robot) = tournament.robots.first_mut() {
            let value = |param: &Param| {
                let value = params.get(&param.name).copied().unwrap_or_default();
                let value = match param.default {
                    ParamValue::Flag(_) => ParamValue::Flag(value != 0.0),
                    ParamValue::Number(_) => ParamValue::Number(value),
                };
                (param.name.clone(), value)
            };
            robot.params = robot.info.params.iter().map(value).collect();
        }
        let orders = RunOptions { jobs: self.jobs, ..RunOptions::default() };
        let totals = run(&tournament, orders, stop, &|_| {})?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let standings = totals.tally.standings();
        let Some(Estimate { value, low, high }) = standings.first().map(|s| s.score) else {
            return Ok(None);
        };
        let trial = TuneTrial { params: params.clone(), seed, score: value, interval: [low, high] };
        notebook.add(trial.clone())?;
        watch(&trial);
        Ok(Some(trial))
    }
}

/// Returns the neighbours of a value: the opposite for a flag, a step higher and lower for a
/// number.
fn neighbours(param: &Param, value: f64, step: f64) -> Vec<f64> {
    let (Some(low), Some(high)) = (param.min, param.max) else { return vec![1.0 - value] };
    let grain = (high - low) / GRAIN;
    let near = [value + step * (high - low), value - step * (high - low)];
    let round = |near: f64| (low + ((near - low) / grain).round() * grain).clamp(low, high);
    near.map(round).into_iter().filter(|near| (near - value).abs() > grain / 2.0).collect()
}

/// Returns true if a trial beats another in the same games by more than half the error of a
/// score, which is a quarter of its interval.
fn is_better(trial: &TuneTrial, than: &TuneTrial) -> bool {
    let error = (than.interval[1] - than.interval[0]) / 4.0;
    trial.score > than.score + error / 2.0
}
