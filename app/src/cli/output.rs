//! What commands share: how they end and what they print.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process;

use clap::Args;
use qipan_core::house::HouseError;
use qipan_core::text::is_direction;
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

/// Prints the result on standard output.
pub(super) fn print(text: &str) {
    write_out(&harmless(text, |_| char::REPLACEMENT_CHARACTER.to_string()));
}

/// Prints the one JSON object of a command.
pub(super) fn print_json(value: &Value) {
    // In its texts, where alone they can stand, such signs can be written otherwise.
    write_out(&harmless(&value.to_string(), |sign| format!("\\u{:04x}", u32::from(sign))));
}

/// A reader who has gone away is no error; a full disk ends the program.
fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    if let Err(why) = written.and_then(|()| out.flush())
        && why.kind() != io::ErrorKind::BrokenPipe
    {
        say(&format!("error: the result could not be written: {why}"));
        process::exit(1);
    }
}

/// Tells the person at the terminal something beside the result.
pub(super) fn say(text: &str) {
    let text = harmless(text, |_| char::REPLACEMENT_CHARACTER.to_string());
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A text in which nothing steers a terminal or turns the direction of writing: names come from
/// files that anybody may have made.
fn harmless(text: &str, instead: impl Fn(char) -> String) -> Cow<'_, str> {
    let steers = |sign: char| {
        let control = sign.is_control() && !matches!(sign, '\n' | '\t');
        control || is_direction(sign)
    };
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let sign = |sign: char| if steers(sign) { instead(sign) } else { sign.to_string() };
    Cow::Owned(text.chars().map(sign).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_a_file_steers_the_terminal() {
        let plain = "名字 name\n\tline";
        assert!(matches!(harmless(plain, |_| String::new()), Cow::Borrowed(same) if same == plain));
        let odd = "a\u{1b}[2Jb\rc\u{202e}d\u{7}";
        let shown = harmless(odd, |sign| format!("<{:x}>", u32::from(sign)));
        assert_eq!(shown, "a<1b>[2Jb<d>c<202e>d<7>");
    }
}
