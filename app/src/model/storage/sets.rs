//! Rule sets that a player saves under a name. Each is a file with the options and house rules of a
//! preset, which players can share.

use std::path::Path;

use qipan_core::contract::limits;
use qipan_core::contract::source::{Source, is_module_name};
use qipan_core::house::Hook;
use qipan_core::record::{MAX_RULES, SavedRule};
use qipan_core::registry::GameKind;
use qipan_core::script::MODULE_FOLDER;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::rules::{self, SomeRules};
use crate::model::storage::named::{
    NamedItem, NamedItemError, VERSION, clean, file_text, is_file_of, parse_file,
};
use crate::model::storage::{FileOperation, StorageError, disk, write_bytes, write_new};

/// Upper bound on the bytes of a house rule's source, as in saved games.
const MAX_SOURCE_BYTES: usize = 256 << 10;
/// Upper bound on the bytes of the name of a house rule's file.
const MAX_FILE_NAME_BYTES: usize = 100;
/// Upper bound on the options that a house rule changes.
const MAX_OPTION_CHANGES: usize = 100;
/// Upper bound on the bytes of each text about a house rule, such as its name.
const MAX_TEXT_BYTES: usize = 2000;

/// Options and house rules of a preset under a name.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRuleSet {
    /// The name given by the player.
    pub name: String,
    /// The preset it changes.
    pub preset: String,
    /// The options it changes.
    pub options: Map<String, Value>,
    /// Its house rules, in the order in which they apply.
    pub house_rules: Vec<SavedRule>,
}

/// The content of a file with a rule set.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleSetFile {
    format: String,
    version: u64,
    name: String,
    game: String,
    preset: String,
    #[serde(deserialize_with = "limits::options")]
    options: Map<String, Value>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_RULES>")]
    house_rules: Vec<SavedRule>,
}

/// Returns true if a text declares the format of rule sets.
pub fn is_rule_set(text: &str) -> bool {
    is_file_of::<SavedRuleSet>(text)
}

impl NamedItem for SavedRuleSet {
    const FORMAT: &'static str = "qipan_rules";
    const FOLDER: &'static str = "sets";
    const FALLBACK_STEM: &'static str = "rules";
    /// Room for [`MAX_RULES`] house rules, each with a source of `MAX_SOURCE_BYTES`.
    const MAX_BYTES: u64 = (MAX_RULES as u64) * (MAX_SOURCE_BYTES as u64);
    const MAX_FILES: usize = 200;

    fn read(text: &str) -> Result<Self, NamedItemError> {
        let file: RuleSetFile = parse_file::<Self, _>(text)?;
        let error_at = |key: &str, what: String| {
            let line = line_of(text, &format!("\"{key}\""));
            Err(NamedItemError::Broken { line, what: limits::sentence(&what) })
        };
        let name = clean(&file.name)?;
        let Some(kind) = GameKind::of_name(&file.game) else {
            return error_at("game", format!("unknown game `{}`", file.game));
        };
        if !kind.presets().contains(&file.preset.as_str()) {
            return error_at(
                "preset",
                format!("`{}` is not a preset of {}", file.preset, file.game),
            );
        }
        let RuleSetFile { preset, options, house_rules, .. } = file;
        let set = Self { name, preset, options, house_rules };
        if let Err((key, what)) = set.try_rules() {
            return error_at(&key, what);
        }
        if set.house_rules.len() > MAX_RULES {
            return error_at(
                "house_rules",
                format!("at most {MAX_RULES} house rules can be in a set"),
            );
        }
        for (index, rule) in set.house_rules.iter().enumerate() {
            let is_repeated = set.house_rules[..index].iter().any(|other| other.hash == rule.hash);
            let result = check_rule(rule).and_then(|()| match is_repeated {
                true => Err(format!("{} is in the set twice", rule.file)),
                false => Ok(()),
            });
            result.map_err(|what| NamedItemError::Broken {
                line: line_of_rule(text, index),
                what: limits::sentence(&what),
            })?;
        }
        Ok(set)
    }

    fn write(&self) -> String {
        let kind = GameKind::of_preset(&self.preset).unwrap_or(GameKind::Race);
        file_text(&RuleSetFile {
            format: Self::FORMAT.to_owned(),
            version: VERSION,
            name: self.name.clone(),
            game: kind.name().to_owned(),
            preset: self.preset.clone(),
            options: self.options.clone(),
            house_rules: self.house_rules.clone(),
        })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn with_name(&self, name: String) -> Self {
        Self { name, ..self.clone() }
    }

    fn group(&self) -> &str {
        &self.preset
    }
}

impl SavedRuleSet {
    /// Returns the preset's rules with the options of the set. The rules may be inconsistent.
    /// Returns `None` if the preset is unknown or an option cannot be set.
    pub fn rules(&self) -> Option<SomeRules> {
        self.try_rules().ok()
    }

