//! Positions set up by hand: one line of text, read and written in the same way for every game.
//!
//! Example: `qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-`. The game and a preset
//! come first, then the options that differ from the preset, then the words of the position, each
//! with a `=`. Default values are omitted. House rules are not part of it.

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

/// Maximum number of plies before a position: more than any game has steps.
pub(crate) const MAX_PLIES: u32 = 1_000_000;

/// The first word of every line.
const PROGRAM: &str = "qipan";

/// A game that can begin from a position set up by hand. The deal of
/// [`Game`](crate::contract::game::Game) holds the position, so such a game is saved, replayed and
/// checked like any other.
pub trait Positions: Setup {
    /// A position as typed, possibly invalid.
    type Position: Data;
    /// The reason why no game can reach a position under its rules.
    type SetUpError: Error + Clone + PartialEq + From<SetupError> + Send + Sync + 'static;
    /// The keys that a line of a position may have.
    const KEYS: &'static [&'static str];

    /// Returns the position of this state. Play continues from it as from the state, except for
    /// the memory of house rules.
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

    /// Returns the game at a position.
    fn set_up(rules: &Self::Rules, position: &Self::Position) -> Result<Self, Self::SetUpError>;

    /// Returns a state for drawing a position, even if it cannot be played. Pieces that fit
    /// nowhere are left out. Returns none if the rules are invalid.
    fn sketch(rules: &Self::Rules, position: &Self::Position) -> Option<Self>;

    /// Returns the deal of a game that begins from a position.
    fn deal_of(position: Self::Position) -> Self::Deal;

    /// Returns the position that a game begins from, if it was set up by hand.
    fn begun_from(deal: &Self::Deal) -> Option<&Self::Position>;

    /// Returns the seats that take part in a position.
    fn seats_in(rules: &Self::Rules, position: &Self::Position) -> SeatSet;

    /// Returns the words of a position as pairs of key and value.
    fn write_words(rules: &Self::Rules, position: &Self::Position) -> Vec<(String, String)>;

    /// Parses the words of a position.
    ///
    /// # Errors
    /// The first word that cannot be parsed.
    fn read_words(
        rules: &Self::Rules,
        words: &mut PositionWords,
    ) -> Result<Self::Position, LineError>;
}

/// The reason why a state has no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// The game is before its first turn.
    #[error("it is not settled yet who begins")]
    Opening,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is redacted, so its hidden pieces are made up.
    #[error("the game is redacted: the pieces that its seat did not see are made up")]
    Told,
    /// The game is an imported replay that does not record all pieces.
    #[error("the imported replay does not record all pieces")]
    Unrecorded,
}

/// A position and its rules.
///
/// # Examples
/// Read a line, set up its game, and write it again:
/// ```
/// use qipan_core::contract::position::PositionLine;
/// use qipan_core::games::race::Race;
/// use qipan_core::games::race::board::{BLUE, HANGAR, RED};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let line: PositionLine<Race> = "qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-".parse()?;
/// let game = line.set_up()?;
/// assert_eq!((game.die(), game.planes(RED)), (Some(3), &[4, 7, HANGAR, HANGAR][..]));
/// assert_eq!(game.planes(BLUE), [HANGAR; 4]);
/// assert_eq!(line.to_string().parse(), Ok(line));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLine<G: Positions> {
    /// The preset the rules started from.
    pub preset: String,
    /// The rules.
    pub rules: G::Rules,
    /// The position.
    pub position: G::Position,
}

/// The reason why a line is not a position: the first word that cannot be read.
///
/// # Examples
/// ```
/// use qipan_core::contract::position::{PositionLine, LineError};
/// use qipan_core::games::race::Race;
///
/// let line = "qipan race ludo turn=red";
/// let Err(LineError::Preset { found, known }) = line.parse::<PositionLine<Race>>() else { panic!() };
/// assert_eq!((found.as_str(), known.as_str()), ("ludo", "aeroplane, flying"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is too long.
    #[error("a position has at most {MAX_LINE} bytes")]
    TooLong,
    /// The line does not begin with the program and a game.
    #[error("`{found}`: a position begins with {wanted}")]
    Start {
        /// The first words.
        found: String,
        /// The expected words.
        wanted: String,
    },
    /// The preset does not exist.
    #[error("unknown preset `{found}`; the presets are {known}")]
    Preset {
        /// The name given.
        found: String,
        /// All names.
        known: String,
    },
    /// The key of a word is unknown.
    #[error("unknown key `{found}`; known keys are {known}, and the options of the rules")]
    Unknown {
        /// The key.
        found: String,
        /// All keys.
        known: String,
    },
    /// A key is repeated.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A required word is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word has an invalid value.
    #[error("`{found}`: expected {wanted}")]
    Word {
        /// The word.
        found: String,
        /// The expected format.
        wanted: ExpectedFormat,
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
    /// Seats with a number each.
    #[error("seats with numbers, as in red:2,blue:1")]
    Numbers,
    /// Planes by their progress.
    #[error("planes as in 4,7,-,home: steps gone, - in the hangar")]
    Planes,
    /// Planes that move as one.
    #[error("stacks as in red:1+2,blue:3+4, planes by their numbers")]
    Stacks,
    /// Planes by their numbers.
    #[error("planes by their numbers, as in 1+3")]
    Moved,
    /// Pieces with cells and letters.
    #[error("pieces as in S11F,S12Ms: cell, letter, then d, s, m, c for what is seen of it")]
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
    /// The owners of the armies.
    #[error("own, swapped or unknown")]
    Colours,
}

/// Returns the first characters of a foreign text, for an error message.
fn short(text: &str) -> String {
    on_one_line(text).chars().take(40).collect()
}

/// The words of a line that are not yet parsed.
#[derive(Clone, Debug, Default)]
pub struct PositionWords(Vec<(String, String)>);

