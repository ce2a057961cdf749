//! The manifest of a package: what is in it, who made it and what it asks for.

use qipan_core::contract::limits;
use qipan_core::contract::localized::{Text, is_unsafe_control};
use qipan_core::contract::source::is_module_name;
use qipan_core::house::Hook;
use qipan_core::registry::GameKind;
use qipan_core::script::{ScriptInfo, ScriptKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::package::error::PackageError;
use crate::model::package::program::program_file;
use crate::model::package::{module_file, module_name};
use crate::model::scripts::is_file_name;

/// The name of the manifest's file.
pub(super) const MANIFEST: &str = "manifest.json";
/// The name of the format, as manifests state it.
const FORMAT: &str = "qipan-package";
/// The version of the format.
const VERSION: u64 = 1;
/// The version of Qipan that is running.
const QIPAN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Upper bound on the bytes of a manifest.
const MAX_BYTES: usize = 64 << 10;
/// The maximum length of a name or an author, in characters.
pub(super) const MAX_NAME_CHARS: usize = 40;
/// The maximum length of a description, in characters.
const MAX_ABOUT_CHARS: usize = 400;

/// The kind of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackageKind {
    /// A robot.
    Robot,
    /// A house rule.
    Rule,
    /// A layout of Junqi.
    Layout,
}

impl PackageKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Robot, Self::Rule, Self::Layout];

    /// Returns the extension of a package of this kind.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Robot => "qipan-robot",
            Self::Rule => "qipan-rule",
            Self::Layout => "qipan-layout",
        }
    }

    /// Returns the name of the kind in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Rule => "rule",
            Self::Layout => "layout",
        }
    }
}

/// The facts about a package. They are claims of its author until the script has been loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: String,
    version: u64,
    /// The earliest version of Qipan that can use the package.
    pub qipan: String,
    /// Robot, house rule or layout.
    pub kind: PackageKind,
    /// The name, without extension, of the script or layout and of the package itself.
    pub file: String,
    /// The game it is for, such as `race`.
    pub game: String,
    /// The name players see.
    pub name: Text,
    /// A description in one or two sentences. It may be empty.
    pub about: Text,
    /// The person who made it. It may be empty.
    pub author: String,
    /// The metadata of a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<ScriptInfo>,
    /// The fuel that a script used when it was packed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<FuelClaim>,
    /// All other files of the package, sorted by name.
    pub files: Vec<PackedFile>,
}

/// The fuel used per turn of a robot or per call of a rule, as the check of the script measured it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FuelClaim {
    /// The fuel of the median turn or call.
    pub median: u64,
    /// The largest fuel of a turn or call.
    pub max: u64,
}

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedFile {
    /// Its name in the package.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// The fields that every version of the format has.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
    qipan: Option<String>,
}

impl Manifest {
    /// Creates the manifest of a script or layout. It requires the running version of Qipan or a
    /// later one, without regard to the patch number.
    pub(super) fn new(kind: PackageKind, file: String, game: &str, name: Text) -> Self {
        let [major, minor, _] = version_numbers(QIPAN_VERSION).unwrap_or_default();
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            qipan: format!("{major}.{minor}.0"),
            kind,
            file,
            game: game.to_owned(),
            name,
            about: Text::default(),
            author: String::new(),
            script: None,
            fuel: None,
            files: Vec::new(),
        }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// A text that is not a manifest of this version, or has a fact that cannot be true.
    pub(super) fn read(text: &[u8]) -> Result<Self, PackageError> {
        let broken = |error: serde_json::Error| {
            let (line, what) = limits::line_and_sentence(&error);
            PackageError::Manifest { line, what }
        };
        if text.len() > MAX_BYTES {
            return Err(PackageError::TooLarge);
        }
        let head: Head = serde_json::from_slice(text).map_err(broken)?;
        if head.format != FORMAT {
            return Err(PackageError::NotPackage);
        }
        if head.version != VERSION {
            return Err(PackageError::Format(head.version));
        }
        let needed = head.qipan.as_deref().unwrap_or_default();
        match version_numbers(needed) {
            None => return Err(PackageError::fact("qipan", "is not a version such as 0.1.0")),
            Some(needed_numbers) if Some(needed_numbers) > version_numbers(QIPAN_VERSION) => {
                return Err(PackageError::Newer(needed.to_owned()));
            }
            Some(_) => {}
        }
        let value: Value = serde_json::from_slice(text).map_err(broken)?;
        if has_unsafe_control(&value) {
            return Err(PackageError::fact(MANIFEST, "has control characters in its texts"));
        }
        let manifest: Self = serde_json::from_slice(text).map_err(broken)?;
        manifest.check()?;
        Ok(manifest)
    }

    /// Returns the text of the manifest's file.
    pub(super) fn write(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.unwrap_or_else(|_| unreachable!("texts and JSON values can be written as JSON")) + "\n"
    }

    /// Returns the name of the script's file in the package.
    pub(super) fn script_file(&self) -> String {
        format!("{}.luau", self.file)
    }

    /// Returns the name of the file with a robot's tests.
    pub(super) fn test_file(&self) -> String {
        format!("{}.test.luau", self.file)
    }

    /// Returns the file of the program that a robot that is not written in Luau starts.
    pub(super) fn program_file(&self) -> Option<&str> {
        program_file(&self.file, &self.script.as_ref()?.command)
    }

    /// Returns the name of the file with a layout.
    pub(super) fn layout_file(&self) -> String {
        format!("{}.json", self.file)
    }

    /// Returns the name of the picture's file.
    pub(super) fn picture_file(&self) -> String {
        format!("{}.png", self.file)
    }

