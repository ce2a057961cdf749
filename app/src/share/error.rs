//! The error of exports.

use qipan_core::play::redact::RedactError;

use crate::model::export::{ExportRange, PictureOptions};

/// The reason why a game cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// The picture would be too small or too large.
    #[error("a picture is from {} to {} pixels wide", PictureOptions::WIDTHS.start(), PictureOptions::WIDTHS.end())]
    Width,
    /// The game has no such step.
    #[error("the game has {0} steps")]
    Step(usize),
    /// The game has no such section.
    #[error("a part of the game goes from one step to a later one; it has {0} steps")]
    Section(usize),
    /// The speed is too low or too high.
    #[error("the speed is from {} to {}", ExportRange::SPEEDS.start(), ExportRange::SPEEDS.end())]
    Speed,
    /// The export was cancelled.
    #[error("stopped")]
    Stopped,
    /// The game cannot be redacted for the seat.
    #[error("{0}")]
    Told(#[from] RedactError),
    /// The file cannot be written.
    #[error("the picture cannot be written: {0}")]
    Written(String),
}

impl From<String> for ShareError {
    fn from(why: String) -> Self {
        Self::Written(why)
    }
}
