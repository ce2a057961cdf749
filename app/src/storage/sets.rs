//! Named sets of rules: options and house rules of a preset in a file each, easy to share.

use std::fs;
use std::path::{Path, PathBuf};

use qipan_core::house::Hook;
use qipan_core::record::{HouseLine, MAX_RULES};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::games::safe_name;
use super::{Doing, Storage, StorageError, json_files, read_limited, write_atomic, write_new};
use crate::kind::{AnyRules, GameKind, Kind, for_rules};

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
    pub house_rules: Vec<HouseLine>,
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
    house_rules: Vec<HouseLine>,
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
    pub fn rules(&self) -> Option<AnyRules> {
        self.try_rules().ok()
    }

    /// The rules, or the option that cannot be and why.
    fn try_rules(&self) -> Result<AnyRules, (String, String)> {
        let no_preset = || ("preset".to_owned(), format!("there is no preset `{}`", self.preset));
        let rules = AnyRules::preset(&self.preset).ok_or_else(no_preset)?;
        for_rules!(rules, G, rules => {
            let mut rules = rules;
            for (key, value) in &self.options {
                let changed = <G as Kind>::with_option(&rules, key, value);
                rules = changed.map_err(|error| (key.clone(), error.to_string()))?;
            }
            Ok(G::any_rules(rules))
        })
    }
}

