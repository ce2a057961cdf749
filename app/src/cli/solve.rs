//! `qipan solve`: computes the exact values of a race of two seats, and the winning chances that
//! robots give away compared with optimal play.

use std::time::Instant;

use clap::{Args, value_parser};
use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::games::race::{Action, Race, RaceSolution, Rules};
use qipan_core::tournament::{Estimate, wilson};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json, rounded};
use crate::cli::solve_losses;
use crate::model::scripts::ScriptArg;
use crate::model::storage::Folders;

/// The values count as final after a sweep in which each of them changes by less than this.
const TOLERANCE: f64 = 1e-9;

/// The number of random positions whose values are compared with one-step expectations.
const CHECKED_POSITIONS: usize = 10_000;

/// The time between two reports of progress, in seconds.
const REPORT_SECONDS: u64 = 30;

/// The arguments of `qipan solve`.
#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// Preset to solve: aeroplane or flying
    preset: String,
    /// Planes of each seat, 1 or 2
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
        value_parser = value_parser!(u8).range(1..=2))]
    planes: u8,
    /// Robot to compare with optimal play (repeatable). It plays games against itself
    #[arg(long = "robot", value_name = "ROBOT", value_parser = options::script_arg)]
    robots: Vec<ScriptArg>,
    #[command(flatten)]
    programs: Programs,
    /// Decisions of each robot to measure; rolls that leave no choice do not count
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true,
        value_parser = options::count)]
    decisions: u64,
    /// Games of optimal play, played to check the computed value of the starting position
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// Random seed of the games and of the positions that are checked
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = options::short_seed)]
    seed: u64,
    #[command(flatten)]
    format: Format,
}

/// A solution, and measurements of its computation and of its accuracy.
struct SolveResult {
    solution: RaceSolution,
    sweeps: u32,
    /// The largest change of a value in the last sweep.
    largest_change: f64,
    /// The time of the computation, in seconds.
    seconds: f64,
    /// The largest difference between a value and its one-step expectation among random positions.
    largest_error: f64,
    /// The probability that the seat that begins wins.
    start_value: f64,
    /// The share of games of optimal play that the seat that begins won.
    win_share: Estimate,
}

impl SolveArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let rules = Rules::preset(&self.preset)
            .ok_or_else(|| options::unknown_name("preset", &self.preset, Rules::PRESETS))?;
        let rules = Rules { planes: self.planes, planes_to_win: self.planes, ..rules };
        // Unknown robots are reported before the long computation.
        let robot = |name| options::robot::<Race>(folders, &self.preset, name, &self.programs);
        let robots = self.robots.iter().map(robot).collect::<Result<Vec<_>, _>>()?;
        let solved = self.solve(&rules)?;
        if !robots.is_empty() && solved.solution.share_of_choices() == 0.0 {
            let preset = &self.preset;
            return Err(Failure::bad(format!(
                "--robot: one plane leaves no choice in {preset}; use --planes 2"
            )));
        }
        let mut losses = Vec::new();
        for (name, spec) in self.robots.iter().zip(&robots) {
            let name = name.as_str();
            let measured =
                solve_losses::measure(&solved.solution, name, spec, self.decisions, self.seed);
            losses.push(measured?);
        }
        if self.format.json {
            let mut object = solved.json();
            object["preset"] = json!(self.preset);
            object["planes"] = json!(self.planes);
            object["seed"] = json!(self.seed);
            object["games"] = json!(self.games);
            object["robots"] = losses.iter().map(|losses| losses.json(&self.preset)).collect();
            print_json(&object);
            return Ok(());
        }
        solved.print(self.games);
        if !losses.is_empty() {
            solve_losses::table(&losses).iter().for_each(|line| print(line));
        }
        for losses in &losses {
            losses.mistake_lines(&self.preset).iter().for_each(|line| print(line));
        }
        Ok(())
    }

    /// Solves a race, and checks the solution.
    fn solve(&self, rules: &Rules) -> Result<SolveResult, Failure> {
        let start_time = Instant::now();
        let mut solution = RaceSolution::new(rules).map_err(Failure::bad)?;
        let (mut sweeps, mut largest_change) = (0, f64::INFINITY);
        let mut reported = start_time;
        while largest_change >= TOLERANCE {
            largest_change = solution.sweep();
            sweeps += 1;
            if reported.elapsed().as_secs() >= REPORT_SECONDS {
                reported = Instant::now();
                let positions = solution.len();
                eprint_line(&format!(
                    "{positions} positions, sweep {sweeps}: largest change {largest_change:.1e}"
                ));
            }
        }
        let seconds = start_time.elapsed().as_secs_f64();
        let Some(start_value) = solution.value(&solution.start()) else {
            unreachable!("the position before the first roll has a value");
        };
        let mut won = 0;
        let mut values = Vec::new();
        for game in 0..self.games {
            won += u64::from(play_optimally(&solution, self.seed + game, &mut values));
        }
        let win_share = wilson(won as f64 / self.games as f64, self.games as f64);
        let largest_error = largest_error(&solution, self.seed);
        Ok(SolveResult {
            solution,
            sweeps,
            largest_change,
            seconds,
            largest_error,
            start_value,
            win_share,
        })
    }
}

