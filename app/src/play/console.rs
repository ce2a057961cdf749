//! The Lua console at a robot's decision: typed lines and their replies.

use qipan_core::script::ConsoleOutput;

use crate::model::console::ConsoleTask;

/// The largest number of replies. Older ones are dropped.
const MAX_REPLIES: usize = 30;

/// A line and its reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleReply {
    /// The typed line.
    pub line: String,
    /// The printed lines and the value.
    pub outcome: ConsoleOutput,
}

/// The console of one robot's decision.
#[derive(Default)]
pub struct Console {
    /// The line being typed.
    pub line: String,
    /// The typed lines, oldest first.
    lines: Vec<String>,
    /// The index of the line recalled from the history.
    recalled_index: Option<usize>,
    replies: Vec<ConsoleReply>,
    running: Option<ConsoleTask>,
    /// The number of steps before the decision that the replies are about.
    decision_at: Option<usize>,
}

impl Console {
    /// Adds a line whose evaluation has started. [`Self::poll`] takes its reply.
    pub fn ask(&mut self, line: &str, evaluation: ConsoleTask) {
        self.lines.retain(|other| other != line);
        self.lines.push(line.to_owned());
        self.recalled_index = None;
        self.running = Some(evaluation);
    }

    /// Takes the reply to the last line once it is ready.
    pub fn poll(&mut self) {
        let Some(result) = self.running.as_ref().and_then(ConsoleTask::poll) else { return };
        self.running = None;
        let outcome = result.unwrap_or_else(|error| ConsoleOutput {
            value: Err(error),
            printed: Vec::new(),
            fuel: 0,
        });
        let line = self.lines.last().cloned().unwrap_or_default();
        self.replies.push(ConsoleReply { line, outcome });
        let excess = self.replies.len().saturating_sub(MAX_REPLIES);
        self.replies.drain(..excess);
    }

    /// Returns true while a line is being evaluated.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the lines with their replies, oldest first.
    pub fn replies(&self) -> &[ConsoleReply] {
        &self.replies
    }

    /// Recalls the typed line before the one recalled last if `earlier`, else the one after it.
    /// After the newest line comes an empty line.
    pub fn recall(&mut self, earlier: bool) {
        let count = self.lines.len();
        let current = self.recalled_index.unwrap_or(count);
        let next = if earlier { current.saturating_sub(1) } else { (current + 1).min(count) };
        self.recalled_index = (next < count).then_some(next);
        self.line = self.lines.get(next).cloned().unwrap_or_default();
    }

    /// Switches to the decision after `at` steps. Replies about another decision are dropped.
    pub fn show_decision(&mut self, at: usize) {
        if self.decision_at != Some(at) {
            self.decision_at = Some(at);
            self.replies.clear();
            self.running = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn recall_walks_through_the_typed_lines() {
        let mut console = Console::default();
        console.recall(true);
        assert_eq!(console.line, "");
        for line in ["a", "b", "a", "c"] {
            let failing = ConsoleTask::start(1, |_| Err(String::new()), Arc::new(|| {}));
            console.ask(line, failing);
        }
        let mut recall = |earlier: bool| {
            console.recall(earlier);
            console.line.clone()
        };
        assert_eq!([true, true, true, true].map(&mut recall), ["c", "a", "b", "b"]);
        assert_eq!([false, false, false].map(&mut recall), ["a", "c", ""]);
    }
}
