//! Named sets of rules: options and house rules of a preset in a file each, easy to share.

use std::fs;
use std::path::{Path, PathBuf};

use qipan_core::house::Hook;
use qipan_core::record::{MAX_RULES, SavedRule};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::rules::{self, SomeRules};
use crate::model::storage::games::safe_name;
use crate::model::storage::{
    Doing, Storage, StorageError, json_files, read_limited, write_atomic, write_new,
};
use qipan_core::games::GameKind;

/// The longest name of a set, in characters.
pub const SET_NAME_CHARS: usize = 40;

/// What the files say they are, and which version of it.
const FORMAT: &str = "qipan_rules";
const VERSION: u64 = 1;

/// The largest source of a house rule, in bytes; as in saved games.
const MAX_SOURCE: usize = 256 << 10;
/// The largest file: all rules with the largest sources, in bytes.
const MAX_BYTES: u64 = (MAX_RULES as u64) * (MAX_SOURCE as u64);
/// The longest words of a house rule about itself, in bytes.
const MAX_WORDS: usize = 2000;
/// Sets in the folder that are read.
const MAX_SETS: usize = 200;

/// Options and house rules of a preset under a name.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// What the player calls it.
    pub name: String,
    /// The preset it changes.
    pub preset: String,
    /// The options it changes.
    pub options: Map<String, Value>,
    /// Its house rules, in their order.
    pub house_rules: Vec<SavedRule>,
}

/// A set with its file.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnSet {
    /// Its file.
    pub path: PathBuf,
    /// What is in it.
    pub set: RuleSet,
}

/// What is wrong with a set's file or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetTrouble {
    /// The file cannot be read or written.
    File(StorageError),
    /// A part of the file is wrong.
    Broken {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It is some other file.
    Foreign,
    /// A later version of Qipan wrote it.
    Version(u64),
    /// It is too large for a set.
    TooLarge,
    /// The name is empty.
    Nameless,
    /// There is a set of this name already.
    Exists(String),
}

/// A file in the folder of sets that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSet {
    /// The file; it stays as it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub trouble: SetTrouble,
}

/// A file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    name: String,
    game: String,
    preset: String,
    options: Map<String, Value>,
    house_rules: Vec<SavedRule>,
}

/// As much of a file as tells whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
}

/// Whether a text says that it is a set of rules.
#[must_use]
pub fn is_set(text: &str) -> bool {
    let head = serde_json::from_str::<Head>(without_mark(text));
    head.is_ok_and(|head| head.format.as_deref() == Some(FORMAT))
}

/// Reads the text of a set's file. Nothing in it is run.
///
/// # Errors
/// When it is not a whole set of this version, with the line where there is one.
pub fn read_set(text: &str) -> Result<RuleSet, SetTrouble> {
    if text.len() as u64 > MAX_BYTES {
        return Err(SetTrouble::TooLarge);
    }
    let text = without_mark(text);
    let head: Head = serde_json::from_str(text).map_err(|error| broken(&error))?;
    if head.format.as_deref() != Some(FORMAT) {
        return Err(SetTrouble::Foreign);
    }
    match head.version {
        Some(VERSION) => {}
        Some(version) => return Err(SetTrouble::Version(version)),
        None => return Err(SetTrouble::Foreign),
    }
    let file: File = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let at = |key: &str, what: String| {
        Err(SetTrouble::Broken { line: line_of(text, &format!("\"{key}\"")), what })
    };
    let name = clean(&file.name)?;
    let Some(kind) = GameKind::of_name(&file.game) else {
        return at("game", format!("there is no game `{}`", file.game));
    };
    if !kind.presets().contains(&file.preset.as_str()) {
        return at("preset", format!("`{}` is no preset of {}", file.preset, file.game));
    }
    let set =
        RuleSet { name, preset: file.preset, options: file.options, house_rules: file.house_rules };
    if let Err((key, what)) = set.try_rules() {
        return at(&key, what);
    }
    if set.house_rules.len() > MAX_RULES {
        return at("house_rules", format!("at most {MAX_RULES} house rules can be in a set"));
    }
    for (index, line) in set.house_rules.iter().enumerate() {
        if let Err(what) = check_line(line) {
            let line = line_of_rule(text, index);
            return Err(SetTrouble::Broken { line, what });
        }
        if set.house_rules[..index].iter().any(|other| other.hash == line.hash) {
            let what = format!("{} is in it twice", line.file);
            return Err(SetTrouble::Broken { line: line_of_rule(text, index), what });
        }
    }
    Ok(set)
}

/// The text of a set's file.
#[must_use]
pub fn write_set(set: &RuleSet) -> String {
    let kind = GameKind::of_preset(&set.preset).unwrap_or(GameKind::Race);
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        name: set.name.clone(),
        game: kind.name().to_owned(),
        preset: set.preset.clone(),
        options: set.options.clone(),
        house_rules: set.house_rules.clone(),
    };
    let text = serde_json::to_string_pretty(&file);
    text.unwrap_or_else(|_| unreachable!("words and JSON values are always JSON")) + "\n"
}

