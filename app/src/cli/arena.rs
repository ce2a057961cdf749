//! `qipan arena`: tournaments between robots, with ratings.

use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::script::Scripted;
use qipan_core::tournament::{MAX_ROBOTS, Shard};
use qipan_core::with_game;

use crate::cli::arena_merge::MergeArgs;
use crate::cli::arena_table::ResultTable;
use crate::cli::examples;
use crate::cli::options::{self, GameSetup, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line};
use crate::cli::progress::GameProgress;
use crate::cli::signals::stop_flag;
use crate::cli::sprt_arg::SprtArg;
use crate::model::scripts::ScriptArg;
use crate::model::storage::{Folders, disk};
use crate::model::tournament::{
    self, Header, RunOptions, TournamentJournal, TournamentSpec, TournamentTotals, processors,
};

/// The default number of games.
const DEFAULT_GAMES: u64 = 1000;
/// The default number of games with `--sprt`, which may end the tournament early.
const DEFAULT_SPRT_GAMES: u64 = 100_000;

/// The arguments of `qipan arena`. The parser is not derived, because a derived one cannot choose
/// between a subcommand and required arguments.
#[derive(Debug)]
pub(super) enum ArenaArgs {
    Run(Box<ArenaRun>),
    Merge(MergeArgs),
}

/// The name of the subcommand that merges journals.
const MERGE: &str = "merge";

impl Args for ArenaArgs {
    fn augment_args(command: Command) -> Command {
        let merge = MergeArgs::augment_args(Command::new(MERGE))
            .about("Print the table of a tournament that was played in shards")
            .after_help(examples::ARENA_MERGE);
        ArenaRun::augment_args(command)
            .subcommand(merge)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ArenaArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand_matches(MERGE) {
            Some(merge) => MergeArgs::from_arg_matches(merge).map(Self::Merge),
            None => ArenaRun::from_arg_matches(matches).map(|run| Self::Run(Box::new(run))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The arguments of `qipan arena` without a subcommand.
#[derive(Debug, Args)]
pub(super) struct ArenaRun {
    #[command(flatten)]
    setup: GameSetup,
    /// Robots: names (careful,caution=5), levels (beginner, easy, medium, strong, master), files,
    /// or external programs ('cmd:python3 my.py')
    #[arg(required = true, value_name = "ROBOT", value_parser = options::script_arg)]
    robots: Vec<ScriptArg>,
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
    /// Play only part I of N, for runs on several machines: of the blocks, counted from 0, those
    /// whose number modulo N is I-1. Give each part its own journal (--resume) and all parts the
    /// same --seed; then merge the journals with qipan arena merge
    #[arg(long, value_name = "I/N", requires = "resume", conflicts_with = "sprt")]
    shard: Option<Shard>,
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
        value_parser = SprtArg::parse)]
    sprt: Option<SprtArg>,
    #[command(flatten)]
    keep: options::KeepPrograms,
    #[command(flatten)]
    format: Format,
}

impl ArenaArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        match self {
            Self::Run(run) => {
                with_game!(options::kind(&run.setup.preset)?, |G| run.play::<G>(folders))
            }
            Self::Merge(merge) => merge.run(),
        }
    }
}

impl ArenaRun {
    /// Plays the tournament and prints its table.
    fn play<G: Scripted>(&self, folders: &Folders) -> CliResult {
        let tournament = self.tournament::<G>(folders)?;
        let games = tournament.plan().games();
        if games == 0 {
            let (shard, all) = (tournament.shard, tournament.games);
            return Err(Failure::bad(format!(
                "shard {shard} has no games, because the blocks of {all} games are too few"
            )));
        }
        let run_options = self.run_options(&tournament, games)?;
        let (totals, speed) = play_with_progress(&tournament, games, run_options)?;
        let is_complete = totals.tally.games() == games || totals.is_decided();
        self.report_early_stop(games, is_complete, &totals);
        if totals.tally.games() == 0 {
            return Err(Failure::bad("stopped before the first game ended"));
        }
        let header = Header::new(&tournament);
        let table = ResultTable::new::<G>(&header, &totals, speed);
        table.print(self.csv.as_deref(), self.format)?;
        // A stopped shard is a failure, so that a job scheduler starts it again.
        if is_complete || tournament.shard.is_whole() {
            Ok(())
        } else {
            Err(Failure::AlreadyReported)
        }
    }

