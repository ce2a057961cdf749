//! Options for opening the window.

use std::path::PathBuf;

use crate::app::screen::Screen;
use crate::ui::system_fonts::FontSourceOpener;

/// Options for opening the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The folder for all files, or `None` for the usual folders.
    pub data_dir: Option<PathBuf>,
    /// A saved game to open at once.
    pub file: Option<PathBuf>,
    /// The first page, for trials. By default the screen of the file, or the home screen.
    pub page: Option<StartPage>,
    /// The fonts for characters that the embedded ones lack. By default there are none.
    pub fonts: Option<FontSourceOpener>,
    /// A file to log frame times to, for trials.
    pub frames: Option<PathBuf>,
    /// Use Qipan's own file dialog instead of the system's.
    pub plain_dialogs: bool,
}

/// A page that the window can begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPage {
    /// A screen that needs no game.
    Screen(Screen),
    /// The new-game screen for a preset.
    NewGame(String),
    /// The sheet of keys over the home screen.
    Keys,
    /// The guide to a preset, over its new-game screen.
    Guide(String),
}

/// The screens by name.
const SCREENS: [(&str, Screen); 9] = [
    ("home", Screen::Home),
    ("layout", Screen::Layout),
    ("scripts", Screen::Scripts),
    ("tournament", Screen::Tournament),
    ("collection", Screen::Collection),
    ("puzzles", Screen::Puzzles),
    ("positions", Screen::Positions),
    ("settings", Screen::Settings),
    ("about", Screen::About),
];

impl StartPage {
    /// Returns the page of a name: that of a screen, `keys`, `new:PRESET` or `guide:PRESET`.
    pub fn named(name: &str) -> Option<Self> {
        match name.split_once(':') {
            Some(("new", preset)) => Some(Self::NewGame(preset.to_owned())),
            Some(("guide", preset)) => Some(Self::Guide(preset.to_owned())),
            Some(_) => None,
            None if name == "keys" => Some(Self::Keys),
            None => {
                let found = SCREENS.iter().find(|(other, _)| *other == name);
                found.map(|(_, screen)| Self::Screen(*screen))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_name() {
        assert_eq!(StartPage::named("home"), Some(StartPage::Screen(Screen::Home)));
        assert_eq!(StartPage::named("new:dark"), Some(StartPage::NewGame("dark".to_owned())));
        assert_eq!(StartPage::named("keys"), Some(StartPage::Keys));
        for none in ["", "play", "new", "Home", "go:dark", "home:dark"] {
            assert_eq!(StartPage::named(none), None, "{none:?}");
        }
    }
}
