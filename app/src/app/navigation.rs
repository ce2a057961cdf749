//! Goes to screens and back, and opens overlays.

use qipan_core::with_game;

use crate::app::screen_stack::{Overlay, Question};
use crate::app::{App, Screen};
use crate::command::Command;

impl App {
    /// Returns the screen shown.
    pub fn screen(&self) -> Screen {
        self.navigation.screen()
    }

    /// Goes to a screen.
    pub fn go(&mut self, screen: Screen) {
        self.navigation.push(screen);
        self.on_enter(screen);
    }

    /// Closes the topmost overlay. Without an overlay, closes the open dialog of the screen.
    /// Without a dialog, returns to the previous screen.
    pub(super) fn back(&mut self) {
        if self.navigation.close_top() || self.close_dialog() {
            return;
        }
        let screen = self.navigation.pop();
        self.on_enter(screen);
    }

    /// Updates a screen that has just come to the front.
    fn on_enter(&mut self, screen: Screen) {
        match screen {
            Screen::NewGame => self.fill_new_game_form(),
            Screen::Home => self.screens.home.refresh_recent(&self.settings.recent),
            _ => {}
        }
    }

    /// Closes the open dialog of the screen, or cancels the action that the player has begun.
    /// Returns true if there was one.
    fn close_dialog(&mut self) -> bool {
        let screen = self.screen();
        if screen == Screen::Replay && self.is_sharing() {
            self.replay.iter_mut().for_each(|replay| replay.set_sharing(false));
            return true;
        }
        if self.screens.close_dialog(screen) {
            return true;
        }
        let table = self.table.as_mut().filter(|_| screen == Screen::Play);
        table.is_some_and(|table| {
            with_game!(table.kind(), |G| table.table_mut::<G>().cancel_input())
        })
    }

    /// Asks the player before a command is carried out.
    pub(super) fn ask_first(&mut self, text: String, command: Command) {
        let question = Question { text, command, pending_table: None };
        self.navigation.open(Overlay::Question(question));
    }
}
