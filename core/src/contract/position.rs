//! Positions set up by hand, as one line of text with the same form for every game.
//!
//! Example: `qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-`. The line begins with
//! the game and a preset. Then follow words of the form `key=value`: the options that differ from
//! the preset, and the position itself. Default values are omitted. House rules are not part of the
//! line.
//!
//! A game implements [`Positions`]. [`PositionLine`] parses and writes the line.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use crate::contract::game::{Data, SetupError};
use crate::contract::localized::on_one_line;
use crate::contract::options::{OptionInfo, OptionKind, RuleSet, RulesError};
use crate::contract::seat::SeatSet;
use crate::contract::setup::Setup;

/// The maximum length of a line, in bytes.
pub const MAX_LINE: usize = 8192;

/// The maximum number of plies played before a position. It is larger than the number of steps of
/// any game.
pub(crate) const MAX_PLIES: u32 = 1_000_000;

/// The maximum length of a quoted text in an error message, in characters.
const MAX_QUOTED_CHARS: usize = 40;

/// The first word of every line.
const PROGRAM: &str = "qipan";

/// A game that can begin from a position set up by hand. The position is part of the game's deal,
/// so such a game is saved, replayed and checked like any other.
pub trait Positions: Setup {
    /// A position as data, possibly invalid.
    type Position: Data;
    /// The reason why a game cannot begin from a position.
    type SetUpError: Error + Clone + PartialEq + From<SetupError> + Send + Sync + 'static;
    /// The keys of the words of a position.
    const KEYS: &'static [&'static str];

    /// Returns the position of this state. A game that begins from it continues like this one,
    /// except that house rules remember nothing.
    ///
    /// # Examples
    /// A game continues from its position:
    /// ```
    /// use qipan_core::contract::game::{Game, NullSink, SetupError, Step};
    /// use qipan_core::contract::position::Positions;
    /// use qipan_core::contract::seat::SeatSet;
    /// use qipan_core::games::race::{Deal, Race, Rules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
    /// game.play(&Step::Chance(6), &mut NullSink)?;
    /// let copy = <Race as Positions>::set_up(&Rules::FLYING, &Positions::position(&game)?)?;
    /// assert_eq!((copy.turn(), copy.die()), (game.turn(), game.die()));
    /// # Ok(())
    /// # }
    /// ```
    fn position(&self) -> Result<Self::Position, NoPosition>;

    /// Returns the state of a game that begins from a position.
    fn set_up(rules: &Self::Rules, position: &Self::Position) -> Result<Self, Self::SetUpError>;

    /// Returns a state for displaying a position, even if the position cannot be played. Pieces
    /// that fit nowhere are left out. Returns `None` if the rules are invalid.
    fn set_up_for_display(rules: &Self::Rules, position: &Self::Position) -> Option<Self>;

    /// Returns the deal of a game that begins from a position.
    fn deal_of(position: Self::Position) -> Self::Deal;

    /// Returns the position that a game with this deal begins from, if it was set up by hand.
    fn initial_position(deal: &Self::Deal) -> Option<&Self::Position>;

    /// Returns the seats that take part in a position.
    fn seats_in(rules: &Self::Rules, position: &Self::Position) -> SeatSet;

    /// Returns the words of a position, each as its key and its value.
    fn write_fields(rules: &Self::Rules, position: &Self::Position) -> Vec<(String, String)>;

    /// Parses the words of a position.
    ///
    /// # Errors
    /// The first word that cannot be parsed.
    fn read_fields(
        rules: &Self::Rules,
        words: &mut PositionFields,
    ) -> Result<Self::Position, LineError>;
}

/// The reason why a state has no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// The opening rolls are not over.
    #[error("it is not settled yet who begins")]
    Opening,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A house rule waits for the answer to a question. A position contains no house rules, and
    /// without that rule the answer would have no effect.
    #[error("a house rule waits for an answer here, and a position contains no house rules")]
    Question,
    /// The game is redacted, so its hidden pieces are made up.
    #[error("hidden pieces were replaced with guesses in this game")]
    Redacted,
    /// The game is an imported replay that does not record all pieces.
    #[error("the imported replay does not record all pieces")]
    Unrecorded,
}

/// A position with its rules, as one line of text.
///
/// # Examples
/// Read a line, set up its game, and write it again:
/// ```
/// use qipan_core::contract::position::PositionLine;
/// use qipan_core::games::race::Race;
/// use qipan_core::games::race::board::{BLUE, HANGAR, RED};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let line: PositionLine<Race> =
///     "qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-".parse()?;
/// let game = line.set_up()?;
/// assert_eq!((game.die(), game.planes(RED)), (Some(3), &[4, 7, HANGAR, HANGAR][..]));
/// assert_eq!(game.planes(BLUE), [HANGAR; 4]);
/// assert_eq!(line.to_string().parse(), Ok(line));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLine<G: Positions> {
    /// The preset that the line names.
    pub preset: String,
    /// The rules.
    pub rules: G::Rules,
    /// The position.
    pub position: G::Position,
}

