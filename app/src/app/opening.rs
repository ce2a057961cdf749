//! Options for opening the window.

use std::path::PathBuf;

use crate::app::screen::Screen;
use crate::ui::system_fonts::Opener;

/// How the window is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where everything is kept; the usual folders where it is left open.
    pub data_dir: Option<PathBuf>,
    /// A saved game to open at once.
    pub file: Option<PathBuf>,
    /// The page to begin with, for trials. By default the screen of the file, or the first one.
    pub page: Option<Page>,
    /// Opens the fonts for characters that the embedded ones lack. By default there are none.
    pub fonts: Option<Opener>,
    /// A file to write down in how long frames take, for trials.
    pub frames: Option<PathBuf>,
    /// Ask for files by a box of Qipan's own instead of the system's dialogs.
    pub plain_dialogs: bool,
}

/// A page that the window can begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// A screen that needs no game.
    Screen(Screen),
    /// The new-game screen for a preset.
    NewGame(String),
    /// The sheet of keys over the first screen.
    Keys,
    /// How a preset is played, over its new-game screen.
    Guide(String),
}

/// The screens that have a name.
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

impl Page {
    /// Returns the page of a name: that of a screen, `keys`, `new:PRESET` or `guide:PRESET`.
    #[must_use]
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
    fn pages_have_names() {
        assert_eq!(Page::named("home"), Some(Page::Screen(Screen::Home)));
        assert_eq!(Page::named("new:dark"), Some(Page::NewGame("dark".to_owned())));
        assert_eq!(Page::named("keys"), Some(Page::Keys));
        for none in ["", "play", "new", "Home", "go:dark", "home:dark"] {
            assert_eq!(Page::named(none), None, "{none:?}");
        }
    }
}
