//! Finds a script by the words that a user typed: a name, a name with type or game, or a file.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::Source;
use qipan_core::registry::GameKind;
use qipan_core::script::{Level, ScriptError, ScriptInfo, with_modules};

use crate::model::scripts::modules::{ModuleFiles, read_text};
use crate::model::scripts::shipped::{SHIPPED_ROBOTS, SHIPPED_RULES, ShippedScript};
use crate::model::scripts::test_file::is_test_stem;
use crate::model::scripts::words::{EXTENSIONS, NotPlain, ScriptArg};
use crate::model::storage::Folders;

/// The type of a script, which its folder decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScriptType {
    /// A robot.
    #[default]
    Robot,
    /// A house rule.
    Rule,
}

impl ScriptType {
    /// Both types.
    pub const ALL: [Self; 2] = [Self::Robot, Self::Rule];

    /// Returns the folder of the user's scripts of this type for a game.
    pub fn folder(self, folders: &Folders, kind: GameKind) -> PathBuf {
        self.folder_of(folders, kind.name())
    }

    /// Returns the folder of the user's scripts of this type for a game with this name.
    pub(super) fn folder_of(self, folders: &Folders, game: &str) -> PathBuf {
        folders.scripts.join(self.folder_name()).join(game)
    }

    /// Returns the name of its folder, which also stands for the type in a name such as
    /// `junqi/rules/wolf`.
    pub(super) const fn folder_name(self) -> &'static str {
        match self {
            Self::Robot => "robots",
            Self::Rule => "rules",
        }
    }

    /// Returns the type with this name, singular or plural.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let plural = |script_type: &Self| script_type.folder_name();
        let singular = |script_type: &Self| plural(script_type).strip_suffix('s');
        Self::ALL.into_iter().find(|known| plural(known) == name || singular(known) == Some(name))
    }

    /// Returns its name for messages, such as `house rule`.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Rule => "house rule",
        }
    }

    /// Returns the shipped scripts of this type.
    pub(super) fn shipped(self) -> &'static [ShippedScript] {
        match self {
            Self::Robot => &SHIPPED_ROBOTS,
            Self::Rule => &SHIPPED_RULES,
        }
    }
}

/// The reason why a script was not found or cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// The text names neither a script nor a file.
    #[error("unknown {what} `{name}`; {hint}")]
    Unknown {
        /// The word for the script: `robot`, `house rule` or `script`.
        what: &'static str,
        /// The unknown name.
        name: String,
        /// A hint for the user, such as a similar name or all known names.
        hint: String,
    },
    /// The file cannot be read, or is no script.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        why: String,
    },
    /// The script is for another game.
    #[error("{file}: plays {plays}, not {game}; {what}s for {game} are {known}")]
    Game {
        /// The file.
        file: String,
        /// The word for the script: `robot` or `house rule`.
        what: &'static str,
        /// The game of the script.
        plays: String,
        /// The game that the script has to play.
        game: String,
        /// The names for that game.
        known: String,
    },
    /// The script lacks the parameter, or the parameter does not take the value.
    #[error("{robot}: {why}")]
    Param {
        /// The robot's title.
        robot: String,
        /// The error.
        why: String,
    },
    /// A file names a script by something other than a plain name.
    #[error("{0}")]
    NotPlain(#[from] NotPlain),
    /// The robot is an external program, but only a script is allowed.
    #[error("{file}: is an external program, not a script: {why}")]
    Program {
        /// The robot file.
        file: String,
        /// The reason, and the remedy.
        why: &'static str,
    },
    /// The script is broken.
    #[error("{0}")]
    Script(#[from] ScriptError),
}

/// A name with or without a game and a type: `wolf`, `junqi/wolf`, `rules/wolf` or
/// `junqi/rules/wolf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QualifiedName<'a> {
    pub(super) script_type: Option<ScriptType>,
    pub(super) kind: Option<GameKind>,
    pub(super) name: &'a str,
}

