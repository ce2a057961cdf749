//! What stands on the board, and every state before and after it.

use qipan_core::junqi::Draft;

/// States at the most that can be gone back to.
const DEPTH: usize = 500;

/// A draft with the changes that led to it.
#[derive(Clone, Debug, Default)]
pub struct History {
    now: Draft,
    before: Vec<Draft>,
    after: Vec<Draft>,
}

impl History {
    /// A history that begins with this state.
    pub fn beginning(draft: Draft) -> Self {
        Self { now: draft, ..Self::default() }
    }

    /// The state now.
    pub fn now(&self) -> Draft {
        self.now
    }

    /// Changes to another state; the same one is no change.
    pub fn set(&mut self, draft: Draft) {
        if draft != self.now {
            self.before.push(std::mem::replace(&mut self.now, draft));
            self.after.clear();
            if self.before.len() > DEPTH {
                self.before.remove(0);
            }
        }
    }

    /// Goes a change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(draft) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(&mut self.now, draft));
        true
    }

    /// Goes a change on again; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(draft) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(&mut self.now, draft));
        true
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is a change to make again.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_go_back_and_on() {
        let mut history = History::default();
        let draft = |line: &str| line.parse::<Draft>().unwrap();
        let (a, b) = (draft("T........................"), draft(".T......................."));
        history.set(a);
        history.set(a);
        history.set(b);
        assert!(history.undo() && history.now() == a);
        assert!(history.redo() && history.now() == b);
        assert!(!history.redo());
        assert!(history.undo() && history.undo() && history.now() == Draft::default());
        assert!(!history.undo());
        history.set(b);
        assert!(!history.can_redo());
    }
}
