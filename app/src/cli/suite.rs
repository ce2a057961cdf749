//! `qipan suite`: tests robots in a suite of positions with known blunders.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game;
use qipan_core::contract::robot::Robot;
use qipan_core::games::junqi::Junqi;
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use serde_json::{Value, json};

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};
use crate::cli::progress::GameProgress;
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::scripts::ScriptArg;
use crate::model::storage::{self, Folders};
use crate::model::suite::{self, SuitePosition};
use crate::model::tournament::processors;

/// The arguments of `qipan suite`.
#[derive(Debug, Args)]
pub(super) struct SuiteArgs {
    /// Robots to test: names (sampler,patience=2), levels, files, or external programs
    #[arg(required = true, value_name = "ROBOT", value_parser = options::script_arg)]
    robots: Vec<ScriptArg>,
    #[command(flatten)]
    programs: Programs,
    /// A file of positions to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Test only positions of this theme, e.g. open_rail, or kind of game: dark, flip, three, four
    /// or six (repeatable)
    #[arg(long = "only", value_name = "WORD")]
    only: Vec<String>,
    /// How often each robot is asked in each position, each time with other random numbers
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true,
        value_parser = options::count)]
    seeds: u64,
    /// Print every position in which a robot chose wrongly
    #[arg(long)]
    failed: bool,
    /// Positions to test in parallel [default: number of CPUs]
    #[arg(long, visible_alias = "threads", value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: Format,
}

/// The group of all positions. Its number sorts it after the groups by kind (0) and by theme (1).
const ALL: (u8, &str) = (2, "all");

/// The choices of a robot in one position.
#[derive(Clone, Debug, Default)]
struct Choices {
    /// The number of right choices.
    right: u64,
    /// The number of decisions that ended with an error.
    errors: u64,
    /// The wrong choices and how often each was made.
    wrong: BTreeMap<String, u64>,
}

/// The choices of a robot in a group of positions.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    positions: u64,
    /// The number of right choices.
    right: u64,
    /// The number of all choices, including those that ended with an error.
    choices: u64,
}

