//! Analyses games on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use qipan_core::analysis::{Analysis, AnalysisOptions, StepAnalyser};
use qipan_core::evaluation::Searchable;
use qipan_core::play::session::Session;
use qipan_core::script::Scripted;

use crate::model::background::{Background, Progress};
use crate::model::robot_threads::{RepaintSignal, RobotBuilder};
use crate::model::tournament::processors;

pub mod robot;

/// The number of rollouts from each position with [`EvaluationSource::Rollouts`].
pub const ROLLOUTS: u32 = 200;

/// The source of the winning chances in an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationSource {
    /// The evaluation learned by self-play.
    #[default]
    Learned,
    /// Rollouts from each position.
    Rollouts,
    /// The `value` function of a robot.
    Robot,
}

/// Runs the parts of some work on several threads, the current one included. Returns the results
/// in order. Parts that had not begun when the work was stopped are missing.
pub fn run_in_parallel<T: Send>(
    parts: usize,
    progress: &Progress,
    run_part: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next_index = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(parts));
    let run_parts = || {
        loop {
            let index = next_index.fetch_add(1, Ordering::Relaxed);
            if index >= parts || progress.must_stop() {
                return;
            }
            let result = run_part(index);
            if let Ok(mut results) = results.lock() {
                results.push((index, result));
                progress.set(results.len());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..processors().min(parts) {
            scope.spawn(run_parts);
        }
        run_parts();
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Analyses a game. Returns `None` if the analysis was stopped.
pub fn analyse<G: Searchable>(
    session: &Session<G>,
    options: AnalysisOptions,
    progress: &Progress,
) -> Option<Analysis<G::Action>> {
    let analyser = StepAnalyser::new(session.states(), &session.record().steps, options);
    let positions = run_in_parallel(analyser.len(), progress, |index| analyser.analyse_step(index));
    if positions.len() < analyser.len() {
        return None;
    }
    positions.into_iter().collect::<Option<Vec<_>>>().map(Analysis::new)
}

/// An analysis in the background.
pub type AnalysisTask<G> =
    Background<Analysis<<G as qipan_core::contract::game::Game>::Action>, String>;

/// Starts the analysis of a game. A robot, if given, supplies the winning chances. Dropping the
/// returned value stops the analysis.
pub fn start<G: Scripted>(
    session: &Session<G>,
    options: AnalysisOptions,
    robot: Option<RobotBuilder<G>>,
    wake: RepaintSignal,
) -> AnalysisTask<G> {
    let session = session.clone();
    let parts = session.states().len() * if robot.is_some() { 2 } else { 1 };
    let work = move |progress: &Progress| {
        let stopped = || "it was stopped".to_owned();
        let mut analysis = analyse(&session, options, progress).ok_or_else(stopped)?;
        if let Some(build) = robot {
            let mut robot = build(Arc::clone(&progress.stop))?;
            let analysed = session.states().len();
            let chances = robot::chances(&session, robot.as_mut(), |index| {
                progress.set(analysed + index);
                !progress.must_stop()
            })?;
            analysis.set_estimates(chances);
        }
        Ok(analysis)
    };
    Background::start(parts, work, wake)
}
