//! The command line: all subcommands and their common rules.
//!
//! With `--json` a command prints exactly one JSON object on standard output. All other messages
//! go to standard error. Exit status 0 means success, 1 a negative answer or bad input, 2 wrong
//! usage.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};
use qipan_core::contract::localized::on_one_line;
use qipan_core::record::{Record, jgs};
use qipan_core::registry::kind_of;
use qipan_core::with_game;

use crate::cli::output::{CliResult, Failure, eprint_line, join_lines};
use crate::model::package::{self, Manifest, Package, PackageError};
use crate::model::programs;
use crate::model::storage::{self, Folders};

mod game_summary;
mod options;
mod output;
mod output_files;

mod adapt;
mod add;
mod agree;
mod analyse;
mod analyse_table;
mod arena;
mod arena_compare;
mod arena_merge;
mod arena_table;
mod ask_robot;
mod bench;
mod check;
mod check_coverage;
mod choice_output;
mod coach;
mod docs;
mod examples;
mod games;
mod gauntlet;
mod host;
mod import;
mod join;
mod ladder;
mod new;
mod pack;
mod package_sheet;
mod perft;
mod play;
mod progress;
mod puzzles;
mod records;
mod replay;
mod robot;
mod robot_values;
mod share;
mod signals;
mod solve;
mod solve_losses;
mod sprt_arg;
mod suite;
mod table;
mod train;
mod train_policy;
mod train_progress;
mod tune;
mod verify;

/// Play Chinese board games. Without a command, open the window.
#[derive(Debug, Parser)]
#[command(name = "qipan", version, subcommand_value_name = "COMMAND")]
#[command(after_help = examples::QIPAN)]
struct Cli {
    /// File to open in the window: a saved game, a QQ Junqi replay (.jgs), a package or a rule set
    file: Option<PathBuf>,
    /// Folder for scripts, saved games and settings
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Play one game between robots
    #[command(after_help = examples::PLAY)]
    Play(play::PlayArgs),
    /// Show or check a saved game
    #[command(after_help = examples::REPLAY)]
    Replay(replay::ReplayArgs),
    /// Host tables for guests on other devices
    #[command(after_help = examples::HOST)]
    Host(host::HostArgs),
    /// Let a robot join a table on another computer
    #[command(after_help = examples::JOIN)]
    Join(join::JoinArgs),
    /// Play many games and rate the robots
    #[command(after_help = examples::ARENA)]
    Arena(arena::ArenaArgs),
    /// Compare robots' choices with the moves played in saved games
    #[command(after_help = examples::AGREE)]
    Agree(agree::AgreeArgs),
    /// Analyse saved games: winning chances, luck and mistakes
    #[command(after_help = examples::ANALYSE)]
    Analyse(analyse::AnalyseArgs),
    /// Find costly moves in saved games, like the coach in the window
    #[command(after_help = examples::COACH)]
    Coach(coach::CoachArgs),
    /// Play a robot against opponents that adapt to it, like the adaptive robot in the window
    #[command(after_help = examples::ADAPT)]
    Adapt(adapt::AdaptArgs),
    /// Measure a robot against opponents that imitate human styles of play
    #[command(after_help = examples::GAUNTLET)]
    Gauntlet(gauntlet::GauntletArgs),
    /// Test Junqi robots in positions with known blunders
    #[command(after_help = examples::SUITE)]
    Suite(suite::SuiteArgs),
    /// Play all robots in a folder against each other, and write a site with their results
    #[command(after_help = examples::LADDER)]
    Ladder(ladder::LadderArgs),
    /// Check scripts: load them, run their tests, play games and report errors
    #[command(after_help = examples::CHECK)]
    Check(check::CheckArgs),
    /// Create a robot or house rule from a template
    #[command(subcommand, after_help = examples::NEW)]
    New(new::NewCommand),
    /// Make a package of a robot, house rule or layout: one file to give away
    #[command(after_help = examples::PACK)]
    Pack(pack::PackArgs),
    /// Show what is in a package, and add it to your scripts or layouts if you agree
    #[command(after_help = examples::ADD)]
    Add(add::AddArgs),
    /// Count move sequences from a Junqi position (perft)
    #[command(after_help = examples::PERFT)]
    Perft(perft::PerftArgs),
    /// Convert QQ Junqi replays (.jgs) to saved games
    #[command(after_help = examples::IMPORT)]
    Import(import::ImportArgs),
    /// List saved games
    #[command(after_help = examples::GAMES)]
    Games(games::GamesArgs),
    /// Show a player's statistics from saved games: results, ratings, dice and layouts
    #[command(after_help = examples::RECORDS)]
    Records(records::RecordsArgs),
    /// Find puzzles in saved games: positions with one clearly best move
    #[command(after_help = examples::PUZZLES)]
    Puzzles(puzzles::PuzzlesArgs),
    /// Search for better parameter values for a robot
    #[command(after_help = examples::TUNE)]
    Tune(tune::TuneArgs),
    /// Write the scripting manual, type definitions and the message schema to the scripts folder
    #[command(after_help = examples::DOCS)]
    Docs(docs::DocsArgs),
    /// Let a robot play against the program that starts this command, by JSON lines on stdin and
    /// stdout
    #[command(after_help = examples::ROBOT)]
    Robot(robot::RobotArgs),
    /// Benchmark random games and Luau robots on one thread
    #[command(after_help = examples::BENCH)]
    Bench(bench::BenchArgs),
    /// Train a neural network, a model of human moves, or a model of good layouts
    #[command(after_help = examples::TRAIN)]
    Train(train::TrainArgs),
    /// Solve a race between two sides exactly, and measure how much winning chance robots lose by their moves
    #[command(after_help = examples::SOLVE)]
    Solve(solve::SolveArgs),
}

