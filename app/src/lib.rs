//! The window of Qipan and its command line.
//!
//! The rules, records, robots and scripts are in `qipan_core`, which has no files, threads, clocks
//! or window. This crate adds them. Each folder uses the core, and only those above it in this
//! list:
//!
//! - [`model`]: data and background work without drawing: files, settings, languages, robots on
//!   threads, programs that play, tournaments, checks, analysis.
//! - [`sound`]: how sounds are made, mixed and sent to the sound server.
//! - [`play`]: a game on the table or in replay: session, animation, perspective, clock.
//! - [`command`]: everything a player can ask for, as plain data.
//! - [`ui`]: colours, fonts, icons, widgets and dialogs.
//! - [`games`]: what differs between the games in the window: boards, editors, forms, words.
//! - [`share`]: exports as pictures, animations, text and redacted files.
//! - [`together`]: tables for guests on other devices, the only module that uses the network.
//! - [`screens`]: draw from state, and return commands.
//! - [`app`]: the state of the window, and the one place where commands are carried out.
//! - [`cli`]: the command line. It uses neither screens nor the window.
//!
//! # The start
//! [`run`] parses the command line. Without a subcommand it opens the window ([`app::window`]).
//! [`app::App::new`] finds the folders, reads the settings, loads the scripts, and offers to resume
//! a game that a crash interrupted, from its journal. A file named on the command line is opened.
//!
//! # A frame
//! eframe calls [`app::App::frame`], usually 60 times a second while something moves, and not at
//! all while nothing does. A frame first collects the results of finished threads and advances the
//! table to the current time. Then it collects the commands of keys, and draws the screen, which
//! adds its own. Finally it carries out the commands and appends new lines to the journal. A screen
//! does not change the game that it draws: its commands are carried out after drawing, and the next
//! frame shows their effect.
//!
//! # Threads
//! The window's thread alone owns the state. Each seat's robot has a thread
//! ([`model::robot_threads`]) with its own Luau VM, since a VM cannot move between threads.
//! Long work such as checks, analysis, tournaments and exports runs on threads of its own
//! ([`model::background`]), and so do thumbnails. Results come back through channels. The frame
//! polls these without waiting, and a thread with a result requests a repaint.
//!
//! # Files
//! All files of a player go through [`model::storage`]. Files are replaced as a whole, and the
//! running game is kept in a journal, so a crash loses nothing. Scripts, languages, fonts and
//! licences are embedded in the program.

pub mod model;
pub mod sound;

pub mod play;

pub mod command;
pub mod ui;

pub mod games;
pub mod share;

pub mod together;

pub mod screens;

pub mod app;
pub mod cli;

/// Runs a command of the command line, or opens the window if none is given.
///
/// Two environment variables serve measurements of the window: `QIPAN_PAGE` names the page to begin
/// with, and `QIPAN_FRAMES` the file to which frame times are logged.
pub fn run() -> std::process::ExitCode {
    cli::run(|cli::WindowArgs { file, data_dir }| {
        let frames = std::env::var_os("QIPAN_FRAMES").map(Into::into);
        let page = match std::env::var("QIPAN_PAGE") {
            Ok(name) => {
                let page = app::StartPage::named(&name);
                Some(page.ok_or_else(|| format!("QIPAN_PAGE: there is no page {name:?}"))?)
            }
            Err(_) => None,
        };
        let font_opener = Some(ui::system_fonts::FontSourceOpener::system());
        let options = app::WindowOptions {
            data_dir,
            file,
            page,
            font_opener,
            frames,
            uses_local_network: true,
            table_port: app::WindowOptions::TABLE_PORT,
            uses_path_box_only: false,
        };
        app::window::run(options)
    })
}
