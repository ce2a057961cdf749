//! The context that every screen draws with.

use crate::command::Command;
use crate::model::i18n::{Arg, I18n};
use crate::model::settings::Settings;
use crate::ui::theme::Theme;

/// The context that every screen draws with and sends its commands to.
pub struct ScreenContext<'a> {
    /// The texts.
    pub i18n: &'a I18n,
    /// The colours.
    pub theme: &'a Theme,
    /// The player's settings.
    pub settings: &'a Settings,
    /// The time of this frame, in seconds.
    pub now: f64,
    /// The commands of this frame, in order.
    pub commands: &'a mut Vec<Command>,
}

impl ScreenContext<'_> {
    /// Returns the text of an id.
    pub fn t(&self, id: &str) -> String {
        self.i18n.t(id)
    }

    /// Returns the text of an id with arguments.
    pub fn tf(&self, id: &str, args: &[(&str, Arg)]) -> String {
        self.i18n.tf(id, args)
    }

    /// Sends a command.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }
}
