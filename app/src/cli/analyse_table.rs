//! Formats analyses as text and JSON.

use std::collections::BTreeMap;

use qipan_core::analysis::{AnalysisOptions, LuckSkillReport};
use serde_json::{Map, Value, json};

use crate::cli::output::rounded;

/// The 97.5% quantile of the normal distribution, for 95% intervals.
const Z: f64 = 1.959_964;

/// The 97.5% quantile of Student's distribution with 1 to 4 degrees of freedom.
const STUDENT_QUANTILES: [f64; 4] = [12.706_205, 4.302_653, 3.182_446, 2.776_445];

/// The sum of squared deviations below which all numbers count as equal.
const EQUALITY_THRESHOLD: f64 = 1e-15;

/// A part of a luck and skill report.
struct ReportPart {
    /// Its title in tables.
    title: &'static str,
    /// Its key in JSON.
    key: &'static str,
    value: fn(&LuckSkillReport) -> f64,
}

impl ReportPart {
    const fn new(
        title: &'static str,
        key: &'static str,
        value: fn(&LuckSkillReport) -> f64,
    ) -> Self {
        Self { title, key, value }
    }
}

/// The parts of a luck and skill report, in the order of the tables.
const REPORT_PARTS: [ReportPart; 8] = [
    ReportPart::new("start", "start", |report| report.start),
    ReportPart::new("luck", "luck", |report| report.luck),
    ReportPart::new("own decisions", "skill", |report| report.skill),
    ReportPart::new("others' decisions", "gifts", |report| report.others_choices),
    ReportPart::new("rules and clocks", "rules", |report| report.other),
    ReportPart::new("evaluation error", "rest", |report| report.residual),
    ReportPart::new("result", "result", |report| report.end),
    ReportPart::new("without luck", "result_without_luck", |report| report.end - report.luck),
];

/// The index of the number of mistakes in the result of [`numbers`], after the parts of the report.
const MISTAKES: usize = REPORT_PARTS.len();

/// The analysis of a game, in words and numbers.
pub(super) struct GameSummary {
    /// The options of the analysis.
    pub options: AnalysisOptions,
    /// The name of the robot that judged the chances, or an empty string if no robot judged them.
    pub robot: String,
    pub preset: String,
    pub steps: usize,
    pub is_over: bool,
    /// The seats in the order of turns, with their players.
    pub seats: Vec<(&'static str, String, LuckSkillReport)>,
    /// The chances during the game, in the order of its steps.
    pub chances: Vec<SeatChances>,
    pub worst: Vec<WorstChoice>,
    /// True if a house rule could forbid actions that the analysis considers.
    pub has_filter_rules: bool,
    /// The reason why the analysis could not be saved, if it was to be saved and that failed.
    pub save_error: Option<String>,
}

/// The chances of all seats in a position.
pub(super) struct SeatChances {
    /// The number of steps played before this position.
    pub steps: usize,
    /// The contested place, 0 for the first.
    pub place: usize,
    /// The chance of each seat to take this place, in the order of [`GameSummary::seats`].
    pub by_seat: Vec<f32>,
}

/// One of the worst choices of a game.
pub(super) struct WorstChoice {
    /// The number of steps played before the choice.
    pub step: usize,
    pub seat: &'static str,
    /// The chance of the contested place that the choice gives away, from 0 to 1.
    pub cost: f32,
    /// The chosen action.
    pub played: RatedAction,
    /// The best action.
    pub best: RatedAction,
}

/// An action with its value.
pub(super) struct RatedAction {
    pub notation: String,
    pub description: String,
    pub value: f32,
}

/// Returns a line about the method of the analysis.
fn method_line(options: &AnalysisOptions, robot: &str) -> String {
    let ahead = match options.depth {
        0 => "by the neural network".to_owned(),
        1 => "by the neural network, one roll ahead".to_owned(),
        rolls => format!("by the neural network, {rolls} rolls ahead"),
    };
    match options.rollouts {
        _ if !robot.is_empty() => {
            format!("winning chances by {robot}; luck and skill evaluated {ahead}")
        }
        0 => format!("evaluated {ahead}"),
        rollouts => {
            format!("winning chances by {rollouts} rollouts; luck and skill evaluated {ahead}")
        }
    }
}

/// Returns a share in percent, rounded to one decimal place.
fn percent(share: f64) -> f64 {
    // Adding 0.0 turns a negative zero into zero.
    rounded(100.0 * share, 1) + 0.0
}

/// Formats an aligned table. The first `left` columns are aligned left, the others right.
fn table(head: &[&str], rows: &[Vec<String>], left: usize) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded = cells.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let row_line = |row: &Vec<String>| line(&row.iter().map(String::as_str).collect::<Vec<_>>());
    std::iter::once(line(head)).chain(rows.iter().map(row_line)).collect()
}

