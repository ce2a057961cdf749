//! The undo history of the layout editor.

use qipan_core::games::junqi::Draft;

/// The maximum number of undo steps.
const MAX_STEPS: usize = 500;

/// A draft with its undo and redo steps.
#[derive(Clone, Debug, Default)]
pub struct History {
    current: Draft,
    undo_steps: Vec<Draft>,
    redo_steps: Vec<Draft>,
}

impl History {
    /// Returns a history that begins with this draft.
    pub fn starting_with(draft: Draft) -> Self {
        Self { current: draft, ..Self::default() }
    }

    /// Returns the current draft.
    pub fn current(&self) -> Draft {
        self.current
    }

    /// Changes to another draft. Setting the current draft again adds no step.
    pub fn set(&mut self, draft: Draft) {
        if draft != self.current {
            self.undo_steps.push(std::mem::replace(&mut self.current, draft));
            self.redo_steps.clear();
            if self.undo_steps.len() > MAX_STEPS {
                self.undo_steps.remove(0);
            }
        }
    }

    /// Undoes a change. Returns false if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(draft) = self.undo_steps.pop() else { return false };
        self.redo_steps.push(std::mem::replace(&mut self.current, draft));
        true
    }

    /// Redoes a change. Returns false if there was none.
    pub fn redo(&mut self) -> bool {
        let Some(draft) = self.redo_steps.pop() else { return false };
        self.undo_steps.push(std::mem::replace(&mut self.current, draft));
        true
    }

    /// Returns true if there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo_steps.is_empty()
    }

    /// Returns true if there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo_steps.is_empty()
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
        assert!(history.undo() && history.current() == a);
        assert!(history.redo() && history.current() == b);
        assert!(!history.redo());
        assert!(history.undo() && history.undo() && history.current() == Draft::default());
        assert!(!history.undo());
        history.set(b);
        assert!(!history.can_redo());
    }
}
