//! Reads the index of a collection and formats its text: a head, then a line of JSON for each file.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use qipan_core::record::PROGRAM;
use serde::{Deserialize, Serialize};

use crate::model::collection::{CollectedGame, Indexed, Stamp};
use crate::model::storage::{SummaryError, disk};

/// Upper bound on the bytes of a line. A longer line is not from this program.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// The first line of an index.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexHead {
    format: String,
    version: u32,
    /// The program and its version. Another version may summarise a file differently.
    program: String,
    folder: String,
}

/// The line of a file, with either its data or the reason why it cannot be opened.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "T: Deserialize<'de>"))]
struct IndexLine<T> {
    /// The path below the folder.
    file: String,
    size: u64,
    modified: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<T>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<SummaryError>,
}

/// Returns the first line of an index that this program writes for a folder.
fn expected_head<T: Indexed>(folder: &str) -> IndexHead {
    let (format, program) = (T::FORMAT.to_owned(), PROGRAM.to_owned());
    IndexHead { format, version: T::VERSION, program, folder: folder.to_owned() }
}

/// The entries of an index, sorted by path. They are read one at a time, since a forged index may
/// name any number of missing files. Reading ends at the first broken line.
pub(super) struct IndexEntries<T> {
    reader: BufReader<File>,
    folder: PathBuf,
    /// The path of the last entry.
    last_path: PathBuf,
    data: PhantomData<T>,
}

/// Opens an index. Returns `None` if it is not an index of this program and folder.
pub(super) fn read<T: Indexed>(path: &Path, folder: &Path) -> Option<IndexEntries<T>> {
    let file = disk::open(File::options().read(true), path).ok()?;
    let mut reader = BufReader::new(file);
    let head: IndexHead = serde_json::from_slice(&read_line(&mut reader)?).ok()?;
    let expected = expected_head::<T>(folder.to_str()?);
    let is_same = (head.format, head.version, head.program, head.folder)
        == (expected.format, expected.version, expected.program, expected.folder);
    let (folder, last_path) = (folder.to_owned(), PathBuf::new());
    is_same.then(|| IndexEntries { reader, folder, last_path, data: PhantomData })
}

/// Reads the next line, if it is complete.
fn read_line(reader: &mut BufReader<File>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()?;
    line.ends_with(b"\n").then_some(line)
}

impl<T: Indexed> Iterator for IndexEntries<T> {
    type Item = CollectedGame<T>;

    fn next(&mut self) -> Option<CollectedGame<T>> {
        let line = read_line(&mut self.reader)?;
        let IndexLine { file, size, modified, game, fault }: IndexLine<T> =
            serde_json::from_slice(&line).ok()?;
        let stamp = Stamp { size, modified };
        let found = match (game, fault) {
            (Some(game), None) if game.is_sound() => Ok(game),
            (None, Some(fault)) => Err(fault),
            _ => return None,
        };
        let path = self.folder.join(file);
        let is_sorted = self.last_path < path;
        self.last_path.clone_from(&path);
        is_sorted.then_some(CollectedGame { path, stamp, summary: found })
    }
}

/// Returns the text of an index.
pub(super) fn to_text<T: Indexed>(entries: &[CollectedGame<T>], folder: &Path) -> String {
    let to_line = |entry: &CollectedGame<T>| {
        let file = entry.path.strip_prefix(folder).ok()?.to_str()?.to_owned();
        let Stamp { size, modified } = entry.stamp;
        let (game, fault) = match &entry.summary {
            Ok(game) => (Some(game.clone()), None),
            Err(fault) => (None, Some(fault.clone())),
        };
        serde_json::to_string(&IndexLine { file, size, modified, game, fault }).ok()
    };
    let head =
        folder.to_str().and_then(|folder| serde_json::to_string(&expected_head::<T>(folder)).ok());
    // Files with transient errors are read again each time.
    let indexed = entries.iter().filter(|entry| !entry.is_transient());
    let lines = head.into_iter().chain(indexed.filter_map(to_line));
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}
