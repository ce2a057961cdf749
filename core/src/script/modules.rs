//! Modules: files that scripts load with `require("name")`.
//!
//! The core reads no files. A [`ModuleLibrary`] gives the texts of modules, and [`with_modules`]
//! collects those that a script can reach before it runs. So the digest of a script covers all its
//! texts, and a saved house rule carries them. `require` knows only the collected modules.
//!
//! The prelude holds the Lua part of `require`: it runs a module once, freezes the result and
//! refuses cycles. [`Modules::find`] is the host's part of it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mlua::Function;

use super::lua_value::describe;
use super::nearest::did_you_mean;
use crate::contract::source::{MAX_MODULES, Source, is_module_name, module_file};

/// The beginning of a module's full name. `require("@lib/name")` is the same as `require("name")`.
/// Language servers find the file by the full name.
const ALIAS: &str = "@lib/";

/// The modules beside a script.
pub trait ModuleLibrary {
    /// Returns the text of the module with this name, if it exists and can be read.
    fn text(&self, name: &str) -> Option<Vec<u8>>;

    /// Returns the names of all modules.
    fn names(&self) -> Vec<String>;
}

/// Returns a script's text with the texts of all modules that it can reach.
///
/// # Examples
/// ```
/// use qipan_core::script::{ModuleLibrary, with_modules};
///
/// struct Files;
///
/// impl ModuleLibrary for Files {
///     fn text(&self, name: &str) -> Option<Vec<u8>> {
///         (name == "dice").then(|| "return { sides = 6 }".into())
///     }
///
///     fn names(&self) -> Vec<String> {
///         vec!["dice".to_owned()]
///     }
/// }
///
/// let source = with_modules("local dice = require(\"dice\")".as_bytes(), &Files);
/// assert!(source.modules.keys().eq(["dice"]));
/// ```
pub fn with_modules(text: impl Into<Arc<[u8]>>, library: &dyn ModuleLibrary) -> Source {
    let text = text.into();
    let mut source = Source { text: Arc::clone(&text), ..Source::default() };
    if String::from_utf8_lossy(&text).contains("require") {
        source.known_modules = library.names();
    }
    let mut unread = vec![text];
    while let Some(text) = unread.pop() {
        for Require { name, .. } in requires(&String::from_utf8_lossy(&text)) {
            // One module above the limit is kept, so that the sandbox refuses the script.
            if source.modules.contains_key(&name) || source.modules.len() > MAX_MODULES {
                continue;
            }
            if let Some(text) = library.text(&name) {
                let text: Arc<[u8]> = text.into();
                source.modules.insert(name, Arc::clone(&text));
                unread.push(text);
            }
        }
    }
    source
}

/// A call of `require` with a name in quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Require {
    /// The name of the module.
    pub name: String,
    /// The range of bytes between the quotation marks.
    pub range: Range<usize>,
}

/// Returns the calls of `require` in a script, in their order. Those in comments and strings do not
/// count.
pub fn requires(text: &str) -> Vec<Require> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut last_code) = (Vec::new(), 0, b' ');
    while at < bytes.len() {
        let rest = &text[at..];
        let is_call = rest.starts_with("require") && !matches!(last_code, b'.' | b':');
        let end = at + token_len(rest);
        if is_call
            && end == at + "require".len()
            && let Some(range) = argument(text, end)
            && let Some(name) = module_name(&text[range.clone()])
        {
            found.push(Require { name: name.to_owned(), range });
        }
        if !bytes[at].is_ascii_whitespace() && !rest.starts_with("--") {
            last_code = bytes[end - 1];
        }
        at = end;
    }
    found
}

/// Returns the length of the token at the beginning of a text: a comment, a string, a name or
/// another character.
fn token_len(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if let Some(comment) = text.strip_prefix("--") {
        let long = long_bracket_len(comment);
        return 2 + long.unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
    }
    match first {
        '[' => long_bracket_len(text).unwrap_or(1),
        '"' | '\'' | '`' => quoted_len(text, first),
        _ => {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = text.find(|c| !is_name(c)).unwrap_or(text.len());
            length.max(first.len_utf8())
        }
    }
}

/// Returns the length of a string or comment in long brackets, such as `[[...]]` or `[==[...]==]`.
fn long_bracket_len(text: &str) -> Option<usize> {
    let equals = text.strip_prefix('[')?.bytes().take_while(|byte| *byte == b'=').count();
    let content = text[1 + equals..].strip_prefix('[')?;
    let closing = format!("]{}]", "=".repeat(equals));
    let length = content.find(&closing).map_or(content.len(), |end| end + closing.len());
    Some(text.len() - content.len() + length)
}

