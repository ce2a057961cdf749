//! Positions set up by hand: for every game one line of text, read and written in the same way.
//!
//! `qipan race aeroplane turn=red die=3 red=4,7,-,- blue=-,-,-,-`: the game, a preset, the options
//! that differ from it, then what the position says, each a word with a `=` in it. What is as
//! usual is left out. House rules are no part of it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use crate::game::{Data, SetupError};
use crate::localized::on_one_line;
use crate::options::{OptionInfo, OptionKind, RuleSet, RulesError};
use crate::seat::SeatSet;
use crate::setup::Setup;

/// The longest line read, in bytes.
pub const MAX_LINE: usize = 8192;

/// Plies gone before a position at the most: more than any game has steps.
pub(crate) const MAX_PLIES: u32 = 1_000_000;

/// What every line begins with.
const PROGRAM: &str = "qipan";

/// Games that can begin from a position set up by hand. A [`Game::Deal`](crate::game::Game)
/// holds it, so that a game begun so is saved, replayed and checked as every other.
pub trait Positions: Setup {
    /// A position as a person writes it; it may be nonsense until it was set up.
    type Position: Data;
    /// Why a position cannot be played.
    type Nonsense: Error + Clone + PartialEq + From<SetupError> + Send + Sync + 'static;
    /// The words a position can have in a line.
    const WORDS: &'static [&'static str];

    /// The position of this state, from which the same can happen as from the state itself,
    /// what house rules remember left aside.
    ///
    /// # Errors
    /// Why it has none.
    fn position(&self) -> Result<Self::Position, NoPosition>;

    /// The game at a position.
    ///
    /// # Errors
    /// What no game under these rules can come to.
    fn set_up(rules: &Self::Rules, position: &Self::Position) -> Result<Self, Self::Nonsense>;

    /// A state to draw a position by, whether or not it can be played: what can stand nowhere is
    /// left out. None where the rules themselves cannot be.
    fn sketch(rules: &Self::Rules, position: &Self::Position) -> Option<Self>;

    /// The deal of a game that begins from a position.
    fn deal_of(position: Self::Position) -> Self::Deal;

    /// The position a game begins from, where it was set up by hand.
    fn begun_from(deal: &Self::Deal) -> Option<&Self::Position>;

    /// The seats that take part in a position.
    fn seats_in(rules: &Self::Rules, position: &Self::Position) -> SeatSet;

    /// The words of a position, each a name and what it says.
    fn write_words(rules: &Self::Rules, position: &Self::Position) -> Vec<(String, String)>;

    /// The position of some words.
    ///
    /// # Errors
    /// The first word that is not understood.
    fn read_words(rules: &Self::Rules, words: &mut Words) -> Result<Self::Position, LineError>;
}

/// Why a state has no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// Before the first turn.
    #[error("it is not settled yet who begins")]
    Opening,
    /// After the last.
    #[error("the game is over")]
    Over,
    /// Somebody's view was filled in.
    #[error("the game is told by one seat: what it did not see is made up")]
    Told,
    /// A replay from elsewhere.
    #[error("nobody recorded what all of its pieces are")]
    Unrecorded,
}

/// A position with the rules it is played by.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<G: Positions> {
    /// The preset the rules started from.
    pub preset: String,
    /// The rules.
    pub rules: G::Rules,
    /// The position.
    pub position: G::Position,
}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Too long to be one.
    #[error("a position has at most {MAX_LINE} bytes")]
    TooLong,
    /// It does not begin as positions do.
    #[error("`{found}`: a position begins with {wanted}")]
    Start {
        /// What it begins with.
        found: String,
        /// What it should.
        wanted: String,
    },
    /// There is no such preset.
    #[error("there is no preset `{found}`; the presets are {known}")]
    Preset {
        /// The name given.
        found: String,
        /// All names.
        known: String,
    },
    /// A word nobody knows.
    #[error("`{found}` says nothing here; the words are {known}, and options of the rules")]
    Unknown {
        /// The word.
        found: String,
        /// All names.
        known: String,
    },
    /// A word that comes twice.
    #[error("`{0}` comes twice")]
    Twice(String),
    /// A word that has to be there.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word that is not what it should be.
    #[error("`{found}`: {wanted} is expected")]
    Word {
        /// The word.
        found: String,
        /// What is expected.
        wanted: Wanted,
    },
    /// The options contradict each other.
    #[error("{0}")]
    Rules(#[from] RulesError),
}

