//! The installed robots: those that ship and the player's own.
//!
//! [`Library`] loads every robot and watches the player's folder. [`Library::poll`] loads all
//! robots again after a change. A running game keeps the last version of a robot that worked. The
//! library also decides which programs may run, builds robots for their threads, and describes them
//! in the language of the window.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify_debouncer_mini::notify::event::{AccessKind, AccessMode, EventKind};
use notify_debouncer_mini::notify::{
    self, Event, EventHandler, RecommendedWatcher, RecursiveMode, Watcher, WatcherKind,
};
use notify_debouncer_mini::{Config, DebounceEventResult, Debouncer, new_debouncer_opt};
use qipan_core::contract::robot::{Choice, Decision, Robot, RobotError};
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::GameKind;
use qipan_core::script::{
    Host, MODULE_FOLDER, Param, ParamValue, Scripted, convert_old_params, param_values,
};

use crate::model::clock::ClockGuard;
use crate::model::console::{self, ConsoleTask};
use crate::model::house;
use crate::model::i18n::{I18n, Lang};
use crate::model::programs::Program;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder};
use crate::model::scripts::{self, FindError, RobotSpec, ScriptName};
use crate::model::seat_choice::limit_name;
use crate::model::storage::Folders;

mod choice;
mod robot_levels;
mod task;

pub use choice::{ParamChoice, RobotChoice, find};
use choice::{choice, tag};
pub use choice::{level_sort_key, name_with_level, of_level};
pub use task::RobotTask;

/// The time without further changes before changed files are read again.
const QUIET_TIME: Duration = Duration::from_millis(250);

/// All robots of a game by name, each loaded or with its error.
type LoadedRobots = Vec<(String, Result<RobotSpec, FindError>)>;

/// Returns the name of a player in the language of the window. If a robot was recorded under its
/// name in another language, the name is translated.
pub fn localized_name<'a>(candidates: &'a [SeatCandidate], player: &'a Player) -> &'a str {
    let same = candidates.iter().find(|candidate| candidate.is_recorded_as(player));
    same.map_or(&player.name, |candidate| &candidate.player.name)
}

/// A player who can take over a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatCandidate {
    /// The name shown in the menu.
    pub title: String,
    /// The player as a record names it.
    pub player: Player,
    /// True if it has a `value` function.
    pub has_value_function: bool,
    /// The presets it plays, or all if empty.
    presets: Vec<String>,
    /// Its names in all languages.
    names: Vec<String>,
}

impl SeatCandidate {
    /// Returns true if a player of a record is this robot, under its name in any language.
    pub fn is_recorded_as(&self, player: &Player) -> bool {
        self.player.script.is_some()
            && self.player.script == player.script
            && self.names.contains(&player.name)
    }

    /// Returns true if it can play this preset.
    pub fn plays(&self, preset: &str) -> bool {
        self.presets.is_empty() || self.presets.iter().any(|known| known == preset)
    }
}

/// The robots in the language of the window, and the candidates for a seat.
struct LibraryTexts {
    lang: Lang,
    /// The name of the player.
    name: String,
    games: [GameTexts; GameKind::ALL.len()],
}

/// The robots of a game that can be chosen, and the candidates for a seat.
type GameTexts = (GameKind, Vec<RobotChoice>, Vec<SeatCandidate>);

/// The installed robots.
pub struct Library {
    folders: Folders,
    robots: Vec<(GameKind, LoadedRobots)>,
    /// The last working versions of robots that no longer load. Running games keep them.
    last_good: Vec<(GameKind, RobotSpec)>,
    /// The files that the watcher reports.
    watched_changes: Receiver<Vec<PathBuf>>,
    /// The programs that may be run, by the hashes of their files ([`Program::key`]).
    allowed: BTreeSet<String>,
    /// Changed files that the application reports itself.
    noted_changes: Vec<PathBuf>,
    /// The texts about robots, kept between frames. `None` after a script has changed.
    texts: Option<LibraryTexts>,
    /// True if a script has changed since the last call of [`Self::take_changed`].
    has_changed: bool,
    /// The number of polls that found changed scripts.
    revision: u32,
    /// The watcher of the scripts folder, if the system can watch.
    _watcher: Option<Debouncer<ChangeWatcher>>,
}

