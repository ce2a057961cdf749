//! Long work in a thread of its own, with its progress; it stops when nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::model::robot_threads::RepaintSignal;

/// How far some work is, and whether it is to stop.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    /// Asks the work to stop.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// So many parts are done.
    pub fn set(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// A part more is done.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// How many parts are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Whether the work is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Work that goes on elsewhere.
#[derive(Debug)]
pub struct Background<T, E> {
    progress: Progress,
    parts: usize,
    answer: Receiver<Result<T, E>>,
}

impl<T: Send + 'static, E: From<String> + Send + 'static> Background<T, E> {
    /// Begins work of so many parts; `wake` is called when it is done.
    #[must_use]
    pub fn start(
        parts: usize,
        work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static,
        wake: RepaintSignal,
    ) -> Self {
        let (send, answer) = channel();
        let progress = Progress::default();
        let told = progress.clone();
        let work = move || {
            // Nobody may listen any more.
            let _ = send.send(work(&told));
            wake();
        };
        // A deep recursion inside the interpreter must not end the program.
        let thread = std::thread::Builder::new().name("check".to_owned()).stack_size(8 << 20);
        // Without a thread the channel closes, which is told as an answer.
        let _ = thread.spawn(work);
        Self { progress, parts, answer }
    }

    /// What came of it, once it is done.
    #[must_use]
    pub fn poll(&self) -> Option<Result<T, E>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the check ended without an answer".to_owned().into()))
            }
        }
    }
}

impl<T, E> Background<T, E> {
    /// Parts done so far, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.progress.done().min(self.parts), self.parts)
    }
}

impl<T, E> Drop for Background<T, E> {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
    }
}
