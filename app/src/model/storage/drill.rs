//! The file of the player's training with puzzles.

use std::io;
use std::path::{Path, PathBuf};

use crate::model::drill::Drill;
use crate::model::storage::{
    FileOperation, Folders, StorageError, Why, disk, free_path, read_text_file, without_bom,
    write_atomic,
};

/// The file name of the training record.
const DRILL: &str = "drill.json";

impl Folders {
    /// Reads the player's training record. Returns an empty one if there is none. If the file is
    /// broken, moves it aside and also returns an error to show.
    ///
    /// # Errors
    /// A file that can neither be read nor moved aside. It must not be overwritten.
    pub fn load_drill(&self) -> Result<(Drill, Option<StorageError>), StorageError> {
        let path = self.data.join(DRILL);
        let why = match read_text_file(&path) {
            Ok(text) => match Drill::read(without_bom(&text)) {
                Ok(drill) => return Ok((drill, None)),
                Err(why) => Why::Other(why),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok((Drill::default(), None));
            }
            Err(error) => StorageError::new(FileOperation::Read, &path, &error).why,
        };
        let path = move_aside(&path)?;
        Ok((Drill::default(), Some(StorageError { operation: FileOperation::Drill, path, why })))
    }

    /// Saves the player's training record.
    ///
    /// # Errors
    /// A file that cannot be written. The old one is then kept.
    pub fn save_drill(&self, drill: &Drill) -> Result<(), StorageError> {
        write_atomic(&self.data.join(DRILL), &drill.write(), false)
    }
}

/// Renames a file that cannot be read: `NAME.json` becomes `NAME.broken.json`, with a number if
/// that name is taken. Returns the new path.
///
/// # Errors
/// A file that cannot be renamed.
pub fn move_aside(path: &Path) -> Result<PathBuf, StorageError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let aside = free_path(folder, &format!("{stem}.broken"), "json");
    disk::rename(path, &aside)
        .map_err(|error| StorageError::new(FileOperation::Write, path, &error))?;
    Ok(aside)
}

/// Creates a folder with its parents if it is missing.
///
/// # Errors
/// A folder that cannot be created.
pub fn make_folder(path: &Path) -> Result<(), StorageError> {
    disk::make_folder(path).map_err(|error| StorageError::new(FileOperation::Make, path, &error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::storage::tests::storage;

    #[test]
    fn damaged_record_is_kept_and_reported() {
        let (_dir, storage) = storage();
        let folders = storage.folders();
        assert_eq!(folders.load_drill(), Ok((Drill::default(), None)));
        let mut drill = Drill::default();
        drill.mark_solved("a", None);
        folders.save_drill(&drill).unwrap();
        assert_eq!(folders.load_drill(), Ok((drill, None)));
        for (text, kept) in [("{ \"format\"", "drill.broken.json"), ("[]", "drill.broken (2).json")]
        {
            fs::write(folders.data.join("drill.json"), text).unwrap();
            let (drill, error) = folders.load_drill().unwrap();
            assert_eq!(drill, Drill::default());
            let error = error.unwrap();
            assert_eq!(error.path, folders.data.join(kept));
            assert!(error.to_string().contains(kept), "{error}");
            assert_eq!(fs::read_to_string(&error.path).unwrap(), text);
            assert!(!folders.data.join("drill.json").exists());
        }
    }

    #[test]
    fn record_that_cannot_be_moved_aside_is_not_overwritten() {
        let (_dir, storage) = storage();
        let path = storage.folders().data.join("drill.json");
        fs::write(&path, "damaged").unwrap();
        disk::set_fault(Some(disk::InjectedFault {
            after: 1,
            times: 1,
            why: io::ErrorKind::PermissionDenied,
        }));
        let result = storage.folders().load_drill();
        disk::set_fault(None);
        assert!(result.is_err(), "{result:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "damaged");
    }
}
