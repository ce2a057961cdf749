//! Arguments shared by several commands: a preset, rule changes, a seed, seats.
#![allow(rustdoc::broken_intra_doc_links, reason = "these texts are shown as help")]

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Mutex;

use clap::Args;
use qipan_core::contract::dice::{RunSeed, Seed};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::{RuleSet, list_additions};
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{MAX_RULES, SavedRule};
use qipan_core::registry::{GameKind, presets};
use qipan_core::script::{Level, Scripted};
use serde_json::Value;

use crate::cli::output::{Failure, eprint_line};
use crate::model::house::{self, Conflict};
use crate::model::programs::Lifetime;
use crate::model::scripts::{self, FindError, RobotSpec, RuleSpec, ScriptArg, ScriptName};
use crate::model::storage::{Folders, allowed_programs};
use crate::model::visible::escape_hidden;

/// The rules, the seed and the start position of a game.
#[derive(Clone, Debug, Args)]
pub(super) struct GameSetup {
    /// Preset: a game with its usual rules, e.g. aeroplane, flying, dark or siguo_dark
    pub preset: String,
    #[command(flatten)]
    pub given: SetupArgs,
    /// The position line that the game begins from.
    #[arg(skip)]
    pub position: Option<String>,
}

/// Changes to the rules of a preset, and the seed.
#[derive(Clone, Debug, Args)]
pub(super) struct SetupArgs {
    /// Set a rule option, e.g. 'takeoff=[5,6]' or finish=bounce (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Use a house rule: a name or a file (repeatable)
    #[arg(long = "rule", value_name = "RULE", value_parser = script_arg)]
    pub rule: Vec<ScriptArg>,
    /// Random seed: a number, or the 64 digits printed by a run [default: 256 random bits]. A robot
    /// could guess a short number and so know the dice
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<RunSeed>,
    /// Time limit per answer of an external program, 0.1 to 3600 seconds [default: 10, or the robot
    /// file's own]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub turn_seconds: Option<f64>,
}

/// Returns the argument that names the robot of a level.
pub(super) fn level_arg(level: Level) -> ScriptArg {
    ScriptArg::typed(level.name())
}

/// Returns the argument that names the robot of a level with a value of its parameter `patience`.
pub(super) fn patient_level_arg(level: Level, patience: f64) -> ScriptArg {
    ScriptArg::typed(&format!("{},patience={patience}", level.name()))
}

/// The option that lets external programs run as robots.
#[derive(Debug, Default, Args)]
pub(super) struct Programs {
    /// Let robot files run the programs they name. Such a program can do anything you can do on
    /// this computer. Without this flag, only programs that you have allowed in the window run
    #[arg(long)]
    run_programs: bool,
    /// The lines printed so far, so that none is printed twice.
    #[arg(skip)]
    printed: Mutex<BTreeSet<String>>,
}

impl Programs {
    /// Returns true if the user allows programs for this run.
    pub(super) fn are_allowed(&self) -> bool {
        self.run_programs
    }

    /// Returns the robot if it is a script, or a program that the user has allowed. Before that,
    /// prints the command of a program, and a note if a file of the user was ignored.
    fn admit(&self, folders: &Folders, spec: RobotSpec) -> Result<RobotSpec, Failure> {
        if let Some(why) = spec.ignored_file() {
            self.print_once(format!("note: {}", escape_hidden(&why.to_string())));
        }
        let Some(program) = spec.program() else { return Ok(spec) };
        let (file, command) = (program.printable_file(), program.line());
        if let Some(name) = spec.missing_program() {
            return Err(Failure::Bad(format!(
                "{file}: the program `{}` is not installed or not on the search path",
                escape_hidden(name)
            )));
        }
        if spec.is_allowed() {
            return Ok(spec);
        }
        if !self.run_programs && !allowed_programs(folders).contains(program.key()) {
            return Err(Failure::Bad(format!(
                "{file}: runs a program instead of a script: {command}; a program can do anything you \
                 can do on this computer; add --run-programs if you trust it"
            )));
        }
        self.print_once(format!("{file}: runs {command}"));
        Ok(spec.allow())
    }

