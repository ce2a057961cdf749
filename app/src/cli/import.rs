//! `qipan import`: converts replays of QQ four-army Junqi into saved games.

use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::record::jgs::{self, JgsError};
use serde_json::{Value, json};

use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::model::collection::jgs_files;
use crate::model::storage::{self, Folders, disk, write_atomic};

/// The options of `qipan import`.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// Replay files (.jgs), or folders with such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Target folder [default: the saved games folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Check every move against the rules. Games are then saved only if --out is given
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    format: Format,
}

/// The totals of all files.
#[derive(Default)]
struct ImportTotals {
    moves: usize,
    battles: usize,
    /// The number of files with an illegal move.
    illegal: usize,
    /// The number of files with a battle whose result differs from the rules.
    differences: usize,
    /// The files that could not be imported, with the reasons.
    failed: Vec<Value>,
}

impl ImportArgs {
    pub(super) fn run(self, folders: &Folders) -> CliResult {
        let out = match (&self.out, self.verify) {
            (Some(out), _) => Some(out.clone()),
            (None, true) => None,
            (None, false) => Some(folders.saves.clone()),
        };
        if let Some(out) = &out {
            let bad = |why| Failure::bad(format!("{}: {why}", out.display()));
            disk::make_folder(out).map_err(bad)?;
        }
        let mut totals = ImportTotals::default();
        let files: Vec<PathBuf> = self.files.iter().flat_map(|path| files_of(path)).collect();
        for file in &files {
            if let Err(reason) = import_file(file, out.as_deref(), &mut totals) {
                let name = file.display().to_string();
                if !self.format.json {
                    eprint_line(&format!("{name}: {reason}"));
                }
                totals.failed.push(json!({ "file": name, "reason": reason }));
            }
        }
        let files = files.len();
        if self.format.json {
            print_json(&json!({
                "files": files,
                "moves": totals.moves,
                "illegal": totals.illegal,
                "combats": totals.battles,
                "combat_differences": totals.differences,
                "failed": totals.failed,
            }));
        } else {
            let (moves, battles) = (totals.moves, totals.battles);
            let imported = files - totals.failed.len();
            print(&format!("{imported} of {files} files, {moves} moves, {battles} battles"));
        }
        if totals.failed.is_empty() { Ok(()) } else { Err(Failure::AlreadyReported) }
    }
}

/// Returns the replay files in `path` if it is a folder, else `path` itself.
fn files_of(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() { jgs_files(path) } else { vec![path.to_owned()] }
}

/// Imports one file, and saves the game in the folder `out` if one is given. Returns the reason as
/// text on failure.
fn import_file(file: &Path, out: Option<&Path>, totals: &mut ImportTotals) -> Result<(), String> {
    let bytes = storage::read_bytes(file).map_err(|why| why.to_string())?;
    let imported = jgs::import(&bytes).map_err(|why| {
        match why {
            JgsError::Illegal { .. } => totals.illegal += 1,
            JgsError::Battle { .. } => totals.differences += 1,
            _ => {}
        }
        why.to_string()
    })?;
    totals.moves += imported.moves;
    totals.battles += imported.battles;
    let Some(out) = out else { return Ok(()) };
    let stem = file.file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
    // Takes the next free name, so that no existing game is overwritten.
    let numbered_path = |number: u32| match number {
        1 => out.join(format!("{stem}.json")),
        _ => out.join(format!("{stem}-{number}.json")),
    };
    let path = (1..10_000).map(numbered_path).find(|path| !path.exists());
    let path = path.ok_or_else(|| format!("there are too many games named {stem}"))?;
    write_atomic(&path, &imported.record.write(), false).map_err(|why| why.to_string())
}
