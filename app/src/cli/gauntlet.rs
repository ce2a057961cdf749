//! `qipan gauntlet`: plays a robot against all styles. A style is a robot that plays like a
//! person who follows one simple plan.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::options::RuleSet;
use qipan_core::script::Scripted;
use qipan_core::tournament::{Estimate, Shard, Standing, mean_estimate};
use qipan_core::with_game;
use serde_json::{Value, json};

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::cli::progress::GameProgress;
use crate::cli::signals::stop_flag;
use crate::model::scripts::{self, RobotSpec, ScriptArg};
use crate::model::storage::Folders;
use crate::model::tournament::{
    self, Conditions, RunOptions, TournamentSpec, TournamentTotals, processors,
};

/// The presets that are played by default. Each stands for a group of similar presets.
const DEFAULT_PRESETS: [&str; 7] =
    ["aeroplane", "flying", "dark", "mixed", "flip", "siguo_dark", "six"];

/// The arguments of `qipan gauntlet`.
#[derive(Debug, Args)]
pub(super) struct GauntletArgs {
    /// Robot to measure: a name (careful,caution=5), a level (beginner, easy, medium, strong,
    /// master), a file, or an external program ('cmd:python3 my.py')
    #[arg(value_name = "ROBOT", value_parser = options::script_arg)]
    robot: ScriptArg,
    /// Preset to play (repeatable) [default: those of aeroplane, flying, dark, mixed, flip,
    /// siguo_dark and six that the robot plays]
    #[arg(long = "preset", value_name = "PRESET")]
    presets: Vec<String>,
    #[command(flatten)]
    programs: Programs,
    /// Games against each style in each preset. They are played in blocks with the same dice and
    /// layouts, in which the robot plays every side once
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// Random seed: a number, or the 64 digits printed by a run [default: 256 random bits]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = options::seed)]
    seed: Option<RunSeed>,
    /// Games to play in parallel [default: number of CPUs]
    #[arg(long, visible_alias = "threads", value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: Format,
}

/// A preset with the robot that plays it.
struct Entry {
    preset: String,
    robot: RobotSpec,
}

/// The result of the robot against one style in one preset.
struct StyleResult {
    preset: String,
    style: String,
    /// The standing of the robot that is measured.
    standing: Standing,
}

/// The state of a run: the results so far, and the means to report and stop it.
struct Gauntlet<'a> {
    args: &'a GauntletArgs,
    seed: RunSeed,
    stop: Arc<AtomicBool>,
    progress: GameProgress,
    results: Vec<StyleResult>,
}

impl GauntletArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let entries = self.entries(folders)?;
        let mut pairings = Vec::new();
        for entry in &entries {
            let kind = options::kind(&entry.preset)?;
            let styles = scripts::styles(kind.name()).map_err(Failure::bad)?;
            pairings.extend(styles.into_iter().map(|style| (kind, entry, style)));
        }
        let mut gauntlet = Gauntlet {
            args: self,
            seed: self.seed.unwrap_or_else(options::draw_seed),
            stop: stop_flag(),
            progress: GameProgress::new(self.games * pairings.len() as u64, 0),
            results: Vec::new(),
        };
        for (kind, entry, style) in pairings {
            with_game!(kind, |G| gauntlet.play::<G>(entry, style))?;
            if gauntlet.stop.load(Ordering::Relaxed) {
                eprint_line("stopped; the table has the games played so far");
                break;
            }
        }
        gauntlet.progress.finish();
        gauntlet.print()
    }

    /// Returns the presets to play, each with the robot. A default preset that the robot does not
    /// play is skipped with a note.
    fn entries(&self, folders: &Folders) -> Result<Vec<Entry>, Failure> {
        let entry = |preset: &str| {
            let kind = options::kind(preset)?;
            let robot = with_game!(kind, |G| {
                options::robot::<G>(folders, preset, &self.robot, &self.programs)
            })?;
            Ok(Entry { preset: preset.to_owned(), robot })
        };
        if !self.presets.is_empty() {
            return self.presets.iter().map(|preset| entry(preset)).collect();
        }
        let (mut entries, mut skipped) = (Vec::new(), BTreeMap::<String, Vec<&str>>::new());
        for preset in DEFAULT_PRESETS {
            match entry(preset) {
                Ok(entry) => entries.push(entry),
                Err(Failure::Bad(why)) => skipped.entry(why).or_default().push(preset),
                Err(failure) => return Err(failure),
            }
        }
        match skipped.pop_first() {
            Some((why, _)) if entries.is_empty() => return Err(Failure::Bad(why)),
            first => {
                for (why, presets) in first.into_iter().chain(skipped) {
                    eprint_line(&format!("skipping {}: {why}", presets.join(", ")));
                }
            }
        }
        Ok(entries)
    }
}

