//! What several commands take: a preset, changes to its rules, a seed, seats.
#![allow(rustdoc::broken_intra_doc_links, reason = "these texts are shown as help")]

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Mutex;

use clap::Args;
use qipan_core::dice::{RunSeed, Seed};
use qipan_core::game::Game;
use qipan_core::games::{GameKind, presets};
use qipan_core::options::{RuleSet, added};
use qipan_core::position::Line;
use qipan_core::record::{MAX_RULES, SavedRule};
use qipan_core::script::Scripted;
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use serde_json::Value;

use crate::cli::output::{Failure, eprint_line};
use crate::model::house::{self, Conflict};
use crate::model::programs::Lifetime;
use crate::model::scripts::{self, FindError, RobotSpec, RuleSpec, ScriptName, UserWords};
use crate::model::storage::{Folders, allowed_programs};
use crate::model::visible::visible;

/// The rules of a game and the seed of its chance.
#[derive(Clone, Debug, Args)]
pub(super) struct Setup {
    /// The preset: a game and its usual rules, for instance aeroplane or flying
    pub preset: String,
    #[command(flatten)]
    pub given: Given,
    /// The line of the position that the game begins from.
    #[arg(skip)]
    pub position: Option<String>,
}

/// What is agreed on beside a preset.
#[derive(Clone, Debug, Args)]
pub(super) struct Given {
    /// Change a rule option, for instance 'takeoff=[5,6]' or finish=bounce
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Play by a house rule: the name of one in the scripts folder, or a file; repeatable
    #[arg(long = "rule", value_name = "RULE", value_parser = words)]
    pub rule: Vec<UserWords>,
    /// Same seed, same result: a number, or the 64 digits a run printed; 256 bits are drawn when
    /// left out. A robot that tries out numbers can find a short one
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<RunSeed>,
    /// Seconds that a program in another language has for an answer, 0.1 to 3600; 10 unless its
    /// file says otherwise
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub turn_seconds: Option<f64>,
}

/// The option that lets robots in other languages run.
#[derive(Debug, Default, Args)]
pub(super) struct Programs {
    /// Let robot files run the programs they name, which can do whatever you can on this
    /// computer; without it only those run that you have allowed in the window before
    #[arg(long)]
    run_programs: bool,
    /// Lines printed so far, so that none is printed twice.
    #[arg(skip)]
    said: Mutex<BTreeSet<String>>,
}

impl Programs {
    /// Returns true if programs were allowed for this run.
    pub(super) fn are_asked_for(&self) -> bool {
        self.run_programs
    }

    /// Lets a robot run if it is a script or a program that the user has allowed; its command is
    /// printed before.
    fn admit(&self, folders: &Folders, spec: RobotSpec) -> Result<RobotSpec, Failure> {
        if let Some(why) = spec.passed_over() {
            self.say_once(format!("note: {}", visible(&why.to_string())));
        }
        let Some(program) = spec.program().filter(|_| !spec.is_allowed()) else { return Ok(spec) };
        let (file, command) = (program.file(), program.line());
        if !self.run_programs && !allowed_programs(folders).contains(program.key()) {
            return Err(Failure::Bad(format!(
                "{file}: is no script but runs a program, which can do whatever you can on this \
                 computer: {command}; add --run-programs if you trust it"
            )));
        }
        self.say_once(format!("{file}: runs {command}"));
        Ok(spec.allow())
    }

    fn say_once(&self, line: String) {
        let mut said = self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !said.contains(&line) {
            eprint_line(&line);
            said.insert(line);
        }
    }
}

/// Takes the words of a robot or a rule as the user typed them.
pub(super) fn words(text: &str) -> Result<UserWords, Infallible> {
    Ok(UserWords::typed(text))
}

/// How long robots in other languages run where many games are played.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct KeepPrograms {
    /// Start programs in other languages once for all games and not anew for each: for those that
    /// take long to start. They can then remember one game in the next, which may have the same
    /// dice
    #[arg(long)]
    keep_programs: bool,
}

impl KeepPrograms {
    /// The robot with its program run for as long as it should be.
    pub(super) fn set(self, mut spec: RobotSpec) -> RobotSpec {
        spec.lifetime = if self.keep_programs { Lifetime::Run } else { Lifetime::Game };
        spec
    }
}

/// The line below results of games through which programs were kept.
pub(super) const KEPT: &str = "programs were kept from game to game and may have remembered dice";

/// Rules, house rules, and what is to be said about how they go together.
type Agreed<G> = (<G as Game>::Rules, Vec<SavedRule>, Vec<String>);

