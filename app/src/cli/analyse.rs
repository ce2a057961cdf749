//! `qipan analyse`: the win probabilities of saved games, luck, and the cost of choices.

use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::analysis::{Analysis, AnalysisOptions, Mistake, to_saved};
use qipan_core::contract::seat::Seat;
use qipan_core::house::Hook;
use qipan_core::play::session::Session;
use qipan_core::record::{AnnotationChange, Judge, MAX_MOMENTS, Record, SavedRule, compare};
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::cli::analyse_table::{
    GameSummary, WorstChoice, means_json, means_lines, summary_json, summary_lines,
};
use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::progress::each_file;
use crate::cli::robot_values::robot_values;
use crate::model::analysis;
use crate::model::background;
use crate::model::i18n::{I18n, Lang};
use crate::model::narration::Narrate;
use crate::model::scripts::UserWords;
use crate::model::storage::{self, Folders, write_atomic};

/// The number of intervals of a game for which chances are printed.
const TOLD: usize = 10;

/// The number of worst choices printed by default.
const WORST: usize = 5;

/// The arguments of `qipan analyse`.
#[derive(Debug, Args)]
pub(super) struct AnalyseArgs {
    /// Saved games; for several, averages with 95% confidence intervals are printed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Estimate winning chances with N rollouts per position instead of the neural network (one
    /// game only)
    #[arg(long, value_name = "N")]
    playouts: Option<u32>,
    /// Estimate winning chances with this robot's `value` function (one game only)
    #[arg(long, value_name = "ROBOT", conflicts_with = "playouts", value_parser = options::words)]
    by: Option<UserWords>,
    #[command(flatten)]
    programs: Programs,
    /// Number of biggest mistakes to list [default: 5]
    #[arg(long, value_name = "N")]
    worst: Option<usize>,
    /// Rolls to look ahead after each move in dice games, 0 to 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=2))]
    depth: u32,
    /// Sampled worlds per decision in games with hidden pieces
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1000))]
    worlds: u32,
    /// Same seed, same result
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = options::number)]
    seed: u64,
    /// Store the analysis in the saved games, where the window shows it
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    format: Format,
}

impl AnalyseArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        if let [file] = self.files.as_slice() {
            let summary = self.look(file, folders)?;
            if self.format.json {
                print_json(&summary_json(&summary));
            } else {
                summary_lines(&summary).iter().for_each(|line| print(line));
            }
            return unkept(&[summary]);
        }
        if self.playouts.is_some() || self.worst.is_some() || self.by.is_some() {
            let why = "--playouts, --by and --worst work only with a single game";
            return Err(Failure::Usage(why.to_owned()));
        }
        let games = self.games(folders)?;
        if self.format.json {
            print_json(&means_json(&games));
        } else {
            means_lines(&games).iter().for_each(|line| print(line));
        }
        unkept(&games)
    }

    /// Returns the analysis options for a kind of game.
    fn options<G: Scripted>(&self) -> AnalysisOptions {
        let Self { worlds, seed, .. } = *self;
        let depth = if G::HAS_DICE { self.depth } else { 0 };
        AnalysisOptions {
            depth,
            playouts: self.playouts.unwrap_or(0),
            determinizations: worlds,
            seed,
        }
    }

    /// Analyses the finished games of all files, and reports the others.
    fn games(&self, folders: &Folders) -> Result<Vec<GameSummary>, Failure> {
        let found = each_file(&self.files, |file| self.look(file, folders));
        let mut games = Vec::new();
        for (file, summary) in self.files.iter().zip(found) {
            match summary {
                Ok(summary) if summary.over => games.push(summary),
                Ok(_) => eprint_line(&format!("skipped {}: not finished", file.display())),
                Err(Failure::Bad(why)) => eprint_line(&format!("skipped {why}")),
                Err(other) => return Err(other),
            }
        }
        if games.is_empty() {
            Err(Failure::bad("none of the games is finished"))
        } else {
            Ok(games)
        }
    }

    /// Analyses the game of a file.
    fn look(&self, file: &Path, folders: &Folders) -> Result<GameSummary, Failure> {
        let text = storage::read_text(file).map_err(Failure::bad)?;
        let look = AnalyseFile { analyse: self, folders, file, text: &text };
        let found = kind_of(&text).map_err(|why| why.to_string());
        let found = found.and_then(|kind| with_game!(kind, |G| look.analyse::<G>()));
        found.map_err(|why| Failure::bad(format!("{}: {why}", file.display())))
    }
}

/// Reports analyses that could not be saved. Any such failure sets the exit status.
fn unkept(games: &[GameSummary]) -> CliResult {
    let mut why = games.iter().filter_map(|game| game.unkept.as_ref()).peekable();
    let all = why.peek().is_none();
    why.for_each(|why| eprint_line(&format!("error: cannot store the analysis: {why}")));
    if all { Ok(()) } else { Err(Failure::No) }
}

