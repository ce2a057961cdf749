//! What commands share: how they end and what they print.

use std::io::{self, Write};

use clap::Args;
use qipan_core::house::HouseError;
use serde_json::Value;

/// How the result is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Format {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(super) json: bool,
}

/// The end of a command that did not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// The answer is no; the output has said why.
    No,
    /// The input is bad: what, where, what to do.
    Bad(String),
    /// Wrong usage.
    Usage(String),
}

pub(super) type Outcome = Result<(), Failure>;

impl From<HouseError> for Failure {
    fn from(why: HouseError) -> Self {
        Self::bad(why)
    }
}

impl Failure {
    pub(super) fn bad(what: impl ToString) -> Self {
        Self::Bad(what.to_string())
    }
}

/// Prints the result on standard output. A reader who has gone away is no error.
pub(super) fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    let _ = out.flush();
}

/// Prints the one JSON object of a command.
pub(super) fn print_json(value: &Value) {
    print(&value.to_string());
}

/// Tells the person at the terminal something beside the result.
pub(super) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A message without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A number with so many digits after the point, for output that is the same everywhere.
pub(super) fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (number * factor).round() / factor
}