impl Setup {
    /// The rules with the house rules: the preset's, with the changes asked for and what the
    /// house rules set, checked together.
    pub(super) fn agreed<G: Scripted>(
        &self,
        folders: &Folders,
    ) -> Result<(G::Rules, Vec<SavedRule>), Failure> {
        let (rules, lines, said) = self.agree::<G>(folders)?;
        said.iter().for_each(|line| eprint_line(line));
        Ok((rules, lines))
    }

    /// The same without a word, for those who look at the rules before they are played by.
    pub(super) fn agreed_quietly<G: Scripted>(
        &self,
        folders: &Folders,
    ) -> Result<(G::Rules, Vec<SavedRule>), Failure> {
        self.agree::<G>(folders).map(|(rules, lines, _)| (rules, lines))
    }

    /// The robot that `text` names, if it plays the preset; where none is called so, that of a level.
    pub(super) fn robot<G: Scripted>(
        &self,
        folders: &Folders,
        words: &UserWords,
        programs: &Programs,
    ) -> Result<RobotSpec, Failure> {
        let spec = robot::<G>(folders, &self.preset, words, programs)?;
        Ok(spec.with_seconds(self.given.turn_seconds))
    }

    fn agree<G: Scripted>(&self, folders: &Folders) -> Result<Agreed<G>, Failure> {
        if self.given.rule.len() > MAX_RULES {
            return Err(Failure::bad(format!("--rule: at most {MAX_RULES} house rules")));
        }
        let rule = |name: &UserWords| {
            let spec = scripts::find_rule(folders, G::KIND, name).map_err(Failure::bad)?;
            if spec.is_for(&self.preset) {
                return Ok(spec);
            }
            let presets = spec.info.presets.join(", ");
            let (file, preset) = (&spec.file, &self.preset);
            Err(Failure::bad(format!("{file}: is not for `{preset}`, only for {presets}")))
        };
        let specs = self.given.rule.iter().map(rule).collect::<Result<Vec<_>, _>>()?;
        let rules = self.rules::<G>()?;
        let (rules, conflicts) = house::merge::<G>(&rules, &specs).map_err(Failure::bad)?;
        let mut said = Vec::new();
        for Conflict { key, loses, holds, value } in conflicts {
            let [loses, holds] = [loses, holds].map(|at| specs[at].name.as_str());
            said.push(format!("{loses} and {holds} both set {key}; {holds} wins: {value}"));
        }
        for spec in &specs {
            let sets = |key: &str| spec.info.set.get(key).is_some_and(|set| added(set).is_none());
            let overruled = self.given.set.iter().filter(|(key, _)| sets(key));
            for (key, value) in overruled {
                let holds = rules.get(key).unwrap_or_default();
                said.push(format!(
                    "{} sets {key}, so --set {key}={value} has no effect: {holds}",
                    spec.name
                ));
            }
        }
        Ok((rules, specs.iter().map(RuleSpec::line).collect(), said))
    }

    /// The position that the game begins from, where one was given.
    pub(super) fn begins_from<G: Scripted>(&self) -> Result<Option<Line<G>>, Failure> {
        let Some(line) = &self.position else { return Ok(None) };
        line.parse().map(Some).map_err(|why| Failure::Bad(format!("--position: {why}")))
    }

    /// The rules: the preset's with the changes asked for, checked together.
    fn rules<G: Scripted>(&self) -> Result<G::Rules, Failure> {
        let change = |rules: G::Rules, (key, value): &(String, String)| {
            if G::Rules::OPTIONS.iter().all(|option| option.key != key) {
                let known: Vec<&str> = G::Rules::OPTIONS.iter().map(|option| option.key).collect();
                return Err(no_such("option", key, &known));
            }
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
            rules.with_unchecked(key, &value).map_err(|why| Failure::bad(format!("--set: {why}")))
        };
        let start = match self.begins_from::<G>()? {
            Some(line) => line.rules,
            None => preset::<G>(&self.preset)?,
        };
        let rules = self.given.set.iter().try_fold(start, change)?;
        rules.check().map_err(|why| Failure::bad(format!("--set: {why}")))?;
        Ok(rules)
    }

    /// The seed given, or a new one that nothing can search for.
    pub(super) fn seed(&self) -> RunSeed {
        self.given.seed.unwrap_or_else(drawn)
    }
}

/// The kind of game a preset belongs to.
pub(super) fn kind(preset: &str) -> Result<GameKind, Failure> {
    GameKind::of_preset(preset).ok_or_else(|| no_preset(preset))
}