impl Library {
    /// Reads all robots and watches the player's folder.
    pub fn new(folders: &Folders, wake: RepaintSignal) -> Self {
        let (sender, watched_changes) = channel();
        let on_change = move |result: DebounceEventResult| {
            let paths = result.unwrap_or_default().into_iter().map(|event| event.path).collect();
            // A closed channel means that the window is closing.
            let _ = sender.send(paths);
            wake();
        };
        let watch = || {
            let config = Config::default().with_timeout(QUIET_TIME);
            let mut watcher = new_debouncer_opt::<_, ChangeWatcher>(config, on_change).ok()?;
            watcher.watcher().watch(&folders.scripts, RecursiveMode::Recursive).ok()?;
            Some(watcher)
        };
        let robots = load_all(folders);
        let folders = folders.clone();
        let _watcher = watch();
        Self {
            robots,
            last_good: Vec::new(),
            watched_changes,
            allowed: BTreeSet::new(),
            noted_changes: Vec::new(),
            texts: None,
            has_changed: false,
            revision: 0,
            _watcher,
            folders,
        }
    }

    /// Marks a file to be read again after the application has written it, in case the system does
    /// not report the change.
    pub fn note_change(&mut self, path: PathBuf) {
        self.noted_changes.push(path);
    }

    /// Marks the changed files of a game's robots to be read again, without waiting for the system
    /// to report the changes.
    pub fn look_for_changes(&mut self, kind: GameKind) {
        let folder = scripts::robots_folder(&self.folders, kind.name());
        let changed_file = |(name, robot): &(String, Result<RobotSpec, FindError>)| {
            let path = scripts::user_file(&folder, name)?;
            let source = scripts::read_source(&path).ok()?;
            let is_same = robot.as_ref().is_ok_and(|spec| spec.source == source);
            (!is_same).then_some(path)
        };
        let changed = self.load_results(kind).iter().filter_map(changed_file);
        let changed: Vec<PathBuf> = changed.collect();
        self.noted_changes.extend(changed);
    }

    /// Reads all robots again if a script has changed. Returns each robot that changed, with its
    /// error or warning if it has one.
    pub fn poll(&mut self) -> Vec<(GameKind, String, Option<String>)> {
        let mut paths = std::mem::take(&mut self.noted_changes);
        paths.extend(self.watched_changes.try_iter().flatten());
        paths.retain(|path| {
            path.extension().is_some_and(|extension| extension == "luau" || extension == "lua")
        });
        if paths.is_empty() {
            return Vec::new();
        }
        self.has_changed = true;
        self.texts = None;
        self.revision = self.revision.wrapping_add(1);
        let old_robots = std::mem::replace(&mut self.robots, load_all(&self.folders));
        let mut last_good = std::mem::take(&mut self.last_good);
        let mut old_sources = BTreeMap::new();
        for (kind, robots) in &old_robots {
            for robot in robots.iter().filter_map(|(_, robot)| robot.as_ref().ok()) {
                old_sources.insert((kind.name(), robot.name.clone()), robot.source.clone());
            }
        }
        for (kind, robots) in old_robots {
            last_good.extend(robots.into_iter().filter_map(|(_, robot)| Some((kind, robot.ok()?))));
        }
        // Keep the old version only of a robot that no longer loads.
        last_good.retain(|(kind, old)| {
            self.load_results(*kind).iter().all(|(name, robot)| *name != old.name || robot.is_err())
        });
        self.last_good = last_good;
        let mut changed_robots = Vec::new();
        for kind in GameKind::ALL {
            let folder = scripts::robots_folder(&self.folders, kind.name());
            let is_in_folder = |path: &&PathBuf| {
                path.parent().is_some_and(|parent| has_same_tail(parent, &folder))
            };
            let stems =
                paths.iter().filter(is_in_folder).filter_map(|path| path.file_stem()?.to_str());
            let mut stems: Vec<String> = stems.map(str::to_owned).collect();
            // A module whose text is the same as before changes no robot.
            let is_changed = |stem: &String| {
                let old = old_sources.get(&(kind.name(), stem.clone()));
                let mut specs = self.specs(kind).filter(|spec| spec.name == *stem);
                !specs.next().is_some_and(|spec| Some(&spec.source) == old)
            };
            stems.extend(self.robots_with_modules(kind, &paths).into_iter().filter(is_changed));
            stems.sort();
            stems.dedup();
            changed_robots.extend(stems.into_iter().filter_map(|stem| self.report(kind, stem)));
        }
        changed_robots
    }

