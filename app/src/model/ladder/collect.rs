//! Loads and checks the robots of a ladder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use qipan_core::contract::limits::sentence;
use qipan_core::contract::localized::Text;
use qipan_core::contract::source::{MODULE_FOLDER, Source};
use qipan_core::registry::GameKind;
use qipan_core::script::Level;

use crate::model::analysis::run_in_parallel;
use crate::model::background::Progress;
use crate::model::checks::{self, CheckObserver, CheckStats, Depth};
use crate::model::ladder::season::MAX_ROBOTS;
use crate::model::ladder::{
    CheckFacts, Problem, RobotFacts, Season, Settings, refuse_links, without_folder,
};
use crate::model::package::{Package, PackageKind, is_stem};
use crate::model::scripts::{
    RobotSpec, Script, is_test_file, read_source, script_of_source, shipped_robots,
};
use crate::model::storage::has_extension;

/// The name of the folder with the robots, in the folder of the ladder.
const ROBOTS: &str = "robots";

/// The season of this version of the program, with the robots that can play in it.
#[derive(Debug)]
pub struct Entrants {
    /// The season.
    pub season: Season,
    /// The robots in the order of the season, with `None` for each robot that does not play.
    pub specs: Vec<Option<RobotSpec>>,
}

/// A robot before its check.
struct Candidate {
    facts: RobotFacts,
    script: Option<Script>,
}

/// Loads the robots in the folder `robots` and the built-in ones. Checks each robot of the folder,
/// unless the season already has a check of the same text. A robot that does not load or fails its
/// check does not play, and the season says why.
///
/// # Errors
/// The season has begun with other settings or cannot be read, a built-in robot cannot be loaded,
/// or there are too many robots.
pub fn collect(
    folder: &Path,
    settings: &Settings,
    problems: &mut Vec<Problem>,
) -> Result<Entrants, String> {
    let mut season = Season::new(settings);
    let before = Season::of_this_version(folder)
        .map_err(|why| format!("{}/season.json: {why}", season.folder(folder).display()))?;
    if let Some(why) = before.as_ref().and_then(|before| season.conflict_with(before)) {
        return Err(why);
    }
    let mut candidates = Vec::new();
    for kind in GameKind::ALL {
        if settings.presets_of(kind).next().is_some() {
            candidates.extend(own_robots(folder, settings, kind, problems));
            candidates.extend(built_in_robots(settings, kind)?);
        }
    }
    if candidates.len() > MAX_ROBOTS {
        return Err(format!("a ladder has at most {MAX_ROBOTS} robots"));
    }
    refuse_copies(&mut candidates);
    check_all(&mut candidates, before.as_ref());
    let mut specs = Vec::new();
    for Candidate { facts, script } in candidates {
        if let Some(why) = &facts.error {
            problems.push(Problem::new(format!("{ROBOTS}/{}", facts.path()), why));
        }
        specs.push(match script {
            Some(Script::Robot(spec)) if facts.plays() => Some(spec),
            _ => None,
        });
        season.robots.push(facts);
    }
    Ok(Entrants { season, specs })
}

/// Returns the robots of a game in the ladder's folder, sorted by name.
fn own_robots(
    folder: &Path,
    settings: &Settings,
    kind: GameKind,
    problems: &mut Vec<Problem>,
) -> Vec<Candidate> {
    let mut files = BTreeMap::<String, Vec<PathBuf>>::new();
    let entries = std::fs::read_dir(folder.join(ROBOTS).join(kind.name())).into_iter().flatten();
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_robot = has_extension(&path, "luau")
            || has_extension(&path, "lua")
            || has_extension(&path, PackageKind::Robot.extension());
        if is_robot && !path.to_str().is_some_and(is_test_file) && !path.is_dir() {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            files.entry(stem.to_lowercase()).or_default().push(path.clone());
        }
    }
    let mut candidates = Vec::new();
    for mut paths in files.into_values() {
        paths.sort();
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into();
        let names: Vec<String> = paths.iter().map(name).collect();
        let stem = paths[0].file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !is_stem(&stem) {
            let why = "the name of a robot's file must be 1 to 40 letters, digits, `_` or `-`";
            let subject = format!("{ROBOTS}/{}/{}", kind.name(), sentence(&names[0]));
            problems.push(Problem::new(subject, why));
            continue;
        }
        let loaded = match &paths[..] {
            [path] => load(folder, path, &stem, kind),
            _ => Err(format!("there are several files of this name: {}", names.join(", "))),
        };
        candidates.push(candidate(settings, kind, &stem, loaded));
    }
    candidates
}

