//! What reading a file costs.

use std::sync::{Mutex, MutexGuard};

use crate::MEMORY;

/// The most that any file may take while it is read, in bytes.
pub const MOST_MEMORY: usize = 64 << 20;
/// The same in nanoseconds of the processor.
pub const MOST_TIME: u64 = 1_000_000_000;

/// What something took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Bytes held at once beyond what was there before, at the most.
    pub bytes: usize,
    /// Nanoseconds of the processor; 0 where the system does not tell.
    pub nanos: u64,
}

impl Cost {
    /// The larger of each.
    pub fn most(self, other: Self) -> Self {
        Self { bytes: self.bytes.max(other.bytes), nanos: self.nanos.max(other.nanos) }
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mebibytes = self.bytes as f64 / f64::from(1 << 20);
        write!(f, "{mebibytes:.1} MiB and {} ms", self.nanos / 1_000_000)
    }
}

/// Memory is counted for the whole program: one test at a time measures.
pub fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Does something, and tells what it took.
pub fn measured<T>(what: impl FnOnce() -> T) -> (T, Cost) {
    MEMORY.reset_peak_usage();
    let (bytes, nanos) = (MEMORY.current_usage(), spent());
    let done = what();
    let nanos = spent().saturating_sub(nanos);
    (done, Cost { bytes: MEMORY.peak_usage().saturating_sub(bytes), nanos })
}

/// Nanoseconds that this thread had of a processor.
fn spent() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0)
}
