//! Summarises saved games. Most of a summary comes from the fields of the file. The result is found
//! by playing the steps.

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

use crate::model::faults::broken_line_text;
use crate::model::i18n::I18n;
use crate::model::rules;
use crate::model::storage::{Why, read_text};

/// The summary of a saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SaveSummary {
    /// The name of the game in files.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// The players.
    pub seats: Vec<SeatSummary>,
    /// The number of plies: rolls of the die, or moves in a game without dice.
    pub plies: usize,
    /// The number of steps of every kind.
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
    /// The name of the seat in files.
    pub seat: String,
    /// The player's name, or empty for a person without one.
    pub name: String,
    /// True if a robot plays the seat.
    pub robot: bool,
}

/// The reason why a file cannot be opened as a saved game.
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
    /// The file is of another kind that this program writes, such as a rule set.
    #[serde(rename = "Other")]
    OtherFormat,
    /// The file has this unknown version of the format.
    Version(u64),
    /// The game of the file is unknown.
    Game(String),
    /// A line of the file is wrong. Contains its number, from 1, and the error.
    Line(usize, String),
    /// Steps that do not form a valid game, with the reason.
    Steps(String),
}

/// The fields of a file that its summary needs.
#[derive(Deserialize)]
struct SavedFields {
    format: Option<String>,
    version: Option<u64>,
    game: String,
    preset: String,
    #[serde(deserialize_with = "limits::options")]
    rules: Map<String, Value>,
    house_rules: Vec<IgnoredAny>,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    seats: Vec<SeatFields>,
    steps: StepCounts,
    result: Option<ResultLine>,
}

/// The fields that identify a file.
#[derive(Deserialize)]
struct FormatFields {
    format: Option<String>,
    version: Option<u64>,
}

/// The fields of a seat that a summary needs.
#[derive(Deserialize)]
struct SeatFields {
    seat: String,
    kind: PlayerKind,
    name: String,
}

/// The numbers of all steps, of rolls, and of steps that are not moves.
struct StepCounts {
    total: usize,
    rolls: usize,
    non_moves: usize,
}

/// The fields that identify a step as a roll, or as a step that is not a move.
#[derive(Deserialize)]
struct StepFields {
    roll: Option<IgnoredAny>,
    resign: Option<IgnoredAny>,
    draw: Option<IgnoredAny>,
    house: Option<IgnoredAny>,
}

/// Upper bound on the characters of the name of a player or a preset, as in saved games.
const MAX_NAME_CHARS: usize = 60;

/// Upper bound on the bytes of an option's value as JSON.
const MAX_VALUE_BYTES: usize = 400;

impl SaveSummary {
    /// Summarises a file. Returns `None` if it cannot be opened as a saved game.
    pub fn read(path: &Path) -> Option<Self> {
        Self::of_file(path).ok()
    }

    /// Summarises a file.
    ///
    /// # Errors
    /// The reason why it cannot be opened as a saved game.
    pub fn of_file(path: &Path) -> Result<Self, SummaryError> {
        Self::of_text(&Self::text_of_file(path)?)
    }

