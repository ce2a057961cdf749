//! `qipan arena`: tournaments between robots, with ratings.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::script::Scripted;
use qipan_core::tournament::{MAX_ROBOTS, SprtBounds};
use qipan_core::with_game;

use crate::cli::arena_table::ResultTable;
use crate::cli::options::{self, GameSetup, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::progress::GameProgress;
use crate::cli::signals::stop_flag;
use crate::model::scripts::UserWords;
use crate::model::storage::{self, Folders, disk};
use crate::model::tournament::{
    self, Header, RunOptions, TournamentJournal, TournamentSpec, TournamentTotals, processors,
};

/// The default number of games.
const DEFAULT_GAMES: u64 = 1000;
/// The default number of games with `--sprt`, which may end the tournament early.
const DEFAULT_SPRT_GAMES: u64 = 100_000;

/// The arguments of `qipan arena`.
#[derive(Debug, Args)]
pub(super) struct ArenaArgs {
    #[command(flatten)]
    setup: GameSetup,
    /// Robots: names (careful,caution=5), levels (beginner, easy, medium, strong, master), files,
    /// or external programs ('cmd:python3 my.py')
    #[arg(required = true, value_name = "ROBOT", value_parser = options::words)]
    robots: Vec<UserWords>,
    #[command(flatten)]
    programs: Programs,
    /// Number of games [default: 1000]. Games are played in blocks with identical dice in which
    /// every robot plays every seat once
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = options::count)]
    games: Option<u64>,
    /// Games to play in parallel [default: number of CPUs]
    #[arg(long, value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Record finished blocks in this file and resume from it: after Ctrl-C or a crash, run the
    /// same command again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Save every game to this folder
    #[arg(long, value_name = "DIR")]
    save_games: Option<PathBuf>,
    /// Also write the table to this CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Stop with a sequential probability ratio test (5% error): is the first robot's score closer
    /// to A or to B? Scores such as 50%,55%, or Elo differences such as 0,20. Plays at most --games
    /// games [default with --sprt: 100000]
    #[arg(long, value_name = "A,B", allow_negative_numbers = true,
        value_parser = parse_sprt_bounds)]
    sprt: Option<SprtBoundsArg>,
    #[command(flatten)]
    keep: options::KeepPrograms,
    #[command(flatten)]
    format: Format,
}

/// The bounds of an SPRT, as they were typed.
#[derive(Clone, Copy, Debug)]
enum SprtBoundsArg {
    /// Scores from 0 to 1.
    Scores(f64, f64),
    /// Rating points.
    Points(f64, f64),
}

/// Parses the bounds of an SPRT: `50%,55%`, `0.5,0.55` or `0,20`.
fn parse_sprt_bounds(text: &str) -> Result<SprtBoundsArg, String> {
    let help = || "expected two scores, e.g. 50%,55%, or two Elo differences, e.g. 0,20";
    let (a, b) = text.split_once(',').ok_or_else(help)?;
    // Returns the number, and true if it is a score.
    let read = |text: &str| {
        let percent = text.trim().strip_suffix('%');
        let number: f64 = percent.unwrap_or(text.trim()).parse().ok()?;
        number.is_finite().then_some(match percent {
            Some(_) => (number / 100.0, true),
            None => (number, 0.0 < number && number < 1.0),
        })
    };
    let ((a, a_is_score), (b, b_is_score)) = read(a).zip(read(b)).ok_or_else(help)?;
    if a >= b {
        return Err("the first number must be lower than the second".to_owned());
    }
    match (a_is_score, b_is_score) {
        (true, true) if a > 0.0 && b < 1.0 => Ok(SprtBoundsArg::Scores(a, b)),
        (true, true) => Err("scores must lie between 0% and 100%".to_owned()),
        (false, false) => Ok(SprtBoundsArg::Points(a, b)),
        _ => Err(help().to_owned()),
    }
}

/// Runs the command for the game of its preset.
fn run_with<G: Scripted>(arena: &ArenaArgs, folders: &Folders) -> CliResult {
    let tournament = arena.tournament::<G>(folders)?;
    let run_options = arena.run_options(&tournament)?;
    let (totals, speed) = play_with_progress(&tournament, run_options)?;
    arena.report(&tournament, &totals);
    if totals.tally.games() == 0 {
        return Err(Failure::bad("stopped before the first game ended"));
    }
    let table = ResultTable { tournament: &tournament, totals: &totals, speed };
    if let Some(file) = &arena.csv {
        storage::write_atomic(file, &table.csv(), false).map_err(Failure::bad)?;
    }
    if arena.format.json {
        print_json(&table.json());
    } else {
        table.lines().iter().for_each(|line| print(line));
    }
    Ok(())
}