impl<'a> QualifiedName<'a> {
    /// Splits a name into its parts. Returns `None` if the text can only be the path of a file.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let path = Path::new(text);
        let is_script = path
            .extension()
            .is_some_and(|extension| EXTENSIONS.iter().any(|end| extension == *end));
        let Some((words, name)) = text.rsplit_once('/') else {
            let is_name = !is_script && !text.contains('\\');
            return is_name.then_some(Self { script_type: None, kind: None, name: text });
        };
        if is_script || path.is_file() {
            return None;
        }
        let mut typed = Self { script_type: None, kind: None, name };
        for word in words.split('/') {
            match (ScriptType::of_name(word), GameKind::of_name(word)) {
                (script_type @ Some(_), _) if typed.script_type.is_none() => {
                    typed.script_type = script_type
                }
                (_, kind @ Some(_)) if typed.kind.is_none() => typed.kind = kind,
                _ => return None,
            }
        }
        Some(typed)
    }

    /// Returns true if it can name a script of this type and game.
    fn can_name(&self, script_type: ScriptType, kind: GameKind) -> bool {
        self.script_type.is_none_or(|known| known == script_type)
            && self.kind.is_none_or(|known| known == kind)
    }
}

/// The location of a script's text: a file, or a script that ships.
#[derive(Debug)]
pub(super) enum ScriptLocation {
    File(PathBuf),
    Shipped(&'static ShippedScript),
}

impl ScriptLocation {
    /// Finds the script with a plain name. The user's comes before one that ships.
    pub(super) fn of_name(
        folders: &Folders,
        script_type: ScriptType,
        game: &str,
        name: &str,
    ) -> Option<Self> {
        if let Some(path) = user_file(&script_type.folder_of(folders, game), name) {
            return Some(Self::File(path));
        }
        Self::shipped(script_type, game, name)
    }

    /// Finds the shipped script of this name.
    pub(super) fn shipped(script_type: ScriptType, game: &str, name: &str) -> Option<Self> {
        let mut shipped = script_type.shipped().iter();
        shipped.find(|script| script.game == game && script.name == name).map(Self::Shipped)
    }