/// The reason why a line is not a position: its first mistake.
///
/// # Examples
/// ```
/// use qipan_core::contract::position::{PositionLine, LineError};
/// use qipan_core::games::race::Race;
///
/// let line = "qipan race ludo turn=red";
/// let error = line.parse::<PositionLine<Race>>().expect_err("there is no such preset");
/// let LineError::Preset { found, known } = error else { panic!("another error") };
/// assert_eq!((found.as_str(), known.as_str()), ("ludo", "aeroplane, flying"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is too long.
    #[error("a position has at most {MAX_LINE} bytes")]
    TooLong,
    /// The line does not begin with `qipan` and a game.
    #[error("`{found}`: a position begins with {expected}")]
    Start {
        /// The words found there.
        found: String,
        /// The words expected there.
        expected: String,
    },
    /// The preset does not exist.
    #[error("unknown preset `{found}`; the presets are {known}")]
    Preset {
        /// The name found.
        found: String,
        /// The names of all presets.
        known: String,
    },
    /// The key of a word is unknown.
    #[error("unknown key `{found}`; known keys are {known}, and the options of the rules")]
    Unknown {
        /// The key found.
        found: String,
        /// The keys of a position.
        known: String,
    },
    /// A key is repeated.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A required word is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word has an invalid value.
    #[error("`{found}`: expected {expected}")]
    Word {
        /// The word.
        found: String,
        /// The expected format.
        expected: ExpectedFormat,
    },
    /// The options contradict each other.
    #[error("{0}")]
    Rules(#[from] RulesError),
}

/// The expected format of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpectedFormat {
    /// One seat.
    #[error("a seat")]
    Seat,
    /// Several seats.
    #[error("a list of seats, as in red,blue")]
    Seats,
    /// A number in this range.
    #[error("a number from {0} to {1}")]
    Number(u32, u32),
    /// Seats with numbers.
    #[error("seats with numbers, as in red:2,blue:1")]
    Numbers,
    /// Planes by their progress. `home` is the centre.
    #[error("planes as in 4,7,-,home: squares travelled, - in the hangar, home in the centre")]
    Planes,
    /// Stacks of planes.
    #[error("stacks as in red:1+2,blue:3+4, planes by their numbers")]
    Stacks,
    /// A set of planes by their numbers.
    #[error("planes by their numbers, as in 1+3")]
    PlaneNumbers,
    /// Pieces with their cells. The letters after a piece say that it lies face down, is shown, has
    /// moved, or has turned a corner.
    #[error(
        "pieces as in S11F,S12Ps: cell, letter, then any of d (face down), s (shown), m (moved) \
         and c (turned a corner)"
    )]
    Pieces,
    /// Seats with cells.
    #[error("seats with cells, as in south:N23")]
    Cells,
    /// Armies that are out, with reasons.
    #[error(
        "armies with reasons as in east:flag: flag, no_move, no_pieces, timeouts, resigned or \
         house_rule"
    )]
    Out,
    /// The ownership of the armies in Flip Junqi.
    #[error("own, swapped or unknown")]
    Ownership,
}

/// Returns the beginning of a text from outside, to quote in an error message.
fn excerpt(text: &str) -> String {
    on_one_line(text).chars().take(MAX_QUOTED_CHARS).collect()
}

/// The words of a line that are not parsed yet, each as its key and its value.
#[derive(Clone, Debug, Default)]
pub struct PositionFields(Vec<(String, String)>);

impl PositionFields {
    /// Removes the word with this key. Returns its value, or `None` if the word is missing.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let index = self.0.iter().position(|(other, _)| other == key)?;
        let (_, value) = self.0.remove(index);
        Some(value)
    }

    /// Removes the word with this key and parses its value. Returns `None` if the word is missing.
    pub fn read<T>(
        &mut self,
        key: &str,
        expected: ExpectedFormat,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, LineError> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let format_error =
            || LineError::Word { found: excerpt(&format!("{key}={value}")), expected };
        parse(&value).map(Some).ok_or_else(format_error)
    }

    /// Removes the word with this key and parses a number from 0 to `high`. Returns 0 if the word
    /// is missing.
    pub fn number(&mut self, key: &str, high: u32) -> Result<u32, LineError> {
        let parse = |text: &str| text.parse().ok().filter(|number| *number <= high);
        Ok(self.read(key, ExpectedFormat::Number(0, high), parse)?.unwrap_or(0))
    }
}