pub(super) fn summary_lines(game: &GameSummary) -> Vec<String> {
    let mut lines = vec![format!(
        "{}, {} steps, {}",
        game.preset,
        game.steps,
        method_line(&game.options, &game.robot)
    )];
    if game.has_filter_rules {
        lines.push("house rules are ignored; a forbidden move may be called best".to_owned());
    }
    lines.push("winning chances in percent, by step:".to_owned());
    let seats: Vec<&str> = game.seats.iter().map(|(seat, ..)| *seat).collect();
    let mut head = vec!["steps", "place"];
    head.extend(&seats);
    let row = |SeatChances { steps, place, by_seat }: &SeatChances| {
        let mut cells = vec![steps.to_string(), (place + 1).to_string()];
        cells.extend(by_seat.iter().map(|share| format!("{:.1}", percent(f64::from(*share)))));
        cells
    };
    lines.extend(table(&head, &game.chances.iter().map(row).collect::<Vec<_>>(), 0));
    lines.push("how the result came about, in percentage points:".to_owned());
    let mut head = vec!["seat", "player"];
    head.extend(REPORT_PARTS.iter().map(|part| part.title));
    // Later decisions are not among the parts that add up to the result. They are measured in
    // chances of a later place, not of the first.
    head.extend(["later decisions", "decisions", "mistakes"]);
    let row = |(seat, player, report): &(&str, String, LuckSkillReport)| {
        let mut cells = vec![(*seat).to_owned(), player.clone()];
        let values = REPORT_PARTS.iter().map(|part| (part.value)(report));
        cells.extend(values.map(|value| format!("{:.1}", percent(value))));
        cells.push(format!("{:.1}", percent(report.later_skill)));
        cells.extend([report.choices.to_string(), report.errors.to_string()]);
        cells
    };
    lines.extend(table(&head, &game.seats.iter().map(row).collect::<Vec<_>>(), 2));
    if !game.worst.is_empty() {
        lines.push("biggest mistakes:".to_owned());
    }
    lines.extend(game.worst.iter().flat_map(|worst| {
        let (played, best) = (&worst.played, &worst.best);
        let share = |value: f32| percent(f64::from(value));
        [
            format!(
                "{:>5}  {:.1}%  {}  ({:.1}%)",
                worst.step + 1,
                -share(worst.cost),
                played.description,
                share(played.value)
            ),
            format!("         best was  {}  ({:.1}%)", best.description, share(best.value)),
        ]
    }));
    lines
}

fn report_json(report: &LuckSkillReport) -> Map<String, Value> {
    let number = |value: f64| json!(rounded(value, 6) + 0.0);
    let mut object = Map::new();
    for part in &REPORT_PARTS {
        object.insert(part.key.to_owned(), number((part.value)(report)));
    }
    object.insert("later_skill".to_owned(), number(report.later_skill));
    object.insert("choices".to_owned(), json!(report.choices));
    object.insert("mistakes".to_owned(), json!(report.errors));
    object
}

fn options_json(options: &AnalysisOptions) -> Value {
    let AnalysisOptions { depth, rollouts, determinizations: worlds, seed } = *options;
    json!({ "depth": depth, "playouts": rollouts, "worlds": worlds, "seed": seed })
}

