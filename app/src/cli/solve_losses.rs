//! `qipan solve --robot`: the winning chances that a robot gives away by its decisions.

use std::collections::BTreeMap;

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::position::{PositionLine, Positions};
use qipan_core::games::race::{Action, Event, Race, RaceSolution};
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use serde_json::{Value, json};

use crate::cli::output::{Failure, rounded};
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::scripts::RobotSpec;

/// The difference of two winning chances below which they count as equal.
const TOLERANCE: f64 = 1e-7;

/// The maximum number of kinds of mistakes that are listed.
const MAX_KINDS: usize = 8;

/// The decisions of a robot in which it had a choice.
pub(super) struct RobotLosses {
    name: String,
    games: u64,
    /// The winning chance given away by each decision.
    losses: Vec<f64>,
    /// The winning chance that random choices would have given away, summed over all decisions.
    random_total: f64,
    /// The number of errors of the robot.
    errors: u64,
    /// The losses of mistakes, by the kind of the best action and that of the chosen one.
    kinds: BTreeMap<(&'static str, &'static str), Vec<f64>>,
    worst: Option<Mistake>,
}

/// The costliest decision.
struct Mistake {
    race: Race,
    loss: f64,
    best: Action,
    chosen: Action,
}

/// Lets a robot play games against itself until it has had a choice in `decisions` decisions.
/// Compares each of them with the best action.
pub(super) fn measure(
    solution: &RaceSolution,
    name: &str,
    spec: &RobotSpec,
    decisions: u64,
    seed: u64,
) -> Result<RobotLosses, Failure> {
    let _ticking = ClockGuard::start();
    let start = solution.start();
    let mut robots = BTreeMap::new();
    for seat in start.seats().iter() {
        let robot =
            spec.make::<Race>(&cli_script_host(), House::default()).map_err(Failure::bad)?;
        robots.insert(seat.index(), robot);
    }
    let mut losses = RobotLosses::new(name);
    let (mut values, mut actions) = (Vec::new(), Vec::new());
    while losses.decisions() < decisions {
        let game_seed = Seed::from_number(seed.wrapping_add(losses.games));
        let mut dice = Dice::new(game_seed);
        let (mut race, mut log) = (start.clone(), Vec::new());
        robots.values_mut().for_each(|robot| robot.start());
        losses.games += 1;
        while losses.decisions() < decisions {
            let step = match race.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => Step::Chance(dice.roll(&[1, 2, 3, 4, 5, 6])),
                Turn::Seat(seat) => {
                    race.legal_actions(&mut actions);
                    let Some(robot) = robots.get_mut(&seat.index()) else { break };
                    let stream = game_seed.robot_stream(seat, race.ply());
                    let choice = ask(robot.as_mut(), &race, seat, &actions, &log, &[], stream);
                    losses.errors += u64::from(choice.error.is_some());
                    solution.action_values(&race, &mut values);
                    losses.add(&race, choice.action, &values);
                    Step::Act { seat, action: choice.action }
                }
            };
            race.play_unchecked(&step, &mut log);
        }
    }
    Ok(losses)
}

