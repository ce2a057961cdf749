//! The program of a packed robot that is not written in Luau.
//!
//! A package holds a program only as one text file beside the robot file, and the robot file must
//! start it as `{ INTERPRETER, "NAME.robot.EXT" }`. This form keeps a package from doing more than
//! the player agrees to:
//!
//! - The file is never executable by itself: it is written without the executable bit, and its
//!   extension is one of [`INTERPRETERS`]. The first word of the command is the name of one of
//!   these interpreters, so it cannot be a path or another file of the package.
//! - The file's name has two dots, so no other program imports the file by accident. A file
//!   `json.py` would run inside every Python robot of the folder, also in those that were allowed
//!   before.
//! - There is a single file, and the permission to run the program covers it. Files that a program
//!   loads by itself would not be covered.
//! - It is text without hidden characters, so that the player can read all of it.

use qipan_core::contract::localized::is_unsafe_control;

use crate::model::package::manifest::is_stem;

/// The extensions of programs that can be packed, each with the interpreters that run them. An
/// interpreter that loads modules from the current folder under names with dots does not belong
/// here.
const INTERPRETERS: [(&str, &[&str]); 6] = [
    ("py", &["python3", "python", "py", "pypy3"]),
    ("js", &["node"]),
    ("mjs", &["node"]),
    ("rb", &["ruby"]),
    ("pl", &["perl"]),
    ("jl", &["julia"]),
];
/// The part of a program's name between its stem and its extension.
const INFIX: &str = ".robot.";

/// Returns true if a package can hold a program of this name, as in `tiger.robot.py`.
pub(super) fn is_program_name(name: &str) -> bool {
    let Some((stem, extension)) = name.split_once(INFIX) else { return false };
    is_stem(stem) && INTERPRETERS.iter().any(|(known, _)| *known == extension)
}

/// Returns the name of the program's file that a robot file of this stem starts with this command.
/// Returns `None` for a command that cannot be packed.
pub(super) fn program_file<'a>(stem: &str, command: &'a [String]) -> Option<&'a str> {
    let [interpreter, file] = command else { return None };
    let extension = file.strip_prefix(stem)?.strip_prefix(INFIX)?;
    let (_, interpreters) = INTERPRETERS.iter().find(|(known, _)| *known == extension)?;
    interpreters.contains(&interpreter.as_str()).then_some(file)
}

/// Returns true if a program is text in which nothing is hidden.
pub(super) fn is_plain_text(content: &[u8]) -> bool {
    let is_hidden = |c: char| is_unsafe_control(c) && !matches!(c, '\t' | '\n' | '\r');
    str::from_utf8(content).is_ok_and(|text| !text.contains(is_hidden))
}