    /// Reads the text of a file that may be a saved game.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub(in crate::model) fn text_of_file(path: &Path) -> Result<String, SummaryError> {
        read_text(path).map_err(|error| match error.why {
            Why::TooLarge => SummaryError::TooLarge,
            Why::NotText => SummaryError::NotText,
            why => SummaryError::Unreadable(why),
        })
    }

    /// Returns the reason why a text cannot be opened as a saved game, from the error of reading
    /// it.
    pub(in crate::model) fn error_of(text: &str, error: ReadError) -> SummaryError {
        Self::parse(text).err().unwrap_or_else(|| SummaryError::from_read_error(error))
    }

    /// Summarises a saved game. Its steps are played to find the result. No script is run.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    pub fn of_text(text: &str) -> Result<Self, SummaryError> {
        fn result_of<G: Game>(text: &str) -> Result<Option<ResultLine>, ReadError> {
            let last_state = Record::<G>::parse(text)?.record.last_state()?;
            Ok(last_state.outcome().map(|outcome| ResultLine::new::<G>(&outcome)))
        }
        let stated = Self::parse(text)?;
        let result = kind_of(text).and_then(|kind| with_game!(kind, |G| result_of::<G>(text)));
        Ok(Self { result: result.map_err(SummaryError::from_read_error)?, ..stated })
    }

    /// Reads the summary that a text states, without verifying its result.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    fn parse(text: &str) -> Result<Self, SummaryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: SavedFields = match serde_json::from_str(text) {
            Ok(file) => file,
            Err(error) => return Err(parse_error(text, &error)),
        };
        check_format(file.format.as_deref(), file.version)?;
        let Some(kind) = GameKind::of_name(&file.game) else {
            return Err(SummaryError::Game(shorten(&file.game)));
        };
        let is_known = |name: &String| kind.seats().contains(&name.as_str());
        let mut names = file.seats.iter().map(|seat| &seat.seat);
        if let Some(unknown) = names.find(|name| !is_known(name)) {
            return Err(SummaryError::Line(1, format!("unknown seat `{}`", shorten(unknown))));
        }
        let places = file.result.as_ref().map_or(&[][..], |result| &result.places);
        let seats: Vec<&str> = file.seats.iter().map(|seat| seat.seat.as_str()).collect();
        if file.seats.len() > kind.seats().len() || !are_valid_places(places, &seats) {
            return Err(SummaryError::Line(1, "seats or places do not fit the game".to_owned()));
        }
        if file.steps.total > MAX_STEPS {
            return Err(SummaryError::Line(1, format!("{} steps are too many", file.steps.total)));
        }
        let seat_summary = |fields: SeatFields| SeatSummary {
            name: shorten(&fields.name),
            robot: fields.kind == PlayerKind::Robot,
            seat: fields.seat,
        };
        let StepCounts { total, rolls, non_moves } = file.steps;
        Ok(Self {
            changed: changed_options(&file.preset, file.rules),
            game: file.game,
            preset: shorten(&file.preset),
            seats: file.seats.into_iter().map(seat_summary).collect(),
            plies: if rolls > 0 { rolls } else { total - non_moves },
            steps: total,
            house_rules: file.house_rules.len(),
            result: file.result,
        })
    }

    /// Returns true if the summary could come from a saved game. A summary in a file may have been
    /// edited.
    pub fn is_sound(&self) -> bool {
        let Some(kind) = self.kind() else { return false };
        let is_short = |text: &str| text.chars().count() <= MAX_NAME_CHARS;
        let is_valid =
            |seat: &SeatSummary| kind.seats().contains(&seat.seat.as_str()) && is_short(&seat.name);
        let seats: Vec<&str> = self.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let places = self.result.as_ref().map_or(&[][..], |result| &result.places);
        is_short(&self.preset)
            && self.seats.iter().all(is_valid)
            && are_valid_places(places, &seats)
    }

    /// Returns the game.
    pub fn kind(&self) -> Option<GameKind> {
        GameKind::of_name(&self.game)
    }

    /// Returns the winning seats, by their names in files. The list is empty if there is no result
    /// or all seats share first place.
    pub fn winners(&self) -> &[String] {
        let first_place = self.result.as_ref().and_then(|result| result.places.first());
        let winners = first_place.map_or(&[][..], Vec::as_slice);
        if winners.len() == self.seats.len() { &[] } else { winners }
    }

    /// Returns true if a robot plays in the game.
    pub fn has_robots(&self) -> bool {
        self.seats.iter().any(|seat| seat.robot)
    }
}

