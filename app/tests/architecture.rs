//! The shape of the project, kept by looking at the sources: who may use whom.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The Rust files below a folder, with their code: comments and tests left out.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut todo = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            files.push((name, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(files.len() > 5, "{folder} has sources");
    files
}

/// No file below `folder`, but for those below `except`, may contain any of these.
fn forbid(folder: &str, except: &[&str], words: &[&str], why: &str) {
    for (name, code) in sources(folder) {
        if except.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        for word in words {
            assert!(!code.contains(word), "{name} contains `{word}`: {why}");
        }
    }
}

#[test]
fn the_core_has_no_window_no_clock_no_files_no_threads() {
    let words = ["std::fs", "std::time", "std::thread", "std::net", "std::process", "std::io"];
    forbid("core/src", &[], &words, "the core is pure; the app hands it what it needs");
    forbid("core/src", &[], &["egui", "eframe"], "only the app has a window");
}

#[test]
fn only_the_script_folder_knows_lua() {
    forbid(
        "core/src",
        &["core/src/script"],
        &["mlua"],
        "only core/src/script knows that Lua exists",
    );
    forbid("app/src", &[], &["mlua::", "use mlua"], "only core/src/script knows that Lua exists");
}

#[test]
fn games_know_nothing_above_the_contract() {
    let above = ["session", "record", "replay", "robot", "script", "arena", "playout"];
    let words = above.map(|name| format!("crate::{name}"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    forbid("core/src/race", &[], &words, "games import nothing above `game`");
}

#[test]
fn the_window_is_not_needed_by_the_parts_below_it() {
    for (name, code) in sources("app/src/model") {
        if name.ends_with("/tests.rs") {
            continue;
        }
        for above in ["play", "command", "ui", "games", "screens", "app", "cli"] {
            let word = format!("crate::{above}::");
            assert!(!code.contains(&word), "{name} uses {word}");
        }
    }
}

#[test]
fn the_top_level_is_what_the_readme_shows() {
    let allowed = ["app", "core", "saves", "scripts", "target", "Cargo.toml", "Cargo.lock"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let fine = allowed.contains(&name.as_str())
            || name.starts_with('.')
            || name.starts_with("LICENSE")
            || name == "README.md"
            || (name.ends_with(".toml") && name != "Cargo.toml");
        assert!(fine, "{name} does not belong to the top level");
    }
}

#[test]
fn only_screens_send_and_only_the_app_carries_out() {
    for (name, code) in sources("app/src/screens") {
        assert!(!code.contains("std::fs"), "{name} touches files; it should send a command");
    }
}