    fn print_once(&self, line: String) {
        let mut printed = self.printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !printed.contains(&line) {
            eprint_line(&line);
            printed.insert(line);
        }
    }
}

/// Wraps the name or file of a robot or a rule, with its parameters, as the user typed it.
pub(super) fn script_arg(text: &str) -> Result<ScriptArg, Infallible> {
    Ok(ScriptArg::typed(text))
}

/// The option that keeps external programs running from game to game.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct KeepPrograms {
    /// Start external programs once for all games instead of once per game. Useful if they start
    /// slowly, but they can then remember earlier games, which may use the same dice
    #[arg(long)]
    keep_programs: bool,
}

impl KeepPrograms {
    /// Sets the lifetime of a robot's program.
    pub(super) fn set_lifetime(self, mut spec: RobotSpec) -> RobotSpec {
        spec.lifetime = if self.keep_programs { Lifetime::Run } else { Lifetime::Game };
        spec
    }
}

/// The line below the results if programs were kept between games.
pub(super) const KEPT_PROGRAMS_NOTE: &str =
    "programs were kept between games and may have remembered dice";

/// The rules, the house rules, and notes about conflicts between them.
type CombinedRules<G> = (<G as Game>::Rules, Vec<SavedRule>, Vec<String>);

impl GameSetup {
    /// Combines the preset's rules with the requested changes and those of the house rules. Checks
    /// them together, and prints notes about conflicts.
    pub(super) fn rules_printing_notes<G: Scripted>(
        &self,
        folders: &Folders,
    ) -> Result<(G::Rules, Vec<SavedRule>), Failure> {
        let (rules, saved_rules, notes) = self.combine_rules::<G>(folders)?;
        notes.iter().for_each(|line| eprint_line(line));
        Ok((rules, saved_rules))
    }

    /// Combines the rules without printing notes. The notes are printed when the game starts.
    pub(super) fn rules_without_notes<G: Scripted>(
        &self,
        folders: &Folders,
    ) -> Result<(G::Rules, Vec<SavedRule>), Failure> {
        self.combine_rules::<G>(folders).map(|(rules, saved_rules, _)| (rules, saved_rules))
    }

    /// Returns the robot of a name or level, if it plays the preset. A robot whose name is that of
    /// a level takes precedence over the level.
    pub(super) fn robot<G: Scripted>(
        &self,
        folders: &Folders,
        arg: &ScriptArg,
        programs: &Programs,
    ) -> Result<RobotSpec, Failure> {
        let spec = robot::<G>(folders, &self.preset, arg, programs)?;
        Ok(spec.with_seconds(self.given.turn_seconds))
    }

    /// Combines the rules, and returns notes about conflicts.
    fn combine_rules<G: Scripted>(&self, folders: &Folders) -> Result<CombinedRules<G>, Failure> {
        if self.given.rule.len() > MAX_RULES {
            return Err(Failure::bad(format!("--rule: at most {MAX_RULES} house rules")));
        }
        let rule = |name: &ScriptArg| {
            let spec = scripts::find_rule(folders, G::NAME, name).map_err(Failure::bad)?;
            if spec.is_for(&self.preset) {
                return Ok(spec);
            }
            let presets = spec.info.presets.join(", ");
            let (file, preset) = (&spec.file, &self.preset);
            Err(Failure::bad(format!("{file} cannot be used with `{preset}`, only with {presets}")))
        };
        let specs = self.given.rule.iter().map(rule).collect::<Result<Vec<_>, _>>()?;
        let rules = self.rules::<G>()?;
        let (rules, conflicts) = house::merge::<G>(&rules, &specs).map_err(Failure::bad)?;
        let mut notes = Vec::new();
        for Conflict { key, loser, winner, value } in conflicts {
            let [loser, winner] = [loser, winner].map(|index| specs[index].name.as_str());
            notes.push(format!(
                "`{loser}` and `{winner}` both set {key}; using {value} of `{winner}`"
            ));
        }
        for spec in &specs {
            let replaces = |key: &str| {
                // A change that only adds to the value replaces nothing.
                spec.info.option_changes.get(key).is_some_and(|set| list_additions(set).is_none())
            };
            let overruled = self.given.set.iter().filter(|(key, _)| replaces(key));
            for (key, value) in overruled {
                let actual = rules.get(key).unwrap_or_default();
                notes.push(format!(
                    "--set {key}={value} is ignored because house rule {} sets {key} to {actual}",
                    spec.name
                ));
            }
        }
        Ok((rules, specs.iter().map(RuleSpec::to_saved).collect(), notes))
    }