/// The startup arguments of the window.
#[derive(Clone, Debug)]
pub struct WindowArgs {
    /// The file to open at once: a saved game, a QQ Junqi replay, a package or a rule set.
    pub file: Option<PathBuf>,
    /// The folder for all files, or `None` for the usual folders.
    pub data_dir: Option<PathBuf>,
}

/// Returns the definition of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the command line and runs the command. `open` opens the window, or returns the reason
/// why it cannot.
pub fn run(open: impl FnOnce(WindowArgs) -> Result<(), String>) -> ExitCode {
    let cli = Cli::parse();
    // Kills running robot programs when this function returns or panics.
    let _end_all = programs::ProgramsGuard;
    if let Err(why) = signals::listen() {
        eprint_line(&format!("cannot handle signals: {why}"));
    }
    let result = match (cli.command, cli.file) {
        (None, file) => return open_window(WindowArgs { file, data_dir: cli.data_dir }, open),
        (Some(_), Some(file)) => {
            let file = file.display();
            Err(Failure::Usage(format!(
                "remove `{file}`: a file cannot be given together with a command"
            )))
        }
        (Some(command), None) => command.run(cli.data_dir.as_deref()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::AlreadyReported) => ExitCode::from(1),
        Err(Failure::Bad(what)) => {
            eprint_line(&format!("error: {}", join_lines(&what)));
            ExitCode::from(1)
        }
        Err(Failure::Usage(what)) => {
            let what = on_one_line(&what);
            Cli::command().error(ErrorKind::ValueValidation, what).exit()
        }
    }
}

impl CliCommand {
    fn run(self, data_dir: Option<&Path>) -> CliResult {
        let folders = Folders::find(data_dir).map_err(Failure::bad)?;
        match self {
            Self::Play(play) => play.run(&folders),
            Self::Replay(replay) => replay.run(&folders),
            Self::Arena(arena) => arena.run(&folders),
            Self::Agree(agree) => agree.run(&folders),
            Self::Analyse(analyse) => analyse.run(&folders),
            Self::Coach(coach) => coach.run(),
            Self::Adapt(adapt) => adapt.run(&folders),
            Self::Gauntlet(gauntlet) => gauntlet.run(&folders),
            Self::Suite(suite) => suite.run(&folders),
            Self::Ladder(ladder) => ladder.run(),
            Self::Check(check) => check.run(&folders),
            Self::New(new) => new.run(&folders),
            Self::Pack(pack) => pack.run(&folders),
            Self::Add(add) => add.run(&folders),
            Self::Perft(perft) => perft.run(),
            Self::Import(import) => import.run(&folders),
            Self::Games(games) => games.run(&folders),
            Self::Records(records) => records.run(&folders),
            Self::Puzzles(puzzles) => puzzles.run(),
            Self::Tune(tune) => tune.run(&folders),
            Self::Docs(docs) => docs.run(&folders),
            Self::Robot(robot) => robot.run(&folders),
            Self::Host(host) => host.run(&folders),
            Self::Join(join) => join.run(&folders),
            Self::Bench(bench) => bench.run(&folders),
            Self::Train(train) => train.run(),
            Self::Solve(solve) => solve.run(&folders),
        }
    }
}

/// Opens the window, with the file that the command line names, if any.
fn open_window(args: WindowArgs, open: impl FnOnce(WindowArgs) -> Result<(), String>) -> ExitCode {
    let named = args.file.clone();
    if let Some(file) = named.as_ref().filter(|file| file.extension().is_none() && !file.exists()) {
        let what = format!("no command or file named `{}`", file.display());
        Cli::command().error(ErrorKind::ValueValidation, what).exit();
    }
    let Err(error) = open(args) else { return ExitCode::SUCCESS };
    // Describes the file first, because a user whose window does not open may think that the file
    // is broken.
    match named.map(|file| describe_file(&file)) {
        None => {}
        Some(Ok(what)) => eprint_line(&what),
        Some(Err(why)) => eprint_line(&format!("error: {}", join_lines(&why))),
    }
    eprint_line(&format!("error: cannot open a window: {error}"));
    let command = Cli::command();
    let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let commands = game_summary::list(&commands);
    eprint_line(&format!("These commands work without a display: {commands}; see qipan --help."));
    ExitCode::FAILURE
}

/// Describes the contents of a file that the window could open, in a sentence.
fn describe_file(file: &Path) -> Result<String, String> {
    let name = file.display();
    if storage::has_extension(file, "jgs") {
        let bytes = storage::read_bytes(file).map_err(|why| why.to_string())?;
        let game = jgs::import(&bytes).map_err(|why| format!("{name}: {why}"))?;
        return Ok(format!("{name} is readable: {} moves from QQ Junqi", game.moves));
    }
    if package::is_package(file) {
        let package = Package::open(file).map_err(|why| match why {
            PackageError::File(error) => error.to_string(),
            why => format!("{name}: {why}"),
        })?;
        let Manifest { kind, name: title, .. } = &package.manifest;
        let (kind, title) = (kind.name(), &title.en);
        return Ok(format!(
            "{name} is readable: a package of the {kind} `{title}`; see qipan add {name}"
        ));
    }
    let text = storage::read_text(file).map_err(|why| why.to_string())?;
    if storage::is_rule_set(&text) {
        return Ok(format!("{name} is readable: a rule set"));
    }
    let kind = kind_of(&text).map_err(|why| format!("{name}: {why}"))?;
    let (preset, steps) = with_game!(kind, |G| {
        let loaded = Record::<G>::read(&text).map_err(|why| format!("{name}: {why}"))?;
        (loaded.record.preset, loaded.record.steps.len())
    });
    Ok(format!("{name} is readable: a {preset} game of {steps} steps; see qipan replay {name}"))
}
