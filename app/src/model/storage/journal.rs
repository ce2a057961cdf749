//! The journal of the running game.
//!
//! Each window has a journal in a slot of its own. It starts with a saved game and gets a line for
//! each later change, so a crash of the program loses nothing. The file is named `running` while
//! the game runs, and is renamed to `parked` if the program ends normally. So a journal that is
//! still named `running` at the next start was left by a crash.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use qipan_core::record::MAX_BYTES;

use super::{
    FileLock, FileOperation, Folders, Storage, StorageError, disk, read_file, write_atomic,
};

/// The journal of the game that was running when the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredJournal {
    /// A saved game, followed by a line for each later change.
    pub text: String,
    /// True if the program crashed.
    pub has_crashed: bool,
}

/// The size in bytes from which a journal is written anew instead of growing.
const MAX_JOURNAL_BYTES: u64 = MAX_BYTES as u64 / 2;

/// The number of windows with a slot of their own. Further windows share the last slot.
const SLOT_COUNT: usize = 64;

/// The state of the journal while its game runs, as in the file name.
const RUNNING: &str = "running";

/// The state of the journal after the program ended normally, as in the file name.
const PARKED: &str = "parked";

impl Storage {
    /// Starts the journal of the running game. Its first lines are `text`, a saved game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin_journal(&mut self, text: &str) -> Result<(), StorageError> {
        if self.lock.is_none() {
            self.take_empty_slot();
        }
        let path = self.journal_path(self.slot, RUNNING);
        self.journal = None;
        write_atomic(&path, text, false)?;
        // In a shared slot, lines of two games would get mixed.
        if self.lock.is_some() {
            self.journal = disk::open(File::options().append(true), &path).ok();
        }
        Ok(())
    }

    /// Returns true if a change can be appended as a line, without writing the whole game again.
    pub fn can_append_to_journal(&self) -> bool {
        let size = |file: &File| file.metadata().map_or(u64::MAX, |metadata| metadata.len());
        self.journal.as_ref().is_some_and(|file| size(file) < MAX_JOURNAL_BYTES)
    }

    /// Appends lines to the journal. Does nothing if no lines can be appended.
    ///
    /// # Errors
    /// Lines that cannot be written. The journal then has to be started again.
    pub fn append_to_journal(&mut self, lines: &str) -> Result<(), StorageError> {
        let Some(mut file) = self.journal.take() else { return Ok(()) };
        let path = self.journal_path(self.slot, RUNNING);
        disk::write_all(&mut file, lines.as_bytes())
            .map_err(|error| StorageError::new(FileOperation::Write, &path, &error))?;
        self.journal = Some(file);
        Ok(())
    }

    /// Deletes the journal of a game that is finished, saved elsewhere or abandoned.
    pub fn delete_journal(&mut self) {
        self.journal = None;
        for state in [RUNNING, PARKED] {
            // A journal that cannot be deleted is offered again at the next start.
            let _ = disk::remove(&self.journal_path(self.slot, state));
        }
    }

    /// Renames the journal because the program ends normally while a game runs. The next start then
    /// offers to continue the game, and does not report a crash.
    pub fn park_journal(&mut self) {
        self.journal = None;
        let running = self.journal_path(self.slot, RUNNING);
        let _ = disk::rename(&running, &self.journal_path(self.slot, PARKED));
    }

    /// Returns the journal of the game that was running when the program ended, if any. The journal
    /// stays on disk until it is deleted or replaced by that of another game.
    ///
    /// # Errors
    /// A journal that cannot be read. It stays in place, so that a later start can try again.
    pub fn recover_journal(&mut self) -> Result<Option<RecoveredJournal>, StorageError> {
        let own_journal = self.read_slot(self.slot).inspect_err(|_| self.leave_slot())?;
        if own_journal.is_some() {
            return Ok(own_journal);
        }
        for slot in (1..=SLOT_COUNT).filter(|slot| *slot != self.slot) {
            let exists = |state| self.journal_path(slot, state).exists();
            if !exists(RUNNING) && !exists(PARKED) {
                continue;
            }
            // A slot that can be locked belongs to no running window.
            let Some(_lock) = lock_slot(&self.folders, slot) else { continue };
            if let Some(journal) = self.read_slot(slot)? {
                let parked = self.journal_path(slot, PARKED);
                let _ = disk::rename(&parked, &self.journal_path(self.slot, PARKED));
                return Ok(Some(journal));
            }
        }
        Ok(None)
    }

    /// Renames the journal that [`Self::recover_journal`] found, because no game can be read from
    /// it. Returns the new path.
    ///
    /// # Errors
    /// A journal that cannot be renamed. It stays in place, so that a later start can try again.
    pub fn move_journal_aside(&mut self) -> Result<PathBuf, StorageError> {
        let aside = self.folders.free_data_path("unreadable-game");
        let running = self.journal_path(self.slot, RUNNING);
        let path = match running.exists() {
            true => running,
            false => self.journal_path(self.slot, PARKED),
        };
        if let Err(why) = disk::rename(&path, &aside) {
            self.leave_slot();
            return Err(StorageError::new(FileOperation::Write, &path, &why));
        }
        Ok(aside)
    }

    /// Takes a slot that has no journal and is held by no window, if there is one. Called if no
    /// slot could be locked at the start, since the folder may have become writable.
    fn take_empty_slot(&mut self) {
        for slot in 1..=SLOT_COUNT {
            let exists = |state| self.journal_path(slot, state).exists();
            if exists(RUNNING) || exists(PARKED) {
                continue;
            }
            if let Some(lock) = lock_slot(&self.folders, slot) {
                (self.slot, self.lock) = (slot, Some(lock));
                return;
            }
        }
    }

    /// Moves to another slot, since the journal of this one must not be overwritten.
    fn leave_slot(&mut self) {
        let next_slot = self.slot + 1;
        (self.slot, self.lock) = take_slot(&self.folders, next_slot);
    }

    /// Reads the journal of a slot. Renames it to `parked` if it is still named `running`. Returns
    /// `None` if the slot has no journal.
    pub(super) fn read_slot(&self, slot: usize) -> Result<Option<RecoveredJournal>, StorageError> {
        let running = self.journal_path(slot, RUNNING);
        let parked = self.journal_path(slot, PARKED);
        let has_crashed = running.exists();
        let is_parked = !has_crashed || disk::rename(&running, &parked).is_ok();
        let path = if is_parked { parked } else { running };
        match read_file(&path) {
            // An incomplete last line may end within a character.
            Ok(bytes) => Ok(Some(RecoveredJournal {
                text: String::from_utf8_lossy(&bytes).into_owned(),
                has_crashed,
            })),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) => Err(StorageError::new(FileOperation::Read, &path, &why)),
        }
    }

    /// Returns the path of a slot's journal in a state, [`RUNNING`] or [`PARKED`].
    fn journal_path(&self, slot: usize, state: &str) -> PathBuf {
        let number = if slot == 1 { String::new() } else { format!("-{slot}") };
        self.folders.data.join(format!("{state}{number}.json"))
    }
}

/// Takes the first slot from `first` on that no other window holds. If there is none, returns the
/// last slot, without a lock.
pub(super) fn take_slot(folders: &Folders, first: usize) -> (usize, Option<FileLock>) {
    for slot in first..=SLOT_COUNT {
        if let Some(lock) = lock_slot(folders, slot) {
            return (slot, Some(lock));
        }
    }
    (SLOT_COUNT, None)
}

/// Takes a slot, unless another window holds it.
fn lock_slot(folders: &Folders, slot: usize) -> Option<FileLock> {
    FileLock::take(&folders.data.join(format!("window-{slot}.lock")))
}
