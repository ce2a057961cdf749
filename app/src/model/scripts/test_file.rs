//! Finds the file with the tests of a robot: `NAME.test.luau` beside `NAME.luau`.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::Source;

use crate::model::scripts::RobotSpec;
use crate::model::scripts::find::{FindError, read_script};
use crate::model::scripts::shipped::shipped_tests;

/// The end of the stem of a file with tests.
const SUFFIX: &str = ".test";

impl RobotSpec {
    /// Returns the name of the robot's test file, as messages show it, and the text of the file
    /// together with its modules. Returns `None` if there is no such file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn test_file(&self) -> Result<Option<(String, Source)>, FindError> {
        match &self.path {
            _ if self.tests.is_some() => {
                let name = self.file.strip_suffix(".luau").unwrap_or(&self.file);
                Ok(self.tests.clone().map(|tests| (format!("{name}{SUFFIX}.luau"), tests)))
            }
            Some(path) => {
                let path = tests_path(path);
                if path.is_file() { read_script(&path).map(Some) } else { Ok(None) }
            }
            None if self.is_shipped => {
                let name = self.file.strip_suffix(".luau").unwrap_or(&self.file);
                let source = shipped_tests(&self.info.game, &format!("{name}{SUFFIX}"));
                Ok(source.map(|source| (format!("{name}{SUFFIX}.luau"), source)))
            }
            None => Ok(None),
        }
    }
}

/// Returns the path of the test file of a robot, by the path of the robot's script.
fn tests_path(robot: &Path) -> PathBuf {
    let stem = robot.file_stem().unwrap_or_default().to_string_lossy();
    robot.with_file_name(format!("{stem}{SUFFIX}.luau"))
}

/// Returns true if a file with this stem holds tests, and is not itself a robot or a house rule.
pub(super) fn is_test_stem(stem: &str) -> bool {
    stem.ends_with(SUFFIX)
}

/// Returns true if a file of this name holds tests.
pub fn is_test_file(name: &str) -> bool {
    name.strip_suffix(".luau").is_some_and(is_test_stem)
}

/// Returns the path of the robot that a file tests. Returns `None` for other files.
pub(super) fn tested_robot(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?.strip_suffix(SUFFIX)?;
    Some(path.with_file_name(format!("{stem}.luau")))
}
