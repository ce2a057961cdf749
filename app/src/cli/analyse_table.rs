//! Analyses as text and JSON.

use std::collections::BTreeMap;

use qipan_core::analysis::{AnalysisOptions, LuckSkillReport};
use serde_json::{Map, Value, json};

use crate::cli::output::rounded;

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z: f64 = 1.959_964;

/// The same quantile of Student's distribution with 1 to 4 degrees of freedom.
const STUDENT: [f64; 4] = [12.706_205, 4.302_653, 3.182_446, 2.776_445];

/// The sum of squared deviations below which all numbers count as equal.
const SAME: f64 = 1e-15;

/// A part of a luck and skill report: its name in tables and its value.
type ReportColumn = (&'static str, fn(&LuckSkillReport) -> f64);

const PARTS: [ReportColumn; 8] = [
    ("start", |account| account.start),
    ("luck", |account| account.luck),
    ("choices", |account| account.skill),
    ("others'", |account| account.gifts),
    ("rules", |account| account.other),
    ("rest", |account| account.rest),
    ("result", |account| account.end),
    ("without luck", |account| account.end - account.luck),
];

/// The analysis of a game, in words and numbers.
pub(super) struct GameSummary {
    /// The options of the analysis.
    pub options: AnalysisOptions,
    /// The robot that judged the chances; empty if there was none.
    pub robot: String,
    pub preset: String,
    pub steps: usize,
    pub over: bool,
    /// The seats in the order of turns, with their players.
    pub seats: Vec<(&'static str, String, LuckSkillReport)>,
    /// The number of steps, the place played for, and the chances of each seat in the order
    /// above.
    pub chances: Vec<(usize, usize, Vec<f32>)>,
    pub worst: Vec<WorstChoice>,
    /// True if a house rule could forbid actions that the analysis considers.
    pub filtered: bool,
    /// The reason why the analysis could not be saved, if that was asked for.
    pub unkept: Option<String>,
}

/// One of the worst choices.
pub(super) struct WorstChoice {
    pub step: usize,
    pub seat: &'static str,
    pub cost: f32,
    pub taken: (String, String, f32),
    pub better: (String, String, f32),
}

/// Returns a line about the method of the analysis.
fn judged(options: &AnalysisOptions, robot: &str) -> String {
    let ahead = match options.depth {
        0 => "by the neural network".to_owned(),
        1 => "by the neural network, one roll ahead".to_owned(),
        rolls => format!("by the neural network, {rolls} rolls ahead"),
    };
    match options.playouts {
        _ if !robot.is_empty() => {
            format!("winning chances by {robot}; luck and skill evaluated {ahead}")
        }
        0 => format!("evaluated {ahead}"),
        games => format!("winning chances by {games} rollouts; luck and skill evaluated {ahead}"),
    }
}

fn percent(share: f64) -> f64 {
    // Adding 0.0 turns a negative zero into zero.
    rounded(100.0 * share, 1) + 0.0
}

fn table(head: &[&str], rows: &[Vec<String>], left: usize) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded = cells.iter().enumerate().map(|(at, cell)| match at < left {
            true => format!("{cell:<wide$}", wide = widths[at]),
            false => format!("{cell:>wide$}", wide = widths[at]),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let cells = |row: &Vec<String>| line(&row.iter().map(String::as_str).collect::<Vec<_>>());
    std::iter::once(line(head)).chain(rows.iter().map(cells)).collect()
}

pub(super) fn summary_lines(game: &GameSummary) -> Vec<String> {
    let mut lines = vec![format!(
        "{}, {} steps, {}",
        game.preset,
        game.steps,
        judged(&game.options, &game.robot)
    )];
    if game.filtered {
        lines.push("house rules are ignored; a forbidden move may be called best".to_owned());
    }
    lines.push("winning chances in percent, by step:".to_owned());
    let seats: Vec<&str> = game.seats.iter().map(|(seat, ..)| *seat).collect();
    let mut head = vec!["steps", "place"];
    head.extend(&seats);
    let row = |(at, place, chances): &(usize, usize, Vec<f32>)| {
        let mut cells = vec![at.to_string(), (place + 1).to_string()];
        cells.extend(chances.iter().map(|share| format!("{:.1}", percent(f64::from(*share)))));
        cells
    };
    lines.extend(table(&head, &game.chances.iter().map(row).collect::<Vec<_>>(), 0));
    lines.push("how the result came about, in percentage points:".to_owned());
    let mut head = vec!["seat", "player"];
    head.extend(PARTS.iter().map(|(name, _)| *name));
    head.extend(["later choices", "choices", "mistakes"]);
    let row = |(seat, player, account): &(&str, String, LuckSkillReport)| {
        let mut cells = vec![(*seat).to_owned(), player.clone()];
        cells.extend(PARTS.iter().map(|(_, part)| format!("{:.1}", percent(part(account)))));
        cells.push(format!("{:.1}", percent(account.later_skill)));
        cells.extend([account.choices.to_string(), account.errors.to_string()]);
        cells
    };
    lines.extend(table(&head, &game.seats.iter().map(row).collect::<Vec<_>>(), 2));
    if !game.worst.is_empty() {
        lines.push("biggest mistakes:".to_owned());
    }
    lines.extend(game.worst.iter().flat_map(|worst| {
        let (taken, better) = (&worst.taken, &worst.better);
        let share = |value: f32| percent(f64::from(value));
        [
            format!(
                "{:>5}  {:.1} %  {}  ({:.1} %)",
                worst.step + 1,
                -share(worst.cost),
                taken.1,
                share(taken.2)
            ),
            format!("         best was  {}  ({:.1} %)", better.1, share(better.2)),
        ]
    }));
    lines
}

fn account_json(account: &LuckSkillReport) -> Map<String, Value> {
    let number = |value: f64| json!(rounded(value, 6) + 0.0);
    let mut told = Map::new();
    for (key, value) in [
        ("start", account.start),
        ("luck", account.luck),
        ("skill", account.skill),
        ("gifts", account.gifts),
        ("rules", account.other),
        ("rest", account.rest),
        ("result", account.end),
        ("result_without_luck", account.end - account.luck),
        ("later_skill", account.later_skill),
    ] {
        told.insert(key.to_owned(), number(value));
    }
    told.insert("choices".to_owned(), json!(account.choices));
    told.insert("mistakes".to_owned(), json!(account.errors));
    told
}

fn options_json(options: &AnalysisOptions) -> Value {
    let AnalysisOptions { depth, playouts, determinizations: worlds, seed } = *options;
    json!({ "depth": depth, "playouts": playouts, "worlds": worlds, "seed": seed })
}

pub(super) fn summary_json(game: &GameSummary) -> Value {
    let seats = game.seats.iter().map(|(seat, player, account)| {
        let mut line = account_json(account);
        line.insert("seat".to_owned(), json!(seat));
        line.insert("player".to_owned(), json!(player));
        Value::Object(line)
    });
    let chances = game.chances.iter().map(|(at, place, chances)| {
        let of = game.seats.iter().zip(chances);
        let of = of
            .map(|((seat, ..), share)| ((*seat).to_owned(), json!(rounded(f64::from(*share), 4))));
        json!({ "steps": at, "place": place + 1, "chances": of.collect::<Map<_, _>>() })
    });
    let action = |(action, words, value): &(String, String, f32)| json!({ "action": action, "words": words, "value": rounded(f64::from(*value), 4) });
    let worst = |worst: &WorstChoice| {
        json!({
            "step": worst.step + 1,
            "seat": worst.seat,
            "cost": rounded(f64::from(worst.cost), 4),
            "taken": action(&worst.taken),
            "better": action(&worst.better),
        })
    };
    json!({
        "preset": game.preset,
        "steps": game.steps,
        "over": game.over,
        "options": options_json(&game.options),
        "by": (!game.robot.is_empty()).then_some(&game.robot),
        "chances": chances.collect::<Vec<_>>(),
        "seats": seats.collect::<Vec<_>>(),
        "worst": game.worst.iter().map(worst).collect::<Vec<_>>(),
    })
}

/// The numbers of a player by game, each the mean over its seats.
type GameNumbers = BTreeMap<usize, Vec<f64>>;

/// Returns the parts of a report and the number of mistakes.
fn numbers(account: &LuckSkillReport) -> Vec<f64> {
    let parts = PARTS.iter().map(|(_, part)| part(account));
    parts.chain([f64::from(account.errors)]).collect()
}

/// Groups the reports by player; by seat if there is only one player.
fn players(games: &[GameSummary]) -> BTreeMap<String, GameNumbers> {
    let named = |by_seat: bool| {
        let mut players: BTreeMap<String, BTreeMap<usize, Vec<Vec<f64>>>> = BTreeMap::new();
        for (game, summary) in games.iter().enumerate() {
            for (seat, player, account) in &summary.seats {
                let name = if by_seat { (*seat).to_owned() } else { player.clone() };
                let games = players.entry(name).or_default();
                games.entry(game).or_default().push(numbers(account));
            }
        }
        players
    };
    let mut found = named(false);
    if found.len() < 2 {
        found = named(true);
    }
    let mean = |seats: Vec<Vec<f64>>| {
        let all = seats.len() as f64;
        (0..=PARTS.len())
            .map(|part| seats.iter().map(|seat| seat[part]).sum::<f64>() / all)
            .collect()
    };
    let means = |games: BTreeMap<usize, Vec<Vec<f64>>>| {
        games.into_iter().map(|(game, seats)| (game, mean(seats))).collect()
    };
    found.into_iter().map(|(name, games)| (name, means(games))).collect()
}

/// A mean with its 95 % interval. There is no interval for a single value or for equal values,
/// which tell nothing about the error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mean {
    value: f64,
    ends: Option<[f64; 2]>,
}

/// Returns the 97.5 % quantile of Student's distribution. With more than four degrees of freedom
/// it uses the Cornish-Fisher expansion, accurate to three digits.
fn student(freedom: usize) -> f64 {
    if let Some(known) = freedom.checked_sub(1).and_then(|at| STUDENT.get(at)) {
        return *known;
    }
    let n = freedom as f64;
    let one = (Z.powi(3) + Z) / 4.0;
    let two = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let three = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + one / n + two / n.powi(2) + three / n.powi(3)
}

/// Returns the mean of independent numbers with its interval.
fn mean(values: &[f64]) -> Mean {
    let count = values.len().max(1) as f64;
    let value = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|one| (one - value) * (one - value)).sum();
    let freedom = values.len().saturating_sub(1);
    let known = freedom > 0 && squares > SAME;
    let ends = known.then(|| {
        let reach = student(freedom) * (squares / freedom as f64 / count).sqrt();
        [value - reach, value + reach]
    });
    Mean { value, ends }
}

impl Mean {
    /// Limits the interval to the possible range.
    fn within(mut self, low: f64, high: f64) -> Self {
        self.ends = self.ends.map(|ends| ends.map(|end| end.clamp(low, high)));
        self
    }
}

/// The index of the result in [`PARTS`], a share of the first place.
const RESULT: usize = 6;

fn part(played: &GameNumbers, part: usize) -> Mean {
    let mean = mean(&played.values().map(|numbers| numbers[part]).collect::<Vec<_>>());
    if part == RESULT { mean.within(0.0, 1.0) } else { mean }
}

/// Returns the mean difference of a part between two players, over the games both played.
fn more(one: &GameNumbers, other: &GameNumbers, part: usize) -> Mean {
    let both = one.iter().filter_map(|(game, a)| Some(a[part] - other.get(game)?[part]));
    let mean = mean(&both.collect::<Vec<_>>());
    if part == RESULT { mean.within(-1.0, 1.0) } else { mean }
}

/// The parts printed with intervals: column title and index in [`PARTS`].
const TOLD: [(&str, usize); 6] = [
    ("result", RESULT),
    ("luck", 1),
    ("choices", 2),
    ("others'", 3),
    ("rest", 5),
    ("without luck", 7),
];

fn span(mean: Mean) -> String {
    let value = 100.0 * mean.value;
    match mean.ends {
        Some([low, high]) => format!("{value:.2} ({:.2} to {:.2})", 100.0 * low, 100.0 * high),
        None => format!("{value:.2}"),
    }
}

/// A player with its name.
type NamedPlayer<'a> = (&'a str, &'a GameNumbers);

/// Returns the pairs of players that met, with the number of their games.
fn pairs(
    players: &BTreeMap<String, GameNumbers>,
) -> Vec<(NamedPlayer<'_>, NamedPlayer<'_>, usize)> {
    let all: Vec<NamedPlayer<'_>> = players.iter().map(|(name, p)| (name.as_str(), p)).collect();
    let pairs = all.iter().enumerate();
    let pairs = pairs.flat_map(|(at, one)| all[at + 1..].iter().map(|other| (*one, *other)));
    let met = pairs.map(|(one, other)| {
        let games = one.1.keys().filter(|game| other.1.contains_key(game)).count();
        (one, other, games)
    });
    met.filter(|(.., games)| *games > 0).collect()
}

pub(super) fn means_lines(games: &[GameSummary]) -> Vec<String> {
    let players = players(games);
    let mut head = vec!["player", "games"];
    head.extend(TOLD.iter().map(|(name, _)| *name));
    head.push("mistakes");
    let rows = players.iter().map(|(name, played)| {
        let mut cells = vec![name.clone(), played.len().to_string()];
        cells.extend(TOLD.iter().map(|(_, at)| span(part(played, *at))));
        cells.push(format!("{:.2}", part(played, PARTS.len()).value));
        cells
    });
    let mut lines =
        vec![format!("{} games; averages in percentage points, with 95% intervals:", games.len())];
    lines.extend(table(&head, &rows.collect::<Vec<_>>(), 1));
    let rows = pairs(&players).into_iter().map(|(one, other, games)| {
        let mut cells = vec![format!("{} - {}", one.0, other.0), games.to_string()];
        cells.extend(TOLD.iter().map(|(_, at)| span(more(one.1, other.1, *at))));
        cells
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        lines.push("differences between players who met:".to_owned());
        head.pop();
        lines.extend(table(&head, &rows, 1));
    }
    lines
}

/// Returns the options of several analyses: those with the greatest depth.
fn options_of(games: &[GameSummary]) -> AnalysisOptions {
    let options = games.iter().map(|game| game.options);
    options.max_by_key(|options| options.depth).unwrap_or_default()
}

pub(super) fn means_json(games: &[GameSummary]) -> Value {
    let players = players(games);
    let key = |at: usize| {
        ["start", "luck", "skill", "gifts", "rules", "rest", "result", "result_without_luck"][at]
    };
    let interval = |mean: Mean| json!(mean.ends.map(|ends| ends.map(|end| rounded(end, 6))));
    let told = |of: &dyn Fn(usize) -> Mean| {
        let mut line = Map::new();
        for part in 0..PARTS.len() {
            let mean = of(part);
            line.insert(key(part).to_owned(), json!(rounded(mean.value, 6) + 0.0));
            line.insert(format!("{}_ci", key(part)), interval(mean));
        }
        line
    };
    let rows = players.iter().map(|(name, played)| {
        let mut line = told(&|at| part(played, at));
        line.insert("player".to_owned(), json!(name));
        line.insert("games".to_owned(), json!(played.len()));
        line.insert("mistakes".to_owned(), json!(rounded(part(played, PARTS.len()).value, 4)));
        Value::Object(line)
    });
    let differences = pairs(&players).into_iter().map(|(one, other, games)| {
        let mut line = told(&|at| more(one.1, other.1, at));
        line.insert("player".to_owned(), json!(one.0));
        line.insert("less".to_owned(), json!(other.0));
        line.insert("games".to_owned(), json!(games));
        Value::Object(line)
    });
    json!({
        "games": games.len(),
        "options": options_json(&options_of(games)),
        "players": rows.collect::<Vec<_>>(),
        "differences": differences.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a game of these players with their results.
    fn game(players: &[(&str, f64)]) -> GameSummary {
        let seats = ["red", "yellow", "blue", "green"].into_iter().zip(players);
        let account = |end: f64| LuckSkillReport { end, ..LuckSkillReport::default() };
        GameSummary {
            options: AnalysisOptions { depth: 0, ..AnalysisOptions::default() },
            preset: "open".to_owned(),
            steps: 9,
            over: true,
            seats: seats
                .map(|(seat, (name, end))| (seat, (*name).to_owned(), account(*end)))
                .collect(),
            chances: Vec::new(),
            worst: Vec::new(),
            filtered: false,
            robot: String::new(),
            unkept: None,
        }
    }

    #[test]
    fn intervals_of_few_games_are_wide_or_absent() {
        assert_eq!(mean(&[1.0]), Mean { value: 1.0, ends: None });
        assert_eq!(mean(&[1.0, 1.0, 1.0]).ends, None, "all the same tell nothing");
        let [low, high] = mean(&[0.0, 1.0]).ends.unwrap();
        assert!((high - 6.8531).abs() < 1e-3 && (low + high - 1.0).abs() < 1e-9, "{low} {high}");
        for (freedom, value) in [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (100, 1.984)] {
            assert!((student(freedom) - value).abs() < 0.004, "{freedom} {}", student(freedom));
        }
        assert_eq!(span(mean(&[1.0])), "100.00");
    }

    #[test]
    fn only_players_of_common_games_are_compared() {
        let games = [
            game(&[("Ann", 1.0), ("Ben", 0.0)]),
            game(&[("Ann", 0.0), ("Ben", 1.0)]),
            game(&[("Cai", 1.0), ("Dan", 0.0)]),
        ];
        let told = means_json(&games);
        let pairs = told["differences"].as_array().unwrap();
        let named =
            |pair: &Value| (pair["player"].clone(), pair["less"].clone(), pair["games"].clone());
        let pairs: Vec<_> = pairs.iter().map(named).collect();
        assert_eq!(
            pairs,
            [(json!("Ann"), json!("Ben"), json!(2)), (json!("Cai"), json!("Dan"), json!(1))]
        );
        assert_eq!(told["differences"][1]["result_ci"], Value::Null);
        assert_eq!(told["differences"][0]["result_ci"], json!([-1.0, 1.0]));
        assert_eq!(told["players"][0]["result_ci"], json!([0.0, 1.0]), "no more than all");
        let lines = means_lines(&games);
        assert!(lines.iter().any(|line| line.starts_with("Ann - Ben")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("Ann - Cai")), "{lines:?}");
        assert_eq!(judged(&options_of(&games), ""), "evaluated by the neural network");
    }
}
