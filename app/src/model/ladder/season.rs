//! A season: the robots of a ladder in one version of Qipan, and the settings of their games.
//!
//! A season is saved in `games/<version>/season.json`, so the pages of older seasons can be
//! written without the scripts of their robots.

use std::path::{Path, PathBuf};

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::limits;
use qipan_core::contract::localized::Text;
use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use serde::{Deserialize, Serialize};

use crate::model::ladder::Problem;
use crate::model::package::is_stem;
use crate::model::storage::{self, StorageError, Why, disk, read_text};

/// The version of the format.
const FORMAT: u32 = 1;
/// The version of this program.
const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name of the folder with all seasons, in the folder of the ladder.
const GAMES: &str = "games";
/// The name of the file of a season.
const FILE: &str = "season.json";
/// The maximum number of robots in a season.
pub(super) const MAX_ROBOTS: usize = 100;
/// The number of digits of a robot's hash that occur in the names of its pairings' folders.
const HASH_DIGITS: usize = 16;

/// A season of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// The version of the format. The key `ladder` identifies the file as that of a season.
    #[serde(rename = "ladder")]
    format: u32,
    /// The version of Qipan.
    pub version: String,
    /// The title. It may be empty.
    pub name: String,
    /// The seed from which all chance outcomes follow.
    pub seed: RunSeed,
    /// The number of games of a pairing, before it is rounded up to whole blocks.
    pub games: u64,
    /// The limit of fuel for a turn, or `None` for the default limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// The presets that are played.
    #[serde(deserialize_with = "limits::list::<_, _, 100>")]
    pub presets: Vec<String>,
    /// True if the pages show games as animated GIFs.
    pub pictures: bool,
    /// The robots, including those that do not play.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_ROBOTS>")]
    pub robots: Vec<RobotFacts>,
}

/// A robot of a season, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotFacts {
    /// The name of its file without extension.
    pub id: String,
    /// The game, such as `race`.
    pub game: String,
    /// True if it ships with Qipan.
    pub built_in: bool,
    /// The level of a built-in robot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The name players see.
    pub name: Text,
    /// A description. It may be empty.
    pub about: Text,
    /// Its author. It may be empty.
    pub author: String,
    /// Its version, as its author numbers it. It may be empty.
    pub version: String,
    /// The hash of its text. Empty if it does not load.
    pub hash: String,
    /// The presets of the season that it plays.
    #[serde(deserialize_with = "limits::list::<_, _, 100>")]
    pub presets: Vec<String>,
    /// The result of its check. Built-in robots are not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckFacts>,
    /// The reason why it does not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The figures of a robot's check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckFacts {
    /// The number of test games.
    pub games: u64,
    /// The number of the robot's decisions in these games.
    pub turns: u64,
    /// The number of tests that come with the robot.
    pub tests: u64,
    /// The fuel of the median decision.
    pub fuel_median: u64,
    /// The largest fuel of a decision.
    pub fuel_max: u64,
}

impl RobotFacts {
    /// Returns true if it takes part in games.
    pub fn plays(&self) -> bool {
        self.error.is_none()
    }

    /// Returns the path of its page within a season, without extension.
    pub fn path(&self) -> String {
        let folder = if self.built_in { "built-in/" } else { "" };
        format!("{}/{folder}{}", self.game, self.id)
    }

    /// Returns the beginning of its hash, which occurs in the names of its pairings' folders.
    pub(super) fn short_hash(&self) -> &str {
        self.hash.get(..HASH_DIGITS).unwrap_or_default()
    }
}

impl Season {
    /// Creates the season of this version of the program, without robots.
    pub(super) fn new(settings: &super::Settings) -> Self {
        Self {
            format: FORMAT,
            version: PROGRAM_VERSION.to_owned(),
            name: settings.season.clone(),
            seed: settings.seed,
            games: settings.games,
            fuel: settings.fuel,
            presets: settings.presets.clone(),
            pictures: settings.pictures,
            robots: Vec::new(),
        }
    }

    /// Returns the folder of its games within that of the ladder.
    pub fn folder(&self, ladder: &Path) -> PathBuf {
        ladder.join(GAMES).join(&self.version)
    }

    /// Reads the season of this version of the program, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read or is not a season.
    pub(super) fn of_this_version(ladder: &Path) -> Result<Option<Self>, String> {
        Self::read(ladder, PROGRAM_VERSION)
    }

    /// Reads all seasons, the newest first. A season that cannot be read is reported and left out.
    pub fn read_all(ladder: &Path, problems: &mut Vec<Problem>) -> Vec<Self> {
        let folders = std::fs::read_dir(ladder.join(GAMES)).into_iter().flatten().flatten();
        let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
        let numbered = names.filter_map(|name| Some((version_numbers(&name)?, name)));
        let mut versions: Vec<([u32; 3], String)> = numbered.collect();
        versions.sort_unstable_by(|a, b| b.cmp(a));
        let mut seasons = Vec::new();
        for (_, version) in versions {
            match Self::read(ladder, &version) {
                Ok(season) => seasons.extend(season),
                Err(why) => problems.push(Problem::new(format!("{GAMES}/{version}/{FILE}"), why)),
            }
        }
        seasons
    }

