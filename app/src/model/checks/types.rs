//! Checks the types of a script, if Luau's own analyser is installed.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use crate::model::scripts::Script;

/// The name of the analyser in Luau's releases.
pub const ANALYSER: &str = "luau-analyze";

/// The type definitions of everything scripts can use.
const TYPES: &str = include_str!("../../../../scripts/qipan.d.luau");

/// Checks the types of a script. Returns false if there is no analyser or the robot is a program.
///
/// # Errors
/// The line and message of the first type error.
pub fn check(script: &Script) -> Result<bool, (u32, String)> {
    if !script.info().command.is_empty() {
        return Ok(false);
    }
    let source = script.source();
    let source = String::from_utf8_lossy(&source);
    let Some(output) = analyse(&prelude(&source), &source) else { return Ok(false) };
    output.lines().find_map(parse_error_line).map_or(Ok(true), Err)
}

/// Returns the text to put before a script. The analyser takes one file, so the definitions are
/// part of it. The mode comment has to be on the first line.
fn prelude(source: &str) -> String {
    let mode = source.lines().next().filter(|line| line.starts_with("--!")).unwrap_or("--");
    // Only a definition file can declare a global. Here it becomes a local variable.
    let types =
        TYPES.replace("\ndeclare codes: Codes\n", "\nlocal codes = (nil :: any) :: Codes\n");
    format!("{mode}\n{types}\n")
}

/// Returns the output of the analyser, or `None` if it cannot be run.
fn analyse(prelude: &str, source: &str) -> Option<String> {
    let mut command = Command::new(ANALYSER);
    let command = command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    for text in [prelude, source] {
        match input.write_all(text.as_bytes()) {
            // The analyser may exit before it has read everything.
            Err(why) if why.kind() == ErrorKind::BrokenPipe => break,
            result => result.ok()?,
        }
    }
    drop(input);
    let output = child.wait_with_output().ok()?;
    let text = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Reads a line of output such as `stdin(12,3): TypeError: ...`. Returns the line of the script
/// and the message of an error, and `None` for advice on style.
fn parse_error_line(text: &str) -> Option<(u32, String)> {
    let (place, rest) = text.split_once("): ")?;
    let (_, place) = place.rsplit_once('(')?;
    let line: usize = place.split(',').next()?.parse().ok()?;
    let (kind, message) = rest.split_once(": ")?;
    let prelude_lines = 2 + TYPES.lines().count();
    let line = u32::try_from(line.checked_sub(prelude_lines)?).ok().filter(|line| *line > 0)?;
    let is_error = ["TypeError", "SyntaxError"].contains(&kind);
    is_error.then(|| (line, format!("{} (type)", message.trim())))
}
