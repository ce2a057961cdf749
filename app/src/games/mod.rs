//! The games as the window shows them: what each has to say of itself, and the one list of them.

mod editor;
mod entry;
mod game_ui;
mod placing;
mod refused;
mod seating;
pub mod words;

pub mod junqi;
pub mod race;

use qipan_core::games::GameKind;

pub use editor::{Editor, Finished, LayoutChoice};
pub use entry::{GameEntry, cards, entry};
pub use game_ui::{
    BoardUi, Card, CardPicture, CellSpot, CommandContext, GameUi, GuidePart, KeyLine,
    MissingPlayers, Opening, Saying, Scene,
};
pub use placing::Placing;
pub use refused::refused_ui;
pub use seating::Seating;

/// Something that can be done with any game of the window.
pub trait ForGame {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn call<G: GameUi>(self) -> Self::Output;
}

/// Does something with the game of a kind. Here a further game is told to the app.
pub fn visit<V: ForGame>(kind: GameKind, visitor: V) -> V::Output {
    match kind {
        GameKind::Race => visitor.call::<qipan_core::race::Race>(),
        GameKind::Junqi => visitor.call::<qipan_core::junqi::Junqi>(),
    }
}