    /// Returns the names of the robots of a game that load one of the changed files as a module.
    fn robots_with_modules(&self, kind: GameKind, paths: &[PathBuf]) -> Vec<String> {
        let folder = scripts::robots_folder(&self.folders, kind.name());
        let is_module = |path: &&PathBuf| {
            let modules = path.parent().filter(|parent| parent.ends_with(MODULE_FOLDER));
            modules.and_then(Path::parent).is_some_and(|parent| has_same_tail(parent, &folder))
        };
        let modules = paths.iter().filter(is_module).filter_map(|path| path.file_stem()?.to_str());
        let modules: Vec<&str> = modules.collect();
        let last_good = self.last_good.iter().filter(|(other, _)| *other == kind);
        let robots = self.specs(kind).chain(last_good.map(|(_, robot)| robot));
        let users = robots.filter(|robot| {
            modules.iter().any(|module| robot.source.modules.contains_key(*module))
        });
        users.map(|robot| robot.name.clone()).collect()
    }

    /// Returns true if a script has changed since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Returns the number of polls that found changed scripts of any kind.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Returns the game and script of a robot, with its error or warning if it has one.
    fn report(&self, kind: GameKind, stem: String) -> Option<(GameKind, String, Option<String>)> {
        let (_, robot) = self.load_results(kind).iter().find(|(name, _)| *name == stem)?;
        Some(match robot {
            Ok(spec) => (kind, spec.script(), spec.ignored_file().map(|why| why.to_string())),
            Err(error) => (kind, stem, Some(error.to_string())),
        })
    }

    /// Returns the robots of a game, each loaded or with its error.
    fn load_results(&self, kind: GameKind) -> &[(String, Result<RobotSpec, FindError>)] {
        self.robots.iter().find(|(other, _)| *other == kind).map_or(&[], |(_, robots)| robots)
    }

    /// Builds the texts about robots if a script, the language or the player's name has changed.
    pub fn update_texts(&mut self, i18n: &I18n, name: &str) {
        let is_current = |texts: &LibraryTexts| texts.lang == i18n.lang() && texts.name == name;
        if self.texts.as_ref().is_some_and(is_current) {
            return;
        }
        let games = GameKind::ALL.map(|kind| {
            let robots = self.load_results(kind).iter();
            let choices = robots.map(|(name, robot)| choice(name, robot, i18n.lang()));
            (kind, choices.collect(), self.build_candidates(kind, i18n, name))
        });
        self.texts = Some(LibraryTexts { lang: i18n.lang(), name: name.to_owned(), games });
    }

    /// Returns the robots as the new-game screen offers them.
    pub fn choices(&self, kind: GameKind) -> &[RobotChoice] {
        self.texts_of(kind).map_or(&[], |(_, choices, _)| choices)
    }

    /// Returns the players who can take over a seat in the running game.
    pub fn candidates(&self, kind: GameKind) -> &[SeatCandidate] {
        self.texts_of(kind).map_or(&[], |(.., candidates)| candidates)
    }

    /// Returns the texts about the robots of a game, once they are built.
    fn texts_of(&self, kind: GameKind) -> Option<&GameTexts> {
        self.texts.as_ref()?.games.iter().find(|(other, ..)| *other == kind)
    }

