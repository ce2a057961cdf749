//! Work on saved games in the background: reading, importing, deleting.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::model::background::{Background, Progress};
use crate::model::collection::{Collection, ImportResult, ReadProgress};
use crate::model::robot_threads::RepaintSignal;
use crate::screens::collection::CollectionTask;

/// A background task and the number of files it handles.
pub(super) struct CollectionWork {
    at: Background<CollectionChange, String>,
    all: Arc<AtomicUsize>,
    /// The kind of work.
    pub(super) kind: CollectionWorkKind,
}

/// The kind of a background task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CollectionWorkKind {
    Read,
    Import,
    Delete,
}

/// The result of a background task.
pub(super) enum CollectionChange {
    Read(Collection),
    Imported(ImportResult),
    /// The deleted files, and the reason of the first failure.
    Deleted(Vec<PathBuf>, Option<String>),
}

/// The result of a background task, or the reason of its failure.
pub(super) type WorkResult = Result<CollectionChange, String>;

impl CollectionWork {
    /// Starts a task. Its closure receives a callback for progress, which returns false to stop
    /// it.
    pub(super) fn start(
        kind: CollectionWorkKind,
        repaint: RepaintSignal,
        work: impl FnOnce(ReadProgress<'_>) -> CollectionChange + Send + 'static,
    ) -> Self {
        let all = Arc::new(AtomicUsize::new(0));
        let told = Arc::clone(&all);
        let work = move |progress: &Progress| {
            let watch = |done, all| {
                progress.set(done);
                told.store(all, Ordering::Relaxed);
                !progress.is_stopped()
            };
            Ok(work(&watch))
        };
        Self { at: Background::start(usize::MAX, work, repaint), all, kind }
    }

    /// Returns the result once the task is done.
    pub(super) fn poll(&self) -> Option<WorkResult> {
        self.at.poll()
    }

    /// Returns the progress for display on the page.
    pub(super) fn working(&self) -> CollectionTask {
        let (done, all) = (self.at.progress().0, self.all.load(Ordering::Relaxed));
        match self.kind {
            CollectionWorkKind::Read => CollectionTask::Reading(done, all),
            CollectionWorkKind::Import => CollectionTask::Bringing(done, all),
            CollectionWorkKind::Delete => CollectionTask::Deleting,
        }
    }
}
