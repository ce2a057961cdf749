//! What house rules can do to a game of Junqi: a closed list, each effect checked.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
pub use super::seats::Named;
use crate::memory::Key;

/// An effect of a house rule, in files and scripts a table like
/// `{"kind": "reveal", "at": "S53"}`.
///
/// Pieces are meant that stand on the board face up, once armies are owned. What a refusal
/// or an acceptance tells about a hidden piece it tells everybody: that a piece which was
/// moved is neither Flag nor Landmine, that one which was removed is no Flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A piece leaves the board, as if it had been captured: the plies without a capture are
    /// counted anew, a Flag it carried is dropped there, and a Field Marshal shows its Flag
    /// where the rules say so. Not a Flag; an army leaves by [`Effect::Out`].
    Remove {
        /// Where it stands.
        at: Cell,
    },
    /// A piece is shown to all. Not one that was shown already.
    Reveal {
        /// Where it stands.
        at: Cell,
    },
    /// A piece goes to an empty cell of the board, wherever that is, and does there what it
    /// would have done had it walked: takes up a dropped Flag, brings one home. Not a Flag or
    /// a Landmine. It does not count as having moved.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Two pieces, of whatever armies, change places, each as in [`Effect::Move`].
    Swap {
        /// Where one stands.
        a: Cell,
        /// Where the other stands.
        b: Cell,
    },
    /// A seat moves next. The turn of the seat that was to move is put off until after it,
    /// so that nobody loses a place in the order or gets another. At most four turns are put
    /// off at a time; a seat that could not move gets no extra move.
    ExtraMove {
        /// Who moves.
        seat: Named,
    },
    /// An army leaves the board; the last side standing wins.
    Out {
        /// Whose army.
        seat: Named,
    },
    /// The game ends in a draw of all who still play.
    Draw {},
    /// The game ends and a seat that still plays wins, with its partner if it has one. Others
    /// who still play share the next place.
    Win {
        /// Who wins.
        seat: Named,
    },
    /// A number is kept for the rule, which finds it in its view. Nobody is told.
    Remember {
        /// Its name.
        key: Key,
        /// The number; 0 forgets it.
        value: i32,
    },
}
