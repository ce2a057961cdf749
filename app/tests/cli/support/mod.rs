//! Runs the program as at a terminal.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod json_schema;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The exit status and the output of a run.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A temporary folder in which the program runs and which holds its data.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name).display().to_string()
    }

    /// Writes a file into a folder, which is created if it is missing.
    pub fn write_into(&self, folder: &str, name: &str, text: &str) {
        std::fs::create_dir_all(self.path(folder)).unwrap();
        std::fs::write(self.path(folder).join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `qipan` with these arguments in this folder.
    pub fn qipan(&self, words: &[&str]) -> Run {
        run(self.command(words).output().unwrap())
    }

    /// Returns the command that [`Self::qipan`] runs.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qipan"));
        command.args(words).arg("--data-dir").arg(self.0.path()).current_dir(self.0.path());
        command
    }

    /// Runs `qipan`, which must succeed, and parses its JSON.
    pub fn json(&self, words: &[&str]) -> Value {
        let run = self.qipan(words);
        assert_eq!(run.status, 0, "{words:?}: {}", run.err);
        run.json()
    }

    /// Runs `qipan`, which must fail with status 1 and one line on standard error. Returns that
    /// line.
    pub fn refused(&self, words: &[&str]) -> String {
        let run = self.qipan(words);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{words:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{words:?}: {}", run.err);
        run.err
    }
}

impl Run {
    /// Parses the one JSON object on standard output.
    pub fn json(&self) -> Value {
        let mut objects = serde_json::Deserializer::from_str(&self.out).into_iter::<Value>();
        let object = objects.next().unwrap_or_else(|| panic!("no JSON: {}", self.err)).unwrap();
        assert!(object.is_object() && objects.next().is_none(), "one object: {}", self.out);
        object
    }
}

/// Returns the exit status and the output of a finished process.
pub fn run(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Returns the path of a file of the repository.
pub fn repository(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).display().to_string()
}

/// Returns the keys of an object in their order.
pub fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}