pub(super) fn summary_json(game: &GameSummary) -> Value {
    let seats = game.seats.iter().map(|(seat, player, report)| {
        let mut object = report_json(report);
        object.insert("seat".to_owned(), json!(seat));
        object.insert("player".to_owned(), json!(player));
        Value::Object(object)
    });
    let chances = game.chances.iter().map(|chances| {
        let by_seat: Map<String, Value> = game
            .seats
            .iter()
            .zip(&chances.by_seat)
            .map(|((seat, ..), share)| ((*seat).to_owned(), json!(rounded(f64::from(*share), 4))))
            .collect();
        json!({ "steps": chances.steps, "place": chances.place + 1, "chances": by_seat })
    });
    let action = |action: &RatedAction| {
        let value = rounded(f64::from(action.value), 4);
        json!({ "action": action.notation, "words": action.description, "value": value })
    };
    let worst = |worst: &WorstChoice| {
        json!({
            "step": worst.step + 1,
            "seat": worst.seat,
            "cost": rounded(f64::from(worst.cost), 4),
            "taken": action(&worst.played),
            "better": action(&worst.best),
        })
    };
    json!({
        "preset": game.preset,
        "steps": game.steps,
        "over": game.is_over,
        "options": options_json(&game.options),
        "by": (!game.robot.is_empty()).then_some(&game.robot),
        "chances": chances.collect::<Vec<_>>(),
        "seats": seats.collect::<Vec<_>>(),
        "worst": game.worst.iter().map(worst).collect::<Vec<_>>(),
    })
}

/// The [`numbers`] of a player in each game, by the index of the game. They are means over the
/// player's seats in that game.
type GameNumbers = BTreeMap<usize, Vec<f64>>;

/// Returns the parts of a report, then the number of mistakes.
fn numbers(report: &LuckSkillReport) -> Vec<f64> {
    let parts = REPORT_PARTS.iter().map(|part| (part.value)(report));
    parts.chain([f64::from(report.errors)]).collect()
}

/// Groups the reports by player. If there is only one player, groups them by seat.
fn numbers_by_player(games: &[GameSummary]) -> BTreeMap<String, GameNumbers> {
    let group = |by_seat: bool| {
        let mut players: BTreeMap<String, BTreeMap<usize, Vec<Vec<f64>>>> = BTreeMap::new();
        for (game, summary) in games.iter().enumerate() {
            for (seat, player, report) in &summary.seats {
                let name = if by_seat { (*seat).to_owned() } else { player.clone() };
                let games = players.entry(name).or_default();
                games.entry(game).or_default().push(numbers(report));
            }
        }
        players
    };
    let mut groups = group(false);
    if groups.len() < 2 {
        groups = group(true);
    }
    let mean_of_seats = |seats: Vec<Vec<f64>>| {
        let count = seats.len() as f64;
        (0..=REPORT_PARTS.len())
            .map(|part| seats.iter().map(|seat| seat[part]).sum::<f64>() / count)
            .collect()
    };
    let means = |games: BTreeMap<usize, Vec<Vec<f64>>>| {
        games.into_iter().map(|(game, seats)| (game, mean_of_seats(seats))).collect()
    };
    groups.into_iter().map(|(name, games)| (name, means(games))).collect()
}

/// A mean with its 95% interval. A single value, or values that are all equal, give no interval,
/// because the error cannot be estimated from them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mean {
    value: f64,
    interval: Option<[f64; 2]>,
}

/// Returns the 97.5% quantile of Student's distribution. With more than four degrees of freedom
/// it uses the Cornish-Fisher expansion, accurate to three digits.
fn student_quantile(freedom: usize) -> f64 {
    let tabulated = freedom.checked_sub(1).and_then(|index| STUDENT_QUANTILES.get(index));
    if let Some(quantile) = tabulated {
        return *quantile;
    }
    let n = freedom as f64;
    // The coefficients of 1/n, 1/n² and 1/n³.
    let c1 = (Z.powi(3) + Z) / 4.0;
    let c2 = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let c3 = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + c1 / n + c2 / n.powi(2) + c3 / n.powi(3)
}

