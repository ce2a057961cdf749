//! The error of exports.

use qipan_core::play::redact::RedactError;

use crate::model::export::{ExportRange, PictureOptions};

/// The reason why a game cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// The picture would be too small or too large.
    #[error("a picture is from {} to {} pixels wide", PictureOptions::WIDTHS.start(), PictureOptions::WIDTHS.end())]
    Width,
    /// The game has no such step. The field is the number of its steps.
    #[error("the game has {0} steps")]
    Step(usize),
    /// The game has no such range of steps. The field is the number of its steps.
    #[error("a part of the game goes from one step to a later one; it has {0} steps")]
    Range(usize),
    /// The speed is too low or too high.
    #[error("the speed is from {} to {}", ExportRange::SPEEDS.start(), ExportRange::SPEEDS.end())]
    Speed,
    /// The export was cancelled.
    #[error("stopped")]
    Stopped,
    /// The game cannot be redacted for the seat.
    #[error("{0}")]
    Redact(#[from] RedactError),
    /// The picture cannot be encoded.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

impl From<String> for ShareError {
    fn from(message: String) -> Self {
        Self::Encoding(message)
    }
}
