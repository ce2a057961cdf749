//! Merges the journals of a tournament that several machines played in shards.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, Shard, SprtHypotheses};

use crate::model::storage::disk;
use crate::model::tournament::header::{Difference, Header};
use crate::model::tournament::journal_error::TournamentJournalError;
use crate::model::tournament::journal_reader::JournalReader;
use crate::model::tournament::run::TournamentTotals;

/// The blocks of several journals of one tournament.
#[derive(Debug)]
pub struct MergedJournals {
    /// The first line of the first journal, with the number of games of the undivided tournament.
    pub header: Header,
    /// The blocks by number.
    blocks: BTreeMap<u64, BlockResult>,
    /// The numbers of the blocks that no journal has, as ranges in ascending order. They are not
    /// listed one by one, since a first line can name any number of games.
    missing: Vec<Range<u64>>,
    /// The number of all blocks.
    block_count: u64,
    /// The number of shards, if all journals agree on it.
    shard_count: Option<u64>,
    /// The journals whose last line is incomplete.
    pub torn: Vec<PathBuf>,
}

/// The results of merged journals.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedTotals {
    /// The results.
    pub totals: TournamentTotals,
    /// Describes the missing blocks. `None` if the results are those of the undivided tournament.
    pub missing: Option<String>,
}

impl MergedJournals {
    /// Reads the first line of a journal.
    ///
    /// # Errors
    /// A file that cannot be read or is not a journal.
    pub fn header(file: &Path) -> Result<Header, TournamentJournalError> {
        open(file).map(|(_, header)| header)
    }

    /// Reads journals of one tournament. `games` is the number of games of the undivided
    /// tournament. Without it, the first lines give the number and have to agree.
    ///
    /// # Errors
    /// A file that cannot be read or is not a journal, journals of different tournaments or
    /// programs, or different results of one block.
    pub fn read<G: Scripted>(
        files: &[PathBuf],
        games: Option<u64>,
    ) -> Result<Self, TournamentJournalError> {
        let mut journals = Vec::with_capacity(files.len());
        for file in files {
            journals.push(open(file)?);
        }
        let Some(((_, first), others)) = journals.split_first() else {
            unreachable!("the command line requires a journal")
        };
        for ((_, header), file) in others.iter().zip(&files[1..]) {
            check_same(&files[0], first, file, header, games.is_none())?;
        }
        let mut header = first.clone();
        header.games = games.unwrap_or(first.games);
        let shard_count = first.shard.count();
        let shard_count = others
            .iter()
            .all(|(_, header)| header.shard.count() == shard_count)
            .then_some(shard_count);
        let plan = header.plan::<G>(Shard::WHOLE);
        let plan = plan.map_err(|why| foreign(&files[0], why))?;
        // The blocks, each with the file and line from which it was read.
        let mut blocks = BTreeMap::<u64, (BlockResult, String)>::new();
        let mut torn = Vec::new();
        for ((mut reader, _), file) in journals.into_iter().zip(files) {
            while let Some(result) = reader.next_block(&plan, G::HAS_DICE)? {
                add(&mut blocks, result, reader.location())?;
            }
            torn.extend(reader.has_torn_end.then(|| file.clone()));
        }
        let block_count = plan.total_blocks();
        let missing = gaps(blocks.keys().copied(), block_count);
        let blocks = blocks.into_iter().map(|(number, (result, _))| (number, result)).collect();
        Ok(Self { header, blocks, missing, block_count, shard_count, torn })
    }

