//! Finds robots and house rules: those that ship with Qipan and those in the user's folder.
//!
//! A script is found by its name, and the user's file comes before a shipped one. [`RobotSpec`] and
//! [`RuleSpec`] are scripts that load, as plain data that any thread can turn into a robot or rule.
//! Text that a user typed ([`ScriptArg`]) may also be a path or a command. Text from a file
//! ([`ScriptName`]) may only be a plain name, so that a file cannot choose what runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use qipan_core::contract::robot::Robot;
use qipan_core::contract::source::Source;
use qipan_core::house::House;
use qipan_core::record::Player;
use qipan_core::script::{
    ErrorKind, Host, Level, LuaRobot, Param, ParamValue, ScriptError, ScriptInfo, ScriptKind,
    Scripted, convert_old_params, param_values,
};

use crate::model::clock::{ClockGuard, host};
use crate::model::programs::{
    self, ChildProcess, DEFAULT_SECONDS, Lifetime, Program, ProgramRobot, is_installed,
};
use crate::model::storage::Folders;

mod catalogue;
mod find;
mod modules;
mod rules;
mod shipped;
mod test_file;
mod words;

pub use catalogue::{
    CatalogueEntry, Origin, Script, ScriptKey, catalogue, find_any, script_of_source,
    shipped_source,
};
pub use find::{FindError, ScriptType, nearest, possible_scripts, read_source, user_file};
pub use rules::{RuleSpec, find_rule, rules, rules_folder};
pub use shipped::{
    SHIPPED_ROBOTS, SHIPPED_RULES, ShippedScript, default_robot, shipped_file, shipped_picture,
    strong_robot,
};
pub use test_file::is_test_file;
pub use words::{NotPlain, ScriptArg, ScriptName, is_file_name};

use shipped::STYLES;

use find::{QualifiedName, ScriptLocation, check_game, locate, names, not_found, split_params};

/// A robot that can play: its script and the values of its parameters. It is plain data, so it can
/// be sent to the thread on which the robot is built.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotSpec {
    /// Its name or path, followed by its parameters, as typed.
    pub name: String,
    /// The file, for messages.
    pub file: String,
    /// True if its text is the one that ships.
    pub is_shipped: bool,
    /// The script's text with those of its modules.
    pub source: Source,
    /// The metadata of the script.
    pub info: ScriptInfo,
    /// The parameters that were set.
    pub params: Vec<(String, ParamValue)>,
    /// The time limit of a program's answers in seconds, if the user set one.
    pub seconds: Option<f64>,
    /// The time for which a program runs.
    pub lifetime: Lifetime,
    /// The path of its file, if it was loaded from one.
    path: Option<PathBuf>,
    /// True if the user has allowed the program to run.
    may_run: bool,
    /// The user's file of the same name that was ignored because it is a program.
    ignored_file: Option<String>,
    /// The tests of a robot that was not loaded from a folder, such as one in a package.
    tests: Option<Source>,
}

impl RobotSpec {
    /// Creates a robot from the text of its file.
    fn new(name: &str, file: String, source: impl Into<Source>) -> Result<Self, ScriptError> {
        let source = source.into();
        // In a checkout of the repository, the user's folder holds the shipped files.
        let is_shipped = SHIPPED_ROBOTS
            .iter()
            .any(|script| script.name == name && script.with_modules() == source);
        let info = inspect(&file, &source)?;
        if info.kind != ScriptKind::Robot {
            return Err(wrong_metadata(file, NOT_A_ROBOT));
        }
        Ok(Self {
            name: name.to_owned(),
            file,
            is_shipped,
            source,
            info,
            params: Vec::new(),
            seconds: None,
            lifetime: Lifetime::default(),
            path: None,
            may_run: false,
            ignored_file: None,
            tests: None,
        })
    }

