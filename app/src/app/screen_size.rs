//! How much room each screen needs; in a smaller window it scrolls.

use egui::{Vec2, vec2};

use crate::app::Screen;

impl Screen {
    /// The smallest size in points at which everything on the screen can be seen at once.
    pub(super) const fn least_size(self) -> Vec2 {
        match self {
            Self::Home => vec2(620.0, 490.0),
            // It scrolls by itself: its start button always stays in view.
            Self::NewGame => vec2(0.0, 0.0),
            Self::Play => vec2(560.0, 330.0),
            Self::Puzzles => vec2(560.0, 330.0),
            Self::Replay => vec2(560.0, 400.0),
            Self::Positions => vec2(600.0, 420.0),
            Self::Layout => vec2(800.0, 420.0),
            Self::Scripts => vec2(680.0, 420.0),
            Self::Tournament => vec2(700.0, 480.0),
            Self::Collection => vec2(680.0, 420.0),
            Self::Settings => vec2(440.0, 240.0),
            Self::About => vec2(520.0, 240.0),
        }
    }
}
