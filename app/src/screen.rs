//! The screens: each draws from what it is given and sends commands.

pub mod banner;
pub mod bar;
mod eyes;
pub mod home;
pub mod house;
pub mod layout;
pub mod log;
pub mod new_game;
pub mod play;
pub mod replay;
pub mod scripts;
pub mod settings;

use qipan_core::record::Record;

use crate::command::Command;
use crate::i18n::{Arg, I18n};
use crate::kind::Kind;
use crate::settings::Settings;
use crate::theme::Theme;

/// What every screen is given to draw with, and where it puts its wishes.
pub struct Cx<'a> {
    /// The words.
    pub i18n: &'a I18n,
    /// The colours.
    pub theme: &'a Theme,
    /// The player's settings.
    pub settings: &'a Settings,
    /// The time of this frame, in seconds.
    pub now: f64,
    /// The wishes of this frame, in order.
    pub commands: &'a mut Vec<Command>,
}

impl Cx<'_> {
    /// A text.
    #[must_use]
    pub fn t(&self, id: &str) -> String {
        self.i18n.t(id)
    }

    /// A text with values in it.
    #[must_use]
    pub fn tf(&self, id: &str, args: &[(&str, Arg)]) -> String {
        self.i18n.tf(id, args)
    }

    /// Sends a wish.
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }
}

/// What is being played: the game, how many rules were changed, how many house rules it has.
#[must_use]
pub fn game_title<G: Kind>(cx: &Cx<'_>, record: &Record<G>) -> String {
    let changed = G::changed(&record.rules).len();
    let rules = cx.tf("play-changed-rules", &[("count", changed.into())]);
    let title = format!("{} · {rules}", cx.t(&format!("game-{}", record.preset)));
    match record.house_rules.len() {
        0 => title,
        count => format!("{title} · {}", cx.tf("play-house-rules", &[("count", count.into())])),
    }
}