    /// Returns the blocks in ascending order.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockResult> {
        self.blocks.values()
    }

    /// Returns true if no block is missing.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// Counts the results in the order of the blocks, until the sequential test has a verdict.
    pub fn totals(&self, sprt: Option<SprtHypotheses>) -> MergedTotals {
        let mut totals = TournamentTotals::new(&self.header.equal_robots(), sprt);
        let mut next = 0;
        for (number, result) in &self.blocks {
            if totals.is_decided() {
                break;
            }
            totals.add(result);
            next = number + 1;
        }
        // Blocks after the verdict need not be there.
        let end = if totals.is_decided() { next } else { self.block_count };
        let before_end = |gap: &Range<u64>| gap.start..gap.end.min(end);
        let missing: Vec<_> =
            self.missing.iter().map(before_end).filter(|gap| !gap.is_empty()).collect();
        MergedTotals { totals, missing: self.describe(&missing) }
    }

    /// Describes missing blocks by shard. Describes them by number if there is only one shard, or
    /// if the journals do not agree on the number of shards.
    fn describe(&self, missing: &[Range<u64>]) -> Option<String> {
        let (first, count) = (missing.first()?.start, self.block_count);
        let shard_count = self.shard_count.filter(|count| *count > 1);
        let parts = match shard_count {
            Some(shard_count) => shortened(missing_shards(missing, shard_count, count)),
            None => shortened(missing.iter().map(range_text)),
        };
        let missing_blocks: u64 = missing.iter().map(|gap| gap.end - gap.start).sum();
        let verb = if missing_blocks == 1 { "is" } else { "are" };
        let first = if shard_count.is_some() {
            format!("; the first is block {first}")
        } else {
            String::new()
        };
        Some(format!("{missing_blocks} of {count} blocks {verb} missing: {parts}{first}"))
    }
}

/// Opens a journal and reads its first line.
fn open(path: &Path) -> Result<(JournalReader, Header), TournamentJournalError> {
    let file = disk::open(File::options().read(true), path);
    let file = file.map_err(|error| TournamentJournalError::File {
        file: path.display().to_string(),
        why: error.to_string(),
    })?;
    let mut reader = JournalReader::new(path, file);
    let line = reader.next_line()?;
    if !line.ends_with(b"\n") {
        return Err(foreign(path, "its first line is incomplete".to_owned()));
    }
    let header = Header::parse(path, line)?;
    Ok((reader, header))
}

/// Returns the error of a file that is not a journal.
fn foreign(path: &Path, why: String) -> TournamentJournalError {
    TournamentJournalError::Foreign { file: path.display().to_string(), why }
}

/// Checks that two journals belong to one tournament and were written by one version of the
/// program. If `compare_games` is true, their numbers of games must be equal too.
fn check_same(
    first_file: &Path,
    first: &Header,
    file: &Path,
    header: &Header,
    compare_games: bool,
) -> Result<(), TournamentJournalError> {
    let mut differences =
        Vec::from_iter(Difference::between("program", &first.program, &header.program));
    differences.extend(header.differences(first));
    if compare_games {
        let [first, other] = [first, header].map(|header| header.games.to_string());
        differences.extend(Difference::between("games", &first, &other));
    }
    if differences.is_empty() {
        return Ok(());
    }
    let found_in = [first_file, file].map(|file| format!("in {}", file.display()));
    let in_words = |difference: &Difference| difference.sentence(&found_in[0], &found_in[1]);
    let differences = differences.iter().map(in_words).collect();
    Err(TournamentJournalError::Differs { file: file.display().to_string(), differences })
}

/// Adds a block that was read at `location`. If the block is there already, the results must be
/// equal.
fn add(
    blocks: &mut BTreeMap<u64, (BlockResult, String)>,
    result: BlockResult,
    location: String,
) -> Result<(), TournamentJournalError> {
    let mut entry = match blocks.entry(result.number) {
        Entry::Vacant(entry) => {
            entry.insert((result, location));
            return Ok(());
        }
        Entry::Occupied(entry) => entry,
    };
    let (known, first) = entry.get_mut();
    if !known.is_same(&result) {
        let (block, first) = (result.number, first.clone());
        return Err(TournamentJournalError::Conflict { block, first, second: location });
    }
    // One of the journals may lack the message of an error.
    for ((_, known), (_, counts)) in known.robots.iter_mut().zip(result.robots) {
        known.first_error = known.first_error.take().or(counts.first_error);
    }
    Ok(())
}

