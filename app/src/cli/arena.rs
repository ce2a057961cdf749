//! `qipan arena`: many games between robots, and what they say about their strength.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use qipan_core::arena::{Estimate, MAX_ROBOTS, Standing};
use qipan_core::games::ForGame;
use qipan_core::options::RuleSet;
use qipan_core::script::Scripted;
use qipan_core::seat::{Seat, SeatSet};
use serde_json::{Map, Value, json};

use crate::cli::contest::{Contest, Totals};
use crate::cli::options::{self, Setup};
use crate::cli::output::{Failure, Format, Outcome, print, print_json, rounded, say};
use crate::model::scripts::RobotSpec;
use crate::model::storage::Folders;

/// Where no bar can be drawn so many games are told, and ten, a hundred times as many.
const FIRST_REPORT: u64 = 1000;

/// The arguments of `qipan arena`.
#[derive(Debug, Args)]
pub(super) struct Arena {
    #[command(flatten)]
    setup: Setup,
    /// The robots: names, with parameters as in careful,caution=5, or files
    #[arg(required = true, value_name = "ROBOT")]
    robots: Vec<String>,
    /// How many games; in each group of as many games as robots at the board the dice are
    /// the same and everyone sits everywhere once
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// How many games at once; as many as there are processors when left out
    #[arg(long, value_name = "J", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: Format,
}

/// The command for the game of its preset.
struct Run<'a>(&'a Arena, &'a Folders);

impl ForGame for Run<'_> {
    type Output = Outcome;

    fn call<G: Scripted>(self) -> Outcome {
        let Self(arena, folders) = self;
        let (rules, house) = arena.setup.agreed::<G>(folders)?;
        let sides = arena.sides::<G>(&rules)?;
        let robot = |name: &String| options::robot::<G>(folders, &arena.setup.preset, name);
        let robots = arena.robots.iter().map(robot).collect::<Result<Vec<_>, _>>()?;
        let jobs = arena.jobs.map_or_else(processors, usize::from);
        let (games, seed) = (arena.games, arena.setup.seed());
        let contest = Contest::<G> { rules, house, sides, robots: &robots, games, jobs, seed };
        let (played, seconds) = watch(&contest)?;
        let done = played.tally.games();
        if done < games {
            say(&format!("stopped after {done} of {games} games"));
        }
        if done == 0 {
            return Err(Failure::bad("stopped before the first game ended"));
        }
        for (robot, trouble) in robots.iter().zip(&played.troubles) {
            let Some((_, message)) = trouble else { continue };
            say(&format!("{} had errors; the first: {message}", robot.name));
        }
        let speed = done as f64 / seconds.max(1e-9);
        if arena.format.json {
            print_json(&report(&contest, &played, speed));
        } else {
            table(&contest, &played, speed);
        }
        Ok(())
    }
}

impl Arena {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        options::kind(&self.setup.preset)?.visit(Run(self, folders))
    }

    /// The sides that the robots play, one robot each at a time.
    fn sides<G: Scripted>(&self, rules: &G::Rules) -> Result<Vec<SeatSet>, Failure> {
        let (preset, robots) = (&self.setup.preset, self.robots.len());
        let sides = rules.sides(robots);
        if robots > MAX_ROBOTS {
            return Err(Failure::bad(format!("{robots} robots; at most {MAX_ROBOTS} can play")));
        }
        if robots >= sides.len() {
            return Ok(sides);
        }
        let last = self.robots.last().map_or("random", String::as_str);
        let mut enough: Vec<&str> = self.robots.iter().map(String::as_str).collect();
        enough.resize(sides.len(), last);
        let what = format!(
            "{preset} needs at least {} robots, here {} {robots}; the same one may be named \
             again: qipan arena {preset} {}",
            sides.len(),
            if robots == 1 { "is" } else { "are" },
            enough.join(" "),
        );
        // Nothing can be compared with itself alone, whatever is played.
        Err(if robots == 1 { Failure::Usage(what) } else { Failure::Bad(what) })
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Plays the games with a bar on the terminal, or a line now and then where there is none;
/// Ctrl-C ends them without those that are not finished.
fn watch<G: Scripted>(contest: &Contest<'_, G>) -> Result<(Totals, f64), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Asked twice: a robot may be thinking for long.
            std::process::exit(130);
        }
    });
    handler.map_err(|why| Failure::bad(format!("Ctrl-C cannot be caught: {why}")))?;
    let bar = ProgressBar::new(contest.games);
    let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
    let next_report = AtomicU64::new(FIRST_REPORT);
    let progress = |games| {
        bar.inc(games);
        let next = next_report.load(Ordering::Relaxed);
        let is_due = bar.is_hidden() && bar.position() >= next && next < contest.games;
        // Only one of the workers tells it.
        let swap =
            |to| next_report.compare_exchange(next, to, Ordering::Relaxed, Ordering::Relaxed);
        if is_due && swap(next.saturating_mul(10)).is_ok() {
            say(&format!("{next} of {} games", contest.games));
        }
    };
    let start = Instant::now();
    let played = contest.run(&stop, &progress)?;
    bar.finish_and_clear();
    Ok((played, start.elapsed().as_secs_f64()))
}

