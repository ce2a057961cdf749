//! The window of Qipan and its command line.

pub mod fonts;
pub mod i18n;
pub mod settings;
pub mod storage;
pub mod theme;

pub mod board;
pub mod command;
pub mod dialogs;
pub mod new_game;
pub mod screen;
pub mod widgets;

pub mod animation;
pub mod any;
pub mod checks;
pub mod clock;
pub mod desk;
pub mod eyes;
pub mod house;
pub mod junqi;
pub mod kind;
pub mod objection;
pub mod race;
pub mod robots;
pub mod scripts;
pub mod starter;
pub mod table;
pub mod words;

pub mod app;
pub mod cli;
pub mod window;

/// Does what the command line says, or opens the window.
#[must_use]
pub fn run() -> std::process::ExitCode {
    cli::run()
}
