//! Measures the cost of reading a file.

use std::sync::{Mutex, MutexGuard};

use crate::MEMORY;

/// The most memory that reading a file may take, in bytes.
pub const MAX_MEMORY: usize = 64 << 20;
/// The most processor time that reading a file may take, in nanoseconds.
pub const MAX_TIME: u64 = 1_000_000_000;

/// The measured cost of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Peak memory above that at the start, in bytes.
    pub bytes: usize,
    /// Processor time in nanoseconds; 0 if the system does not report it.
    pub nanos: u64,
}

impl Cost {
    /// Returns the maximum of each field.
    pub fn max(self, other: Self) -> Self {
        Self { bytes: self.bytes.max(other.bytes), nanos: self.nanos.max(other.nanos) }
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mebibytes = self.bytes as f64 / f64::from(1 << 20);
        write!(f, "{mebibytes:.1} MiB and {} ms", self.nanos / 1_000_000)
    }
}

/// Locks out other measuring tests, because memory is counted for the whole process.
pub fn lock_measuring() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Calls `work` and measures its cost.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    MEMORY.reset_peak_usage();
    let (start_bytes, start_nanos) = (MEMORY.current_usage(), thread_nanos());
    let result = work();
    let nanos = thread_nanos().saturating_sub(start_nanos);
    (result, Cost { bytes: MEMORY.peak_usage().saturating_sub(start_bytes), nanos })
}

/// Returns the processor time of this thread in nanoseconds, or 0 if unknown.
fn thread_nanos() -> u64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    schedstat.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0)
}