    /// Returns the robot with the path of its file.
    fn at_path(self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self }
    }

    /// Returns the folder of its file, in which its program runs.
    fn folder(&self) -> Option<&Path> {
        self.path.as_ref()?.parent().filter(|folder| *folder != Path::new(""))
    }

    /// Loads the robot into a sandbox of its own, which stays on this thread.
    ///
    /// # Errors
    /// A script that does not load.
    pub fn load<G: Scripted>(&self, host: &Host) -> Result<LuaRobot<G>, ScriptError> {
        LuaRobot::load(&self.file, &self.source, &self.params, host)
    }

    /// Builds the robot: a script, or an external program. Its search uses the house
    /// rules of `house`. A program can do whatever its user may, so the user must have allowed it
    /// ([`RobotSpec::allow`]).
    ///
    /// # Errors
    /// A script that does not load, or a program that was not allowed to run.
    pub fn make<G: Scripted>(
        &self,
        host: &Host,
        house: House<G>,
    ) -> Result<Box<dyn Robot<G>>, ScriptError> {
        if self.info.command.is_empty() {
            let mut robot = self.load::<G>(host)?;
            robot.set_world_rules(house);
            return Ok(Box::new(robot));
        }
        if !self.may_run {
            return Err(wrong_metadata(self.file.clone(), NOT_ALLOWED));
        }
        let folder = self.folder().map(Path::to_owned);
        let seconds = self.seconds.or(self.info.seconds).unwrap_or(DEFAULT_SECONDS);
        let (command, stop) = (self.info.command.clone(), Arc::clone(&host.cancel));
        let child = ChildProcess::new(command, folder, seconds, self.lifetime, stop);
        let params = param_values(&self.info.params, &self.params);
        Ok(Box::new(ProgramRobot::new(&self.info.name.en, child, params, host, house)?))
    }

    /// Returns true if it is an external program.
    pub fn is_program(&self) -> bool {
        !self.info.command.is_empty()
    }

    /// Returns the program of a robot that is not written in Luau, with a hash of its files as they
    /// are now. The user sees it before the first run.
    pub fn program(&self) -> Option<Program> {
        let Self { file, source, info, .. } = self;
        self.is_program()
            .then(|| Program::of_files(file, source.digest(), &info.command, self.folder()))
    }

    /// Returns the name of its program if no program of this name is installed.
    pub fn missing_program(&self) -> Option<&str> {
        let name = self.info.command.first()?;
        (!is_installed(name, self.folder())).then_some(name)
    }

    /// Marks a program as allowed by the user.
    #[must_use]
    pub fn allow(self) -> Self {
        Self { may_run: true, ..self }
    }

    /// Returns true if it may run: a script, or an allowed program.
    pub fn is_allowed(&self) -> bool {
        self.may_run || !self.is_program()
    }

    /// Returns the robot with this time limit in seconds for each answer of a program.
    #[must_use]
    pub fn with_seconds(self, seconds: Option<f64>) -> Self {
        Self { seconds, ..self }
    }

    /// Returns the reason why the user's file of the same name was ignored, if one was. A program
    /// cannot replace a robot that ships.
    pub fn ignored_file(&self) -> Option<FindError> {
        let file = self.ignored_file.clone()?;
        Some(FindError::Program { file, why: REPLACES_SHIPPED })
    }

    /// Returns true if it plays this preset.
    pub fn plays(&self, preset: &str) -> bool {
        self.info.presets.is_empty() || self.info.presets.iter().any(|known| known == preset)
    }

    /// Returns the name of its file without folders, or all of a typed command.
    pub fn script(&self) -> String {
        if self.file.starts_with(programs::COMMAND_PREFIX) {
            return self.file.clone();
        }
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file).to_owned()
    }

    /// Returns the player as records name it: title, file name, digest and parameters.
    pub fn player(&self) -> Player {
        let params = self.params.iter().map(|(name, value)| (name.clone(), value.as_number()));
        Player {
            hash: Some(self.source.digest()),
            params: params.collect::<BTreeMap<_, _>>(),
            ..Player::robot(&self.info.name.en, &self.script())
        }
    }

    /// Uses the text as the robot's name, and sets the parameters after the first comma in it.
    fn set_params(&mut self, text: &str) -> Result<(), FindError> {
        text.clone_into(&mut self.name);
        for setting in split_params(text).1.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, "true"));
            self.set_param(name.trim(), value.trim())?;
        }
        self.params = convert_old_params(&self.info.params, std::mem::take(&mut self.params));
        for (name, value) in &mut self.params {
            let param = self.info.params.iter().find(|param| param.name == *name);
            *value = param.map_or(*value, |param| param.fit(*value));
        }
        Ok(())
    }

    /// Sets a parameter from text: a number, `true` or `false`.
    fn set_param(&mut self, name: &str, text: &str) -> Result<(), FindError> {
        let param_error = |why: String| FindError::Param { robot: self.info.name.en.clone(), why };
        let params = &self.info.params;
        // A former name is translated by `convert_old_params` later.
        if let Ok(number) = text.parse()
            && params.iter().any(|param| param.was.contains_key(name))
        {
            self.params.push((name.to_owned(), ParamValue::Number(number)));
            return Ok(());
        }
        let Some(param) = params.iter().find(|param| param.name == name) else {
            let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
            let known = match names.is_empty() {
                true => "this robot has no parameters".to_owned(),
                false => format!("its parameters are {}", names.join(", ")),
            };
            return Err(param_error(format!("unknown parameter `{name}`; {known}")));
        };
        let value = match text {
            "true" => ParamValue::Flag(true),
            "false" => ParamValue::Flag(false),
            _ => ParamValue::Number(text.parse().unwrap_or(f64::NAN)),
        };
        if param.fit(value) != value {
            return Err(param_error(format!(
                "`{name}` cannot be {text}; it takes {}",
                accepted_values(param)
            )));
        }
        self.params.push((name.to_owned(), value));
        Ok(())
    }
}