impl SuiteArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let positions = self.positions()?;
        let progress = GameProgress::new((positions.len() * self.robots.len()) as u64, 0);
        let mut results = Vec::new();
        for (index, robot) in self.robots.iter().enumerate() {
            let report = |done| progress.set((index * positions.len() + done) as u64);
            results.push(self.test(folders, robot, &positions, &report)?);
        }
        progress.finish();
        if self.format.json {
            print_json(&self.json(&positions, &results));
        } else {
            self.print(&positions, &results);
        }
        Ok(())
    }

    /// Returns the positions to test.
    fn positions(&self) -> Result<Vec<SuitePosition>, Failure> {
        let mut positions = match &self.file {
            None => suite::shipped(),
            Some(file) => {
                let text = storage::read_text(file).map_err(Failure::bad)?;
                suite::read(&text)
                    .map_err(|why| Failure::Bad(format!("{}: {why}", file.display())))?
            }
        };
        let is_named = |position: &SuitePosition, word: &String| {
            position.kind() == word || position.theme == *word
        };
        for word in &self.only {
            if !positions.iter().any(|position| is_named(position, word)) {
                let why = format!("--only: no position has the theme or kind `{word}`");
                return Err(Failure::Bad(why));
            }
        }
        positions.retain(|position| {
            self.only.is_empty() || self.only.iter().any(|word| is_named(position, word))
        });
        Ok(positions)
    }

    /// Asks a robot in all positions, in parallel. `report` receives the number of positions done.
    /// The results have the order of the positions.
    fn test(
        &self,
        folders: &Folders,
        robot: &ScriptArg,
        positions: &[SuitePosition],
        report: &(impl Fn(usize) + Sync),
    ) -> Result<Vec<Choices>, Failure> {
        let _ticking = ClockGuard::start();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut results = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = positions.get(index) else { return Ok(results) };
                let preset = &position.line.preset;
                let spec = options::robot::<Junqi>(folders, preset, robot, &self.programs)?;
                let robot = spec.make::<Junqi>(&cli_script_host(), House::default());
                let mut robot = robot.map_err(Failure::bad)?;
                results.push((index, self.ask(robot.as_mut(), position)));
                report(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let jobs = self.jobs.map_or_else(processors, usize::from).min(positions.len());
        let batches: Vec<Result<Vec<_>, Failure>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let crashed = |_| Err(Failure::bad("a worker thread crashed"));
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(crashed)).collect()
        });
        let mut results = Vec::new();
        for batch in batches {
            results.extend(batch?);
        }
        results.sort_by_key(|(index, _)| *index);
        Ok(results.into_iter().map(|(_, choices)| choices).collect())
    }

    /// Asks a robot in a position once for each seed, each in a game of its own.
    fn ask(&self, robot: &mut dyn Robot<Junqi>, position: &SuitePosition) -> Choices {
        let SuitePosition { state, seat, expected, .. } = position;
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let mut choices = Choices::default();
        for seed in 0..self.seeds {
            robot.start();
            let stream = Seed::from_number(seed).robot_stream(*seat, state.ply());
            let choice = ask(robot, state, *seat, &actions, &[], &[], stream);
            if choice.error.is_some() {
                choices.errors += 1;
            } else if expected.allows(&choice.action) {
                choices.right += 1;
            } else {
                *choices.wrong.entry(choice.action.to_string()).or_default() += 1;
            }
        }
        choices
    }

    /// Returns the scores of a robot by group of positions. The key of a group is 0 and a kind
    /// of game, 1 and a theme, or [`ALL`].
    fn scores<'a>(
        &self,
        positions: &'a [SuitePosition],
        results: &[Choices],
    ) -> BTreeMap<(u8, &'a str), Score> {
        let mut scores = BTreeMap::<_, Score>::new();
        for (position, choices) in positions.iter().zip(results) {
            let groups = [(0, position.kind()), (1, &position.theme), ALL];
            for group in groups {
                let score = scores.entry(group).or_default();
                score.positions += 1;
                score.right += choices.right;
                score.choices += self.seeds;
            }
        }
        scores
    }

    /// Prints a table with a column for each robot.
    fn print(&self, positions: &[SuitePosition], results: &[Vec<Choices>]) {
        let names: Vec<String> = self.robots.iter().map(ToString::to_string).collect();
        let columns = |cells: &[String]| -> String {
            let widths = names.iter().map(|name| name.chars().count().max(7));
            let cells = cells.iter().zip(widths);
            cells.map(|(cell, width)| format!("  {cell:>width$}")).collect()
        };
        print(&format!("{:<18}  positions{}", "", columns(&names)));
        let scores: Vec<_> = results.iter().map(|result| self.scores(positions, result)).collect();
        let groups = scores.first().into_iter().flat_map(|scores| scores.iter());
        for (group, Score { positions, .. }) in groups {
            let cell = |scores: &BTreeMap<_, Score>| {
                scores
                    .get(group)
                    .map_or_else(String::new, |score| format!("{:.1} %", score.percent()))
            };
            let cells: Vec<String> = scores.iter().map(cell).collect();
            print(&format!("{:<18}  {positions:>9}{}", group.1, columns(&cells)));
        }
        for (name, results) in names.iter().zip(results) {
            let errors: u64 = results.iter().map(|choices| choices.errors).sum();
            if errors > 0 {
                print(&format!("{name}: {errors} decisions ended with an error"));
            }
            let failed =
                positions.iter().zip(results).filter(|(_, result)| !result.wrong.is_empty());
            for (position, choices) in failed.filter(|_| self.failed) {
                let wrong: Vec<String> = choices
                    .wrong
                    .iter()
                    .map(|(action, count)| format!("{action} in {count} of {}", self.seeds))
                    .collect();
                print("");
                print(&format!("{name}, {}: {}", position.theme, position.why));
                print(&format!("  {}", position.line));
                print(&format!("  {}; chose {}", position.expected, wrong.join(", ")));
            }
        }
    }

    /// Returns the JSON object with all results.
    fn json(&self, positions: &[SuitePosition], results: &[Vec<Choices>]) -> Value {
        let of_position = |(position, choices): (&SuitePosition, &Choices)| {
            json!({
                "kind": position.kind(),
                "theme": position.theme,
                "why": position.why,
                "position": position.line.to_string(),
                "right": choices.right,
                "errors": choices.errors,
                "wrong": choices.wrong,
            })
        };
        let of_robot = |(robot, results): (&ScriptArg, &Vec<Choices>)| {
            let scores = self.scores(positions, results);
            let all = scores.get(&ALL).copied().unwrap_or_default();
            let rows: Vec<Value> = positions.iter().zip(results).map(of_position).collect();
            json!({
                "name": robot.to_string(),
                "share": rounded(all.percent() / 100.0, 6),
                "positions": rows,
            })
        };
        let robots: Vec<Value> = self.robots.iter().zip(results).map(of_robot).collect();
        json!({ "seeds": self.seeds, "robots": robots })
    }
}

impl Score {
    /// Returns the share of right choices, in percent.
    fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.choices.max(1) as f64
    }
}
