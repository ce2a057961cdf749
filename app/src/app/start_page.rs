//! The page that the window begins with.

use egui::Context;

use crate::app::App;
use crate::app::screen::Screen;
use crate::command::{Command, LessonCommand, PositionCommand};

/// A page that the window can begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPage {
    /// A screen that needs no game.
    Screen(Screen),
    /// The new-game screen for a preset.
    NewGame(String),
    /// The list of keyboard shortcuts over the home screen.
    Shortcuts,
    /// The guide to a preset, over its new-game screen.
    Guide(String),
    /// The lesson with this name.
    Lesson(String),
}

/// The screens that the window can begin with, by name.
const SCREENS: [(&str, Screen); 13] = [
    ("home", Screen::Home),
    ("layout", Screen::Layout),
    ("scripts", Screen::Scripts),
    ("manual", Screen::Manual),
    ("tournament", Screen::Tournament),
    ("collection", Screen::Collection),
    ("puzzles", Screen::Puzzles),
    ("lessons", Screen::Lessons),
    ("records", Screen::Records),
    ("positions", Screen::Positions),
    ("together", Screen::Together),
    ("settings", Screen::Settings),
    ("about", Screen::About),
];

impl StartPage {
    /// Returns the page with this name: the name of a screen, `keys`, `new:PRESET`,
    /// `guide:PRESET` or `lesson:NAME`.
    pub fn named(name: &str) -> Option<Self> {
        match name.split_once(':') {
            Some(("new", preset)) => Some(Self::NewGame(preset.to_owned())),
            Some(("guide", preset)) => Some(Self::Guide(preset.to_owned())),
            Some(("lesson", name)) => Some(Self::Lesson(name.to_owned())),
            Some(_) => None,
            None if name == "keys" => Some(Self::Shortcuts),
            None => {
                let found = SCREENS.iter().find(|(other, _)| *other == name);
                found.map(|(_, screen)| Self::Screen(*screen))
            }
        }
    }
}

impl App {
    /// Shows the page chosen at startup.
    pub(super) fn show_start_page(&mut self, page: StartPage, ctx: &Context) {
        match page {
            StartPage::Screen(screen) => match screen {
                Screen::Layout => self.apply(Command::EditLayout(None), ctx),
                Screen::Puzzles => self.apply(Command::ShowPuzzles, ctx),
                Screen::Lessons => self.apply(Command::Lesson(LessonCommand::Show), ctx),
                Screen::Positions => self.apply(Command::Position(PositionCommand::Show), ctx),
                Screen::Home
                | Screen::NewGame
                | Screen::Play
                | Screen::Replay
                | Screen::Scripts
                | Screen::Manual
                | Screen::Tournament
                | Screen::Collection
                | Screen::Records
                | Screen::Together
                | Screen::Settings
                | Screen::About => self.go(screen),
            },
            StartPage::NewGame(preset) => self.apply(Command::NewGame(preset), ctx),
            StartPage::Shortcuts => self.apply(Command::ToggleShortcuts, ctx),
            StartPage::Guide(preset) => {
                self.apply(Command::NewGame(preset), ctx);
                self.apply(Command::ToggleGuide, ctx);
            }
            StartPage::Lesson(name) => {
                self.apply(Command::Lesson(LessonCommand::Open(name)), ctx);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_pages_are_found_by_name() {
        assert_eq!(StartPage::named("home"), Some(StartPage::Screen(Screen::Home)));
        assert_eq!(StartPage::named("new:dark"), Some(StartPage::NewGame("dark".to_owned())));
        assert_eq!(StartPage::named("lesson:flip"), Some(StartPage::Lesson("flip".to_owned())));
        assert_eq!(StartPage::named("keys"), Some(StartPage::Shortcuts));
        for unknown in ["", "play", "new", "Home", "go:dark", "home:dark"] {
            assert_eq!(StartPage::named(unknown), None, "{unknown:?}");
        }
    }
}
