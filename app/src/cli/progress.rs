//! Progress of long commands: a bar on a terminal, else occasional lines.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::cli::output::eprint_line;
use crate::model::analysis::side_by_side;
use crate::model::background;

/// The number of games at the first report without a bar. Later reports follow at each power of
/// ten.
const FIRST_REPORT: u64 = 1000;

/// The longest time without a report.
const SILENCE: Duration = Duration::from_secs(30);

/// Processes files in parallel and shows the progress. Returns the results in order.
pub(super) fn each_file<T: Send>(files: &[PathBuf], look: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    let bar = GameProgress::new(files.len() as u64, 0);
    let told = background::Progress::default();
    let found = side_by_side(files.len(), &told, |at| {
        let found = look(&files[at]);
        bar.set(told.done() as u64);
        found
    });
    bar.finish();
    found
}

/// The progress of a number of games.
pub(super) struct GameProgress {
    bar: ProgressBar,
    games: u64,
    before: u64,
    begun: Instant,
    told: Mutex<LastReport>,
}

/// The time of the last report, and the number of games at the next one.
struct LastReport {
    next: u64,
    at: Instant,
}

impl GameProgress {
    /// Shows the progress of `games` games, of which `before` are already finished.
    pub(super) fn new(games: u64, before: u64) -> Self {
        let bar = ProgressBar::new(games).with_position(before);
        let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
        bar.reset_eta();
        let begun = Instant::now();
        let told = Mutex::new(LastReport { next: FIRST_REPORT, at: begun });
        Self { bar, games, before, begun, told }
    }

    /// Sets the number of finished games.
    pub(super) fn set(&self, done: u64) {
        // A resumed run counts the earlier games once more, in no time.
        if done < self.before {
            return;
        }
        self.bar.set_position(done);
        if !self.bar.is_hidden() || done >= self.games {
            return;
        }
        let Ok(mut told) = self.told.lock() else { return };
        let games = self.games;
        if done >= told.next {
            let reached = told.next;
            while told.next <= done {
                told.next = told.next.saturating_mul(10);
            }
            told.at = Instant::now();
            eprint_line(&format!("{reached} of {games} games"));
        } else if told.at.elapsed() >= SILENCE && done > self.before {
            told.at = Instant::now();
            let speed = (done - self.before) as f64 / self.begun.elapsed().as_secs_f64();
            let left = Duration::from_secs_f64((games - done) as f64 / speed.max(1e-3));
            let left = HumanDuration(left);
            eprint_line(&format!("{done} of {games} games, {speed:.1} per second, {left} left"));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