impl Gauntlet<'_> {
    /// Plays the robot against one style, which plays all other sides.
    fn play<G: Scripted>(&mut self, entry: &Entry, style: RobotSpec) -> CliResult {
        let preset = &entry.preset;
        let rules = options::preset::<G>(preset)?;
        let sides = rules.sides(2);
        let name = style.name.clone();
        let mut robots = vec![entry.robot.clone()];
        robots.resize(sides.len(), style);
        let (games, seed) = (self.args.games, self.seed);
        let (preset, house) = (preset.clone(), Vec::new());
        let (shard, conditions) = (Shard::WHOLE, Conditions::default());
        let tournament = TournamentSpec::<G> {
            preset,
            rules,
            house,
            sides,
            robots,
            games,
            seed,
            shard,
            conditions,
        };
        let jobs = self.args.jobs.map_or_else(processors, usize::from);
        let played_before = self.results.len() as u64 * games;
        let report = |totals: &TournamentTotals| {
            self.progress.set(played_before + totals.tally.games());
        };
        let run_options = RunOptions { jobs, ..RunOptions::default() };
        let totals = tournament::run(&tournament, run_options, &self.stop, &report);
        let totals = totals.map_err(Failure::Bad)?;
        let preset = tournament.preset;
        for (robot, error) in tournament.robots.iter().zip(&totals.first_errors) {
            let Some(message) = error else { continue };
            eprint_line(&format!("{preset}: {} had errors; first error: {message}", robot.name));
        }
        let standing = totals.tally.standings().into_iter().next();
        let played = standing.filter(|standing| standing.games > 0);
        self.results.extend(played.map(|standing| StyleResult { preset, style: name, standing }));
        Ok(())
    }

    /// Prints the table or the JSON object.
    fn print(&self) -> CliResult {
        let scores: Vec<Estimate> =
            self.results.iter().map(|result| result.standing.score).collect();
        let Some(mean) = mean_estimate(&scores) else {
            return Err(Failure::bad("stopped before the first games ended"));
        };
        let games: u64 = self.results.iter().map(|result| result.standing.games).sum();
        if self.args.format.json {
            print_json(&json!({
                "robot": self.args.robot.as_str(),
                "seed": self.seed,
                "games": games,
                "score": rounded(mean.value, 6),
                "score_ci": interval(mean),
                "styles": self.results.iter().map(StyleResult::json).collect::<Vec<_>>(),
            }));
            return Ok(());
        }
        print(&line("preset", "style", "games", "score %", "errors"));
        for StyleResult { preset, style, standing } in &self.results {
            let (games, errors) = (standing.games, standing.errors + standing.timeouts);
            let (games, errors) = (games.to_string(), errors.to_string());
            print(&line(preset, style, &games, &percent(standing.score), &errors));
        }
        let errors: u64 = self
            .results
            .iter()
            .map(|result| result.standing.errors + result.standing.timeouts)
            .sum();
        print(&line("all", "mean", &format!("{games}"), &percent(mean), &errors.to_string()));
        print(&format!("robot {}, seed {}", self.args.robot, self.seed));
        Ok(())
    }
}

impl StyleResult {
    fn json(&self) -> Value {
        let standing = &self.standing;
        json!({
            "preset": self.preset,
            "style": self.style,
            "games": standing.games,
            "wins": standing.wins,
            "draws": standing.draws,
            "score": rounded(standing.score.value, 6),
            "score_ci": interval(standing.score),
            "errors": standing.errors,
            "timeouts": standing.timeouts,
        })
    }
}

/// Returns the ends of an interval for JSON.
fn interval(estimate: Estimate) -> [f64; 2] {
    [estimate.low, estimate.high].map(|end| rounded(end, 6))
}

/// Formats a score with its interval, in percent.
fn percent(score: Estimate) -> String {
    let [value, low, high] = [score.value, score.low, score.high].map(|share| 100.0 * share);
    format!("{value:.2} ({low:.2} to {high:.2})")
}

/// Formats a line of the table.
fn line(preset: &str, style: &str, games: &str, score: &str, errors: &str) -> String {
    format!("{preset:<14}  {style:<8}  {games:>7}  {score:>22}  {errors:>6}")
}
