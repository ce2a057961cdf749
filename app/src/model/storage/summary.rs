//! Summaries of saved games: the data in the file, and the result its steps lead to.

use std::fmt;
use std::path::Path;

use qipan_core::contract::game::Game;
use qipan_core::contract::limits;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{MAX_STEPS, PlayerKind, ReadError, Record, ResultLine, VERSION};
use qipan_core::registry::{GameKind, kind_of};
use qipan_core::with_game;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::i18n::I18n;
use crate::model::rules;
use crate::model::storage::{Why, read_text};

/// The summary of a saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SaveSummary {
    /// The game, as files name it.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// The players.
    pub seats: Vec<SeatSummary>,
    /// The plies: rolls of the die, or steps in a game without one.
    pub plies: usize,
    /// The steps of the game, of every kind.
    pub steps: usize,
    /// The options that differ from the preset, with their values. A value that is too large is
    /// null.
    #[serde(deserialize_with = "limits::options")]
    pub changed: Map<String, Value>,
    /// The number of house rules.
    pub house_rules: usize,
    /// The places of a finished game.
    pub result: Option<ResultLine>,
}

/// A seat of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The seat, as files name it.
    pub seat: String,
    /// The player's name, or empty for a person without one.
    pub name: String,
    /// True if a robot plays it.
    pub robot: bool,
}

/// The reason why a file is not listed as a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SummaryError {
    /// The system cannot read the file.
    Unreadable(Why),
    /// The file is larger than a saved game can be.
    TooLarge,
    /// The file is not text.
    NotText,
    /// The file is not a game saved by this program.
    Foreign,
    /// The file is of another kind that this program writes, such as a set of rules.
    Other,
    /// The file was saved in this later version of the format.
    Version(u64),
    /// The file has a game of this unknown name.
    Game(String),
    /// An error on a line, counted from 1.
    Line(usize, String),
    /// Steps that are not a valid game, with the reason.
    Steps(String),
}

/// The fields of a file that its summary needs.
#[derive(Deserialize)]
struct SaveHeader {
    format: Option<String>,
    version: Option<u64>,
    game: String,
    preset: String,
    #[serde(deserialize_with = "limits::options")]
    rules: Map<String, Value>,
    house_rules: Vec<IgnoredAny>,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    seats: Vec<SeatHeader>,
    steps: StepCounts,
    result: Option<ResultLine>,
}

/// The fields that identify a file.
#[derive(Deserialize)]
struct SaveHead {
    format: Option<String>,
    version: Option<u64>,
}

#[derive(Deserialize)]
struct SeatHeader {
    seat: String,
    kind: PlayerKind,
    name: String,
}

/// The counts of steps and of rolls among them.
struct StepCounts {
    all: usize,
    rolls: usize,
}

#[derive(Deserialize)]
struct StepProbe {
    roll: Option<IgnoredAny>,
}

/// Upper bound on the characters of a player's name and of a preset, as in saved games.
const NAME: usize = 60;

/// Upper bound on the bytes of an option's value.
const VALUE: usize = 400;

impl SaveSummary {
    /// Reads a file. Returns `None` if it cannot be opened as a saved game.
    pub fn read(path: &Path) -> Option<Self> {
        Self::of_file(path).ok()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The reason why it cannot be opened as a saved game.
    pub fn of_file(path: &Path) -> Result<Self, SummaryError> {
        let text = read_text(path).map_err(|error| match error.why {
            Why::TooLarge => SummaryError::TooLarge,
            Why::NotText => SummaryError::NotText,
            why => SummaryError::Unreadable(why),
        })?;
        Self::of_text(&text)
    }

    /// Summarises a saved game. Its steps are played, as for opening it, and lead to the result.
    /// No script is run.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    pub fn of_text(text: &str) -> Result<Self, SummaryError> {
        fn result<G: Game>(text: &str) -> Result<Option<ResultLine>, ReadError> {
            let last = Record::<G>::parse(text)?.record.last_state()?;
            Ok(last.outcome().map(|outcome| ResultLine::new::<G>(&outcome)))
        }
        let header = Self::parse(text)?;
        let result = kind_of(text).and_then(|kind| with_game!(kind, |G| result::<G>(text)));
        Ok(Self { result: result.map_err(SummaryError::of)?, ..header })
    }

