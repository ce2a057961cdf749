//! `qipan check`: loads scripts, runs the tests of robots, plays test games, and reports errors.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use qipan_core::script::{ExpectedChoice, Renamed, ScriptKind, old_names};
use qipan_core::tournament::Histogram;
use serde_json::{Value, json};

use crate::cli::check_coverage;
use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line, join_lines, print, print_json};
use crate::model::checks::{
    self, ANALYSER, CheckObserver, CheckStats, Depth, FailedGame, FailedTest, ScriptProblem,
    TestResults,
};
use crate::model::scripts::{self, FindError, Script, ScriptArg};
use crate::model::storage::{self, Folders, disk};

/// The arguments of `qipan check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Robots and house rules to check: files or names. A bare name checks every script of that
    /// name; junqi/greedy or rules/race/bounce picks one
    #[arg(required = true, value_name = "SCRIPT", value_parser = options::script_arg)]
    scripts: Vec<ScriptArg>,
    /// Play full games of every preset until each robot has made at least 200 decisions. Say
    /// which kinds of decisions occurred and which lines of the script were run
    #[arg(long)]
    thorough: bool,
    /// Folder in which games that show an error are saved
    #[arg(long, value_name = "DIR", default_value = ".")]
    save_failing: PathBuf,
    #[command(flatten)]
    format: Format,
}

/// A script to check.
pub(super) struct ScriptToCheck {
    /// The full name of the script, or the file as it was typed.
    pub(super) name: String,
    pub(super) script: Result<Script, FindError>,
}

/// The result of a check.
pub(super) struct ScriptCheckResult {
    /// The name under which the script was requested.
    name: String,
    script: Option<Script>,
    depth: Depth,
    stats: CheckStats,
    error: Option<ScriptProblem>,
    /// The file to which the failed game was saved, or the reason why it could not be. `None` if
    /// there is no such game or it was not to be saved.
    saved: Option<Result<String, String>>,
}

impl CheckArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let tasks: Vec<ScriptToCheck> =
            self.scripts.iter().flat_map(|arg| tasks(folders, arg)).collect();
        let depth = if self.thorough { Depth::Thorough } else { Depth::Quick };
        let mut results = check_all(&tasks, depth);
        if results.len() < tasks.len() {
            return Err(Failure::bad("a worker thread crashed"));
        }
        results.iter_mut().for_each(|result| result.save_failed_game(&self.save_failing));
        if results.iter().any(|result| result.error.is_none() && !result.stats.has_checked_types) {
            eprint_line(&format!("type check skipped: {ANALYSER} not found in PATH"));
        }
        if self.format.json {
            let scripts: Vec<Value> = results.iter().map(ScriptCheckResult::json).collect();
            print_json(&json!({ "scripts": scripts }));
        } else {
            results.iter().flat_map(ScriptCheckResult::lines).for_each(|line| print(&line));
        }
        if results.iter().all(ScriptCheckResult::is_ok) {
            Ok(())
        } else {
            Err(Failure::AlreadyReported)
        }
    }
}

/// Returns all scripts of the given name, or the script in the given file. An unknown name yields
/// one entry with the error.
fn tasks(folders: &Folders, arg: &ScriptArg) -> Vec<ScriptToCheck> {
    match scripts::possible_scripts(folders, arg) {
        Err(why) => vec![ScriptToCheck { name: arg.to_string(), script: Err(why) }],
        Ok(names) => {
            let task = |arg: ScriptArg| ScriptToCheck {
                name: arg.to_string(),
                script: scripts::find_any(folders, &arg),
            };
            names.into_iter().map(task).collect()
        }
    }
}

/// Checks the scripts in parallel. The results have the order of the tasks.
pub(super) fn check_all(tasks: &[ScriptToCheck], depth: Depth) -> Vec<ScriptCheckResult> {
    let games =
        tasks.iter().filter_map(|task| task.script.as_ref().ok()).map(checks::game_count).sum();
    let bar = ProgressBar::new(games);
    let style = "{bar:40} {human_pos}/{human_len} games, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return done };
            done.push((index, check_script(task, depth, &bar)));
        }
    };
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(tasks.len())).map(|_| scope.spawn(work)).collect();
        let finished = workers.into_iter().filter_map(|worker| worker.join().ok());
        finished.flatten().collect::<Vec<_>>()
    });
    bar.finish_and_clear();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Checks a script, and advances the bar by the games played.
