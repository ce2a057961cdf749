//! Why something cannot be shown to others.

use qipan_core::redact::RedactError;

use crate::model::export::{Look, Section};

/// Why something cannot be shown to others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// It would be too small or too large.
    #[error("a picture is from {} to {} pixels wide", Look::WIDTHS.start(), Look::WIDTHS.end())]
    Width,
    /// The game has no such step.
    #[error("the game has {0} steps")]
    Step(usize),
    /// The game has no such part.
    #[error("a part of the game goes from one step to a later one; it has {0} steps")]
    Section(usize),
    /// It would go too slowly or too fast.
    #[error("the speed is from {} to {}", Section::SPEEDS.start(), Section::SPEEDS.end())]
    Speed,
    /// Nobody waits for it any more.
    #[error("stopped")]
    Stopped,
    /// No file can be told by a seat.
    #[error("{0}")]
    Told(#[from] RedactError),
    /// It cannot be written as a file.
    #[error("the picture cannot be written: {0}")]
    Written(String),
}

impl From<String> for ShareError {
    fn from(why: String) -> Self {
        Self::Written(why)
    }
}
