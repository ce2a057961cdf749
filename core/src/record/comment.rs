//! What players write about a game, step by step.

use serde::{Deserialize, Serialize};

use super::SavedAnalysis;
use crate::limits;

/// Comments of a game at the most.
pub const MAX_COMMENTS: usize = 10_000;
/// Characters of a comment at the most.
pub const MAX_COMMENT: usize = 4000;
/// Cells and arrows drawn on a position at the most.
pub const MAX_DRAWN: usize = 64;

/// What a player wrote and drew about a position and the step that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The number of steps played before the position.
    pub at: usize,
    /// What to think of the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// The words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Cells and arrows.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_DRAWN>"
    )]
    pub drawn: Vec<Drawn>,
}

impl Comment {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sign.is_none() && self.text.is_empty() && self.drawn.is_empty()
    }

    /// Whether it is no larger than any can be.
    pub(super) fn fits(&self) -> bool {
        let short = |drawn: &Drawn| {
            drawn.from.len() <= 40 && drawn.to.as_ref().is_none_or(|to| to.len() <= 40)
        };
        self.text.chars().count() <= MAX_COMMENT
            && self.drawn.len() <= MAX_DRAWN
            && self.drawn.iter().all(short)
    }
}

/// What somebody who looks back at a game changes in its file: nothing of the game itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationChange {
    /// Writes about a position; takes the place of what was written there, and what is empty
    /// takes that away.
    Comment(Comment),
    /// Names this way of the game among its variations.
    Name(String),
    /// Names a variation.
    NameVariation(usize, String),
    /// Forgets a variation.
    RemoveVariation(usize),
    /// Keeps an analysis in the place of what was kept, or none any more.
    Analysis(Option<Box<SavedAnalysis>>),
}

/// A mark on a cell, or an arrow from it to another; cells as the game names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The cell.
    pub from: String,
    /// Where the arrow ends.
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
    /// Worth a thought.
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
    /// All of them, best first.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Good, Self::Interesting, Self::Doubtful, Self::Bad, Self::Blunder];

    /// How it is written.
    #[must_use]
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
