//! `qipan coach`: judges the choices in saved games, like the coach in the window, and measures
//! how many of its warnings a search ten times as long confirms.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::analysis::coach::{CoachOptions, assess, find_mistake, warning_cost};
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::with_game;
use serde_json::{Value, json};

use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::cli::progress::process_files;
use crate::model::storage;

/// The arguments of `qipan coach`.
#[derive(Debug, Args)]
pub(super) struct CoachArgs {
    /// Saved games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Warn of moves that cost at least this much, in percentage points of winning chance, 1 to 100
    #[arg(long, value_name = "PERCENT", default_value_t = 10,
        value_parser = clap::value_parser!(u8).range(1..=100))]
    percent: u8,
    /// Check each warning with a search ten times as long
    #[arg(long)]
    confirm: bool,
    /// Judge the moves of all seats, not only those of the first seat
    #[arg(long)]
    all_seats: bool,
    #[command(flatten)]
    format: Format,
}

/// The warnings of the coach in one game.
struct JudgedGame {
    preset: String,
    /// The number of choices that were judged.
    choices: usize,
    warnings: Vec<JudgedWarning>,
}

/// A warning of the coach.
struct JudgedWarning {
    /// The number of steps before the choice.
    step: usize,
    seat: String,
    action: String,
    best: String,
    /// The winning chance that the choice gives away, from 0 to 1.
    cost: f32,
    /// The minimum cost for which the coach warns about this action.
    min_cost: f32,
    /// The cost according to a search ten times as long, if one was made.
    long_cost: Option<f32>,
}

impl JudgedWarning {
    fn is_confirmed(&self) -> bool {
        self.long_cost.is_some_and(|cost| cost >= self.min_cost)
    }
}

/// The sums over several games.
#[derive(Default)]
struct Totals {
    games: usize,
    choices: usize,
    warnings: usize,
    confirmed: usize,
    /// The largest number of unconfirmed warnings in a game.
    max_false: usize,
}

impl Totals {
    fn add(&mut self, game: &JudgedGame) {
        let confirmed = game.warnings.iter().filter(|warning| warning.is_confirmed()).count();
        self.games += 1;
        self.choices += game.choices;
        self.warnings += game.warnings.len();
        self.confirmed += confirmed;
        self.max_false = self.max_false.max(game.warnings.len() - confirmed);
    }

    /// Returns the share of warnings that the longer search confirmed.
    fn confirmed_share(&self) -> f64 {
        self.confirmed as f64 / self.warnings.max(1) as f64
    }
}

impl CoachArgs {
    pub(super) fn run(&self) -> CliResult {
        let results = process_files(&self.files, |file| self.judge_file(file));
        let mut games = Vec::new();
        for result in results {
            match result {
                Ok(game) => games.push(game),
                Err(why) => eprint_line(&format!("skipped {why}")),
            }
        }
        if games.is_empty() {
            return Err(Failure::bad("no game could be judged"));
        }
        let mut by_preset: BTreeMap<&str, Totals> = BTreeMap::new();
        let mut all = Totals::default();
        for game in &games {
            by_preset.entry(&game.preset).or_default().add(game);
            all.add(game);
        }
        if self.format.json {
            print_json(&self.report(&games, &by_preset, &all));
            return Ok(());
        }
        if let [game] = games.as_slice() {
            game.warnings.iter().for_each(|warning| print(&self.warning_line(warning)));
        }
        print(&self.heading());
        for (preset, totals) in &by_preset {
            print(&self.totals_line(preset, totals));
        }
        if by_preset.len() > 1 {
            print(&self.totals_line("all", &all));
        }
        Ok(())
    }

    fn min_cost(&self) -> f32 {
        f32::from(self.percent) / 100.0
    }

    fn judge_file(&self, file: &Path) -> Result<JudgedGame, String> {
        let text = storage::read_text(file).map_err(|why| why.to_string())?;
        let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let kind = kind_of(&text).map_err(|why| in_file(&why))?;
        with_game!(kind, |G| {
            let record = Record::<G>::read(&text).map_err(|why| in_file(&why))?.record;
            let session = Session::new(record).map_err(|why| in_file(&why))?;
            options::reject_redacted(&session).map_err(|why| in_file(&why))?;
            Ok(self.judge_game(&session))
        })
    }

