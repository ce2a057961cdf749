//! Locks that a running program holds, so that no other one uses the same files.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::disk;

/// A lock that is held until it is dropped, or the program ends.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
    path: PathBuf,
}

impl FileLock {
    /// Locks a file, which is created if needed. Returns `None` if another program holds the lock,
    /// or the file cannot be created.
    pub fn take(path: &Path) -> Option<Self> {
        /// The maximum number of attempts, if other programs keep removing the file.
        const MAX_TRIES: u32 = 9;
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        for _ in 0..MAX_TRIES {
            let file = disk::open(&options, path).ok()?;
            file.try_lock().ok()?;
            if is_file_at(&file, path) {
                return Some(Self { _file: file, path: path.to_owned() });
            }
            // The previous program removed the file before it was locked. Try again.
        }
        None
    }

    /// Returns true if a running program holds the lock of a file.
    pub fn is_held(path: &Path) -> bool {
        let file = disk::open(File::options().write(true), path);
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // On Unix, the file is removed while it is locked, so that no other program can hold it. On
        // other systems, an open file cannot be removed. It stays for the next program.
        if cfg!(unix) {
            let _ = disk::remove(&self.path);
        }
    }
}

/// Returns true if an open file is the one at a path.
fn is_file_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
        file.metadata().ok().map(identity) == std::fs::metadata(path).ok().map(identity)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}
