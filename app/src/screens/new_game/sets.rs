//! The player's named rule sets on the new-game screen, and the questions about them.

use std::path::{Path, PathBuf};

use qipan_core::record::SavedRule;

use crate::model::i18n::I18n;
use crate::model::storage::{BrokenItem, NamedItemError, SavedItem, SavedRuleSet};

/// The player's rule sets.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// All usable sets.
    pub(super) own: Vec<SavedItem<SavedRuleSet>>,
    /// The files that cannot be used.
    pub(super) bad: Vec<BrokenItem>,
    /// The open question, if there is one.
    pub(super) question: Option<SetQuestion>,
}

/// A question to the player about a rule set.
#[derive(Clone, Debug, PartialEq)]
pub enum SetQuestion {
    /// Asks for the name of a new set, or for a new name of the set in the file `path`.
    Name {
        /// The file of the set to rename. `None` for a new set.
        path: Option<PathBuf>,
        /// The name typed so far.
        name: String,
        /// True until the field has taken the focus.
        needs_focus: bool,
        /// The reason why the name was refused, if it was.
        error: Option<NamedItemError>,
    },
    /// Asks for permission to install the house rules of a set.
    Install(Box<PendingSet>),
}

/// A set whose house rules the player has to accept or refuse.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingSet {
    /// The set.
    pub set: SavedRuleSet,
    /// Its house rules that the player does not have.
    pub missing: Vec<SavedRule>,
    /// True if it was imported and is not among the player's sets yet.
    pub is_imported: bool,
}

impl Sets {
    /// Replaces the list of sets and the list of files that cannot be used.
    pub fn set_own(&mut self, (own, bad): (Vec<SavedItem<SavedRuleSet>>, Vec<BrokenItem>)) {
        self.own = own;
        self.bad = bad;
    }

    /// Opens a question. `None` closes the open one.
    pub fn ask(&mut self, question: Option<SetQuestion>) {
        self.question = question;
    }

    /// Returns true if a question is open.
    pub const fn is_asking(&self) -> bool {
        self.question.is_some()
    }

    /// Closes the question about a set's house rules and returns the set, if that question is open.
    pub fn take_pending(&mut self) -> Option<PendingSet> {
        match self.question.take() {
            Some(SetQuestion::Install(pending)) => Some(*pending),
            other => {
                self.question = other;
                None
            }
        }
    }

    /// Shows the reason why the typed name was refused.
    pub fn show_name_error(&mut self, reason: NamedItemError) {
        if let Some(SetQuestion::Name { error, .. }) = &mut self.question {
            *error = Some(reason);
        }
    }

    /// Returns the set in this file.
    pub fn in_file(&self, path: &Path) -> Option<&SavedItem<SavedRuleSet>> {
        self.own.iter().find(|set| set.path == path)
    }
}

/// Returns a sentence about the problem of a set's file or name.
pub fn rule_set_error_text(i18n: &I18n, path: &Path, error: &NamedItemError) -> String {
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let file = ("file", file.into());
    match error {
        NamedItemError::File(error) => error.text(i18n),
        NamedItemError::Broken { line, what } => {
            i18n.tf("set-broken", &[file, ("line", (*line).into()), ("what", what.as_str().into())])
        }
        NamedItemError::Foreign | NamedItemError::Pieces(_) => i18n.tf("set-foreign", &[file]),
        NamedItemError::Version(version) => {
            let version = i64::try_from(*version).unwrap_or(i64::MAX);
            i18n.tf("set-version", &[file, ("version", version.into())])
        }
        NamedItemError::TooLarge => i18n.tf("set-large", &[file]),
        NamedItemError::Nameless => i18n.t("set-nameless"),
        NamedItemError::Exists(name) => i18n.tf("set-exists", &[("name", name.as_str().into())]),
    }
}
