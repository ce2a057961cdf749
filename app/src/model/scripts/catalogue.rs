//! Lists all scripts with file, text and error, for the screen on which the user writes scripts.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::Source;
use qipan_core::registry::GameKind;
use qipan_core::script::{ScriptError, ScriptInfo, ScriptKind};

use crate::model::scripts::find::{
    FindError, QualifiedName, ScriptType, read_script, read_source, script_name, split_params,
    user_file,
};
use crate::model::scripts::shipped::ShippedScript;
use crate::model::scripts::test_file::tested_robot;
use crate::model::scripts::{
    RobotSpec, RuleSpec, ScriptArg, find, find_rule, inspect, robots, rules,
};
use crate::model::storage::Folders;

/// The identity of a script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptKey {
    /// Its type: robot or house rule.
    pub script_type: ScriptType,
    /// The game that its folder belongs to.
    pub kind: GameKind,
    /// Its name: the file name without extension.
    pub name: String,
}

/// The origin of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A script that ships with Qipan.
    Shipped,
    /// The user's script.
    Own,
    /// The user's unchanged copy of a shipped script.
    Copy,
    /// The user's script that replaces a shipped script.
    Replacement,
}

/// A script that loads.
#[derive(Clone, Debug, PartialEq)]
pub enum Script {
    /// A robot.
    Robot(RobotSpec),
    /// A house rule.
    Rule(RuleSpec),
}

impl Script {
    /// Returns its metadata.
    pub fn info(&self) -> &ScriptInfo {
        match self {
            Self::Robot(spec) => &spec.info,
            Self::Rule(spec) => &spec.info,
        }
    }

    /// Returns its file, for messages.
    pub fn file(&self) -> &str {
        match self {
            Self::Robot(spec) => &spec.file,
            Self::Rule(spec) => &spec.file,
        }
    }

    /// Returns its text and the texts of its modules.
    pub fn source(&self) -> &Source {
        match self {
            Self::Robot(spec) => &spec.source,
            Self::Rule(spec) => &spec.source,
        }
    }
}

/// A script in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogueEntry {
    /// Its identity.
    pub key: ScriptKey,
    /// The name of its file, without folders.
    pub file: String,
    /// The user's file, or `None` if the user has no file for this script.
    pub path: Option<PathBuf>,
    /// Its origin.
    pub origin: Origin,
    /// Its text and the texts of its modules.
    pub source: Source,
    /// The script, or the reason why it does not load.
    pub script: Result<Script, FindError>,
}

/// Finds the script with a full name or in a file, of any type and game.
///
/// # Errors
/// No script of this name, or one that does not load.
pub fn find_any(folders: &Folders, words: &ScriptArg) -> Result<Script, FindError> {
    let text = words.as_str();
    let (name, _) = split_params(text);
    if let Some(QualifiedName { script_type: Some(script_type), kind: Some(kind), .. }) =
        QualifiedName::read(name)
    {
        return match script_type {
            ScriptType::Robot => find(folders, kind.name(), words).map(Script::Robot),
            ScriptType::Rule => find_rule(folders, kind.name(), words).map(Script::Rule),
        };
    }
    let path = Path::new(name);
    if let Some(robot) = tested_robot(path) {
        let why = format!("holds the tests of a robot; check {}", robot.display());
        return Err(FindError::File { file: name.to_owned(), why });
    }
    let (file, source) = read_script(path)?;
    match inspect(&file, &source)?.kind {
        ScriptKind::Rule => {
            let stem = script_name(path).unwrap_or_else(|| name.to_owned());
            Ok(Script::Rule(RuleSpec::new(&stem, file, source)?))
        }
        _ => {
            let mut spec = RobotSpec::new(name, file, source)?.at_path(path);
            spec.set_params(text)?;
            Ok(Script::Robot(spec))
        }
    }
}

/// Builds a script that is in no folder, such as that of a package. `tests` are the tests of a
/// robot, and are ignored for a house rule. This runs `source`.
///
/// # Errors
/// A script that does not load.
pub fn script_of_source(
    name: &str,
    source: Source,
    tests: Option<Source>,
) -> Result<Script, ScriptError> {
    let file = format!("{name}.luau");
    Ok(match inspect(&file, &source)?.kind {
        ScriptKind::Rule => Script::Rule(RuleSpec::new(name, file, source)?),
        _ => Script::Robot(RobotSpec { tests, ..RobotSpec::new(name, file, source)? }),
    })
}

/// Returns every script: first those that the user wrote or changed, then those that ship. Each
/// part is grouped by game.
pub fn catalogue(folders: &Folders) -> Vec<CatalogueEntry> {
    let mut entries = Vec::new();
    for kind in GameKind::ALL {
        for (name, spec) in robots(folders, kind.name()) {
            let script = spec.and_then(script_of_robot);
            entries.push(entry(folders, ScriptType::Robot, kind, name, script));
        }
        for (name, spec) in rules(folders, kind.name()) {
            let script = spec.map(Script::Rule);
            entries.push(entry(folders, ScriptType::Rule, kind, name, script));
        }
    }
    let is_shipped =
        |entry: &CatalogueEntry| matches!(entry.origin, Origin::Shipped | Origin::Copy);
    entries.sort_by_key(is_shipped);
    entries
}

/// Converts a robot to a [`Script`].
///
/// # Errors
/// The reason why the user's file of the same name is ignored, if it is.
fn script_of_robot(spec: RobotSpec) -> Result<Script, FindError> {
    match spec.ignored_file() {
        Some(why) => Err(why),
        None => Ok(Script::Robot(spec)),
    }
}

/// Returns the shipped script with this identity, with its modules.
pub fn shipped_source(key: &ScriptKey) -> Option<Source> {
    let game = key.kind.name();
    let mut scripts = key.script_type.shipped().iter();
    let found = scripts.find(|script| script.game == game && script.name == key.name);
    found.map(ShippedScript::with_modules)
}

/// Builds the entry of a script.
fn entry(
    folders: &Folders,
    script_type: ScriptType,
    kind: GameKind,
    name: String,
    script: Result<Script, FindError>,
) -> CatalogueEntry {
    let path = user_file(&script_type.folder(folders, kind), &name);
    let key = ScriptKey { script_type, kind, name };
    let shipped = shipped_source(&key);
    let source = match (&script, &path) {
        (Ok(script), _) => script.source().clone(),
        // The error of a file that cannot be read is in `script`.
        (Err(_), Some(path)) => read_source(path).unwrap_or_default(),
        (Err(_), None) => shipped.clone().unwrap_or_default(),
    };
    let origin = match (&path, shipped) {
        (None, _) => Origin::Shipped,
        (Some(_), None) => Origin::Own,
        (Some(_), Some(shipped)) if shipped == source => Origin::Copy,
        (Some(_), Some(_)) => Origin::Replacement,
    };
    let file = path.as_ref().and_then(|path| Some(path.file_name()?.to_string_lossy().into()));
    let file = file.unwrap_or_else(|| format!("{}.luau", key.name));
    CatalogueEntry { key, file, path, origin, source, script }
}
