//! Plays a tournament.
//!
//! Workers on several threads play blocks, and one collector counts them in order. The results
//! after a given number of blocks are therefore the same for any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, Sprt, SprtBounds, Tally};

use crate::model::clock::ClockGuard;
use crate::model::tournament::journal::{self, TournamentJournal};
use crate::model::tournament::spec::TournamentSpec;
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
    pub sprt: Option<SprtBounds>,
}

/// The results of a tournament so far. They always cover the first blocks in order, even if later
/// blocks were finished earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentTotals {
    /// The counts of results.
    pub tally: Tally,
    /// The first error of each robot.
    pub first_errors: Vec<Option<String>>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
}

impl TournamentTotals {
    /// Adds the results of a block.
    fn add(&mut self, result: &BlockResult) {
        self.tally.add_block(result);
        if let Some(test) = &mut self.sprt {
            test.add_block(result);
        }
        for (robot, usage) in &result.usage {
            let first_error = self.first_errors.get_mut(usize::from(*robot));
            if let Some(first_error @ None) = first_error {
                first_error.clone_from(&usage.first_error);
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
    /// Finished blocks that wait for earlier blocks, by number.
    pending: BTreeMap<u64, BlockResult>,
}

impl BlockCollector {
    fn new(robots: usize, journal: Option<TournamentJournal>, sprt: Option<SprtBounds>) -> Self {
        let sprt = sprt.map(Sprt::new);
        let totals =
            TournamentTotals { tally: Tally::new(robots), first_errors: vec![None; robots], sprt };
        let mut collector = Self { totals, journal, next: 0, pending: BTreeMap::new() };
        if let Some(journal) = &mut collector.journal {
            collector.pending = std::mem::take(&mut journal.blocks);
        }
        collector
    }

    /// Counts the finished blocks that are next in order, until the test has a verdict.
    fn count(&mut self, report: &impl Fn(&TournamentTotals)) {
        while !self.totals.is_decided() {
            let Some(result) = self.pending.remove(&self.next) else { return };
            self.totals.add(&result);
            self.next += 1;
            report(&self.totals);
        }
    }

    /// Adds a finished block, and its line to the journal.
    fn add_block(
        &mut self,
        result: BlockResult,
        line: &str,
        report: &impl Fn(&TournamentTotals),
    ) -> Result<(), String> {
        if let Some(journal) = &mut self.journal {
            journal.append(line).map_err(|why| why.to_string())?;
        }
        self.pending.insert(result.block, result);
        self.count(report);
        Ok(())
    }
}

/// Plays the games of a tournament until all are played, `stop` is set or the test has a verdict.
/// `report` receives the results at the start and after each block, in the order of blocks,
/// including those of an earlier run. `stop` is set if the test reaches a verdict or a worker
/// fails.
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
    let RunOptions { jobs, journal, saves, sprt } = options;
    let mut collector = BlockCollector::new(tournament.robots.len(), journal, sprt);
    let played_blocks: BTreeSet<u64> = collector.pending.keys().copied().collect();
    report(&collector.totals);
    collector.count(report);
    if collector.totals.is_decided() {
        return Ok(collector.totals);
    }
    let has_journal = collector.journal.is_some();
    let (next_block, collector) = (AtomicU64::new(0), Mutex::new(collector));
    let play_blocks = || -> Result<(), String> {
        let schedule = tournament.schedule();
        let mut worker = TournamentWorker::new(tournament, saves.as_deref(), stop)?;
        while !stop.load(Ordering::Relaxed) {
            let number = next_block.fetch_add(1, Ordering::Relaxed);
            if played_blocks.contains(&number) {
                continue;
            }
            let Some(block) = tournament.block(&schedule, number) else { break };
            let Some(result) = worker.play_block(&block)? else { break };
            let line = if has_journal { journal::block_line::<G>(&result) } else { String::new() };
            let mut collector = lock(&collector);
            if collector.totals.is_decided() {
                break;
            }
            collector.add_block(result, &line, report)?;
            if collector.totals.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    // A failing worker stops the others. An error after the stop flag is set is only a consequence
    // of it.
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
fn lock(collector: &Mutex<BlockCollector>) -> MutexGuard<'_, BlockCollector> {
    collector.lock().unwrap_or_else(PoisonError::into_inner)
}
