//! The screens, and how much room each needs; in a smaller window it scrolls.

use egui::{Vec2, vec2};

/// Which screen is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first screen.
    Home,
    /// Setting up a game.
    NewGame,
    /// The game on the table.
    Play,
    /// Looking back at a game.
    Replay,
    /// Laying out an army.
    Layout,
    /// Robots and house rules as files.
    Scripts,
    /// Robots in a tournament.
    Tournament,
    /// All saved games.
    Collection,
    /// Positions to find the best choice in.
    Puzzles,
    /// Setting up a position.
    Positions,
    /// The settings.
    Settings,
    /// What the program is made of, and its licences.
    About,
}

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
