//! Actions, and their notation: `S15 N15` for a move or a strike, `flip S33` for a flip, `answer 1`
//! for an answer to a house rule.
//!
//! If the pieces alone do not decide a battle, the action ends with its result: `S15 N15 attacker`,
//! `defender` or `both`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cells::{Cell, NoCell};
pub use super::piece::BattleResult;
use crate::contract::localized::on_one_line;
use crate::contract::question::AnswerText;

/// A decision of a seat.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::Action;
///
/// let action: Action = "S15 N15".parse()?;
/// assert_eq!(action, Action::go("S15".parse()?, "N15".parse()?));
/// let flip: Action = "flip S33".parse()?;
/// assert_eq!((flip.from(), flip.to_string()), ("S33".parse()?, "flip S33".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Action {
    /// Moves a piece to a cell, where it strikes the piece that stands there, if any.
    Move {
        /// The cell it leaves.
        from: Cell,
        /// The cell it goes to.
        to: Cell,
        /// The source of the battle's result. `Pieces` if there is no battle.
        battle_source: BattleSource,
    },
    /// Turns up a face-down piece.
    Flip {
        /// The cell of the piece.
        at: Cell,
    },
    /// Answers the question of a house rule.
    Answer {
        /// The index of the option, from 0. The notation counts from 1.
        option: u8,
    },
}

/// The source of a battle's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BattleSource {
    /// The pieces decide.
    #[default]
    Pieces,
    /// The result is given: by a house rule, or in a game with unrecorded pieces.
    Given(BattleResult),
}

impl Action {
    /// Creates a move that does not contain the result of its battle.
    pub const fn go(from: Cell, to: Cell) -> Self {
        Self::Move { from, to, battle_source: BattleSource::Pieces }
    }

    /// Returns the cell a piece leaves, or on which it is flipped. For an answer, which has no
    /// cell, returns the cell with index 0.
    pub const fn from(self) -> Cell {
        match self {
            Self::Move { from, .. } => from,
            Self::Flip { at } => at,
            Self::Answer { .. } => Cell::new(0),
        }
    }

    /// Returns the cell a piece goes to, or on which it is flipped. For an answer, which has no
    /// cell, returns the cell with index 0.
    pub const fn to(self) -> Cell {
        match self {
            Self::Move { to, .. } => to,
            Self::Flip { at } => at,
            Self::Answer { .. } => Cell::new(0),
        }
    }

    /// Returns the action without the result of its battle, as in the list of legal actions.
    #[must_use]
    pub const fn plain(self) -> Self {
        match self {
            Self::Move { from, to, .. } => Self::go(from, to),
            other => other,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flip { at } => write!(f, "flip {at}"),
            Self::Answer { option } => write!(f, "{}", AnswerText(*option)),
            Self::Move { from, to, battle_source } => {
                write!(f, "{from} {to}")?;
                match battle_source {
                    BattleSource::Pieces => Ok(()),
                    BattleSource::Given(BattleResult::AttackerSurvives) => write!(f, " attacker"),
                    BattleSource::Given(BattleResult::DefenderSurvives) => write!(f, " defender"),
                    BattleSource::Given(BattleResult::BothGone) => write!(f, " both"),
                }
            }
        }
    }
}

/// Error for a text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAction {
    /// A cell name is invalid.
    #[error(transparent)]
    Cell(#[from] NoCell),
    /// The text has another form.
    #[error("`{0}` is not an action; actions are `S15 N15`, `flip S33` and `answer 1`")]
    Form(String),
}

impl FromStr for Action {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Self, NoAction> {
        if let Some(AnswerText(option)) = AnswerText::parse(text) {
            return Ok(Self::Answer { option });
        }
        let words: Vec<&str> = text.split(' ').take(4).collect();
        let (from, to, battle_source) = match *words.as_slice() {
            ["flip", at] => return Ok(Self::Flip { at: at.parse()? }),
            [from, to] => (from, to, BattleSource::Pieces),
            [from, to, "attacker"] => {
                (from, to, BattleSource::Given(BattleResult::AttackerSurvives))
            }
            [from, to, "defender"] => {
                (from, to, BattleSource::Given(BattleResult::DefenderSurvives))
            }
            [from, to, "both"] => (from, to, BattleSource::Given(BattleResult::BothGone)),
            _ => return Err(NoAction::Form(on_one_line(text).chars().take(40).collect())),
        };
        Ok(Self::Move { from: from.parse()?, to: to.parse()?, battle_source })
    }
}

impl TryFrom<String> for Action {
    type Error = NoAction;

    fn try_from(text: String) -> Result<Self, NoAction> {
        text.parse()
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junqi_actions_round_trip() {
        for text in ["S15 N15", "flip S33", "C22 W11 both", "S15 N15 attacker", "E11 S15 defender"]
        {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            assert_eq!(action.plain().to_string().split(' ').count(), 2);
        }
        let answer = Action::Answer { option: 2 };
        assert_eq!(
            (answer.to_string().as_str(), "answer 3".parse().ok()),
            ("answer 3", Some(answer))
        );
        for bad in [
            "answer 0",
            "answer 7",
            "answer 1 both",
            "",
            "S15",
            "S15 N15 N14",
            "flip",
            "S15  N15",
            "turn S33",
            "S15 N99",
        ] {
            assert!(bad.parse::<Action>().is_err(), "{bad}");
        }
    }
}