/// The seats that are played, in their order.
fn seats<G: Scripted>(contest: &Contest<'_, G>) -> impl Iterator<Item = Seat> {
    contest.sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side)).iter()
}

fn report<G: Scripted>(contest: &Contest<'_, G>, played: &Totals, speed: f64) -> Value {
    let tally = &played.tally;
    let wins = seats(contest).map(|seat| {
        let wins = tally.wins(seat);
        let wins = if wins.fract() == 0.0 { json!(wins as u64) } else { json!(rounded(wins, 3)) };
        (G::seat_name(seat).to_owned(), wins)
    });
    let standings = tally.standings();
    let robots =
        contest.robots.iter().zip(&standings).map(|(robot, standing)| line(robot, standing));
    json!({
        "games": tally.games(),
        "seed": contest.seed,
        "wins_by_seat": wins.collect::<Map<_, _>>(),
        "robots": robots.collect::<Vec<_>>(),
        "mean": {
            "plies": rounded(tally.mean_plies(), 4),
            "rolls": rounded(tally.mean_rolls(), 4),
            "captures": rounded(tally.mean_captures(), 4),
        },
        "games_per_s": rounded(speed, 1),
    })
}

fn line(robot: &RobotSpec, standing: &Standing) -> Value {
    let interval = |e: Estimate, digits| json!([rounded(e.low, digits), rounded(e.high, digits)]);
    json!({
        "name": robot.name,
        "title": robot.info.name.en,
        "games": standing.games,
        "score": rounded(standing.score.value, 6),
        "score_ci": interval(standing.score, 6),
        "rating": rounded(standing.rating.value, 1),
        "rating_ci": interval(standing.rating, 1),
        "errors": standing.errors,
        "timeouts": standing.timeouts,
        "fuel_p50": standing.fuel.quantile(0.5),
        "fuel_max": standing.fuel.max(),
        "captures": standing.captures,
        "lost": standing.lost,
    })
}

fn table<G: Scripted>(contest: &Contest<'_, G>, played: &Totals, speed: f64) {
    let tally = &played.tally;
    let names: Vec<&str> = contest.robots.iter().map(|robot| robot.name.as_str()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    print(&format!(
        "{:width$}  {:>7}  {:>22}  {:>20}  {:>8}  {:>6}  {:>8}  {:>9}  {:>9}",
        "robot",
        "games",
        "score %",
        "rating",
        "captures",
        "errors",
        "timeouts",
        "fuel p50",
        "fuel max",
    ));
    let mut order: Vec<_> = names.iter().zip(tally.standings()).collect();
    order.sort_by(|(_, a), (_, b)| b.rating.value.total_cmp(&a.rating.value));
    for (name, s) in order {
        let [score, low, high] = [s.score.value, s.score.low, s.score.high].map(|x| 100.0 * x);
        let score = format!("{score:.2} ({low:.2} to {high:.2})");
        let [rating, low, high] = [s.rating.value, s.rating.low, s.rating.high];
        let rating = format!("{rating:.0} ({low:.0} to {high:.0})");
        let captures = s.captures as f64 / s.games.max(1) as f64;
        let (fuel, most) = (s.fuel.quantile(0.5), s.fuel.max());
        print(&format!(
            "{name:width$}  {:>7}  {score:>22}  {rating:>20}  {captures:>8.2}  {:>6}  {:>8}  {fuel:>9}  {most:>9}",
            s.games, s.errors, s.timeouts,
        ));
    }
    let wins = seats(contest)
        .map(|seat| format!("{} {}", G::seat_name(seat), rounded(tally.wins(seat), 1)));
    print(&format!("first places by seat: {}", wins.collect::<Vec<_>>().join(", ")));
    print(&format!(
        "a game: {:.2} plies, {:.2} captures; {} games, seed {}, {speed:.0} games a second",
        tally.mean_plies(),
        tally.mean_captures(),
        tally.games(),
        contest.seed,
    ));
}
