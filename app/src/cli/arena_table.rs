//! Tournament results as text, JSON and comma-separated values.

use std::path::Path;
use std::time::Duration;

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::seat::Seat;
use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockScores, EloDifference, Estimate, Sprt, SprtVerdict, Standing};
use serde_json::{Map, Value, json};

use crate::cli::options::KEPT_PROGRAMS_NOTE;
use crate::cli::output::{
    CliResult, Failure, Format, csv_cell, eprint_line, print, print_json, rounded,
};
use crate::model::storage;
use crate::model::tournament::{Header, RobotLine, TournamentTotals, TurnTime};

/// A tournament and its results. Everything but the speed follows from the journal.
pub(super) struct ResultTable<'a> {
    header: &'a Header,
    totals: &'a TournamentTotals,
    /// The seats at the board with their names.
    seats: Vec<(Seat, &'static str)>,
    speed: RunSpeed,
}

/// The speed of a run, which differs from run to run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunSpeed {
    /// Games per second, if any were played.
    pub(super) games_per_second: Option<f64>,
    /// The decision times of each robot. Empty if no games were played.
    pub(super) times: Vec<TurnTime>,
    /// True for each robot that is an external program.
    pub(super) programs: Vec<bool>,
}

impl<'a> ResultTable<'a> {
    /// Creates the table of a tournament of game `G`.
    pub(super) fn new<G: Scripted>(
        header: &'a Header,
        totals: &'a TournamentTotals,
        speed: RunSpeed,
    ) -> Self {
        Self { header, totals, seats: header.seats::<G>(), speed }
    }

    /// Prints the table, and then writes it to a CSV file if one is given. Reports the first error
    /// of each robot, which the table does not show.
    pub(super) fn print(&self, csv: Option<&Path>, format: Format) -> CliResult {
        self.print_errors();
        if format.json {
            print_json(&self.json());
        } else {
            self.lines().iter().for_each(|line| print(line));
        }
        match csv {
            Some(file) => storage::write_atomic(file, &self.csv(), false).map_err(Failure::bad),
            None => Ok(()),
        }
    }

    /// Prints the first error of each robot.
    pub(super) fn print_errors(&self) {
        for (name, error) in self.names().iter().zip(&self.totals.first_errors) {
            let Some(message) = error else { continue };
            eprint_line(&format!("{name} had errors; first error: {message}"));
        }
    }

    /// Refuses a run in which a program made none of its decisions itself, for example because it
    /// does not start.
    ///
    /// # Errors
    /// The error names the first such program.
    pub(super) fn refuse_silent_programs(&self) -> CliResult {
        let robots = self.names().into_iter().zip(&self.speed.times).zip(&self.speed.programs);
        for ((name, time), is_program) in robots {
            if *is_program && time.decisions > 0 && time.answers == 0 {
                return Err(Failure::Bad(format!(
                    "{name} made none of its {} decisions itself, so these results say nothing about \
                     it; qipan play --log shows its errors",
                    time.decisions
                )));
            }
        }
        Ok(())
    }

    /// Returns the number of games.
    pub(super) fn games(&self) -> u64 {
        self.totals.tally.games()
    }

    /// Returns the seed.
    pub(super) fn seed(&self) -> &RunSeed {
        &self.header.seed
    }

    /// Returns the first robot's score in each block, with the number of the block.
    pub(super) fn first_scores(&self) -> &[(u64, f64)] {
        self.totals.first_scores.as_deref().unwrap_or_default()
    }

    /// Returns the result of the first robot as JSON.
    pub(super) fn first_json(&self) -> Value {
        let standings = self.totals.tally.standings();
        robot_json(&self.header.robots[0], &standings[0])
    }

    /// Returns a table of the first robots of two tournaments.
    pub(super) fn first_lines(tables: [&Self; 2]) -> Vec<String> {
        let names = tables.map(|table| table.names()[0]);
        let width = name_width(&names);
        let row =
            |table: &Self| robot_line(table.names()[0], &table.totals.tally.standings()[0], width);
        std::iter::once(head_line(width)).chain(tables.map(row)).collect()
    }

    /// Returns the names of the robots as they were typed.
    pub(super) fn names(&self) -> Vec<&str> {
        self.header.robots.iter().map(|robot| robot.name.as_str()).collect()
    }

    /// Returns the wins of each seat, in the order of turns. A shared first place counts as a
    /// fraction.
    fn wins(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.seats.iter().map(|(seat, name)| (*name, self.totals.tally.first_places(*seat)))
    }

