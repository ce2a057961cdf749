//! Annotations that players add to a game: comments, signs and drawings, by step.

use serde::{Deserialize, Serialize};

use super::SavedAnalysis;
use crate::contract::limits;

/// Maximum number of comments of a game.
pub const MAX_COMMENTS: usize = 10_000;
/// Maximum number of characters of a comment.
pub const MAX_COMMENT_CHARS: usize = 4000;
/// Maximum number of cells and arrows drawn on a position.
pub const MAX_DRAWINGS: usize = 64;
/// Maximum number of bytes of the name of a cell.
const MAX_CELL_NAME_BYTES: usize = 40;

/// A comment and drawings on a position and the step that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The number of steps played before the position.
    pub at: usize,
    /// The judgement of the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// The words of the comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Highlighted cells and arrows.
    #[serde(
        rename = "drawn",
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_DRAWINGS>"
    )]
    pub drawings: Vec<Drawing>,
}

impl Comment {
    /// Returns true if the comment has no sign, text or drawing.
    pub fn is_empty(&self) -> bool {
        self.sign.is_none() && self.text.is_empty() && self.drawings.is_empty()
    }

    /// Returns true if no part of the comment is too long.
    pub(super) fn is_within_limits(&self) -> bool {
        let has_short_names = |drawing: &Drawing| {
            let is_short = |name: &String| name.len() <= MAX_CELL_NAME_BYTES;
            is_short(&drawing.from) && drawing.to.as_ref().is_none_or(is_short)
        };
        self.text.chars().count() <= MAX_COMMENT_CHARS
            && self.drawings.len() <= MAX_DRAWINGS
            && self.drawings.iter().all(has_short_names)
    }
}

/// A change to the annotations in a game's file. The game itself stays the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationChange {
    /// Replaces the comment on a position. An empty comment removes it.
    Comment(Comment),
    /// Names the main line.
    Name(String),
    /// Names the variation with this index.
    NameVariation(usize, String),
    /// Removes the variation with this index.
    RemoveVariation(usize),
    /// Replaces the saved analysis, or removes it if none is given.
    Analysis(Option<Box<SavedAnalysis>>),
}

/// A highlighted cell, or an arrow between two cells. Cells have the names that the game gives
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The highlighted cell, or the cell at which the arrow begins.
    pub from: String,
    /// The cell at which the arrow ends. None for a highlighted cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// A judgement of a step, as in annotated games of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sign {
    /// Very good.
    #[serde(rename = "!!")]
    Brilliant,
    /// Good.
    #[serde(rename = "!")]
    Good,
    /// Worth considering.
    #[serde(rename = "!?")]
    Interesting,
    /// Doubtful.
    #[serde(rename = "?!")]
    Doubtful,
    /// Bad.
    #[serde(rename = "?")]
    Bad,
    /// Very bad.
    #[serde(rename = "??")]
    Blunder,
}

impl Sign {
    /// All signs, best first.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Good, Self::Interesting, Self::Doubtful, Self::Bad, Self::Blunder];

    /// Returns the sign in chess notation.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::Blunder => "??",
        }
    }
}
