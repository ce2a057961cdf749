//! The files of a host's tables: what a host needs to go on after a crash, and finished games.
//!
//! As long as a table is open, its host holds a lock on another file, so that no second host opens
//! the same table.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::code::TableCode;
use super::table::TableChanges;
use crate::model::storage;
use crate::model::storage::FileLock;

/// The end of the name of a table's file.
pub const TABLE_ENDING: &str = "table.json";
/// The end of the name of a journal of a table's game.
pub const JOURNAL_ENDING: &str = "journal";

/// The end of the name of the file that the host of a table locks.
const LOCK_ENDING: &str = "lock";

/// The files of a table.
#[derive(Debug)]
pub struct TableFiles {
    /// The locked file. Without it, as in a folder that cannot be written, the table is not
    /// protected.
    lock: Option<FileLock>,
    table: PathBuf,
    journal: PathBuf,
    saves: Option<PathBuf>,
    code: TableCode,
    /// The error of the last attempt to write. It is reported once.
    error: Option<String>,
    /// The finished game that could not be saved.
    unsaved: Option<String>,
}

impl TableFiles {
    /// Returns the files of a table in a folder. Finished games go to `saves`, if it is given.
    pub fn new(folder: &Path, saves: Option<&Path>, code: &TableCode) -> Self {
        Self {
            lock: lock(folder, code),
            table: folder.join(format!("{code}.{TABLE_ENDING}")),
            journal: folder.join(format!("{code}.{JOURNAL_ENDING}")),
            saves: saves.map(Path::to_owned),
            code: code.clone(),
            error: None,
            unsaved: None,
        }
    }

    /// Writes what changed. An error is printed once; the game goes on, and the next call tries
    /// again.
    pub fn write(&mut self, mut changes: TableChanges) {
        changes.finished = changes.finished.or(self.unsaved.take());
        self.unsaved.clone_from(&changes.finished);
        let error = self.try_write(changes).err();
        match &error {
            // The host may have no terminal, so a failed print is ignored.
            Some(why) if error != self.error => {
                let _ = writeln!(std::io::stderr(), "table {}: {why}", self.code);
            }
            Some(_) => {}
            None => self.unsaved = None,
        }
        self.error = error;
    }

    /// Returns true if the last attempt to write failed. Then everything has to be written again.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Removes the files of a table that is closed for good. An error leaves them behind, which
    /// harms nothing.
    pub fn remove(&mut self) {
        self.lock = None;
        for path in [&self.table, &self.journal] {
            let _ = storage::disk::remove(path);
        }
    }

    fn try_write(&mut self, changes: TableChanges) -> Result<(), String> {
        let TableChanges { table, journal, lines, finished, host_has_changed } = changes;
        if host_has_changed {
            self.remove();
            return Ok(());
        }
        // The journal is written first, so that it exists whenever the file of the table says that
        // a game has begun.
        if let Some(text) = journal {
            if let Some(folder) = self.journal.parent() {
                storage::make_folder(folder).map_err(|why| why.to_string())?;
            }
            storage::write_atomic(&self.journal, &text, false).map_err(|why| why.to_string())?;
        }
        if let Some(text) = table {
            if let Some(folder) = self.table.parent() {
                storage::make_folder(folder).map_err(|why| why.to_string())?;
            }
            storage::write_atomic(&self.table, &text, false).map_err(|why| why.to_string())?;
        }
        if !lines.is_empty() {
            storage::append(&self.journal, &lines).map_err(|why| why.to_string())?;
        }
        if let (Some(text), Some(saves)) = (finished, &self.saves) {
            storage::make_folder(saves).map_err(|why| why.to_string())?;
            let time = chrono::Local::now().format("%Y-%m-%d %H.%M");
            let name = format!("{} {time}", self.code);
            let path = storage::free_path(saves, &name, storage::GAME_EXTENSION);
            storage::write_new(&path, &text).map_err(|why| why.to_string())?;
        }
        Ok(())
    }
}

/// Returns true if a host that is running has a table of this folder open.
pub fn is_open_elsewhere(folder: &Path, code: &TableCode) -> bool {
    FileLock::is_held(&lock_path(folder, code))
}

/// Locks a table for this host, unless another host has it or the folder cannot be written.
fn lock(folder: &Path, code: &TableCode) -> Option<FileLock> {
    storage::make_folder(folder).ok()?;
    FileLock::take(&lock_path(folder, code))
}

fn lock_path(folder: &Path, code: &TableCode) -> PathBuf {
    folder.join(format!("{code}.{LOCK_ENDING}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::together::LOCAL_CODE_LENGTH;

    #[test]
    fn lines_that_could_not_be_written_are_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let code = TableCode::random(LOCAL_CODE_LENGTH);
        let tables = folder.path().join("tables");
        let mut files = TableFiles::new(&tables, None, &code);
        files.write(TableChanges { journal: Some("begin\n".to_owned()), ..Default::default() });
        assert!(!files.has_failed());
        std::fs::rename(&tables, folder.path().join("elsewhere")).unwrap();
        files.write(TableChanges { lines: "1\n".to_owned(), ..Default::default() });
        assert!(files.has_failed());
        // The table then gives the whole journal.
        files.write(TableChanges { journal: Some("begin\n1\n".to_owned()), ..Default::default() });
        assert!(!files.has_failed());
        files.write(TableChanges { lines: "2\n".to_owned(), ..Default::default() });
        let journal = std::fs::read_to_string(tables.join(format!("{code}.journal"))).unwrap();
        assert_eq!(journal, "begin\n1\n2\n");
    }

    #[test]
    fn finished_game_that_could_not_be_saved_is_saved_later() {
        let folder = tempfile::tempdir().unwrap();
        let saves = folder.path().join("saves");
        std::fs::write(&saves, "in the way").unwrap();
        let code = TableCode::random(LOCAL_CODE_LENGTH);
        let mut files = TableFiles::new(&folder.path().join("tables"), Some(&saves), &code);
        files.write(TableChanges { finished: Some("game".to_owned()), ..Default::default() });
        assert!(files.has_failed());
        std::fs::remove_file(&saves).unwrap();
        for _ in 0..2 {
            files.write(TableChanges::default());
        }
        let saved: Vec<_> = std::fs::read_dir(&saves).unwrap().map(Result::unwrap).collect();
        assert_eq!(saved.len(), 1);
        assert_eq!(std::fs::read_to_string(saved[0].path()).unwrap(), "game");
    }

    #[test]
    fn open_table_is_locked_until_its_host_ends() {
        let folder = tempfile::tempdir().unwrap();
        let code = TableCode::random(LOCAL_CODE_LENGTH);
        assert!(!is_open_elsewhere(folder.path(), &code));
        let files = TableFiles::new(folder.path(), None, &code);
        assert!(is_open_elsewhere(folder.path(), &code));
        drop(files);
        assert!(!is_open_elsewhere(folder.path(), &code));
        TableFiles::new(folder.path(), None, &code).remove();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
