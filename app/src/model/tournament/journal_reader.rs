//! Reads the lines of a tournament's journal.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use qipan_core::contract::limits;
use qipan_core::tournament::{BlockPlan, BlockResult};

use crate::model::tournament::block_line::BlockLine;
use crate::model::tournament::header::{MAX_LINE_BYTES, next_line};
use crate::model::tournament::journal_error::TournamentJournalError;

/// A journal that is read line by line.
pub(super) struct JournalReader {
    path: PathBuf,
    reader: BufReader<File>,
    line: Vec<u8>,
    /// The number of lines read, complete or not.
    pub line_number: usize,
    /// The number of bytes in complete lines.
    pub complete_bytes: u64,
    /// True if the last line was incomplete.
    pub has_torn_end: bool,
}

impl JournalReader {
    pub(super) fn new(path: &Path, file: File) -> Self {
        Self {
            path: path.to_owned(),
            reader: BufReader::new(file),
            line: Vec::new(),
            line_number: 0,
            complete_bytes: 0,
            has_torn_end: false,
        }
    }

    /// Reads the next line. Returns it with its newline, which an incomplete last line lacks. At
    /// the end of the file, the line is empty.
    pub(super) fn next_line(&mut self) -> Result<&[u8], TournamentJournalError> {
        let file_error = |error: io::Error| TournamentJournalError::File {
            file: self.path.display().to_string(),
            why: error.to_string(),
        };
        next_line(&mut self.reader, &mut self.line).map_err(file_error)?;
        self.line_number += 1;
        if self.line.ends_with(b"\n") {
            self.complete_bytes += self.line.len() as u64;
        } else {
            self.has_torn_end = !self.line.is_empty();
        }
        Ok(&self.line)
    }

    /// Reads the next block of a plan. Skips blocks that are not in the plan, and blocks with
    /// another number of games than in the plan. Returns `None` at an incomplete last line and at
    /// the end of the file.
    pub(super) fn next_block(
        &mut self,
        plan: &BlockPlan,
        has_dice: bool,
    ) -> Result<Option<BlockResult>, TournamentJournalError> {
        loop {
            self.next_line()?;
            let result = if self.line.len() >= MAX_LINE_BYTES {
                Err("the line is longer than 1 MiB".to_owned())
            } else if !self.line.ends_with(b"\n") {
                return Ok(None);
            } else {
                block_of(&self.line, plan, has_dice)
            };
            let line_error = |why: String| TournamentJournalError::Line {
                file: self.path.display().to_string(),
                line: self.line_number,
                why: limits::sentence(&why),
            };
            if let Some(result) = result.map_err(line_error)? {
                return Ok(Some(result));
            }
        }
    }

    /// Returns the location of the last line read, as `FILE:LINE`.
    pub(super) fn location(&self) -> String {
        format!("{}:{}", self.path.display(), self.line_number)
    }
}

/// Reads the block of a line. Returns `None` if the block is not in the plan, or if it has another
/// number of games than in the plan.
fn block_of(line: &[u8], plan: &BlockPlan, has_dice: bool) -> Result<Option<BlockResult>, String> {
    let line = BlockLine::parse(line)?;
    let block = plan.block(line.block).filter(|block| block.games.len() == line.game_count());
    block.map(|block| line.result(&block, has_dice)).transpose()
}
