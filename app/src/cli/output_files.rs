//! Checks of the files that a command writes at its end. A bad path is reported before hours of
//! work and not after them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::{CliResult, Failure};
use crate::model::storage::disk;

/// Checks that a file can be written, and leaves it unchanged or absent.
pub(super) fn check_writable(file: &Path) -> CliResult {
    try_to_open(file).map_err(|why| Failure::bad(format!("{}: {why}", file.display())))
}

/// Checks a file like [`check_writable`]. Without `force`, refuses a file that exists.
pub(super) fn check_new(file: &Path, force: bool) -> CliResult {
    if !force && exists(file) {
        return Err(already_exists(file));
    }
    check_writable(file)
}

/// Checks that a file is none of the other files of a command, however the paths are written. Call
/// it after [`check_writable`], which creates the missing target of a link.
pub(super) fn check_distinct<'a>(
    file: &Path,
    others: impl IntoIterator<Item = &'a Path>,
) -> CliResult {
    let path = full_path(file);
    if path.is_some() && others.into_iter().any(|other| full_path(other) == path) {
        let name = file.display();
        return Err(Failure::bad(format!("{name}: name another file for each argument")));
    }
    Ok(())
}

/// Returns the failure for a file that exists and must not be replaced.
pub(super) fn already_exists(file: &Path) -> Failure {
    Failure::bad(format!("{} already exists; use --force to overwrite it", file.display()))
}

/// Returns true if there is a file or a link. A dangling link counts as existing.
fn exists(file: &Path) -> bool {
    file.symlink_metadata().is_ok()
}

/// Opens a file for writing, and removes it if it did not exist before.
fn try_to_open(file: &Path) -> io::Result<()> {
    let existed = exists(file);
    if fs::metadata(file).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        // The result replaces the file, which an inherited pipe does not allow.
        return Err(io::Error::other("this is a pipe or a device, not a file"));
    }
    let mut options = File::options();
    drop(disk::open(options.append(true).create(true), file)?);
    if existed { Ok(()) } else { disk::remove(file) }
}

/// Returns the path of a file without links and relative parts, or `None` if its folder does not
/// exist. The file itself may be absent.
fn full_path(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    path.canonicalize().ok().or_else(|| Some(folder.canonicalize().ok()?.join(path.file_name()?)))
}
