//! All operations that read, change or create the player's files and folders, one function each.
//! Tests inject failures of the system here.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// The prefix of the names of files that are being written.
pub(super) const TEMPORARY_PREFIX: &str = ".qipan-";
/// The suffix of the names of files that are being written.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// Failures injected into the operations of this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InjectedFault {
    /// The number of operations that succeed before the failures.
    pub after: usize,
    /// The number of operations that fail.
    pub times: usize,
    /// The kind of failure.
    pub why: io::ErrorKind,
}

thread_local! {
    /// The failures of this thread, if any are injected.
    static FAULT: Cell<Option<InjectedFault>> = const { Cell::new(None) };
    /// The number of operations since the last call of [`set_fault`].
    static OPERATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Sets or clears the failures injected in this thread. Returns the number of operations since the
/// last call. Only tests use it.
pub fn set_fault(fault: Option<InjectedFault>) -> usize {
    FAULT.set(fault);
    OPERATIONS.replace(0)
}

/// Counts an operation, and returns the injected failure if it has to fail.
fn inject_fault() -> io::Result<()> {
    let count = OPERATIONS.replace(OPERATIONS.get() + 1);
    match FAULT.get() {
        Some(InjectedFault { after, times, why }) if count >= after && count - after < times => {
            Err(why.into())
        }
        _ => Ok(()),
    }
}

/// Reads a file, up to `max_bytes` bytes.
pub(crate) fn read(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut options = File::options();
    open(options.read(true), path)?.take(max_bytes).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the error of a path that is not a file, such as a folder or a device.
pub(super) fn not_a_file() -> io::Error {
    let what = "this is a folder, a pipe or a device, not a file";
    io::Error::new(io::ErrorKind::IsADirectory, what)
}

/// Refuses a path that is not a file before it is opened. Opening a pipe could block until another
/// program opens it, and a device may supply data forever. A pipe that a shell passes as a file
/// descriptor, as for `<(command)`, counts as a file.
fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !is_inherited_pipe(path, &metadata) => {
            Err(not_a_file())
        }
        // Opening reports any other error.
        _ => Ok(()),
    }
}

/// Returns true if a path names an inherited pipe by its file descriptor, such as `/dev/fd/63`.
#[cfg(unix)]
fn is_inherited_pipe(path: &Path, metadata: &fs::Metadata) -> bool {
    let prefixes = ["/dev/fd", "/dev/stdin", "/proc"];
    let is_descriptor = prefixes.iter().any(|prefix| path.starts_with(prefix));
    is_descriptor && std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_inherited_pipe(_: &Path, _: &fs::Metadata) -> bool {
    false
}

/// Creates a folder with its parents if it is missing.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    inject_fault()?;
    fs::create_dir_all(path)
}

/// Creates a folder for temporary files. It is removed when the value is dropped.
pub(crate) fn make_temporary_folder() -> io::Result<TempDir> {
    inject_fault()?;
    TempDir::new()
}

/// Removes a folder with its content.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    inject_fault()?;
    fs::remove_dir_all(path)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    inject_fault()?;
    fs::remove_file(path)
}

/// Renames a file. An existing file of the new name is replaced.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    inject_fault()?;
    fs::rename(from, to)
}

/// Opens a file. A path to anything else is refused.
pub(crate) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    inject_fault()?;
    refuse_special(path)?;
    options.open(path)
}

/// Writes bytes at the file's position. After an error, some of the bytes may have
/// been written.
pub(crate) fn write_all(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if let Err(why) = inject_fault() {
        // Write half of the bytes, like a full disk.
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(why);
    }
    file.write_all(bytes)
}

/// Truncates a file to a number of bytes.
pub(crate) fn truncate(file: &File, bytes: u64) -> io::Result<()> {
    inject_fault()?;
    file.set_len(bytes)
}

/// Removes the temporary files that a killed program left in a folder. A file that is still being
/// written is locked, and stays.
pub(crate) fn remove_leftovers(folder: &Path) {
    /// The age from which a file counts as left over if files cannot be locked. No file takes that
    /// long to write.
    const LEFTOVER_AGE: Duration = Duration::from_secs(3600);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if !name.to_str().is_some_and(|name| {
            name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)
        }) {
            continue;
        }
        if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        let is_left_over = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => {
                let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
                age().is_some_and(|age| age >= LEFTOVER_AGE)
            }
        };
        if is_left_over {
            // The lock is held during removal, so that a window that has just created the file
            // notices the removal. If the removal fails, the next start tries again.
            let _ = remove(&entry.path());
        }
    }
}

/// Creates a temporary file in a folder. It is removed when dropped, unless [`persist`] is called.
pub(super) fn create_temporary(folder: &Path) -> io::Result<NamedTempFile> {
    inject_fault()?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
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

/// Gives a temporary file its final name. Replaces an existing file only with `replace`.
pub(super) fn persist(file: NamedTempFile, path: &Path, replace: bool) -> io::Result<()> {
    inject_fault()?;
    if replace {
        file.persist(path)?;
    } else {
        file.persist_noclobber(path)?;
    }
    Ok(())
}

/// Waits until a file or folder is stored on disk.
pub(super) fn sync(file: &File) -> io::Result<()> {
    inject_fault()?;
    file.sync_all()
}
