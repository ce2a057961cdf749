//! The index of a collection as a file: one JSON object, a game a line.

use std::fs;
use std::path::Path;

use qipan_core::record::PROGRAM;
use serde::{Deserialize, Serialize};

use crate::model::collection::{Entry, Stamp};
use crate::model::storage::{Fault, Summary};

const FORMAT: &str = "qipan_index";

/// The version of the format; another one is read as no index.
const VERSION: u32 = 1;

/// The largest index read, in bytes: a hundred thousand games.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    version: u32,
    /// Another program may tell other things of the same file.
    program: String,
    folder: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Below the folder.
    file: String,
    size: u64,
    modified: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Summary>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
}

fn head(folder: &str) -> Head {
    let (format, program) = (FORMAT.to_owned(), PROGRAM.to_owned());
    Head { format, version: VERSION, program, folder: folder.to_owned() }
}

/// The games of an index, by path; none where it is no index of this program for this folder.
pub(super) fn read(path: &Path, folder: &Path) -> Option<Vec<Entry>> {
    if fs::metadata(path).ok()?.len() > MAX_BYTES {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (first, rest) = text.split_once('\n')?;
    let found: Head = serde_json::from_str(first).ok()?;
    let wanted = head(folder.to_str()?);
    let same = (found.format, found.version, found.program, found.folder)
        == (wanted.format, wanted.version, wanted.program, wanted.folder);
    if !same {
        return None;
    }
    let entry = |line: &str| {
        let Line { file, size, modified, game, fault } = serde_json::from_str(line).ok()?;
        let stamp = Stamp { size, modified };
        let found = match (game, fault) {
            (Some(game), None) => Ok(game),
            (None, Some(fault)) => Err(fault),
            _ => return None,
        };
        Some(Entry { path: folder.join(file), stamp, found })
    };
    let entries: Option<Vec<Entry>> = rest.lines().map(entry).collect();
    entries.filter(|entries| entries.is_sorted_by(|a, b| a.path < b.path))
}

/// The text of an index.
pub(super) fn write(entries: &[Entry], folder: &Path) -> String {
    let line = |entry: &Entry| {
        let file = entry.path.strip_prefix(folder).ok()?.to_str()?.to_owned();
        let Stamp { size, modified } = entry.stamp;
        let (game, fault) = match &entry.found {
            Ok(game) => (Some(game.clone()), None),
            Err(fault) => (None, Some(fault.clone())),
        };
        serde_json::to_string(&Line { file, size, modified, game, fault }).ok()
    };
    let head = folder.to_str().and_then(|folder| serde_json::to_string(&head(folder)).ok());
    // What is read again each time is not worth a line.
    let kept = entries.iter().filter(|entry| !entry.is_passing());
    let lines = head.into_iter().chain(kept.filter_map(line));
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}