/// What is expected of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wanted {
    /// One of the seats.
    #[error("a seat")]
    Seat,
    /// Several of them.
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
    /// Who owns which army.
    #[error("own, swapped or unknown")]
    Colours,
}

/// The first characters of a text from outside, for an error message.
fn short(text: &str) -> String {
    on_one_line(text).chars().take(40).collect()
}

/// The words of a line that nobody has read yet.
#[derive(Clone, Debug, Default)]
pub struct Words(Vec<(String, String)>);

impl Words {
    /// Takes out what a word says, if it is there.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.remove(at).1)
    }

    /// Takes out a word and reads it.
    ///
    /// # Errors
    /// When it is not what is wanted.
    pub fn read<T>(
        &mut self,
        name: &str,
        wanted: Wanted,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, LineError> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let wrong = || LineError::Word { found: short(&format!("{name}={text}")), wanted };
        read(&text).map(Some).ok_or_else(wrong)
    }

    /// Takes out a number from 0 up, 0 where it is missing.
    ///
    /// # Errors
    /// When it is none, or too large.
    pub fn number(&mut self, name: &str, high: u32) -> Result<u32, LineError> {
        let number = |text: &str| text.parse().ok().filter(|number| *number <= high);
        Ok(self.read(name, Wanted::Number(0, high), number)?.unwrap_or(0))
    }
}

/// Reads a list, parted by commas, of things that `read` understands.
pub fn list<T>(text: &str, read: impl FnMut(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(read).collect()
}

/// Reads things with names before a colon: `red:2,blue:1`.
pub fn named<K: TryFrom<String>, T>(
    text: &str,
    mut read: impl FnMut(&str) -> Option<T>,
) -> Option<Vec<(K, T)>> {
    list(text, |part| {
        let (name, rest) = part.split_once(':')?;
        Some((K::try_from(name.to_owned()).ok()?, read(rest)?))
    })
}

/// Reads a list of names.
pub fn names<K: TryFrom<String>>(text: &str) -> Option<Vec<K>> {
    list(text, |name| K::try_from(name.to_owned()).ok())
}

/// Writes a list, parted by commas.
pub fn listed<T: fmt::Display>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(",")
}

/// The name of the game a line is about, one of `known`.
///
/// # Errors
/// When it is about none.
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

impl<G: Positions> Line<G> {
    /// The seats that take part.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        G::seats_in(&self.rules, &self.position)
    }

    /// The game at this position.
    ///
    /// # Errors
    /// What no game under these rules can come to.
    pub fn set_up(&self) -> Result<G, G::Nonsense> {
        self.rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        G::set_up(&self.rules, &self.position)
    }
}

impl<G: Positions> fmt::Display for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROGRAM} {} {}", G::KIND, self.preset)?;
        let preset = G::Rules::preset(&self.preset).unwrap_or_else(|| self.rules.unchanged());
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

impl<G: Positions> FromStr for Line<G> {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        game_named(line, &[G::KIND])?;
        let mut parts = line.split_whitespace().skip(2);
        let preset = parts.next().unwrap_or_default();
        let rules = G::Rules::preset(preset).ok_or_else(|| LineError::Preset {
            found: short(preset),
            known: G::Rules::PRESETS.join(", "),
        })?;
        let mut words = Words::default();
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
                Err(LineError::Unknown { found: short(&name), known: G::WORDS.join(", ") })
            }
            None => Ok(Self { preset: preset.to_owned(), rules, position }),
        }
    }
}

/// The value of an option as a word without blanks.
fn option_word(info: &OptionInfo, value: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(lines) if info.kind == OptionKind::Lines => {
            let cells = |line: &Value| line.as_array().into_iter().flatten().map(plain).collect();
            listed(
                lines.iter().map(|line| -> Vec<String> { cells(line) }).map(|line| line.join("+")),
            )
        }
        Value::Array(list) => listed(list.iter().map(plain)),
        value => plain(value),
    }
}

/// The value of an option from such a word; it need not be one that the option takes.
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
