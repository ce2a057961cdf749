//! The clock behind the wall-clock limit of scripts. It ticks only while a [`ClockGuard`] lives.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{JoinHandle, park, sleep, spawn};
use std::time::{Duration, Instant};

use qipan_core::script::{Host, Limits};

/// The time between two ticks.
const TICK: Duration = Duration::from_millis(20);

/// The wall-clock limit of a turn that no person waits for, in milliseconds.
const UNATTENDED_WALL_MS: u64 = 30_000;
/// The time after which searches end in such a turn, in milliseconds.
const UNATTENDED_SEARCH_MS: u64 = 20_000;

/// The longest search of a robot for which a person waits, in milliseconds.
const MAX_SEARCH_MS: u64 = 3_000;
/// The time for the searches of all robots at a table in a round of moves, in milliseconds.
const ROUND_SEARCH_MS: u64 = 3_500;
/// The time that a script has after its search to finish, in milliseconds.
const FINISHING_MS: u64 = 1_000;

/// The clock of the process.
struct Clock {
    start: Instant,
    /// The time shown to scripts, in milliseconds since `start`.
    millis: Arc<AtomicU64>,
    /// The number of living [`ClockGuard`]s.
    guards: Arc<AtomicUsize>,
    ticker: JoinHandle<()>,
}

/// A guard that keeps the clock ticking while it lives.
#[must_use = "the clock stops when the guard is dropped"]
pub struct ClockGuard(());

impl ClockGuard {
    /// Starts the clock.
    pub fn start() -> Self {
        let clock = clock();
        // The clock stands still without a guard. A script must not be charged for that time.
        clock.millis.fetch_max(clock.start.elapsed().as_millis() as u64, Ordering::Relaxed);
        clock.guards.fetch_add(1, Ordering::SeqCst);
        // Catch up before the first read, so that no script sees the clock jump.
        clock.tick();
        clock.ticker.thread().unpark();
        Self(())
    }
}

impl Clock {
    /// Sets the clock to the current time.
    fn tick(&self) {
        self.millis.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
    }
}

impl Drop for ClockGuard {
    fn drop(&mut self) {
        clock().guards.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the host of scripts in the window. Its clock ticks while a [`ClockGuard`] lives.
pub fn host() -> Host {
    Host { clock: Arc::clone(&clock().millis), ..Host::default() }
}

/// Returns the host of the robots at a table with people. In each round, people wait for the moves
/// of `robots` robots. These robots share the search time of a round equally.
pub fn table_host(robots: usize) -> Host {
    let search_ms = MAX_SEARCH_MS.min(ROUND_SEARCH_MS / robots.max(1) as u64);
    let wall_ms = MAX_SEARCH_MS + FINISHING_MS;
    let limits = Limits { search_ms, wall_ms, is_interactive: true, ..Limits::default() };
    Host { limits, ..host() }
}

/// Returns the host of scripts without a window. Its wall-clock limit is long, so that a busy
/// machine does not change a game.
pub fn cli_script_host() -> Host {
    let (wall_ms, search_ms) = (UNATTENDED_WALL_MS, UNATTENDED_SEARCH_MS);
    Host { limits: Limits { wall_ms, search_ms, ..Limits::default() }, ..host() }
}

/// Returns the host of [`cli_script_host`], changed so that it drops the notes of scripts.
pub fn host_without_notes() -> Host {
    let host = cli_script_host();
    Host { limits: Limits { notes: 0, ..host.limits }, ..host }
}

fn clock() -> &'static Clock {
    static CLOCK: OnceLock<Clock> = OnceLock::new();
    CLOCK.get_or_init(|| {
        let (millis, guards) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicUsize::new(0)));
        let (ticker_millis, ticker_guards) = (Arc::clone(&millis), Arc::clone(&guards));
        let start = Instant::now();
        let ticker = spawn(move || {
            loop {
                ticker_millis.store(start.elapsed().as_millis() as u64, Ordering::Relaxed);
                if ticker_guards.load(Ordering::SeqCst) == 0 { park() } else { sleep(TICK) }
            }
        });
        Clock { start, millis, guards, ticker }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_at_a_table_share_the_time_of_a_round() {
        let search_ms = |robots| table_host(robots).limits.search_ms;
        assert_eq!([0, 1, 2, 5].map(search_ms), [3_000, 3_000, 1_750, 700]);
        assert!(cli_script_host().limits.search_ms > 3_000);
    }

    #[test]
    fn clock_advances_while_work_runs() {
        let _clock = ClockGuard::start();
        let before = host().clock.load(Ordering::Relaxed);
        let started = Instant::now();
        while host().clock.load(Ordering::Relaxed) == before {
            assert!(started.elapsed() < Duration::from_secs(20), "the clock stands still");
            std::thread::yield_now();
        }
    }
}
