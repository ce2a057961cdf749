//! Script errors: every failure of a script becomes one readable message with its place.

use std::fmt;

use serde::Serialize;

use super::ErrorKind;
use super::hints::hint;
use super::meter::Death;
use crate::contract::robot::{RobotError, RobotErrorKind};

/// An error of a script: its place and one sentence about it.
///
/// # Examples
/// A script that does not parse is refused with its line:
/// ```
/// use qipan_core::games::race::Race;
/// use qipan_core::script::{ErrorKind, Host, LuaRobot};
///
/// let source = "return {\n    name = \"Broken\"\n    api = 1,\n}";
/// let error = match LuaRobot::<Race>::load("broken.luau", source, &[], &Host::default()) {
///     Err(error) => error,
///     Ok(_) => panic!("a comma is missing"),
/// };
/// assert_eq!((error.kind, error.line), (ErrorKind::Syntax, Some(3)));
/// assert!(error.to_string().starts_with("broken.luau:3: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScriptError {
    /// The file's name as the loader received it.
    pub file: String,
    /// Line in the file, from 1, if it is known.
    pub line: Option<u32>,
    /// The error in one line, in lower case.
    pub message: String,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// Up to two lines of source: the one before and the faulty one.
    pub source: Vec<(u32, String)>,
}

impl ScriptError {
    /// Converts the error for the caller of the robot, in one line.
    pub(super) fn trouble(&self) -> RobotError {
        let kind = match self.kind {
            ErrorKind::Fuel => RobotErrorKind::Budget,
            ErrorKind::Time | ErrorKind::Cancelled => RobotErrorKind::Stopped,
            ErrorKind::Answer => RobotErrorKind::Illegal,
            _ => RobotErrorKind::Error,
        };
        RobotError { kind, message: self.to_string() }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}: {}", self.file, self.message),
            None => write!(out, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ScriptError {}

/// Most characters of a message, which may contain text of the script.
const MAX_MESSAGE: usize = 1000;

/// Builder of [`ScriptError`]s, with the script's name and text.
#[derive(Debug)]
pub(super) struct Reporter {
    pub(super) file: String,
    /// The name of the chunk in the interpreter, which prefixes its messages.
    pub(super) chunk: String,
    pub(super) text: String,
    /// Bytes the VM may hold, for the message.
    pub(super) memory: usize,
}

impl Reporter {
    pub(super) fn new(file: &str, memory: usize) -> Self {
        let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let chunk = base.chars().filter(|c| !c.is_control() && *c != ':').take(60).collect();
        Self { file: file.into(), chunk, text: String::new(), memory }
    }

    pub(super) fn error(
        &self,
        kind: ErrorKind,
        line: Option<u32>,
        message: impl Into<String>,
    ) -> ScriptError {
        let source = line.map_or_else(Vec::new, |line| self.excerpt(line));
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        ScriptError { file: self.file.clone(), line, message, kind, source }
    }

    fn excerpt(&self, line: u32) -> Vec<(u32, String)> {
        (1u32..)
            .zip(self.text.lines())
            .skip(line.saturating_sub(2) as usize)
            .take_while(|(number, _)| *number <= line)
            .map(|(number, text)| (number, text.chars().take(200).collect()))
            .collect()
    }

    pub(super) fn death(&self, death: &Death, budget: u64) -> ScriptError {
        let message = match death.kind {
            ErrorKind::Fuel => format!("ran out of its thinking budget of {budget} steps"),
            ErrorKind::Time => "ran out of time".into(),
            ErrorKind::Memory => self.too_much(),
            _ => "was cancelled".into(),
        };
        self.error(death.kind, death.line, message)
    }

    fn too_much(&self) -> String {
        format!("used more than {} MiB of memory", self.memory >> 20)
    }

    /// Turns an interpreter's error into a one-line error with its place in the file.
    pub(super) fn caught(&self, error: &mlua::Error) -> ScriptError {
        let mut trace = String::new();
        let (kind, raw) = flatten(error, &mut trace);
        if kind == ErrorKind::Memory {
            let line = self.line_in(&trace);
            return self.error(kind, line, self.too_much());
        }
        let (head, tail) = raw.split_once("\nstack traceback:").unwrap_or((&raw, ""));
        let (line, message) = self.split_place(head);
        let line = line.or_else(|| self.line_in(tail)).or_else(|| self.line_in(&trace));
        let text = line.and_then(|line| self.text.lines().nth(line.saturating_sub(1) as usize));
        let advice = text.and_then(|text| hint(kind, message, text));
        let message = tidy(message);
        self.error(kind, line, advice.map_or(message.clone(), |hint| format!("{message} ({hint})")))
    }

    /// Splits `file:12: message`; drops a place in the prelude.
    fn split_place<'a>(&self, message: &'a str) -> (Option<u32>, &'a str) {
        if let Some((line, rest)) = place(message, &self.chunk) {
            return (Some(line), rest);
        }
        let rest = place(message, "prelude").map_or(message, |(_, rest)| rest);
        (None, rest)
    }

    /// Returns the innermost line of the script's own file in a stack trace.
    fn line_in(&self, trace: &str) -> Option<u32> {
        trace.lines().find_map(|line| {
            let rest = line.trim_start().strip_prefix(self.chunk.as_str())?.strip_prefix(':')?;
            rest.split(':').next()?.parse().ok()
        })
    }
}

fn place<'a>(message: &'a str, chunk: &str) -> Option<(u32, &'a str)> {
    let rest = message.strip_prefix(chunk)?.strip_prefix(':')?;
    let (line, rest) = rest.split_once(':')?;
    Some((line.parse().ok()?, rest.trim_start()))
}

