//! Signals that ask the program to end: Ctrl-C, and on Unix SIGTERM and SIGHUP.
//!
//! The first signal stops a long command, which then prints its results so far. Any later signal,
//! or any signal to a command that cannot stop in this way, kills the robot programs and then has
//! its usual effect. The programs must be killed, because they run in process groups of their own,
//! to which the terminal sends no signal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::model::programs;

/// The stop flag of the running command, if the command can stop with its results so far.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns a flag that the first signal sets. The next signal ends the program.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    Arc::clone(STOP.get_or_init(Arc::default))
}

/// Asks the running command to stop. Returns false if it cannot be stopped or was asked before.
fn ask_to_stop() -> bool {
    STOP.get().is_some_and(|stop| !stop.swap(true, Ordering::Relaxed))
}

/// Starts to handle signals.
///
/// # Errors
/// The system does not allow it.
#[cfg(unix)]
pub(super) fn listen() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    if !hangups_are_ignored() {
        signals.add_signal(SIGHUP)?;
    }
    let wait = move || {
        for signal in signals.forever().filter(|_| !ask_to_stop()) {
            programs::end_all();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Returns true if the program was started to outlive its terminal, as by `nohup`. Only Linux
/// reports that.
#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    // SIGHUP is signal 1, in the lowest bit.
    bits.is_some_and(|bits| bits & 1 == 1)
}

/// Starts to handle signals.
///
/// # Errors
/// The system does not allow it.
#[cfg(windows)]
pub(super) fn listen() -> io::Result<()> {
    let handler = ctrlc::set_handler(|| {
        if !ask_to_stop() {
            programs::end_all();
            std::process::exit(130);
        }
    });
    handler.map_err(io::Error::other)
}
