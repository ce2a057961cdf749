//! Shows the page that the window begins with.

use egui::Context;

use crate::app::App;
use crate::app::opening::Page;
use crate::app::screen::Screen;
use crate::command::{Command, PositionCommand};

impl App {
    /// Shows the page of the startup options.
    pub(super) fn begin_with(&mut self, page: Page, ctx: &Context) {
        match page {
            Page::Screen(screen) => match screen {
                Screen::Layout => self.apply(Command::EditLayout(None), ctx),
                Screen::Puzzles => self.apply(Command::ShowPuzzles, ctx),
                Screen::Positions => self.apply(Command::Position(PositionCommand::Show), ctx),
                Screen::Home
                | Screen::NewGame
                | Screen::Play
                | Screen::Replay
                | Screen::Scripts
                | Screen::Tournament
                | Screen::Collection
                | Screen::Settings
                | Screen::About => self.go(screen),
            },
            Page::NewGame(preset) => self.apply(Command::NewGame(preset), ctx),
            Page::Keys => self.apply(Command::ToggleKeys, ctx),
            Page::Guide(preset) => {
                self.apply(Command::NewGame(preset), ctx);
                self.apply(Command::ToggleGuide, ctx);
            }
        }
    }
}