/// Parses a list of values separated by commas.
pub fn parse_list<T>(text: &str, parse: impl FnMut(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(parse).collect()
}

/// Parses a list of names with values after a colon: `red:2,blue:1`.
pub fn parse_pairs<K: TryFrom<String>, T>(
    text: &str,
    mut parse: impl FnMut(&str) -> Option<T>,
) -> Option<Vec<(K, T)>> {
    parse_list(text, |pair| {
        let (name, value) = pair.split_once(':')?;
        Some((K::try_from(name.to_owned()).ok()?, parse(value)?))
    })
}

/// Parses a list of names.
pub fn parse_names<K: TryFrom<String>>(text: &str) -> Option<Vec<K>> {
    parse_list(text, |name| K::try_from(name.to_owned()).ok())
}

/// Writes a list of values separated by commas.
pub fn join_list<T: fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}

/// Returns the name of the game that a line is for, one of `known`.
pub fn game_in_line<'a>(line: &'a str, known: &[&str]) -> Result<&'a str, LineError> {
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    let mut words = line.split_whitespace();
    let (program, game) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if program == PROGRAM && known.contains(&game) {
        return Ok(game);
    }
    let games: Vec<String> = known.iter().map(|game| format!("`{PROGRAM} {game}`")).collect();
    Err(LineError::Start {
        found: excerpt(&format!("{program} {game}")),
        expected: games.join(" or "),
    })
}

impl<G: Positions> PositionLine<G> {
    /// Returns the seats that take part.
    pub fn seats(&self) -> SeatSet {
        G::seats_in(&self.rules, &self.position)
    }

    /// Returns the state of a game that begins from this position.
    pub fn set_up(&self) -> Result<G, G::SetUpError> {
        self.rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        G::set_up(&self.rules, &self.position)
    }
}

impl<G: Positions> fmt::Display for PositionLine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROGRAM} {} {}", G::NAME, self.preset)?;
        let preset = G::Rules::preset(&self.preset).unwrap_or_else(|| self.rules.base_preset());
        for info in G::Rules::OPTIONS {
            let value = self.rules.get(info.key);
            if value == preset.get(info.key) {
                continue;
            }
            if let Some(value) = value {
                write!(f, " {}={}", info.key, write_option(info, &value))?;
            }
        }
        let words = G::write_fields(&self.rules, &self.position);
        words.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

impl<G: Positions> FromStr for PositionLine<G> {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        game_in_line(line, &[G::NAME])?;
        // The first two words are the program and the game.
        let mut line_words = line.split_whitespace().skip(2);
        let preset = line_words.next().unwrap_or_default();
        let rules = G::Rules::preset(preset).ok_or_else(|| LineError::Preset {
            found: excerpt(preset),
            known: G::Rules::PRESETS.join(", "),
        })?;
        let mut words = PositionFields::default();
        for word in line_words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if words.0.iter().any(|(other, _)| other == key) {
                return Err(LineError::Twice(excerpt(key)));
            }
            words.0.push((key.to_owned(), value.to_owned()));
        }
        let mut changes = Map::new();
        for info in G::Rules::OPTIONS {
            if let Some(value) = words.take(info.key) {
                changes.insert(info.key.to_owned(), read_option(info, &value));
            }
        }
        let rules = rules.with_all(&changes)?;
        let position = G::read_fields(&rules, &mut words)?;
        match words.0.into_iter().next() {
            Some((key, _)) => {
                Err(LineError::Unknown { found: excerpt(&key), known: G::KEYS.join(", ") })
            }
            None => Ok(Self { preset: preset.to_owned(), rules, position }),
        }
    }
}

/// Writes the value of an option as text without blanks.
fn write_option(info: &OptionInfo, value: &Value) -> String {
    // Writes a string without its quotation marks.
    let write_plain = |value: &Value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    match value {
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(lines) if info.kind == OptionKind::Lines => {
            let write_line = |line: &Value| {
                let cells = line.as_array().into_iter().flatten();
                cells.map(write_plain).collect::<Vec<String>>().join("+")
            };
            join_list(lines.iter().map(write_line))
        }
        Value::Array(list) => join_list(list.iter().map(write_plain)),
        value => write_plain(value),
    }
}

/// Parses the text that [`write_option`] writes. The result need not be a value that the option
/// takes.
fn read_option(info: &OptionInfo, text: &str) -> Value {
    let read_json = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| json!(text));
    match info.kind {
        _ if text == "none" => json!("none"),
        OptionKind::Lines => {
            text.split(',').map(|line| json!(line.split('+').collect::<Vec<_>>())).collect()
        }
        OptionKind::Any(_) => text.split(',').map(|word| json!(word)).collect(),
        OptionKind::Faces | OptionKind::Numbers { .. } => text.split(',').map(read_json).collect(),
        OptionKind::Choice(_) => json!(text),
        OptionKind::Toggle | OptionKind::Number { .. } => read_json(text),
    }
}
