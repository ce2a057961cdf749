//! Everything that reads, changes or makes files and folders of the player's, one function each:
//! the one place where a trial lets the system refuse.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

/// How names of files begin and end that are being written.
pub(super) const HALF: &str = ".qipan-";
pub(super) const WRITTEN: &str = ".tmp";

/// What the system is to refuse of what this thread asks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Operations that still go well before.
    pub after: usize,
    /// Operations that fail then.
    pub times: usize,
    /// Why they fail.
    pub why: io::ErrorKind,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    static DONE: Cell<usize> = const { Cell::new(0) };
}

/// Lets operations of this thread fail from now on, or none; how many there were since the last
/// call. Only trials have a use for it.
pub fn refuse(fault: Option<Fault>) -> usize {
    FAULT.set(fault);
    DONE.replace(0)
}

fn ask() -> io::Result<()> {
    let done = DONE.replace(DONE.get() + 1);
    match FAULT.get() {
        Some(Fault { after, times, why }) if done >= after && done - after < times => {
            Err(why.into())
        }
        _ => Ok(()),
    }
}

/// The bytes of a file, up to a number of them.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut options = File::options();
    open(options.read(true), path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The error that something is there which is no file, such as a folder or a device.
pub(super) fn special() -> io::Error {
    let what = "this is a folder, a pipe or a device, and no file";
    io::Error::new(io::ErrorKind::IsADirectory, what)
}

/// Refuses what is no file before it is opened: a pipe waits for its other end, and a device may
/// never end. A pipe that a shell hands over by number, as for `<(command)`, is a file.
fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !is_handed(path, &there) => Err(special()),
        // Opening it says why.
        _ => Ok(()),
    }
}

/// Whether this is a pipe that the program was started with.
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

/// Makes a folder where it is missing, with those it lies in.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    ask()?;
    fs::create_dir_all(path)
}

/// Removes a folder with everything in it.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    ask()?;
    fs::remove_dir_all(path)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    ask()?;
    fs::remove_file(path)
}

/// Gives a file another name; what has that name gives way.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    ask()?;
    fs::rename(from, to)
}

/// Opens a file, and nothing else that may have its name.
pub(crate) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    ask()?;
    refuse_special(path)?;
    options.open(path)
}

/// Puts bytes to where a file is written at. Where the system refuses, some of them may be there.
pub(crate) fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if let Err(why) = ask() {
        // As a disk does that is full.
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(why);
    }
    file.write_all(bytes)
}

/// Cuts a file off behind a number of bytes.
pub(crate) fn cut(file: &File, bytes: u64) -> io::Result<()> {
    ask()?;
    file.set_len(bytes)
}

/// Removes what a program that was killed while it wrote left in a folder; not what somebody is
/// writing just now, who holds it locked.
pub(crate) fn clear_away(folder: &Path) {
    /// Where files cannot be locked: no file takes as long to be written.
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
            // Held while it goes: who has just begun it sees so. The next start tries again.
            let _ = remove(&entry.path());
        }
    }
}

/// Begins a file beside the one it will become; it goes if it does not become it.
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
            // Who clears away was quicker than the lock: another one.
            Ok(()) if !file.path().exists() => {}
            Err(TryLockError::WouldBlock) => {}
            _ => return Ok(file),
        }
    }
}

/// Gives a file that was begun the name it was begun for.
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
