//! Take-backs after hidden pieces had met or been shown: they stay in the remarks of a game.

use super::{AuditEntry, Record};
use crate::game::Game;

/// How the remark about such a take-back begins.
const TOLD: &str = "taken back after hidden pieces had fought or been shown: steps ";

/// Steps that were taken back after they had revealed something about hidden pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// The number of steps that the game went on from.
    pub at: usize,
    /// The first of the steps, from 1.
    pub first: usize,
    /// The last of them.
    pub last: usize,
}

impl TakenBack {
    /// The remark that keeps it with the game.
    pub(crate) fn remark(self) -> AuditEntry {
        let Self { at, first, last } = self;
        AuditEntry { at, text: format!("{TOLD}{first} to {last}") }
    }

    /// What a remark says of a take-back; nothing where it is about something else.
    pub(crate) fn of(remark: &AuditEntry) -> Option<Self> {
        let (first, last) = remark.text.strip_prefix(TOLD)?.split_once(" to ")?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        Some(Self { at: remark.at, first, last })
    }
}

impl<G: Game> Record<G> {
    /// The take-backs after which somebody knew more than before, in the order they were made.
    pub fn taken_back(&self) -> impl Iterator<Item = TakenBack> + '_ {
        self.notes.iter().filter_map(TakenBack::of)
    }
}
