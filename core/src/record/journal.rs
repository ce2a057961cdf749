//! A journal: a saved game followed by a line for each later change.

use serde::{Deserialize, Serialize};

use super::hash_chain::{HashChain, step_text};
use super::step_line::StepLine;
use super::{AnnotationChange, Player, Record};
use crate::contract::game::{Game, Step};
use crate::contract::limits;
use crate::contract::seat::Seat;

/// A parsed line of a journal.
pub(crate) enum JournalEntry<G: Game> {
    /// A step was played.
    Step(Step<G>),
    /// A change that is not a step.
    Change(JournalChange),
}

/// A change of a running game that is not a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JournalChange {
    /// The step with this index and all later ones were taken back.
    TakeBack(usize),
    /// Another player took over a seat.
    Player {
        /// The seat, by name.
        seat: String,
        /// The new player.
        player: Player,
    },
    /// The house rule with this number was disabled.
    #[serde(rename = "leave_out")]
    DisableRule(u8),
    /// A player asked for a hint.
    Hint,
    /// The annotations changed.
    #[serde(rename = "study")]
    Annotations(AnnotationChange),
}

impl JournalChange {
    /// Creates the change that gives a seat to another player.
    pub(crate) fn player<G: Game>(seat: Seat, player: &Player) -> Self {
        Self::Player { seat: G::seat_name(seat).to_owned(), player: player.clone() }
    }
}

/// Parses a line of a journal.
pub(crate) fn parse_entry<G: Game>(line: &str) -> Result<JournalEntry<G>, String> {
    match serde_json::from_str(line) {
        Ok(change) => Ok(JournalEntry::Change(change)),
        Err(_) => match serde_json::from_str::<StepLine<G>>(line) {
            Ok(line) => Ok(JournalEntry::Step(line.step)),
            Err(error) => Err(limits::line_and_sentence(&error).1),
        },
    }
}

/// Splits a journal into the saved game at its beginning and the lines that follow it.
///
/// # Examples
/// Resume a session from the lines written before a crash:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::games::race::board::{GREEN, RED};
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::play::session::Session;
/// use qipan_core::record::{Player, Record, split_journal};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
/// let (seed, deal) = (Seed::from_number(7), Deal::default());
/// let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
/// let mut session = Session::new(record)?;
/// let mut file = session.begin_journal();
/// session.roll()?;
/// file += &session.take_lines().expect("a journal was begun");
/// file += "{\"roll\":"; // the crash interrupts the next line
///
/// let (game, lines) = split_journal(&file);
/// let resumed = Session::resume(Record::<Race>::read(game)?.record, lines)?;
/// assert_eq!(resumed.state(), session.state(), "the incomplete line is ignored");
/// # Ok(())
/// # }
/// ```
pub fn split_journal(text: &str) -> (&str, &str) {
    // In a saved game, only the last line consists of a closing brace alone.
    match text.find("\n}\n") {
        Some(end) => text.split_at(end + "\n}\n".len()),
        None => (text, ""),
    }
}

/// Collects the lines that a session has to append to its journal.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// The hash chain before each step and after the last, so that a take-back can restore an
    /// earlier one.
    chains: Vec<HashChain>,
    /// The lines that the session has not taken yet.
    lines: String,
}

impl Journal {
    /// Creates the journal of a game in its present state, without lines. `states` are those before
    /// each step and after the last.
    pub(crate) fn begin<G: Game>(record: &Record<G>, states: &[G]) -> Self {
        let mut journal = Self { chains: Vec::new(), lines: String::new() };
        if let [start, after @ ..] = states {
            journal.chains.push(HashChain::new(record, start));
            for (step, state) in record.steps.iter().zip(after) {
                journal.add_step(step, state);
            }
        }
        // The saved game already contains these steps.
        journal.lines.clear();
        journal
    }

    /// Adds a step and the state it led to.
    pub(crate) fn add_step<G: Game>(&mut self, step: &Step<G>, state: &G) {
        let Some(mut chain) = self.chains.last().cloned() else { return };
        let text = step_text(step);
        let mark = chain.append(&text, state);
        self.chains.push(chain);
        self.lines.push_str(&format!("{{{text},\"mark\":\"{mark}\"}}\n"));
    }

    /// Adds a change that is not a step.
    pub(crate) fn add_change(&mut self, change: &JournalChange) {
        if let JournalChange::TakeBack(to) = change {
            self.chains.truncate(to + 1);
        }
        self.lines.push_str(&serde_json::json!(change).to_string());
        self.lines.push('\n');
    }

    /// Returns the lines added since the last call.
    pub(crate) fn take_lines(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }
}
