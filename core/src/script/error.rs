//! Script errors: every failure of a script becomes one readable message with its place.

use std::fmt;

use serde::Serialize;

use super::ErrorKind;
use super::hints::hint;
use super::meter::Termination;
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
    /// The error in one line, without a capital letter at the beginning.
    pub message: String,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// Up to two lines of source: the one before and the faulty one.
    pub source: Vec<(u32, String)>,
}

impl ScriptError {
    /// Converts the error for the caller of the script, with a message of one line.
    pub(super) fn to_robot_error(&self) -> RobotError {
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

/// The maximum number of characters of a message, which may contain text of the script.
const MAX_MESSAGE: usize = 1000;
/// The maximum number of characters that are shown of a message raised by the interpreter.
const MAX_RAISED_MESSAGE: usize = 300;
/// The maximum number of characters that are read of such a message before it is shortened.
const MAX_RAISED_TEXT: usize = 4_000;
/// The maximum number of characters of a line in an excerpt of the source.
const MAX_EXCERPT_LINE: usize = 200;
/// The maximum number of characters of a chunk's name.
const MAX_CHUNK_NAME: usize = 60;

/// A file of a script: its own, or a module.
#[derive(Debug)]
pub(super) struct ScriptFile {
    /// The name for messages.
    pub(super) name: String,
    /// The name of its chunk in the interpreter, which prefixes its messages.
    pub(super) chunk: String,
    pub(super) text: String,
}

impl ScriptFile {
    /// Returns a line of the source and the line before it, each with its number.
    fn excerpt(&self, line: u32) -> Vec<(u32, String)> {
        (1u32..)
            .zip(self.text.lines())
            .skip(line.saturating_sub(2) as usize)
            .take_while(|(number, _)| *number <= line)
            .map(|(number, text)| (number, text.chars().take(MAX_EXCERPT_LINE).collect()))
            .collect()
    }
}

/// Makes the [`ScriptError`]s of one script.
#[derive(Debug)]
pub(super) struct Reporter {
    /// The script's own file.
    pub(super) script: ScriptFile,
    /// The modules that it can load.
    pub(super) modules: Vec<ScriptFile>,
    /// Bytes that the VM may hold.
    pub(super) memory_limit: usize,
}

impl Reporter {
    pub(super) fn new(file: &str, memory_limit: usize) -> Self {
        let file_name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let chunk = file_name
            .chars()
            .filter(|c| !c.is_control() && *c != ':')
            .take(MAX_CHUNK_NAME)
            .collect();
        let script = ScriptFile { name: file.into(), chunk, text: String::new() };
        Self { script, modules: Vec::new(), memory_limit }
    }

    /// Returns the script's own file and its modules.
    fn files(&self) -> impl Iterator<Item = &ScriptFile> {
        std::iter::once(&self.script).chain(&self.modules)
    }

    /// Makes an error at a line of the script's own file, with an excerpt of the source there.
    pub(super) fn error(
        &self,
        kind: ErrorKind,
        line: Option<u32>,
        message: impl Into<String>,
    ) -> ScriptError {
        self.error_in(&self.script, kind, line, message)
    }

    /// Makes an error at a line of a file, with an excerpt of the source there.
    pub(super) fn error_in(
        &self,
        file: &ScriptFile,
        kind: ErrorKind,
        line: Option<u32>,
        message: impl Into<String>,
    ) -> ScriptError {
        let source = line.map_or_else(Vec::new, |line| file.excerpt(line));
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        ScriptError { file: file.name.clone(), line, message, kind, source }
    }

    /// Returns the error for a script that was stopped. `budget` is the fuel of the call.
    pub(super) fn terminated(&self, termination: &Termination, budget: u64) -> ScriptError {
        let message = match termination.kind {
            ErrorKind::Fuel => format!("ran out of its thinking budget of {budget} steps"),
            ErrorKind::Time => "ran out of time".into(),
            ErrorKind::Memory => self.memory_message(),
            _ => "was cancelled".into(),
        };
        match &termination.place {
            Some((chunk, line)) => {
                let file = self.files().find(|file| file.chunk == *chunk).unwrap_or(&self.script);
                self.error_in(file, termination.kind, Some(*line), message)
            }
            None => self.error(termination.kind, None, message),
        }
    }

    fn memory_message(&self) -> String {
        format!("used more than {} MiB of memory", self.memory_limit >> 20)
    }

    /// Turns an interpreter's error into a one-line error with its place in the file.
    pub(super) fn lua_error(&self, error: &mlua::Error) -> ScriptError {
        let mut trace = String::new();
        let (kind, raw) = flatten(error, &mut trace);
        if kind == ErrorKind::Memory {
            return self.error_at(self.innermost_place(&trace), kind, self.memory_message());
        }
        let (head, raised_trace) = raw.split_once("\nstack traceback:").unwrap_or((&raw, ""));
        let (place, message) = self.split_location(head);
        let place = place
            .or_else(|| self.innermost_place(raised_trace))
            .or_else(|| self.innermost_place(&trace));
        let code =
            place.and_then(|(file, line)| file.text.lines().nth(line.saturating_sub(1) as usize));
        let hint = code.and_then(|code| hint(kind, message, code));
        let message = clean_message(message);
        let message = match hint {
            Some(hint) => format!("{message} ({hint})"),
            None => message,
        };
        self.error_at(place, kind, message)
    }

    /// Makes an error at a line of a file, or without a line.
    fn error_at(
        &self,
        place: Option<(&ScriptFile, u32)>,
        kind: ErrorKind,
        message: String,
    ) -> ScriptError {
        match place {
            Some((file, line)) => self.error_in(file, kind, Some(line), message),
            None => self.error(kind, None, message),
        }
    }

    /// Splits `file:12: message` into the place and the message. Drops a location in the prelude.
    fn split_location<'a>(&self, message: &'a str) -> (Option<(&ScriptFile, u32)>, &'a str) {
        for file in self.files() {
            if let Some((line, rest)) = parse_location(message, &file.chunk) {
                return (Some((file, line)), rest);
            }
        }
        let rest = parse_location(message, "prelude").map_or(message, |(_, rest)| rest);
        (None, rest)
    }

    /// Returns the innermost line of the script's files in a stack trace.
    fn innermost_place(&self, trace: &str) -> Option<(&ScriptFile, u32)> {
        trace.lines().find_map(|line| {
            self.files().find_map(|file| {
                let rest =
                    line.trim_start().strip_prefix(file.chunk.as_str())?.strip_prefix(':')?;
                Some((file, rest.split(':').next()?.parse().ok()?))
            })
        })
    }
}

/// Splits `chunk:12: message` into line and message. Returns `None` for another chunk.
fn parse_location<'a>(message: &'a str, chunk: &str) -> Option<(u32, &'a str)> {
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
            let (_, reason) = flatten(cause, trace);
            (
                ErrorKind::Runtime,
                format!("argument {} of {}: {reason}", pos - 1, method_as_written(to)),
            )
        }
        mlua::Error::FromLuaConversionError { from, to, .. } => {
            let (expected, got) = (expected_value(to), given_value(from));
            (ErrorKind::Runtime, format!("{expected} is expected, not {got}"))
        }
        mlua::Error::BadArgument { to: Some(to), name: Some(name), .. } if name == "self" => {
            (ErrorKind::Runtime, wrong_call(to))
        }
        mlua::Error::UserDataTypeMismatch => {
            (ErrorKind::Runtime, "an object of another kind is expected".to_owned())
        }
        mlua::Error::MemoryError(_) => (ErrorKind::Memory, String::new()),
        other => (ErrorKind::Runtime, other.to_string()),
    }
}