fn check_script(task: &ScriptToCheck, depth: Depth, bar: &ProgressBar) -> ScriptCheckResult {
    let mut result = ScriptCheckResult {
        name: task.name.clone(),
        script: task.script.as_ref().ok().cloned(),
        depth,
        stats: CheckStats::default(),
        error: None,
        saved: None,
    };
    result.error = match &task.script {
        Err(why) => Some(ScriptProblem::from_find_error(&task.name, why)),
        Ok(script) => {
            let bar = bar.clone();
            let observer = CheckObserver::new(move || bar.inc(1));
            checks::check(script, depth, &mut result.stats, &observer).err()
        }
    };
    result
}

/// Formats an error as `file:12: message`.
fn error_line(problem: &ScriptProblem) -> String {
    let line = problem.line.map_or(String::new(), |line| format!(":{line}"));
    format!("{}{line}: {}", problem.file, join_lines(&problem.message))
}

/// Formats a failed test as `file:12: name: chose ..., should have chosen ... (seed 0; failed with 1
/// of 4 seeds)`.
fn test_line(test: &FailedTest) -> String {
    let FailedTest { name, file, line, seed, failed_seeds, seeds, choice, expected } = test;
    let line = line.map_or(String::new(), |line| format!(":{line}"));
    let choice = match choice {
        Ok(action) => format!("chose `{action}`"),
        Err(error) => format!("failed: {}", join_lines(error)),
    };
    let seeds = format!("seed {seed}; failed with {failed_seeds} of {seeds} seeds");
    format!("{file}{line}: {}: {choice}, {expected} ({seeds})", name.en)
}

/// Returns a failed test as a JSON object.
fn test_json(test: &FailedTest) -> Value {
    let (field, actions) = match &test.expected {
        ExpectedChoice::OneOf(actions) => ("must", actions),
        ExpectedChoice::NoneOf(actions) => ("must_not", actions),
    };
    json!({
        "name": test.name.en,
        "file": test.file,
        "line": test.line,
        "seed": test.seed,
        "failed_seeds": test.failed_seeds,
        "seeds": test.seeds,
        "chosen": test.choice.as_ref().ok(),
        "error": test.choice.as_ref().err().map(|error| join_lines(error)),
        field: actions,
    })
}

/// Describes the settings of a failed game.
fn game_settings(game: &FailedGame) -> String {
    let FailedGame { preset, seed, ply, params, .. } = game;
    let params = if params.is_empty() { String::new() } else { format!(", {params}") };
    format!("{preset}, seed {seed}, ply {ply}{params}")
}

impl ScriptCheckResult {
    /// Saves the failed game, if there is one, in `folder`.
    fn save_failed_game(&mut self, folder: &Path) {
        let game = self.error.as_ref().and_then(|error| error.game.as_ref());
        self.saved = game.map(|game| self.save_game(game, folder));
    }

