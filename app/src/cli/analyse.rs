//! `qipan analyse`: the win probabilities of saved games, luck, and the cost of choices.

use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::analysis::{Analysis, AnalysisOptions, Mistake, to_saved};
use qipan_core::contract::seat::Seat;
use qipan_core::house::Hook;
use qipan_core::play::session::Session;
use qipan_core::record::{
    AnnotationChange, EvaluationSettings, MAX_ANALYSED_POSITIONS, Record, SavedRule,
    verify_with_states,
};
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::cli::analyse_table::{
    GameSummary, RatedAction, SeatChances, WorstChoice, means_json, means_lines, summary_json,
    summary_lines,
};
use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::progress::process_files;
use crate::cli::robot_values::robot_values;
use crate::model::analysis;
use crate::model::background;
use crate::model::i18n::{I18n, Lang};
use crate::model::narration::Narrate;
use crate::model::scripts::ScriptArg;
use crate::model::storage::{self, Folders, write_atomic};

/// The number of equal intervals into which a game is divided. Chances are printed at the start of
/// the game and at the end of each interval.
const CHANCE_INTERVALS: usize = 10;

/// The number of worst choices printed by default.
const DEFAULT_WORST: usize = 5;

/// The arguments of `qipan analyse`.
#[derive(Debug, Args)]
pub(super) struct AnalyseArgs {
    /// Saved games; for several, averages with 95% confidence intervals are printed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Estimate winning chances with N rollouts per position instead of the neural network (one
    /// game only)
    #[arg(long, value_name = "N", alias = "playouts")]
    rollouts: Option<u32>,
    /// Estimate winning chances with this robot's `value` function (one game only)
    #[arg(long, value_name = "ROBOT", conflicts_with = "rollouts", value_parser = options::script_arg)]
    by: Option<ScriptArg>,
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
    /// Random seed; the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = options::short_seed)]
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
            let summary = self.analyse_file(file, folders)?;
            if self.format.json {
                print_json(&summary_json(&summary));
            } else {
                summary_lines(&summary).iter().for_each(|line| print(line));
            }
            return report_unsaved(&[summary]);
        }
        if self.rollouts.is_some() || self.worst.is_some() || self.by.is_some() {
            let why = "--rollouts, --by and --worst work only with a single game";
            return Err(Failure::Usage(why.to_owned()));
        }
        let games = self.games(folders)?;
        if self.format.json {
            print_json(&means_json(&games));
        } else {
            means_lines(&games).iter().for_each(|line| print(line));
        }
        report_unsaved(&games)
    }

    /// Returns the analysis options for a kind of game.
    fn options<G: Scripted>(&self) -> AnalysisOptions {
        let Self { worlds, seed, .. } = *self;
        let depth = if G::HAS_DICE { self.depth } else { 0 };
        AnalysisOptions {
            depth,
            rollouts: self.rollouts.unwrap_or(0),
            determinizations: worlds,
            seed,
        }
    }

    /// Analyses the finished games of all files, and reports the others.
    fn games(&self, folders: &Folders) -> Result<Vec<GameSummary>, Failure> {
        let found = process_files(&self.files, |file| self.analyse_file(file, folders));
        let mut games = Vec::new();
        for (file, summary) in self.files.iter().zip(found) {
            match summary {
                Ok(summary) if summary.is_over => games.push(summary),
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
    fn analyse_file(&self, file: &Path, folders: &Folders) -> Result<GameSummary, Failure> {
        let text = storage::read_text(file).map_err(Failure::bad)?;
        let game = GameToAnalyse { args: self, folders, file, text: &text };
        let kind = kind_of(&text).map_err(|why| why.to_string());
        let summary = kind.and_then(|kind| with_game!(kind, |G| game.analyse::<G>()));
        summary.map_err(|why| Failure::bad(format!("{}: {why}", file.display())))
    }
}

/// Prints the errors of analyses that could not be saved. Fails if there is at least one.
fn report_unsaved(games: &[GameSummary]) -> CliResult {
    let errors: Vec<&String> = games.iter().filter_map(|game| game.save_error.as_ref()).collect();
    for why in &errors {
        eprint_line(&format!("error: cannot store the analysis: {why}"));
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::AlreadyReported) }
}

/// A saved game to analyse, with the text of its file.
struct GameToAnalyse<'a> {
    args: &'a AnalyseArgs,
    folders: &'a Folders,
    file: &'a Path,
    text: &'a str,
}

