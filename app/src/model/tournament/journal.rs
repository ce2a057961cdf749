//! The journal of a running tournament. Each line is JSON: the first describes the tournament,
//! and each later line is a finished block.
//!
//! A tournament is resumed by reading the finished blocks from its journal and playing the others.
//! The first line has to match the tournament. An incomplete last line is cut off, and its block is
//! played again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use qipan_core::script::Scripted;
use qipan_core::tournament::BlockResult;

use crate::model::storage::disk;
use crate::model::tournament::block_line::BlockLine;
use crate::model::tournament::header::{Difference, Header};
use crate::model::tournament::journal_error::TournamentJournalError;
use crate::model::tournament::journal_reader::JournalReader;
use crate::model::tournament::spec::TournamentSpec;

/// The error of a journal that another run has locked.
const IN_USE: &str = "another run is writing to it";

/// A journal open for appending.
#[derive(Debug)]
pub struct TournamentJournal {
    path: PathBuf,
    file: File,
    /// The blocks read when the journal was opened and those added by [`Self::adopt`], by number.
    pub(super) blocks: BTreeMap<u64, BlockResult>,
    /// By robot index: the lowest number of a block whose line has an error message of the robot.
    error_blocks: BTreeMap<u8, u64>,
    /// True if the last line was incomplete when the journal was opened.
    has_torn_end: bool,
}

impl TournamentJournal {
    /// Empties the journal, unless another run is writing to it.
    ///
    /// # Errors
    /// A file that is in use or cannot be written.
    pub(super) fn truncate(path: &Path) -> Result<(), TournamentJournalError> {
        let file = open_locked(path)?;
        disk::truncate(&file, 0).map_err(|error| file_error(path, &error))
    }