/// Returns the length of a string between quotation marks.
fn quoted_len(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((index, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '\n' if quote != '`' => return index,
            _ if character == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the range of the string that is the argument of a `require` ending at `start`. The
/// argument can be in parentheses.
fn argument(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text[start..].trim_start();
    let rest = rest.strip_prefix('(').map_or(rest, str::trim_start);
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let start = text.len() - rest.len() + 1;
    let length = text[start..].find(quote)?;
    Some(start..start + length)
}

/// Returns the name of the module that a text names: `name` or `@lib/name`.
fn module_name(text: &str) -> Option<&str> {
    Some(text.strip_prefix(ALIAS).unwrap_or(text)).filter(|name| is_module_name(name))
}

/// The modules of one VM.
pub(super) struct Modules {
    /// The compiled modules, or their errors, by name.
    pub(super) chunks: BTreeMap<String, mlua::Result<Function>>,
    /// The file of the script.
    script: String,
    /// The names of the modules beside it.
    known: Vec<String>,
}

impl Modules {
    /// Returns the modules of a source, none of them compiled yet.
    pub(super) fn new(script: &str, source: &Source) -> Self {
        let (script, known) = (script.to_owned(), source.known_modules.clone());
        Self { chunks: BTreeMap::new(), script, known }
    }

    /// Returns the module that a script requires: its name, and the file as a function.
    ///
    /// # Errors
    /// The argument is no name, there is no such module, or it is not Luau.
    pub(super) fn find(&self, argument: &mlua::Value) -> mlua::Result<(String, Function)> {
        let text = match argument {
            mlua::Value::String(text) => text.to_string_lossy(),
            other => {
                let message =
                    format!("require takes the name of a module, not {}", describe(other));
                return Err(mlua::Error::runtime(message));
            }
        };
        let Some(name) = module_name(&text) else {
            let shown: String = text.chars().take(60).collect();
            let message = format!(
                "`{shown}` cannot be the name of a module: it takes lower-case letters, digits and \
                 underscores, without a path"
            );
            return Err(mlua::Error::runtime(message));
        };
        match self.chunks.get(name) {
            Some(chunk) => Ok((name.to_owned(), chunk.clone()?)),
            None => Err(mlua::Error::runtime(self.missing(name))),
        }
    }

    /// Returns the message about a module that is missing.
    fn missing(&self, name: &str) -> String {
        if self.known.iter().any(|known| known == name) {
            return format!(
                "module `{name}` was not loaded: write out its name, as in require(\"{name}\"), and \
                 check that its file can be read"
            );
        }
        let mut names: Vec<&str> =
            self.chunks.keys().chain(&self.known).map(|name| &**name).collect();
        names.sort_unstable();
        names.dedup();
        let similar = did_you_mean(name, names.iter().copied());
        let others = match names.len() {
            0 => "there are no modules".to_owned(),
            _ => format!("modules there are {}", names.join(", ")),
        };
        let file = module_file(&self.script, name);
        format!("no module `{name}`{similar}: looked for {file}; {others}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_names_are_found_outside_comments_and_strings() {
        let names =
            |text: &str| requires(text).into_iter().map(|call| call.name).collect::<Vec<_>>();
        assert_eq!(names("local a = require(\"a\")\nlocal b=require 'b_2'"), ["a", "b_2"]);
        assert_eq!(names("x(require ( \"@lib/c\" ))"), ["c"]);
        let none = [
            "-- require(\"a\")",
            "--[[ require(\"a\") ]] --[==[ require('a') ]] ]==]",
            "local t = \"require('a')\" .. [[require(\"a\")]]",
            "local s = '\\'require(\"a\")'",
            "x.require(\"a\"); x:require(\"a\")",
            "required(\"a\"); _require(\"a\"); require(a)",
            "require(\"../a\"); require(\"A\"); require(\"@lib/../a\"); require(\"\")",
            "require(\"",
            "require",
        ];
        for text in none {
            assert_eq!(names(text), [""; 0], "{text}");
        }
        assert_eq!(names("-- 中文\nlocal x = \"中\" local m = require(\"m\")"), ["m"]);
        let text = "local m = require(\"@lib/m\")";
        assert_eq!(&text[requires(text)[0].range.clone()], "@lib/m");
    }
}