    /// Returns the position that the game begins from, if one was given.
    pub(super) fn start_position<G: Scripted>(&self) -> Result<Option<PositionLine<G>>, Failure> {
        let Some(line) = &self.position else { return Ok(None) };
        line.parse().map(Some).map_err(|why| Failure::Bad(format!("--position: {why}")))
    }

    /// Returns the rules of the preset or position with the requested changes, checked together.
    fn rules<G: Scripted>(&self) -> Result<G::Rules, Failure> {
        let change = |rules: G::Rules, (key, value): &(String, String)| {
            if G::Rules::OPTIONS.iter().all(|option| option.key != key) {
                let known: Vec<&str> = G::Rules::OPTIONS.iter().map(|option| option.key).collect();
                return Err(unknown_name("option", key, &known));
            }
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
            rules.with_unchecked(key, &value).map_err(|why| Failure::bad(format!("--set: {why}")))
        };
        let start = match self.start_position::<G>()? {
            Some(line) => line.rules,
            None => preset::<G>(&self.preset)?,
        };
        let rules = self.given.set.iter().try_fold(start, change)?;
        rules.check().map_err(|why| Failure::bad(format!("--set: {why}")))?;
        Ok(rules)
    }

    /// Returns the given seed, or a new random one of 256 bits.
    pub(super) fn seed(&self) -> RunSeed {
        self.given.seed.unwrap_or_else(draw_seed)
    }
}

/// Returns the kind of game that has this preset.
pub(super) fn kind(preset: &str) -> Result<GameKind, Failure> {
    GameKind::of_preset(preset).ok_or_else(|| unknown_preset(preset))
}

/// Returns the rules of a preset.
pub(super) fn preset<G: Scripted>(name: &str) -> Result<G::Rules, Failure> {
    G::Rules::preset(name).ok_or_else(|| unknown_preset(name))
}

fn unknown_preset(name: &str) -> Failure {
    unknown_name("preset", name, &presets().collect::<Vec<_>>())
}

/// Returns the error for an unknown name of the kind `what`. It contains a similar known name, or
/// all known names if none is similar.
pub(super) fn unknown_name(what: &str, name: &str, known: &[&str]) -> Failure {
    let hint = scripts::nearest(name, known.iter().copied()).map_or_else(
        || format!("{what}s are {}", known.join(", ")),
        |nearest| format!("did you mean `{nearest}`?"),
    );
    Failure::bad(format!("unknown {what} `{name}`; {hint}"))
}

/// Parses `KEY=VALUE`.
pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    split(text).ok_or_else(|| "expected OPTION=VALUE, e.g. finish=bounce".to_owned())
}

/// Parses `SEAT=ROBOT`.
pub(super) fn seat_robot(text: &str) -> Result<(String, ScriptArg), String> {
    let pair = split(text).filter(|(_, robot)| !robot.is_empty());
    let pair = pair.map(|(seat, robot)| (seat, ScriptArg::typed(&robot)));
    pair.ok_or_else(|| "expected SEAT=ROBOT, e.g. red=greedy or south=none".to_owned())
}