    /// Opens the journal of a tournament, or starts it if there is none.
    ///
    /// # Errors
    /// A file that cannot be read or written, is in use, or is not the journal of this
    /// tournament.
    pub fn open<G: Scripted>(
        path: &Path,
        tournament: &TournamentSpec<G>,
    ) -> Result<Self, TournamentJournalError> {
        let io_error = |error: io::Error| file_error(path, &error);
        let file = open_locked(path)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            blocks: BTreeMap::new(),
            error_blocks: BTreeMap::new(),
            has_torn_end: false,
        };
        let complete_bytes = journal.read(tournament)?;
        // The file is the journal of this tournament, so an incomplete last line may be cut off.
        disk::truncate(&journal.file, complete_bytes).map_err(io_error)?;
        journal.file.seek(SeekFrom::Start(complete_bytes)).map_err(io_error)?;
        if complete_bytes == 0 {
            journal.append(&Header::new(tournament).write())?;
        }
        Ok(journal)
    }

    /// Reads the blocks of this tournament. Returns the number of bytes in complete lines.
    fn read<G: Scripted>(
        &mut self,
        tournament: &TournamentSpec<G>,
    ) -> Result<u64, TournamentJournalError> {
        let file = self.file.try_clone().map_err(|error| file_error(&self.path, &error))?;
        let mut reader = JournalReader::new(&self.path, file);
        let header = Header::new(tournament).write();
        let line = reader.next_line()?;
        if !line.ends_with(b"\n") {
            if !header.as_bytes().starts_with(line) {
                let (file, why) = (self.path.display().to_string(), "its first line is incomplete");
                return Err(TournamentJournalError::Foreign { file, why: why.to_owned() });
            }
            self.has_torn_end = reader.has_torn_end;
            return Ok(0);
        }
        let saved = Header::parse(&self.path, line)?;
        // The new header is parsed too, because writing and reading a number may change its form.
        let header = Header::parse(&self.path, header.as_bytes())?;
        let mut differences = header.differences(&saved);
        let [saved_shard, own_shard] = [&saved, &header].map(|header| header.shard.to_string());
        differences.extend(Difference::between("shard", &saved_shard, &own_shard));
        if !differences.is_empty() {
            let in_words = |difference: &Difference| difference.sentence("there", "here");
            return Err(TournamentJournalError::Differs {
                file: self.path.display().to_string(),
                differences: differences.iter().map(in_words).collect(),
            });
        }
        let plan = tournament.plan();
        while let Some(result) = reader.next_block(&plan, G::HAS_DICE)? {
            self.note_messages(&result);
            self.blocks.insert(result.number, result);
        }
        self.has_torn_end = reader.has_torn_end;
        Ok(reader.complete_bytes)
    }

    /// Returns the numbers of blocks and games that were read or adopted.
    pub fn block_and_game_counts(&self) -> (usize, usize) {
        (self.blocks.len(), self.game_count())
    }

    /// Returns the number of games in its blocks.
    pub fn game_count(&self) -> usize {
        self.blocks.values().map(|result| result.games.len()).sum()
    }

    /// Adds blocks from other journals of the same tournament. Skips blocks that are already there,
    /// belong to another shard, or have another number of games than in this tournament.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn adopt<'a, G: Scripted>(
        &mut self,
        tournament: &TournamentSpec<G>,
        results: impl IntoIterator<Item = &'a BlockResult>,
    ) -> Result<(), TournamentJournalError> {
        let plan = tournament.plan();
        for result in results {
            let is_own = plan
                .block(result.number)
                .is_some_and(|block| block.games.len() == result.games.len());
            if is_own && !self.blocks.contains_key(&result.number) {
                self.append_block(result)?;
                self.blocks.insert(result.number, result.clone());
            }
        }
        Ok(())
    }

    /// Returns true if the last line was incomplete when the journal was opened, as after a crash.
    pub fn was_torn(&self) -> bool {
        self.has_torn_end
    }

    /// Appends the line of a finished block. The message of a robot's error is left out if the line
    /// of a block with a lower number has one, because tables show only the first.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append_block(
        &mut self,
        result: &BlockResult,
    ) -> Result<(), TournamentJournalError> {
        let mut written = result.clone();
        for (robot, counts) in &mut written.robots {
            if self.error_blocks.get(robot).is_some_and(|block| *block < result.number) {
                counts.first_error = None;
            }
        }
        self.note_messages(&written);
        self.append(&BlockLine::new(&written).write())
    }

    /// Updates `error_blocks` with the robots that have an error message in this block.
    fn note_messages(&mut self, result: &BlockResult) {
        let with_messages = result.robots.iter().filter(|(_, counts)| counts.first_error.is_some());
        for (robot, _) in with_messages {
            let first = self.error_blocks.entry(*robot).or_insert(result.number);
            *first = result.number.min(*first);
        }
    }

    /// Appends a line, without buffering, since the process may be killed at any time.
    fn append(&mut self, line: &str) -> Result<(), TournamentJournalError> {
        let written = disk::write_all(&mut self.file, line.as_bytes());
        written.map_err(|error| file_error(&self.path, &error))
    }
}

/// Opens a journal for reading and writing, and locks it. Creates the file if it is missing.
fn open_locked(path: &Path) -> Result<File, TournamentJournalError> {
    let io_error = |error: io::Error| file_error(path, &error);
    let refuse = |why: &str| TournamentJournalError::File {
        file: path.display().to_string(),
        why: why.to_owned(),
    };
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
    let file = disk::open(&options, path).map_err(io_error)?;
    if !file.metadata().map_err(io_error)?.is_file() {
        return Err(refuse("is not a regular file"));
    }
    // Other errors are ignored, because some systems cannot lock files. On those, the user
    // has to avoid starting two runs with one journal.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(refuse(IN_USE));
    }
    Ok(file)
}

/// Returns the error of a file that cannot be read or written.
fn file_error(path: &Path, error: &io::Error) -> TournamentJournalError {
    TournamentJournalError::File { file: path.display().to_string(), why: error.to_string() }
}