    /// Returns the name of the file for messages, the text of the script and the texts of its
    /// modules.
    pub(super) fn source(&self) -> Result<(String, Source), FindError> {
        match self {
            Self::File(path) => read_script(path),
            Self::Shipped(shipped) => {
                Ok((format!("{}.luau", shipped.name), shipped.with_modules()))
            }
        }
    }
}

/// Finds the location of the script named by `text`, and its plain name.
///
/// # Errors
/// No script of this name, type and game.
pub(super) fn locate(
    folders: &Folders,
    script_type: ScriptType,
    game: &str,
    text: &str,
) -> Result<(ScriptLocation, String), FindError> {
    let path = Path::new(text);
    let from_file = |path: &Path| {
        let name = script_name(path).unwrap_or_else(|| text.to_owned());
        Ok((ScriptLocation::File(path.to_owned()), name))
    };
    let Some(typed) = QualifiedName::read(text) else { return from_file(path) };
    let fits = GameKind::of_name(game).is_some_and(|kind| typed.can_name(script_type, kind));
    let location = ScriptLocation::of_name(folders, script_type, game, typed.name).filter(|_| fits);
    match location {
        Some(location) => Ok((location, typed.name.to_owned())),
        None if path.is_file() => from_file(path),
        None => Err(not_found(folders, script_type, game, text, &typed)),
    }
}

/// Builds the error for a name that no script of this type and game has. The hint points to a
/// script of the same name elsewhere, else to a similar name, else lists the names.
pub(super) fn not_found(
    folders: &Folders,
    script_type: ScriptType,
    game: &str,
    text: &str,
    typed: &QualifiedName<'_>,
) -> FindError {
    let exists = |(script_type, kind): &(ScriptType, GameKind)| {
        typed.can_name(*script_type, *kind)
            && ScriptLocation::of_name(folders, *script_type, kind.name(), typed.name).is_some()
    };
    let known = names(folders, script_type, game);
    let all = known.join(", ");
    let what = script_type.words();
    let hint = match all_types_and_games().find(exists) {
        Some((other_type, kind)) if other_type == script_type => {
            let (name, plays) = (typed.name, kind.name());
            format!("{name}.luau: plays {plays}, not {game}; {what}s for {game} are {all}")
        }
        Some((other_type, _)) => {
            format!("that is a {}; {what}s are {all}", other_type.words())
        }
        None => {
            // A robot may also be named by its level.
            let levels = Level::ALL.map(Level::name);
            let levels = if script_type == ScriptType::Robot { &levels[..] } else { &[] };
            let known = known.iter().map(String::as_str);
            match nearest(typed.name, known.chain(levels.iter().copied())) {
                Some(similar) => format!("did you mean `{similar}`?"),
                None if levels.is_empty() => format!("there are {all}; or name a .luau file"),
                None => {
                    let levels = levels.join(", ");
                    format!("there are {all}; or name a level ({levels}) or a .luau file")
                }
            }
        }
    };
    FindError::Unknown { what, name: text.to_owned(), hint }
}

/// Returns each pair of a script type and a game.
fn all_types_and_games() -> impl Iterator<Item = (ScriptType, GameKind)> {
    GameKind::ALL
        .into_iter()
        .flat_map(|kind| ScriptType::ALL.map(|script_type| (script_type, kind)))
}

/// Checks that a script is for this game.
///
/// # Errors
/// A script for another game.
pub(super) fn check_game(
    folders: &Folders,
    script_type: ScriptType,
    game: &str,
    file: &str,
    info: &ScriptInfo,
) -> Result<(), FindError> {
    if info.game == game {
        return Ok(());
    }
    Err(FindError::Game {
        file: file.to_owned(),
        what: script_type.words(),
        plays: info.game.clone(),
        game: game.to_owned(),
        known: names(folders, script_type, game).join(", "),
    })
}

/// Returns the scripts that a name can mean, as full names such as `rules/junqi/wolf`. A path
/// can only mean itself.
///
/// # Errors
/// No script of this name.
pub fn possible_scripts(folders: &Folders, words: &ScriptArg) -> Result<Vec<ScriptArg>, FindError> {
    let text = words.as_str();
    let (name, params) = split_params(text);
    let Some(typed) = QualifiedName::read(name) else { return Ok(vec![words.clone()]) };
    let allowed =
        || all_types_and_games().filter(|(script_type, kind)| typed.can_name(*script_type, *kind));
    let existing = allowed().filter(|(script_type, kind)| {
        // Only robots have parameters.
        (params.is_empty() || *script_type == ScriptType::Robot)
            && ScriptLocation::of_name(folders, *script_type, kind.name(), typed.name).is_some()
    });
    let full_name = |(script_type, kind): (ScriptType, GameKind)| {
        let name = format!("{}/{}/{}{params}", script_type.folder_name(), kind.name(), typed.name);
        ScriptArg::typed(&name)
    };
    let scripts: Vec<ScriptArg> = existing.map(full_name).collect();
    if !scripts.is_empty() {
        return Ok(scripts);
    }
    if Path::new(text).is_file() {
        return Ok(vec![words.clone()]);
    }
    let lists = allowed()
        .map(|(script_type, kind)| (script_type, kind, names(folders, script_type, kind.name())));
    let lists: Vec<_> = lists.filter(|(.., names)| !names.is_empty()).collect();
    let known = lists.iter().flat_map(|(.., names)| names).map(String::as_str);
    let hint = nearest(typed.name, known).map_or_else(
        || {
            let in_words = |(script_type, kind, names): &(ScriptType, GameKind, Vec<String>)| {
                format!("{}s for {} are {}", script_type.words(), kind.name(), names.join(", "))
            };
            let lists: Vec<String> = lists.iter().map(in_words).collect();
            format!("{}; or name a .luau file", lists.join("; "))
        },
        |similar| format!("did you mean `{similar}`?"),
    );
    Err(FindError::Unknown { what: "script", name: text.to_owned(), hint })
}

/// Splits a robot's name from its parameters. The parameters include the comma before them.
pub(super) fn split_params(text: &str) -> (&str, &str) {
    match text.find(',') {
        Some(comma) if !Path::new(text).is_file() => text.split_at(comma),
        _ => (text, ""),
    }
}

/// Returns the names of all scripts of a type for a game: those that ship, then the user's other
/// scripts by name.
pub(super) fn names(folders: &Folders, script_type: ScriptType, game: &str) -> Vec<String> {
    let shipped = script_type.shipped().iter().filter(|script| script.game == game);
    let mut names: Vec<String> = shipped.map(|script| script.name.to_owned()).collect();
    let folder = script_type.folder_of(folders, game);
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let user_names = files.filter_map(|file| script_name(&file.path()));
    // A pipe or a folder may have the name of a script.
    let mut user_names: Vec<String> =
        user_names.filter(|name| user_file(&folder, name).is_some()).collect();
    user_names.sort_unstable();
    names.extend(user_names);
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns the user's file of this name in a folder, if it exists.
pub fn user_file(folder: &Path, name: &str) -> Option<PathBuf> {
    if is_test_stem(name) {
        return None;
    }
    let files = EXTENSIONS.map(|extension| folder.join(format!("{name}.{extension}")));
    files.into_iter().find(|file| file.is_file())
}

/// Returns the known word that is most similar to a misspelt one, if it is similar enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The word itself is not suggested. It can be a known word, such as a level that no robot has.
    let others = known.into_iter().filter(|other| *other != word);
    let word = word.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&word, &other.to_lowercase());
    let closest = others.map(|other| (distance(other), other)).min_by_key(|(edits, _)| *edits);
    let (edits, similar) = closest?;
    (edits <= 1 + word.chars().count() / 4).then_some(similar)
}

