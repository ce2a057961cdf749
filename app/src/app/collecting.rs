//! What is done with saved games behind the page: they are read, brought in, thrown away.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::model::background::{Background, Progress};
use crate::model::collection::{Brought, Collection, Watch};
use crate::model::robot_threads::RepaintSignal;
use crate::screens::collection::Working;

/// Moves a file to the desktop's trash; why not, in its words.
pub type Trash = Arc<dyn Fn(&Path) -> Result<(), String> + Send + Sync>;

/// What goes on behind the page, and how many files it is about.
pub(super) struct Work {
    at: Background<Done, String>,
    all: Arc<AtomicUsize>,
    /// What it is.
    pub(super) kind: Kind,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Bring,
    Delete,
}

/// What came of it.
pub(super) enum Done {
    Read(Collection),
    Brought(Brought),
    /// The files that are gone, and why the first of the others could not go.
    Deleted(Vec<PathBuf>, Option<String>),
}

impl Work {
    /// Begins some work; it is told how to say how far it is.
    pub(super) fn start(
        kind: Kind,
        wake: RepaintSignal,
        work: impl FnOnce(Watch<'_>) -> Done + Send + 'static,
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

    /// What came of it, once it is done.
    pub(super) fn poll(&self) -> Option<Result<Done, String>> {
        self.at.poll()
    }

    /// How far it is, for the page.
    pub(super) fn working(&self) -> Working {
        let (done, all) = (self.at.progress().0, self.all.load(Ordering::Relaxed));
        match self.kind {
            Kind::Read => Working::Reading(done, all),
            Kind::Bring => Working::Bringing(done, all),
            Kind::Delete => Working::Deleting,
        }
    }
}

/// Moves a file to the trash of the desktop.
pub(super) fn desktop_trash() -> Trash {
    Arc::new(|path| trash::delete(path).map_err(|error| trash_trouble(&error)))
}

/// Why the trash took nothing. The library's own words are those of a programmer.
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
    fn the_trash_speaks_plainly() {
        let os = trash::Error::Os { code: 5, description: "access denied".to_owned() };
        assert_eq!(trash_trouble(&os), "access denied");
        let gone = trash::Error::CouldNotAccess { target: "x".to_owned() };
        assert_eq!(trash_trouble(&gone), "the desktop has no trash for it");
    }
}
