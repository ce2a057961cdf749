//! The types of a script, where Luau's own analyser is at hand.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use crate::model::scripts::Script;

/// The analyser, as Luau's releases call it.
pub const ANALYSER: &str = "luau-analyze";

/// What scripts can use.
const TYPES: &str = include_str!("../../../../scripts/qipan.d.luau");

/// Whether there is an analyser, which then is content with the script.
///
/// # Errors
/// The first thing that it finds wrong: the line, and what.
pub fn check(script: &Script) -> Result<bool, (u32, String)> {
    if !script.info().command.is_empty() {
        return Ok(false);
    }
    let source = script.source();
    let source = String::from_utf8_lossy(&source);
    let Some(told) = analyse(&before(&source), &source) else { return Ok(false) };
    told.lines().find_map(finding).map_or(Ok(true), Err)
}

/// What comes before a script: the analyser takes one file, so our types stand in it as well.
/// The mode has to be said on the first line.
fn before(source: &str) -> String {
    let mode = source.lines().next().filter(|line| line.starts_with("--!")).unwrap_or("--");
    format!("{mode}\n{TYPES}\n")
}

/// What the analyser says of a text; nothing where there is none.
fn analyse(before: &str, source: &str) -> Option<String> {
    let mut command = Command::new(ANALYSER);
    let piped = command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    for text in [before, source] {
        match input.write_all(text.as_bytes()) {
            // It may end before it has read everything.
            Err(why) if why.kind() == ErrorKind::BrokenPipe => break,
            written => written.ok()?,
        }
    }
    drop(input);
    let output = child.wait_with_output().ok()?;
    let told = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&told).into_owned())
}

/// The line of the script and the message, if a line the analyser printed is about a mistake in
/// it: `stdin(12,3): TypeError: ...`. Its advice on style is left alone.
fn finding(told: &str) -> Option<(u32, String)> {
    let (place, rest) = told.split_once("): ")?;
    let (_, place) = place.rsplit_once('(')?;
    let line: usize = place.split(',').next()?.parse().ok()?;
    let (kind, message) = rest.split_once(": ")?;
    let ours = 2 + TYPES.lines().count();
    let line = u32::try_from(line.checked_sub(ours)?).ok().filter(|line| *line > 0)?;
    let is_mistake = ["TypeError", "SyntaxError"].contains(&kind);
    is_mistake.then(|| (line, format!("{} (type)", message.trim())))
}
