//! Descriptions of exports: pictures, animated GIFs, texts and redacted files of a game.

use std::ops::RangeInclusive;

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;

use crate::model::settings::Settings;

/// The options of a picture or animated GIF of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureOptions {
    /// The width, in pixels.
    pub width: usize,
    /// The viewer of the picture.
    pub viewer: Viewer,
    /// True if the picture names the sides under the board.
    pub shows_names: bool,
    /// The settings for language, theme and names of pieces.
    pub settings: Settings,
}

impl PictureOptions {
    /// The widths a picture can have, in pixels.
    pub const WIDTHS: RangeInclusive<usize> = 160..=2048;
}

/// The part of a game that an animated GIF shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExportRange {
    /// The number of steps before the first position.
    pub from: usize,
    /// The number of steps before the last position.
    pub to: usize,
    /// The speed, as a multiple of the normal speed.
    pub speed: f64,
}

impl ExportRange {
    /// The speeds an animated GIF can have.
    pub const SPEEDS: RangeInclusive<f64> = 0.25..=16.0;
}

/// A kind of export.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportKind {
    /// A picture of the position after this number of steps.
    Picture(usize, PictureOptions),
    /// An animated GIF of a part of the game.
    Gif(ExportRange, PictureOptions),
    /// The whole game in words, as this viewer knows it.
    Text(Viewer),
    /// A redacted file, which holds only what this seat saw.
    Redacted(Seat),
}

impl ExportKind {
    /// Returns the file extension of the export.
    pub const fn extension(&self) -> &'static str {
        match self {
            Self::Picture(..) => "png",
            Self::Gif(..) => "gif",
            Self::Text(_) => "txt",
            Self::Redacted(_) => "json",
        }
    }

    /// Returns the number of parts in which progress is counted: the positions of an animated GIF,
    /// or 1 for any other export.
    pub const fn parts(&self) -> usize {
        match self {
            Self::Gif(range, _) => range.to.saturating_sub(range.from) + 1,
            _ => 1,
        }
    }
}
