//! The window of Qipan and its command line.

pub mod fonts;
pub mod i18n;
pub mod settings;
pub mod storage;
pub mod theme;

pub mod board;
pub mod command;
pub mod new_game;
pub mod screen;
pub mod widgets;

pub mod dialogs;

pub mod animation;
pub mod words;

pub mod robots;
pub mod table;

pub mod cli;
pub mod scripts;

/// Does what the command line says, or opens the window.
#[must_use]
pub fn run() -> std::process::ExitCode {
    cli::run()
}
