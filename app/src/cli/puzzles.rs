//! `qipan puzzles`: finds puzzles in saved games and writes them to a file.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::analysis::puzzle::{MAX_GAP, PuzzleCandidate, PuzzleCriteria, Puzzles, find};
use qipan_core::analysis::{AnalysisOptions, analyse};
use qipan_core::play::session::Session;
use qipan_core::record::{ReadError, Record};
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;
use serde_json::json;

use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::progress::process_files;
use crate::model::storage;

/// The arguments of `qipan puzzles`.
#[derive(Debug, Args)]
pub(super) struct PuzzlesArgs {
    /// Saved games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Maximum number of puzzles, spread evenly over the presets
    #[arg(long, value_name = "N", default_value_t = 30, allow_negative_numbers = true,
        value_parser = options::count)]
    count: u64,
    /// Minimum lead of the best move over the second best, in percentage points of winning chance,
    /// 0 to 45
    #[arg(long, value_name = "PERCENT", default_value_t = 4.0, allow_negative_numbers = true,
        value_parser = gap)]
    gap: f32,
    #[command(flatten)]
    format: Format,
}

/// Parses a difference in percent of the first place. Larger differences make trivial puzzles.
fn gap(text: &str) -> Result<f32, String> {
    let max = 100.0 * MAX_GAP;
    let number = text.trim().parse().ok().filter(|number| (0.0..=max).contains(number));
    number.ok_or_else(|| format!("expected a percentage from 0 to {max}"))
}

impl PuzzlesArgs {
    pub(super) fn run(&self) -> CliResult {
        if self.out.exists() && !self.force {
            let out = self.out.display();
            return Err(Failure::bad(format!("{out} already exists; use --force to overwrite it")));
        }
        let results = process_files(&self.files, |file| self.find_in_file(file));
        let mut candidates = Vec::new();
        for result in results {
            match result {
                // Takes only one puzzle of each game, for variety. A missed one is preferred.
                Ok(mut found) => {
                    found.sort_by_key(|candidate| !candidate.missed);
                    candidates.extend(found.into_iter().next());
                }
                Err(why) => eprint_line(&format!("skipped {why}")),
            }
        }
        let puzzles = Puzzles::new(
            choose_puzzles(candidates, self.count as usize)
                .into_iter()
                .map(|candidate| candidate.puzzle)
                .collect(),
        );
        let count = puzzles.puzzles.len();
        if count == 0 {
            return Err(Failure::bad("no puzzles found"));
        }
        let text = puzzles.write();
        storage::write_atomic(&self.out, &text, false).map_err(Failure::bad)?;
        let out = self.out.display();
        if self.format.json {
            print_json(
                &json!({ "puzzles": count, "games": self.files.len(), "bytes": text.len() }),
            );
        } else {
            print(&format!("{out}: {count} puzzles from {} games", self.files.len()));
        }
        Ok(())
    }

    /// Finds the puzzles of the game in a file.
    fn find_in_file(&self, file: &Path) -> Result<Vec<PuzzleCandidate>, String> {
        let text = storage::read_text(file).map_err(|why| why.to_string())?;
        let criteria =
            PuzzleCriteria { gap: self.gap / 100.0, options: AnalysisOptions::default() };
        let named = |why: ReadError| format!("{}: {why}", file.display());
        let kind = kind_of(&text).map_err(named)?;
        with_game!(kind, |G| find_in_game(
            Record::<G>::read(&text).map_err(named)?.record,
            &criteria
        ))
    }
}

/// Returns the candidates in a game.
fn find_in_game<G: Scripted>(
    record: Record<G>,
    criteria: &PuzzleCriteria,
) -> Result<Vec<PuzzleCandidate>, String> {
    let session = Session::new(record).map_err(|why| why.to_string())?;
    options::reject_redacted(&session)?;
    let (states, steps) = (session.states(), &session.record().steps);
    let analysis = analyse(states, steps, criteria.options, &mut |_| true);
    Ok(analysis.map(|analysis| find(&session, &analysis, criteria)).unwrap_or_default())
}

/// Chooses at most `count` puzzles, the clearest of each preset in turn. Puzzles whose best move
/// was missed in the game come first.
fn choose_puzzles(mut candidates: Vec<PuzzleCandidate>, count: usize) -> Vec<PuzzleCandidate> {
    let key = |candidate: &PuzzleCandidate| (candidate.missed, candidate.gap);
    candidates.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal));
    let mut presets: Vec<String> =
        candidates.iter().map(|candidate| candidate.puzzle.preset.clone()).collect();
    presets.sort();
    presets.dedup();
    let mut chosen = Vec::new();
    while chosen.len() < count && !candidates.is_empty() {
        for preset in &presets {
            let next = candidates.iter().position(|candidate| candidate.puzzle.preset == *preset);
            if let Some(next) = next.filter(|_| chosen.len() < count) {
                chosen.push(candidates.remove(next));
            }
        }
    }
    chosen
}