impl ArenaArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        with_game!(options::kind(&self.setup.preset)?, |G| run_with::<G>(self, folders))
    }

    /// Returns the tournament to play. Missing arguments are taken from the journal, if there is
    /// one.
    fn tournament<G: Scripted>(&self, folders: &Folders) -> Result<TournamentSpec<G>, Failure> {
        let (rules, house) = self.setup.rules_printing_notes::<G>(folders)?;
        let sides = self.sides::<G>(&rules)?;
        let preset = &self.setup.preset;
        let robot = |words: &UserWords| {
            Ok(self.keep.set(self.setup.robot::<G>(folders, words, &self.programs)?))
        };
        let robots = self.robots.iter().map(robot).collect::<Result<Vec<_>, Failure>>()?;
        let header = self.resume.as_deref().map(Header::peek).transpose().map_err(Failure::bad)?;
        let header = header.flatten();
        let default = if self.sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES };
        let games = self.games.or(header.as_ref().map(|header| header.games)).unwrap_or(default);
        let seed = match (self.setup.given.seed, &header) {
            (None, Some(header)) => header.seed,
            _ => self.setup.seed(),
        };
        Ok(TournamentSpec { preset: preset.clone(), rules, house, sides, robots, games, seed })
    }

    /// Returns the options of the run: threads, journal, folder for saves, SPRT.
    fn run_options<G: Scripted>(
        &self,
        tournament: &TournamentSpec<G>,
    ) -> Result<RunOptions, Failure> {
        let sides = tournament.sides.len();
        let bounds = |typed| match typed {
            SprtBoundsArg::Scores(a, b) => SprtBounds::from_scores(a, b),
            SprtBoundsArg::Points(a, b) => SprtBounds::from_points(a, b, sides),
        };
        let out_of_range = || Failure::bad("--sprt: A and B are out of range");
        let sprt = self.sprt.map(|typed| bounds(typed).ok_or_else(out_of_range)).transpose()?;
        let open = |file: &PathBuf| TournamentJournal::open(file, tournament).map_err(Failure::bad);
        let journal = self.resume.as_ref().map(open).transpose()?;
        if let (Some(journal), Some(file)) = (&journal, &self.resume) {
            let (file, (_, games)) = (file.display(), journal.found());
            if journal.was_torn() {
                eprint_line(&format!(
                    "{file}: the last line was incomplete; its games will be played again"
                ));
            }
            if games > 0 {
                eprint_line(&format!(
                    "{file}: resuming, {games} of {} games already played",
                    tournament.games
                ));
            }
        }
        if let Some(folder) = &self.save_games {
            disk::make_folder(folder)
                .map_err(|why| Failure::bad(format!("{}: {why}", folder.display())))?;
            disk::clear_away(folder);
        }
        let jobs = self.jobs.map_or_else(processors, usize::from);
        Ok(RunOptions { jobs, journal, saves: self.save_games.clone(), sprt })
    }

    /// Reports an early stop and the errors of robots, which the table does not show.
    fn report<G: Scripted>(&self, tournament: &TournamentSpec<G>, totals: &TournamentTotals) {
        let (done, games) = (totals.tally.games(), tournament.games);
        if done < games && !totals.is_decided() {
            eprint_line(&format!("stopped after {done} of {games} games"));
            if let Some(file) = &self.resume {
                eprint_line(&format!("run the same command to resume from {}", file.display()));
            }
        }
        for (robot, error) in tournament.robots.iter().zip(&totals.first_errors) {
            let Some(message) = error else { continue };
            eprint_line(&format!("{} had errors; first error: {message}", robot.name));
        }
    }

    /// Returns the sides that the robots play, one robot per side.
    fn sides<G: Scripted>(&self, rules: &G::Rules) -> Result<Vec<SeatSet>, Failure> {
        let (preset, robots) = (&self.setup.preset, self.robots.len());
        let sides = rules.sides(robots);
        if robots > MAX_ROBOTS {
            return Err(Failure::bad(format!(
                "{robots} robots were given; at most {MAX_ROBOTS} can play"
            )));
        }
        if robots >= sides.len() {
            return Ok(sides);
        }
        let last = self.robots.last().map_or("random", UserWords::as_str);
        let mut example: Vec<&str> = self.robots.iter().map(UserWords::as_str).collect();
        example.resize(sides.len(), last);
        let what = format!(
            "{preset} needs at least {} robots, but only {robots} {} given; a robot can be \
             repeated: qipan arena {preset} {}",
            sides.len(),
            if robots == 1 { "was" } else { "were" },
            example.join(" "),
        );
        // A single robot has no opponent in any game, so that is wrong usage.
        Err(if robots == 1 { Failure::Usage(what) } else { Failure::Bad(what) })
    }
}

/// Plays the games and shows the progress. Ctrl-C or SIGTERM discards unfinished games.
fn play_with_progress<G: Scripted>(
    tournament: &TournamentSpec<G>,
    run_options: RunOptions,
) -> Result<(TournamentTotals, Option<f64>), Failure> {
    let stop = stop_flag();
    let resumed_games = run_options.journal.as_ref().map_or(0, |journal| journal.found().1 as u64);
    let progress = GameProgress::new(tournament.games, resumed_games);
    let start = Instant::now();
    let totals = tournament::run(tournament, run_options, &stop, &|totals: &TournamentTotals| {
        progress.set(totals.tally.games());
    });
    let totals = totals.map_err(Failure::Bad)?;
    progress.finish();
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let speed = totals.tally.games().saturating_sub(resumed_games) as f64 / seconds;
    Ok((totals, Some(speed).filter(|speed| *speed > 0.0)))
}
