//! Checks the types of Luau files: the first file is a script, the others are modules that it or
//! another module requires by a path such as `./lib/name`. Prints errors as Luau's own program does:
//! `script.luau(12,3): TypeError: ...`. The exit code is 1 if there are any.
//!
//! The checker takes a single text. So each module becomes the value of a local variable before the
//! text of the script. All files begin with the same lines of types, which are kept once.

use std::collections::BTreeMap;
use std::process::ExitCode;

use checker::{Checker, Severity};

/// The text for the checker, with the file and line that each of its lines comes from.
#[derive(Default)]
struct Text {
    lines: Vec<String>,
    origins: Vec<(usize, usize)>,
}

impl Text {
    fn push(&mut self, file: usize, line: usize, text: &str) {
        self.lines.push(text.to_owned());
        self.origins.push((file, line));
    }
}

/// A file, as it is given on the command line.
struct File {
    name: String,
    lines: Vec<String>,
}

impl File {
    fn module_name(&self) -> &str {
        let name = self.name.rsplit('/').next().unwrap_or(&self.name);
        name.strip_suffix(".luau").unwrap_or(name)
    }
}

/// Returns the name of the module that a line requires, and the line without the call.
fn required(line: &str) -> Option<(String, String)> {
    let start = line.find("require(\"")?;
    let (path, after) = line[start + 9..].split_once("\")")?;
    let name = path.rsplit('/').next()?.to_owned();
    let replaced = format!("{}module_{name}{after}", &line[..start]);
    Some((name, replaced))
}

/// Adds the lines of a file after its shared head, and first the modules that it requires.
fn add(
    file: usize,
    head: usize,
    files: &[File],
    is_added: &mut BTreeMap<usize, bool>,
    text: &mut Text,
) {
    if is_added.insert(file, true).is_some() {
        return;
    }
    let mut body = Vec::new();
    for line in &files[file].lines[head..] {
        let found = required(line);
        if let Some((name, _)) = &found
            && let Some(module) = files.iter().position(|other| other.module_name() == name)
        {
            add(module, head, files, is_added, text);
        }
        body.push(found.map_or_else(|| line.clone(), |(_, replaced)| replaced));
    }
    if file > 0 {
        text.push(file, head, &format!("local module_{} = (function()", files[file].module_name()));
    }
    for (number, line) in body.iter().enumerate() {
        text.push(file, head + number, line);
    }
    if file > 0 {
        text.push(file, head + body.len(), "end)()");
    }
}

/// Checks a script with its modules, and prints what is found. Returns true if there are errors.
fn check(files: &[File]) -> bool {
    let head = match files {
        [first, second, ..] => {
            first.lines.iter().zip(&second.lines).take_while(|(one, other)| one == other).count()
        }
        _ => 0,
    };
    let mut text = Text::default();
    for (number, line) in files[0].lines[..head].iter().enumerate() {
        text.push(0, number, line);
    }
    add(0, head, files, &mut BTreeMap::new(), &mut text);
    let mut checker = Checker::new().expect("the checker starts");
    let result = checker.check(&text.lines.join("\n")).expect("the checker answers");
    let mut any_error = false;
    for found in &result.diagnostics {
        let is_error = found.severity == Severity::Error;
        any_error |= is_error;
        let (file, line) = text.origins.get(found.line as usize).copied().unwrap_or_default();
        let kind = if is_error { "TypeError" } else { "Warning" };
        let message = found.message.split_whitespace().collect::<Vec<_>>().join(" ");
        println!("{}({},{}): {kind}: {message}", files[file].name, line + 1, found.col + 1);
    }
    any_error
}

fn main() -> ExitCode {
    let mut files = Vec::new();
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap_or_else(|why| panic!("{name}: {why}"));
        files.push(File { name, lines: text.lines().map(str::to_owned).collect() });
    }
    // A file that nothing requires is a script of its own.
    let is_module = |file: &File| {
        files
            .iter()
            .flat_map(|other| &other.lines)
            .any(|line| required(line).is_some_and(|(name, _)| name == file.module_name()))
    };
    let (modules, scripts): (Vec<usize>, Vec<usize>) =
        (0..files.len()).partition(|index| is_module(&files[*index]));
    let mut any_error = false;
    for script in scripts {
        let with_modules: Vec<File> = std::iter::once(&script)
            .chain(&modules)
            .map(|index| File {
                name: files[*index].name.clone(),
                lines: files[*index].lines.clone(),
            })
            .collect();
        let is_alone = !with_modules[0].lines.iter().any(|line| required(line).is_some());
        any_error |= check(if is_alone { &with_modules[..1] } else { &with_modules });
    }
    ExitCode::from(u8::from(any_error))
}
