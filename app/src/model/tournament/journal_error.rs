//! The errors of a tournament's journal.

/// The reason why a journal cannot be resumed or merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentJournalError {
    /// The file cannot be read or written, or another run is writing to it.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        why: String,
    },
    /// The file is not a journal.
    #[error("{file}: is not a journal of an arena: {why}")]
    Foreign {
        /// The file.
        file: String,
        /// The reason why its first line is not that of a journal.
        why: String,
    },
    /// The journal belongs to another tournament.
    #[error("{file}: is the journal of another arena: {}", .differences.join("; "))]
    Differs {
        /// The file.
        file: String,
        /// The differences.
        differences: Vec<String>,
    },
    /// A line after the first is broken.
    #[error("{file}:{line}: is not a block of this arena: {why}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// The error.
        why: String,
    },
    /// Two lines have different results of one block.
    #[error("{first} and {second}: block {block} has different results")]
    Conflict {
        /// The number of the block.
        block: u64,
        /// The first file and line, as `FILE:LINE`.
        first: String,
        /// The other file and line, as `FILE:LINE`.
        second: String,
    },
}
