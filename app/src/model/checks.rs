//! Checks scripts. A robot plays test games, a house rule governs random games, and the first
//! problem ends the check.
//!
//! The check of a script is a list of games with fixed seeds, so it finds the same problem each
//! time. `robot` and `rule` play the games, `robot_tests` runs the tests that the author of a robot
//! wrote, `types` runs Luau's analyser. `rerun` and `choices` check recorded games instead: they
//! run the house rules of a game again and ask its robots again.

pub mod choices;
mod decisions;
pub mod rerun;
mod robot;
mod robot_tests;
mod rule;
mod seat_robots;
mod types;

pub use decisions::{ActionCount, DecisionCounts};
pub use robot_tests::{FailedTest, TestResults};
pub use types::ANALYSER;
use types::TypeError;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::house::HouseError;
use qipan_core::registry::GameKind;
use qipan_core::script::{Host, LineCoverage, ScriptError, module_file};
use qipan_core::tournament::Histogram;
use qipan_core::with_game;

use crate::model::background::{Background, Progress};
use crate::model::clock::host_without_notes;
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::{FindError, Script};

/// The minimum number of turns that a thorough check asks a robot for.
pub const THOROUGH_TURNS: u64 = 200;

/// Upper bound on the steps of a test game.
const MAX_STEPS: usize = 20_000;

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
    /// The number from which its seed is made.
    pub seed: u64,
    /// The ply of the problem.
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
    /// True if an analyser is installed and accepted the types.
    pub has_checked_types: bool,
    /// The presets the games were played in.
    pub presets: Vec<&'static str>,
    /// Fuel used by each turn of a robot or each call of a house rule.
    pub fuel: Histogram,
    /// Effects that a house rule asked for in all games.
    pub effects: u64,
    /// The results of a robot's own tests.
    pub tests: TestResults,
    /// The decisions that a robot was asked for.
    pub decisions: DecisionCounts,
    /// The lines of a robot that ran, in a thorough check.
    pub coverage: LineCoverage,
}

/// The extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Enough games to find most errors. A robot that thinks for a long time decides few turns, and
    /// a house rule that is called at every move gets fewer than a thousand games.
    Quick,
    /// A robot decides at least [`THOROUGH_TURNS`] turns in full games of every preset, and the
    /// lines that ran are recorded. A house rule gets a thousand games.
    Thorough,
}

/// A check in the background.
pub type CheckTask = Background<CheckStats, ScriptProblem>;

/// An observer of a running check. It learns of each finished game and can stop the check.
#[derive(Default)]
pub struct CheckObserver {
    on_game: Option<Box<dyn Fn() + Send + Sync>>,
    stop: Arc<AtomicBool>,
}

impl CheckObserver {
    /// Creates an observer that calls `on_game` after every game.
    pub fn new(on_game: impl Fn() + Send + Sync + 'static) -> Self {
        Self { on_game: Some(Box::new(on_game)), ..Self::default() }
    }

    /// Reports a finished game.
    ///
    /// # Errors
    /// An error if the check has to stop.
    fn report_game(&self) -> Result<(), ScriptProblem> {
        if let Some(on_game) = &self.on_game {
            on_game();
        }
        match self.stop.load(Ordering::Relaxed) {
            true => Err(ScriptProblem::new("", "the check was ended".to_owned())),
            false => Ok(()),
        }
    }
}

/// Returns the number of test games of a script. A thorough check of a robot may play more, and a
/// quick check of a house rule fewer.
pub fn game_count(script: &Script) -> u64 {
    match script {
        Script::Robot(spec) => robot::game_count(spec),
        Script::Rule(_) => rule::GAMES,
    }
}

/// Checks the types of a script, runs its tests and plays its test games. After a problem, `stats`
/// still counts the games before it.
///
/// # Errors
/// The first problem. A failed test is not an error. It is counted in the statistics.
pub fn check(
    script: &Script,
    depth: Depth,
    stats: &mut CheckStats,
    observer: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let game = &script.info().game;
    let kind = GameKind::of_name(game).ok_or_else(|| unknown_game(script.file(), game))?;
    stats.has_checked_types =
        types::check(script).map_err(|TypeError { module, line, message }| {
            let file = module.map(|module| module_file(script.file(), &module));
            let file = file.as_deref().unwrap_or(script.file());
            ScriptProblem { line: Some(line), ..ScriptProblem::new(file, message) }
        })?;
    match script {
        Script::Robot(spec) => with_game!(kind, |G| {
            let host = Host { coverage: depth == Depth::Thorough, ..host_for_checks(observer) };
            stats.tests = robot_tests::run::<G>(spec, &host, &mut stats.coverage)?;
            robot::play_test::<G>(spec, depth, &host, stats, observer)
        }),
        Script::Rule(spec) => {
            with_game!(kind, |G| rule::play_test::<G>(spec, depth, stats, observer))
        }
    }
}

/// Returns the problem of a script for an unknown game.
fn unknown_game(file: &str, game: &str) -> ScriptProblem {
    let known = GameKind::ALL.map(GameKind::name).join(", ");
    ScriptProblem::new(file, format!("unknown game `{game}`; games are {known}"))
}

/// Returns the host of scripts in a check.
fn host_for_checks(observer: &CheckObserver) -> Host {
    // A check keeps every processor busy, so turns may take long. Fuel still bounds them.
    Host { cancel: Arc::clone(&observer.stop), strict: true, ..host_without_notes() }
}

/// Starts the check of a script on a thread of its own. `wake` is called when it ends.
pub fn start(script: Script, wake: RepaintSignal) -> CheckTask {
    let games = game_count(&script) as usize;
    let work = move |progress: &Progress| {
        let mut stats = CheckStats::default();
        let game_progress = progress.clone();
        let on_game: Box<dyn Fn() + Send + Sync> = Box::new(move || game_progress.advance());
        let observer = CheckObserver { on_game: Some(on_game), stop: Arc::clone(&progress.stop) };
        check(&script, Depth::Quick, &mut stats, &observer).map(|()| stats)
    };
    Background::start(games, work, wake)
}

impl From<String> for ScriptProblem {
    fn from(message: String) -> Self {
        Self::new("", message)
    }
}

impl From<HouseError> for ScriptProblem {
    fn from(error: HouseError) -> Self {
        Self::new("", error.to_string())
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

    /// Creates a problem from a message of a house rule, which may begin with `file:line: `.
    pub(super) fn from_message(file: &str, message: &str) -> Self {
        let file_name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let rest = [file, file_name].into_iter().find_map(|name| message.strip_prefix(name));
        let rest = rest.and_then(|rest| rest.strip_prefix(':'));
        let (line, message) = match rest.and_then(|rest| rest.split_once(": ")) {
            Some((line, text)) if line.parse::<u32>().is_ok() => (line.parse().ok(), text),
            _ => (None, rest.map_or(message, str::trim_start)),
        };
        Self { line, ..Self::new(file, message.to_owned()) }
    }

    /// Describes an error of a script.
    pub(super) fn from_script_error(error: &ScriptError) -> Self {
        Self { line: error.line, ..Self::new(&error.file, error.message.clone()) }
    }

    /// Describes a script that was not found or does not load.
    pub fn from_find_error(script: &str, why: &FindError) -> Self {
        match why {
            FindError::Script(error) => Self::from_script_error(error),
            FindError::File { file, why } => Self::new(file, why.clone()),
            other => Self::new(script, other.to_string()),
        }
    }
}