/// Returns the mean of independent numbers with its interval.
fn mean(values: &[f64]) -> Mean {
    let count = values.len().max(1) as f64;
    let value = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|number| (number - value) * (number - value)).sum();
    let freedom = values.len().saturating_sub(1);
    let has_interval = freedom > 0 && squares > EQUALITY_THRESHOLD;
    let interval = has_interval.then(|| {
        let margin = student_quantile(freedom) * (squares / freedom as f64 / count).sqrt();
        [value - margin, value + margin]
    });
    Mean { value, interval }
}

impl Mean {
    /// Limits the interval to the possible range.
    fn clamp_interval(mut self, low: f64, high: f64) -> Self {
        self.interval = self.interval.map(|interval| interval.map(|end| end.clamp(low, high)));
        self
    }
}

/// The index of the result in [`REPORT_PARTS`]. A result is a share of the first place, so its mean
/// lies between 0 and 1.
const RESULT: usize = 6;

/// Returns the mean of a part over the games of a player.
fn part_mean(games: &GameNumbers, part: usize) -> Mean {
    let mean = mean(&games.values().map(|numbers| numbers[part]).collect::<Vec<_>>());
    if part == RESULT { mean.clamp_interval(0.0, 1.0) } else { mean }
}

/// Returns the mean difference of a part between two players, over the games that both played.
fn difference(first: &GameNumbers, second: &GameNumbers, part: usize) -> Mean {
    let differences =
        first.iter().filter_map(|(game, numbers)| Some(numbers[part] - second.get(game)?[part]));
    let mean = mean(&differences.collect::<Vec<_>>());
    if part == RESULT { mean.clamp_interval(-1.0, 1.0) } else { mean }
}

/// The indices in [`REPORT_PARTS`] of the parts printed with intervals: the result, luck, own
/// decisions, others' decisions, the evaluation error, and the result without luck.
const PRINTED_PARTS: [usize; 6] = [RESULT, 1, 2, 3, 5, 7];

/// Formats a mean with its interval, in percentage points.
fn mean_text(mean: Mean) -> String {
    let value = 100.0 * mean.value;
    match mean.interval {
        Some([low, high]) => format!("{value:.2} ({:.2} to {:.2})", 100.0 * low, 100.0 * high),
        None => format!("{value:.2}"),
    }
}

/// The name and the numbers of a player.
type NamedPlayer<'a> = (&'a str, &'a GameNumbers);

/// Returns the pairs of players that met, with the number of their games.
fn pairs(
    players: &BTreeMap<String, GameNumbers>,
) -> Vec<(NamedPlayer<'_>, NamedPlayer<'_>, usize)> {
    let all: Vec<NamedPlayer<'_>> =
        players.iter().map(|(name, numbers)| (name.as_str(), numbers)).collect();
    let mut pairs = Vec::new();
    for (index, first) in all.iter().enumerate() {
        for second in &all[index + 1..] {
            let games = first.1.keys().filter(|game| second.1.contains_key(game)).count();
            if games > 0 {
                pairs.push((*first, *second, games));
            }
        }
    }
    pairs
}