impl GameToAnalyse<'_> {
    fn analyse<G: Narrate>(self) -> Result<GameSummary, String> {
        let loaded = Record::<G>::parse(self.text).map_err(|why| why.to_string())?;
        let mut session = Session::new(loaded.record).map_err(|why| why.to_string())?;
        options::reject_redacted(&session)?;
        // Records a failed check in a note. Saving the analysis writes new step hashes, so later
        // checks could miss the fault.
        let report =
            verify_with_states(self.text, &loaded.claims, session.record(), session.states());
        if let Some(remark) = report.note_text() {
            session.add_note(remark);
        }
        let is_only_game = self.args.files.len() == 1;
        let options = self.args.options::<G>();
        // A single game is analysed in several threads. If there are several games, each is
        // analysed in one thread.
        let analysis = if is_only_game {
            analysis::analyse(&session, options, &background::Progress::default())
        } else {
            let (states, steps) = (session.states(), &session.record().steps);
            qipan_core::analysis::analyse(states, steps, options, &mut |_| true)
        };
        let mut analysis = analysis.unwrap_or_else(|| Analysis::new(Vec::new()));
        let mut settings = EvaluationSettings::from(&options);
        if let Some(name) = &self.args.by {
            let (name, values) = robot_values(&session, name, self.folders, &self.args.programs)?;
            analysis.set_estimates(values);
            settings.robot = name;
        }
        let worst = self.args.worst.unwrap_or(DEFAULT_WORST);
        let summary = summary(&session, &analysis, options, worst);
        let robot = settings.robot.clone();
        let saved =
            self.args.keep.then(|| save_analysis(&mut session, &analysis, settings, self.file));
        Ok(GameSummary { robot, save_error: saved.and_then(Result::err), ..summary })
    }
}

/// Saves the analysis in the file of the game.
fn save_analysis<G: Scripted>(
    session: &mut Session<G>,
    analysis: &Analysis<G::Action>,
    settings: EvaluationSettings,
    file: &Path,
) -> Result<(), String> {
    if analysis.positions().len() > MAX_ANALYSED_POSITIONS {
        let max_steps = MAX_ANALYSED_POSITIONS - 1;
        return Err(format!("{}: the game has more than {max_steps} steps", file.display()));
    }
    let saved = to_saved(analysis, settings, session.record());
    session.annotate(AnnotationChange::Analysis(Some(Box::new(saved))));
    write_atomic(file, &session.write(), true).map_err(|why| why.to_string())
}

/// Summarises the analysis of a game, with at most `worst` of the worst choices.
fn summary<G: Narrate>(
    session: &Session<G>,
    analysis: &Analysis<G::Action>,
    options: AnalysisOptions,
    worst: usize,
) -> GameSummary {
    let (record, seats) = (session.record(), session.states()[0].seats_in_turn_order());
    let player_name =
        |seat| record.player(seat).map_or_else(String::new, |player| player.name.clone());
    let (steps, english) = (record.steps.len(), I18n::new(Lang::En));
    let chances_after = |step: usize| {
        let position = analysis.position(step)?;
        let chance = |seat: &Seat| position.chances()[seat.index()];
        let by_seat = seats.iter().map(chance).collect();
        Some(SeatChances { steps: step, place: position.place, by_seat })
    };
    let mut shown_steps: Vec<usize> =
        (0..=CHANCE_INTERVALS).map(|part| steps * part / CHANCE_INTERVALS).collect();
    shown_steps.dedup();
    let worst_choice = |mistake: &Mistake| {
        let choice = analysis.choice(mistake.at)?;
        let state = session.states().get(mistake.at)?;
        let described_action = |index: usize| {
            let (action, value) = *choice.actions.get(index)?;
            Some(RatedAction {
                notation: action.to_string(),
                description: G::describe_action(&english, state, choice.seat, action),
                value,
            })
        };
        let (played, best) = (described_action(choice.taken)?, described_action(choice.best)?);
        let seat = G::seat_name(choice.seat);
        Some(WorstChoice { step: mistake.at, seat, cost: mistake.cost, played, best })
    };
    let filters_actions =
        |rule: &SavedRule| rule.hooks.iter().any(|hook| hook == Hook::Filter.name());
    GameSummary {
        options,
        preset: record.preset.clone(),
        steps,
        is_over: session.state().outcome().is_some(),
        seats: seats
            .iter()
            .map(|seat| {
                (G::seat_name(*seat), player_name(*seat), analysis.luck_skill_report(*seat))
            })
            .collect(),
        chances: shown_steps.into_iter().filter_map(chances_after).collect(),
        worst: analysis.mistakes().iter().take(worst).filter_map(worst_choice).collect(),
        has_filter_rules: record.house_rules.iter().any(filters_actions),
        robot: String::new(),
        save_error: None,
    }
}