impl RobotLosses {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            games: 0,
            losses: Vec::new(),
            random_total: 0.0,
            errors: 0,
            kinds: BTreeMap::new(),
            worst: None,
        }
    }

    fn decisions(&self) -> u64 {
        self.losses.len() as u64
    }

    /// Adds a decision, unless all actions have the same value. `values` are the values of all
    /// actions.
    fn add(&mut self, race: &Race, chosen: Action, values: &[(Action, f64)]) {
        let by_value = |a: &&(Action, f64), b: &&(Action, f64)| a.1.total_cmp(&b.1);
        let (Some(best), Some(worst)) =
            (values.iter().max_by(by_value), values.iter().min_by(by_value))
        else {
            return;
        };
        if best.1 - worst.1 < TOLERANCE {
            return;
        }
        let value =
            values.iter().find(|(action, _)| *action == chosen).map_or(0.0, |entry| entry.1);
        let loss = best.1 - value;
        let mean = values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64;
        self.random_total += best.1 - mean;
        self.losses.push(loss);
        if loss < TOLERANCE {
            return;
        }
        self.kinds.entry((kind(race, best.0), kind(race, chosen))).or_default().push(loss);
        if self.worst.as_ref().is_none_or(|worst| loss > worst.loss) {
            self.worst = Some(Mistake { race: race.clone(), loss, best: best.0, chosen });
        }
    }

    fn mean(&self) -> f64 {
        self.losses.iter().sum::<f64>() / self.losses.len().max(1) as f64
    }

    /// Returns half the width of the 95% interval of the mean.
    fn mean_error(&self) -> f64 {
        let (mean, count) = (self.mean(), self.losses.len() as f64);
        let squares: f64 = self.losses.iter().map(|loss| (loss - mean).powi(2)).sum();
        1.96 * (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }

    fn random_mean(&self) -> f64 {
        self.random_total / self.losses.len().max(1) as f64
    }

    /// Returns the share of decisions in which the robot chose a best action.
    fn best_share(&self) -> f64 {
        let best = self.losses.iter().filter(|loss| **loss < TOLERANCE).count();
        best as f64 / self.losses.len().max(1) as f64
    }

    fn largest(&self) -> f64 {
        self.worst.as_ref().map_or(0.0, |worst| worst.loss)
    }

    /// Returns the kinds of mistakes with their losses, those that cost most in total first.
    fn kinds_by_cost(&self) -> Vec<(&'static str, &'static str, &[f64])> {
        let mut kinds: Vec<_> =
            self.kinds.iter().map(|(kind, losses)| (kind.0, kind.1, &losses[..])).collect();
        let total = |losses: &[f64]| losses.iter().sum::<f64>();
        kinds.sort_by(|a, b| total(b.2).total_cmp(&total(a.2)));
        kinds
    }

    pub(super) fn json(&self, preset: &str) -> Value {
        let kinds: Vec<Value> = self
            .kinds_by_cost()
            .into_iter()
            .map(|(best, chosen, losses)| {
                let total: f64 = losses.iter().sum();
                json!({
                    "best": best,
                    "chosen": chosen,
                    "count": losses.len(),
                    "mean": rounded(total / losses.len() as f64, 6),
                    "per_decision": rounded(total / self.losses.len() as f64, 6),
                })
            })
            .collect();
        let worst = self.worst.as_ref().map(|worst| {
            json!({
                "position": worst.line(preset),
                "best": worst.best.to_string(),
                "chosen": worst.chosen.to_string(),
                "loss": rounded(worst.loss, 6),
            })
        });
        json!({
            "name": self.name,
            "games": self.games,
            "decisions": self.losses.len(),
            "mean": rounded(self.mean(), 6),
            "mean_error": rounded(self.mean_error(), 6),
            "random_mean": rounded(self.random_mean(), 6),
            "best_share": rounded(self.best_share(), 6),
            "largest": rounded(self.largest(), 6),
            "errors": self.errors,
            "mistakes": kinds,
            "worst": worst,
        })
    }

    /// Returns the lines about the mistakes of the robot: their kinds, and the worst one.
    pub(super) fn mistake_lines(&self, preset: &str) -> Vec<String> {
        let Some(worst) = &self.worst else { return Vec::new() };
        let mut lines = vec![
            String::new(),
            format!("{:10}  {:10}  mistakes  mean loss (%)  per decision (%)", "best", self.name),
        ];
        for (best, chosen, losses) in self.kinds_by_cost().into_iter().take(MAX_KINDS) {
            let total = 100.0 * losses.iter().sum::<f64>();
            let (count, per_decision) = (losses.len(), total / self.losses.len() as f64);
            let mean = total / count as f64;
            lines.push(format!(
                "{best:10}  {chosen:10}  {count:>8}  {mean:>13.3}  {per_decision:>16.4}"
            ));
        }
        let (loss, best, chosen) = (100.0 * worst.loss, worst.best, worst.chosen);
        lines.push(format!("worst: {chosen} instead of {best}, {loss:.2} %"));
        lines.push(worst.line(preset));
        lines
    }
}

impl Mistake {
    /// Returns the position as a line that other commands read, or the reason why it has none.
    fn line(&self, preset: &str) -> String {
        Positions::position(&self.race).map_or_else(
            |why| why.to_string(),
            |position| {
                let (preset, rules) = (preset.to_owned(), *self.race.rules());
                PositionLine::<Race> { preset, rules, position }.to_string()
            },
        )
    }
}

/// Returns the kind of an action, named after the most important of its consequences. `lane` is a
/// move that ends in the lane of the plane's seat.
fn kind(race: &Race, action: Action) -> &'static str {
    let events = race.preview(action);
    let last_on_track = race.board().last_on_track();
    let is_in_lane =
        events.iter().any(|event| matches!(event, Event::Moved { to, .. } if *to > last_on_track));
    let has = |is: fn(&Event) -> bool| events.iter().any(is);
    match () {
        () if has(|event| matches!(event, Event::Finished { .. })) => "finish",
        () if has(|event| matches!(event, Event::Captured { .. })) => "capture",
        () if has(|event| matches!(event, Event::Stacked { .. })) => "stack",
        () if has(|event| matches!(event, Event::Flew { .. })) => "fly",
        () if has(|event| matches!(event, Event::Launched { .. })) => "launch",
        () if has(|event| matches!(event, Event::Jumped { .. })) => "jump",
        () if is_in_lane => "lane",
        () => "walk",
    }
}

/// Formats the losses of robots as an aligned table.
pub(super) fn table(rows: &[RobotLosses]) -> Vec<String> {
    let name_width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(5);
    let mut lines = vec![
        String::new(),
        format!(
            "{:name_width$}  decisions  games  best action (%)  {:>20}  largest (%)  random (%)",
            "robot", "gives away (%)"
        ),
    ];
    lines.extend(rows.iter().map(|row| {
        let [best, mean, error, largest, random] =
            [row.best_share(), row.mean(), row.mean_error(), row.largest(), row.random_mean()]
                .map(|share| 100.0 * share);
        let mean = format!("{mean:.3} ± {error:.3}");
        format!(
            "{:name_width$}  {:>9}  {:>5}  {best:>15.1}  {mean:>20}  {largest:>11.2}  {random:>10.2}",
            row.name, row.losses.len(), row.games
        )
    }));
    let errors = rows.iter().filter(|row| row.errors > 0);
    lines.extend(errors.map(|row| format!("{}: {} errors", row.name, row.errors)));
    lines
}
