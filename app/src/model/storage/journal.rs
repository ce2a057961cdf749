//! The journal of the running game.
//!
//! Each window keeps one in a slot of its own. It starts with a saved game and gets a line for
//! each later change, so a crash of the program loses nothing. A game that the player leaves is
//! parked, and one found running was ended by a crash.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use qipan_core::record::MAX_BYTES;

use super::{FileOperation, Folders, Storage, StorageError, disk, read_whole, write_atomic};

/// The game that was running when the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredJournal {
    /// A saved game, followed by a line for each later change.
    pub text: String,
    /// True if the program crashed. The player is then informed.
    pub crashed: bool,
}

/// The lock of a slot. The slot is ours while it lives.
#[derive(Debug)]
pub(super) struct SlotLock {
    /// The locked file. The system releases it when the program ends, however it ends.
    _file: File,
    path: PathBuf,
}

/// The size in bytes at which a journal is started again.
const MAX_JOURNAL: u64 = MAX_BYTES as u64 / 2;

/// Windows that keep a journal each. Further ones share the last slot.
const SLOTS: usize = 64;

impl Storage {
    /// Starts the journal of the running game, which survives a crash of the program.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin_journal(&mut self, text: &str) -> Result<(), StorageError> {
        if self.lock.is_none() {
            self.take_empty_slot();
        }
        let path = self.journal_path(self.slot, "running");
        self.journal = None;
        write_atomic(&path, text, false)?;
        // In a shared slot, lines of two games would get mixed.
        if self.lock.is_some() {
            self.journal = disk::open(File::options().append(true), &path).ok();
        }
        Ok(())
    }

    /// Returns true if a change can be appended as a line instead of writing the whole game.
    pub fn keeps_journal(&self) -> bool {
        let size = |file: &File| file.metadata().map_or(u64::MAX, |data| data.len());
        self.journal.as_ref().is_some_and(|file| size(file) < MAX_JOURNAL)
    }

    /// Appends lines to the journal.
    ///
    /// # Errors
    /// Lines that cannot be written. The journal must be started again then.
    pub fn go_on_with_journal(&mut self, lines: &str) -> Result<(), StorageError> {
        let Some(mut file) = self.journal.take() else { return Ok(()) };
        let path = self.journal_path(self.slot, "running");
        disk::put(&mut file, lines.as_bytes())
            .map_err(|error| StorageError::new(FileOperation::Write, &path, &error))?;
        self.journal = Some(file);
        Ok(())
    }

    /// Deletes the journal of a game that is finished, saved elsewhere or given up.
    pub fn forget_journal(&mut self) {
        self.journal = None;
        for state in ["running", "parked"] {
            // A journal that cannot be deleted is offered once more.
            let _ = disk::remove(&self.journal_path(self.slot, state));
        }
    }

    /// Parks the journal because the program ends normally while a game runs. The game is then
    /// offered for continuation, not as rescued from a crash.
    pub fn park_journal(&mut self) {
        self.journal = None;
        let running = self.journal_path(self.slot, "running");
        let _ = disk::rename(&running, &self.journal_path(self.slot, "parked"));
    }

    /// Returns the game that was running when the program ended, if any. It stays on disk until
    /// it is deleted or replaced by another game.
    ///
    /// # Errors
    /// A journal that cannot be read. It stays in place for another time.
    pub fn take_journal(&mut self) -> Result<Option<RecoveredJournal>, StorageError> {
        let own = self.take_from(self.slot).inspect_err(|_| self.leave_slot())?;
        if own.is_some() {
            return Ok(own);
        }
        for slot in (1..=SLOTS).filter(|slot| *slot != self.slot) {
            let there = |state| self.journal_path(slot, state).exists();
            if !there("running") && !there("parked") {
                continue;
            }
            // A slot that can be locked belongs to no running window.
            let Some(_lock) = SlotLock::take(&self.folders, slot) else { continue };
            if let Some(journal) = self.take_from(slot)? {
                let from = self.journal_path(slot, "parked");
                let _ = disk::rename(&from, &self.journal_path(self.slot, "parked"));
                return Ok(Some(journal));
            }
        }
        Ok(None)
    }

    /// Renames the unusable journal of [`Self::take_journal`]. Returns the new path.
    ///
    /// # Errors
    /// A journal that cannot be renamed. It stays in place for another time.
    pub fn put_journal_aside(&mut self) -> Result<PathBuf, StorageError> {
        let aside = self.folders.free_data("unreadable-game");
        let running = self.journal_path(self.slot, "running");
        let path = match running.exists() {
            true => running,
            false => self.journal_path(self.slot, "parked"),
        };
        if let Err(why) = disk::rename(&path, &aside) {
            self.leave_slot();
            return Err(StorageError::new(FileOperation::Write, &path, &why));
        }
        Ok(aside)
    }

    /// Takes a slot without a game, if there is one. The folder may have become writable.
    fn take_empty_slot(&mut self) {
        for slot in 1..=SLOTS {
            let empty = |state| !self.journal_path(slot, state).exists();
            if !empty("running") || !empty("parked") {
                continue;
            }
            if let Some(lock) = SlotLock::take(&self.folders, slot) {
                (self.slot, self.lock) = (slot, Some(lock));
                return;
            }
        }
    }

    /// Moves to another slot, since the journal of this one must not be overwritten.
    fn leave_slot(&mut self) {
        let after = self.slot + 1;
        (self.slot, self.lock) = take_slot(&self.folders, after);
    }

    pub(super) fn take_from(&self, slot: usize) -> Result<Option<RecoveredJournal>, StorageError> {
        let running = self.journal_path(slot, "running");
        let parked = self.journal_path(slot, "parked");
        let crashed = running.exists();
        let moved = crashed && disk::rename(&running, &parked).is_ok();
        let path = if crashed && !moved { running } else { parked };
        match read_whole(&path) {
            // An incomplete last line may end within a character.
            Ok(text) => Ok(Some(RecoveredJournal {
                text: String::from_utf8_lossy(&text).into_owned(),
                crashed,
            })),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) => Err(StorageError::new(FileOperation::Read, &path, &why)),
        }
    }

    fn journal_path(&self, slot: usize, state: &str) -> PathBuf {
        let number = if slot == 1 { String::new() } else { format!("-{slot}") };
        self.folders.data.join(format!("{state}{number}.json"))
    }
}

