//! Take-backs after hidden pieces had fought or been shown. Such a take-back is recorded as a note
//! of the game.

use super::{AuditEntry, Record};
use crate::contract::game::Game;

/// The prefix of the note about such a take-back.
const PREFIX: &str = "taken back after hidden pieces had fought or been shown: steps ";

/// Steps that were taken back after they had revealed hidden pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// The number of steps left after the take-back.
    pub at: usize,
    /// The first step taken back, from 1.
    pub first: usize,
    /// The last step taken back, from 1.
    pub last: usize,
}

impl TakenBack {
    /// Returns the note that records the take-back.
    pub(crate) fn to_note(self) -> AuditEntry {
        let Self { at, first, last } = self;
        AuditEntry { at, text: format!("{PREFIX}{first} to {last}") }
    }

    /// Parses a note. Returns none if it is not about such a take-back.
    pub(crate) fn from_note(note: &AuditEntry) -> Option<Self> {
        let (first, last) = note.text.strip_prefix(PREFIX)?.split_once(" to ")?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        Some(Self { at: note.at, first, last })
    }
}

impl<G: Game> Record<G> {
    /// Returns the take-backs of steps that had revealed hidden pieces, oldest first.
    pub fn revealing_take_backs(&self) -> impl Iterator<Item = TakenBack> + '_ {
        self.notes.iter().filter_map(TakenBack::from_note)
    }
}
