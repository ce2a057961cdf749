//! Plays a tournament.
//!
//! Workers on several threads play blocks, and one collector counts them in order. The results
//! after a given number of blocks are therefore the same for any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, Bounds, Sprt, Tally};

use crate::model::clock::ClockGuard;
use crate::model::tournament::journal::{self, TournamentJournal};
use crate::model::tournament::plan::TournamentSpec;
use crate::model::tournament::worker::TournamentWorker;

/// The options of a run.
#[derive(Debug, Default)]
pub struct RunOptions {
    /// Games played at once.
    pub jobs: usize,
    /// The journal to write and to resume from.
    pub journal: Option<TournamentJournal>,
    /// The folder in which every game is saved.
    pub saves: Option<PathBuf>,
    /// The bounds of a sequential test that may end it early.
    pub sprt: Option<Bounds>,
}

/// The results of a tournament so far. They always cover the first blocks in order, whichever
/// were finished first.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentTotals {
    /// The counts.
    pub tally: Tally,
    /// The first error of each robot.
    pub troubles: Vec<Option<String>>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
}

impl TournamentTotals {
    fn add(&mut self, result: &BlockResult) {
        self.tally.add_block(result);
        self.sprt.iter_mut().for_each(|test| test.add_block(result));
        for (robot, usage) in &result.usage {
            let first = self.troubles.get_mut(usize::from(*robot));
            if let Some(first @ None) = first {
                first.clone_from(&usage.trouble);
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
    /// The number of the next block to count.
    next: u64,
    /// Finished blocks that wait for earlier ones.
    waiting: BTreeMap<u64, BlockResult>,
}

impl BlockCollector {
    fn new(robots: usize, journal: Option<TournamentJournal>, sprt: Option<Bounds>) -> Self {
        let sprt = sprt.map(Sprt::new);
        let totals =
            TournamentTotals { tally: Tally::new(robots), troubles: vec![None; robots], sprt };
        let mut desk = Self { totals, journal, next: 0, waiting: BTreeMap::new() };
        if let Some(journal) = &mut desk.journal {
            desk.waiting = std::mem::take(&mut journal.found);
        }
        desk
    }

    /// Counts the next blocks, as far as they are finished.
    fn count(&mut self, watch: &impl Fn(&TournamentTotals)) {
        while !self.totals.is_decided() {
            let Some(result) = self.waiting.remove(&self.next) else { return };
            self.totals.add(&result);
            self.next += 1;
            watch(&self.totals);
        }
    }

    /// Takes a block and its line for the journal.
    fn take(
        &mut self,
        result: BlockResult,
        line: &str,
        watch: &impl Fn(&TournamentTotals),
    ) -> Result<(), String> {
        if let Some(journal) = &mut self.journal {
            journal.append(line).map_err(|why| why.to_string())?;
        }
        self.waiting.insert(result.block, result);
        self.count(watch);
        Ok(())
    }
}

/// Plays the games of a tournament until all are played, `stop` is set or the test has a verdict.
/// `watch` sees the results at the start and after each block, in the order of blocks, including
/// those of an earlier run. If the test decides during the run or a worker fails, `stop` is set.
///
/// # Errors
/// A script that does not load, a failing house rule, or a file that cannot be written.
pub fn run<G: Scripted>(
    tournament: &TournamentSpec<G>,
    orders: RunOptions,
    stop: &Arc<AtomicBool>,
    watch: &(impl Fn(&TournamentTotals) + Sync),
) -> Result<TournamentTotals, String> {
    let _ticking = ClockGuard::start();
    let RunOptions { jobs, journal, saves, sprt } = orders;
    let mut desk = BlockCollector::new(tournament.robots.len(), journal, sprt);
    let known: BTreeSet<u64> = desk.waiting.keys().copied().collect();
    watch(&desk.totals);
    desk.count(watch);
    if desk.totals.is_decided() {
        return Ok(desk.totals);
    }
    let keeps_lines = desk.journal.is_some();
    let (next, desk) = (AtomicU64::new(0), Mutex::new(desk));
    let work = || -> Result<(), String> {
        let schedule = tournament.schedule();
        let mut worker = TournamentWorker::new(tournament, saves.as_deref(), stop)?;
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if known.contains(&number) {
                continue;
            }
            let Some(block) = tournament.block(&schedule, number) else { break };
            let Some(result) = worker.play_block(&block)? else { break };
            let line = if keeps_lines { journal::line::<G>(&result) } else { String::new() };
            let mut desk = lock(&desk);
            if desk.totals.is_decided() {
                break;
            }
            desk.take(result, &line, watch)?;
            if desk.totals.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    // A failing worker stops the others. An error after the stop flag is set is a consequence of
    // it.
    let work = || match work() {
        Err(_) if stop.load(Ordering::Relaxed) => Ok(()),
        Err(why) => {
            stop.store(true, Ordering::Relaxed);
            Err(why)
        }
        Ok(()) => Ok(()),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|_| Err("a worker broke down".to_owned()))
        };
        workers.into_iter().map(join).collect::<Vec<_>>().into_iter().collect::<Result<(), _>>()
    })?;
    Ok(desk.into_inner().unwrap_or_else(PoisonError::into_inner).totals)
}

/// Locks a mutex. Poisoning is ignored, since a panic ends the run anyway.
fn lock(desk: &Mutex<BlockCollector>) -> MutexGuard<'_, BlockCollector> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}
