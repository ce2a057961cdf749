//! `qipan ladder`: lets the robots in a folder play each other, and writes a static site with their
//! results.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use indicatif::HumanDuration;
use qipan_core::tournament::Shard;
use serde_json::{Map, Value, json};

use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::cli::progress::GameProgress;
use crate::cli::share::SitePictures;
use crate::cli::signals::stop_flag;
use crate::model::ladder::{
    self, Entrants, PairingRunner, PlayOptions, Problem, RemainingWork, Results, Row, Season,
    Settings,
};
use crate::model::tournament::processors;

/// The approximate fuel that a thread uses in a second.
const FUEL_PER_SECOND: f64 = 40e6;

/// The arguments of `qipan ladder`.
#[derive(Debug, Args)]
pub(super) struct LadderArgs {
    /// Folder of the ladder: it contains a folder `robots`, and a file ladder.json if you want one
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print which games are missing and about how long they take. Play nothing and write nothing
    #[arg(long, conflicts_with = "site_only")]
    dry_run: bool,
    /// Write the site from the results so far. Play nothing and run no script
    #[arg(long, conflicts_with = "shard")]
    site_only: bool,
    /// Play only part I of N of every pairing, for runs on several machines, and write no site.
    /// Then copy the `games` folders of all parts into one; a run without --shard plays what is
    /// missing and writes the site
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Games to play in parallel [default: number of CPUs]
    #[arg(long, visible_alias = "threads", value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: Format,
}

/// The result of a run.
#[derive(Default)]
struct Report {
    /// Games played in this run.
    played: u64,
    /// True if a signal ended the run early.
    is_stopped: bool,
    problems: Vec<Problem>,
}

impl LadderArgs {
    pub(super) fn run(&self) -> CliResult {
        if !self.folder.is_dir() {
            return Err(Failure::Bad(format!("{}: no such folder", self.folder.display())));
        }
        let mut report = Report::default();
        if !self.site_only {
            let (settings, problems) = Settings::read(&self.folder).map_err(Failure::Bad)?;
            report.problems.extend(problems);
            let entrants = ladder::collect(&self.folder, &settings, &mut report.problems);
            let entrants = entrants.map_err(Failure::Bad)?;
            if self.dry_run {
                return self.print_missing(&entrants, report);
            }
            self.play(&entrants, &mut report)?;
        }
        if self.shard.is_some_and(|shard| !shard.is_whole()) {
            return self.finish(report, &mut Map::new());
        }
        let site = ladder::write_site(&self.folder, &SitePictures, &mut report.problems);
        let site = site.map_err(Failure::Bad)?.display().to_string();
        let mut object = self.report_standings();
        if !self.format.json {
            print(&site);
        }
        object.insert("site".into(), json!(site));
        self.finish(report, &mut object)
    }

    /// Plays the missing games and shows the progress.
    fn play(&self, entrants: &Entrants, report: &mut Report) -> CliResult {
        let shard = self.shard.unwrap_or_default();
        entrants.season.write(&self.folder).map_err(Failure::Bad)?;
        let stop = stop_flag();
        // Drops the problems found here, because playing reports broken journals again.
        let missing =
            ladder::remaining_work(&self.folder, &entrants.season, shard, &mut Vec::new());
        let games = missing.iter().map(|missing| missing.games).sum();
        let progress = GameProgress::new(games, 0);
        let jobs = self.jobs.map_or_else(processors, usize::from);
        let options = PlayOptions { jobs, shard, stop: stop.clone() };
        let runner = PairingRunner { folder: &self.folder, entrants, options: &options };
        report.played = runner.play(&mut report.problems, &|played| progress.set(played));
        progress.finish();
        report.is_stopped = stop.load(Ordering::Relaxed);
        Ok(())
    }

