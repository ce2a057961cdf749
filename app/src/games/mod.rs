//! The games as the window shows them: what each has to say of itself, and the list of them.

mod editor;
mod entry;
mod game_ui;
mod list;
mod refused;
mod seating;
pub mod words;

pub mod junqi;
pub mod race;

pub use editor::{Editor, Finished, LayoutChoice};
pub use entry::{GameEntry, cards, entry};
pub use game_ui::{
    Card, CardPicture, CommandContext, GameUi, KeyLine, MissingPlayers, Opening, Saying, Scene,
};
pub use list::{ForGame, visit};
pub use refused::refused_ui;
pub use seating::Seating;