    /// Returns the tournament to play. Missing arguments are taken from the journal, if there is
    /// one.
    fn tournament<G: Scripted>(&self, folders: &Folders) -> Result<TournamentSpec<G>, Failure> {
        let (rules, house) = self.setup.rules_printing_notes::<G>(folders)?;
        let sides = self.sides::<G>(&rules)?;
        let preset = &self.setup.preset;
        let robot = |arg: &ScriptArg| {
            Ok(self.keep.set_lifetime(self.setup.robot::<G>(folders, arg, &self.programs)?))
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
        let (preset, shard) = (preset.clone(), self.shard.unwrap_or_default());
        if self.shard.is_some() && header.is_none() && self.setup.given.seed.is_none() {
            let why = "--shard needs --seed, because all shards have to play with the same dice";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(TournamentSpec { preset, rules, house, sides, robots, games, seed, shard })
    }

    /// Returns the options of the run: threads, journal, folder for saves, SPRT.
    fn run_options<G: Scripted>(
        &self,
        tournament: &TournamentSpec<G>,
        all_games: u64,
    ) -> Result<RunOptions, Failure> {
        let sides = tournament.sides.len();
        let sprt = self.sprt.map(|typed| typed.bounds(sides)).transpose()?;
        let open = |file: &PathBuf| TournamentJournal::open(file, tournament).map_err(Failure::bad);
        let journal = self.resume.as_ref().map(open).transpose()?;
        if let (Some(journal), Some(file)) = (&journal, &self.resume) {
            let (file, (_, games)) = (file.display(), journal.block_and_game_counts());
            if journal.was_torn() {
                eprint_line(&format!(
                    "{file}: the last line was incomplete; its games will be played again"
                ));
            }
            if games > 0 {
                eprint_line(&format!(
                    "{file}: resuming, {games} of {all_games} games already played"
                ));
            }
        }
        if let Some(folder) = &self.save_games {
            disk::make_folder(folder)
                .map_err(|why| Failure::bad(format!("{}: {why}", folder.display())))?;
            disk::remove_leftovers(folder);
        }
        let jobs = self.jobs.map_or_else(processors, usize::from);
        Ok(RunOptions { jobs, journal, saves: self.save_games.clone(), sprt, turn_fuel: None })
    }

    /// Reports an early stop, unless the run is complete.
    fn report_early_stop(&self, games: u64, is_complete: bool, totals: &TournamentTotals) {
        if is_complete {
            return;
        }
        eprint_line(&format!("stopped after {} of {games} games", totals.tally.games()));
        if let Some(file) = &self.resume {
            eprint_line(&format!("run the same command to resume from {}", file.display()));
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
        let last = self.robots.last().map_or("random", ScriptArg::as_str);
        let mut example: Vec<&str> = self.robots.iter().map(ScriptArg::as_str).collect();
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

/// Plays `games` games and shows the progress. Returns the results and the games per second, if any
/// were played. Ctrl-C or SIGTERM discards unfinished games.
fn play_with_progress<G: Scripted>(
    tournament: &TournamentSpec<G>,
    games: u64,
    run_options: RunOptions,
) -> Result<(TournamentTotals, Option<f64>), Failure> {
    let stop = stop_flag();
    let resumed_games =
        run_options.journal.as_ref().map_or(0, |journal| journal.block_and_game_counts().1 as u64);
    let progress = GameProgress::new(games, resumed_games);
    let start = Instant::now();
    let totals = tournament::run(tournament, run_options, &stop, &|totals: &TournamentTotals| {
        progress.set(totals.tally.games());
    });
    let totals = totals.map_err(Failure::Bad)?;
    progress.finish();
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let played = totals.tally.games().saturating_sub(resumed_games);
    if played == 0 {
        return Ok((totals, None));
    }
    let speed = played as f64 / seconds;
    eprint_line(&format!("{played} games in {seconds:.1} s, {speed:.0} per second"));
    Ok((totals, Some(speed)))
}