    /// Returns the player and the robots that can take over a seat, the weakest robot first.
    fn build_candidates(&self, kind: GameKind, i18n: &I18n, name: &str) -> Vec<SeatCandidate> {
        let (title, player) = (i18n.t("play-swap-me"), Player::human(name));
        let me = SeatCandidate {
            title,
            player,
            has_value_function: false,
            presets: Vec::new(),
            names: Vec::new(),
        };
        let candidate = |spec: &RobotSpec| {
            let name = spec.info.name.in_language(tag(i18n.lang())).to_owned();
            let title = name_with_level(spec.info.level, &name, i18n);
            let mut player = Player { name, ..spec.player() };
            let window_default =
                |param: &Param| Some((param.name.clone(), param.window?.as_number()));
            player.params.extend(spec.info.params.iter().filter_map(window_default));
            let has_value_function = spec.info.has_value_function;
            let names = Lang::ALL.map(|lang| limit_name(spec.info.name.in_language(tag(lang))));
            let presets = spec.info.presets.clone();
            SeatCandidate { title, player, has_value_function, presets, names: names.into() }
        };
        let mut robots: Vec<&RobotSpec> = self.specs(kind).collect();
        robots.sort_by_key(|spec| level_sort_key(spec.info.level));
        std::iter::once(me).chain(robots.into_iter().map(candidate)).collect()
    }

    /// Returns the robots of a game that load.
    pub fn specs(&self, kind: GameKind) -> impl Iterator<Item = &RobotSpec> {
        self.load_results(kind).iter().filter_map(|(_, robot)| robot.as_ref().ok())
    }

    /// Returns the robot that plays on the home screen.
    pub fn demo_robot(&self, kind: GameKind) -> Player {
        let default_name = scripts::default_robot(kind.name());
        let default = self.specs(kind).find(|spec| spec.name == default_name);
        let missing = || Player::robot(default_name, &format!("{default_name}.luau"));
        default.or(self.specs(kind).next()).map_or_else(missing, RobotSpec::player)
    }

    /// Lets the robots of a new game choose their layouts. Returns the last error, and the seats
    /// whose robots chose a layout.
    pub fn choose_robot_layouts<G: Scripted>(
        &self,
        record: &mut Record<G>,
    ) -> (Option<String>, SeatSet) {
        let _clock = ClockGuard::start();
        let (mut last_error, mut chosen) = (None, SeatSet::EMPTY);
        let robots = record.players.clone().into_iter().filter(|(_, player)| !player.is_human());
        for (seat, player) in robots {
            let Some(segment) = record.chance.first() else { break };
            let stream = segment.seed.robot_stream(seat, u32::MAX);
            // A robot that does not load is reported on its first turn.
            let Ok(mut robot) =
                self.robot_builder::<G>(&player, &[], RobotTask::default())(Default::default())
            else {
                continue;
            };
            let old_deal = record.deal.clone();
            let error = robot.prepare(&record.rules, seat, &mut record.deal, stream);
            if record.deal != old_deal {
                chosen.insert(seat);
            }
            last_error = error.map(|error| error.message).or(last_error);
        }
        (last_error, chosen)
    }
}

impl Library {
    /// Sets the programs that may be run, by the hashes of their files.
    pub fn allow(&mut self, programs: &BTreeSet<String>) {
        self.allowed.clone_from(programs);
    }

    /// Returns the program that would play for a player, with its files as they are now.
    pub fn program(&self, kind: GameKind, player: &Player) -> Option<Program> {
        find_loaded(self.load_results(kind), &script_of(player).ok()?)?.program()
    }

    /// Starts to evaluate a line of Lua in the context of a decision, with the parameters of the
    /// player's robot.
    pub fn evaluate<G: Scripted>(
        &self,
        line: &str,
        player: &Player,
        (request, rules): (DecisionRequest<G>, &[SavedRule]),
        wake: &RepaintSignal,
    ) -> ConsoleTask {
        let script = script_of(player).ok();
        let robots = self.load_results(GameKind::of::<G>());
        let spec = script.and_then(|script| find_loaded(robots, &script));
        let params = spec.map(|spec| param_values(&spec.info.params, &params(spec, player)));
        console::start(line, request, params.unwrap_or_default(), rules, wake)
    }

