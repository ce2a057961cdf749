//! What house rules can do to a race game: a closed list, each effect checked.

use serde::{Deserialize, Serialize};

use super::board::Progress;
use super::event::Event;
use super::position::Named;
use super::state::Race;
use crate::game::{IllegalStep, Sink};
use crate::memory::Key;

/// An effect of a house rule, in files and scripts a table like
/// `{"kind": "send_home", "seat": "red", "plane": 2}`. Planes are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A plane goes back to its hangar, out of its stack.
    SendHome {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
    },
    /// A plane, with its stack, goes on or back; it captures where it ends.
    Advance {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
        /// How many steps, back if negative.
        by: i8,
    },
    /// A plane, with its stack, is put on a place of its way; it captures there.
    Place {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
        /// The progress it is put on.
        to: Progress,
    },
    /// Two planes on the track, with their stacks, change places.
    Swap {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
        /// Whose the other plane is.
        with: Named,
        /// Which plane the other is.
        with_plane: u8,
    },
    /// A seat rolls next, before the seat whose turn it is.
    ExtraRoll {
        /// Who rolls.
        seat: Named,
    },
    /// A seat's next turn is skipped.
    SkipTurn {
        /// Whose turn.
        seat: Named,
    },
    /// The game ends in a draw.
    Draw,
    /// The game ends and a seat wins.
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
    /// The seat to move passes: a `filter` left it nothing. No hook can ask for this.
    Pass,
}

impl Race {
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