/// Returns the ranges of the numbers below `end` that are not among `numbers`. `numbers` must be in
/// ascending order.
fn gaps(numbers: impl Iterator<Item = u64>, end: u64) -> Vec<Range<u64>> {
    let (mut gaps, mut next) = (Vec::new(), 0);
    for number in numbers.take_while(|number| *number < end).chain([end]) {
        if next < number {
            gaps.push(next..number);
        }
        next = number.saturating_add(1);
    }
    gaps
}

/// Describes the missing blocks of each shard that lacks some.
fn missing_shards(
    missing: &[Range<u64>],
    shard_count: u64,
    block_count: u64,
) -> impl Iterator<Item = String> {
    // Any `shard_count` consecutive blocks contain one block of every shard. The remaining blocks
    // of each range are counted in a difference array: `changes[i]` is the count of shard `i` minus
    // that of the shard before it.
    let (mut in_every_shard, mut changes) = (0, vec![0i64; shard_count as usize + 1]);
    for gap in missing {
        let (start, rest) = (gap.start % shard_count, (gap.end - gap.start) % shard_count);
        in_every_shard += (gap.end - gap.start) / shard_count;
        let end = start + rest;
        for (from, to) in [(start, end.min(shard_count)), (0, end.saturating_sub(shard_count))] {
            changes[from as usize] += 1;
            changes[to as usize] -= 1;
        }
    }
    let mut in_rest = 0;
    (0..shard_count).zip(changes).filter_map(move |(index, change)| {
        in_rest += change;
        let missing_blocks = in_every_shard + in_rest as u64;
        let shard = Shard::of_block(index, shard_count);
        match block_count.saturating_sub(index).div_ceil(shard_count) {
            _ if missing_blocks == 0 => None,
            all if all == missing_blocks => Some(format!("shard {shard} is missing")),
            all => Some(format!("shard {shard} lacks {missing_blocks} of {all}")),
        }
    })
}

/// Describes a range of numbers: `3`, `5 to 9`.
fn range_text(range: &Range<u64>) -> String {
    match range.end - range.start {
        1 => range.start.to_string(),
        _ => format!("{} to {}", range.start, range.end - 1),
    }
}

/// Joins parts with commas. Parts after the twelfth are only counted.
fn shortened(mut parts: impl Iterator<Item = String>) -> String {
    const MAX_PARTS: usize = 12;
    let mut shown: Vec<String> = parts.by_ref().take(MAX_PARTS).collect();
    match parts.count() {
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_blocks_are_described() {
        let missing = gaps([0, 1, 2, 4, 8].into_iter(), 10);
        assert_eq!(missing, [3..4, 5..8, 9..10]);
        let texts: Vec<_> = missing.iter().map(range_text).collect();
        assert_eq!(texts, ["3", "5 to 7", "9"]);
        // Ten blocks in four shards: 0 4 8, 1 5 9, 2 6, 3 7.
        let missing = gaps([0, 1, 3, 5, 9].into_iter(), 10);
        assert_eq!(missing, [2..3, 4..5, 6..9]);
        let parts: Vec<_> = missing_shards(&missing, 4, 10).collect();
        assert_eq!(
            parts,
            ["shard 1/4 lacks 2 of 3", "shard 3/4 is missing", "shard 4/4 lacks 1 of 2"]
        );
        // A range with more blocks than shards, and the most blocks that a first line can name.
        let parts: Vec<_> = missing_shards(&gaps([0, 1, 2].into_iter(), 10), 4, 10).collect();
        let first = ["shard 1/4 lacks 2 of 3", "shard 2/4 lacks 2 of 3", "shard 3/4 lacks 1 of 2"];
        assert_eq!(parts[..3], first);
        assert_eq!(parts[3], "shard 4/4 is missing");
        let parts: Vec<_> = missing_shards(&gaps([].into_iter(), u64::MAX), 2, u64::MAX).collect();
        assert_eq!(parts, ["shard 1/2 is missing", "shard 2/2 is missing"]);
        let parts = (0..14).map(|number| number.to_string());
        assert_eq!(shortened(parts), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 2 more");
    }
}
