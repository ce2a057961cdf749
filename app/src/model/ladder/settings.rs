//! The settings of a ladder: the file `ladder.json`, in which every key has a default.

use std::path::Path;

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::limits;
use qipan_core::registry::{GameKind, presets};
use qipan_core::script::Level;
use serde::Deserialize;

use crate::model::ladder::Problem;
use crate::model::scripts::{SHIPPED_ROBOTS, nearest};
use crate::model::storage::{StorageError, Why, read_text, without_bom};

/// The name of the file.
pub(super) const SETTINGS: &str = "ladder.json";

/// The presets that are played by default: one for each main variant.
const DEFAULT_PRESETS: [&str; 7] =
    ["aeroplane", "flying", "dark", "mixed", "flip", "siguo_dark", "six"];

/// The default number of games of a pairing.
const DEFAULT_GAMES: u64 = 40;
/// The maximum number of games of a pairing.
const MAX_GAMES: u64 = 1_000_000;
/// The maximum length of a season's name, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The settings of a ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The title of the site and of the season. It may be empty.
    pub season: String,
    /// The presets to play.
    pub presets: Vec<String>,
    /// The number of games of a pairing. It is rounded up to whole blocks.
    pub games: u64,
    /// The limit of fuel for a turn, or `None` for the default limit.
    pub fuel: Option<u64>,
    /// The seed from which all chance outcomes follow.
    pub seed: RunSeed,
    /// The built-in robots that take part, by level or name.
    pub built_in: Vec<String>,
    /// True if the pages show games as animated GIFs.
    pub pictures: bool,
}

/// The file, in which every key may be missing.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SettingsFile {
    season: Option<String>,
    #[serde(deserialize_with = "names")]
    presets: Option<Vec<String>>,
    games: Option<u64>,
    fuel: Option<u64>,
    seed: Option<RunSeed>,
    #[serde(deserialize_with = "names")]
    built_in: Option<Vec<String>>,
    pictures: Option<bool>,
}

/// Reads a list of at most 100 names.
fn names<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Vec<String>>, D::Error> {
    limits::list::<_, _, 100>(reader).map(Some)
}

impl Settings {
    /// Reads the settings of a ladder's folder. An unknown preset or robot is left out and
    /// reported.
    ///
    /// # Errors
    /// The file cannot be read, is not JSON, or has an unknown key or an impossible value.
    pub fn read(folder: &Path) -> Result<(Self, Vec<Problem>), String> {
        let path = folder.join(SETTINGS);
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(StorageError { why: Why::Missing, .. }) => "{}".to_owned(),
            Err(error) => return Err(error.to_string()),
        };
        Self::parse(&text).map_err(|why| format!("{}:{why}", path.display()))
    }

    fn parse(text: &str) -> Result<(Self, Vec<Problem>), String> {
        let file: SettingsFile = serde_json::from_str(without_bom(text)).map_err(|error| {
            let (line, what) = limits::line_and_sentence(&error);
            format!("{line}: {what}")
        })?;
        let games = file.games.unwrap_or(DEFAULT_GAMES);
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(format!(" `games` must be from 1 to {MAX_GAMES}"));
        }
        if file.fuel == Some(0) {
            return Err(" `fuel` must be at least 1".to_owned());
        }
        let season = file.season.unwrap_or_default().trim().to_owned();
        if season.chars().count() > MAX_NAME_CHARS {
            return Err(format!(" `season` must have at most {MAX_NAME_CHARS} characters"));
        }
        let mut problems = Vec::new();
        let default_presets = || DEFAULT_PRESETS.map(str::to_owned).to_vec();
        let wanted = file.presets.unwrap_or_else(default_presets);
        let all_presets: Vec<&str> = presets().collect();
        let played = known_names(&wanted, &all_presets, "preset", &mut problems);
        let levels = || Level::ALL.map(|level| level.name().to_owned()).to_vec();
        let level_names = Level::ALL.map(Level::name).into_iter();
        let robots: Vec<&str> =
            level_names.chain(SHIPPED_ROBOTS.iter().map(|script| script.name)).collect();
        let built_in = known_names(
            &file.built_in.unwrap_or_else(levels),
            &robots,
            "built-in robot",
            &mut problems,
        );
        let seed = file.seed.unwrap_or(RunSeed::Number(1));
        let (fuel, pictures) = (file.fuel, file.pictures.unwrap_or(true));
        let settings = Self { season, presets: played, games, fuel, seed, built_in, pictures };
        Ok((settings, problems))
    }

    /// Returns the presets of a game.
    pub(super) fn presets_of(&self, kind: GameKind) -> impl Iterator<Item = &str> {
        let presets = self.presets.iter().map(String::as_str);
        presets.filter(move |preset| GameKind::of_preset(preset) == Some(kind))
    }
}

/// Returns each of the wanted names that occurs in `all`, once, and reports the others. `what` says
/// what a name stands for.
fn known_names(
    wanted: &[String],
    all: &[&str],
    what: &str,
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in wanted {
        if all.contains(&name.as_str()) {
            if !names.contains(name) {
                names.push(name.clone());
            }
            continue;
        }
        let hint = nearest(name, all.iter().copied()).map_or_else(
            || format!("known names are {}", all.join(", ")),
            |similar| format!("did you mean `{similar}`?"),
        );
        problems.push(Problem::new(SETTINGS, format!("unknown {what} `{name}`; {hint}")));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_keys_have_defaults() {
        let (settings, problems) = Settings::parse("{}").unwrap();
        assert_eq!(problems, []);
        assert_eq!(settings.presets, DEFAULT_PRESETS);
        assert_eq!((settings.games, settings.fuel), (40, None));
        assert_eq!(settings.built_in, ["beginner", "easy", "medium", "strong", "master"]);
        let played: Vec<_> = settings.presets_of(GameKind::Race).collect();
        assert_eq!(played, ["aeroplane", "flying"]);
    }

    #[test]
    fn wrong_values_are_refused_and_unknown_names_left_out() {
        for (text, part) in [
            ("{", "1: "),
            ("{\"preset\": []}", "unknown field `preset`"),
            ("{\"games\": 0}", "`games` must be from 1"),
            ("{\"fuel\": 0}", "`fuel` must be"),
            ("{\"season\": 7}", "invalid type"),
        ] {
            let why = Settings::parse(text).unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
        let text =
            "{\"presets\": [\"dark\", \"drak\", \"dark\"], \"built_in\": [\"nobody_at_all\"]}";
        let (settings, problems) = Settings::parse(text).unwrap();
        assert_eq!((settings.presets, settings.built_in), (vec!["dark".to_owned()], vec![]));
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(texts[0], "ladder.json: unknown preset `drak`; did you mean `dark`?");
        assert!(
            texts[1].contains("unknown built-in robot `nobody_at_all`; known names are beginner")
        );
    }
}