    /// Reads the summary that a text states, without verifying its result.
    ///
    /// # Errors
    /// The reason why it cannot be listed.
    fn parse(text: &str) -> Result<Self, SummaryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: SaveHeader = match serde_json::from_str(text) {
            Ok(file) => file,
            Err(error) => return Err(fault(text, &error)),
        };
        is_game(file.format.as_deref(), file.version)?;
        let Some(kind) = GameKind::of_name(&file.game) else {
            return Err(SummaryError::Game(short(&file.game)));
        };
        let known = |name: &String| kind.seats().contains(&name.as_str());
        if let Some(odd) = file.seats.iter().map(|line| &line.seat).find(|name| !known(name)) {
            return Err(SummaryError::Line(1, format!("unknown seat `{}`", short(odd))));
        }
        let places = file.result.as_ref().map_or(&[][..], |result| &result.places);
        let seats: Vec<&str> = file.seats.iter().map(|line| line.seat.as_str()).collect();
        if file.seats.len() > kind.seats().len() || !are_places(places, &seats) {
            return Err(SummaryError::Line(1, "the seats are not those of the game".to_owned()));
        }
        if file.steps.all > MAX_STEPS {
            return Err(SummaryError::Line(1, format!("{} steps are too many", file.steps.all)));
        }
        let seat = |line: SeatHeader| SeatSummary {
            name: short(&line.name),
            robot: line.kind == PlayerKind::Robot,
            seat: line.seat,
        };
        let StepCounts { all, rolls } = file.steps;
        Ok(Self {
            changed: changed(&file.preset, file.rules),
            game: file.game,
            preset: short(&file.preset),
            seats: file.seats.into_iter().map(seat).collect(),
            plies: if rolls > 0 { rolls } else { all },
            steps: all,
            house_rules: file.house_rules.len(),
            result: file.result,
        })
    }

    /// Returns true if this program could have made the summary. A stored one may have been
    /// changed.
    pub fn is_sound(&self) -> bool {
        let Some(kind) = self.kind() else { return false };
        let short = |text: &str| text.chars().count() <= NAME;
        let known =
            |seat: &SeatSummary| kind.seats().contains(&seat.seat.as_str()) && short(&seat.name);
        let seats: Vec<&str> = self.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let places = self.result.as_ref().map_or(&[][..], |result| &result.places);
        short(&self.preset) && self.seats.iter().all(known) && are_places(places, &seats)
    }

    /// Returns the game.
    pub fn kind(&self) -> Option<GameKind> {
        GameKind::of_name(&self.game)
    }

    /// Returns the winning seats, as files name them, or none if all share the first place.
    pub fn winners(&self) -> &[String] {
        let first = self.result.as_ref().and_then(|result| result.places.first());
        let first = first.map_or(&[][..], Vec::as_slice);
        if first.len() == self.seats.len() { &[] } else { first }
    }

    /// Returns true if a robot plays in the game.
    pub fn has_robots(&self) -> bool {
        self.seats.iter().any(|seat| seat.robot)
    }
}

/// Returns true if the places contain only these seats, each at most once.
fn are_places(places: &[Vec<String>], seats: &[&str]) -> bool {
    let mut left = seats.to_vec();
    let mut take = |name: &String| {
        let at = left.iter().position(|seat| seat == name);
        at.map(|at| left.swap_remove(at)).is_some()
    };
    places.iter().all(|place| !place.is_empty() && place.iter().all(&mut take))
}

/// Returns the options that differ from the preset's. Unknown options are left out.
fn changed(preset: &str, saved: Map<String, Value>) -> Map<String, Value> {
    let Some(rules) = rules::preset(preset) else { return Map::new() };
    let differs = |(key, value): &(String, Value)| rules.get(key).is_some_and(|is| is != *value);
    let shortened = |(key, value): (String, Value)| match value.to_string().len() {
        0..=VALUE => (key, value),
        _ => (key, Value::Null),
    };
    saved.into_iter().filter(differs).map(shortened).collect()
}

/// Checks that a file declares itself a saved game of this version.
fn is_game(format: Option<&str>, version: Option<u64>) -> Result<(), SummaryError> {
    match (format, version) {
        (Some("qipan"), Some(version)) if version == u64::from(VERSION) => Ok(()),
        (Some("qipan"), Some(version)) => Err(SummaryError::Version(version)),
        (Some(format), _) if ["qipan_", "qipan-"].iter().any(|own| format.starts_with(own)) => {
            Err(SummaryError::Other)
        }
        _ => Err(SummaryError::Foreign),
    }
}

/// Returns the error of a text that is not a saved game. Its format comes first.
fn fault(text: &str, error: &serde_json::Error) -> SummaryError {
    match serde_json::from_str::<SaveHead>(text) {
        Ok(head) => match is_game(head.format.as_deref(), head.version) {
            Ok(()) => line(error),
            Err(fault) => fault,
        },
        Err(error) => line(&error),
    }
}

fn line(error: &serde_json::Error) -> SummaryError {
    let (line, what) = limits::place(error);
    SummaryError::Line(line, what)
}

fn short(text: &str) -> String {
    text.chars().take(NAME).collect()
}

impl SummaryError {
    /// Converts the error of a file that declares itself a game.
    fn of(error: ReadError) -> Self {
        match error {
            ReadError::Broken { line, what } => Self::Line(line, what),
            why => Self::Steps(limits::sentence(&why.to_string())),
        }
    }

    /// Returns the reason in a sentence.
    pub fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Unreadable(why) => why.text(i18n),
            Self::TooLarge => i18n.t("fault-too-large"),
            Self::NotText => i18n.t("fault-not-text"),
            Self::Foreign | Self::Other => i18n.t("fault-foreign"),
            Self::Version(_) => i18n.t("fault-version"),
            Self::Game(game) => i18n.tf("fault-game", &[("game", game.as_str().into())]),
            Self::Line(line, what) => {
                i18n.tf("fault-line", &[("line", (*line).into()), ("what", what.as_str().into())])
            }
            Self::Steps(what) => i18n.tf("fault-steps", &[("what", what.as_str().into())]),
        }
    }
}

/// Formats the reason in English, for the command line.
impl fmt::Display for SummaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&I18n::new(crate::model::i18n::Lang::En)))
    }
}

impl<'de> Deserialize<'de> for StepCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(CountSteps)
    }
}

struct CountSteps;

impl<'de> Visitor<'de> for CountSteps {
    type Value = StepCounts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<StepCounts, A::Error> {
        let mut steps = StepCounts { all: 0, rolls: 0 };
        while let Some(step) = list.next_element::<StepProbe>()? {
            steps.all += 1;
            steps.rolls += usize::from(step.roll.is_some());
        }
        Ok(steps)
    }
}
