//! Creates new scripts from starters, which are small working scripts with types and comments.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::Source;
use qipan_core::registry::GameKind;

use crate::model::i18n::Lang;
use crate::model::scripts::{ScriptType, shipped_file};
use crate::model::storage::{self, StorageError, disk};

/// Upper bound on the characters of a script's name.
pub const MAX_NAME_CHARS: usize = 40;

/// The reason why a script was not created.
#[derive(Debug, thiserror::Error)]
pub enum StarterError {
    /// The name is too long, has no letter or digit, or has a control character.
    #[error(
        "`{0}` cannot be the name of a script; a name has 1 to {MAX_NAME_CHARS} characters, including a letter or digit"
    )]
    Name(String),
    /// The folder cannot be created.
    #[error("cannot make {folder}: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// The reason.
        why: String,
    },
    /// The file cannot be written or exists already.
    #[error("{0}")]
    File(#[from] StorageError),
}

/// Returns the file stem of a script with this name: the words of the name in lower case, joined by
/// `_`. Returns `None` if the name is invalid.
pub fn stem(name: &str) -> Option<String> {
    let name = name.trim();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("_").to_lowercase();
    let is_valid = !stem.is_empty() && name.chars().count() <= MAX_NAME_CHARS;
    (is_valid && !name.chars().any(char::is_control)).then_some(stem)
}

/// Writes a starter script with comments in this language into a folder, which is created if
/// missing.
///
/// # Errors
/// An invalid name, a folder that cannot be created, or a file that exists already or cannot be
/// written.
pub fn write_starter(
    folder: &Path,
    script_type: ScriptType,
    kind: GameKind,
    name: &str,
    lang: Lang,
) -> Result<PathBuf, StarterError> {
    let name = name.trim();
    let stem = stem(name).ok_or_else(|| StarterError::Name(name.to_owned()))?;
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
    let text = starter(script_type, kind, lang);
    write_script(folder, &stem, &text.replace("NAME", &escaped))
}

/// Returns the starter for a script, with `NAME` instead of the script's name.
fn starter(script_type: ScriptType, kind: GameKind, lang: Lang) -> &'static str {
    let file = match (script_type, lang) {
        (ScriptType::Robot, Lang::En) => "robot.luau",
        (ScriptType::Robot, Lang::Zh) => "robot.zh.luau",
        (ScriptType::Rule, Lang::En) => "rule.luau",
        (ScriptType::Rule, Lang::Zh) => "rule.zh.luau",
    };
    shipped_file(&format!("starters/{}/{file}", kind.name())).unwrap_or_default()
}

/// Writes a script into a folder, which is created if missing. An existing file is not replaced.
///
/// # Errors
/// A folder that cannot be created, or a file that exists already or cannot be written.
pub fn write_script(folder: &Path, stem: &str, text: &str) -> Result<PathBuf, StarterError> {
    create_folder(folder)?;
    let file = folder.join(format!("{stem}.luau"));
    storage::write_new(&file, text)?;
    Ok(file)
}

/// Writes a copy of a script with its modules into a folder, which is created if missing. Existing
/// files are not replaced.
///
/// # Errors
/// A script that exists already, a module that exists with another text, or a folder or file that
/// cannot be written.
pub fn write_copy(folder: &Path, stem: &str, source: &Source) -> Result<PathBuf, StarterError> {
    create_folder(folder)?;
    storage::write_modules(folder, source)?;
    write_script(folder, stem, &String::from_utf8_lossy(&source.text))
}

/// Creates a folder if it is missing.
///
/// # Errors
/// The error of the system.
pub fn create_folder(folder: &Path) -> Result<(), StarterError> {
    disk::make_folder(folder).map_err(|why| {
        let (folder, why) = (folder.display().to_string(), why.to_string());
        StarterError::Folder { folder, why }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_stem_is_made_of_the_words_of_the_name() {
        let stem = |name| super::stem(name).unwrap_or_default();
        assert_eq!(stem(" Careful Carla "), "careful_carla");
        assert_eq!(stem("../../etc/passwd"), "etc_passwd");
        assert_eq!(stem("稳健小卡 2"), "稳健小卡_2");
        assert_eq!(
            (stem("..."), stem(&"x".repeat(MAX_NAME_CHARS + 1))),
            (String::new(), String::new())
        );
    }

    #[test]
    fn starters_differ_between_languages_only_in_comments_and_descriptions() {
        let code = |text: &'static str| {
            let lines = text.lines().map(|line| line.split("--").next().unwrap_or_default());
            let before = |line: &'static str, end| line.split(end).next().unwrap_or_default();
            let code = lines.map(|line| before(before(line, "about = "), "author = ").trim_end());
            code.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        };
        for kind in GameKind::ALL {
            for script_type in [ScriptType::Robot, ScriptType::Rule] {
                let [english, chinese] =
                    [Lang::En, Lang::Zh].map(|lang| starter(script_type, kind, lang));
                assert!(english.len() > 500 && english.is_ascii());
                assert!(!chinese.is_ascii());
                assert_eq!(code(english), code(chinese), "{kind:?} {script_type:?}");
            }
        }
    }

    #[test]
    fn copies_of_shipped_scripts_load_with_their_modules() {
        let dir = tempfile::tempdir().unwrap();
        let greedy = crate::model::scripts::SHIPPED_ROBOTS
            .iter()
            .find(|script| script.game == "junqi" && script.name == "greedy")
            .unwrap();
        let source = greedy.with_modules();
        assert!(!source.modules.is_empty());
        let file = write_copy(dir.path(), "greedy", &source).unwrap();
        assert_eq!(crate::model::scripts::read_source(&file).unwrap(), source);
        // A module that exists already is accepted only if it has the same text.
        assert!(write_copy(dir.path(), "greedy_2", &source).is_ok());
        std::fs::write(dir.path().join("lib/layouts.luau"), "return {}").unwrap();
        assert!(matches!(write_copy(dir.path(), "greedy_3", &source), Err(StarterError::File(_))));
        assert!(!dir.path().join("greedy_3.luau").exists());
    }

    #[test]
    fn existing_script_is_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("rules").join("race");
        let start =
            || write_starter(&folder, ScriptType::Rule, GameKind::Race, "Say \"hi\"", Lang::En);
        let file = start().unwrap();
        assert_eq!(file, folder.join("say_hi.luau"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(r#"name = "Say \"hi\"""#), "{text}");
        std::fs::write(&file, "mine").unwrap();
        assert!(matches!(start(), Err(StarterError::File(_))));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}
