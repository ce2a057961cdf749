//! Named sets of rules. Each is a file with options and house rules of a preset, easy to share.

use std::path::Path;

use qipan_core::contract::limits;
use qipan_core::house::Hook;
use qipan_core::record::{MAX_RULES, SavedRule};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::rules::{self, SomeRules};
use crate::model::storage::named::{
    NamedItem, NamedTrouble, VERSION, clean, parts, says_it_is, text_of,
};
use crate::model::storage::{FileOperation, StorageError, disk, write_new};
use qipan_core::registry::GameKind;

/// Upper bound on the bytes of a house rule's source, as in saved games.
const MAX_SOURCE: usize = 256 << 10;
/// Upper bound on the bytes of each text a house rule has about itself.
const MAX_WORDS: usize = 2000;

/// Options and house rules of a preset under a name.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRuleSet {
    /// The name given by the player.
    pub name: String,
    /// The preset it changes.
    pub preset: String,
    /// The options it changes.
    pub options: Map<String, Value>,
    /// Its house rules, in their order.
    pub house_rules: Vec<SavedRule>,
}

/// The content of a file.
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

/// Returns true if a text declares itself a set of rules.
pub fn is_set(text: &str) -> bool {
    says_it_is::<SavedRuleSet>(text)
}

impl NamedItem for SavedRuleSet {
    const FORMAT: &'static str = "qipan_rules";
    const FOLDER: &'static str = "sets";
    const FILE: &'static str = "rules";
    /// The most rules with the largest sources.
    const MAX_BYTES: u64 = (MAX_RULES as u64) * (MAX_SOURCE as u64);
    const MAX_FILES: usize = 200;

    fn read(text: &str) -> Result<Self, NamedTrouble> {
        let file: RuleSetFile = parts::<Self, _>(text)?;
        let at = |key: &str, what: String| {
            let line = line_of(text, &format!("\"{key}\""));
            Err(NamedTrouble::Broken { line, what: limits::sentence(&what) })
        };
        let name = clean(&file.name)?;
        let Some(kind) = GameKind::of_name(&file.game) else {
            return at("game", format!("unknown game `{}`", file.game));
        };
        if !kind.presets().contains(&file.preset.as_str()) {
            return at("preset", format!("`{}` is no preset of {}", file.preset, file.game));
        }
        let RuleSetFile { preset, options, house_rules, .. } = file;
        let set = Self { name, preset, options, house_rules };
        if let Err((key, what)) = set.try_rules() {
            return at(&key, what);
        }
        if set.house_rules.len() > MAX_RULES {
            return at("house_rules", format!("at most {MAX_RULES} house rules can be in a set"));
        }
        for (index, line) in set.house_rules.iter().enumerate() {
            let twice = set.house_rules[..index].iter().any(|other| other.hash == line.hash);
            let checked = check_line(line).and_then(|()| match twice {
                true => Err(format!("{} is in it twice", line.file)),
                false => Ok(()),
            });
            let broken = |what: String| NamedTrouble::Broken {
                line: line_of_rule(text, index),
                what: limits::sentence(&what),
            };
            checked.map_err(broken)?;
        }
        Ok(set)
    }

    fn write(&self) -> String {
        let kind = GameKind::of_preset(&self.preset).unwrap_or(GameKind::Race);
        text_of(&RuleSetFile {
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
    /// Returns the preset's rules with the options of the set, which may be inconsistent.
    pub fn rules(&self) -> Option<SomeRules> {
        self.try_rules().ok()
    }

    /// Returns the rules, or the first option that cannot be set and the reason.
    fn try_rules(&self) -> Result<SomeRules, (String, String)> {
        let no_preset = || ("preset".to_owned(), format!("unknown preset `{}`", self.preset));
        let rules = rules::preset(&self.preset).ok_or_else(no_preset)?;
        let rules = rules::with_options(rules, &self.options);
        rules.map_err(|(key, error)| (key, error.to_string()))
    }
}

/// Checks that a house rule in a file is plausible and unchanged.
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

/// Returns the beginning of a text that may be long.
fn short(words: &str) -> String {
    words.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Returns the number of the first line that contains the words, or 1.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).map_or(1, |line| line + 1)
}

/// Returns the number of the line that names a house rule's file.
fn line_of_rule(text: &str, index: usize) -> usize {
    let lines = text.lines().enumerate().filter(|(_, line)| line.contains("\"file\":"));
    lines.map(|(line, _)| line + 1).nth(index).unwrap_or_else(|| line_of(text, "\"house_rules\""))
}

/// Writes a house rule's source into a new file in a folder of scripts. Existing files and the
/// names in `taken` are avoided. Returns the name of the rule.
///
/// # Errors
/// A folder or file that cannot be written.
pub fn install_rule(
    folder: &Path,
    line: &SavedRule,
    taken: &[String],
) -> Result<String, StorageError> {
    disk::make_folder(folder).map_err(|e| StorageError::new(FileOperation::Make, folder, &e))?;
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

#[cfg(test)]
mod tests;