    fn judge_game<G: Scripted>(&self, session: &Session<G>) -> JudgedGame {
        let record = session.record();
        let mut game =
            JudgedGame { preset: record.preset.clone(), choices: 0, warnings: Vec::new() };
        let first = record.seats().iter().next();
        for (at, step) in record.steps.iter().enumerate() {
            let Step::Act { seat, action } = step else { continue };
            // The coach does not judge answers to house rules.
            if G::answered_option(*action).is_some() {
                continue;
            }
            if !self.all_seats && Some(*seat) != first {
                continue;
            }
            // The coach does not warn of the same action twice.
            let is_repeated = |warning: &JudgedWarning| {
                warning.seat == G::seat_name(*seat)
                    && warning.action == G::without_battle_result(*action).to_string()
            };
            if game.warnings.iter().any(is_repeated) {
                game.choices += 1;
                continue;
            }
            let (state, action) = (&session.states()[at], G::without_battle_result(*action));
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let view = state.view(Viewer::Seat(*seat));
            let options = CoachOptions { seed: at as u64, ..CoachOptions::default() };
            game.choices += usize::from(actions.len() > 1);
            let was_warned =
                game.warnings.iter().any(|warning| warning.seat == G::seat_name(*seat));
            let min_cost = self.min_cost();
            let found =
                find_mistake::<G>(&view, *seat, action, &actions, options, min_cost, was_warned);
            let Some(assessment) = found else { continue };
            // Uses other random numbers, so that the longer search does not repeat a chance result.
            let long_options =
                CoachOptions { seed: !options.seed, ..options.for_reassessment().ten_times() };
            let reassess = || assess::<G>(&view, *seat, action, &actions, long_options);
            let long = self.confirm.then(reassess).flatten();
            game.warnings.push(JudgedWarning {
                step: at,
                seat: G::seat_name(*seat).to_owned(),
                action: action.to_string(),
                best: assessment.best.to_string(),
                cost: assessment.cost(),
                min_cost: warning_cost::<G>(&view, action, min_cost),
                long_cost: long.map(|long| long.cost()),
            });
        }
        game
    }

    fn warning_line(&self, warning: &JudgedWarning) -> String {
        let JudgedWarning { step, seat, action, best, cost, long_cost, .. } = warning;
        let long = long_cost.map_or_else(String::new, |cost| {
            format!(", {:.1}% by the longer search", 100.0 * cost)
        });
        format!("step {step}: {seat} {action} costs {:.1}%{long}; best: {best}", 100.0 * cost)
    }

    fn heading(&self) -> String {
        let heading = format!("{:<14} {:>6} {:>8} {:>9}", "preset", "games", "moves", "warnings");
        match self.confirm {
            true => {
                format!("{heading} {:>10} {:>7} {:>15}", "confirmed", "share", "max unconfirmed")
            }
            false => heading,
        }
    }

    fn totals_line(&self, preset: &str, totals: &Totals) -> String {
        let Totals { games, choices, warnings, confirmed, max_false } = totals;
        let line = format!("{preset:<14} {games:>6} {choices:>8} {warnings:>9}");
        match self.confirm {
            true => {
                let share = format!("{:.1}%", 100.0 * totals.confirmed_share());
                format!("{line} {confirmed:>10} {share:>7} {max_false:>15}")
            }
            false => line,
        }
    }

    fn report(
        &self,
        games: &[JudgedGame],
        by_preset: &BTreeMap<&str, Totals>,
        all: &Totals,
    ) -> Value {
        let totals = |totals: &Totals| {
            let mut value = json!({
                "games": totals.games,
                "choices": totals.choices,
                "warnings": totals.warnings,
            });
            if self.confirm {
                value["confirmed"] = json!(totals.confirmed);
                value["max_false"] = json!(totals.max_false);
            }
            value
        };
        let warning = |warning: &JudgedWarning| {
            let mut value = json!({
                "step": warning.step,
                "seat": warning.seat,
                "action": warning.action,
                "best": warning.best,
                "cost": rounded(f64::from(warning.cost), 4),
            });
            if let Some(cost) = warning.long_cost {
                value["long_cost"] = json!(rounded(f64::from(cost), 4));
            }
            value
        };
        let presets: serde_json::Map<String, Value> =
            by_preset.iter().map(|(preset, sums)| ((*preset).to_owned(), totals(sums))).collect();
        let warnings: Vec<Vec<Value>> =
            games.iter().map(|game| game.warnings.iter().map(warning).collect()).collect();
        json!({ "percent": self.percent, "all": totals(all), "presets": presets,
            "warnings": warnings })
    }
}
