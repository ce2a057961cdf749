//! The window of Qipan and its command line.
//!
//! Each folder uses only those above it in this list, and the core.

pub mod model;
pub mod play;

pub mod command;
pub mod ui;

pub mod games;
pub mod share;

pub mod screens;

pub mod app;
pub mod cli;

/// Runs a command of the command line, or opens the window if none is given.
pub fn run() -> std::process::ExitCode {
    cli::run(|cli::Window { file, data_dir }| {
        let frames = std::env::var_os("QIPAN_FRAMES").map(Into::into);
        let page = match std::env::var("QIPAN_PAGE") {
            Ok(name) => {
                let page = app::StartPage::named(&name);
                Some(page.ok_or_else(|| format!("QIPAN_PAGE: there is no page {name:?}"))?)
            }
            Err(_) => None,
        };
        let fonts = Some(ui::system_fonts::FontSourceOpener::system());
        let options =
            app::WindowOptions { data_dir, file, page, fonts, frames, plain_dialogs: false };
        app::window::run(options)
    })
}
