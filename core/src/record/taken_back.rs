//! Take-backs after hidden pieces had fought or been shown. They are kept in the notes of a game.

use super::{AuditEntry, Record};
use crate::contract::game::Game;

/// Prefix of the note about such a take-back.
const TOLD: &str = "taken back after hidden pieces had fought or been shown: steps ";

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
    /// Returns the note that records it.
    pub(crate) fn remark(self) -> AuditEntry {
        let Self { at, first, last } = self;
        AuditEntry { at, text: format!("{TOLD}{first} to {last}") }
    }

    /// Parses a note. Returns none if it is not about a take-back.
    pub(crate) fn of(remark: &AuditEntry) -> Option<Self> {
        let (first, last) = remark.text.strip_prefix(TOLD)?.split_once(" to ")?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        Some(Self { at: remark.at, first, last })
    }
}

impl<G: Game> Record<G> {
    /// Returns the take-backs that had revealed hidden pieces, in the order they were made.
    pub fn taken_back(&self) -> impl Iterator<Item = TakenBack> + '_ {
        self.notes.iter().filter_map(TakenBack::of)
    }
}