/// Returns the values that a parameter takes, in words.
fn accepted_values(param: &Param) -> String {
    match (param.min, param.max) {
        (Some(low), Some(high)) => format!("a number from {low} to {high}"),
        _ => "true or false".to_owned(),
    }
}

/// Reads the metadata of a script. This runs its file, within the fuel of loading and the time
/// limit of a turn.
pub(super) fn inspect(file: &str, source: &Source) -> Result<ScriptInfo, ScriptError> {
    let _clock = ClockGuard::start();
    qipan_core::registry::inspect(file, source, &host())
}

/// The error of a house rule used as a robot.
const NOT_A_ROBOT: &str = "is a house rule, not a robot";

/// The error of a program that the user has not allowed.
const NOT_ALLOWED: &str = "is a program that you have not allowed to run";

/// The reason why a program may not have the name of a robot that ships.
const REPLACES_SHIPPED: &str = "a robot that comes with Qipan has this name; rename the file";

/// The reason why a robot named in a saved game may not be a program.
const ONLY_SCRIPTS: &str = "a saved game cannot call for one; ask it yourself with `qipan agree \
    FILE --robot ROBOT --run-programs`";

/// Returns the error of a script whose metadata does not fit its use.
pub(super) fn wrong_metadata(file: String, message: &str) -> ScriptError {
    let (message, kind) = (message.to_owned(), ErrorKind::Metadata);
    ScriptError { file, line: None, message, kind, source: Vec::new() }
}

/// Finds the robot that `words` name: the user's, one that ships, or a file. Parameters follow
/// after commas, as in `careful,caution=5`. A command, as in `cmd:python3 my.py`, is a robot in
/// another language.
///
/// # Errors
/// No robot of this name, or one that cannot play.
pub fn find(folders: &Folders, game: &str, words: &ScriptArg) -> Result<RobotSpec, FindError> {
    let text = words.as_str();
    if let Some(command) = text.strip_prefix(programs::COMMAND_PREFIX) {
        let arguments = programs::split_command(command)
            .map_err(|why| FindError::File { file: text.to_owned(), why })?;
        let script = programs::robot_file_text(game, &arguments);
        // The user typed the command, and so allowed it.
        return Ok(RobotSpec::new(text, text.to_owned(), script)?.allow());
    }
    let (name, _) = split_params(text);
    let (location, _) = locate(folders, ScriptType::Robot, game, name)?;
    let mut spec = match QualifiedName::read(name) {
        Some(typed) => {
            let spec = robot_of_name(&location, game, typed.name)?;
            if spec.is_program() && Level::from_name(typed.name).is_some() {
                return Err(not_found(folders, ScriptType::Robot, game, name, &typed));
            }
            spec
        }
        // A robot given by its path keeps the path as its name, so it does not count as a shipped
        // one.
        None => load_robot(&location, name)?,
    };
    check_game(folders, ScriptType::Robot, game, &spec.file, &spec.info)?;
    spec.set_params(text)?;
    Ok(spec)
}

