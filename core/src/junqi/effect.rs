//! What house rules can do to a game of Junqi: a closed list, each effect checked.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::event::Event;
use super::state::{Junqi, SEAT_NAMES};
use crate::game::{Game, IllegalStep, Sink};
use crate::memory::Key;
use crate::seat::Seat;

/// An effect of a house rule, in files and scripts a table like
/// `{"kind": "reveal", "at": "S53"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A piece leaves the board.
    Remove {
        /// Where it stands.
        at: Cell,
    },
    /// A piece is shown to all.
    Reveal {
        /// Where it stands.
        at: Cell,
    },
    /// A piece goes to an empty cell, wherever that is.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Two pieces change places.
    Swap {
        /// Where one stands.
        a: Cell,
        /// Where the other stands.
        b: Cell,
    },
    /// A seat moves next, before the seat whose turn it is.
    ExtraMove {
        /// Who moves.
        seat: Named,
    },
    /// An army leaves the board.
    Out {
        /// Whose army.
        seat: Named,
    },
    /// The game ends in a draw.
    Draw,
    /// The game ends and a seat wins, with its partner if it has one.
    Win {
        /// Who wins.
        seat: Named,
    },
    /// A number is kept for the rule.
    Remember {
        /// Its name.
        key: Key,
        /// The number; 0 forgets it.
        value: i32,
    },
}

/// A seat by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Named(pub Seat);

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let seat = Junqi::seat_by_name(&name);
        seat.map(Self).ok_or_else(|| format!("a seat is one of {}", SEAT_NAMES.join(", ")))
    }
}

impl From<Named> for String {
    fn from(named: Named) -> Self {
        Junqi::seat_name(named.0).to_owned()
    }
}

impl Junqi {
    /// Whether an effect can be applied now.
    pub(super) fn check_house(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        let _ = (rule, effect);
        Err(IllegalStep::Effect("not yet"))
    }

    /// Applies an effect that was checked.
    pub(super) fn apply<S: Sink<Event>>(&mut self, rule: u8, effect: Effect, events: &mut S) {
        let _ = (rule, effect, events);
    }
}
