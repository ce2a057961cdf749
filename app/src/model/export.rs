//! What is made of a game to show it to others.

use std::ops::RangeInclusive;

use qipan_core::game::Viewer;
use qipan_core::seat::Seat;

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
    pub const WIDTHS: RangeInclusive<usize> = 160..=2048;
}

/// A part of a game as a moving picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// The position it begins with, in steps.
    pub from: usize,
    /// The position it ends with.
    pub to: usize,
    /// How fast it goes; 1 as designed.
    pub speed: f64,
}

impl Section {
    /// The speeds a moving picture can have.
    pub const SPEEDS: RangeInclusive<f64> = 0.25..=16.0;
}

/// Something to be made of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportKind {
    /// The position after so many steps as a picture.
    Picture(usize, Look),
    /// A part of it as a moving picture.
    Film(Section, Look),
    /// All of it in words, as somebody may know it.
    Text(Viewer),
    /// A file that holds what a seat saw, and nothing else.
    Told(Seat),
}

impl ExportKind {
    /// How the names of its files end.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Self::Picture(..) => "png",
            Self::Film(..) => "gif",
            Self::Text(_) => "txt",
            Self::Told(_) => "json",
        }
    }

    /// The parts its making is counted in.
    #[must_use]
    pub const fn parts(&self) -> usize {
        match self {
            Self::Film(section, _) => section.to.saturating_sub(section.from) + 1,
            _ => 1,
        }
    }
}