impl RuleSet {
    /// The preset's rules with the options of the set, which may contradict each other.
    #[must_use]
    pub fn rules(&self) -> Option<SomeRules> {
        self.try_rules().ok()
    }

    /// The rules, or the option that cannot be and why.
    fn try_rules(&self) -> Result<SomeRules, (String, String)> {
        let no_preset = || ("preset".to_owned(), format!("there is no preset `{}`", self.preset));
        let rules = rules::preset(&self.preset).ok_or_else(no_preset)?;
        let rules = rules::with_options(rules, &self.options);
        rules.map_err(|(key, error)| (key, error.to_string()))
    }
}

/// Whether a house rule in a file can be what it says.
fn check_line(line: &SavedRule) -> Result<(), String> {
    let file = &line.file;
    let plain = file.chars().all(|c| !c.is_control() && !"/\\:*?\"<>|".contains(c));
    let script = file.ends_with(".luau") || file.ends_with(".lua");
    if !plain || !script || file.starts_with('.') || file.len() > 100 {
        return Err(format!("`{}` is no name of a script", short(file)));
    }
    let words = [&line.name.en, &line.name.zh, &line.about.en, &line.about.zh, &line.author];
    if words.iter().any(|words| words.len() > MAX_WORDS) || line.set.len() > 100 {
        return Err(format!("{file} says too much about itself"));
    }
    if line.source.len() > MAX_SOURCE {
        return Err(format!("{file} has more than {MAX_SOURCE} bytes"));
    }
    if let Some(odd) = line.hooks.iter().find(|hook| Hook::ALL.iter().all(|h| h.name() != *hook)) {
        return Err(format!("`{}` is no hook of a house rule", short(odd)));
    }
    if line.until.is_some() {
        return Err("`until` belongs to a saved game, not to a set".to_owned());
    }
    if line.hash != SavedRule::hash_of(&line.source) {
        return Err(format!("{file} was changed after it was saved: its hash is another"));
    }
    Ok(())
}

/// The beginning of words that may be long.
fn short(words: &str) -> String {
    words.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// A text without the mark some editors put at its beginning.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn broken(error: &serde_json::Error) -> SetTrouble {
    let what = error.to_string();
    // The place is told beside it.
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what).to_owned();
    SetTrouble::Broken { line: error.line().max(1), what }
}

/// The first line with these words, or the first of all.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).map_or(1, |line| line + 1)
}

/// The line where a house rule's file is named.
fn line_of_rule(text: &str, index: usize) -> usize {
    let lines = text.lines().enumerate().filter(|(_, line)| line.contains("\"file\":"));
    lines.map(|(line, _)| line + 1).nth(index).unwrap_or_else(|| line_of(text, "\"house_rules\""))
}

/// A name without line breaks or spaces around it, not too long.
fn clean(name: &str) -> Result<String, SetTrouble> {
    let words: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let short: String = words.trim().chars().take(SET_NAME_CHARS).collect();
    let short = short.trim();
    if short.is_empty() { Err(SetTrouble::Nameless) } else { Ok(short.to_owned()) }
}

impl Storage {
    /// The folder of the player's sets; it is made when the first is saved.
    #[must_use]
    pub fn sets_folder(&self) -> PathBuf {
        self.folders().data.join("sets")
    }

    /// The player's sets by name, and the files that are none.
    #[must_use]
    pub fn sets(&self) -> (Vec<OwnSet>, Vec<BadSet>) {
        let (mut own, mut bad) = (Vec::new(), Vec::new());
        for path in json_files(&self.sets_folder()).into_iter().take(MAX_SETS) {
            match load(&path) {
                Ok(set) => own.push(OwnSet { path, set }),
                Err(trouble) => bad.push(BadSet { path, trouble }),
            }
        }
        own.sort_by_key(|own| (own.set.name.to_lowercase(), own.path.clone()));
        bad.sort_by(|a, b| a.path.cmp(&b.path));
        (own, bad)
    }

    /// Saves a set, and returns its file. Names are taken per preset.
    ///
    /// # Errors
    /// When the name is empty or, unless it is to be replaced, taken; when the file cannot be
    /// written. What was there before is then still there.
    pub fn save_set(&self, set: &RuleSet, replace: bool) -> Result<PathBuf, SetTrouble> {
        let set = RuleSet { name: clean(&set.name)?, ..set.clone() };
        let text = write_set(&set);
        match self.set_named(&set.name, &set.preset) {
            Some(_) if !replace => Err(SetTrouble::Exists(set.name)),
            Some(path) => {
                write_atomic(&path, &text, true).map_err(SetTrouble::File)?;
                Ok(path)
            }
            None => self.write_new_set(&set.name, &text),
        }
    }

