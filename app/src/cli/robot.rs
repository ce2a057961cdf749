//! `qipan robot`: plays a game between a robot and a program in any language. The program speaks
//! through standard input and output.
#![allow(rustdoc::broken_intra_doc_links, reason = "these texts are shown as help")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::Player;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::cli::game_summary;
use crate::cli::options::{self, GameSetup, Programs, SetupArgs};
use crate::cli::output::{CliResult, Failure, eprint_line};
use crate::cli::play;
use crate::cli::table::{self, TableSeat, Verbosity};
use crate::model::clock::host_without_notes;
use crate::model::house;
use crate::model::programs::{ProgramRobot, StdioTransport};
use crate::model::scripts::ScriptArg;
use crate::model::storage::Folders;

/// The arguments of `qipan robot`.
#[derive(Debug, Args)]
pub(super) struct RobotArgs {
    /// Robot for all seats that the external program does not play: a name (careful,caution=5), a
    /// level or a file
    #[arg(value_parser = options::script_arg)]
    robot: ScriptArg,
    #[command(flatten)]
    programs: Programs,
    /// Preset: a game with its usual rules, e.g. aeroplane, flying, dark or siguo_dark
    #[arg(long, value_name = "PRESET")]
    preset: String,
    /// Seat played by the external program (repeatable) [default: the first of the board]
    #[arg(long, value_name = "SEAT")]
    seat: Vec<String>,
    /// Set a rule option, e.g. 'takeoff=[5,6]' or finish=bounce (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = options::key_value)]
    set: Vec<(String, String)>,
    /// Use a house rule: a name or a file (repeatable)
    #[arg(long = "rule", value_name = "RULE", value_parser = options::script_arg)]
    rule: Vec<ScriptArg>,
    /// Random seed: a number, or the 64 digits printed by a run [default: 256 random bits]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = options::seed)]
    seed: Option<RunSeed>,
    /// Save the game to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "save")]
    force: bool,
}

/// Runs the command for the game of its preset.
fn run_with<G: Scripted>(command: &RobotArgs, folders: &Folders) -> CliResult {
    let RobotArgs { preset, set, rule, seed, .. } = command;
    let (set, rule) = (set.clone(), rule.clone());
    let given = SetupArgs { set, rule, seed: *seed, turn_seconds: None };
    let setup = GameSetup { preset: preset.clone(), given, position: None };
    let (rules, house_rules) = setup.rules_without_notes::<G>(folders)?;
    let program_seats = command.program_seats::<G>(&rules)?;
    let spec = setup.robot::<G>(folders, &command.robot, &command.programs)?;
    let transport = StdioTransport::open();
    let mut seated: BTreeMap<Seat, TableSeat<G>> = BTreeMap::new();
    // Includes seats for the program that the rules do not use, so that the game refuses to start.
    for seat in rules.seats().union(program_seats).iter() {
        let host = host_without_notes();
        let house = house::load(&house_rules, &host).map_err(Failure::bad)?;
        let player: TableSeat<G> = if program_seats.contains(seat) {
            let (name, transport) = (G::seat_name(seat), transport.clone());
            let robot = ProgramRobot::new(name, transport, Vec::new(), &host, house);
            let robot = robot.map_err(Failure::bad)?;
            (Player::robot("a program", "standard input"), Box::new(robot))
        } else {
            let robot = spec.make(&host, house).map_err(Failure::bad)?;
            (spec.player(), robot)
        };
        seated.insert(seat, player);
    }
    let played = table::play(&setup, folders, seated, program_seats, Verbosity::Errors)?;
    if let Some(file) = &command.save {
        play::write(file, command.force, &played.session.write())?;
    }
    if let Some(outcome) = played.session.state().outcome() {
        eprint_line(&game_summary::outcome::<G>(&outcome));
    }
    eprint_line(&format!("seed {}", played.seed));
    Ok(())
}

impl RobotArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        with_game!(options::kind(&self.preset)?, |G| run_with::<G>(self, folders))
    }

    /// Returns the seats that the external program plays.
    fn program_seats<G: Scripted>(&self, rules: &G::Rules) -> Result<SeatSet, Failure> {
        let named = self.seat.iter().map(|name| options::seat::<G>(name));
        let named = named.collect::<Result<SeatSet, _>>()?;
        let first = rules.order().into_iter().find(|seat| rules.seats().contains(*seat));
        Ok(if named.is_empty() { first.into_iter().collect() } else { named })
    }
}
