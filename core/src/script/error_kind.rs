//! The kinds of a script's errors.

use serde::Serialize;

/// The kind of a script's error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The file cannot be a script: too large, not text, or compiled.
    File,
    /// The text does not parse as Luau.
    Syntax,
    /// A field of the returned table is missing or wrong.
    Metadata,
    /// The script failed while running.
    Runtime,
    /// The script held more memory than allowed.
    Memory,
    /// The script ran out of fuel.
    Fuel,
    /// The script reached its wall-clock limit.
    Time,
    /// The host cancelled the call.
    Cancelled,
    /// The answer is not valid, for example not a legal action.
    Answer,
}