/// Returns the candidate for a robot. `loaded` is the robot with the name of its author, or the
/// reason why it does not load.
fn candidate(
    settings: &Settings,
    kind: GameKind,
    id: &str,
    loaded: Result<(RobotSpec, String), String>,
) -> Candidate {
    let mut facts = RobotFacts {
        id: id.to_owned(),
        game: kind.name().to_owned(),
        built_in: false,
        level: None,
        name: Text::both(id),
        about: Text::default(),
        author: String::new(),
        version: String::new(),
        hash: String::new(),
        presets: Vec::new(),
        check: None,
        error: None,
    };
    let (spec, author) = match loaded {
        Ok(loaded) => loaded,
        Err(why) => {
            facts.error = Some(why);
            return Candidate { facts, script: None };
        }
    };
    facts.name = spec.info.name.clone();
    facts.about = spec.info.about.clone();
    facts.author = author;
    facts.version.clone_from(&spec.info.version);
    facts.hash = spec.source.digest();
    facts.presets = presets(settings, kind, &spec);
    if facts.presets.is_empty() {
        facts.error = Some("plays none of the presets of this ladder".to_owned());
    }
    Candidate { facts, script: Some(Script::Robot(spec)) }
}

/// Returns the presets of the ladder that a robot plays.
fn presets(settings: &Settings, kind: GameKind, spec: &RobotSpec) -> Vec<String> {
    let presets = settings.presets_of(kind).filter(|preset| spec.plays(preset));
    presets.map(str::to_owned).collect()
}

/// Loads a robot from a script or package. Returns it with the name of its author.
///
/// # Errors
/// The file leads out of the folder, does not load, or is not a robot script for this game.
fn load(
    folder: &Path,
    path: &Path,
    stem: &str,
    kind: GameKind,
) -> Result<(RobotSpec, String), String> {
    refuse_links(folder, path)?;
    let (script, author) = if has_extension(path, PackageKind::Robot.extension()) {
        let package = Package::open(path);
        let package = package.map_err(|why| without_folder(folder, &why.to_string()))?;
        if package.manifest.kind != PackageKind::Robot {
            return Err("is not the package of a robot".to_owned());
        }
        let script = package.script().map_err(|why| without_folder(folder, &why.to_string()))?;
        (script, package.manifest.author)
    } else {
        let source = own_source(folder, path)?;
        let tests = path.with_file_name(format!("{stem}.test.luau"));
        let tests = tests.is_file().then(|| own_source(folder, &tests)).transpose()?;
        let script = script_of_source(stem, source, tests).map_err(|why| why.to_string())?;
        (script, String::new())
    };
    let Script::Robot(spec) = script else {
        return Err("is a house rule, not a robot".to_owned());
    };
    if spec.is_program() {
        return Err("is an external program; a ladder plays scripts only".to_owned());
    }
    if spec.info.game != kind.name() {
        let (plays, game) = (&spec.info.game, kind.name());
        return Err(format!("plays {plays}, but lies in the folder of {game}"));
    }
    let author = if author.is_empty() { spec.info.author.clone() } else { author };
    Ok((spec, author))
}

/// Reads a script with its modules, none of which may be a link.
fn own_source(folder: &Path, path: &Path) -> Result<Source, String> {
    refuse_links(folder, path)?;
    let source = read_source(path).map_err(|why| why.to_string())?;
    let modules = path.with_file_name(MODULE_FOLDER);
    if !source.modules.is_empty() {
        refuse_links(folder, &modules)?;
    }
    for module in source.modules.keys() {
        refuse_links(folder, &modules.join(format!("{module}.luau")))?;
    }
    Ok(source)
}

