//! A record of some game as a closed enum; `crate::games` does the same without one.

use super::{Loaded, ReadError, Record, Report, ResultLine};
use crate::game::Game;
use crate::games::{self, GameKind};
use crate::junqi::Junqi;
use crate::race::Race;

/// A record of any game, as it comes out of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRecord {
    /// A race game.
    Race(Record<Race>),
    /// A game of Junqi.
    Junqi(Record<Junqi>),
}

/// A file as read, together with what it claims about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyLoaded {
    /// The game.
    pub record: AnyRecord,
    /// The mark written beside each step.
    pub marks: Vec<String>,
    /// The line of the first step, counted from 1.
    pub first_step_line: usize,
    /// The result the file claims.
    pub result: Option<ResultLine>,
    /// The digest the file claims.
    pub digest: String,
}

/// Reads a saved game.
///
/// # Errors
/// What is wrong, with its line where it has one.
pub fn read(text: &str) -> Result<AnyLoaded, ReadError> {
    match games::kind_of(text)? {
        GameKind::Race => Record::read(text).map(|loaded| any(loaded, AnyRecord::Race)),
        GameKind::Junqi => Record::read(text).map(|loaded| any(loaded, AnyRecord::Junqi)),
    }
}

/// Checks the text of a saved game.
#[must_use]
pub fn verify(text: &str) -> Report {
    games::verify(text)
}

fn any<G: Game>(loaded: Loaded<G>, wrap: impl Fn(Record<G>) -> AnyRecord) -> AnyLoaded {
    let Loaded { record, marks, first_step_line, result, digest } = loaded;
    AnyLoaded { record: wrap(record), marks, first_step_line, result, digest }
}

impl AnyRecord {
    /// The whole file as text.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Self::Race(record) => record.write(),
            Self::Junqi(record) => record.write(),
        }
    }

    /// The preset the rules started from.
    #[must_use]
    pub fn preset(&self) -> &str {
        match self {
            Self::Race(record) => &record.preset,
            Self::Junqi(record) => &record.preset,
        }
    }
}
