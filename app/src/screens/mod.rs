//! The screens: each draws from its inputs and sends commands.

pub mod about;
pub mod banner;
pub mod bar;
pub mod collection;
mod console;
mod eyes;
pub mod guide;
pub mod home;
pub mod house;
pub mod log;
pub mod manual;
pub mod new_game;
pub mod play;
pub mod positions;
pub mod programs;
pub mod puzzles;
pub mod replay;
pub mod scripts;
pub mod settings;
mod thought;
pub mod tournament;

use qipan_core::record::Record;

use crate::games::{GameUi, words};
use crate::ui::context::ScreenContext;

/// Returns the title of a game: its name, how many rules were changed, how many house rules it
/// has.
pub fn game_title<G: GameUi>(cx: &ScreenContext<'_>, record: &Record<G>) -> String {
    words::title(cx.i18n, record)
}
