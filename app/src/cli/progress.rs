//! Progress of long commands: a bar on a terminal, else occasional lines.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::cli::output::eprint_line;
use crate::model::analysis::run_in_parallel;
use crate::model::background;

/// The number of finished games at which a run without a bar prints its first report. Later reports
/// follow at each power of ten.
const FIRST_REPORT: u64 = 1000;

/// The longest time without a report.
const MAX_SILENCE: Duration = Duration::from_secs(30);

/// Processes files in parallel and shows the progress. Returns the results in the order of the
/// files.
pub(super) fn process_files<T: Send>(
    files: &[PathBuf],
    process: impl Fn(&Path) -> T + Sync,
) -> Vec<T> {
    let bar = GameProgress::new(files.len() as u64, 0);
    let progress = background::Progress::default();
    let results = run_in_parallel(files.len(), &progress, |index| {
        let result = process(&files[index]);
        bar.set(progress.done() as u64);
        result
    });
    bar.finish();
    results
}

/// The progress of a number of games.
pub(super) struct GameProgress {
    bar: ProgressBar,
    games: u64,
    /// The number of games that were finished before this run.
    before: u64,
    start: Instant,
    schedule: Mutex<ReportSchedule>,
}

/// Decides when a run without a bar prints a report.
struct ReportSchedule {
    /// The number of games at which the next report is due.
    next_games: u64,
    /// The time of the last report.
    last_time: Instant,
}

impl GameProgress {
    /// Shows the progress of `games` games, of which `before` are already finished.
    pub(super) fn new(games: u64, before: u64) -> Self {
        let bar = ProgressBar::new(games).with_position(before);
        let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
        bar.reset_eta();
        let start = Instant::now();
        let schedule = Mutex::new(ReportSchedule { next_games: FIRST_REPORT, last_time: start });
        Self { bar, games, before, start, schedule }
    }

    /// Sets the number of finished games.
    pub(super) fn set(&self, done: u64) {
        // A resumed run calls this from 0 on, also for the games that an earlier run finished.
        if done < self.before {
            return;
        }
        self.bar.set_position(done);
        if !self.bar.is_hidden() || done >= self.games {
            return;
        }
        let Ok(mut schedule) = self.schedule.lock() else { return };
        let games = self.games;
        if done >= schedule.next_games {
            let reached = schedule.next_games;
            while schedule.next_games <= done {
                schedule.next_games = schedule.next_games.saturating_mul(10);
            }
            schedule.last_time = Instant::now();
            eprint_line(&format!("{reached} of {games} games"));
        } else if schedule.last_time.elapsed() >= MAX_SILENCE && done > self.before {
            schedule.last_time = Instant::now();
            let speed = (done - self.before) as f64 / self.start.elapsed().as_secs_f64();
            let seconds_left = (games - done) as f64 / speed.max(1e-3);
            let left = HumanDuration(Duration::from_secs_f64(seconds_left));
            eprint_line(&format!("{done} of {games} games, {speed:.1} per second, {left} left"));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
