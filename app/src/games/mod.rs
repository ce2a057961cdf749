//! The games in the window: their traits, and the one list of them.

mod editor;
mod entry;
mod game_ui;
mod placing;
mod refused;
mod seating;
pub mod words;

pub mod junqi;
pub mod race;

use qipan_core::registry::GameKind;

pub use editor::{Editor, EditorResult, LayoutChoice};
pub use entry::{GameEntry, cards, entry};
pub use game_ui::{
    Announcement, BoardUi, Card, CardPicture, CellSpot, CommandContext, GameUi, GuidePart, KeyLine,
    MissingPlayers, Opening, Scene,
};
pub use placing::PositionUi;
pub use refused::refused_ui;
pub use seating::Seating;

/// An operation on any game of the window.
pub trait ForGame {
    /// The result.
    type Output;

    /// Applies it to this game.
    fn call<G: GameUi>(self) -> Self::Output;
}

/// Applies an operation to the game of a kind. New games are registered here.
pub fn visit<V: ForGame>(kind: GameKind, visitor: V) -> V::Output {
    match kind {
        GameKind::Race => visitor.call::<qipan_core::games::race::Race>(),
        GameKind::Junqi => visitor.call::<qipan_core::games::junqi::Junqi>(),
    }
}