    /// Returns the number of games by the reason for their end. The reasons are named as in saved
    /// games.
    fn endings(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        let word = |reason| json!(reason).as_str().map(str::to_owned).unwrap_or_default();
        self.totals.tally.endings().map(move |(reason, games)| (word(reason), games))
    }

    fn json(&self) -> Value {
        let tally = &self.totals.tally;
        let wins = self.wins().map(|(seat, wins)| {
            let whole = wins.fract() == 0.0;
            let wins = if whole { json!(wins as u64) } else { json!(rounded(wins, 3)) };
            (seat.to_owned(), wins)
        });
        let standings = tally.standings();
        let robots = self.header.robots.iter().zip(&standings);
        let robots = robots.map(|(robot, standing)| robot_json(robot, standing));
        let mut report = json!({
            "games": tally.games(),
            "seed": self.header.seed,
            "wins_by_seat": wins.collect::<Map<_, _>>(),
            "robots": robots.collect::<Vec<_>>(),
            "pairs": self.pairs(),
            "draws": tally.draws(),
            "endings": self.endings().map(|(word, games)| (word, json!(games))).collect::<Map<_, _>>(),
            "mean": {
                "plies": rounded(tally.mean_plies(), 4),
                "rolls": rounded(tally.mean_rolls(), 4),
                "captures": rounded(tally.mean_captures(), 4),
            },
            "games_per_s": rounded(self.speed.games_per_second.unwrap_or_default(), 1),
            "times_ms": times_json(&self.speed.times),
            "keep_programs": self.header.keep_programs,
        });
        let pools: Vec<Value> = tally.pools().iter().map(|pool| self.pool_json(pool)).collect();
        if !pools.is_empty() {
            report["pools"] = json!(pools);
        }
        if let Some(book) = &self.header.book {
            report["book"] = json!(book);
        }
        if let Some(fuel) = self.header.fuel {
            report["fuel"] = json!(fuel);
        }
        if let Some(scores) = tally.block_scores() {
            report["elo"] = elo_json(scores);
        }
        if let Some(test) = &self.totals.sprt {
            report["sprt"] = sprt_json(test);
        }
        report
    }

    /// Returns the result of a pool as JSON. The robots of a pool play alike and are counted
    /// together.
    fn pool_json(&self, (robots, standing): &(Vec<usize>, Standing)) -> Value {
        let mut pool = robot_json(&self.header.robots[robots[0]], standing);
        pool["robots"] = json!(robots);
        pool
    }

    /// Returns the wins, draws and losses of every pair of robots.
    fn pairs(&self) -> Vec<Value> {
        let robots = self.header.robots.len();
        let pairs = (0..robots).flat_map(|a| (a + 1..robots).map(move |b| (a, b)));
        let pair_json = |(a, b): (usize, usize)| {
            let pair = self.totals.tally.head_to_head(a, b);
            json!({
                "robot": a,
                "against": b,
                "wins": pair.ahead,
                "draws": pair.ties,
                "losses": pair.behind,
            })
        };
        pairs.map(pair_json).collect()
    }

    /// Returns the table, best rating first.
    fn lines(&self) -> Vec<String> {
        let tally = &self.totals.tally;
        let names = self.names();
        let standings = tally.standings();
        let pools = tally.pools();
        let pool_name =
            |robots: &[usize]| format!("{} ({} robots)", names[robots[0]], robots.len());
        let pool_names: Vec<String> = pools.iter().map(|(robots, _)| pool_name(robots)).collect();
        let all_names: Vec<&str> =
            names.iter().copied().chain(pool_names.iter().map(String::as_str)).collect();
        let name_width = name_width(&all_names);
        let mut lines = vec![head_line(name_width)];
        let mut order: Vec<usize> = (0..names.len()).collect();
        let rating = |robot: &usize| standings[*robot].rating.value;
        order.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        lines.extend(
            order.iter().map(|robot| robot_line(names[*robot], &standings[*robot], name_width)),
        );
        lines.extend(
            pool_names
                .iter()
                .zip(&pools)
                .map(|(name, (_, standing))| robot_line(name, standing, name_width)),
        );
        if names.len() > 2 {
            lines.extend(self.pair_lines(&order, name_width));
        }
        let wins = self.wins().map(|(seat, wins)| format!("{seat} {}", rounded(wins, 1)));
        lines.push(format!("wins by seat: {}", wins.collect::<Vec<_>>().join(", ")));
        let endings: Vec<String> =
            tally.endings().map(|(reason, games)| format!("{reason} {games}")).collect();
        let draws = if tally.draws() == 1 { "draw" } else { "draws" };
        lines.push(format!("endings: {}; {} {draws}", endings.join(", "), tally.draws()));
        lines.push(format!(
            "average game: {:.2} plies, {:.2} captures; {} games, seed {}",
            tally.mean_plies(),
            tally.mean_captures(),
            tally.games(),
            self.header.seed,
        ));
        lines.extend(self.header.book.as_ref().map(|book| {
            let what = if book.entries == 1 { "entry" } else { "entries" };
            format!("book {}, {} {what}", book.name, book.entries)
        }));
        lines.extend(self.header.fuel.map(|fuel| format!("fuel of a decision: {fuel}")));
        lines.extend(tally.block_scores().map(|scores| elo_line(&names, scores)));
        lines.extend(self.totals.sprt.as_ref().map(|test| sprt_line(names[0], test)));
        lines.extend(self.header.keep_programs.then(|| KEPT_PROGRAMS_NOTE.to_owned()));
        lines
    }

