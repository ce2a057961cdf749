//! The files of a host's tables: what a host needs to go on after a crash, and finished games.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::code::TableCode;
use super::table::TableChanges;
use crate::model::storage;

/// The end of the name of a table's file.
pub const TABLE_ENDING: &str = "table.json";
/// The end of the name of a journal of a table's game.
pub const JOURNAL_ENDING: &str = "journal";

/// The files of a table.
#[derive(Debug)]
pub struct TableFiles {
    table: PathBuf,
    journal: PathBuf,
    saves: Option<PathBuf>,
    code: TableCode,
    /// The last error, which is reported once.
    error: Option<String>,
}

impl TableFiles {
    /// Returns the files of a table in a folder. Finished games go to `saves`, if it is given.
    pub fn new(folder: &Path, saves: Option<&Path>, code: &TableCode) -> Self {
        Self {
            table: folder.join(format!("{code}.{TABLE_ENDING}")),
            journal: folder.join(format!("{code}.{JOURNAL_ENDING}")),
            saves: saves.map(Path::to_owned),
            code: code.clone(),
            error: None,
        }
    }

    /// Writes what changed. An error is printed once; the game goes on.
    pub fn write(&mut self, changes: TableChanges) {
        if let Err(why) = self.try_write(changes) {
            if self.error.as_ref() != Some(&why) {
                // The host may have no terminal, so a failed print is ignored.
                let _ = writeln!(std::io::stderr(), "table {}: {why}", self.code);
            }
            self.error = Some(why);
        }
    }

    /// Removes the files of a table that is closed for good. An error leaves them behind, which
    /// harms nothing.
    pub fn remove(&self) {
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