/// Takes the first slot from `from` on that no other window holds.
pub(super) fn take_slot(folders: &Folders, from: usize) -> (usize, Option<SlotLock>) {
    let taken = (from..=SLOTS).find_map(|slot| Some((slot, SlotLock::take(folders, slot)?)));
    taken.map_or((SLOTS, None), |(slot, lock)| (slot, Some(lock)))
}

impl SlotLock {
    /// Takes a slot, unless another window holds it.
    fn take(folders: &Folders, slot: usize) -> Option<Self> {
        const TRIES: u32 = 9;
        let path = folders.data.join(format!("window-{slot}.lock"));
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        for _ in 0..TRIES {
            let file = disk::open(&options, &path).ok()?;
            file.try_lock().ok()?;
            if lies_at(&file, &path) {
                return Some(Self { _file: file, path });
            }
            // The previous holder has removed the file in the meantime.
        }
        None
    }
}

impl Drop for SlotLock {
    fn drop(&mut self) {
        // Remove the file while it is locked, so that no other window holds it. Other systems
        // keep it for the next window.
        if cfg!(unix) {
            let _ = disk::remove(&self.path);
        }
    }
}

/// Returns true if an open file is the one at a path.
fn lies_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |data: std::fs::Metadata| (data.dev(), data.ino());
        file.metadata().ok().map(place) == std::fs::metadata(path).ok().map(place)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}
