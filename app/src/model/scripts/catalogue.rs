//! All scripts there are, for somebody who writes them: where each lies, its text, what is
//! wrong with it.

use std::path::PathBuf;
use std::sync::Arc;

use qipan_core::script::{ScriptError, ScriptInfo};

use crate::model::scripts::find::user_file;
use crate::model::scripts::{
    FindError, RobotSpec, RuleSpec, SHIPPED, SHIPPED_RULES, Shipped, read_source, robots, rules,
};
use crate::model::storage::Folders;
use qipan_core::games::GameKind;

/// What a script is, by the folder it lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A robot.
    #[default]
    Robot,
    /// A house rule.
    Rule,
}

impl Sort {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Robot, Self::Rule];

    /// Where the user's scripts of this sort for a game lie.
    #[must_use]
    pub fn folder(self, folders: &Folders, kind: GameKind) -> PathBuf {
        self.folder_of(folders, kind.name())
    }

    pub(super) fn folder_of(self, folders: &Folders, game: &str) -> PathBuf {
        folders.scripts.join(self.folder_name()).join(game)
    }

    /// The name of the folder of all its games, which also stands for it in a script's name.
    pub(super) const fn folder_name(self) -> &'static str {
        match self {
            Self::Robot => "robots",
            Self::Rule => "rules",
        }
    }

    /// The sort of this name, one or many.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let many = |sort: Self| sort.folder_name();
        let one = |sort: Self| many(sort).strip_suffix('s');
        Self::ALL.into_iter().find(|sort| many(*sort) == name || one(*sort) == Some(name))
    }

    /// What one is called in a sentence.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Rule => "house rule",
        }
    }

    pub(super) fn shipped(self) -> &'static [Shipped] {
        match self {
            Self::Robot => &SHIPPED,
            Self::Rule => &SHIPPED_RULES,
        }
    }
}

/// Which script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Robot or house rule.
    pub sort: Sort,
    /// The game whose folder it lies in.
    pub kind: GameKind,
    /// Its name: that of its file without ending.
    pub name: String,
}

/// Where a script comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It ships with the program.
    Shipped,
    /// It is the user's.
    Own,
    /// It is the user's copy of one that ships, still the same.
    Copy,
    /// It is the user's and takes the place of one that ships.
    Instead,
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
    /// What it says about itself.
    #[must_use]
    pub fn info(&self) -> &ScriptInfo {
        match self {
            Self::Robot(spec) => &spec.info,
            Self::Rule(spec) => &spec.info,
        }
    }

    /// Its file, for messages.
    #[must_use]
    pub fn file(&self) -> &str {
        match self {
            Self::Robot(spec) => &spec.file,
            Self::Rule(spec) => &spec.file,
        }
    }

    fn source(&self) -> Arc<[u8]> {
        match self {
            Self::Robot(spec) => Arc::clone(&spec.source),
            Self::Rule(spec) => Arc::clone(&spec.source),
        }
    }
}

/// A script as it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Which it is.
    pub key: Key,
    /// The name of its file, without folders.
    pub file: String,
    /// The user's file; none for one that only ships.
    pub path: Option<PathBuf>,
    /// Where it comes from.
    pub origin: Origin,
    /// Its text.
    pub source: Arc<[u8]>,
    /// The script, or why it does not load.
    pub script: Result<Script, FindError>,
}

impl Entry {
    /// What is wrong with it, with its place, where that is known.
    #[must_use]
    pub fn error(&self) -> Option<&ScriptError> {
        match &self.script {
            Err(FindError::Script(error)) => Some(error),
            _ => None,
        }
    }
}

/// Every script by game, one's own first.
#[must_use]
pub fn catalogue(folders: &Folders) -> Vec<Entry> {
    let mut entries = Vec::new();
    for kind in GameKind::ALL {
        let found = robots(folders, kind.name()).into_iter();
        let found = found.map(|(name, spec)| (name, spec.map(Script::Robot)));
        entries.extend(found.map(|(name, script)| entry(folders, Sort::Robot, kind, name, script)));
        let found = rules(folders, kind.name()).into_iter();
        let found = found.map(|(name, spec)| (name, spec.map(Script::Rule)));
        entries.extend(found.map(|(name, script)| entry(folders, Sort::Rule, kind, name, script)));
    }
    let ships = |entry: &Entry| matches!(entry.origin, Origin::Shipped | Origin::Copy);
    entries.sort_by_key(ships);
    entries
}

/// The text of the script of this name that ships.
#[must_use]
pub fn shipped_text(key: &Key) -> Option<&'static str> {
    let game = key.kind.name();
    let mut all = key.sort.shipped().iter();
    all.find(|s| s.game == game && s.name == key.name).map(|s| s.source)
}

fn entry(
    folders: &Folders,
    sort: Sort,
    kind: GameKind,
    name: String,
    script: Result<Script, FindError>,
) -> Entry {
    let path = user_file(&sort.folder(folders, kind), &name);
    let key = Key { sort, kind, name };
    let shipped = shipped_text(&key);
    let source = match (&script, &path) {
        (Ok(script), _) => script.source(),
        // A file that cannot be read says so in its error.
        (Err(_), Some(path)) => read_source(path).unwrap_or_default().into(),
        (Err(_), None) => shipped.unwrap_or_default().as_bytes().into(),
    };
    let origin = match (&path, shipped) {
        (None, _) => Origin::Shipped,
        (Some(_), None) => Origin::Own,
        (Some(_), Some(text)) if *text.as_bytes() == *source => Origin::Copy,
        (Some(_), Some(_)) => Origin::Instead,
    };
    let file = path.as_ref().and_then(|path| Some(path.file_name()?.to_string_lossy().into()));
    let file = file.unwrap_or_else(|| format!("{}.luau", key.name));
    Entry { key, file, path, origin, source, script }
}
