//! The Lua console at a robot's decision: typed lines and their replies.

use qipan_core::script::ConsoleOutput;

use crate::model::console::ConsoleTask;

/// The number of replies kept.
const KEPT: usize = 30;

/// A line and its reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleReply {
    /// The typed line.
    pub line: String,
    /// The printed lines and the value.
    pub outcome: ConsoleOutput,
}

/// A console.
#[derive(Default)]
pub struct Console {
    /// The line being typed.
    pub line: String,
    /// The typed lines, oldest first.
    lines: Vec<String>,
    /// The index of the line recalled from the history.
    recalled: Option<usize>,
    said: Vec<ConsoleReply>,
    running: Option<ConsoleTask>,
    /// The number of steps before the decision that the replies are about.
    about: Option<usize>,
}

impl Console {
    /// Starts to wait for the reply to a line.
    pub fn ask(&mut self, line: &str, evaluating: ConsoleTask) {
        self.lines.retain(|other| other != line);
        self.lines.push(line.to_owned());
        self.recalled = None;
        self.running = Some(evaluating);
    }

    /// Takes the reply to the last line once it is ready.
    pub fn poll(&mut self) {
        let Some(answer) = self.running.as_ref().and_then(ConsoleTask::poll) else { return };
        self.running = None;
        let outcome = answer.unwrap_or_else(|why| ConsoleOutput {
            value: Err(why),
            printed: Vec::new(),
            fuel: 0,
        });
        let line = self.lines.last().cloned().unwrap_or_default();
        self.said.push(ConsoleReply { line, outcome });
        let old = self.said.len().saturating_sub(KEPT);
        self.said.drain(..old);
    }

    /// Returns true while a line is being evaluated.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the lines with their replies, oldest first.
    pub fn said(&self) -> &[ConsoleReply] {
        &self.said
    }

    /// Recalls the line before or after the last recalled one. After the newest comes an empty
    /// one.
    pub fn recall(&mut self, earlier: bool) {
        let count = self.lines.len();
        let at = self.recalled.unwrap_or(count);
        let at = if earlier { at.saturating_sub(1) } else { (at + 1).min(count) };
        self.recalled = (at < count).then_some(at);
        self.line = self.lines.get(at).cloned().unwrap_or_default();
    }

    /// Switches to the decision after this many steps. Replies about another one are dropped.
    pub fn turn_to(&mut self, at: usize) {
        if self.about != Some(at) {
            self.about = Some(at);
            self.said.clear();
            self.running = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn console_lines_keep_their_order() {
        let mut console = Console::default();
        console.recall(true);
        assert_eq!(console.line, "");
        for line in ["a", "b", "a", "c"] {
            let never = ConsoleTask::start(1, |_| Err(String::new()), Arc::new(|| {}));
            console.ask(line, never);
        }
        let mut called = |earlier: bool| {
            console.recall(earlier);
            console.line.clone()
        };
        assert_eq!([true, true, true, true].map(&mut called), ["c", "a", "b", "b"]);
        assert_eq!([false, false, false].map(&mut called), ["a", "c", ""]);
    }
}