/// Returns true if the places contain only these seats, each at most once, and no place is empty.
fn are_valid_places(places: &[Vec<String>], seats: &[&str]) -> bool {
    let mut remaining = seats.to_vec();
    let mut take = |name: &String| {
        let index = remaining.iter().position(|seat| seat == name);
        index.map(|index| remaining.swap_remove(index)).is_some()
    };
    places.iter().all(|place| !place.is_empty() && place.iter().all(&mut take))
}

/// Returns the options that differ from the preset's. Unknown options are left out. A value of more
/// than [`MAX_VALUE_BYTES`] becomes null.
fn changed_options(preset: &str, saved: Map<String, Value>) -> Map<String, Value> {
    let Some(rules) = rules::preset(preset) else { return Map::new() };
    let differs =
        |(key, value): &(String, Value)| rules.get(key).is_some_and(|usual| usual != *value);
    let without_long_value = |(key, value): (String, Value)| match value.to_string().len() {
        0..=MAX_VALUE_BYTES => (key, value),
        _ => (key, Value::Null),
    };
    saved.into_iter().filter(differs).map(without_long_value).collect()
}

/// Checks that a file declares itself a saved game of this version.
fn check_format(format: Option<&str>, version: Option<u64>) -> Result<(), SummaryError> {
    match (format, version) {
        (Some("qipan"), Some(version)) if (1..=u64::from(VERSION)).contains(&version) => Ok(()),
        (Some("qipan"), Some(version)) => Err(SummaryError::Version(version)),
        (Some(format), _)
            if ["qipan_", "qipan-"].iter().any(|prefix| format.starts_with(prefix)) =>
        {
            Err(SummaryError::OtherFormat)
        }
        _ => Err(SummaryError::Foreign),
    }
}

/// Returns the error of a text that cannot be parsed. A wrong format or version takes precedence
/// over the parser's error.
fn parse_error(text: &str, error: &serde_json::Error) -> SummaryError {
    match serde_json::from_str::<FormatFields>(text) {
        Ok(head) => match check_format(head.format.as_deref(), head.version) {
            Ok(()) => line_error(error),
            Err(error) => error,
        },
        Err(error) => line_error(&error),
    }
}

/// Converts an error of the parser.
fn line_error(error: &serde_json::Error) -> SummaryError {
    let (line, what) = limits::line_and_sentence(error);
    SummaryError::Line(line, what)
}

/// Shortens a name to the length that saved games allow.
fn shorten(text: &str) -> String {
    text.chars().take(MAX_NAME_CHARS).collect()
}

impl SummaryError {
    /// Converts the error of a file that declares itself a game.
    fn from_read_error(error: ReadError) -> Self {
        match error {
            ReadError::Broken { line, what } => Self::Line(line, what),
            why => Self::Steps(limits::sentence(&why.to_string())),
        }
    }

    /// Returns the reason in a sentence.
    pub fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Unreadable(why) => i18n.tf("fault-unreadable", &[("why", why.text(i18n).into())]),
            Self::TooLarge => i18n.t("fault-too-large"),
            Self::NotText => i18n.t("fault-not-text"),
            Self::Foreign | Self::OtherFormat => i18n.t("fault-foreign"),
            Self::Version(_) => i18n.t("fault-version"),
            Self::Game(game) => i18n.tf("fault-game", &[("game", game.as_str().into())]),
            Self::Line(line, what) => broken_line_text(*line, what, i18n),
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
        deserializer.deserialize_seq(StepCountVisitor)
    }
}

/// Counts steps without storing them.
struct StepCountVisitor;

impl<'de> Visitor<'de> for StepCountVisitor {
    type Value = StepCounts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<StepCounts, A::Error> {
        let mut steps = StepCounts { total: 0, rolls: 0, non_moves: 0 };
        while let Some(step) = list.next_element::<StepFields>()? {
            steps.total += 1;
            steps.rolls += usize::from(step.roll.is_some());
            let is_non_move = step.resign.is_some() || step.draw.is_some() || step.house.is_some();
            steps.non_moves += usize::from(is_non_move);
        }
        Ok(steps)
    }
}