    /// Returns true if the script of a recorded player is installed with the same hash. Programs
    /// are excluded, since a saved game must not start one.
    pub fn has_unchanged_script<G: Scripted>(&self, player: &Player) -> bool {
        let Ok(script) = script_of(player) else { return false };
        let spec = find_loaded(self.load_results(GameKind::of::<G>()), &script);
        spec.is_some_and(|spec| !spec.is_program() && spec.player().hash == player.hash)
    }

    /// Returns the robot that plays for a player, with the recorded parameters.
    ///
    /// # Errors
    /// There is no such script, or it cannot be loaded.
    fn robot_spec(&self, kind: GameKind, player: &Player) -> Result<RobotSpec, String> {
        let robots = self.load_results(kind);
        let script = script_of(player)?;
        let last_good = || {
            let mut specs = self.last_good.iter();
            let found = specs.find(|(other, spec)| *other == kind && spec.name == script.as_str());
            found.map(|(_, spec)| spec)
        };
        let Some(spec) = find_loaded(robots, &script).or_else(last_good) else {
            return Err(match robots.iter().find(|(name, _)| name == script.as_str()) {
                Some((_, Err(error))) => error.to_string(),
                _ => {
                    let script = player.script.as_deref().unwrap_or_default();
                    format!("{script}: no robot of that name in the scripts folder")
                }
            });
        };
        let mut spec = spec.clone();
        spec.params = params(&spec, player);
        Ok(spec)
    }

    /// Returns the robot that plays for a player at a table with people on other devices. Also
    /// returns its script name and parameters as one text, such as `greedy,caution=5`.
    ///
    /// # Errors
    /// There is no such script, or it is a program that the player has not allowed.
    pub fn robot_for_table(
        &self,
        kind: GameKind,
        player: &Player,
    ) -> Result<(RobotSpec, String), String> {
        let spec = allowed_by(self.robot_spec(kind, player)?, &self.allowed)?;
        let params =
            spec.params.iter().map(|(name, value)| format!(",{name}={}", value.as_number()));
        let name = format!("{}{}", spec.name, params.collect::<String>());
        Ok((spec, name))
    }

    /// Returns a builder that makes the robot of a player on its own thread. The robot's search
    /// uses these house rules. Loading them runs their files, so the player must have agreed.
    pub fn robot_builder<G: Scripted>(
        &self,
        player: &Player,
        rules: &[SavedRule],
        task: RobotTask,
    ) -> RobotBuilder<G> {
        let spec = match self.robot_spec(GameKind::of::<G>(), player) {
            Ok(spec) => spec,
            Err(why) => return Box::new(move |_| Err(why)),
        };
        let (rules, allowed) = (rules.to_vec(), self.allowed.clone());
        Box::new(move |cancel| {
            let spec = allowed_by(spec, &allowed).map_err(|file| {
                format!(
                    "{file}: is a program that you have not allowed to run as it is now; begin \
                         a new game with it"
                )
            })?;
            let host = Host { cancel, profile: task.is_profiled, ..task.host() };
            let house = house::load(&rules, &host).map_err(|error| error.to_string())?;
            let robot = spec.make::<G>(&host, house).map_err(|error| error.to_string())?;
            Ok(Box::new(ClockedRobot(robot)) as Box<dyn Robot<G>>)
        })
    }
}

/// A file watcher that ignores read access. Some systems report it, and then reading a changed file
/// would count as another change.
#[derive(Debug)]
struct ChangeWatcher(RecommendedWatcher);

