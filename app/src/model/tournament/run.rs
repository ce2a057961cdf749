//! Plays a tournament.
//!
//! Workers on several threads play blocks, and one collector counts them in order. The results
//! after a given number of blocks are therefore the same for any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::{Peekable, StepBy};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, Sprt, SprtHypotheses, Tally};

use crate::model::clock::ClockGuard;
use crate::model::tournament::journal::TournamentJournal;
use crate::model::tournament::spec::TournamentSpec;
use crate::model::tournament::turn_times::TurnTimes;
use crate::model::tournament::worker::{TournamentWorker, WorkerSettings};

/// The options of a run.
#[derive(Debug, Default)]
pub struct RunOptions {
    /// The number of games played at once.
    pub jobs: usize,
    /// The journal to write and to resume from.
    pub journal: Option<TournamentJournal>,
    /// The folder in which every game is saved.
    pub saves: Option<PathBuf>,
    /// The bounds of a sequential test that may end the run early.
    pub sprt: Option<SprtHypotheses>,
    /// The fuel that a robot may use for a decision, if it is not that of the tournament. The
    /// journal does not contain it, so the caller has to resume with the same fuel.
    pub turn_fuel: Option<u64>,
    /// Receives the times of decisions.
    pub turn_times: Option<Arc<TurnTimes>>,
    /// True if the first robot's score in each block is kept, in
    /// [`TournamentTotals::first_scores`].
    pub keeps_first_scores: bool,
}

/// The results of a tournament so far. During a run, they always cover the first blocks without a
/// gap, even if later blocks were finished earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentTotals {
    /// The counts of results.
    pub tally: Tally,
    /// The first error of each robot.
    pub first_errors: Vec<Option<String>>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// The number of each block in which the first robot plays, with its score there. `None` unless
    /// [`RunOptions::keeps_first_scores`] asked for it.
    pub first_scores: Option<Vec<(u64, f64)>>,
}

impl TournamentTotals {
    /// Creates empty totals. `kinds` has a number for each robot, equal for robots that play alike.
    pub(super) fn new(kinds: &[u8], sprt: Option<SprtHypotheses>) -> Self {
        let (tally, first_errors) = (Tally::with_pools(kinds), vec![None; kinds.len()]);
        Self { tally, first_errors, sprt: sprt.map(Sprt::new), first_scores: None }
    }

    /// Adds the results of a block.
    pub(super) fn add(&mut self, result: &BlockResult) {
        self.tally.add_block(result);
        if let Some(test) = &mut self.sprt {
            test.add_block(result);
        }
        if let Some(scores) = &mut self.first_scores {
            scores.extend(result.score(0).map(|score| (result.number, score)));
        }
        for (robot, counts) in &result.robots {
            let first_error = self.first_errors.get_mut(usize::from(*robot));
            if let Some(first_error @ None) = first_error {
                first_error.clone_from(&counts.first_error);
            }
        }
    }

    /// Returns true if the test has a verdict.
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|test| test.verdict().is_some())
    }
}

/// Collects the blocks that workers have played.
struct BlockCollector {
    totals: TournamentTotals,
    journal: Option<TournamentJournal>,
    /// The numbers of the blocks that were not counted yet, in order.
    uncounted: Peekable<StepBy<Range<u64>>>,
    /// Finished blocks that wait for earlier blocks, by number.
    pending: BTreeMap<u64, BlockResult>,
}

impl BlockCollector {
    /// Counts the finished blocks that are next in order, until the test has a verdict.
    fn count_in_order(&mut self, report: &impl Fn(&TournamentTotals)) {
        while let Some(next) = self.uncounted.peek().filter(|_| !self.totals.is_decided()) {
            let Some(result) = self.pending.remove(next) else { return };
            self.totals.add(&result);
            self.uncounted.next();
            report(&self.totals);
        }
    }

    /// Adds a finished block, and its line to the journal.
    fn add_block(
        &mut self,
        result: BlockResult,
        report: &impl Fn(&TournamentTotals),
    ) -> Result<(), String> {
        if let Some(journal) = &mut self.journal {
            journal.append_block(&result).map_err(|why| why.to_string())?;
        }
        self.pending.insert(result.number, result);
        self.count_in_order(report);
        Ok(())
    }
}

/// Plays the games of a tournament until all are played, `stop` is set or the test has a verdict.
/// `report` receives the results at the start and after each block, in the order of blocks. The
/// blocks of an earlier run are included. The function itself sets `stop` if the test reaches a
/// verdict or a worker fails.
///
/// # Errors
/// A script that does not load, a failing house rule, or a file that cannot be written.
pub fn run<G: Scripted>(
    tournament: &TournamentSpec<G>,
    options: RunOptions,
    stop: &Arc<AtomicBool>,
    report: &(impl Fn(&TournamentTotals) + Sync),
) -> Result<TournamentTotals, String> {
    let _clock = ClockGuard::start();
    let RunOptions { jobs, mut journal, saves, sprt, turn_fuel, turn_times, keeps_first_scores } =
        options;
    let settings = WorkerSettings {
        saves: saves.as_deref(),
        turn_fuel: turn_fuel.or(tournament.conditions.fuel),
        turn_times: turn_times.as_deref(),
    };
    let (plan, pending) = (tournament.plan(), journal.as_mut().map(|journal| &mut journal.blocks));
    let pending = pending.map(std::mem::take).unwrap_or_default();
    let played_blocks: BTreeSet<u64> = pending.keys().copied().collect();
    let mut totals = TournamentTotals::new(&tournament.equal_robots(), sprt);
    totals.first_scores = keeps_first_scores.then(Vec::new);
    let uncounted = plan.numbers().peekable();
    let mut collector = BlockCollector { totals, journal, uncounted, pending };
    report(&collector.totals);
    collector.count_in_order(report);
    if collector.totals.is_decided() {
        return Ok(collector.totals);
    }
    let unplayed = plan.numbers().filter(|number| !played_blocks.contains(number));
    let (unplayed, collector) = (Mutex::new(unplayed), Mutex::new(collector));
    let play_blocks = || -> Result<(), String> {
        let mut worker = TournamentWorker::new(tournament, settings, stop)?;
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = lock(&unplayed).next() else { break };
            let Some(block) = plan.block(number) else { break };
            let Some(result) = worker.play_block(&block)? else { break };
            let mut collector = lock(&collector);
            if collector.totals.is_decided() {
                break;
            }
            collector.add_block(result, report)?;
            if collector.totals.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    // A failing worker stops the others. An error that occurs after the stop flag was set is only a
    // consequence of stopping.
    let work = || match play_blocks() {
        Err(_) if stop.load(Ordering::Relaxed) => Ok(()),
        Err(why) => {
            stop.store(true, Ordering::Relaxed);
            Err(why)
        }
        Ok(()) => Ok(()),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let mut results = Vec::new();
        for worker in workers {
            let result: Result<(), String> =
                worker.join().unwrap_or_else(|_| Err("a worker thread crashed".to_owned()));
            results.push(result);
        }
        results.into_iter().collect::<Result<(), _>>()
    })?;
    Ok(collector.into_inner().unwrap_or_else(PoisonError::into_inner).totals)
}

/// Locks a mutex. Poisoning is ignored, since a panic ends the run anyway.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
