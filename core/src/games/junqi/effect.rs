//! Effects of house rules on a game of Junqi: a closed list. Each effect is checked before it is
//! applied.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
pub use super::seats::SeatName;
use crate::contract::memory::MemoryKey;
use crate::contract::question::{OptionKeys, QuestionKey};

/// An effect of a house rule. In files and scripts it is a table such as `{"kind": "reveal",
/// "at": "S53"}`.
///
/// A piece is never removed, shown, moved or swapped while it lies face down, or before seats own
/// armies. If the kind of the piece is hidden from other seats, everyone still learns something
/// from an effect that is accepted: a moved piece is not a Landmine, and not a Flag unless the
/// effect allows one. A removed piece is not a Flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Removes a piece as if it had been captured. The count of quiet plies starts again from 0. A
    /// Flag that the piece carried is dropped on its cell. The loss of a Field Marshal shows the
    /// Flag of its army if the rules say so. A Flag cannot be removed: [`Effect::Out`] eliminates
    /// its army instead.
    Remove {
        /// The cell of the piece.
        at: Cell,
    },
    /// Shows a piece to all. A piece shown before is refused.
    Reveal {
        /// The cell of the piece.
        at: Cell,
    },
    /// Moves a piece to any empty cell of the board. There it lifts a dropped Flag or brings one
    /// home, as after a move of its seat. A Landmine is refused, and so is a Flag unless `flag` is
    /// true. The piece is not recorded as one that a seat has moved.
    Move {
        /// The cell it leaves.
        from: Cell,
        /// The cell it goes to.
        to: Cell,
        /// True if the piece may be a Flag. It can only go to a headquarters of its own army.
        #[serde(default, skip_serializing_if = "is_false")]
        flag: bool,
    },
    /// Swaps two pieces of any armies, each as in [`Effect::Move`].
    Swap {
        /// The cell of one piece.
        a: Cell,
        /// The cell of the other piece.
        b: Cell,
        /// True if either piece may be a Flag, as in [`Effect::Move`].
        #[serde(default, skip_serializing_if = "is_false")]
        flag: bool,
    },
    /// Lets a seat move next. The turn of the seat that was to move is postponed until after this
    /// extra move, so that the order of seats stays the same. At most four turns are postponed at a
    /// time. A seat that could not move is refused.
    ExtraMove {
        /// The seat that moves.
        seat: SeatName,
    },
    /// Eliminates an army. The last remaining side wins.
    Out {
        /// The seat whose army leaves.
        seat: SeatName,
    },
    /// Ends the game in a draw between all sides with an army in the game.
    Draw {},
    /// Ends the game with a win for a seat and its team. The seat must have an army in the game.
    /// The other seats with an army in the game share the next place.
    Win {
        /// The seat that wins.
        seat: SeatName,
    },
    /// Stores a number for the rule, which finds it in its view. No event is emitted.
    Remember {
        /// The name of the number.
        key: MemoryKey,
        /// The number. 0 deletes it.
        value: i32,
    },
    /// Asks a seat a question. The game goes on after the answer. Questions that wait are answered
    /// in the order in which they were asked. The seat must have an army in the game.
    Ask {
        /// The seat that answers.
        seat: SeatName,
        /// The name of the question. `None` in a copy of the game that hides it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<QuestionKey>,
        /// The options to choose from.
        #[serde(default, skip_serializing_if = "OptionKeys::is_empty")]
        options: OptionKeys,
        /// True if only the seat may read the question and its answer.
        #[serde(default, skip_serializing_if = "is_false")]
        private: bool,
    },
}

fn is_false(value: &bool) -> bool {
    !value
}