    /// Prints the missing games of each preset, and about how long they take.
    fn print_missing(&self, entrants: &Entrants, mut report: Report) -> CliResult {
        let (season, shard) = (&entrants.season, self.shard.unwrap_or_default());
        let missing = ladder::remaining_work(&self.folder, season, shard, &mut report.problems);
        let jobs = self.jobs.map_or_else(processors, usize::from) as f64;
        let seconds = |fuel: f64| fuel / FUEL_PER_SECOND / jobs;
        let time = |fuel: f64| HumanDuration(Duration::from_secs_f64(seconds(fuel).max(1.0)));
        let games: u64 = missing.iter().map(|missing| missing.games).sum();
        // The most games that are drawn as pictures afterwards.
        let pictures = match season.pictures && shard.is_whole() && games > 0 {
            true => ladder::MAX_SHOWN_GAMES * season.robots.len(),
            false => 0,
        };
        if self.format.json {
            let missing_json = |missing: &RemainingWork| {
                json!({
                    "preset": missing.preset,
                    "pairings": missing.pairings,
                    "unfinished": missing.unfinished,
                    "games": missing.games,
                    "seconds": rounded(seconds(missing.fuel), 0),
                    "without": missing.unknown,
                })
            };
            let presets: Vec<Value> = missing.iter().map(missing_json).collect();
            let mut object = Map::from_iter([
                ("missing".to_owned(), json!(presets)),
                ("pictures".to_owned(), json!(pictures)),
            ]);
            return self.finish(report, &mut object);
        }
        for RemainingWork { preset, pairings, unfinished, games, fuel, unknown } in &missing {
            let mut line = format!("{preset}: {unfinished} of {pairings} pairings, {games} games");
            if *games > 0 {
                line += &format!(", about {}", time(*fuel));
            }
            if !unknown.is_empty() {
                line += &format!(" without the turns of {}", unknown.join(", "));
            }
            print(&line);
        }
        let fuel: f64 = missing.iter().map(|missing| missing.fuel).sum();
        match games {
            0 => print("all: 0 games"),
            _ => print(&format!("all: {games} games, about {} with {jobs} threads", time(fuel))),
        }
        if pictures > 0 {
            print(&format!("then pictures of up to {pictures} games (not included in the time)"));
        }
        self.finish(report, &mut Map::new())
    }

    /// Returns the standings of the newest season for JSON. Without `--json`, also prints them.
    fn report_standings(&self) -> Map<String, Value> {
        // Drops the problems found here, because writing the site has reported them.
        let mut object = Map::new();
        let seasons = Season::read_all(&self.folder, &mut Vec::new());
        let Some(season) = seasons.first() else { return object };
        let Results { presets } = ladder::read_results(&self.folder, season, &mut Vec::new());
        let mut standings = Map::new();
        for preset in &presets {
            if !self.format.json {
                self.print_rows(season, &preset.preset, &preset.rows);
            }
            let rows = preset.rows.iter().map(|row| row_json(season, row)).collect();
            standings.insert(preset.preset.clone(), Value::Array(rows));
        }
        object.insert("version".into(), json!(season.version));
        object.insert("standings".into(), Value::Object(standings));
        object
    }

    fn print_rows(&self, season: &Season, preset: &str, rows: &[Row]) {
        let paths = rows.iter().map(|row| season.robots[row.robot].path());
        let paths: Vec<String> = paths.collect();
        let width = paths.iter().map(|path| path.chars().count()).max().unwrap_or(0);
        for (row, path) in rows.iter().zip(&paths) {
            let [value, low, high] = {
                let rating = row.standing.rating;
                [rating.value, rating.low, rating.high]
            };
            print(&format!(
                "{preset:<14}  {path:<width$}  {value:>5.0} ({low:.0} to {high:.0})  {} games",
                row.standing.games
            ));
        }
    }

    /// Reports the problems and prints the JSON object. Fails if a file was broken or the run was
    /// stopped. A robot that does not play is an expected result, which the site shows.
    fn finish(&self, report: Report, object: &mut Map<String, Value>) -> CliResult {
        let Report { played, is_stopped, mut problems } = report;
        problems.sort_unstable();
        problems.dedup();
        problems.iter().for_each(|problem| eprint_line(&problem.to_string()));
        if is_stopped {
            eprint_line(&format!("stopped after {played} games; run the same command to resume"));
        } else if !self.dry_run && !self.site_only {
            eprint_line(&format!("{played} games played"));
        }
        if self.format.json {
            object.insert("played".into(), json!(played));
            let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
            object.insert("problems".into(), json!(texts));
            print_json(&Value::Object(std::mem::take(object)));
        }
        let is_failure = |problem: &Problem| !problem.subject.starts_with("robots/");
        match is_stopped || problems.iter().any(is_failure) {
            true => Err(Failure::AlreadyReported),
            false => Ok(()),
        }
    }
}

fn row_json(season: &Season, row: &Row) -> Value {
    let standing = &row.standing;
    json!({
        "robot": season.robots[row.robot].path(),
        "games": standing.games,
        "rating": rounded(standing.rating.value, 1),
        "rating_ci": [rounded(standing.rating.low, 1), rounded(standing.rating.high, 1)],
        "score": rounded(standing.score.value, 6),
        "score_ci": [rounded(standing.score.low, 6), rounded(standing.score.high, 6)],
        "errors": standing.errors,
        "timeouts": standing.timeouts,
    })
}
