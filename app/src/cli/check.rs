//! `qipan check`: loads scripts, play-tests them and says what is wrong.

use crate::model::scripts::Script;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use qipan_core::arena::Histogram;
use qipan_core::script::ScriptKind;
use serde_json::{Value, json};

use crate::cli::{Failure, Format, Outcome, one_line, print, print_json};
use crate::model::checks;
use crate::model::checks::{Problem, Tested, Watch, robot, rule};
use crate::model::scripts;
use crate::model::scripts::{FindError, RobotSpec, RuleSpec};
use crate::model::storage::Folders;
use qipan_core::games::GameKind;

/// The arguments of `qipan check`.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, or names of robots and house rules
    #[arg(required = true, value_name = "SCRIPT")]
    scripts: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// What was found about a script.
struct Verdict {
    file: String,
    kind: Option<ScriptKind>,
    name: Option<String>,
    error: Option<Problem>,
    fuel: Histogram,
    /// What came of a house rule's games.
    tested: Option<Tested>,
}

impl Check {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        let verdicts = self.verdicts(folders);
        if verdicts.len() < self.scripts.len() {
            return Err(Failure::bad("a worker broke down"));
        }
        if self.format.json {
            let scripts: Vec<Value> = verdicts.iter().map(Verdict::json).collect();
            print_json(&json!({ "scripts": scripts }));
        } else {
            verdicts.iter().for_each(|verdict| print(&verdict.text()));
        }
        if verdicts.iter().all(|verdict| verdict.error.is_none()) {
            Ok(())
        } else {
            Err(Failure::No)
        }
    }

    /// A verdict on each script, in their order; as many at once as there are processors.
    fn verdicts(&self, folders: &Folders) -> Vec<Verdict> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(script) = self.scripts.get(at) else { return done };
                done.push((at, verdict(folders, script)));
            }
        };
        let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut done = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..jobs.min(self.scripts.len())).map(|_| scope.spawn(work)).collect();
            let finished = workers.into_iter().filter_map(|worker| worker.join().ok());
            finished.flatten().collect::<Vec<_>>()
        });
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, verdict)| verdict).collect()
    }
}

/// The robot in a file, of a game (`junqi/greedy`), or of the first game with one of this
/// name.
fn find(folders: &Folders, script: &str) -> Result<RobotSpec, FindError> {
    let of_game = script.split_once('/').filter(|_| !Path::new(script).is_file());
    let of_game = of_game.and_then(|(game, name)| Some((GameKind::of_name(game)?, name)));
    if let Some((kind, name)) = of_game {
        return scripts::find(folders, kind.name(), name);
    }
    let mut first = None;
    for kind in GameKind::ALL {
        match scripts::find(folders, kind.name(), script) {
            // Another game may know the name, or be the one this file plays.
            Err(why @ (FindError::Unknown { .. } | FindError::Game { .. })) => {
                first.get_or_insert(why);
            }
            found => return found,
        }
    }
    let unknown =
        || FindError::Unknown { what: "robot", name: script.to_owned(), known: String::new() };
    Err(first.unwrap_or_else(unknown))
}

/// The house rule in a file or of this name, if it is one.
fn find_rule(folders: &Folders, script: &str) -> Option<Result<RuleSpec, FindError>> {
    let of_game = script.split_once('/').filter(|_| !Path::new(script).is_file());
    let of_game = of_game.and_then(|(game, name)| Some((GameKind::of_name(game)?, name)));
    let kinds = match of_game {
        Some((kind, _)) => vec![kind],
        None => GameKind::ALL.to_vec(),
    };
    let name = of_game.map_or(script, |(_, name)| name);
    for kind in kinds {
        match scripts::find_rule(folders, kind.name(), name) {
            Err(FindError::Unknown { .. } | FindError::Game { .. }) => {}
            Err(FindError::Script(error)) if error.message == scripts::NO_RULE => return None,
            found => return Some(found),
        }
    }
    None
}

/// Plays by a house rule and tells what came of it.
fn verdict_of_rule(spec: &RuleSpec) -> Verdict {
    let tested = checks::check(&Script::Rule(spec.clone()), &Watch::default());
    let (mut tested, error) = match tested {
        Ok(tested) => (Some(tested), None),
        Err(problem) => (None, Some(problem)),
    };
    Verdict {
        file: spec.file.clone(),
        kind: Some(ScriptKind::Rule),
        name: Some(spec.info.name.en.clone()),
        error,
        fuel: tested.as_mut().map(|t| std::mem::take(&mut t.fuel)).unwrap_or_default(),
        tested,
    }
}

fn verdict(folders: &Folders, script: &str) -> Verdict {
    if let Some(Ok(spec)) = find_rule(folders, script) {
        return verdict_of_rule(&spec);
    }
    let mut fuel = Histogram::default();
    let spec = match find(folders, script) {
        Ok(spec) => spec,
        Err(why) => {
            let error = Some(Problem::finding(script, &why));
            return Verdict {
                file: script.to_owned(),
                kind: None,
                name: None,
                error,
                fuel,
                tested: None,
            };
        }
    };
    let error = match checks::check(&Script::Robot(spec.clone()), &Watch::default()) {
        Ok(tested) => {
            fuel = tested.fuel;
            None
        }
        Err(problem) => Some(problem),
    };
    Verdict {
        file: spec.file.clone(),
        kind: Some(ScriptKind::Robot),
        name: Some(spec.info.name.en),
        error,
        fuel,
        tested: None,
    }
}

/// `file:12: what is wrong`.
fn line_of(problem: &Problem) -> String {
    let line = problem.line.map_or(String::new(), |line| format!(":{line}"));
    format!("{}{line}: {}", problem.file, one_line(&problem.message))
}

impl Verdict {
    fn json(&self) -> Value {
        let error = self.error.as_ref().map(|error| {
            json!({ "file": error.file, "line": error.line, "message": one_line(&error.message) })
        });
        let played = self.fuel.total() > 0;
        let fuel = |share: f64| played.then(|| self.fuel.quantile(share));
        let mut report = json!({
            "file": self.file,
            "ok": self.error.is_none(),
            "kind": self.kind,
            "name": self.name,
            "error": error,
            "turns": self.fuel.total(),
            "fuel_p50": fuel(0.5),
            "fuel_p95": fuel(0.95),
            "fuel_max": fuel(1.0),
        });
        if let Some(Tested { presets, effects, .. }) = &self.tested {
            report["presets"] = json!(presets);
            report["effects"] = json!(effects);
        }
        report
    }

    fn text(&self) -> String {
        if let Some(error) = &self.error {
            return format!("failed  {}", line_of(error));
        }
        let [half, most, max] = [0.5, 0.95, 1.0].map(|share| self.fuel.quantile(share));
        let (name, turns) = (self.name.as_deref().unwrap_or_default(), self.fuel.total());
        if let Some(Tested { effects, presets, .. }) = &self.tested {
            let (games, presets) = (rule::GAMES, presets.join(", "));
            let calls = if turns == 0 {
                "only options, nothing runs".to_owned()
            } else {
                format!(
                    "{turns} calls, {effects} effects, fuel a call {half} (half), {most} (95 %), {max} (most)"
                )
            };
            return format!(
                "ok      {}: {name}, a house rule, {games} games ({presets}), {calls}",
                self.file,
            );
        }
        format!(
            "ok      {}: {name}, {turns} turns in {} games, fuel a turn {half} (half), {most} (95 %), {max} (most)",
            self.file,
            robot::GAMES,
        )
    }
}
