//! The command line: every subcommand, and the rules they share.
//!
//! With `--json` a command prints one JSON object on standard output and nothing else;
//! everything else a person should read goes to standard error. Exit status 0 is done, 1 is
//! no or bad input, 2 is wrong usage.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};
use qipan_core::games::{ForRecord, read};
use qipan_core::house::HouseError;
use qipan_core::jgs;
use qipan_core::record::Loaded;
use qipan_core::script::{Host, Limits, Scripted};
use serde_json::Value;

use crate::model::clock;
use crate::model::storage;
use crate::model::storage::Folders;

mod options;
mod words;

mod arena;
mod bench;
mod check;
mod contest;
mod import;
mod new;
mod perft;
mod play;
mod replay;

/// Chinese family board games on the desktop; without a command, opens the window.
#[derive(Debug, Parser)]
#[command(name = "qipan", version, subcommand_value_name = "COMMAND")]
struct Cli {
    /// A saved game to open in the window
    file: Option<PathBuf>,
    /// Where scripts and saved games are kept
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play one game between robots
    Play(play::Play),
    /// Show or check a saved game
    Replay(replay::Replay),
    /// Play many games and rate the robots
    Arena(arena::Arena),
    /// Load scripts, play-test them and report what is wrong
    Check(check::Check),
    /// Write a starter file
    #[command(subcommand)]
    New(new::New),
    /// Count the ways to play on from a position of Junqi
    Perft(perft::Perft),
    /// Turn replay files of the big server (.jgs) into saved games
    Import(import::Import),
    /// Measure random playouts and Lua decisions on one thread
    Bench(bench::Bench),
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, Args)]
struct Format {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The end of a command that did not do what was asked.
#[derive(Debug)]
enum Failure {
    /// The answer is no; the output has said why.
    No,
    /// The input is bad: what, where, what to do.
    Bad(String),
    /// Wrong usage.
    Usage(String),
}

type Outcome = Result<(), Failure>;

impl From<HouseError> for Failure {
    fn from(why: HouseError) -> Self {
        Self::bad(why)
    }
}

impl Failure {
    fn bad(what: impl ToString) -> Self {
        Self::Bad(what.to_string())
    }
}

/// Reads the command line and does what it says.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = match (cli.command, cli.file) {
        (None, file) => return window(file, cli.data_dir),
        (Some(_), Some(file)) => {
            let file = file.display();
            Err(Failure::Usage(format!("a command takes no file before it, leave out `{file}`")))
        }
        (Some(command), None) => command.run(cli.data_dir.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::No) => ExitCode::from(1),
        Err(Failure::Bad(what)) => {
            say(&format!("error: {}", one_line(&what)));
            ExitCode::from(1)
        }
        Err(Failure::Usage(what)) => Cli::command().error(ErrorKind::ValueValidation, what).exit(),
    }
}

impl Command {
    fn run(self, data_dir: Option<&Path>) -> Outcome {
        let folders = Folders::find(data_dir).map_err(Failure::bad)?;
        match self {
            Self::Play(play) => play.run(&folders),
            Self::Replay(replay) => replay.run(),
            Self::Arena(arena) => arena.run(&folders),
            Self::Check(check) => check.run(&folders),
            Self::New(new) => new.run(&folders),
            Self::Perft(perft) => perft.run(),
            Self::Import(import) => import.run(&folders),
            Self::Bench(bench) => bench.run(&folders),
        }
    }
}

/// Opens the window, with a saved game in it if one is named.
fn window(file: Option<PathBuf>, data_dir: Option<PathBuf>) -> ExitCode {
    if let Some(file) = file.as_ref().filter(|file| file.extension().is_none() && !file.exists()) {
        let what = format!("there is no command and no file `{}`", file.display());
        Cli::command().error(ErrorKind::ValueValidation, what).exit();
    }
    let named = file.clone();
    let Err(error) =
        crate::app::window::run(crate::app::Options { data_dir, file, plain_dialogs: false })
    else {
        return ExitCode::SUCCESS;
    };
    // Whether the file is to blame is what somebody without a display asks first.
    match named.map(|file| contents(&file)) {
        None => {}
        Some(Ok(what)) => say(&what),
        Some(Err(why)) => say(&format!("error: {}", one_line(&why))),
    }
    say(&format!("error: the window cannot be opened: {error}"));
    say("These commands work without a display: play, replay, arena, check, new, perft, import \
         and bench; see qipan --help.");
    ExitCode::FAILURE
}

/// The preset of a saved game and its number of steps.
struct Size;

impl ForRecord for Size {
    type Output = (String, usize);
    fn call<G: Scripted>(self, loaded: Loaded<G>) -> (String, usize) {
        (loaded.record.preset, loaded.record.steps.len())
    }
}

/// What is in a file that the window could open, in a sentence.
fn contents(file: &Path) -> Result<String, String> {
    let name = file.display();
    if storage::has_ending(file, "jgs") {
        let bytes = storage::read_bytes(file).map_err(|why| why.to_string())?;
        let game = jgs::import(&bytes).map_err(|why| format!("{name}: {why}"))?;
        return Ok(format!("{name} can be read: {} moves from the big server", game.moves));
    }
    let text = storage::read_text(file).map_err(|why| why.to_string())?;
    if storage::is_set(&text) {
        return Ok(format!("{name} can be read: a set of rules"));
    }
    let (preset, steps) = read(&text, Size).map_err(|why| format!("{name}: {why}"))?;
    Ok(format!("{name} can be read: a game of {preset}, {steps} steps; see qipan replay {name}"))
}

/// Prints the result on standard output. A reader who has gone away is no error.
fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    let _ = out.flush();
}

/// Prints the one JSON object of a command.
fn print_json(value: &Value) {
    print(&value.to_string());
}

/// Tells the person at the terminal something beside the result.
fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A message without line breaks.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What a robot's machine is given; its clock goes as long as [`clock::Ticking`] lives.
fn host() -> Host {
    let limits = Limits { notes: 0, ..Limits::default() };
    Host { limits, clock: clock::millis(), ..Host::default() }
}

/// A number with so many digits after the point, for output that is the same everywhere.
fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (number * factor).round() / factor
}
