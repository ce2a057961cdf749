//! The list of all scripts for their authors: file, text and error of each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use qipan_core::registry::GameKind;
use qipan_core::script::{ScriptInfo, ScriptKind};

use crate::model::scripts::find::{
    FindError, ScriptType, TypedName, read_source, script_name, split_params, text_of, user_file,
};
use crate::model::scripts::{
    RobotSpec, RuleSpec, UserWords, find, find_rule, inspect, robots, rules,
};
use crate::model::storage::Folders;

/// The identity of a script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptKey {
    /// Robot or house rule.
    pub sort: ScriptType,
    /// The game of its folder.
    pub kind: GameKind,
    /// Its name: the file name without extension.
    pub name: String,
}

/// The origin of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A script that ships with the program.
    Shipped,
    /// The user's script.
    Own,
    /// The user's unchanged copy of one that ships.
    Copy,
    /// The user's script in place of one that ships.
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

    /// Returns its text.
    pub fn source(&self) -> Arc<[u8]> {
        match self {
            Self::Robot(spec) => Arc::clone(&spec.source),
            Self::Rule(spec) => Arc::clone(&spec.source),
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
    /// The user's file, or `None` for one that only ships.
    pub path: Option<PathBuf>,
    /// Its origin.
    pub origin: Origin,
    /// Its text.
    pub source: Arc<[u8]>,
    /// The script, or the reason why it does not load.
    pub script: Result<Script, FindError>,
}

/// Finds the script of a full name or in a file, of any sort and game.
///
/// # Errors
/// No script of this name, or one that does not load.
pub fn find_any(folders: &Folders, words: &UserWords) -> Result<Script, FindError> {
    let text = words.as_str();
    let (name, _) = split_params(text);
    if let Some(TypedName { sort: Some(sort), kind: Some(kind), .. }) = TypedName::read(name) {
        return match sort {
            ScriptType::Robot => find(folders, kind.name(), words).map(Script::Robot),
            ScriptType::Rule => find_rule(folders, kind.name(), words).map(Script::Rule),
        };
    }
    let path = Path::new(name);
    let (file, source) = text_of(path)?;
    match inspect(&file, &source)?.kind {
        ScriptKind::Rule => {
            let stem = script_name(path).unwrap_or_else(|| name.to_owned());
            Ok(Script::Rule(RuleSpec::new(&stem, file, source)?))
        }
        _ => {
            let mut spec = RobotSpec::new(name, file, source)?.beside(path);
            spec.set_all(text)?;
            Ok(Script::Robot(spec))
        }
    }
}

/// Returns every script by game, the user's own first.
pub fn catalogue(folders: &Folders) -> Vec<CatalogueEntry> {
    let mut entries = Vec::new();
    for kind in GameKind::ALL {
        let found = robots(folders, kind.name()).into_iter();
        let found = found.map(|(name, spec)| (name, spec.and_then(at_its_place)));
        entries.extend(
            found.map(|(name, script)| entry(folders, ScriptType::Robot, kind, name, script)),
        );
        let found = rules(folders, kind.name()).into_iter();
        let found = found.map(|(name, spec)| (name, spec.map(Script::Rule)));
        entries.extend(
            found.map(|(name, script)| entry(folders, ScriptType::Rule, kind, name, script)),
        );
    }
    let ships = |entry: &CatalogueEntry| matches!(entry.origin, Origin::Shipped | Origin::Copy);
    entries.sort_by_key(ships);
    entries
}

/// Converts a robot for the list. A file that is passed over becomes its error.
fn at_its_place(spec: RobotSpec) -> Result<Script, FindError> {
    match spec.passed_over() {
        Some(why) => Err(why),
        None => Ok(Script::Robot(spec)),
    }
}

/// Returns the text of the shipped script with this identity.
pub fn shipped_text(key: &ScriptKey) -> Option<&'static str> {
    let game = key.kind.name();
    let mut all = key.sort.shipped().iter();
    all.find(|s| s.game == game && s.name == key.name).map(|s| s.source)
}

fn entry(
    folders: &Folders,
    sort: ScriptType,
    kind: GameKind,
    name: String,
    script: Result<Script, FindError>,
) -> CatalogueEntry {
    let path = user_file(&sort.folder(folders, kind), &name);
    let key = ScriptKey { sort, kind, name };
    let shipped = shipped_text(&key);
    let source = match (&script, &path) {
        (Ok(script), _) => script.source(),
        // The error of a file that cannot be read is in `script`.
        (Err(_), Some(path)) => read_source(path).unwrap_or_default().into(),
        (Err(_), None) => shipped.unwrap_or_default().as_bytes().into(),
    };
    let origin = match (&path, shipped) {
        (None, _) => Origin::Shipped,
        (Some(_), None) => Origin::Own,
        (Some(_), Some(text)) if *text.as_bytes() == *source => Origin::Copy,
        (Some(_), Some(_)) => Origin::Replacement,
    };
    let file = path.as_ref().and_then(|path| Some(path.file_name()?.to_string_lossy().into()));
    let file = file.unwrap_or_else(|| format!("{}.luau", key.name));
    CatalogueEntry { key, file, path, origin, source, script }
}