pub(super) fn means_lines(games: &[GameSummary]) -> Vec<String> {
    let players = numbers_by_player(games);
    let mut head = vec!["player", "games"];
    head.extend(PRINTED_PARTS.map(|part| REPORT_PARTS[part].title));
    head.push("mistakes");
    let rows = players.iter().map(|(name, played)| {
        let mut cells = vec![name.clone(), played.len().to_string()];
        cells.extend(PRINTED_PARTS.map(|part| mean_text(part_mean(played, part))));
        cells.push(format!("{:.2}", part_mean(played, MISTAKES).value));
        cells
    });
    let mut lines =
        vec![format!("{} games; averages in percentage points, with 95% intervals:", games.len())];
    lines.extend(table(&head, &rows.collect::<Vec<_>>(), 1));
    let rows = pairs(&players).into_iter().map(|(first, second, games)| {
        let mut cells = vec![format!("{} - {}", first.0, second.0), games.to_string()];
        cells.extend(PRINTED_PARTS.map(|part| mean_text(difference(first.1, second.1, part))));
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

/// Returns the options of the analysis with the greatest depth.
fn options_of(games: &[GameSummary]) -> AnalysisOptions {
    let options = games.iter().map(|game| game.options);
    options.max_by_key(|options| options.depth).unwrap_or_default()
}

pub(super) fn means_json(games: &[GameSummary]) -> Value {
    let players = numbers_by_player(games);
    let interval =
        |mean: Mean| json!(mean.interval.map(|interval| interval.map(|end| rounded(end, 6))));
    let parts_json = |mean_of: &dyn Fn(usize) -> Mean| {
        let mut object = Map::new();
        for (index, ReportPart { key, .. }) in REPORT_PARTS.iter().enumerate() {
            let mean = mean_of(index);
            object.insert((*key).to_owned(), json!(rounded(mean.value, 6) + 0.0));
            object.insert(format!("{key}_ci"), interval(mean));
        }
        object
    };
    let rows = players.iter().map(|(name, played)| {
        let mut object = parts_json(&|part| part_mean(played, part));
        object.insert("player".to_owned(), json!(name));
        object.insert("games".to_owned(), json!(played.len()));
        object.insert("mistakes".to_owned(), json!(rounded(part_mean(played, MISTAKES).value, 4)));
        Value::Object(object)
    });
    // A difference is the mean of the first player less that of the second, over the games that
    // both played.
    let differences = pairs(&players).into_iter().map(|(first, second, games)| {
        let mut object = parts_json(&|part| difference(first.1, second.1, part));
        object.insert("player".to_owned(), json!(first.0));
        object.insert("less".to_owned(), json!(second.0));
        object.insert("games".to_owned(), json!(games));
        Value::Object(object)
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
        let report = |end: f64| LuckSkillReport { end, ..LuckSkillReport::default() };
        GameSummary {
            options: AnalysisOptions { depth: 0, ..AnalysisOptions::default() },
            preset: "open".to_owned(),
            steps: 9,
            is_over: true,
            seats: seats
                .map(|(seat, (name, end))| (seat, (*name).to_owned(), report(*end)))
                .collect(),
            chances: Vec::new(),
            worst: Vec::new(),
            has_filter_rules: false,
            robot: String::new(),
            save_error: None,
        }
    }

    #[test]
    fn intervals_of_few_games_are_wide_or_absent() {
        assert_eq!(mean(&[1.0]), Mean { value: 1.0, interval: None });
        assert_eq!(mean(&[1.0, 1.0, 1.0]).interval, None, "equal values give no interval");
        let [low, high] = mean(&[0.0, 1.0]).interval.unwrap();
        assert!((high - 6.8531).abs() < 1e-3 && (low + high - 1.0).abs() < 1e-9, "{low} {high}");
        for (freedom, value) in [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (100, 1.984)] {
            assert!(
                (student_quantile(freedom) - value).abs() < 0.004,
                "{freedom} {}",
                student_quantile(freedom)
            );
        }
        assert_eq!(mean_text(mean(&[1.0])), "100.00");
    }

    #[test]
    fn only_players_of_common_games_are_compared() {
        let games = [
            game(&[("Ann", 1.0), ("Ben", 0.0)]),
            game(&[("Ann", 0.0), ("Ben", 1.0)]),
            game(&[("Cai", 1.0), ("Dan", 0.0)]),
        ];
        let report = means_json(&games);
        let pairs = report["differences"].as_array().unwrap();
        let players_and_games =
            |pair: &Value| (pair["player"].clone(), pair["less"].clone(), pair["games"].clone());
        let pairs: Vec<_> = pairs.iter().map(players_and_games).collect();
        assert_eq!(
            pairs,
            [(json!("Ann"), json!("Ben"), json!(2)), (json!("Cai"), json!("Dan"), json!(1))]
        );
        assert_eq!(report["differences"][1]["result_ci"], Value::Null);
        assert_eq!(report["differences"][0]["result_ci"], json!([-1.0, 1.0]));
        assert_eq!(report["players"][0]["result_ci"], json!([0.0, 1.0]), "a share is at most 1");
        let lines = means_lines(&games);
        assert!(lines.iter().any(|line| line.starts_with("Ann - Ben")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("Ann - Cai")), "{lines:?}");
        assert_eq!(method_line(&options_of(&games), ""), "evaluated by the neural network");
    }
}