    /// Returns the lines of a matrix: the number of games in which the robot of the row finished
    /// ahead of the robot of the column.
    fn pair_lines(&self, order: &[usize], name_width: usize) -> Vec<String> {
        let (names, title) = (self.names(), "finished ahead of");
        let name_width = name_width.max(title.len());
        let head: String = (1..=order.len()).map(|number| format!("{number:>7}")).collect();
        let mut lines = vec![format!("{title:name_width$}  {head}")];
        for (index, row) in order.iter().enumerate() {
            let cell = |column: &usize| {
                if row == column {
                    format!("{:>7}", "-")
                } else {
                    format!("{:>7}", self.totals.tally.head_to_head(*row, *column).ahead)
                }
            };
            let cells: String = order.iter().map(cell).collect();
            let name = format!("{} {}", index + 1, names[*row]);
            lines.push(format!("{name:name_width$}  {cells}"));
        }
        lines
    }

    /// Returns comma-separated values with a line for each robot, in the order of the command.
    fn csv(&self) -> String {
        let robots = self.header.robots.len();
        let mut head = "robot,title,games,wins,draws,score,score_low,score_high,rating,rating_low,\
                        rating_high,captures,lost,errors,timeouts,fuel_p50,fuel_max"
            .to_owned();
        (1..=robots).for_each(|robot| head.push_str(&format!(",before_{robot}")));
        let mut text = head + "\n";
        let standings = self.totals.tally.standings();
        for (index, (robot, s)) in self.header.robots.iter().zip(&standings).enumerate() {
            // The value and the ends of its interval, as three cells.
            let estimate_cells = |e: Estimate, digits| {
                [e.value, e.low, e.high].map(|x| rounded(x, digits).to_string()).join(",")
            };
            let mut cells = vec![csv_cell(&robot.name), csv_cell(&robot.title)];
            cells.extend([s.games, s.wins, s.draws].map(|count| count.to_string()));
            cells.extend([estimate_cells(s.score, 6), estimate_cells(s.rating, 1)]);
            let counts = [s.captures, s.pieces_lost, s.errors, s.timeouts];
            cells.extend(counts.map(|count| count.to_string()));
            cells.extend([s.fuel_median, s.fuel_max].map(|fuel| fuel.to_string()));
            let before = |other| {
                if other == index {
                    String::new()
                } else {
                    self.totals.tally.head_to_head(index, other).ahead.to_string()
                }
            };
            cells.extend((0..robots).map(before));
            text.push_str(&(cells.join(",") + "\n"));
        }
        text
    }
}

/// Returns the width of the column of names.
fn name_width(names: &[&str]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5)
}

/// Returns the head of the table.
fn head_line(name_width: usize) -> String {
    format!(
        "{:name_width$}  {:>7}  {:>22}  {:>20}  {:>8}  {:>6}  {:>8}  {:>9}  {:>9}",
        "robot",
        "games",
        "score %",
        "rating",
        "captures",
        "errors",
        "timeouts",
        "fuel median",
        "fuel max",
    )
}

/// Returns the times of decisions for JSON, in milliseconds.
fn times_json(times: &[TurnTime]) -> Vec<Value> {
    let time =
        |time: &TurnTime| json!({ "mean": milliseconds(time.mean), "max": milliseconds(time.max) });
    times.iter().map(time).collect()
}