/// Returns the message for a method of the host that was called without its object.
fn wrong_call(name: &str) -> String {
    let method = method_as_written(name);
    let name = method.split(':').next_back().unwrap_or_default();
    format!("`{name}` is a method: write a colon and brackets, as in {method}(...)")
}

/// Describes the value that a method expects, given the name of its Rust or Lua type.
fn expected_value(type_name: &str) -> String {
    match type_name {
        "f32" | "f64" => "a number".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more".to_owned(),
        "bool" | "boolean" => "true or false".to_owned(),
        "string" | "String" | "LuaString" => "a text".to_owned(),
        other => format!("a {other}"),
    }
}

/// Describes the value that a script passed, given the name of its Lua type.
fn given_value(type_name: &str) -> String {
    match type_name {
        "nil" | "missing argument" => "nothing".to_owned(),
        "integer" | "number" => "a number".to_owned(),
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "userdata" => "an object such as view".to_owned(),
        other => format!("a {other}"),
    }
}

/// Returns a method of the host as scripts write it: `ViewHandle<Junqi>.chance` is `view:chance`.
fn method_as_written(name: &str) -> String {
    let (owner, method) = name.split_once('.').unwrap_or(("", name));
    let objects = [("View", "view:"), ("Turn", "turn:"), ("World", "world:")];
    let object = objects.into_iter().find(|(type_name, _)| owner.starts_with(type_name));
    format!("{}{method}", object.map_or("", |(_, prefix)| prefix))
}

/// Shortens a message to one line of at most [`MAX_RAISED_MESSAGE`] characters, without machine
/// addresses.
fn clean_message(message: &str) -> String {
    let line: String = message
        .chars()
        .take(MAX_RAISED_TEXT)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if let Some(kind) = type_of_address(&line) {
        return format!("an error value of type {kind}, not a message");
    }
    let mut short: String = line.chars().take(MAX_RAISED_MESSAGE).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    if short.is_empty() || short == "nil" { "failed without a message".into() } else { short }
}

/// Returns the type of a value that a line shows only by its address, such as `table: 0x7f00beef`;
/// `None` for other lines. On Windows an address is 16 digits without `0x`.
fn type_of_address(line: &str) -> Option<&str> {
    const TYPES: [&str; 5] = ["table", "function", "thread", "userdata", "buffer"];
    let (kind, address) = line.rsplit_once(": ")?;
    let is_windows_address = TYPES.contains(&kind) && address.len() == 16;
    let digits = address.strip_prefix("0x").or(is_windows_address.then_some(address))?;
    let is_address = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit());
    is_address.then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_the_host_are_named_in_words() {
        assert_eq!(
            wrong_call("ViewHandle<Race>.planes"),
            "`planes` is a method: write a colon and brackets, as in view:planes(...)"
        );
        assert_eq!(
            (&*expected_value("u32"), &*given_value("nil")),
            ("a whole number of 0 or more", "nothing")
        );
    }

    #[test]
    fn thrown_non_strings_are_named_by_type() {
        for address in ["0x7f00beef", "0x00007f00beef0010", "00000000020d1830"] {
            let expected = "an error value of type table, not a message";
            assert_eq!(clean_message(&format!("table: {address}")), expected);
        }
        for message in ["key: 00000000020d1830", "table: 12", "table: of nothing", "no: 0x"] {
            assert_eq!(clean_message(message), message);
        }
    }
}
