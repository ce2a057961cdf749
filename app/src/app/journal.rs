//! Keeps the running game in the journal, and restores it when the program starts.

use std::path::PathBuf;

use crate::app::App;
use crate::app::files::parse_table;
use crate::model::storage::{StorageError, read_text};

/// The state of the journal.
#[derive(Default)]
pub(super) struct JournalState {
    /// The error of the last write, while it persists.
    error: Option<StorageError>,
    /// True if the game on the table comes from a journal left by a crash.
    pub(super) recovered_from_crash: bool,
}

impl JournalState {
    /// Records the result of a write. Returns its error unless the previous write had the same one,
    /// so that an error that persists over many steps is shown only once.
    fn record(&mut self, result: Result<(), StorageError>) -> Option<StorageError> {
        let error = result.err();
        let previous = std::mem::replace(&mut self.error, error.clone());
        error.filter(|error| previous.as_ref() != Some(error))
    }
}

impl App {
    /// Restores the game that was running when the program ended.
    pub(super) fn restore_journal(&mut self) {
        let journal = match self.storage.recover_journal() {
            Ok(Some(journal)) => journal,
            Ok(None) => return,
            Err(error) => return self.notify_error(error.text(&self.i18n)),
        };
        let mut table = match parse_table(&journal.text) {
            Ok(table) => table,
            Err(error) => return self.set_journal_aside(error),
        };
        table.common_mut().waits_for_player = true;
        let text = table.draft().text;
        let has_this_game = |path: &&PathBuf| read_text(path).is_ok_and(|saved| saved == text);
        match self.settings.recent.iter().find(has_this_game) {
            Some(file) => {
                self.storage.note_seen(file, &text);
                table.common_mut().set_saved(file.clone());
            }
            None => table.common_mut().set_unsaved(),
        }
        self.journal.recovered_from_crash = journal.has_crashed;
        let is_over = table.facts().is_over;
        self.put_on_table(table);
        self.mark_adaptive_game();
        if let Some(table) = self.table.as_mut().filter(|_| is_over) {
            table.common_mut().has_adapted = true;
        }
        // A game that is over is in the journal only if it could not be saved when it ended.
        if is_over && self.autosave() {
            self.storage.delete_journal();
        }
    }

    /// Moves an unreadable journal to a file that the next game does not overwrite, and notifies
    /// the player.
    fn set_journal_aside(&mut self, why: String) {
        match self.storage.move_journal_aside() {
            Ok(path) => {
                let file = path.display().to_string();
                let args = [("file", file.into()), ("why", why.into())];
                self.notify_error(self.i18n.tf("notice-open-failed", &args));
            }
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }

    /// Writes the running game to the journal for crash safety, or a finished one to a file.
    pub(super) fn write_journal(&mut self) {
        let Some(table) = &mut self.table else { return };
        // The host keeps the games that are played there.
        let is_mirror = table.facts().is_mirror;
        if !table.common_mut().take_unwritten() || table.facts().steps == 0 || is_mirror {
            return;
        }
        if table.facts().is_over && self.autosave() {
            return self.storage.delete_journal();
        }
        let Some(table) = &mut self.table else { return };
        let result =
            match table.take_journal_lines().filter(|_| self.storage.can_append_to_journal()) {
                Some(lines) => self.storage.append_to_journal(&lines),
                None => self.storage.begin_journal(&table.begin_journal()),
            };
        if let Some(error) = self.journal.record(result) {
            self.notify_error(error.text(&self.i18n));
        }
    }

    /// Saves the game on the table when the window closes: a finished game in a file, an unfinished
    /// one in the journal.
    pub fn close(&mut self) {
        let table = self.table.as_mut().filter(|table| !table.facts().is_mirror);
        let Some(table) = table else { return self.storage.delete_journal() };
        let text = self.journal.error.is_some().then(|| table.begin_journal());
        if table.facts().is_over && self.autosave() {
            return self.storage.delete_journal();
        }
        if let Some(text) = text {
            // Tries once more, because the disk may have space again.
            let _ = self.storage.begin_journal(&text);
        }
        self.storage.park_journal();
    }
}
