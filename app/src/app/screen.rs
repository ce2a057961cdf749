//! The screens and their minimum sizes. In a smaller window, a screen scrolls.

use egui::{Vec2, vec2};

/// The screens of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The home screen.
    Home,
    /// The setup of a game.
    NewGame,
    /// The game on the table.
    Play,
    /// The replay of a game.
    Replay,
    /// The layout editor.
    Layout,
    /// The scripts of robots and house rules.
    Scripts,
    /// The manual for script authors.
    Manual,
    /// The tournament of robots.
    Tournament,
    /// The collection of saved games.
    Collection,
    /// The puzzles.
    Puzzles,
    /// The lessons.
    Lessons,
    /// The statistics of the player's saved games.
    Records,
    /// The position editor.
    Positions,
    /// A table with people on other devices, before its game begins.
    Together,
    /// The settings.
    Settings,
    /// The page about the program and its licences.
    About,
}

impl Screen {
    /// Returns the minimum size that shows the whole screen, in points.
    pub(super) const fn min_size(self) -> Vec2 {
        match self {
            Self::Home => vec2(620.0, 500.0),
            // This screen scrolls by itself and keeps its start button in view.
            Self::NewGame => vec2(0.0, 0.0),
            Self::Play => vec2(560.0, 330.0),
            Self::Puzzles => vec2(560.0, 330.0),
            Self::Lessons => vec2(560.0, 400.0),
            Self::Replay => vec2(560.0, 400.0),
            Self::Positions => vec2(600.0, 420.0),
            Self::Together => vec2(560.0, 420.0),
            Self::Layout => vec2(800.0, 420.0),
            Self::Scripts | Self::Manual => vec2(680.0, 420.0),
            Self::Tournament => vec2(700.0, 480.0),
            Self::Collection => vec2(680.0, 420.0),
            Self::Records => vec2(640.0, 420.0),
            Self::Settings => vec2(440.0, 240.0),
            Self::About => vec2(520.0, 240.0),
        }
    }
}
