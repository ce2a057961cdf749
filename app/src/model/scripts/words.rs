//! Names of scripts, by their origin.
//!
//! [`ScriptArg`]s come from the user, and may be a name, the path of a file or a command.
//! [`ScriptName`]s come from a file, and may only be the plain name of a script. The author of a
//! file must not be able to choose what is read or run on the reader's computer.

use std::fmt;

use qipan_core::contract::localized::is_bidi_control;

use crate::model::programs::COMMAND_PREFIX;
use crate::model::visible::escape_hidden;

/// The extensions of script files.
pub(super) const EXTENSIONS: [&str; 2] = ["luau", "lua"];

/// Words that the user typed on the command line to choose a script: a name, a full name as in
/// `junqi/rules/wolf`, a path, or a command as in `cmd:python3 my.py`. Parameters may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptArg(String);

impl ScriptArg {
    /// Wraps words from the command line. Text from a file must not be passed here.
    pub fn typed(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns the words as they were typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ScriptArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The plain name of a script, without folders and extension. Saved games, journals and other
/// files may name a script only in this way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptName(String);

/// The error of a file that names a script by anything but a plain name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` {why}; a file can only name a script by its plain name, as in `greedy.luau`, never a \
     path or a command",
    short(name)
)]
pub struct NotPlain {
    name: String,
    why: &'static str,
}

/// Upper bound on the bytes of a name. Common file systems allow 255 bytes with the extension.
const MAX_NAME_BYTES: usize = 250;

/// Upper bound on the characters of a name in a message.
const MAX_SHOWN_CHARS: usize = 60;

/// Names that Windows reserves for devices, with any extension. Numbered ports such as `com1` are
/// reserved as well.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

impl ScriptName {
    /// Reads a name from a file, with or without extension.
    ///
    /// # Errors
    /// Text that is not a plain name.
    pub fn of_file(text: &str) -> Result<Self, NotPlain> {
        let split = text.rsplit_once('.').filter(|(_, extension)| EXTENSIONS.contains(extension));
        let name = split.map_or(text, |(stem, _)| stem);
        match naming_fault(name) {
            None => Ok(Self(name.to_owned())),
            Some(why) => Err(NotPlain { name: text.to_owned(), why }),
        }
    }

    /// Wraps the name of a script that ships.
    pub fn shipped(name: &'static str) -> Self {
        Self(name.to_owned())
    }

    /// Returns the plain name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the reason why a name is not plain, or `None` if it is plain.
fn naming_fault(name: &str) -> Option<&'static str> {
    let is_control = |c: char| c.is_control() || is_bidi_control(c);
    let has_prefix = |prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    Some(match name {
        "" => "is no name",
        _ if has_prefix(COMMAND_PREFIX) => "is a command",
        _ if name.contains(['/', '\\']) => "is a path",
        _ if name.contains(':') => "names a drive or a stream",
        _ if name.starts_with('.') || name.contains("..") => "is a hidden file or a path",
        _ if name.contains(is_control) => "has control characters in it",
        _ if name.trim() != name || name.ends_with('.') => "begins or ends with a space or a dot",
        _ if name.len() > MAX_NAME_BYTES => "is too long",
        _ if cfg!(windows) && is_device(name) => "names a device",
        _ => return None,
    })
}

/// Returns true if every system allows this name for a script's file. The name is given without
/// its extension.
pub fn is_file_name(name: &str) -> bool {
    naming_fault(name).is_none() && !is_device(name)
}

/// Returns true if Windows reserves a name for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    DEVICES.contains(&stem.as_str())
        || port.is_some_and(|number| number.len() == 1 && number != "0")
}

/// Returns a name as a message shows it: printable and shortened.
fn short(name: &str) -> String {
    let shown = escape_hidden(name);
    match shown.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}...", &shown[..end]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_may_have_an_extension() {
        for (text, name) in [
            ("greedy.luau", "greedy"),
            ("greedy.lua", "greedy"),
            ("greedy", "greedy"),
            ("my robot 2.luau", "my robot 2"),
            ("狼.luau", "狼"),
            ("v1.2.luau", "v1.2"),
            ("a,b=1.luau", "a,b=1"),
            ("standard input", "standard input"),
        ] {
            assert_eq!(ScriptName::of_file(text).unwrap().as_str(), name);
        }
    }

    #[test]
    fn names_in_files_that_are_not_plain_are_refused() {
        let long = "a".repeat(251);
        for (text, why) in [
            ("", "no name"),
            (".luau", "no name"),
            ("cmd:/bin/sh -c id", "command"),
            ("CMD:calc.exe", "command"),
            ("cmd:greedy.luau", "command"),
            ("/etc/passwd", "path"),
            ("/tmp/evil.luau", "path"),
            ("./greedy.luau", "path"),
            ("../greedy.luau", "path"),
            ("race/greedy.luau", "path"),
            ("junqi/rules/wolf", "path"),
            ("..\\greedy.luau", "path"),
            ("\\\\server\\share\\greedy.luau", "path"),
            ("C:\\evil.luau", "path"),
            ("c:evil.luau", "drive"),
            ("greedy:stream.luau", "drive or a stream"),
            ("http:evil", "drive or a stream"),
            ("..", "hidden file or a path"),
            ("..luau", "hidden file or a path"),
            (".hidden.luau", "hidden file or a path"),
            ("a..b", "hidden file or a path"),
            ("greedy\0.luau", "control"),
            ("greedy\n.luau", "control"),
            ("greedy\u{1b}[2J", "control"),
            ("greedy\u{202e}uaul.luau", "control"),
            (" greedy.luau", "space or a dot"),
            ("greedy .luau", "space or a dot"),
            ("greedy..luau", "space or a dot"),
            (long.as_str(), "too long"),
        ] {
            let error = ScriptName::of_file(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text:?}: {error}");
            assert!(error.contains("plain name, as in `greedy.luau`"), "{error}");
            assert!(!error.contains(is_bidi_control) && !error.contains(char::is_control));
        }
    }

    #[test]
    fn windows_device_names_are_refused() {
        for name in ["con", "NUL", "aux.x", "Com1", "lpt9"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["console", "com", "com10", "com0", "nullify", "greedy"] {
            assert!(!is_device(name), "{name}");
        }
    }
}
