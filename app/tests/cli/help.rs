//! The help of every command, compared with `tests/cli/help`. `UPDATE_HELP=1` renews the files.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::run;

/// Every command, in the order of `qipan --help`.
const COMMANDS: [&str; 31] = [
    "",
    "play",
    "replay",
    "host",
    "join",
    "arena",
    "arena merge",
    "agree",
    "analyse",
    "coach",
    "adapt",
    "gauntlet",
    "suite",
    "ladder",
    "check",
    "new",
    "new robot",
    "new rule",
    "pack",
    "add",
    "perft",
    "import",
    "games",
    "records",
    "puzzles",
    "tune",
    "docs",
    "robot",
    "bench",
    "train",
    "solve",
];

fn help(command: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_qipan"));
    program.args(command.split_whitespace()).arg("--help");
    // The width of the lines must not depend on the terminal.
    program.stdin(Stdio::null()).env("COLUMNS", "100");
    let shown = run(program.output().unwrap());
    assert_eq!((shown.status, shown.err.as_str()), (0, ""), "{command}");
    // On Windows the name of the program has an ending.
    shown.out.replace("qipan.exe", "qipan")
}

#[test]
fn help_of_every_command_matches_its_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/help");
    let update = std::env::var_os("UPDATE_HELP").is_some();
    let mut different = Vec::new();
    for command in COMMANDS {
        let name = if command.is_empty() { "qipan" } else { command };
        let file = folder.join(format!("{}.txt", name.replace(' ', "-")));
        let shown = help(command);
        if update {
            std::fs::write(&file, &shown).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default().replace('\r', "") != shown {
            different.push(file);
        }
    }
    assert!(different.is_empty(), "set UPDATE_HELP=1 to renew {different:?}");
}

#[test]
fn help_lists_every_command_that_has_a_file() {
    let shown = help("");
    let listed = shown.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed: Vec<&str> = listed
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    let known: Vec<&str> =
        COMMANDS.into_iter().filter(|name| !name.is_empty() && !name.contains(' ')).collect();
    assert_eq!(listed, known);
}
