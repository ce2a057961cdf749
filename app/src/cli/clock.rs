//! The clock behind the wall-time net under scripts.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use qipan_core::script::Host;

/// A host whose clock runs, advanced by one thread for the whole process.
pub(super) fn host() -> Host {
    static CLOCK: OnceLock<Arc<AtomicU64>> = OnceLock::new();
    let clock = CLOCK.get_or_init(|| {
        let clock = Arc::new(AtomicU64::new(0));
        let hand = Arc::clone(&clock);
        let start = Instant::now();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(20));
                hand.store(start.elapsed().as_millis() as u64, Ordering::Relaxed);
            }
        });
        clock
    });
    Host { clock: Arc::clone(clock), ..Host::default() }
}
