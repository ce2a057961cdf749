//! `qipan puzzles`: finds puzzles in saved games and writes them to a file.

use std::collections::BTreeMap;
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
use crate::cli::output_files;
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

/// Parses the minimum lead, in percentage points of winning chance. Puzzles with a lead above
/// [`MAX_GAP`] are trivial.
fn gap(text: &str) -> Result<f32, String> {
    let max = 100.0 * MAX_GAP;
    let number = text.trim().parse().ok().filter(|number| (0.0..=max).contains(number));
    number.ok_or_else(|| format!("expected a percentage from 0 to {max}"))
}

impl PuzzlesArgs {
    pub(super) fn run(&self) -> CliResult {
        output_files::check_new(&self.out, self.force)?;
        let results = process_files(&self.files, |file| self.find_in_file(file));
        let mut candidates = Vec::new();
        for result in results {
            match result {
                Ok(found) => candidates.extend(choose_one(found)),
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
            let files = self.files.len();
            let ending = |number: usize| if number == 1 { "" } else { "s" };
            let found =
                format!("{count} puzzle{} from {files} game{}", ending(count), ending(files));
            print(&format!("{out}: {found}"));
        }
        Ok(())
    }

    /// Finds the puzzle candidates of the game in a file.
    fn find_in_file(&self, file: &Path) -> Result<Vec<PuzzleCandidate>, String> {
        let text = storage::read_text(file).map_err(|why| why.to_string())?;
        let criteria =
            PuzzleCriteria { gap: self.gap / 100.0, options: AnalysisOptions::default() };
        let in_file = |why: ReadError| format!("{}: {why}", file.display());
        let kind = kind_of(&text).map_err(in_file)?;
        with_game!(kind, |G| find_in_game(
            Record::<G>::read(&text).map_err(in_file)?.record,
            &criteria
        ))
    }
}

/// Returns the puzzle candidates in a game.
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

/// Chooses one puzzle of a game, for variety: the one with the median lead among those whose best
/// move was missed, or among all if none was missed.
fn choose_one(candidates: Vec<PuzzleCandidate>) -> Option<PuzzleCandidate> {
    let is_any_missed = candidates.iter().any(|candidate| candidate.was_missed);
    let mut pool: Vec<PuzzleCandidate> =
        candidates.into_iter().filter(|candidate| candidate.was_missed || !is_any_missed).collect();
    pool.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    let middle = pool.len() / 2;
    pool.into_iter().nth(middle)
}

/// Chooses at most `count` puzzles, equally many of each preset if there are enough. Those of a
/// preset are spread evenly from the largest lead of the best move to the smallest. Puzzles whose
/// best move was missed in the game are preferred.
fn choose_puzzles(candidates: Vec<PuzzleCandidate>, count: usize) -> Vec<PuzzleCandidate> {
    let mut by_preset: BTreeMap<String, Vec<PuzzleCandidate>> = BTreeMap::new();
    for candidate in candidates {
        by_preset.entry(candidate.puzzle.preset.clone()).or_default().push(candidate);
    }
    let mut quotas = vec![0; by_preset.len()];
    let mut left = count;
    while left > 0 {
        let left_before = left;
        for (quota, pool) in quotas.iter_mut().zip(by_preset.values()) {
            if *quota < pool.len() && left > 0 {
                (*quota, left) = (*quota + 1, left - 1);
            }
        }
        if left == left_before {
            break;
        }
    }
    let pools = by_preset.into_values().zip(quotas);
    pools.flat_map(|(pool, quota)| spread(pool, quota)).collect()
}

/// Returns `count` of these puzzles, spread evenly over the leads of their best moves. If there are
/// enough puzzles whose best move was missed, the others are left out.
fn spread(mut pool: Vec<PuzzleCandidate>, count: usize) -> Vec<PuzzleCandidate> {
    let missed = pool.iter().filter(|candidate| candidate.was_missed).count();
    if missed >= count {
        pool.retain(|candidate| candidate.was_missed);
    }
    pool.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    let last = pool.len().saturating_sub(1);
    let intervals = count.saturating_sub(1).max(1);
    let indices: Vec<usize> = (0..count).map(|number| number * last / intervals).collect();
    let indexed = pool.into_iter().enumerate();
    indexed.filter(|(index, _)| indices.contains(index)).map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(preset: &str, missed: bool, count: usize) -> Vec<PuzzleCandidate> {
        let puzzle = |number: usize| {
            let puzzle = json!({
                "game": "junqi", "preset": preset, "seats": [], "steps": number.to_string(),
                "seat": "south", "played": "", "values": [],
            });
            let puzzle = serde_json::from_value(puzzle).unwrap();
            PuzzleCandidate { gap: number as f32 / 100.0, was_missed: missed, puzzle }
        };
        (1..=count).map(puzzle).collect()
    }

    #[test]
    fn puzzles_are_spread_over_presets_and_leads() {
        let mut all = candidates("dark", true, 9);
        all.extend(candidates("dark", false, 9));
        all.extend(candidates("flip", true, 2));
        let chosen = choose_puzzles(all, 7);
        // The steps of these puzzles are the numbers that `candidates` gave them.
        let numbers = |preset: &str| -> Vec<String> {
            let of_preset = chosen.iter().filter(|it| it.puzzle.preset == preset);
            of_preset.map(|it| it.puzzle.steps.clone()).collect()
        };
        assert_eq!(numbers("dark"), ["9", "7", "5", "3", "1"]);
        assert!(chosen.iter().all(|candidate| candidate.was_missed));
        assert_eq!(numbers("flip"), ["2", "1"]);
        assert_eq!(choose_puzzles(candidates("dark", true, 3), 7).len(), 3);
        assert!(choose_puzzles(Vec::new(), 7).is_empty());
    }

    #[test]
    fn puzzle_with_the_median_lead_is_chosen_from_a_game() {
        let mut all = candidates("dark", false, 9);
        assert_eq!(choose_one(all.clone()).unwrap().puzzle.steps, "5");
        all.extend(candidates("dark", true, 3));
        assert_eq!(choose_one(all).unwrap().puzzle.steps, "2");
        assert_eq!(choose_one(Vec::new()), None);
    }
}