/// Splits a text at its first `=` and trims both parts. Returns `None` if there is no `=` or no key
/// before it.
fn split(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    (!key.is_empty()).then(|| (key.to_owned(), value.to_owned()))
}

/// Parses a whole number from 1 up.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a whole number of 1 or more, e.g. 100".to_owned())
}

/// Parses the seed of a run.
pub(super) fn seed(text: &str) -> Result<RunSeed, String> {
    let why = "expected a whole number of 0 or more, e.g. 7, or 64 hexadecimal digits";
    text.parse().map_err(|_| why.to_owned())
}

/// Draws a random seed of 256 bits, too long to be found by trying all seeds.
pub(super) fn draw_seed() -> RunSeed {
    RunSeed::Random(Seed::from_bytes(rand::random()))
}

/// Parses a seed that need not be hard to guess, such as that of an analysis.
pub(super) fn short_seed(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok();
    number.ok_or_else(|| "expected a whole number of 0 or more, e.g. 7".to_owned())
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| (0.1..=3600.0).contains(number));
    number.ok_or_else(|| "expected 0.1 to 3600 seconds".to_owned())
}

/// Returns the seat of this name.
pub(super) fn seat<G: Scripted>(name: &str) -> Result<Seat, Failure> {
    G::seat_by_name(name).ok_or_else(|| unknown_name("seat", name, G::SEATS))
}

/// Returns the players that `--seat` names, by seat.
pub(super) fn seat_players<G: Scripted>(
    given: &[(String, ScriptArg)],
) -> Result<BTreeMap<Seat, &ScriptArg>, Failure> {
    let mut players = BTreeMap::new();
    for (name, player) in given {
        if players.insert(seat::<G>(name)?, player).is_some() {
            return Err(Failure::bad(format!("--seat: `{name}` is given twice")));
        }
    }
    Ok(players)
}

/// Returns the robot of a name or level, if it plays the preset. A robot whose name is that of a
/// level takes precedence over the level.
pub(super) fn robot<G: Scripted>(
    folders: &Folders,
    preset: &str,
    arg: &ScriptArg,
    programs: &Programs,
) -> Result<RobotSpec, Failure> {
    let spec = match scripts::find(folders, G::NAME, arg) {
        Err(error @ FindError::Unknown { .. }) => {
            let spec = scripts::of_level(folders, G::NAME, preset, arg).map_err(Failure::bad)?;
            spec.ok_or_else(|| Failure::bad(error))?
        }
        found => found.map_err(Failure::bad)?,
    };
    programs.admit(folders, check_plays(preset, spec)?)
}

/// Returns the robot that a command uses by default: the user's script of this name or the shipped
/// one, never a program.
pub(super) fn find_default_robot<G: Scripted>(
    folders: &Folders,
    preset: &str,
    name: &'static str,
    programs: &Programs,
) -> Result<RobotSpec, Failure> {
    let spec = scripts::find_named(folders, G::NAME, &ScriptName::shipped(name));
    // Prints a note if a program of this name was ignored.
    programs.admit(folders, check_plays(preset, spec.map_err(Failure::bad)?)?)
}

/// Returns the robot if it plays the preset.
fn check_plays(preset: &str, spec: RobotSpec) -> Result<RobotSpec, Failure> {
    if spec.plays(preset) {
        return Ok(spec);
    }
    let presets = spec.info.presets.join(", ");
    Err(Failure::bad(format!("{} cannot play `{preset}`, only {presets}", spec.file)))
}

/// Rejects a redacted game. Its hidden pieces are made up, so choices cannot be judged.
pub(super) fn reject_redacted<G: Scripted>(session: &Session<G>) -> Result<(), String> {
    match session.state().redacted_for() {
        Some(seat) => {
            let seat = G::seat_name(seat);
            Err(format!(
                "this file contains only the view of {seat}; the rest is filled in, so it cannot be analysed"
            ))
        }
        None => Ok(()),
    }
}