/// The rules of a preset.
pub(super) fn preset<G: Scripted>(name: &str) -> Result<G::Rules, Failure> {
    G::Rules::preset(name).ok_or_else(|| no_preset(name))
}

fn no_preset(name: &str) -> Failure {
    no_such("preset", name, &presets().collect::<Vec<_>>())
}

/// There is nothing of this name: the one that was meant, or all there are.
pub(super) fn no_such(what: &str, name: &str, known: &[&str]) -> Failure {
    let hint = scripts::nearest(name, known.iter().copied()).map_or_else(
        || format!("{what}s are {}", known.join(", ")),
        |meant| format!("did you mean `{meant}`?"),
    );
    Failure::bad(format!("there is no {what} `{name}`; {hint}"))
}

/// Splits `KEY=VALUE`.
pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    split(text).ok_or_else(|| "write OPTION=VALUE, for instance finish=bounce".to_owned())
}

/// Splits `SEAT=ROBOT`.
pub(super) fn seat_robot(text: &str) -> Result<(String, UserWords), String> {
    let whole = split(text).filter(|(_, robot)| !robot.is_empty());
    let whole = whole.map(|(seat, robot)| (seat, UserWords::typed(&robot)));
    whole.ok_or_else(|| "write SEAT=ROBOT, for instance red=greedy or south=none".to_owned())
}

fn split(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    (!key.is_empty()).then(|| (key.to_owned(), value.to_owned()))
}

/// A whole number from 1 up.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "write a whole number from 1 up, for instance 100".to_owned())
}

/// The seed of a run.
pub(super) fn seed(text: &str) -> Result<RunSeed, String> {
    let why = "write a whole number from 0 up, for instance 7, or 64 hexadecimal digits";
    text.parse().map_err(|_| why.to_owned())
}

/// The seed of a run that nothing can search for: 256 bits.
pub(super) fn drawn() -> RunSeed {
    RunSeed::Drawn(Seed::from_bytes(rand::random()))
}

/// A seed of something that hides nothing, such as an analysis.
pub(super) fn number(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok();
    number.ok_or_else(|| "write a whole number from 0 up, for instance 7".to_owned())
}

/// A time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| (0.1..=3600.0).contains(number));
    number.ok_or_else(|| "write seconds from 0.1 to 3600".to_owned())
}

/// The seat of this name.
pub(super) fn seat<G: Scripted>(name: &str) -> Result<Seat, Failure> {
    G::seat_by_name(name).ok_or_else(|| no_such("seat", name, G::SEATS))
}

/// The robot that `text` names, if it plays the preset; where none is called so, that of a level.
pub(super) fn robot<G: Scripted>(
    folders: &Folders,
    preset: &str,
    words: &UserWords,
    programs: &Programs,
) -> Result<RobotSpec, Failure> {
    let spec = match scripts::find(folders, G::KIND, words) {
        Err(error @ FindError::Unknown { .. }) => {
            let spec = scripts::of_level(folders, G::KIND, preset, words).map_err(Failure::bad)?;
            spec.ok_or_else(|| Failure::bad(error))?
        }
        found => found.map_err(Failure::bad)?,
    };
    programs.admit(folders, playing(preset, spec)?)
}

/// The robot of this name that plays where the user names none: the user's script or the one
/// that ships, never a program.
pub(super) fn usual_robot<G: Scripted>(
    folders: &Folders,
    preset: &str,
    name: &'static str,
    programs: &Programs,
) -> Result<RobotSpec, Failure> {
    let spec = scripts::find_named(folders, G::KIND, &ScriptName::shipped(name));
    programs.admit(folders, playing(preset, spec.map_err(Failure::bad)?)?)
}

/// The robot, if it plays the preset.
fn playing(preset: &str, spec: RobotSpec) -> Result<RobotSpec, Failure> {
    if spec.plays(preset) {
        return Ok(spec);
    }
    let presets = spec.info.presets.join(", ");
    Err(Failure::bad(format!("{}: does not play `{preset}`, only {presets}", spec.file)))
}

/// Refuses a game told by one seat: of what the others had in mind nothing is known.
pub(super) fn known_whole<G: Scripted>(session: &Session<G>) -> Result<(), String> {
    match session.state().redacted_for() {
        Some(seat) => {
            let seat = G::seat_name(seat);
            Err(format!("it is told as {seat} saw it; what {seat} did not see is made up"))
        }
        None => Ok(()),
    }
}