/// Returns the name of a script file, or `None` for other files.
pub(super) fn script_name(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    let name = path.file_stem()?.to_str()?;
    let is_script = !name.starts_with('.') && !is_test_stem(name);
    (EXTENSIONS.contains(&extension) && is_script).then(|| name.to_owned())
}

/// Reads a script. Returns its path for messages, its text and the texts of its modules.
pub(super) fn read_script(path: &Path) -> Result<(String, Source), FindError> {
    let file = path.display().to_string();
    match read_source(path) {
        Ok(source) => Ok((file, source)),
        Err(why) => Err(FindError::File { file, why: io_reason(&why) }),
    }
}

/// Reads the text of a script and the texts of its modules, each up to one byte beyond the limit.
/// The extra byte shows that the text is too long.
///
/// # Errors
/// A file that cannot be read.
pub fn read_source(path: &Path) -> std::io::Result<Source> {
    Ok(with_modules(read_text(path)?, &ModuleFiles::beside(path)))
}

/// Describes an error of a file in plain words.
fn io_reason(why: &std::io::Error) -> String {
    match why.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "reading it is not allowed".to_owned(),
        std::io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_names_may_include_game_and_type() {
        let read = |text| {
            QualifiedName::read(text).map(|typed| (typed.kind, typed.script_type, typed.name))
        };
        let (junqi, rule) = (Some(GameKind::Junqi), Some(ScriptType::Rule));
        assert_eq!(read("wolf"), Some((None, None, "wolf")));
        assert_eq!(read("junqi/wolf"), Some((junqi, None, "wolf")));
        assert_eq!(read("rules/wolf"), Some((None, rule, "wolf")));
        for full_name in ["junqi/rules/wolf", "rules/junqi/wolf"] {
            assert_eq!(read(full_name), Some((junqi, rule, "wolf")));
        }
        for path in ["wolf.luau", "junqi/wolf.lua", "my/wolf", "junqi/race/wolf", "a\\wolf"] {
            assert_eq!(read(path), None, "{path}");
        }
    }

    #[test]
    fn misspelt_name_gets_a_suggestion() {
        let known = ["greedy", "careful", "bold"];
        let suggestion = |word| nearest(word, known);
        assert_eq!(suggestion("gredy"), Some("greedy"));
        assert_eq!(suggestion("Carefull"), Some("careful"));
        assert_eq!(suggestion("blod"), Some("bold"));
        assert_eq!(suggestion("nobody"), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest("bold", ["bold", "cold"]), Some("cold"));
        assert_eq!(nearest("bold", ["bold"]), None);
        assert_eq!(nearest("Bold", ["bold"]), Some("bold"));
    }
}