impl PositionWords {
    /// Removes the word of this key and returns its value, if present.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.remove(at).1)
    }

    /// Removes the word of this key and parses its value.
    pub fn read<T>(
        &mut self,
        name: &str,
        wanted: ExpectedFormat,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, LineError> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let wrong = || LineError::Word { found: short(&format!("{name}={text}")), wanted };
        read(&text).map(Some).ok_or_else(wrong)
    }

    /// Removes and parses a number from 0 to `high`. Returns 0 if the word is missing.
    pub fn number(&mut self, name: &str, high: u32) -> Result<u32, LineError> {
        let number = |text: &str| text.parse().ok().filter(|number| *number <= high);
        Ok(self.read(name, ExpectedFormat::Number(0, high), number)?.unwrap_or(0))
    }
}

/// Parses a list of values separated by commas.
pub fn list<T>(text: &str, read: impl FnMut(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(read).collect()
}

/// Parses a list of values with names before a colon: `red:2,blue:1`.
pub fn parse_pairs<K: TryFrom<String>, T>(
    text: &str,
    mut read: impl FnMut(&str) -> Option<T>,
) -> Option<Vec<(K, T)>> {
    list(text, |part| {
        let (name, rest) = part.split_once(':')?;
        Some((K::try_from(name.to_owned()).ok()?, read(rest)?))
    })
}

/// Parses a list of names.
pub fn parse_names<K: TryFrom<String>>(text: &str) -> Option<Vec<K>> {
    list(text, |name| K::try_from(name.to_owned()).ok())
}

/// Writes a list separated by commas.
pub fn join_list<T: fmt::Display>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(",")
}

/// Returns the name of the game in a line, one of `known`.
pub fn game_named<'a>(line: &'a str, known: &[&str]) -> Result<&'a str, LineError> {
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    let mut words = line.split_whitespace();
    let (program, game) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if program == PROGRAM && known.contains(&game) {
        return Ok(game);
    }
    let games: Vec<String> = known.iter().map(|game| format!("`{PROGRAM} {game}`")).collect();
    Err(LineError::Start { found: short(&format!("{program} {game}")), wanted: games.join(" or ") })
}

impl<G: Positions> PositionLine<G> {
    /// Returns the seats that take part.
    pub fn seats(&self) -> SeatSet {
        G::seats_in(&self.rules, &self.position)
    }

    /// Returns the game at this position.
    pub fn set_up(&self) -> Result<G, G::SetUpError> {
        self.rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        G::set_up(&self.rules, &self.position)
    }
}

impl<G: Positions> fmt::Display for PositionLine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROGRAM} {} {}", G::KIND, self.preset)?;
        let preset = G::Rules::preset(&self.preset).unwrap_or_else(|| self.rules.base_preset());
        for info in G::Rules::OPTIONS {
            let value = self
                .rules
                .get(info.key)
                .filter(|value| preset.get(info.key).as_ref() != Some(value));
            if let Some(value) = value {
                write!(f, " {}={}", info.key, option_word(info, &value))?;
            }
        }
        let words = G::write_words(&self.rules, &self.position);
        words.iter().try_for_each(|(name, says)| write!(f, " {name}={says}"))
    }
}

impl<G: Positions> FromStr for PositionLine<G> {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        game_named(line, &[G::KIND])?;
        let mut parts = line.split_whitespace().skip(2);
        let preset = parts.next().unwrap_or_default();
        let rules = G::Rules::preset(preset).ok_or_else(|| LineError::Preset {
            found: short(preset),
            known: G::Rules::PRESETS.join(", "),
        })?;
        let mut words = PositionWords::default();
        for part in parts {
            let (name, says) = part.split_once('=').unwrap_or((part, ""));
            if words.0.iter().any(|(other, _)| other == name) {
                return Err(LineError::Twice(short(name)));
            }
            words.0.push((name.to_owned(), says.to_owned()));
        }
        let mut changes = Map::new();
        for info in G::Rules::OPTIONS {
            if let Some(says) = words.take(info.key) {
                changes.insert(info.key.to_owned(), option_value(info, &says));
            }
        }
        let rules = rules.with_all(&changes)?;
        let position = G::read_words(&rules, &mut words)?;
        match words.0.into_iter().next() {
            Some((name, _)) => {
                Err(LineError::Unknown { found: short(&name), known: G::KEYS.join(", ") })
            }
            None => Ok(Self { preset: preset.to_owned(), rules, position }),
        }
    }
}

/// Writes the value of an option as a word without blanks.
fn option_word(info: &OptionInfo, value: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(lines) if info.kind == OptionKind::Lines => {
            let cells = |line: &Value| line.as_array().into_iter().flatten().map(plain).collect();
            join_list(
                lines.iter().map(|line| -> Vec<String> { cells(line) }).map(|line| line.join("+")),
            )
        }
        Value::Array(list) => join_list(list.iter().map(plain)),
        value => plain(value),
    }
}

/// Parses such a word. The result need not be a value that the option takes.
fn option_value(info: &OptionInfo, word: &str) -> Value {
    let plain = |word: &str| serde_json::from_str(word).unwrap_or_else(|_| json!(word));
    match info.kind {
        _ if word == "none" => json!("none"),
        OptionKind::Lines => word
            .split(',')
            .map(|line| line.split('+').collect::<Vec<_>>())
            .map(|l| json!(l))
            .collect(),
        OptionKind::Any(_) => word.split(',').map(|word| json!(word)).collect(),
        OptionKind::Faces | OptionKind::Numbers { .. } => word.split(',').map(plain).collect(),
        OptionKind::Choice(_) => json!(word),
        OptionKind::Toggle | OptionKind::Number { .. } => plain(word),
    }
}