    /// Saves a game in `folder`. The same error always gets the same file name.
    fn save_game(&self, game: &FailedGame, folder: &Path) -> Result<String, String> {
        let stem = Path::new(self.file()).file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("failed-{stem}-{}-{}.json", game.preset, game.seed);
        let file = folder.join(name);
        disk::make_folder(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        storage::write_atomic(&file, &game.saved, true).map_err(|why| why.to_string())?;
        Ok(file.display().to_string())
    }

    /// Returns true if there is no error and no test failed.
    pub(super) fn is_ok(&self) -> bool {
        self.error.is_none() && self.stats.tests.failed.is_empty()
    }

    /// Returns the histogram of the fuel per turn or call.
    pub(super) fn fuel(&self) -> &Histogram {
        &self.stats.fuel
    }

    fn kind(&self) -> Option<ScriptKind> {
        self.script.as_ref().map(|script| script.info().kind)
    }

    /// Returns the file of the script, or the name that was requested.
    fn file(&self) -> &str {
        self.script.as_ref().map_or(&self.name, Script::file)
    }

    pub(super) fn json(&self) -> Value {
        let error = self.error.as_ref().map(|error| {
            let mut object = json!({
                "file": error.file, "line": error.line, "message": join_lines(&error.message),
            });
            if let Some(game) = &error.game {
                object["preset"] = json!(game.preset);
                object["seed"] = json!(game.seed);
                object["ply"] = json!(game.ply);
                object["params"] = json!(game.params);
                let saved = self.saved.as_ref();
                object["save"] = json!(saved.and_then(|saved| saved.as_ref().ok()));
                if let Some(Err(why)) = saved {
                    object["save_error"] = json!(why);
                }
            }
            object
        });
        let stats = &self.stats;
        let fuel = |share: f64| (stats.fuel.count() > 0).then(|| stats.fuel.quantile(share));
        let mut report = json!({
            "file": self.file(),
            "ok": self.is_ok(),
            "kind": self.kind(),
            "name": self.script.as_ref().map(|script| &script.info().name.en),
            "error": error,
            "turns": stats.fuel.count(),
            "fuel_p50": fuel(0.5),
            "fuel_p95": fuel(0.95),
            "fuel_max": fuel(1.0),
        });
        if self.script.is_some() {
            report["types"] = json!(stats.has_checked_types);
        }
        if self.kind() == Some(ScriptKind::Robot) {
            let failed: Vec<Value> = stats.tests.failed.iter().map(test_json).collect();
            report["tests"] = json!({ "count": stats.tests.count, "failed": failed });
        }
        if self.shows_coverage() {
            report["coverage"] = check_coverage::json(stats);
        }
        let notes = self.notes();
        if !notes.is_empty() {
            report["notes"] = json!(notes);
        }
        if self.kind() == Some(ScriptKind::Rule) && self.error.is_none() {
            report["presets"] = json!(stats.presets);
            report["games"] = json!(stats.games);
            report["effects"] = json!(stats.effects);
        }
        // Adds the full name of the script if it was requested by a name that others may share.
        if self.script.is_some() && self.name != self.file() {
            report["script"] = json!(self.name);
        }
        report
    }

    /// Returns a sentence for each old name of the script API that the script uses.
    fn notes(&self) -> Vec<String> {
        let Some(script) = &self.script else { return Vec::new() };
        let note = |(line, name): (u32, Renamed)| {
            format!("{}:{line}: `{}` is now `{}`", self.file(), name.old, name.new)
        };
        let text = String::from_utf8_lossy(&script.source().text);
        old_names(&text).into_iter().map(note).collect()
    }

    /// Returns true after a thorough check of a robot that ended without an error. Only then does
    /// the result include the coverage.
    fn shows_coverage(&self) -> bool {
        let is_robot = self.kind() == Some(ScriptKind::Robot);
        is_robot && self.depth == Depth::Thorough && self.error.is_none()
    }

    /// Returns the lines about an error, or none if there is no error.
    fn error_lines(&self) -> Vec<String> {
        let Some(error) = &self.error else { return Vec::new() };
        let saved = match &self.saved {
            None => String::new(),
            Some(Ok(file)) => format!("; saved in {file}"),
            Some(Err(why)) => format!("; not saved: {why}"),
        };
        let game = error.game.as_ref();
        let game = game.map(|game| format!("        in {}{saved}", game_settings(game)));
        std::iter::once(format!("failed  {}", error_line(error))).chain(game).collect()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let TestResults { count, failed } = &self.stats.tests;
        let mut lines = self.error_lines();
        lines.extend(failed.iter().map(|test| format!("failed  {}", test_line(test))));
        if let Some(script) = self.script.as_ref().filter(|_| self.is_ok()) {
            lines.push(self.passed_line(script));
            lines.extend(self.notes().into_iter().map(|note| format!("note    {note}")));
        }
        if *count > 0 {
            lines.push(format!("tests   {} of {count} passed", count - failed.len()));
        }
        if self.shows_coverage() {
            lines.extend(check_coverage::lines(&self.stats));
        }
        lines
    }

    /// Returns the line about a script that passed.
    fn passed_line(&self, script: &Script) -> String {
        let CheckStats { games, fuel, effects, presets, .. } = &self.stats;
        let [median, high, max] = [0.5, 0.95, 1.0].map(|share| fuel.quantile(share));
        let fuel_words = format!("median {median}, 95% {high}, max {max}");
        let (name, turns, presets) = (&script.info().name.en, fuel.count(), presets.join(", "));
        let what = match script {
            Script::Robot(_) => {
                format!("{turns} turns in {games} games, fuel per turn: {fuel_words}")
            }
            Script::Rule(_) if turns == 0 => {
                format!("house rule, options only ({games} games: {presets})")
            }
            Script::Rule(_) => format!(
                "house rule, {games} games ({presets}), {turns} calls, {effects} effects, \
                 fuel per call: {fuel_words}"
            ),
        };
        format!("ok      {}: {name}, {what}", self.name)
    }
}