/// Finds the robot with a plain name from a file: the user's or one that ships, but never a
/// program.
///
/// # Errors
/// No script of this name, a program, or a script that cannot play.
pub fn find_named(
    folders: &Folders,
    game: &str,
    name: &ScriptName,
) -> Result<RobotSpec, FindError> {
    let name = name.as_str();
    let typed = QualifiedName { script_type: None, kind: None, name };
    let location = ScriptLocation::of_name(folders, ScriptType::Robot, game, name)
        .ok_or_else(|| not_found(folders, ScriptType::Robot, game, name, &typed))?;
    let spec = robot_of_name(&location, game, name)?;
    if spec.is_program() {
        return Err(FindError::Program { file: spec.file, why: ONLY_SCRIPTS });
    }
    check_game(folders, ScriptType::Robot, game, &spec.file, &spec.info)?;
    Ok(spec)
}

/// Finds the robot of a level in a preset, as in `strong` or `strong,blur=3`. It is the first in
/// the list with this level or the nearest lower one. Shipped robots come before the user's.
/// Returns `None` if the text is not a level, or if every robot is above it.
///
/// # Errors
/// Parameters that the robot lacks, or values that they do not take.
pub fn of_level(
    folders: &Folders,
    game: &str,
    preset: &str,
    words: &ScriptArg,
) -> Result<Option<RobotSpec>, FindError> {
    let text = words.as_str();
    let (word, params) = split_params(text);
    let Some(wanted_level) = Level::from_name(word) else { return Ok(None) };
    let candidates: Vec<RobotSpec> = robots(folders, game)
        .into_iter()
        .filter_map(|(_, robot)| robot.ok())
        .filter(|robot| robot.plays(preset) && !robot.is_program())
        .collect();
    let levels = candidates.iter().filter_map(|robot| robot.info.level);
    let best_level = levels.filter(|level| *level <= wanted_level).max();
    let found =
        candidates.into_iter().find(|robot| best_level.is_some() && robot.info.level == best_level);
    let Some(mut spec) = found else { return Ok(None) };
    let name = format!("{}{params}", spec.name);
    spec.set_params(&name)?;
    Ok(Some(spec))
}

/// Loads the robot at a location.
fn load_robot(location: &ScriptLocation, name: &str) -> Result<RobotSpec, FindError> {
    let (file, source) = location.source()?;
    let spec = RobotSpec::new(name, file, source)?;
    Ok(match location {
        ScriptLocation::File(path) => spec.at_path(path),
        ScriptLocation::Shipped(_) => spec,
    })
}

/// Returns the robot of a plain name. The user's file comes before one that ships, unless it is a
/// program.
fn robot_of_name(
    location: &ScriptLocation,
    game: &str,
    name: &str,
) -> Result<RobotSpec, FindError> {
    let spec = load_robot(location, name)?;
    match ScriptLocation::shipped(ScriptType::Robot, game, name).filter(|_| spec.is_program()) {
        Some(shipped) => {
            Ok(RobotSpec { ignored_file: Some(spec.file), ..load_robot(&shipped, name)? })
        }
        None => Ok(spec),
    }
}

/// Returns every robot of a game. The user's replaces a shipped one of the same name, unless it is
/// a program. A robot that does not load is listed with its error.
pub fn robots(folders: &Folders, game: &str) -> Vec<(String, Result<RobotSpec, FindError>)> {
    let load = |name: String| {
        let location = ScriptLocation::of_name(folders, ScriptType::Robot, game, &name)?;
        Some((name.clone(), robot_of_name(&location, game, &name)))
    };
    names(folders, ScriptType::Robot, game).into_iter().filter_map(load).collect()
}

/// Returns the styles of the gauntlet for a game. [`find()`] finds them only by the paths of
/// their files, not by name.
///
/// # Errors
/// A style that does not load.
pub fn styles(game: &str) -> Result<Vec<RobotSpec>, ScriptError> {
    load_embedded(&STYLES, game)
}

/// Returns the robots of a game that ship, whatever files the user has.
///
/// # Errors
/// A robot that does not load.
pub fn shipped_robots(game: &str) -> Result<Vec<RobotSpec>, ScriptError> {
    load_embedded(&SHIPPED_ROBOTS, game)
}

/// Loads those embedded robots that belong to a game.
fn load_embedded(scripts: &[ShippedScript], game: &str) -> Result<Vec<RobotSpec>, ScriptError> {
    let scripts = scripts.iter().filter(|script| script.game == game);
    let spec = |script: &ShippedScript| {
        RobotSpec::new(script.name, format!("{}.luau", script.name), script.with_modules())
    };
    scripts.map(spec).collect()
}

