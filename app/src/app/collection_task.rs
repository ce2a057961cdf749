//! Work on saved games in the background: reading, importing, deleting.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::model::background::{Background, Progress};
use crate::model::collection::{Collection, ImportResult, ReadProgress};
use crate::model::robot_threads::RepaintSignal;
use crate::screens::collection::CollectionTask;

/// Moves a file to the desktop's trash, or returns the reason of the failure.
pub type Trash = Arc<dyn Fn(&Path) -> Result<(), String> + Send + Sync>;

/// A background task and the number of files it handles.
pub(super) struct CollectionWork {
    at: Background<TaskResult, String>,
    all: Arc<AtomicUsize>,
    /// The kind of work.
    pub(super) kind: CollectionWorkKind,
}

/// The kind of a background task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CollectionWorkKind {
    Read,
    Bring,
    Delete,
}

/// The result of a background task.
pub(super) enum TaskResult {
    Read(Collection),
    Brought(ImportResult),
    /// The deleted files, and the reason of the first failure.
    Deleted(Vec<PathBuf>, Option<String>),
}

impl CollectionWork {
    /// Starts a task. Its closure receives a callback for progress, which returns false to stop
    /// it.
    pub(super) fn start(
        kind: CollectionWorkKind,
        wake: RepaintSignal,
        work: impl FnOnce(ReadProgress<'_>) -> TaskResult + Send + 'static,
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
        Self { at: Background::start(usize::MAX, work, wake), all, kind }
    }

    /// Returns the result once the task is done.
    pub(super) fn poll(&self) -> Option<Result<TaskResult, String>> {
        self.at.poll()
    }

    /// Returns the progress for display on the page.
    pub(super) fn working(&self) -> CollectionTask {
        let (done, all) = (self.at.progress().0, self.all.load(Ordering::Relaxed));
        match self.kind {
            CollectionWorkKind::Read => CollectionTask::Reading(done, all),
            CollectionWorkKind::Bring => CollectionTask::Bringing(done, all),
            CollectionWorkKind::Delete => CollectionTask::Deleting,
        }
    }
}

/// Returns a function that moves files to the trash of the desktop.
pub(super) fn desktop_trash() -> Trash {
    Arc::new(|path| trash::delete(path).map_err(|error| trash_trouble(&error)))
}

/// Returns the reason of a trash failure. The library's own text is meant for programmers.
fn trash_trouble(error: &trash::Error) -> String {
    match error {
        trash::Error::Os { description, .. } | trash::Error::Unknown { description } => {
            description.clone()
        }
        other => match std::error::Error::source(other) {
            Some(why) => why.to_string(),
            None => "the desktop has no trash for it".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::trash_trouble;

    #[test]
    fn trash_errors_are_sentences() {
        let os = trash::Error::Os { code: 5, description: "access denied".to_owned() };
        assert_eq!(trash_trouble(&os), "access denied");
        let gone = trash::Error::CouldNotAccess { target: "x".to_owned() };
        assert_eq!(trash_trouble(&gone), "the desktop has no trash for it");
    }
}
