//! A journal: a saved game, followed by a line for each thing that happened since.

use serde::{Deserialize, Serialize};

use super::hash_chain::{Chain, step_text};
use super::step_line::StepLine;
use super::{AnnotationChange, Player, Record};
use crate::game::{Game, Step};
use crate::limits;
use crate::seat::Seat;

/// What a line of a journal tells.
pub(crate) enum Entry<G: Game> {
    /// A step was played.
    Step(Step<G>),
    /// Something else happened.
    Change(Change),
}

/// What happens to a game beside its steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// The steps from this one on were taken back.
    TakeBack(usize),
    /// Somebody else plays a seat from now on.
    Player {
        /// The seat, by name.
        seat: String,
        /// Who plays it.
        player: Player,
    },
    /// The game goes on without a house rule.
    LeaveOut(u8),
    /// What looking back added was changed.
    Study(AnnotationChange),
}

impl Change {
    /// Somebody else plays a seat from now on.
    pub(crate) fn player<G: Game>(seat: Seat, player: &Player) -> Self {
        Self::Player { seat: G::seat_name(seat).to_owned(), player: player.clone() }
    }
}

/// A line of a journal.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn entry<G: Game>(line: &str) -> Result<Entry<G>, String> {
    match serde_json::from_str(line) {
        Ok(change) => Ok(Entry::Change(change)),
        Err(_) => match serde_json::from_str::<StepLine<G>>(line) {
            Ok(line) => Ok(Entry::Step(line.step)),
            Err(error) => Err(limits::place(&error).1),
        },
    }
}

/// The saved game a journal begins with, and the lines that follow it.
#[must_use]
pub fn split_journal(text: &str) -> (&str, &str) {
    // In a saved game only its last line is a bracket alone.
    match text.find("\n}\n") {
        Some(end) => text.split_at(end + "\n}\n".len()),
        None => (text, ""),
    }
}

/// Writes the lines of a journal.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// The chain of marks before each step and after the last.
    links: Vec<Chain>,
    /// The lines that nobody has taken yet.
    lines: String,
}

impl Journal {
    /// The journal of a game as it stands, without a line.
    pub(crate) fn begin<G: Game>(record: &Record<G>, states: &[G]) -> Self {
        let mut journal = Self { links: Vec::new(), lines: String::new() };
        if let [start, after @ ..] = states {
            journal.links.push(Chain::new(record, start));
            record.steps.iter().zip(after).for_each(|(step, state)| journal.step(step, state));
        }
        journal.lines.clear();
        journal
    }

    /// Adds a step and the state it led to.
    pub(crate) fn step<G: Game>(&mut self, step: &Step<G>, state: &G) {
        let Some(mut chain) = self.links.last().cloned() else { return };
        let step = step_text(step);
        let mark = chain.link(&step, state);
        self.links.push(chain);
        self.lines.push_str(&format!("{{{step},\"mark\":\"{mark}\"}}\n"));
    }

    /// Adds something else.
    pub(crate) fn change(&mut self, change: &Change) {
        if let Change::TakeBack(to) = change {
            self.links.truncate(to + 1);
        }
        self.lines.push_str(&serde_json::json!(change).to_string());
        self.lines.push('\n');
    }

    /// The lines since they were taken last.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }
}
