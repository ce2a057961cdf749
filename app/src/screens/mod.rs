//! The screens. Each draws from its state and the state of the game, and sends commands for what
//! the player asks for. A screen reads no files, starts no threads and runs no Lua.

pub mod about;
pub mod banner;
pub mod bar;
pub mod collection;
mod console;
pub mod guide;
pub mod home;
pub mod house;
pub mod lessons;
pub mod log;
pub mod manual;
pub mod new_game;
pub mod packages;
mod perspective;
pub mod play;
pub mod positions;
pub mod programs;
pub mod puzzles;
pub mod records;
pub mod replay;
pub mod scripts;
pub mod settings;
mod sound;
mod thought;
pub mod together;
pub mod tournament;

use qipan_core::record::Record;

use crate::games::{GameUi, words};
use crate::ui::context::ScreenContext;

/// Returns the title of a game: its name, the number of changed rules, and the number of house
/// rules.
pub fn game_title<G: GameUi>(cx: &ScreenContext<'_>, record: &Record<G>) -> String {
    words::title(cx.i18n, record)
}