    /// Returns the name under which the package is added unless the player chooses another.
    pub fn default_name(&self) -> &str {
        match self.kind {
            PackageKind::Layout => &self.name.en,
            _ => &self.file,
        }
    }

    /// Returns the game.
    pub fn game_kind(&self) -> Option<GameKind> {
        GameKind::of_name(&self.game)
    }

    /// Returns the first fact in which the loaded script differs from the manifest.
    pub(super) fn difference(&self, loaded: &ScriptInfo) -> Option<&'static str> {
        let Some(claimed) = &self.script else { return Some("script") };
        let comparisons = [
            ("kind", claimed.kind == loaded.kind),
            ("game", claimed.game == loaded.game),
            ("name", claimed.name == loaded.name),
            ("about", claimed.about == loaded.about),
            ("presets", claimed.presets == loaded.presets),
            ("params", claimed.params == loaded.params),
            ("set", claimed.option_changes == loaded.option_changes),
            ("hooks", claimed.hooks == loaded.hooks),
            ("sees", claimed.sees_all == loaded.sees_all),
            ("command", claimed.command == loaded.command),
            ("seconds", claimed.seconds == loaded.seconds),
        ];
        comparisons.into_iter().find(|(_, is_equal)| !is_equal).map(|(field, _)| field)
    }

    /// Checks that the facts are valid, and that the list of files fits the kind of the package.
    fn check(&self) -> Result<(), PackageError> {
        let require = |is_true: bool, field: &str, why: &str| match is_true {
            true => Ok(()),
            false => Err(PackageError::fact(field, why)),
        };
        require(is_stem(&self.file), "file", "is not the plain name of a file")?;
        let Some(game_kind) = self.game_kind() else {
            let known = GameKind::ALL.map(GameKind::name).join(", ");
            return Err(PackageError::fact("game", &format!("is unknown; games are {known}")));
        };
        for name in [&self.name.en, &self.name.zh] {
            let length = name.chars().count();
            require((1..=MAX_NAME_CHARS).contains(&length), "name", "needs 1 to 40 characters")?;
        }
        require(
            self.author.chars().count() <= MAX_NAME_CHARS,
            "author",
            "has more than 40 characters",
        )?;
        for about in [&self.about.en, &self.about.zh] {
            require(
                about.chars().count() <= MAX_ABOUT_CHARS,
                "about",
                "has more than 400 characters",
            )?;
        }
        match (&self.script, self.kind) {
            (None, PackageKind::Layout) => {
                require(game_kind == GameKind::Junqi, "game", "has no layouts")?;
            }
            (Some(info), PackageKind::Robot | PackageKind::Rule) => {
                self.check_script(info, game_kind)?
            }
            _ => return Err(PackageError::fact("script", "does not fit the kind")),
        }
        self.check_names()
    }

    /// Checks the claimed metadata of a script.
    fn check_script(&self, info: &ScriptInfo, game_kind: GameKind) -> Result<(), PackageError> {
        if !info.command.is_empty() && self.program_file().is_none() {
            return Err(PackageError::Program(self.file.clone()));
        }
        let expected = match self.kind {
            PackageKind::Robot => ScriptKind::Robot,
            _ => ScriptKind::Rule,
        };
        let is_known_hook = |name: &String| Hook::ALL.iter().any(|hook| hook.name() == *name);
        let is_known_preset = |name: &String| game_kind.presets().contains(&name.as_str());
        let facts = [
            ("script.kind", info.kind == expected),
            ("script.game", info.game == self.game),
            ("script.name", info.name == self.name),
            ("script.about", info.about == self.about),
            ("script.presets", info.presets.iter().all(is_known_preset)),
            ("script.hooks", info.hooks.iter().all(is_known_hook)),
        ];
        match facts.into_iter().find(|(_, is_true)| !is_true) {
            Some((field, _)) => Err(PackageError::fact(field, "is not possible here")),
            None => Ok(()),
        }
    }

    /// Checks the names in the list of files.
    fn check_names(&self) -> Result<(), PackageError> {
        let main = match self.kind {
            PackageKind::Layout => self.layout_file(),
            _ => self.script_file(),
        };
        let program = self.program_file();
        let mut needed = std::iter::once(main.as_str()).chain(program);
        if let Some(name) = needed.find(|name| self.files.iter().all(|file| file.name != *name)) {
            return Err(PackageError::missing(name));
        }
        let is_possible = |name: &str| match self.kind {
            PackageKind::Robot if program == Some(name) => true,
            _ if name == main || name == self.picture_file() => true,
            PackageKind::Layout => false,
            PackageKind::Robot if name == self.test_file() => true,
            _ => module_name(name)
                .is_some_and(|module| is_module_name(module) && module_file(module) == name),
        };
        match self.files.iter().find(|file| !is_possible(&file.name)) {
            Some(file) => Err(PackageError::Name(file.name.clone())),
            None => Ok(()),
        }
    }
}

/// Returns true if a name can be the stem of a package's file, as in `my_robot`: only letters,
/// digits, `_` and `-`, so that it is valid on every system.
pub fn is_stem(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    (1..=MAX_NAME_CHARS).contains(&name.chars().count())
        && name.chars().all(is_plain)
        && is_file_name(name)
}

/// Returns the three numbers of a version such as `0.1.0`.
fn version_numbers(text: &str) -> Option<[u32; 3]> {
    let numbers: Vec<u32> = text.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// Returns true if a text in a JSON value has characters that could disguise it.
fn has_unsafe_control(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(is_unsafe_control),
        Value::Array(values) => values.iter().any(has_unsafe_control),
        Value::Object(fields) => fields
            .iter()
            .any(|(key, value)| key.contains(is_unsafe_control) || has_unsafe_control(value)),
        _ => false,
    }
}
