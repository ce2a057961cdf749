//! All operations that read, change or create the player's files and folders, one function each.
//! Trials let the system refuse them here.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

/// The prefix and suffix of files that are being written.
pub(super) const HALF: &str = ".qipan-";
pub(super) const WRITTEN: &str = ".tmp";

/// Failures injected into the operations of this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    /// Operations that succeed before the failures.
    pub after: usize,
    /// Operations that fail.
    pub times: usize,
    /// The kind of failure.
    pub why: io::ErrorKind,
}

thread_local! {
    static FAULT: Cell<Option<InjectedFault>> = const { Cell::new(None) };
    static DONE: Cell<usize> = const { Cell::new(0) };
}

/// Sets or clears the failures of this thread. Returns the number of operations since the last
/// call. Only trials use it.
pub fn refuse(fault: Option<InjectedFault>) -> usize {
    FAULT.set(fault);
    DONE.replace(0)
}

fn ask() -> io::Result<()> {
    let done = DONE.replace(DONE.get() + 1);
    match FAULT.get() {
        Some(InjectedFault { after, times, why }) if done >= after && done - after < times => {
            Err(why.into())
        }
        _ => Ok(()),
    }
}

/// Reads a file, up to `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut options = File::options();
    open(options.read(true), path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the error for a path that is not a file, such as a folder or a device.
pub(super) fn special() -> io::Error {
    let what = "this is a folder, a pipe or a device, and no file";
    io::Error::new(io::ErrorKind::IsADirectory, what)
}

/// Refuses a path that is not a file before it is opened. Opening a pipe waits for its other end,
/// and a device may never end. A pipe that a shell passes by number, as for `<(command)`, counts
/// as a file.
fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !is_handed(path, &there) => Err(special()),
        // Opening reports the error.
        _ => Ok(()),
    }
}

/// Returns true for a pipe that the program was started with.
#[cfg(unix)]
fn is_handed(path: &Path, there: &fs::Metadata) -> bool {
    let folders = ["/dev/fd", "/dev/stdin", "/proc"];
    let by_number = folders.iter().any(|folder| path.starts_with(folder));
    by_number && std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type())
}

#[cfg(not(unix))]
fn is_handed(_: &Path, _: &fs::Metadata) -> bool {
    false
}

/// Creates a folder with its parents if it is missing.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    ask()?;
    fs::create_dir_all(path)
}

/// Removes a folder with its content.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    ask()?;
    fs::remove_dir_all(path)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    ask()?;
    fs::remove_file(path)
}

/// Renames a file. An existing file of the new name is replaced.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    ask()?;
    fs::rename(from, to)
}

/// Opens a file. Anything else with that name is refused.
pub(crate) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    ask()?;
    refuse_special(path)?;
    options.open(path)
}

/// Writes bytes at the file's position. After an error, some of them may be written.
pub(crate) fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if let Err(why) = ask() {
        // Write half of the bytes, like a full disk.
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(why);
    }
    file.write_all(bytes)
}

/// Truncates a file to a number of bytes.
pub(crate) fn cut(file: &File, bytes: u64) -> io::Result<()> {
    ask()?;
    file.set_len(bytes)
}

/// Removes temporary files in a folder that a killed program left. A file still being written is
/// locked and stays.
pub(crate) fn clear_away(folder: &Path) {
    /// The age of a leftover if files cannot be locked. No file takes that long to write.
    const LONG: Duration = Duration::from_secs(3600);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if !name.to_str().is_some_and(|n| n.starts_with(HALF) && n.ends_with(WRITTEN)) {
            continue;
        }
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        let left = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => {
                let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
                age().is_some_and(|age| age >= LONG)
            }
        };
        if left {
            // Keep the lock during removal, so that a writer that has just created the file
            // notices. The next start retries a failed removal.
            let _ = remove(&entry.path());
        }
    }
}

/// Creates a temporary file in the folder of the final one. It is removed unless [`end`] is
/// called.
pub(super) fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    ask()?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(HALF).suffix(WRITTEN);
    #[cfg(unix)]
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(mode);
    loop {
        let file = builder.tempfile_in(folder)?;
        match file.as_file().try_lock() {
            // Another window removed the file before it was locked. Create another one.
            Ok(()) if !file.path().exists() => {}
            Err(TryLockError::WouldBlock) => {}
            _ => return Ok(file),
        }
    }
}

/// Gives a temporary file its final name.
pub(super) fn end(file: NamedTempFile, path: &Path, replace: bool) -> io::Result<()> {
    ask()?;
    if replace {
        file.persist(path)?;
    } else {
        file.persist_noclobber(path)?;
    }
    Ok(())
}

/// Waits until a file or folder is safe on disk.
pub(super) fn settle(file: &File) -> io::Result<()> {
    ask()?;
    file.sync_all()
}
