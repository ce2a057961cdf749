//! State of an export of the replayed game.

use std::path::PathBuf;

use crate::model::background::Background;
use crate::model::export::ExportKind;
use crate::share::{Export, ShareError};

/// A pending export and its purpose.
#[derive(Default)]
pub(super) struct PendingExport {
    /// The kind of export that a file is being chosen for.
    pub wish: Option<ExportKind>,
    /// The running export and its target file, or `None` for the clipboard.
    pub making: Option<(Background<Export, ShareError>, Option<PathBuf>)>,
}

impl PendingExport {
    /// Returns the number of finished parts and of all parts.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.making.as_ref().map(|(making, _)| making.progress())
    }
}
