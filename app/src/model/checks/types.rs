//! Checks the types of a script and its modules, if Luau's own analyser is installed.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use qipan_core::contract::source::Source;
use qipan_core::script::{MODULE_FOLDER, requires};

use crate::model::embedded::SCRIPTS;
use crate::model::scripts::Script;
use crate::model::storage::disk;

/// The name of the analyser in Luau's releases.
pub const ANALYSER: &str = "luau-analyze";

/// Returns the type definitions of everything scripts can use.
fn api_types() -> &'static str {
    SCRIPTS.text("qipan.d.luau").unwrap_or_else(|| unreachable!("the program contains it"))
}

/// The name of the script's own file for the analyser.
const SCRIPT_FILE: &str = "script.luau";

/// The name of a file with a type error. If the analyser does not report that error, the rest of
/// its output is not trusted, because some releases exit without an error if they cannot read their
/// input.
const PROBE_FILE: &str = "probe.luau";
/// The text of the probe file, which has a type error.
const PROBE: &str = "--!strict\nlocal number: number = \"text\"\nreturn number\n";

/// A type error.
#[derive(Debug, PartialEq, Eq)]
pub struct TypeError {
    /// The name of the module that has the error, or `None` for the script's own file.
    pub module: Option<String>,
    /// The line in that file.
    pub line: u32,
    /// The error, in a sentence.
    pub message: String,
}

/// Checks the types of a script and its modules. Returns false if there is no analyser that finds
/// the error in a [probe](PROBE), or if the robot is a program.
///
/// # Errors
/// The first type error.
pub fn check(script: &Script) -> Result<bool, TypeError> {
    if !script.info().command.is_empty() {
        return Ok(false);
    }
    let Ok(Some(output)) = analyse(script.source()) else { return Ok(false) };
    if !output.lines().any(|line| line.contains(PROBE_FILE) && line.contains("TypeError")) {
        return Ok(false);
    }
    output.lines().find_map(parse_error_line).map_or(Ok(true), Err)
}

/// Returns the text of a file for the analyser. The analyser reads no separate definition files, so
/// the type definitions are put before the text, after the mode comment, which has to be on the
/// first line. `modules` is the path to the modules, because the analyser finds files only by
/// paths.
fn analysed_text(text: &[u8], modules: &str) -> String {
    let text = String::from_utf8_lossy(text);
    let mode = text.lines().next().filter(|line| line.starts_with("--!")).unwrap_or("--");
    // Only a definition file can declare a global. Here it becomes a local variable.
    let types =
        api_types().replace("\ndeclare codes: Codes\n", "\nlocal codes = (nil :: any) :: Codes\n");
    let mut with_paths = text.to_string();
    for require in requires(&text).into_iter().rev() {
        with_paths.replace_range(require.range, &format!("{modules}{}", require.name));
    }
    format!("{mode}\n{types}\n{with_paths}")
}

/// Returns the output of the analyser, or `None` if it cannot be run.
fn analyse(source: &Source) -> io::Result<Option<String>> {
    let folder = disk::make_temporary_folder()?;
    let write = |file: &Path, text: String| {
        let mut file =
            disk::open(OpenOptions::new().write(true).create_new(true), &folder.path().join(file))?;
        disk::write_all(&mut file, text.as_bytes())
    };
    let mut files = vec![SCRIPT_FILE.to_owned()];
    write(SCRIPT_FILE.as_ref(), analysed_text(&source.text, &format!("./{MODULE_FOLDER}/")))?;
    if !source.modules.is_empty() {
        disk::make_folder(&folder.path().join(MODULE_FOLDER))?;
    }
    for (name, text) in &source.modules {
        let file = format!("{MODULE_FOLDER}/{name}.luau");
        write(file.as_ref(), analysed_text(text, "./"))?;
        files.push(file);
    }
    write(PROBE_FILE.as_ref(), PROBE.to_owned())?;
    files.push(PROBE_FILE.to_owned());
    let mut command = Command::new(ANALYSER);
    let command = command.args(files).current_dir(folder.path()).stdin(Stdio::null());
    let Ok(output) = command.output() else { return Ok(None) };
    let text = [output.stdout, output.stderr].concat();
    Ok(Some(String::from_utf8_lossy(&text).into_owned()))
}

/// Reads a line of output such as `script.luau(12,3): TypeError: ...`. Returns its error, and
/// `None` for advice on style.
fn parse_error_line(text: &str) -> Option<TypeError> {
    let (place, rest) = text.split_once("): ")?;
    let (file, place) = place.rsplit_once('(')?;
    let line: usize = place.split(',').next()?.parse().ok()?;
    let (kind, message) = rest.split_once(": ")?;
    // `analysed_text` puts the mode, the types and an empty line before the script.
    let prelude_lines = 2 + api_types().lines().count();
    let line = u32::try_from(line.checked_sub(prelude_lines)?).ok().filter(|line| *line > 0)?;
    let (folder, name) = file.rsplit_once(['/', '\\']).unwrap_or(("", file));
    let name = name.strip_suffix(".luau").unwrap_or(name);
    let module = folder.ends_with(MODULE_FOLDER).then(|| name.to_owned());
    let is_error = ["TypeError", "SyntaxError"].contains(&kind);
    is_error.then(|| TypeError { module, line, message: format!("{} (type)", message.trim()) })
}
