//! Checks of scripts. Robots play test games, house rules govern random games, and the first
//! problem is reported.

pub mod again;
pub mod choices;
mod robot;
mod rule;
mod types;

pub use types::ANALYSER;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::house::HouseError;
use qipan_core::registry::GameKind;
use qipan_core::script::{Host, ScriptError};
use qipan_core::tournament::Histogram;
use qipan_core::with_game;

use crate::model::background::{Background, Progress};
use crate::model::clock::host_without_notes;
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::{FindError, Script};

/// Upper bound on the steps of a test game.
const MOST_STEPS: usize = 20_000;

/// A problem found in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptProblem {
    /// The file of the script.
    pub file: String,
    /// The line, from 1, if known.
    pub line: Option<u32>,
    /// The problem, in a sentence.
    pub message: String,
    /// The game that shows the problem, if there is one.
    pub game: Option<Box<FailedGame>>,
}

/// A test game that shows a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedGame {
    /// The preset.
    pub preset: String,
    /// The number its seed is made from.
    pub seed: u64,
    /// The ply at which the problem showed.
    pub ply: u32,
    /// The parameters of the robot that were set, as in `caution=5`.
    pub params: String,
    /// The game up to the problem, as a saved game.
    pub saved: String,
}

/// The statistics of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckStats {
    /// Games played.
    pub games: u64,
    /// True if an analyser was found and accepted the types.
    pub types: bool,
    /// The presets the games were played in.
    pub presets: Vec<&'static str>,
    /// Fuel used by each turn of a robot or each call of a house rule.
    pub fuel: Histogram,
    /// Effects that a house rule asked for in all games.
    pub effects: u64,
}

/// A check in the background.
pub type CheckTask = Background<CheckStats, ScriptProblem>;

/// An observer of a running check. It receives every finished game and can stop the check.
#[derive(Default)]
pub struct CheckObserver {
    on_game: Option<Box<dyn Fn() + Send + Sync>>,
    stop: Arc<AtomicBool>,
}

impl CheckObserver {
    /// Calls `on_game` after every game.
    pub fn new(on_game: impl Fn() + Send + Sync + 'static) -> Self {
        Self { on_game: Some(Box::new(on_game)), ..Self::default() }
    }

    /// Reports a finished game. Fails if the check has to stop.
    fn played(&self) -> Result<(), ScriptProblem> {
        self.on_game.iter().for_each(|on_game| on_game());
        match self.stop.load(Ordering::Relaxed) {
            true => Err(ScriptProblem::new("", "the check was ended".to_owned())),
            false => Ok(()),
        }
    }
}

/// Returns the number of test games of a script.
pub fn games(script: &Script) -> u64 {
    match script {
        Script::Robot(spec) => robot::games(spec),
        Script::Rule(_) => rule::GAMES,
    }
}

/// Plays the test games of a script. The statistics in `tested` include the games before a
/// problem.
///
/// # Errors
/// The first problem.
pub fn check(
    script: &Script,
    tested: &mut CheckStats,
    watch: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let game = &script.info().game;
    let kind = GameKind::of_name(game).ok_or_else(|| no_game(script.file(), game))?;
    tested.types = types::check(script).map_err(|(line, message)| ScriptProblem {
        line: Some(line),
        ..ScriptProblem::new(script.file(), message)
    })?;
    match script {
        Script::Robot(spec) => with_game!(kind, |G| robot::play_test::<G>(spec, tested, watch)),
        Script::Rule(spec) => with_game!(kind, |G| rule::play_test::<G>(spec, tested, watch)),
    }
}

/// Reports a script for an unknown game.
fn no_game(file: &str, game: &str) -> ScriptProblem {
    let known = GameKind::ALL.map(GameKind::name).join(", ");
    ScriptProblem::new(file, format!("unknown game `{game}`; games are {known}"))
}

/// Returns the host of scripts in a check.
fn host(watch: &CheckObserver) -> Host {
    // A check keeps every processor busy, so a turn bounded by fuel may take long.
    Host { cancel: Arc::clone(&watch.stop), strict: true, ..host_without_notes() }
}

/// Starts the check of a script on a thread of its own. `wake` is called when it ends.
pub fn start(script: Script, wake: RepaintSignal) -> CheckTask {
    let games = games(&script) as usize;
    let work = move |progress: &Progress| {
        let (mut tested, reported) = (CheckStats::default(), progress.clone());
        let on_game: Box<dyn Fn() + Send + Sync> = Box::new(move || reported.advance());
        let watch = CheckObserver { on_game: Some(on_game), stop: Arc::clone(&progress.stop) };
        check(&script, &mut tested, &watch).map(|()| tested)
    };
    Background::start(games, work, wake)
}

impl From<String> for ScriptProblem {
    fn from(message: String) -> Self {
        Self::new("", message)
    }
}

impl From<HouseError> for ScriptProblem {
    fn from(why: HouseError) -> Self {
        Self::new("", why.to_string())
    }
}

impl ScriptProblem {
    pub(super) fn new(file: &str, message: String) -> Self {
        Self { file: file.to_owned(), line: None, message, game: None }
    }

    /// Adds the game that shows the problem.
    fn in_game(self, game: FailedGame) -> Self {
        Self { game: Some(Box::new(game)), ..self }
    }

    /// Reads a message of a house rule. It may begin with `file:line: `.
    pub(super) fn from_message(file: &str, message: &str) -> Self {
        let short = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let rest = [file, short].into_iter().find_map(|name| message.strip_prefix(name));
        let rest = rest.and_then(|rest| rest.strip_prefix(':'));
        let (line, what) = match rest.and_then(|rest| rest.split_once(": ")) {
            Some((line, what)) if line.parse::<u32>().is_ok() => (line.parse().ok(), what),
            _ => (None, rest.map_or(message, str::trim_start)),
        };
        Self { line, ..Self::new(file, what.to_owned()) }
    }

    pub(super) fn script(error: &ScriptError) -> Self {
        Self { line: error.line, ..Self::new(&error.file, error.message.clone()) }
    }

    /// Describes a script that was not found or does not load.
    pub fn finding(script: &str, why: &FindError) -> Self {
        match why {
            FindError::Script(error) => Self::script(error),
            FindError::File { file, why } => Self::new(file, why.clone()),
            other => Self::new(script, other.to_string()),
        }
    }
}
