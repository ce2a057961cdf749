//! The actions of a race, and their form in words: `launch 2`, `advance 1 fly stack`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::{PLANES, SEAT_NAMES};
use crate::contract::question::AnswerText;
use crate::contract::seat::{NamedSeat, SeatNames};

/// A decision of a seat. Planes are numbered from 0 here, and from 1 in words.
///
/// A move that is possible both with and without its flight, or with and without stacking, is two
/// actions.
///
/// # Examples
/// ```
/// use qipan_core::games::race::Action;
///
/// let action: Action = "advance 1 fly stack".parse()?;
/// assert_eq!((action.plane(), action.flies(), action.stacks()), (0, true, true));
/// assert_eq!(action.to_string(), "advance 1 fly stack");
/// assert!("advance 5".parse::<Action>().is_err());
/// # Ok::<(), qipan_core::games::race::notation::NotAnAction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Action {
    /// Moves a plane out of the hangar.
    Launch {
        /// The plane.
        plane: u8,
        /// True if the plane stacks with planes of its seat that it meets.
        stack: bool,
    },
    /// Moves a plane, or the stack that it leads, by the roll.
    Advance {
        /// The plane. A stack is named by its lowest plane.
        plane: u8,
        /// True if the flight is taken.
        fly: bool,
        /// True if the plane stacks with planes of its seat that it meets.
        stack: bool,
    },
    /// Answers the question of a house rule.
    Answer {
        /// The index of the option, from 0. In words it is counted from 1.
        option: u8,
    },
}

impl Action {
    /// Returns the plane that moves, from 0. A stack is named by its lowest plane. An answer moves
    /// no plane and returns 0.
    pub const fn plane(self) -> u8 {
        match self {
            Self::Launch { plane, .. } | Self::Advance { plane, .. } => plane,
            Self::Answer { .. } => 0,
        }
    }

    /// Returns true if the flight is taken.
    pub const fn flies(self) -> bool {
        matches!(self, Self::Advance { fly: true, .. })
    }

    /// Returns true if the plane stacks with planes of its seat that it meets.
    pub const fn stacks(self) -> bool {
        matches!(self, Self::Launch { stack: true, .. } | Self::Advance { stack: true, .. })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Launch { .. } => "launch",
            Self::Advance { .. } => "advance",
            Self::Answer { option } => return write!(f, "{}", AnswerText(*option)),
        };
        write!(f, "{word} {}", self.plane() + 1)?;
        f.write_str(if self.flies() { " fly" } else { "" })?;
        f.write_str(if self.stacks() { " stack" } else { "" })
    }
}

/// Returned when a text is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an action like `launch 2`, `advance 1 fly stack` or `answer 1`")]
pub struct NotAnAction;

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        if let Some(AnswerText(option)) = AnswerText::parse(text) {
            return Ok(Self::Answer { option });
        }
        let mut words = text.split(' ');
        let verb = words.next();
        let plane = match words.next().map(str::as_bytes) {
            Some([digit @ b'1'..=b'4']) => digit - b'1',
            _ => return Err(NotAnAction),
        };
        debug_assert!((plane as usize) < PLANES);
        let mut next_word = words.next();
        let mut take_flag = |flag| {
            let is_set = next_word == Some(flag);
            if is_set {
                next_word = words.next();
            }
            is_set
        };
        let (fly, stack) = (take_flag("fly"), take_flag("stack"));
        match (verb, fly, next_word) {
            (Some("launch"), false, None) => Ok(Self::Launch { plane, stack }),
            (Some("advance"), _, None) => Ok(Self::Advance { plane, fly, stack }),
            _ => Err(NotAnAction),
        }
    }
}

impl TryFrom<String> for Action {
    type Error = NotAnAction;

    fn try_from(text: String) -> Result<Self, NotAnAction> {
        text.parse()
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

/// The colours as names of the seats, for [`SeatColour`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colours;

impl SeatNames for Colours {
    const NAMES: &'static [&'static str] = &SEAT_NAMES;
}

/// A seat that files and messages write as its colour.
pub type SeatColour = NamedSeat<Colours>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn race_actions_round_trip() {
        for bits in 0..32u8 {
            let (plane, fly, stack) = (bits & 3, bits & 4 != 0, bits & 8 != 0);
            let action = match bits & 16 {
                0 => Action::Launch { plane, stack },
                _ => Action::Advance { plane, fly, stack },
            };
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        let answer = Action::Answer { option: 2 };
        assert_eq!((answer.to_string().as_str(), "answer 3".parse()), ("answer 3", Ok(answer)));
    }

    #[test]
    fn unknown_action_words_are_refused() {
        for text in [
            "",
            "launch",
            "launch 5",
            "launch 1 fly",
            "advance 1 stack fly",
            "advance 1  fly",
            "x 1",
            "answer 0",
            "answer 7",
            "answer 1 fly",
        ] {
            assert_eq!(text.parse::<Action>(), Err(NotAnAction), "{text}");
        }
    }
}
