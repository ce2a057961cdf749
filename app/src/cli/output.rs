//! The results of commands, and their output on the terminal.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process;

use clap::Args;
use qipan_core::contract::localized::{is_unsafe_control, on_one_line};
use qipan_core::house::HouseError;
use serde_json::Value;

use crate::model::programs;

/// The format of the result.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Format {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(super) json: bool,
}

/// The failure of a command.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command failed, and its output has already given the reason.
    AlreadyReported,
    /// The command failed for this reason, for example because of bad input.
    Bad(String),
    /// The usage is wrong.
    Usage(String),
}

pub(super) type CliResult = Result<(), Failure>;

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

/// Prints a line of the result on standard output.
///
/// Names in it may come from untrusted files, so control characters are replaced. Otherwise they
/// could control the terminal or start a new line.
pub(super) fn print(line: &str) {
    write_out(&on_one_line(line));
}

/// Prints the JSON object of a command.
pub(super) fn print_json(value: &Value) {
    write_out(&escaped(&value.to_string()));
}

/// Escapes control characters in JSON text. They occur only in strings, where an escape has the
/// same meaning.
fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unsafe_control) {
        return Cow::Borrowed(json);
    }
    let escape = |character: char| {
        if is_unsafe_control(character) {
            format!("\\u{:04x}", u32::from(character))
        } else {
            character.to_string()
        }
    };
    Cow::Owned(json.chars().map(escape).collect())
}

/// Writes a line on standard output. A closed pipe is ignored. Any other write error, such as a
/// full disk, ends the program.
fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    if let Err(why) = written.and_then(|()| out.flush())
        && why.kind() != io::ErrorKind::BrokenPipe
    {
        eprint_line(&format!("error: cannot write the result: {why}"));
        programs::end_all();
        process::exit(1);
    }
}

/// Prints a message on standard error, with control characters replaced as in [`print()`].
pub(super) fn eprint_line(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", on_one_line(line));
}

/// Formats a CSV cell. A text that a spreadsheet would run as a formula gets a leading apostrophe,
/// which marks it as text.
pub(super) fn csv_cell(text: &str) -> String {
    const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    // Spreadsheets may skip leading tabs and line breaks.
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || is_unsafe_control(c));
    let prefix = if trimmed.starts_with(FORMULA_STARTS) { "'" } else { "" };
    let text = on_one_line(text);
    if prefix.is_empty() && !text.contains([',', '"']) {
        text.into_owned()
    } else {
        format!("\"{prefix}{}\"", text.replace('"', "\"\""))
    }
}

/// Joins the lines of a message with spaces.
pub(super) fn join_lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Rounds a number to `digits` decimal places, so that the output is the same on every machine.
pub(super) fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (number * factor).round() / factor
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODD: &str = "a\u{1b}[2Jb\rc\nd\te\u{202e}f\u{2028}g\u{7f}\u{9b}\u{7}";

    #[test]
    fn control_characters_from_files_are_escaped() {
        let plain = "名字 name = 1, ‘2’ é";
        assert!(matches!(on_one_line(plain), Cow::Borrowed(same) if same == plain));
        assert_eq!(on_one_line(ODD).replace('\u{fffd}', "_"), "a_[2Jb_c_d_e_f_g___");
        let json = serde_json::json!({ "name": ODD });
        let text = escaped(&json.to_string()).into_owned();
        assert!(!text.contains(is_unsafe_control), "{text}");
        let parsed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(parsed["name"], Value::from(ODD), "the parsed text is unchanged");
    }

    #[test]
    fn csv_cells_are_never_formulas() {
        for plain in ["greedy", "长 龙", "a=b", "3", "cmd:python3 x.py"] {
            assert_eq!(csv_cell(plain), plain);
        }
        for (text, cell) in [
            ("=1+1", r#""'=1+1""#),
            ("+1", r#""'+1""#),
            ("-1", r#""'-1""#),
            ("@SUM(A1)", r#""'@SUM(A1)""#),
            ("＝1", r#""'＝1""#),
            (" =1", r#""' =1""#),
            ("\t=1", "\"'\u{fffd}=1\""),
            ("\r\n=cmd|' /C calc'!A0", "\"'\u{fffd}\u{fffd}=cmd|' /C calc'!A0\""),
            (r#"a,"b""#, r#""a,""b""""#),
            ("a\nb", "a\u{fffd}b"),
        ] {
            assert_eq!(csv_cell(text), cell, "{text:?}");
        }
    }
}
