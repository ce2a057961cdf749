//! What a picture of a game shows, and how.

use qipan_core::game::Viewer;

use super::Section;
use crate::model::settings::Settings;

/// What a picture of a game shows, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Its width, in pixels.
    pub width: usize,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// Whether the sides are named under the board.
    pub sides: bool,
    /// The language, the theme, the names of pieces.
    pub settings: Settings,
}

impl Look {
    /// The widths a picture can have.
    pub const WIDTHS: std::ops::RangeInclusive<usize> = 160..=2048;
}

/// Why there is no picture.
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
    /// It cannot be written as a file.
    #[error("the picture cannot be written: {0}")]
    Written(String),
}

impl From<String> for ShareError {
    fn from(why: String) -> Self {
        Self::Written(why)
    }
}