/// Returns the folder of the user's robots for a game.
pub fn robots_folder(folders: &Folders, game: &str) -> PathBuf {
    ScriptType::Robot.folder_of(folders, game)
}

#[cfg(test)]
mod tests {
    use super::find::script_name;
    use super::*;
    use qipan_core::registry::GameKind;
    use qipan_core::with_game;

    fn folders_in(dir: &Path) -> Folders {
        Folders { scripts: dir.join("scripts"), saves: dir.join("saves"), data: dir.to_owned() }
    }

    /// Returns folders that do not exist.
    fn nowhere() -> Folders {
        folders_in(Path::new("/nowhere"))
    }

    /// Returns the names of a game's robots that ship.
    fn shipped(kind: GameKind) -> Vec<&'static str> {
        let scripts = SHIPPED_ROBOTS.iter().filter(|script| script.game == kind.name());
        scripts.map(|script| script.name).collect()
    }

    #[test]
    fn shipped_scripts_load_and_are_listed() {
        for kind in GameKind::ALL {
            let listed = robots(&nowhere(), kind.name());
            assert_eq!(listed.len(), shipped(kind).len());
            for (name, spec) in listed {
                let spec = spec.unwrap();
                let loads = with_game!(kind, |G| spec.load::<G>(&Host::default()).is_ok());
                assert!(spec.is_shipped && loads, "{name}");
                assert_eq!(spec.player().script.unwrap(), format!("{name}.luau"));
            }
        }
    }

    #[test]
    fn default_robot_of_every_game_is_shipped() {
        for kind in GameKind::ALL {
            assert!(shipped(kind).contains(&default_robot(kind.name())), "{}", kind.name());
        }
        assert_eq!(default_robot("junqi"), "greedy");
    }

    #[test]
    fn strong_robot_of_every_game_has_the_level_strong() {
        for kind in GameKind::ALL {
            let name = ScriptName::shipped(strong_robot(kind.name()));
            let spec = find_named(&nowhere(), kind.name(), &name).unwrap();
            assert_eq!(spec.info.level, Some(Level::Strong), "{}", kind.name());
        }
    }

    #[test]
    fn shipped_scripts_match_the_folder() {
        for kind in GameKind::ALL {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/robots");
            let mut files: Vec<_> = std::fs::read_dir(folder.join(kind.name()))
                .unwrap()
                .filter_map(|file| script_name(&file.unwrap().path()))
                .collect();
            let mut shipped = shipped(kind);
            files.sort();
            shipped.sort_unstable();
            assert_eq!(files, shipped);
        }
    }

    #[test]
    fn shipped_house_rules_load_and_match_the_folder() {
        for kind in GameKind::ALL {
            let listed = rules(&nowhere(), kind.name());
            for (name, spec) in &listed {
                let info = &spec.as_ref().unwrap().info;
                assert!(spec.as_ref().unwrap().is_shipped, "{name}");
                assert_eq!(info.author, "Qipan", "{name}");
                assert!(info.name.en != info.name.zh && info.about.en != info.about.zh, "{name}");
                assert!(info.about.en.ends_with('.') && info.about.zh.ends_with('。'), "{name}");
            }
            let has_hooks = |(_, spec): &(String, Result<RuleSpec, FindError>)| {
                spec.as_ref().is_ok_and(|spec| !spec.info.hooks.is_empty())
            };
            assert!(listed.is_sorted_by_key(has_hooks), "options first, then hooks");
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/rules");
            // A game without rules of its own has no folder.
            let files = std::fs::read_dir(folder.join(kind.name())).into_iter().flatten();
            let mut files: Vec<_> =
                files.filter_map(|file| script_name(&file.unwrap().path())).collect();
            let mut shipped: Vec<_> = listed.iter().map(|(name, _)| name.as_str()).collect();
            files.sort();
            shipped.sort_unstable();
            assert_eq!(files, shipped);
        }
    }

    #[test]
    fn styles_load_and_play_every_preset_but_are_not_offered() {
        for kind in GameKind::ALL {
            let styles = styles(kind.name()).unwrap();
            assert!(styles.len() >= 2, "{}", kind.name());
            let offered = robots(&nowhere(), kind.name());
            for style in styles {
                assert!(style.info.presets.is_empty() && style.info.game == kind.name());
                assert_eq!(style.info.level, None, "{}", style.name);
                assert!(offered.iter().all(|(name, _)| *name != style.name), "{}", style.name);
                let found = find(&nowhere(), kind.name(), &ScriptArg::typed(&style.name));
                assert!(matches!(found, Err(FindError::Unknown { .. })), "{found:?}");
                let listed = catalogue(&nowhere());
                assert!(listed.iter().all(|entry| entry.key.name != style.name), "{}", style.name);
            }
        }
    }

    #[test]
    fn user_robot_overrides_shipped_robot() {
        let dir = tempfile::tempdir().unwrap();
        let folders = folders_in(dir.path());
        std::fs::create_dir_all(robots_folder(&folders, "race")).unwrap();
        let text = SHIPPED_ROBOTS[0].text.replace("Random Ronnie", "My own");
        std::fs::write(robots_folder(&folders, "race").join("greedy.lua"), text).unwrap();
        let spec = find(&folders, "race", &ScriptArg::typed("greedy")).unwrap();
        assert_eq!((spec.info.name.en.as_str(), spec.is_shipped), ("My own", false));
        assert_eq!(robots(&folders, "race").len(), shipped(GameKind::Race).len());
    }

    #[test]
    fn every_preset_has_every_level() {
        let name = |folders: &Folders, game, preset, text| {
            let words = ScriptArg::typed(text);
            of_level(folders, game, preset, &words).unwrap().map(|spec| spec.name)
        };
        for kind in GameKind::ALL {
            for preset in kind.presets() {
                let by_level = Level::ALL.map(|level| {
                    let level_name = ScriptArg::typed(level.name());
                    let spec = of_level(&nowhere(), kind.name(), preset, &level_name);
                    let spec = spec.unwrap().unwrap();
                    assert_eq!(spec.info.level, Some(level), "{preset}");
                    spec.name
                });
                assert_eq!(by_level.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
                assert_eq!((by_level[0].as_str(), by_level[4].as_str()), ("random", "master"));
            }
        }
        let dir = tempfile::tempdir().unwrap();
        let folders = folders_in(dir.path());
        std::fs::create_dir_all(robots_folder(&folders, "race")).unwrap();
        let write = |name: &str, fields: &str| {
            let text = format!(
                "return {{ api = 1, game = \"race\", name = \"x\", {fields} choose = function() end }}"
            );
            std::fs::write(robots_folder(&folders, "race").join(name), text).unwrap();
        };
        write("mine.luau", "level = \"strong\",");
        assert_eq!(name(&folders, "race", "flying", "strong").unwrap(), "expectimax");
        write("expectimax.luau", "presets = { \"aeroplane\" }, level = \"strong\",");
        assert_eq!(name(&folders, "race", "flying", "strong").unwrap(), "mine");
        write("mine.luau", "");
        assert_eq!(name(&folders, "race", "flying", "strong").unwrap(), "careful");
        let tuned = name(&nowhere(), "race", "flying", "medium,caution=5");
        assert_eq!(tuned.unwrap(), "careful,caution=5");
        let unknown_param = ScriptArg::typed("medium,x=5");
        assert!(of_level(&nowhere(), "race", "flying", &unknown_param).is_err());
        assert_eq!(name(&nowhere(), "race", "flying", "greedy"), None);
    }

    #[test]
    fn parameters_are_read_and_checked() {
        let find = |text| find(&nowhere(), "race", &ScriptArg::typed(text));
        let spec = find("careful,caution=5").unwrap();
        assert_eq!(spec.params, [("caution".to_owned(), ParamValue::Number(5.0))]);
        assert_eq!(spec.player().params["caution"], 5.0);
        for text in ["careful,caution=999", "careful,caution=x", "careful,speed=1"] {
            assert!(matches!(find(text), Err(FindError::Param { .. })), "{text}");
        }
        // Former names of parameters are still read.
        let find_junqi = |text| super::find(&nowhere(), "junqi", &ScriptArg::typed(text)).unwrap();
        for (text, patience) in [
            ("sampler,passes=3000", 2.0),
            ("master,thinking=14,patience=2", 4.0),
            ("master,patience=2", 2.0),
            ("sampler,passes=20000,patience=60", 60.0),
        ] {
            let params = [("patience".to_owned(), ParamValue::Number(patience))];
            assert_eq!(find_junqi(text).params, params, "{text}");
        }
        assert!(matches!(find("nobody"), Err(FindError::Unknown { .. })));
        assert!(matches!(find("no/such.luau"), Err(FindError::File { .. })));
    }
}
