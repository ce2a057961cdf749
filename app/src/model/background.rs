//! Long work on a thread of its own, with its progress. Dropping the handle stops the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::model::robot_threads::RepaintSignal;

/// The size of a thread's stack. Deep recursion inside the interpreter must not overflow the stack.
const STACK_BYTES: usize = 8 << 20;

/// The number of finished parts of some work, and a flag that stops it.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    /// The flag that asks the work to stop.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Sets the number of finished parts.
    pub fn set(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Counts one more finished part.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of finished parts.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Returns true if the work has to stop.
    pub fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Work on another thread, and the channel for its result.
#[derive(Debug)]
pub struct Background<T, E> {
    progress: Progress,
    parts: usize,
    result: Receiver<Result<T, E>>,
}

impl<T: Send + 'static, E: From<String> + Send + 'static> Background<T, E> {
    /// Starts work that consists of `parts` parts. `wake` is called when the work ends.
    pub fn start(
        parts: usize,
        work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static,
        wake: RepaintSignal,
    ) -> Self {
        let (sender, result) = channel();
        let progress = Progress::default();
        let worker_progress = progress.clone();
        let run = move || {
            // The receiver may be gone already.
            let _ = sender.send(work(&worker_progress));
            wake();
        };
        let thread =
            std::thread::Builder::new().name("background".to_owned()).stack_size(STACK_BYTES);
        // If no thread can be started, the channel closes and `poll` returns an error.
        let _ = thread.spawn(run);
        Self { progress, parts, result }
    }

    /// Returns the result once the work has ended.
    pub fn poll(&self) -> Option<Result<T, E>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the work ended without a result".to_owned().into()))
            }
        }
    }
}

impl<T, E> Background<T, E> {
    /// Returns the number of finished parts and the number of all parts.
    pub fn progress(&self) -> (usize, usize) {
        (self.progress.done().min(self.parts), self.parts)
    }
}

impl<T, E> Drop for Background<T, E> {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
    }
}
