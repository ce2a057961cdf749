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

/// Games played on from each position by [`EvaluationSource::Playouts`].
pub const PLAYOUTS: u32 = 200;

/// The source of the winning chances in an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationSource {
    /// The evaluation learned from games of the program against itself.
    #[default]
    Learned,
    /// Games played on from each position.
    Playouts,
    /// The `value` function of a robot.
    Robot,
}

/// Runs the parts of some work on several threads. Returns the results in order. Parts not begun
/// before the work was stopped are missing.
pub fn side_by_side<T: Send>(
    parts: usize,
    progress: &Progress,
    part: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(parts));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= parts || progress.is_stopped() {
                return;
            }
            let found = part(at);
            if let Ok(mut done) = done.lock() {
                done.push((at, found));
                progress.set(done.len());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..processors().min(parts) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, found)| found).collect()
}

/// Analyses a game. Returns `None` if it was stopped.
pub fn analyse<G: Searchable>(
    session: &Session<G>,
    options: AnalysisOptions,
    progress: &Progress,
) -> Option<Analysis<G::Action>> {
    let analyser = StepAnalyser::new(session.states(), &session.record().steps, options);
    let moments = side_by_side(analyser.len(), progress, |at| analyser.analyse_step(at));
    let whole = moments.len() == analyser.len();
    moments.into_iter().collect::<Option<Vec<_>>>().filter(|_| whole).map(Analysis::new)
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
        let mut found = analyse(&session, options, progress).ok_or_else(stopped)?;
        if let Some(maker) = robot {
            let mut robot = maker(Arc::clone(&progress.stop))?;
            let done = session.states().len();
            let answered = robot::chances(&session, robot.as_mut(), |at| {
                progress.set(done + at);
                !progress.is_stopped()
            })?;
            found.override_values(answered);
        }
        Ok(found)
    };
    Background::start(parts, work, wake)
}