impl Watcher for ChangeWatcher {
    fn new<F: EventHandler>(mut handler: F, config: notify::Config) -> notify::Result<Self> {
        let filtered =
            move |event: notify::Result<Event>| match event.as_ref().map(|event| event.kind) {
                Ok(EventKind::Access(kind)) if kind != AccessKind::Close(AccessMode::Write) => {}
                _ => handler.handle_event(event),
            };
        RecommendedWatcher::new(filtered, config).map(Self)
    }

    fn watch(&mut self, path: &Path, mode: RecursiveMode) -> notify::Result<()> {
        self.0.watch(path, mode)
    }

    fn unwatch(&mut self, path: &Path) -> notify::Result<()> {
        self.0.unwatch(path)
    }

    fn kind() -> WatcherKind {
        RecommendedWatcher::kind()
    }
}

/// Reads the robots of all games.
fn load_all(folders: &Folders) -> Vec<(GameKind, LoadedRobots)> {
    GameKind::ALL.map(|kind| (kind, scripts::robots(folders, kind.name()))).into()
}

/// Returns true if the last two components of two paths are equal. The system may report another
/// path to the same folder.
fn has_same_tail(path: &Path, other: &Path) -> bool {
    let tail = |path: &Path| -> Vec<OsString> {
        let last_two = path.components().rev().take(2);
        last_two.map(|component| component.as_os_str().to_owned()).collect()
    };
    tail(path) == tail(other)
}

/// Returns the robot of this script, if it loads.
fn find_loaded<'a>(
    robots: &'a [(String, Result<RobotSpec, FindError>)],
    script: &ScriptName,
) -> Option<&'a RobotSpec> {
    let has_name = |spec: &&RobotSpec| spec.name == script.as_str();
    robots.iter().find_map(|(_, robot)| robot.as_ref().ok().filter(has_name))
}

/// Returns the script name of a player. The player may come from a file, so the name may be
/// invalid.
fn script_of(player: &Player) -> Result<ScriptName, String> {
    let script = player.script.as_deref().unwrap_or_default();
    ScriptName::of_file(script).map_err(|why| why.to_string())
}

/// Returns the robot if it may run: it is a script, or a program that is allowed with its files as
/// they are now.
///
/// # Errors
/// The file of a program that is not allowed.
pub fn allowed_by(spec: RobotSpec, allowed: &BTreeSet<String>) -> Result<RobotSpec, String> {
    match spec.program() {
        None => Ok(spec),
        Some(program) if allowed.contains(program.key()) => Ok(spec.allow()),
        Some(_) => Err(spec.script()),
    }
}

/// Converts the recorded parameters of a player to those of the script: with their current names,
/// within their bounds, and with flags as booleans.
pub fn params(spec: &RobotSpec, player: &Player) -> Vec<(String, ParamValue)> {
    let fitted = |(name, number): (String, ParamValue)| {
        let param = spec.info.params.iter().find(|param| param.name == name)?;
        let value = match param.default {
            ParamValue::Flag(_) => ParamValue::Flag(number.as_number() != 0.0),
            ParamValue::Number(_) => number,
        };
        Some((name, param.fit(value)))
    };
    let recorded =
        player.params.iter().map(|(name, value)| (name.clone(), ParamValue::Number(*value)));
    convert_old_params(&spec.info.params, recorded).into_iter().filter_map(fitted).collect()
}

/// A robot that keeps the clock ticking while it thinks.
pub struct ClockedRobot<G: Scripted>(pub Box<dyn Robot<G>>);

impl<G: Scripted> Robot<G> for ClockedRobot<G> {
    fn start(&mut self) {
        let _clock = ClockGuard::start();
        self.0.start();
    }

    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        stream: RobotStream,
    ) -> Option<RobotError> {
        self.0.prepare(rules, seat, deal, stream)
    }

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let _clock = ClockGuard::start();
        self.0.choose(decision)
    }

    fn time_limit(&self) -> Option<u64> {
        self.0.time_limit()
    }

    fn value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        let _clock = ClockGuard::start();
        self.0.value(decision)
    }

    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        let _clock = ClockGuard::start();
        self.0.accepts_draw(decision)
    }
}

#[cfg(test)]
mod tests;
