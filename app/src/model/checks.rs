//! Testing scripts: robots play, house rules are played by, and what is wrong is said.

pub mod again;
pub mod choices;
mod robot;
mod rule;
mod types;

pub use types::ANALYSER;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qipan_core::arena::Histogram;
use qipan_core::games::{ForGame, GameKind};
use qipan_core::house::HouseError;
use qipan_core::script::{Host, ScriptError, Scripted};

use crate::model::background::{Background, Progress};
use crate::model::clock::host_without_notes;
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::{FindError, Script};

/// Steps of a test game at the most.
const MOST_STEPS: usize = 20_000;

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<u32>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The game it shows in, where it is one.
    pub game: Option<Box<FailedGame>>,
}

/// A test game in which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedGame {
    /// What was played.
    pub preset: String,
    /// What its chance came from.
    pub seed: u64,
    /// The turns taken when it showed.
    pub ply: u32,
    /// The robot's parameters that had been set, as in `caution=5`.
    pub params: String,
    /// The game as far as it went, as it is saved.
    pub saved: String,
}

/// What came of the games, beside what is wrong.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// How many there were.
    pub games: u64,
    /// Whether an analyser was at hand, and content with the types.
    pub types: bool,
    /// The presets they were played in.
    pub presets: Vec<&'static str>,
    /// Steps of a robot's turn or of a call of a house rule.
    pub fuel: Histogram,
    /// Effects a house rule asked for in all games.
    pub effects: u64,
}

/// A check that goes on elsewhere.
pub type Checking = Background<Tested, Problem>;

/// Looks on while a check runs: is told of every game, and says whether it is to go on.
#[derive(Default)]
pub struct Watch {
    on_game: Option<Box<dyn Fn() + Send + Sync>>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Tells every game that was played to a function.
    #[must_use]
    pub fn new(on_game: impl Fn() + Send + Sync + 'static) -> Self {
        Self { on_game: Some(Box::new(on_game)), ..Self::default() }
    }

    /// A game more was played.
    fn played(&self) -> Result<(), Problem> {
        self.on_game.iter().for_each(|on_game| on_game());
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Problem::new("", "the check was ended".to_owned())),
            false => Ok(()),
        }
    }
}

/// The test games of a script.
#[must_use]
pub fn games(script: &Script) -> u64 {
    match script {
        Script::Robot(spec) => robot::games(spec),
        Script::Rule(_) => rule::GAMES,
    }
}

/// Plays the test games of a script. What comes of them is put into `tested`, also of those
/// before something is wrong.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(script: &Script, tested: &mut Tested, watch: &Watch) -> Result<(), Problem> {
    struct Test<'a>(&'a Script, &'a mut Tested, &'a Watch);
    impl ForGame for Test<'_> {
        type Output = Result<(), Problem>;
        fn call<G: Scripted>(self) -> Self::Output {
            match self.0 {
                Script::Robot(spec) => robot::play_test::<G>(spec, self.1, self.2),
                Script::Rule(spec) => rule::play_test::<G>(spec, self.1, self.2),
            }
        }
    }
    let game = &script.info().game;
    let kind = GameKind::of_name(game).ok_or_else(|| no_game(script.file(), game))?;
    tested.types = types::check(script).map_err(|(line, message)| Problem {
        line: Some(line),
        ..Problem::new(script.file(), message)
    })?;
    kind.visit(Test(script, tested, watch))
}

/// What is wrong with a script for a game that there is not.
fn no_game(file: &str, game: &str) -> Problem {
    let known = GameKind::ALL.map(GameKind::name).join(", ");
    Problem::new(file, format!("there is no game `{game}`; games are {known}"))
}

/// What a script's machine is given in a check.
fn host(watch: &Watch) -> Host {
    // Every processor is busy with a check: what is bounded by fuel may take a while.
    Host { cancel: Arc::clone(&watch.stop), strict: true, ..host_without_notes() }
}

/// Begins to check a script in a thread of its own; `wake` is called when that is done.
#[must_use]
pub fn start(script: Script, wake: RepaintSignal) -> Checking {
    let games = games(&script) as usize;
    let work = move |progress: &Progress| {
        let (mut tested, told) = (Tested::default(), progress.clone());
        let on_game: Box<dyn Fn() + Send + Sync> = Box::new(move || told.advance());
        let watch = Watch { on_game: Some(on_game), stop: Arc::clone(&progress.stop) };
        check(&script, &mut tested, &watch).map(|()| tested)
    };
    Background::start(games, work, wake)
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Self::new("", message)
    }
}

impl From<HouseError> for Problem {
    fn from(why: HouseError) -> Self {
        Self::new("", why.to_string())
    }
}

impl Problem {
    pub(super) fn new(file: &str, message: String) -> Self {
        Self { file: file.to_owned(), line: None, message, game: None }
    }

    /// The same, shown by a game.
    fn in_game(self, game: FailedGame) -> Self {
        Self { game: Some(Box::new(game)), ..self }
    }

    /// What a house rule said of itself: `file:line: what`, where it says so.
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

    /// Why a script was not found, or does not load.
    #[must_use]
    pub fn finding(script: &str, why: &FindError) -> Self {
        match why {
            FindError::Script(error) => Self::script(error),
            FindError::File { file, why } => Self::new(file, why.clone()),
            other => Self::new(script, other.to_string()),
        }
    }
}