    /// Saves a set that came from elsewhere, under a number where its name is taken.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_set_beside(&self, set: &RuleSet) -> Result<PathBuf, SetTrouble> {
        let numbered = (2..).map(|n| {
            let end = format!(" ({n})");
            let name: String = set.name.chars().take(SET_NAME_CHARS - end.len()).collect();
            name + &end
        });
        let mut names = std::iter::once(set.name.clone()).chain(numbered);
        let free = names.find(|name| self.set_named(name, &set.preset).is_none());
        let name = free.unwrap_or_else(|| unreachable!("the numbers do not end"));
        self.save_set(&RuleSet { name, ..set.clone() }, false)
    }

    /// Gives a set another name, its file too, and returns that.
    ///
    /// # Errors
    /// When the file cannot be read, the name is empty or taken, or the new file cannot be
    /// written. The set then keeps its name.
    pub fn rename_set(&self, path: &Path, name: &str) -> Result<PathBuf, SetTrouble> {
        let set = RuleSet { name: clean(name)?, ..load(path)? };
        if self.set_named(&set.name, &set.preset).is_some_and(|other| other != path) {
            return Err(SetTrouble::Exists(set.name));
        }
        let new = self.write_new_set(&set.name, &write_set(&set))?;
        // The set has its new file before the old one goes.
        fs::remove_file(path).map_err(|error| {
            let _ = fs::remove_file(&new);
            SetTrouble::File(StorageError::new(Doing::Write, path, &error))
        })?;
        Ok(new)
    }

    /// Deletes a set's file.
    ///
    /// # Errors
    /// When the system does not let it go.
    pub fn delete_set(&self, path: &Path) -> Result<(), SetTrouble> {
        let removed = fs::remove_file(path);
        removed.map_err(|e| SetTrouble::File(StorageError::new(Doing::Write, path, &e)))
    }

    /// The file of the set with this name, in either case of its letters.
    fn set_named(&self, name: &str, preset: &str) -> Option<PathBuf> {
        let name = name.to_lowercase();
        let same = |own: &OwnSet| own.set.name.to_lowercase() == name && own.set.preset == preset;
        self.sets().0.into_iter().find(same).map(|own| own.path)
    }

    /// Writes a set into a file that no other has, named after it.
    fn write_new_set(&self, name: &str, text: &str) -> Result<PathBuf, SetTrouble> {
        let folder = self.sets_folder();
        fs::create_dir_all(&folder)
            .map_err(|error| SetTrouble::File(StorageError::new(Doing::Make, &folder, &error)))?;
        let safe = safe_name(name);
        let stem = if safe.is_empty() { "rules" } else { safe.as_str() };
        let path = free(&folder, |number| match number {
            1 => format!("{stem}.json"),
            n => format!("{stem} ({n}).json"),
        });
        write_new(&path, text).map_err(SetTrouble::File)?;
        Ok(path)
    }
}

/// Writes a house rule's source into a folder of scripts, into a file of its own: never one
/// that is there, nor one of these names. Returns its name.
///
/// # Errors
/// When the folder cannot be made or the file not be written.
pub fn install_rule(
    folder: &Path,
    line: &SavedRule,
    taken: &[String],
) -> Result<String, StorageError> {
    fs::create_dir_all(folder).map_err(|e| StorageError::new(Doing::Make, folder, &e))?;
    let stem = line.file.rsplit_once('.').map_or(line.file.as_str(), |(stem, _)| stem);
    let stem: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let name = |number: u32| if number == 1 { stem.clone() } else { format!("{stem}_{number}") };
    let there = |name: &String| {
        let files = ["luau", "lua"].map(|end| folder.join(format!("{name}.{end}")));
        taken.contains(name) || files.iter().any(|file| file.exists())
    };
    let name = (1..).map(name).find(|name| !there(name));
    let name = name.unwrap_or_else(|| unreachable!("the numbers do not end"));
    write_new(&folder.join(format!("{name}.luau")), &line.source)?;
    Ok(name)
}

/// The first file of a folder that is not there yet.
fn free(folder: &Path, name: impl Fn(u32) -> String) -> PathBuf {
    let path = (1..).map(|number| folder.join(name(number))).find(|path| !path.exists());
    path.unwrap_or_else(|| unreachable!("the numbers do not end"))
}

fn load(path: &Path) -> Result<RuleSet, SetTrouble> {
    let failed = |error| SetTrouble::File(StorageError::new(Doing::Read, path, &error));
    if fs::metadata(path).map_err(failed)?.len() > MAX_BYTES {
        return Err(SetTrouble::TooLarge);
    }
    read_set(&read_limited(path).map_err(failed)?)
}

#[cfg(test)]
mod tests;
