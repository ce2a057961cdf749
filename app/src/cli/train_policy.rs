//! `qipan train policy`: trains the policy of Junqi on recorded games.

use std::path::{Path, PathBuf};

use qipan_core::games::junqi::policy::{GameAgreement, PolicyTraining, read_games};
use serde_json::{Value, json};

use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::model::storage;

/// The 97.5% quantile of the normal distribution, for 95% intervals.
const Z95: f64 = 1.96;

/// Trains a policy on the games of these files and writes it to `out`. Before that, cross-validates
/// with `folds` folds, unless `folds` is 0. For each fold, it measures how well a policy trained on
/// the other folds agrees with the moves of this fold.
pub(super) fn run(
    files: &[PathBuf],
    folds: usize,
    seed: u64,
    (out, format): (&Path, &Format),
) -> CliResult {
    if files.is_empty() {
        return Err(Failure::bad("`qipan train policy` needs files of recorded games".to_owned()));
    }
    let mut games = Vec::new();
    for file in files {
        let text = storage::read_text(file).map_err(Failure::bad)?;
        let read = read_games(&text);
        games.extend(read.map_err(|why| Failure::bad(format!("{}: {why}", file.display())))?);
    }
    if folds == 1 || folds > games.len() {
        let why = format!("--folds must be 0, or from 2 to the number of games, {}", games.len());
        return Err(Failure::bad(why));
    }
    let training = PolicyTraining::new(&games);
    let mut agreements = Vec::new();
    for fold in 0..folds {
        agreements.extend(training.validate(fold, folds, seed));
        eprint_line(&format!("{} of {folds} folds measured", fold + 1));
    }
    let bytes = training.train(seed);
    storage::write_bytes(out, &bytes, true).map_err(Failure::bad)?;
    let rows = rows(&agreements);
    if format.json {
        let rows: Vec<Value> = rows.iter().map(Row::json).collect();
        let size = bytes.len();
        print_json(&json!({ "games": games.len(), "seed": seed, "bytes": size, "unseen": rows }));
        return Ok(());
    }
    if !rows.is_empty() {
        print("held-out games  decisions          top 1 (%)          top 3 (%)  log loss");
        rows.iter().for_each(|row| print(&row.text()));
    }
    print(&format!("{}: {} bytes, trained on {} games", out.display(), bytes.len(), games.len()));
    Ok(())
}

/// The agreement with all games of the same number of armies.
struct Row {
    armies: usize,
    games: usize,
    decisions: u32,
    /// The shares of decisions in which the move played was the most probable one, and one of the
    /// three most probable.
    shares: [Share; 2],
    /// The mean negative logarithm of the probability of the move played.
    log_loss: f64,
}

/// A share with its confidence interval. The games are independent, but the decisions of a game are
/// not.
struct Share {
    value: f64,
    low: f64,
    high: f64,
}

/// Returns a row for each number of armies.
fn rows(agreements: &[GameAgreement]) -> Vec<Row> {
    let mut armies: Vec<usize> = agreements.iter().map(|game| game.armies).collect();
    armies.sort_unstable();
    armies.dedup();
    let games_of = |armies: usize| agreements.iter().filter(move |game| game.armies == armies);
    let row = |armies: usize| Row {
        armies,
        games: games_of(armies).count(),
        decisions: games_of(armies).map(|game| game.decisions).sum(),
        shares: [
            Share::of(games_of(armies).map(|game| (game.first, game.decisions))),
            Share::of(games_of(armies).map(|game| (game.among_three, game.decisions))),
        ],
        log_loss: games_of(armies).map(|game| game.loss).sum::<f64>()
            / games_of(armies).map(|game| f64::from(game.decisions)).sum::<f64>(),
    };
    armies.into_iter().map(row).collect()
}

impl Share {
    /// Returns the share of hits among all decisions of some games, with its 95% interval. `games`
    /// yields the numbers of hits and decisions of each game. The interval follows from the
    /// standard error of a ratio over games.
    fn of(games: impl Iterator<Item = (u32, u32)>) -> Self {
        let games: Vec<[f64; 2]> =
            games.map(|(hits, decisions)| [hits, decisions].map(f64::from)).collect();
        let total = |k: usize| games.iter().map(|game| game[k]).sum::<f64>();
        let value = total(0) / total(1);
        let squares: f64 = games.iter().map(|game| (game[0] - value * game[1]).powi(2)).sum();
        let count = games.len() as f64;
        let error = (squares * count / (count - 1.0).max(1.0)).sqrt() / total(1);
        let margin = Z95 * error;
        Self { value, low: (value - margin).max(0.0), high: (value + margin).min(1.0) }
    }

    fn text(&self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(|share| 100.0 * share);
        format!("{value:.1} ({low:.1} to {high:.1})")
    }

    fn json(&self) -> Value {
        json!([self.value, self.low, self.high].map(|share| rounded(share, 6)))
    }
}

impl Row {
    fn text(&self) -> String {
        let label = format!("{}, {} armies", self.games, self.armies);
        let [first, among_three] = [0, 1].map(|k| self.shares[k].text());
        format!(
            "{label:14}  {:>9}  {first:>17}  {among_three:>17}  {:>8.3}",
            self.decisions, self.log_loss
        )
    }

    fn json(&self) -> Value {
        let [first, among_three] = [0, 1].map(|k| self.shares[k].json());
        json!({
            "armies": self.armies,
            "games": self.games,
            "decisions": self.decisions,
            "first": first,
            "among_three": among_three,
            "log_loss": rounded(self.log_loss, 6),
        })
    }
}