/// Whether a house rule in a file can be what it says.
fn check_line(line: &HouseLine) -> Result<(), String> {
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
    if line.hash != HouseLine::hash_of(&line.source) {
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
    line: &HouseLine,
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
mod tests {
    use super::*;
    use crate::storage::Folders;
    use qipan_core::text::Text;
    use serde_json::json;

    fn line(file: &str, source: &str) -> HouseLine {
        HouseLine {
            file: file.to_owned(),
            name: Text { en: "Early birds".to_owned(), zh: "五六起飞".to_owned() },
            about: Text::both("Planes take off on a 5 or a 6."),
            author: "Kim".to_owned(),
            set: [("takeoff".to_owned(), json!([5, 6]))].into_iter().collect(),
            hooks: vec!["after".to_owned()],
            sees_all: false,
            until: None,
            hash: HouseLine::hash_of(source),
            source: source.to_owned(),
        }
    }

    fn set() -> RuleSet {
        let options = [("finish", json!("bounce")), ("planes", json!(3))];
        RuleSet {
            name: "Ours 我家".to_owned(),
            preset: "aeroplane".to_owned(),
            options: options.map(|(key, value)| (key.to_owned(), value)).into_iter().collect(),
            house_rules: vec![line("early_birds.luau", "return 1\n"), line("b.lua", "return 2\n")],
        }
    }

    fn storage() -> (tempfile::TempDir, Storage) {
        let dir = tempfile::tempdir().unwrap();
        let storage = Storage::open(Folders::find(Some(dir.path())).unwrap()).unwrap();
        (dir, storage)
    }

    fn names(storage: &Storage) -> Vec<String> {
        storage.sets().0.into_iter().map(|own| own.set.name).collect()
    }

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let text = write_set(&set());
        assert!(is_set(&text) && text.starts_with("{\n  \"format\": \"qipan_rules\",\n"));
        assert_eq!(read_set(&text), Ok(set()));
        assert_eq!(read_set(&format!("\u{feff}{text}")), Ok(set()));
        let Some(AnyRules::Race(rules)) = set().rules() else { panic!("a race") };
        assert_eq!(rules.planes, 3);
        assert!(!is_set("{\"format\":\"qipan\"}") && !is_set("x"));
    }

    #[test]
    fn broken_files_say_what_and_where() {
        let text = write_set(&set());
        let with = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        };
        let line = |words: &str| line_of(&text, words);
        let cases = [
            (text[..text.len() - 4].to_owned(), text.lines().count(), "EOF"),
            (with("\"name\": \"Ours", "\"nam\": \"Ours"), line("\"name\""), "unknown field `nam`"),
            (
                with("\"game\": \"race\"", "\"game\": \"chess\""),
                line("\"game\""),
                "no game `chess`",
            ),
            (with("\"aeroplane\"", "\"dark\""), line("\"preset\""), "`dark` is no preset"),
            (with("\"bounce\"", "\"fly\""), line("\"finish\""), "`finish` cannot be \"fly\""),
            (with("\"planes\"", "\"plans\""), line("\"planes\""), "no option `plans`"),
            (with("return 1", "return 7"), line("\"file\""), "its hash is another"),
            (
                with("\"early_birds.luau\"", "\"../x.luau\""),
                line("\"file\""),
                "no name of a script",
            ),
            (with("\"after\"", "\"before\""), line("\"file\""), "`before` is no hook"),
            (with("\"hash\"", "\"until\": 3,\n      \"hash\""), line("\"file\""), "`until`"),
            (with("\"author\"", "\"autor\""), line("\"author\""), "unknown field `autor`"),
            (
                with("\"house_rules\": [", "\"house_rules\": [ 5,"),
                line("\"house_rules\""),
                "invalid type",
            ),
        ];
        for (text, at, words) in cases {
            match read_set(&text) {
                Err(SetTrouble::Broken { line, what }) => {
                    assert!(what.contains(words), "{what} / {words}");
                    assert_eq!(line, at, "{what}");
                    assert!(!what.contains(" at line "), "{what}");
                }
                other => panic!("{words}: {other:?}"),
            }
        }
        let twice = RuleSet { house_rules: vec![set().house_rules[0].clone(); 2], ..set() };
        assert!(matches!(read_set(&write_set(&twice)), Err(SetTrouble::Broken { .. })));
        let many = (0..17).map(|n| self::line("x.luau", &format!("return {n}"))).collect();
        let many = RuleSet { house_rules: many, ..set() };
        let said = read_set(&write_set(&many));
        assert!(
            matches!(said, Err(SetTrouble::Broken { what, .. }) if what.contains("at most 16"))
        );
        assert_eq!(read_set(&with("qipan_rules", "qipan")), Err(SetTrouble::Foreign));
        assert_eq!(
            read_set(&with("\"version\": 1", "\"version\": 2")),
            Err(SetTrouble::Version(2))
        );
        assert_eq!(read_set(&with("Ours 我家", "\\n ")), Err(SetTrouble::Nameless));
        assert_eq!(read_set(&" ".repeat(MAX_BYTES as usize + 1)), Err(SetTrouble::TooLarge));
    }

    #[test]
    fn sets_are_saved_listed_renamed_and_deleted() {
        let (_dir, storage) = storage();
        assert_eq!(storage.sets(), (vec![], vec![]));
        let path = storage.save_set(&set(), false).unwrap();
        assert_eq!(storage.save_set(&set(), false), Err(SetTrouble::Exists(set().name)));
        let less = RuleSet { house_rules: Vec::new(), ..set() };
        assert_eq!(storage.save_set(&less, true), Ok(path.clone()));
        assert_eq!(storage.sets().0[0].set, less);
        // The name is free for another preset.
        let flying = RuleSet { preset: "flying".to_owned(), options: Map::new(), ..less };
        storage.save_set(&flying, false).unwrap();
        storage.save_set_beside(&flying).unwrap();
        assert_eq!(names(&storage), ["Ours 我家", "Ours 我家", "Ours 我家 (2)"]);
        let moved = storage.rename_set(&path, "A/B?").unwrap();
        assert_eq!(moved.file_name().unwrap(), "A-B-.json");
        assert!(!path.exists());
        let taken = storage.rename_set(&storage.sets().0[2].path, "ours 我家");
        assert_eq!(taken, Err(SetTrouble::Exists("ours 我家".to_owned())));
        storage.delete_set(&moved).unwrap();
        assert_eq!(names(&storage), ["Ours 我家", "Ours 我家 (2)"]);
        fs::write(storage.sets_folder().join("odd.json"), "{}").unwrap();
        assert_eq!(storage.sets().1[0].trouble, SetTrouble::Foreign);
    }

    #[test]
    fn a_rule_is_installed_beside_what_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("rules/race");
        let install =
            |line: &HouseLine, taken: &[String]| install_rule(&folder, line, taken).unwrap();
        let line = line("early_birds.luau", "return 1\n");
        let shipped = ["early_birds".to_owned()];
        assert_eq!(install(&line, &shipped), "early_birds_2");
        assert_eq!(install(&line, &shipped), "early_birds_3");
        fs::write(folder.join("b.lua"), "mine").unwrap();
        assert_eq!(install(&self::line("b.luau", "x"), &[]), "b_2");
        assert_eq!(fs::read_to_string(folder.join("b.lua")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(folder.join("early_birds_2.luau")).unwrap(), "return 1\n");
    }
}
