//! Shows the page that the window begins with.

use egui::Context;

use crate::app::App;
use crate::app::screen::Screen;
use crate::app::window_options::StartPage;
use crate::command::{Command, PositionCommand};

impl App {
    /// Shows the page of the startup options.
    pub(super) fn show_start_page(&mut self, page: StartPage, ctx: &Context) {
        match page {
            StartPage::Screen(screen) => match screen {
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
            StartPage::NewGame(preset) => self.apply(Command::NewGame(preset), ctx),
            StartPage::Keys => self.apply(Command::ToggleKeys, ctx),
            StartPage::Guide(preset) => {
                self.apply(Command::NewGame(preset), ctx);
                self.apply(Command::ToggleGuide, ctx);
            }
        }
    }
}