/// The text of a game to analyse.
struct AnalyseFile<'a> {
    analyse: &'a AnalyseArgs,
    folders: &'a Folders,
    file: &'a Path,
    text: &'a str,
}

impl AnalyseFile<'_> {
    fn analyse<G: Narrate>(self) -> Result<GameSummary, String> {
        let loaded = Record::<G>::parse(self.text).map_err(|why| why.to_string())?;
        let mut session = Session::new(loaded.record).map_err(|why| why.to_string())?;
        options::known_whole(&session)?;
        // Saving writes fresh marks, which would hide the mismatch.
        let report = compare(self.text, &loaded.claims, session.record(), session.states());
        if let Some(remark) = report.remark() {
            session.remark(remark);
        }
        let alone = self.analyse.files.len() == 1;
        let options = self.analyse.options::<G>();
        // Several games run in parallel, with one thread per game.
        let analysis = if alone {
            analysis::analyse(&session, options, &background::Progress::default())
        } else {
            let (states, steps) = (session.states(), &session.record().steps);
            qipan_core::analysis::analyse(states, steps, options, &mut |_| true)
        };
        let mut analysis = analysis.unwrap_or_else(|| Analysis::new(Vec::new()));
        let mut judge = Judge::from(&options);
        if let Some(name) = &self.analyse.by {
            let (name, told) = robot_values(&session, name, self.folders, &self.analyse.programs)?;
            analysis.override_values(told);
            judge.robot = name;
        }
        let worst = self.analyse.worst.unwrap_or(WORST);
        let summary = summary(&session, &analysis, options, worst);
        let robot = judge.robot.clone();
        let keep = self.analyse.keep.then(|| keep(&mut session, &analysis, judge, self.file));
        Ok(GameSummary { robot, unkept: keep.and_then(Result::err), ..summary })
    }
}

/// Saves the analysis in the file of the game.
fn keep<G: Scripted>(
    session: &mut Session<G>,
    analysis: &Analysis<G::Action>,
    judge: Judge,
    file: &Path,
) -> Result<(), String> {
    if analysis.moments().len() > MAX_MOMENTS {
        let most = MAX_MOMENTS - 1;
        return Err(format!("{}: the game has more than {most} steps", file.display()));
    }
    let kept = to_saved(analysis, judge, session.record());
    session.study(AnnotationChange::Analysis(Some(Box::new(kept))));
    write_atomic(file, &session.write(), true).map_err(|why| why.to_string())
}

/// Summarises the analysis of a game, with at most `worst` of the worst choices.
fn summary<G: Narrate>(
    session: &Session<G>,
    analysis: &Analysis<G::Action>,
    options: AnalysisOptions,
    worst: usize,
) -> GameSummary {
    let (record, seats) = (session.record(), session.states()[0].in_order());
    let player = |seat| record.player(seat).map_or_else(String::new, |one| one.name.clone());
    let (steps, english) = (record.steps.len(), I18n::new(Lang::En));
    let chances = |at: usize| {
        let moment = analysis.moment(at)?;
        let of = |seat: &Seat| moment.chances()[seat.index()];
        Some((at, moment.place, seats.iter().map(of).collect()))
    };
    let mut told: Vec<usize> = (0..=TOLD).map(|part| steps * part / TOLD).collect();
    told.dedup();
    let told_worst = |mistake: &Mistake| {
        let choice = analysis.choice(mistake.at)?;
        let state = session.states().get(mistake.at)?;
        let told = |index: usize| {
            let (action, value) = *choice.actions.get(index)?;
            Some((
                action.to_string(),
                G::describe_action(&english, state, choice.seat, action),
                value,
            ))
        };
        let (taken, better) = (told(choice.taken)?, told(choice.best)?);
        let seat = G::seat_name(choice.seat);
        Some(WorstChoice { step: mistake.at, seat, cost: mistake.cost, taken, better })
    };
    let filters = |line: &SavedRule| line.hooks.iter().any(|hook| hook == Hook::Filter.name());
    GameSummary {
        options,
        preset: record.preset.clone(),
        steps,
        over: session.state().outcome().is_some(),
        seats: seats
            .iter()
            .map(|seat| (G::seat_name(*seat), player(*seat), analysis.account(*seat)))
            .collect(),
        chances: told.into_iter().filter_map(chances).collect(),
        worst: analysis.mistakes().iter().take(worst).filter_map(told_worst).collect(),
        filtered: record.house_rules.iter().any(filters),
        robot: String::new(),
        unkept: None,
    }
}