    /// Returns the rules as [`Self::rules`] does. The error is the key of the first value that
    /// cannot be used, with the reason.
    fn try_rules(&self) -> Result<SomeRules, (String, String)> {
        let no_preset = || ("preset".to_owned(), format!("unknown preset `{}`", self.preset));
        let rules = rules::preset(&self.preset).ok_or_else(no_preset)?;
        let rules = rules::with_options(rules, &self.options);
        rules.map_err(|(key, error)| (key, error.to_string()))
    }
}

/// Checks that a house rule in a file is within the limits, and that its hash matches its content.
fn check_rule(rule: &SavedRule) -> Result<(), String> {
    let file = &rule.file;
    let is_plain = file.chars().all(|c| !c.is_control() && !"/\\:*?\"<>|".contains(c));
    let is_script = file.ends_with(".luau") || file.ends_with(".lua");
    if !is_plain || !is_script || file.starts_with('.') || file.len() > MAX_FILE_NAME_BYTES {
        return Err(format!("`{}` is not the name of a script", printable_start(file)));
    }
    let texts = [&rule.name.en, &rule.name.zh, &rule.about.en, &rule.about.zh, &rule.author];
    let has_long_text = texts.iter().any(|text| text.len() > MAX_TEXT_BYTES);
    if has_long_text || rule.set.len() > MAX_OPTION_CHANGES {
        return Err(format!(
            "{file} has too long a name, description or author, or changes too many options"
        ));
    }
    if let Some(name) = rule.modules.keys().find(|name| !is_module_name(name)) {
        return Err(format!("`{}` cannot be the name of a module", printable_start(name)));
    }
    if rule.source_len() > MAX_SOURCE_BYTES {
        return Err(format!("{file} has more than {MAX_SOURCE_BYTES} bytes"));
    }
    let is_unknown = |hook: &&String| Hook::ALL.iter().all(|known| known.name() != **hook);
    if let Some(unknown) = rule.hooks.iter().find(is_unknown) {
        return Err(format!("`{}` is no hook of a house rule", printable_start(unknown)));
    }
    if rule.until.is_some() {
        return Err("`until` belongs to a saved game, not to a set".to_owned());
    }
    if rule.hash != rule.digest() {
        return Err(format!("{file} was changed after it was saved: its hash does not match"));
    }
    Ok(())
}

/// Removes control characters from a text and returns its first 60 characters, for a message.
fn printable_start(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Returns the number of the first line that contains the words. Lines are counted from 1. Returns
/// 1 if no line contains them.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).map_or(1, |index| index + 1)
}

/// Returns the number of the line that names the file of a house rule, by the index of the rule.
/// Returns the number of the line on which the list of house rules begins if there is no such line.
fn line_of_rule(text: &str, index: usize) -> usize {
    let file_lines = text.lines().enumerate().filter(|(_, line)| line.contains("\"file\":"));
    file_lines
        .map(|(line_index, _)| line_index + 1)
        .nth(index)
        .unwrap_or_else(|| line_of(text, "\"house_rules\""))
}

/// Writes a house rule's source into a new file in a folder of scripts, and its modules beside it.
/// Adds a number to the stem of the file's name if a script of this name exists or `taken` contains
/// the stem. Returns the new stem.
///
/// # Errors
/// A folder or file that cannot be written, or a module that exists with another text.
pub fn install_rule(
    folder: &Path,
    rule: &SavedRule,
    taken: &[String],
) -> Result<String, StorageError> {
    disk::make_folder(folder)
        .map_err(|error| StorageError::new(FileOperation::Make, folder, &error))?;
    let stem = rule.file.rsplit_once('.').map_or(rule.file.as_str(), |(stem, _)| stem);
    let stem: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let numbered =
        |number: u32| if number == 1 { stem.clone() } else { format!("{stem}_{number}") };
    let is_taken = |name: &String| {
        let files = ["luau", "lua"].map(|extension| folder.join(format!("{name}.{extension}")));
        taken.contains(name) || files.iter().any(|file| file.exists())
    };
    let name = (1..).map(numbered).find(|name| !is_taken(name));
    let name = name.unwrap_or_else(|| unreachable!("the numbers do not end"));
    write_modules(folder, &rule.to_source())?;
    write_new(&folder.join(format!("{name}.luau")), &rule.source)?;
    Ok(name)
}

/// Writes the modules of a script into the folder for modules below a folder of scripts.
///
/// # Errors
/// A folder or file that cannot be written, or a module that exists with another text.
pub fn write_modules(folder: &Path, source: &Source) -> Result<(), StorageError> {
    let folder = folder.join(MODULE_FOLDER);
    for (name, text) in &source.modules {
        let path = folder.join(format!("{name}.luau"));
        if disk::read(&path, text.len() as u64 + 1).is_ok_and(|existing| *existing == **text) {
            continue;
        }
        disk::make_folder(&folder)
            .map_err(|error| StorageError::new(FileOperation::Make, &folder, &error))?;
        write_bytes(&path, text, false)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
