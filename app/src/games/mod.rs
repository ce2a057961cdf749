//! The games in the window: the traits that every game of the core implements for it.
//!
//! Code that knows the kind of a game only at run time uses [`with_game!`].

mod army_badge;
mod editor;
mod game_ui;
mod placing;
mod refused;
mod seating;
mod watching;
pub mod words;

pub mod junqi;
pub mod race;

use qipan_core::registry::GameKind;
use qipan_core::with_game;

pub use crate::model::narration::Announcement;
pub use army_badge::{army_ink, paint_badge};
pub use editor::{Editor, EditorResult, LayoutChoice};
pub use game_ui::{
    BoardUi, Card, CardPicture, CellSpot, CommandContext, DefaultSetup, GameUi, GuidePart,
    GuidePicture, KeyLine, MissingPlayers, Scene,
};
pub use placing::PositionUi;
pub use refused::refused_ui;
pub use seating::Seating;
pub use watching::watching_ui;

/// Returns the cards of all games, in the order of the home screen.
pub fn cards() -> impl Iterator<Item = (GameKind, &'static Card)> {
    let cards = |kind| with_game!(kind, |G| G::GAME_CARDS).iter().map(move |card| (kind, card));
    GameKind::ALL.into_iter().flat_map(cards)
}
