//! Options for opening the window.

use std::path::PathBuf;

use crate::app::start_page::StartPage;
use crate::ui::system_fonts::FontSourceOpener;

/// Options for opening the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The folder for all files, or `None` for the usual folders.
    pub data_dir: Option<PathBuf>,
    /// A saved game to open at once.
    pub file: Option<PathBuf>,
    /// The page to show first, for tests. By default it is the screen of the file, or the home
    /// screen.
    pub page: Option<StartPage>,
    /// Opens the fonts for characters that the embedded ones lack. By default there are none.
    pub font_opener: Option<FontSourceOpener>,
    /// A file to log frame times to, for tests.
    pub frames: Option<PathBuf>,
    /// Search for tables on the local network while the page for joining is shown.
    pub uses_local_network: bool,
    /// Use Qipan's own file dialog instead of the system's.
    pub plain_dialogs: bool,
}