/// Returns the built-in robots of a game that take part. If the settings name a level, they select
/// one robot for each preset: the first of that level, or else of the nearest lower level.
fn built_in_robots(settings: &Settings, kind: GameKind) -> Result<Vec<Candidate>, String> {
    let robots = shipped_robots(kind.name()).map_err(|why| why.to_string())?;
    let mut chosen = BTreeMap::<usize, BTreeSet<&str>>::new();
    for preset in settings.presets_of(kind) {
        for wanted in &settings.built_in {
            let index = match Level::from_name(wanted) {
                Some(level) => of_level(&robots, preset, level),
                None => robots.iter().position(|spec| spec.name == *wanted && spec.plays(preset)),
            };
            if let Some(index) = index {
                chosen.entry(index).or_default().insert(preset);
            }
        }
    }
    let built_in = |(index, presets): (usize, BTreeSet<&str>)| {
        let spec = robots[index].clone();
        let (id, author) = (spec.name.clone(), spec.info.author.clone());
        let level = spec.info.level;
        let mut candidate = candidate(settings, kind, &id, Ok((spec, author)));
        candidate.facts.built_in = true;
        candidate.facts.level = level;
        candidate.facts.presets.retain(|preset| presets.contains(preset.as_str()));
        candidate
    };
    Ok(chosen.into_iter().map(built_in).collect())
}

/// Returns the index of the first robot of a level that plays a preset. If there is none, returns
/// that of the first robot of the nearest lower level that plays it.
fn of_level(robots: &[RobotSpec], preset: &str, wanted: Level) -> Option<usize> {
    let playing = || robots.iter().filter(|spec| spec.plays(preset));
    let levels = playing().filter_map(|spec| spec.info.level);
    let best = levels.filter(|level| *level <= wanted).max()?;
    robots.iter().position(|spec| spec.plays(preset) && spec.info.level == Some(best))
}

/// Refuses each robot with the text of an earlier one. Built-in robots come first.
fn refuse_copies(candidates: &mut [Candidate]) {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|index| !candidates[*index].facts.built_in);
    let mut known = BTreeMap::<(String, String), String>::new();
    for index in order {
        let facts = &mut candidates[index].facts;
        if facts.hash.is_empty() {
            continue;
        }
        let key = (facts.game.clone(), facts.hash.clone());
        match known.get(&key) {
            Some(first) => facts.error = Some(format!("has the same text as {first}")),
            None => drop(known.insert(key, facts.path())),
        }
    }
}

/// Checks the robots, except those that are built in and those that the season `before` has
/// already checked with the same text.
fn check_all(candidates: &mut [Candidate], before: Option<&Season>) {
    let known_check = |facts: &RobotFacts| {
        let robots = before.into_iter().flat_map(|season| &season.robots);
        let mut same = robots.filter(|robot| robot.game == facts.game && robot.id == facts.id);
        same.find(|robot| robot.hash == facts.hash)?.check
    };
    let mut unchecked = Vec::new();
    for (index, candidate) in candidates.iter_mut().enumerate() {
        let facts = &mut candidate.facts;
        if facts.built_in || !facts.plays() {
            continue;
        }
        facts.check = known_check(facts);
        if facts.check.is_none() {
            unchecked.push(index);
        }
    }
    let scripts: Vec<Option<&Script>> =
        unchecked.iter().map(|index| candidates[*index].script.as_ref()).collect();
    let check = |index: usize| scripts[index].map(check);
    let results = run_in_parallel(scripts.len(), &Progress::default(), check);
    for (index, result) in unchecked.into_iter().zip(results) {
        let facts = &mut candidates[index].facts;
        match result {
            Some(Ok(figures)) => facts.check = Some(figures),
            Some(Err(why)) => facts.error = Some(why),
            None => {}
        }
    }
}

/// Checks a robot as `qipan check` does.
fn check(script: &Script) -> Result<CheckFacts, String> {
    let mut stats = CheckStats::default();
    let checked = checks::check(script, Depth::Quick, &mut stats, &CheckObserver::default());
    checked.map_err(|problem| {
        let line = problem.line.map_or(String::new(), |line| format!(":{line}"));
        sentence(&format!("{}{line}: {}", problem.file, problem.message))
    })?;
    if let Some(test) = stats.tests.failed.first() {
        let line = test.line.map_or(String::new(), |line| format!(":{line}"));
        return Err(sentence(&format!("{}{line}: the test `{}` failed", test.file, test.name.en)));
    }
    Ok(CheckFacts {
        games: stats.games,
        turns: stats.fuel.count(),
        tests: stats.tests.count as u64,
        fuel_median: stats.fuel.quantile(0.5),
        fuel_max: stats.fuel.quantile(1.0),
    })
}