    fn read(ladder: &Path, version: &str) -> Result<Option<Self>, String> {
        let text = match read_text(&ladder.join(GAMES).join(version).join(FILE)) {
            Ok(text) => text,
            Err(StorageError { why: Why::Missing, .. }) => return Ok(None),
            Err(error) => return Err(super::without_folder(ladder, &error.to_string())),
        };
        let season: Self = serde_json::from_str(&text).map_err(|error| {
            let (line, what) = limits::line_and_sentence(&error);
            format!("line {line}: {what}")
        })?;
        season.check(version)?;
        Ok(Some(season))
    }

    /// Checks everything that becomes part of a path or address.
    fn check(&self, version: &str) -> Result<(), String> {
        if self.format != FORMAT {
            return Err("has an unknown format version".to_owned());
        }
        if self.version != version {
            return Err("is the season of another version".to_owned());
        }
        if let Some(preset) =
            self.presets.iter().find(|preset| GameKind::of_preset(preset).is_none())
        {
            return Err(limits::sentence(&format!("unknown preset `{preset}`")));
        }
        let is_valid = |robot: &RobotFacts| {
            let is_hex = robot.hash.chars().all(|c| c.is_ascii_hexdigit());
            GameKind::of_name(&robot.game).is_some()
                && is_stem(&robot.id)
                && is_hex
                && (!robot.plays() || robot.hash.len() >= HASH_DIGITS)
        };
        match self.robots.iter().find(|robot| !is_valid(robot)) {
            Some(robot) => {
                Err(limits::sentence(&format!("invalid entry for robot `{}`", robot.id)))
            }
            None => Ok(()),
        }
    }

    /// Writes the file of the season, unless it has the same text already.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn write(&self, ladder: &Path) -> Result<(), String> {
        let folder = self.folder(ladder);
        super::refuse_links(ladder, &folder.join(FILE))?;
        disk::make_folder(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let text = serde_json::to_string_pretty(self).map_err(|why| why.to_string())? + "\n";
        let path = folder.join(FILE);
        if read_text(&path).is_ok_and(|existing| existing == text) {
            return Ok(());
        }
        storage::write_atomic(&path, &text, false).map_err(|why| why.to_string())
    }

    /// Describes a difference from the earlier settings of the season that makes its games
    /// incomparable, if there is one.
    pub(super) fn conflict_with(&self, before: &Self) -> Option<String> {
        let fuel =
            |season: &Self| season.fuel.map_or("default".to_owned(), |fuel| fuel.to_string());
        let (key, old, new) = if self.seed != before.seed {
            ("seed", before.seed.to_string(), self.seed.to_string())
        } else if self.fuel != before.fuel {
            ("fuel", fuel(before), fuel(self))
        } else {
            return None;
        };
        let folder = format!("{GAMES}/{}", self.version);
        Some(format!(
            "`{key}` is {new}, but the games in {folder} were played with {old}; set `{key}` \
             back to {old}, or delete {folder}"
        ))
    }
}

/// Returns the three numbers of a version such as `0.1.0`. Returns `None` for any other name, since
/// its folder is not that of a season.
fn version_numbers(name: &str) -> Option<[u32; 3]> {
    let numbers: Vec<u32> = name.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    let numbers: [u32; 3] = numbers.try_into().ok()?;
    let [major, minor, patch] = numbers;
    (format!("{major}.{minor}.{patch}") == name).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ladder::Settings;

    #[test]
    fn invalid_seasons_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("ladder.json"), "{\"presets\": [\"dark\"]}").unwrap();
        let settings = Settings::read(dir.path()).unwrap().0;
        let mut season = Season::new(&settings);
        season.robots.push(RobotFacts {
            id: "mine".to_owned(),
            game: "junqi".to_owned(),
            built_in: false,
            level: None,
            name: Text::both("Mine"),
            about: Text::default(),
            author: String::new(),
            version: String::new(),
            hash: "0123456789abcdef".to_owned(),
            presets: vec!["dark".to_owned()],
            check: None,
            error: None,
        });
        season.write(dir.path()).unwrap();
        let mut problems = Vec::new();
        assert_eq!(Season::read_all(dir.path(), &mut problems), [season.clone()]);
        assert_eq!(problems, []);
        for change in [
            |season: &mut Season| season.robots[0].id = "../../mine".to_owned(),
            |season: &mut Season| season.robots[0].game = "go".to_owned(),
            |season: &mut Season| season.robots[0].hash = "../../../../../../etc".to_owned(),
            |season: &mut Season| season.presets[0] = "..".to_owned(),
        ] {
            let mut changed = season.clone();
            change(&mut changed);
            changed.write(dir.path()).unwrap();
            let mut problems = Vec::new();
            assert_eq!(Season::read_all(dir.path(), &mut problems), []);
            assert_eq!(problems.len(), 1, "{changed:?}");
        }
    }

    #[test]
    fn only_versions_are_seasons() {
        assert_eq!(version_numbers("0.12.3"), Some([0, 12, 3]));
        for name in ["0.1", "0.01.2", "+1.2.3", "..", "0.1.0-a"] {
            assert_eq!(version_numbers(name), None, "{name}");
        }
    }
}
