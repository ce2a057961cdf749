//! `qipan arena`: tournaments between robots, with ratings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::script::Scripted;
use qipan_core::tournament::{MAX_ROBOTS, Shard};
use qipan_core::with_game;

use crate::cli::arena_compare::Comparison;
use crate::cli::arena_merge::MergeArgs;
use crate::cli::arena_table::{ResultTable, RunSpeed, milliseconds};
use crate::cli::examples;
use crate::cli::options::{self, GameSetup, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line};
use crate::cli::output_files::{check_distinct, check_writable};
use crate::cli::progress::GameProgress;
use crate::cli::signals::stop_flag;
use crate::cli::sprt_arg::SprtOptions;
use crate::model::scripts::{RobotSpec, ScriptArg};
use crate::model::storage::{Folders, disk};
use crate::model::tournament::{
    self, Book, BookText, Conditions, Header, RunOptions, TournamentJournal, TournamentSpec,
    TournamentTotals, TurnTime, TurnTimes, processors,
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
    /// Number of games [default: 1000]. Games are played in blocks. All games of a block have the
    /// same dice, and every robot plays every seat once
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
    /// Play only part I of N, for runs on several machines: the blocks whose number, counted from
    /// 0, is I-1 modulo N. Give each part its own journal (--resume) and all parts the same --seed;
    /// then merge the journals with qipan arena merge
    #[arg(long, value_name = "I/N", requires = "resume", conflicts_with = "sprt")]
    shard: Option<Shard>,
    /// Save every game to this folder
    #[arg(long, value_name = "DIR")]
    save_games: Option<PathBuf>,
    /// Also write the table to this CSV file (overwritten if it exists)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    sprt: SprtOptions,
    /// Play all games once more with this robot in place of the first one, against the same
    /// opponents with the same dice and layouts, and print the difference of their scores
    #[arg(long, value_name = "ROBOT", value_parser = options::script_arg,
        conflicts_with_all = ["sprt", "shard", "csv", "save_games"])]
    compare: Option<ScriptArg>,
    /// Begin all games from a position: a line copied from the program's window, or a file with one
    /// line
    #[arg(long, value_name = "LINE|FILE", conflicts_with = "book")]
    position: Option<String>,
    /// Begin games from the lines of this file. Each block of games begins from the next position,
    /// in an order drawn from the seed. If the lines are layouts of Junqi, each army gets one that
    /// is drawn from the seed
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Give every robot this much fuel for a decision, whatever its parameter `patience`
    /// [default: 5000000, times `patience` if that is above 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = options::count)]
    fuel: Option<u64>,
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
        self.check_files()?;
        let tournament = self.tournament::<G>(folders)?;
        let games = tournament.plan().games();
        if games == 0 {
            let (shard, all) = (tournament.shard, tournament.games);
            return Err(Failure::bad(format!(
                "shard {shard} has no games, because {all} games make too few blocks"
            )));
        }
        if let Some(other) = &self.compare {
            return self.play_both(folders, tournament, other);
        }
        let run_options = self.run_options(&tournament, games, self.resume.as_deref())?;
        let (totals, speed) = play_with_progress(&tournament, games, run_options)?;
        let is_complete = totals.tally.games() == games || totals.is_decided();
        self.report_early_stop(games, is_complete, &totals);
        if totals.tally.games() == 0 {
            return Err(Failure::bad("stopped before the first game ended"));
        }
        let header = Header::new(&tournament);
        let table = ResultTable::new::<G>(&header, &totals, speed);
        table.print(self.csv.as_deref(), self.format)?;
        table.refuse_silent_programs()?;
        // A stopped shard is a failure, so that a job scheduler starts it again.
        if is_complete || tournament.shard.is_whole() {
            Ok(())
        } else {
            Err(Failure::AlreadyReported)
        }
    }

    /// Checks that the table can be written, and that it replaces no file which the tournament
    /// reads or writes.
    fn check_files(&self) -> CliResult {
        let Some(csv) = &self.csv else { return Ok(()) };
        check_writable(csv)?;
        let others = [self.resume.as_deref(), self.book.as_deref()];
        check_distinct(csv, others.into_iter().flatten())
    }

    /// Plays the tournament twice, the second time with another robot in place of the first, and
    /// prints the difference.
    fn play_both<G: Scripted>(
        &self,
        folders: &Folders,
        mut tournament: TournamentSpec<G>,
        other: &ScriptArg,
    ) -> CliResult {
        let games = tournament.plan().games();
        // The other robot is loaded before a game is played, so that no time is lost if it fails.
        let other = self.setup.robot::<G>(folders, other, &self.programs)?;
        let other = self.keep.set_lifetime(other);
        let mut results: Vec<(Header, TournamentTotals, RunSpeed)> = Vec::new();
        for is_second in [false, true] {
            let mut file = self.resume.clone();
            if is_second {
                tournament.robots[0] = other.clone();
                file = file.map(|file| {
                    let mut name = file.into_os_string();
                    name.push(".compare");
                    name.into()
                });
            }
            let run_options = self.run_options(&tournament, games, file.as_deref())?;
            let (totals, speed) = play_with_progress(&tournament, games, run_options)?;
            let is_complete = totals.tally.games() == games;
            self.report_early_stop(games, is_complete, &totals);
            if !is_complete {
                return Err(Failure::bad("stopped before all games that are compared were played"));
            }
            results.push((Header::new(&tournament), totals, speed));
        }
        let table = |index: usize| {
            let (header, totals, speed) = &results[index];
            ResultTable::new::<G>(header, totals, speed.clone())
        };
        let (first, second) = (table(0), table(1));
        Comparison { first, second }.print(self.format)
    }

    /// Returns the tournament to play. Missing arguments are taken from the journal, if there is
    /// one.
    fn tournament<G: Scripted>(&self, folders: &Folders) -> Result<TournamentSpec<G>, Failure> {
        let book = self.book_text()?;
        let mut setup = self.setup.clone();
        if let Some(book) = &book {
            // The tournament takes its options from the first position.
            book.first_rules::<G>(&setup.preset).map_err(Failure::Bad)?;
            setup.position = book.first_position().map(str::to_owned);
        }
        let (rules, house) = setup.rules_printing_notes::<G>(folders)?;
        let sides = self.sides::<G>(&rules)?;
        let preset = &self.setup.preset;
        let robot = |arg: &ScriptArg| {
            Ok(self.keep.set_lifetime(self.setup.robot::<G>(folders, arg, &self.programs)?))
        };
        let robots = self.robots.iter().map(robot).collect::<Result<Vec<_>, Failure>>()?;
        let header = self.resume.as_deref().map(Header::peek).transpose().map_err(Failure::bad)?;
        let header = header.flatten();
        let default = if self.sprt.sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES };
        let games = self.games.or(header.as_ref().map(|header| header.games)).unwrap_or(default);
        let seed = match (self.setup.given.seed, &header) {
            (None, Some(header)) => header.seed,
            _ => self.setup.seed(),
        };
        let (preset, shard) = (preset.clone(), self.shard.unwrap_or_default());
        let conditions = Conditions {
            book: self.book::<G>(book.as_ref(), &rules, &sides)?,
            fuel: self.fuel.or(header.as_ref().and_then(|header| header.fuel)),
            is_compared: self.compare.is_some(),
        };
        if self.shard.is_some() && header.is_none() && self.setup.given.seed.is_none() {
            let why = "--shard needs --seed, because all shards have to play with the same dice";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(TournamentSpec { preset, rules, house, sides, robots, games, seed, shard, conditions })
    }

    /// Returns the lines of the book or position, if one was given.
    fn book_text(&self) -> Result<Option<BookText>, Failure> {
        let file = match (&self.position, &self.book) {
            (Some(line), _) if BookText::is_position(line) => {
                return Ok(Some(BookText::of_line(line)));
            }
            (Some(file), _) => Path::new(file),
            (None, Some(file)) => file,
            (None, None) => return Ok(None),
        };
        let text = BookText::read(file).map_err(Failure::Bad)?;
        if self.position.is_some() && (text.line_count() != 1 || text.first_position().is_none()) {
            let file = file.display();
            return Err(Failure::Bad(format!(
                "--position: {file} must contain exactly one line, which must be a position; \
                 --book takes a file with several lines, or with layouts"
            )));
        }
        Ok(Some(text))
    }

    /// Parses the lines of the book, if one was given, and checks them against the rules.
    fn book<G: Scripted>(
        &self,
        text: Option<&BookText>,
        rules: &G::Rules,
        sides: &[SeatSet],
    ) -> Result<Option<Book<G>>, Failure> {
        let seats = sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side));
        let parse = |text: &BookText| text.parse::<G>(&self.setup.preset, rules, seats);
        text.map(parse).transpose().map_err(Failure::Bad)
    }

    /// Returns the options of the run: threads, journal, folder for saves, SPRT. `file` is the
    /// journal.
    fn run_options<G: Scripted>(
        &self,
        tournament: &TournamentSpec<G>,
        all_games: u64,
        file: Option<&Path>,
    ) -> Result<RunOptions, Failure> {
        let sides = tournament.sides.len();
        let sprt = self.sprt.hypotheses(sides)?;
        let open = |file: &Path| TournamentJournal::open(file, tournament).map_err(Failure::bad);
        let journal = file.map(open).transpose()?;
        if let (Some(journal), Some(file)) = (&journal, file) {
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
        Ok(RunOptions {
            jobs,
            journal,
            saves: self.save_games.clone(),
            sprt,
            turn_times: Some(Arc::new(TurnTimes::new(tournament.robots.len()))),
            keeps_first_scores: self.compare.is_some(),
            ..RunOptions::default()
        })
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

/// Plays a tournament of `games` games and shows the progress. Games in the journal are not played
/// again. Returns the results and the speed of this run, which is empty if it played no games.
/// Ctrl-C or SIGTERM discards unfinished games.
fn play_with_progress<G: Scripted>(
    tournament: &TournamentSpec<G>,
    games: u64,
    run_options: RunOptions,
) -> Result<(TournamentTotals, RunSpeed), Failure> {
    let times = run_options.turn_times.clone();
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
        return Ok((totals, RunSpeed::default()));
    }
    let speed = played as f64 / seconds;
    let times = times.map(|times| times.all()).unwrap_or_default();
    eprint_line(&format!("{played} games in {seconds:.1} s, {speed:.0} per second"));
    let programs = tournament.robots.iter().map(|robot| robot.program().is_some()).collect();
    let speed = RunSpeed { games_per_second: Some(speed), times, programs };
    print_times(&tournament.robots, &speed.times);
    Ok((totals, speed))
}

/// Prints the time that each robot took for a decision.
fn print_times(robots: &[RobotSpec], times: &[TurnTime]) {
    let time = |(robot, time): (&RobotSpec, &TurnTime)| {
        let [mean, max] = [time.mean, time.max].map(milliseconds);
        format!("{} {mean} ms (at most {max})", robot.name)
    };
    let times: Vec<String> = robots.iter().zip(times).map(time).collect();
    if !times.is_empty() {
        eprint_line(&format!("time of a decision: {}", times.join(", ")));
    }
}