/// Returns the kind and text of an error, and fills `trace` with the innermost stack trace.
fn flatten(error: &mlua::Error, trace: &mut String) -> (ErrorKind, String) {
    match error {
        mlua::Error::CallbackError { traceback, cause } => {
            let inner = flatten(cause, trace);
            if trace.is_empty() {
                trace.clone_from(traceback);
            }
            inner
        }
        mlua::Error::SyntaxError { message, .. } => (ErrorKind::Syntax, message.clone()),
        mlua::Error::RuntimeError(message) => (ErrorKind::Runtime, message.clone()),
        mlua::Error::BadArgument { to: Some(to), pos: pos @ 2.., cause, .. } => {
            let (_, why) = flatten(cause, trace);
            (ErrorKind::Runtime, format!("argument {} of {}: {why}", pos - 1, method(to)))
        }
        mlua::Error::FromLuaConversionError { from, to, .. } => {
            (ErrorKind::Runtime, format!("a {to} is expected, not {from}"))
        }
        mlua::Error::MemoryError(_) => (ErrorKind::Memory, String::new()),
        other => (ErrorKind::Runtime, other.to_string()),
    }
}

/// Returns one of our methods as scripts write it: `ViewHandle<Junqi>.chance` is `view:chance`.
fn method(name: &str) -> String {
    let (owner, method) = name.split_once('.').unwrap_or(("", name));
    let known = [("View", "view:"), ("Turn", "turn:"), ("World", "world:")];
    let owner = known.into_iter().find(|(start, _)| owner.starts_with(start));
    format!("{}{method}", owner.map_or("", |(_, word)| word))
}

/// Shortens a message to one line of at most 300 characters, without machine addresses.
fn tidy(message: &str) -> String {
    let line: String = message
        .chars()
        .take(4_000)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if let Some(kind) = no_message(&line) {
        return format!("an error value of type {kind}, not a message");
    }
    let mut short: String = line.chars().take(300).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    if short.is_empty() { "failed without a message".into() } else { short }
}

/// Returns the type of a value that is shown only by its address: with `0x` or, on Windows, as 16
/// digits.
fn no_message(line: &str) -> Option<&str> {
    const TYPES: [&str; 5] = ["table", "function", "thread", "userdata", "buffer"];
    let (kind, address) = line.rsplit_once(": ")?;
    let bare = TYPES.contains(&kind) && address.len() == 16;
    let digits = address.strip_prefix("0x").or(bare.then_some(address))?;
    let is_address = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit());
    is_address.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thrown_non_strings_are_named_by_type() {
        for address in ["0x7f00beef", "0x00007f00beef0010", "00000000020d1830"] {
            let told = "an error value of type table, not a message";
            assert_eq!(tidy(&format!("table: {address}")), told);
        }
        for message in ["key: 00000000020d1830", "table: 12", "table: of nothing", "no: 0x"] {
            assert_eq!(tidy(message), message);
        }
    }
}
