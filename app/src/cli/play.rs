//! `qipan play`: plays one game between robots.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::contract::game::CapturedPieces;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::position::LineError;
use qipan_core::contract::robot::Robot;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::ResultLine;
use qipan_core::registry::GameKind;
use qipan_core::script::{ScriptError, Scripted};
use qipan_core::with_game;
use serde_json::json;

use crate::cli::game_summary;
use crate::cli::options::{self, GameSetup, Programs, SetupArgs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json};
use crate::cli::output_files::already_exists;
use crate::cli::table::{self, PlayedGame, Verbosity};
use crate::model::clock::{cli_script_host, host_without_notes};
use crate::model::house;
use crate::model::scripts::{RobotSpec, ScriptArg, default_robot};
use crate::model::storage::{self, Folders, StorageError, Why};

/// The arguments of `qipan play`.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// Preset: a game with its usual rules, e.g. aeroplane, flying, dark or siguo_dark
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    preset: Option<String>,
    /// Start from a position: a line copied from the program's window or printed by replay
    /// --position
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    #[command(flatten)]
    given: SetupArgs,
    /// Player for a seat: a robot (careful,caution=5), a level (beginner, easy, medium, strong,
    /// master), a file, an external program (cmd:python3 my.py) or none (repeatable) [default:
    /// greedy]
    #[arg(long = "seat", value_name = "SEAT=ROBOT", value_parser = options::seat_robot)]
    seat: Vec<(String, ScriptArg)>,
    #[command(flatten)]
    programs: Programs,
    /// Save the game to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "save")]
    force: bool,
    /// Print each robot's output, notes, errors and fuel for every decision
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    format: Format,
}

/// Runs the command for the game of its preset.
fn run_with<G: Scripted>(command: &PlayArgs, setup: &GameSetup, folders: &Folders) -> CliResult {
    let (rules, saved_rules) = setup.rules_without_notes::<G>(folders)?;
    let specs = command.players::<G>(setup, folders, &rules)?;
    let host = if command.log { cli_script_host() } else { host_without_notes() };
    let is_program = |seat: &Seat| specs.get(seat).is_some_and(|spec| spec.program().is_some());
    let robots = specs.iter().map(|(seat, spec)| {
        let house = house::load(&saved_rules, &host).map_err(|failed| failed.error)?;
        let robot: Box<dyn Robot<G>> = spec.make(&host, house)?;
        Ok((*seat, (spec.player(), robot)))
    });
    let seated = robots.collect::<Result<_, ScriptError>>().map_err(Failure::bad)?;
    let verbosity = match (command.log, command.format.json) {
        (false, _) => Verbosity::Errors,
        (true, false) => Verbosity::Lines,
        (true, true) => Verbosity::Collected,
    };
    let played = table::play(setup, folders, seated, SeatSet::EMPTY, verbosity)?;
    if let Some(file) = &command.save {
        write(file, command.force, &played.session.write())?;
    }
    command.report(&played)?;
    // A program that fails in every decision makes the command fail. Errors of scripts do not,
    // because `qipan check` finds them.
    match played.always_failed.iter().copied().find(is_program) {
        None => Ok(()),
        Some(seat) => {
            let seat = G::seat_name(seat);
            Err(Failure::Bad(format!("the program of {seat} made none of its decisions itself")))
        }
    }
}

/// Writes a text file, such as a saved game. Without `force`, fails if the file already exists with
/// a different text.
pub(super) fn write(file: &Path, force: bool, text: &str) -> CliResult {
    let written = if force {
        storage::write_atomic(file, text, true)
    } else {
        storage::write_new(file, text)
    };
    match written {
        Err(StorageError { why: Why::Exists, .. }) => {
            // The same text may have been written there before.
            if storage::read_text(file).is_ok_and(|existing| existing == text) {
                return Ok(());
            }
            Err(already_exists(file))
        }
        written => written.map_err(Failure::bad),
    }
}

impl PlayArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let (kind, preset) = match (&self.position, &self.preset) {
            (Some(line), _) => {
                let bad_line = |why: LineError| Failure::Bad(format!("--position: {why}"));
                // A line begins with `qipan`, the game and the preset.
                let preset = line.split_whitespace().nth(2).unwrap_or_default();
                (GameKind::of_line(line).map_err(bad_line)?, preset.to_owned())
            }
            (None, preset) => {
                let preset = preset.clone().unwrap_or_default();
                (options::kind(&preset)?, preset)
            }
        };
        let (given, position) = (self.given.clone(), self.position.clone());
        let setup = GameSetup { preset, given, position };
        with_game!(kind, |G| run_with::<G>(self, &setup, folders))
    }

    /// Returns the robots by seat. A seat of the game for which the arguments name no player gets
    /// the default robot.
    fn players<G: Scripted>(
        &self,
        setup: &GameSetup,
        folders: &Folders,
        rules: &G::Rules,
    ) -> Result<BTreeMap<Seat, RobotSpec>, Failure> {
        let named = options::seat_players::<G>(&self.seat)?;
        let mut specs = BTreeMap::new();
        let seats = setup.start_position::<G>()?.map_or(rules.seats(), |line| line.seats());
        let all = seats.union(named.keys().copied().collect());
        for seat in all.iter() {
            let spec = match named.get(&seat) {
                Some(arg) if arg.as_str() == "none" => continue,
                Some(arg) => setup.robot::<G>(folders, arg, &self.programs)?,
                None => {
                    let (preset, usual) = (&setup.preset, default_robot(G::NAME));
                    options::find_default_robot::<G>(folders, preset, usual, &self.programs)?
                }
            };
            specs.insert(seat, spec);
        }
        Ok(specs)
    }

    /// Prints the result of the game.
    fn report<G: Scripted>(&self, played: &PlayedGame<G>) -> CliResult {
        let (session, seed) = (&played.session, played.seed);
        let (record, state) = (session.record(), session.state());
        let Some(outcome) = state.outcome() else {
            return Err(Failure::bad("the game did not end"));
        };
        let steps = session.states().iter().enumerate();
        let captured = steps.flat_map(|(step, before)| {
            session.events(step).iter().flat_map(|event| G::captures(before, event))
        });
        let captures: usize = captured.map(|CapturedPieces { count, .. }| count).sum();
        let save = self.save.as_ref().map(|file| file.display().to_string());
        if self.format.json {
            let seats = record.players.iter();
            let seats =
                seats.map(|(seat, player)| (G::seat_name(*seat).to_owned(), json!(player.name)));
            let mut report = json!({
                "preset": record.preset,
                "seed": seed,
                "seats": seats.collect::<serde_json::Map<_, _>>(),
                "plies": state.ply(),
                "steps": record.steps.len(),
                "outcome": ResultLine::new::<G>(&outcome),
                "captures": captures,
                "house_rules": house::names(&record.house_rules),
                "save": save,
            });
            if !played.errors.is_empty() {
                report["errors"] = json!(played.errors);
            }
            if self.log {
                report["log"] = json!(played.log);
            }
            print_json(&report);
            return Ok(());
        }
        game_summary::heading(record).iter().for_each(|line| print(line));
        let (plies, end) = (state.ply(), game_summary::outcome::<G>(&outcome));
        print(&format!("{end}; {plies} plies, {captures} captures, seed {seed}"));
        save.iter().for_each(|file| print(&format!("saved in {file}")));
        Ok(())
    }
}
