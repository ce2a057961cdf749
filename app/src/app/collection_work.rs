//! Work on saved games in the background: reading, importing, deleting.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::app::desktop::TrashError;
use crate::model::background::{Background, Progress};
use crate::model::collection::{Collection, ImportResult, WorkProgress};
use crate::model::robot_threads::RepaintSignal;
use crate::screens::collection::CollectionTask;

/// A background task and the number of files it handles.
pub(super) struct CollectionWork {
    task: Background<CollectionWorkOutput, String>,
    /// The number of files, or 0 until it is known.
    total: Arc<AtomicUsize>,
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

/// The result of a background task that has succeeded or was done in part.
pub(super) enum CollectionWorkOutput {
    Read(Collection),
    Imported(ImportResult),
    /// The deleted files, and the reason for the failure that ended the deletion early, if there
    /// was one.
    Deleted(Vec<PathBuf>, Option<TrashError>),
}

/// The result of a background task, or the reason for its failure.
pub(super) type WorkResult = Result<CollectionWorkOutput, String>;

impl CollectionWork {
    /// Starts a task. `work` receives a callback that records progress. `work` must stop when the
    /// callback returns false.
    pub(super) fn start(
        kind: CollectionWorkKind,
        repaint: RepaintSignal,
        work: impl FnOnce(WorkProgress<'_>) -> CollectionWorkOutput + Send + 'static,
    ) -> Self {
        let total = Arc::new(AtomicUsize::new(0));
        let shared_total = Arc::clone(&total);
        let work = move |progress: &Progress| {
            let report = |done, total| {
                progress.set(done);
                shared_total.store(total, Ordering::Relaxed);
                !progress.must_stop()
            };
            Ok(work(&report))
        };
        // The number of files is not known in advance.
        Self { task: Background::start(usize::MAX, work, repaint), total, kind }
    }

    /// Returns the result once the task is done.
    pub(super) fn poll(&self) -> Option<WorkResult> {
        self.task.poll()
    }

    /// Returns the progress for display on the page.
    pub(super) fn status(&self) -> CollectionTask {
        let (done, total) = (self.task.progress().0, self.total.load(Ordering::Relaxed));
        match self.kind {
            CollectionWorkKind::Read => CollectionTask::Reading(done, total),
            CollectionWorkKind::Import => CollectionTask::Importing(done, total),
            CollectionWorkKind::Delete => CollectionTask::Deleting,
        }
    }
}