/// Plays a game in which both seats play optimally. Returns true if the seat that begins wins.
/// `values` is a buffer.
fn play_optimally(solution: &RaceSolution, seed: u64, values: &mut Vec<(Action, f64)>) -> bool {
    let mut race = solution.start();
    let first = race.seat_to_move();
    let mut dice = Dice::new(Seed::from_number(seed));
    loop {
        let step = match race.turn() {
            Turn::Over => return race.finished_seats().next() == Some(first),
            Turn::Chance { .. } => Step::Chance(dice.roll(&[1, 2, 3, 4, 5, 6])),
            Turn::Seat(seat) => {
                solution.action_values(&race, values);
                let best = values.iter().max_by(|a, b| a.1.total_cmp(&b.1));
                let Some((action, _)) = best else { return false };
                Step::Act { seat, action: *action }
            }
        };
        race.play_unchecked(&step, &mut NullSink);
    }
}

/// Compares the values of random positions with their one-step expectations, which the game itself
/// computes. Returns the largest difference.
fn largest_error(solution: &RaceSolution, seed: u64) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut largest: f64 = 0.0;
    for _ in 0..CHECKED_POSITIONS {
        let race = solution.position(rng.random_range(0..solution.len()));
        let difference = match (solution.value(&race), solution.one_step_value(&race)) {
            (Some(value), Some(expected)) => (value - expected).abs(),
            _ => f64::INFINITY,
        };
        largest = largest.max(difference);
    }
    largest
}

impl SolveResult {
    fn json(&self) -> serde_json::Value {
        json!({
            "positions": self.solution.len(),
            "rolls_with_choice": rounded(self.solution.share_of_choices(), 6),
            "positions_ahead": rounded(self.solution.share_of_advantages(), 6),
            "sweeps": self.sweeps,
            "largest_change": self.largest_change,
            "seconds": rounded(self.seconds, 1),
            "start": rounded(self.start_value, 9),
            "largest_error": self.largest_error,
            "games_won": rounded(self.win_share.value, 6),
            "games_won_ci": [rounded(self.win_share.low, 6), rounded(self.win_share.high, 6)],
        })
    }

    fn print(&self, games: u64) {
        let solution = &self.solution;
        let [choices, ahead] = [solution.share_of_choices(), solution.share_of_advantages()]
            .map(|share| 100.0 * share);
        let [won, low, high] =
            [self.win_share.value, self.win_share.low, self.win_share.high].map(|won| 100.0 * won);
        let start = 100.0 * self.start_value;
        let (sweeps, change, seconds) = (self.sweeps, self.largest_change, self.seconds);
        print(&format!("positions           {}", solution.len()));
        print(&format!("rolls with choice   {choices:.2} %"));
        print(&format!("seat to roll leads  {ahead:.2} % of positions"));
        print(&format!(
            "value iteration     {sweeps} sweeps, {seconds:.1} s, last change {change:.1e}"
        ));
        print(&format!("first seat wins     {start:.6} %"));
        print(&format!(
            "one-step check      {:.1e} at most, {CHECKED_POSITIONS} random positions",
            self.largest_error
        ));
        print(&format!("optimal games       {won:.2} % ({low:.2} to {high:.2}), {games} games"));
    }
}
