//! Options for opening the window.

use std::path::PathBuf;

use crate::app::start_page::StartPage;
use crate::together::DEFAULT_PORT;
use crate::ui::system_fonts::FontSourceOpener;

/// Options for opening the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The folder for all files, or `None` for the usual folders.
    pub data_dir: Option<PathBuf>,
    /// A saved game to open at once.
    pub file: Option<PathBuf>,
    /// The page to show first, for measurements and tests. By default, the screen of the file or
    /// the home screen.
    pub page: Option<StartPage>,
    /// Opens fonts for characters that the embedded fonts lack, or `None` to use no others.
    pub font_opener: Option<FontSourceOpener>,
    /// A file to log frame times to, for measurements.
    pub frames: Option<PathBuf>,
    /// True to search for tables on the local network while the page for joining is shown.
    pub uses_local_network: bool,
    /// The port of the tables that this window opens; 0 for any free one.
    pub table_port: u16,
    /// True to use Qipan's own file dialog, the path box, instead of the system's.
    pub uses_path_box_only: bool,
}

impl WindowOptions {
    /// The usual port of tables.
    pub const TABLE_PORT: u16 = DEFAULT_PORT;
}