/// Returns a time in milliseconds, rounded to microseconds.
pub(super) fn milliseconds(time: Duration) -> f64 {
    rounded(1000.0 * time.as_secs_f64(), 3)
}

fn robot_json(robot: &RobotLine, standing: &Standing) -> Value {
    let interval = |e: Estimate, digits| json!([rounded(e.low, digits), rounded(e.high, digits)]);
    json!({
        "name": robot.name,
        "title": robot.title,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "score": rounded(standing.score.value, 6),
        "score_ci": interval(standing.score, 6),
        "rating": rounded(standing.rating.value, 1),
        "rating_ci": interval(standing.rating, 1),
        "errors": standing.errors,
        "timeouts": standing.timeouts,
        "fuel_p50": standing.fuel_median,
        "fuel_max": standing.fuel_max,
        "captures": standing.captures,
        "lost": standing.pieces_lost,
    })
}

fn robot_line(name: &str, s: &Standing, name_width: usize) -> String {
    let [score, low, high] = [s.score.value, s.score.low, s.score.high].map(|x| 100.0 * x);
    let score = format!("{score:.2} ({low:.2} to {high:.2})");
    let [rating, low, high] = [s.rating.value, s.rating.low, s.rating.high];
    let rating = format!("{rating:.0} ({low:.0} to {high:.0})");
    let captures = s.captures as f64 / s.games.max(1) as f64;
    let (fuel, max_fuel) = (s.fuel_median, s.fuel_max);
    format!(
        "{name:name_width$}  {:>7}  {score:>22}  {rating:>20}  {captures:>8.2}  {:>6}  {:>8}  {fuel:>9}  {max_fuel:>9}",
        s.games, s.errors, s.timeouts,
    )
}

fn elo_json(scores: BlockScores) -> Value {
    let elo = scores.elo();
    let number = |value: fn(&EloDifference) -> f64, digits| {
        elo.as_ref().map(|elo| rounded(value(elo), digits))
    };
    json!({
        "elo": number(|elo| elo.value, 2),
        "error": number(|elo| elo.error, 2),
        "elo_ci": elo.map(|elo| elo.interval.map(|end| rounded(end, 2))),
        "nelo": number(|elo| elo.normalised, 2),
        "nelo_error": number(|elo| elo.normalised_error, 2),
        "los": number(|elo| elo.superiority, 6),
        "blocks": scores.0,
    })
}

/// Returns a line with the Elo difference of two robots and the counts of blocks by score.
fn elo_line(names: &[&str], scores: BlockScores) -> String {
    let robots = names.join(" against ");
    let counts = scores.0.map(|count| count.to_string()).join(" ");
    let blocks = format!("blocks with 0, 1/2, 1, 3/2, 2 points: {counts}");
    let Some(elo) = scores.elo() else { return format!("{robots}: {blocks}") };
    let EloDifference { value, error, normalised, normalised_error, superiority, .. } = elo;
    format!(
        "{robots}: Elo {value:.1} +/- {error:.1}, nElo {normalised:.1} +/- {normalised_error:.1}, \
         LOS {:.1}%; {blocks}",
        100.0 * superiority,
    )
}

fn sprt_json(test: &Sprt) -> Value {
    let verdict = test.verdict().map(|verdict| match verdict {
        SprtVerdict::Passes => "passes",
        SprtVerdict::Fails => "fails",
    });
    json!({
        "low": rounded(test.hypotheses().low, 6),
        "high": rounded(test.hypotheses().high, 6),
        "ratio": rounded(test.llr(), 3),
        "limit": rounded(test.llr_bounds()[1], 3),
        "lower": rounded(test.llr_bounds()[0], 3),
        "alpha": test.hypotheses().alpha,
        "beta": test.hypotheses().beta,
        "verdict": verdict,
    })
}

fn sprt_line(name: &str, test: &Sprt) -> String {
    let [low, high] = [test.hypotheses().low, test.hypotheses().high].map(|score| 100.0 * score);
    let (llr, [lower, upper]) = (test.llr(), test.llr_bounds());
    let verdict = match test.verdict() {
        Some(SprtVerdict::Passes) => format!("{name} scores {high:.1}% rather than {low:.1}%"),
        Some(SprtVerdict::Fails) => format!("{name} scores {low:.1}% rather than {high:.1}%"),
        None => format!("not clear yet whether {name} scores {low:.1}% or {high:.1}%"),
    };
    format!("test: {verdict} (LLR {llr:.2}, bounds {lower:.2} and {upper:.2})")
}
