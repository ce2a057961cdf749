//! What is being made of the game looked back at, to show it to others.

use std::path::PathBuf;

use crate::model::background::Background;
use crate::model::export::ExportKind;
use crate::share::{Export, ShareError};

/// What is being made of a game, and what for.
#[derive(Default)]
pub(super) struct Sharing {
    /// What a file is asked for.
    pub wish: Option<ExportKind>,
    /// What is made now, and the file it is for; none for the clipboard.
    pub making: Option<(Background<Export, ShareError>, Option<PathBuf>)>,
}

impl Sharing {
    /// Parts done and all parts of what is being made.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.making.as_ref().map(|(making, _)| making.progress())
    }
}
