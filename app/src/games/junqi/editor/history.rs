//! The undo history of the layout editor.

use qipan_core::games::junqi::Draft;

/// The maximum number of undo steps.
const DEPTH: usize = 500;

/// A draft with its undo and redo steps.
#[derive(Clone, Debug, Default)]
pub struct History {
    now: Draft,
    before: Vec<Draft>,
    after: Vec<Draft>,
}

impl History {
    /// Returns a history that begins with this state.
    pub fn beginning(draft: Draft) -> Self {
        Self { now: draft, ..Self::default() }
    }

    /// Returns the current state.
    pub fn now(&self) -> Draft {
        self.now
    }

    /// Changes to another state. Setting the current state again adds no step.
    pub fn set(&mut self, draft: Draft) {
        if draft != self.now {
            self.before.push(std::mem::replace(&mut self.now, draft));
            self.after.clear();
            if self.before.len() > DEPTH {
                self.before.remove(0);
            }
        }
    }

    /// Undoes a change. Returns false if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(draft) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(&mut self.now, draft));
        true
    }

    /// Redoes a change. Returns false if there was none.
    pub fn redo(&mut self) -> bool {
        let Some(draft) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(&mut self.now, draft));
        true
    }

    /// Returns true if there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Returns true if there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_undone_and_redone() {
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
