//! `qipan agree`: move agreement of robots with saved games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::robot::{Choice, Robot, RobotNote};
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::registry::kind_of;
use qipan_core::script::Scripted;
use qipan_core::tournament::wilson;
use qipan_core::with_game;
use serde_json::{Value, json};

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};
use crate::cli::progress::GameProgress;
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::scripts::ScriptArg;
use crate::model::storage::Folders;
use crate::model::{house, storage};

/// The number of a robot's best choices that are compared with the played action.
const TOP_CHOICES: usize = 3;

/// The arguments of `qipan agree`.
#[derive(Debug, Args)]
pub(super) struct AgreeArgs {
    /// Saved games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Robot to ask (repeatable)
    #[arg(long = "robot", value_name = "ROBOT", required = true, value_parser = options::script_arg)]
    robots: Vec<ScriptArg>,
    #[command(flatten)]
    programs: Programs,
    /// Ask about every Nth decision only
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = options::count)]
    every: u64,
    /// Print rows for each player of the saved games, by name, or for each seat
    #[arg(long, value_name = "WHAT")]
    by: Option<AgreeBy>,
    #[command(flatten)]
    format: Format,
}

/// The groups of decisions that get rows of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AgreeBy {
    /// The players, by name
    Player,
    /// The seats
    Seat,
}

/// The move agreement of a robot, or of random choices.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    decisions: u64,
    /// The number of decisions in which the first choice was the played action. For random choices,
    /// the sum of the probabilities of choosing the played action.
    first: f64,
    /// The number of decisions in which the robot rated its actions with numbers.
    rated: u64,
    /// The number of decisions in which the played action was among the best [`TOP_CHOICES`]
    /// choices. For random choices, the sum of the probabilities that it is among
    /// [`TOP_CHOICES`] actions drawn at random.
    among_top: f64,
    /// The number of decisions that ended with an error of the robot.
    errors: u64,
}

/// The totals of all games, or of the decisions of one player or seat.
#[derive(Clone)]
struct AgreementTotals {
    random_choice: Agreement,
    robots: Vec<Agreement>,
}

/// The totals of all decisions, and the totals of each player or seat by its name.
struct GroupedTotals {
    all: AgreementTotals,
    groups: BTreeMap<String, AgreementTotals>,
}

impl AgreementTotals {
    fn new(robots: usize) -> Self {
        let robots = vec![Agreement::default(); robots];
        Self { random_choice: Agreement::default(), robots }
    }

    /// Returns the rows of the table with their names.
    fn rows<'a>(&'a self, agree: &'a AgreeArgs) -> Vec<(&'a str, &'a Agreement)> {
        let robots = agree.robots.iter().map(ScriptArg::as_str).zip(&self.robots);
        std::iter::once(("random choice", &self.random_choice)).chain(robots).collect()
    }

    /// Returns the rows for JSON.
    fn json(&self, agree: &AgreeArgs) -> Vec<Value> {
        self.rows(agree).iter().map(|(name, agreement)| agreement.json(name)).collect()
    }
}

impl GroupedTotals {
    /// Returns the totals to which a decision is added: those of all, and those of its group.
    fn of_decision(&mut self, group: Option<&String>) -> Vec<&mut AgreementTotals> {
        let robots = self.all.robots.len();
        let mut totals = vec![&mut self.all];
        if let Some(group) = group {
            let of_group = self.groups.entry(group.clone());
            totals.push(of_group.or_insert_with(|| AgreementTotals::new(robots)));
        }
        totals
    }
}

impl AgreeArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let all = AgreementTotals::new(self.robots.len());
        let mut totals = GroupedTotals { all, groups: BTreeMap::new() };
        let progress = GameProgress::new(self.files.len() as u64, 0);
        let _ticking = ClockGuard::start();
        for (done, file) in (1..).zip(&self.files) {
            let read_error = |why: String| Failure::bad(format!("{}: {why}", file.display()));
            let text = storage::read_text(file).map_err(Failure::bad)?;
            let game = AgreeGame { agree: self, folders, file, totals: &mut totals };
            let kind = kind_of(&text).map_err(|why| read_error(why.to_string()))?;
            with_game!(kind, |G| {
                let loaded = Record::<G>::read(&text).map_err(|why| read_error(why.to_string()))?;
                game.ask_robots(loaded.record)?;
            });
            progress.set(done);
        }
        progress.finish();
        let GroupedTotals { all, groups } = &totals;
        if self.format.json {
            let mut report = json!({ "games": self.files.len(), "robots": all.json(self) });
            if let Some(by) = self.by {
                let groups =
                    groups.iter().map(|(name, totals)| (name.clone(), totals.json(self).into()));
                let key = match by {
                    AgreeBy::Player => "players",
                    AgreeBy::Seat => "seats",
                };
                report[key] = Value::Object(groups.collect());
            }
            print_json(&report);
        } else {
            table(&all.rows(self)).iter().for_each(|line| print(line));
            for (name, totals) in groups {
                print("");
                print(&format!("decisions of {name}"));
                table(&totals.rows(self)).iter().for_each(|line| print(line));
            }
        }
        self.refuse_silent_robots(all)
    }

    /// Refuses robots that made none of the decisions themselves, such as programs that do not run.
    fn refuse_silent_robots(&self, totals: &AgreementTotals) -> CliResult {
        for (name, agreement) in self.robots.iter().zip(&totals.robots) {
            if agreement.decisions > 0 && agreement.errors == agreement.decisions {
                return Err(Failure::Bad(format!(
                    "{name} made none of the {} decisions itself, so its row says nothing about it",
                    agreement.decisions
                )));
            }
        }
        Ok(())
    }
}

/// The game of one file, with the totals to which its decisions are added.
struct AgreeGame<'a> {
    agree: &'a AgreeArgs,
    folders: &'a Folders,
    file: &'a Path,
    totals: &'a mut GroupedTotals,
}

impl AgreeGame<'_> {
    /// Asks the robots about the decisions of the game, or only about every Nth of them with
    /// `--every`. Skips decisions with only one legal action, answers to questions of house rules,
    /// and decisions of seats whose pieces a redacted game does not show.
    fn ask_robots<G: Scripted>(self, record: Record<G>) -> CliResult {
        let mut robots = Vec::new();
        for name in &self.agree.robots {
            let spec =
                options::robot::<G>(self.folders, &record.preset, name, &self.agree.programs)?;
            // As in the game, each seat has its own robot, since a program may remember what its
            // seat has seen.
            let mut robots_by_seat = BTreeMap::new();
            for (seat, _) in record.players.iter() {
                let mut robot =
                    spec.make::<G>(&cli_script_host(), House::default()).map_err(Failure::bad)?;
                robot.start();
                robots_by_seat.insert(seat.index(), robot);
            }
            robots.push(robots_by_seat);
        }
        let AgreeGame { agree, file, totals, .. } = self;
        let replay_error = |why: String| Failure::bad(format!("{}: {why}", file.display()));
        let names = house::names(&record.house_rules);
        let mut session = Session::new(Record { steps: Vec::new(), ..record.clone() })
            .map_err(|why| replay_error(why.to_string()))?;
        let mut decisions = 0;
        for step in &record.steps {
            if let (Turn::Seat(seat), Step::Act { action, .. }) = (session.state().turn(), step) {
                let (played, actions) = (G::without_battle_result(*action), session.actions());
                let is_fully_visible =
                    session.state().redacted_for().is_none_or(|viewer| viewer == seat);
                let is_answer = G::answered_option(played).is_some();
                if is_fully_visible && !is_answer && actions.len() > 1 && actions.contains(&played)
                {
                    if decisions % agree.every == 0 {
                        let group = agree.by.map(|by| match by {
                            AgreeBy::Seat => G::seat_name(seat).to_owned(),
                            AgreeBy::Player => {
                                let player = record.players.iter().find(|(own, _)| *own == seat);
                                player.map(|(_, player)| player.name.clone()).unwrap_or_default()
                            }
                        });
                        let mut decision_totals = totals.of_decision(group.as_ref());
                        for totals in &mut decision_totals {
                            totals.random_choice.add_random_choice(actions.len());
                        }
                        let stream = session.robot_stream(seat);
                        for (index, robots_by_seat) in robots.iter_mut().enumerate() {
                            let Some(robot) = robots_by_seat.get_mut(&seat.index()) else {
                                continue;
                            };
                            let (state, log) = (session.state(), session.log());
                            let robot: &mut dyn Robot<G> = robot.as_mut();
                            let choice = ask(robot, state, seat, &actions, log, &names, stream);
                            for totals in &mut decision_totals {
                                totals.robots[index].add(&choice, &played);
                            }
                        }
                    }
                    decisions += 1;
                }
            }
            session.play(step.clone()).map_err(|why| replay_error(why.to_string()))?;
        }
        Ok(())
    }
}

impl Agreement {
    /// Counts a decision by a random choice among `actions` actions.
    fn add_random_choice(&mut self, actions: usize) {
        self.decisions += 1;
        self.rated += 1;
        self.first += 1.0 / actions as f64;
        self.among_top += TOP_CHOICES.min(actions) as f64 / actions as f64;
    }

    /// Counts a decision of a robot.
    fn add<A: PartialEq + Copy>(&mut self, choice: &Choice<A>, played: &A) {
        self.decisions += 1;
        self.first += f64::from(u8::from(choice.action == *played));
        self.errors += u64::from(choice.error.is_some());
        let mut rated: Vec<(f64, A)> = choice
            .notes
            .iter()
            .filter_map(|note| match note {
                RobotNote::Action { action, text } => Some((text.parse().ok()?, *action)),
                RobotNote::Cell { .. } => None,
            })
            .collect();
        if rated.is_empty() {
            return;
        }
        // The chosen action ranks first, whatever its note.
        rated.retain(|(_, action)| *action != choice.action);
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        let others = rated.iter().map(|(_, action)| *action).take(TOP_CHOICES - 1);
        let is_among_top =
            std::iter::once(choice.action).chain(others).any(|action| action == *played);
        self.rated += 1;
        self.among_top += f64::from(u8::from(is_among_top));
    }

    fn json(&self, name: &str) -> Value {
        let share = |hits: f64, of: u64| (of > 0).then(|| rounded(hits / of as f64, 6));
        let interval = |hits: f64, of: u64| {
            (of > 0).then(|| {
                let estimate = wilson(hits / of as f64, of as f64);
                [rounded(estimate.low, 6), rounded(estimate.high, 6)]
            })
        };
        json!({
            "name": name,
            "decisions": self.decisions,
            "first": share(self.first, self.decisions),
            "first_ci": interval(self.first, self.decisions),
            "noted": self.rated,
            "among_three": share(self.among_top, self.rated),
            "among_three_ci": interval(self.among_top, self.rated),
            "errors": self.errors,
        })
    }
}

/// Formats the move agreements as an aligned table.
fn table(rows: &[(&str, &Agreement)]) -> Vec<String> {
    let name_width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(9);
    let cell = |hits: f64, of: u64| match of {
        0 => "-".to_owned(),
        _ => {
            let estimate = wilson(hits / of as f64, of as f64);
            let [value, low, high] =
                [estimate.value, estimate.low, estimate.high].map(|share| 100.0 * share);
            format!("{value:.1} ({low:.1} to {high:.1})")
        }
    };
    let mut lines = vec![format!(
        "{:name_width$}  decisions  {:>22}  {:>22}  errors",
        "robot", "top 1 (%)", "top 3 (%)"
    )];
    lines.extend(rows.iter().map(|(name, agreement)| {
        let first = cell(agreement.first, agreement.decisions);
        let among_top = cell(agreement.among_top, agreement.rated);
        format!(
            "{name:name_width$}  {:>9}  {first:>22}  {among_top:>22}  {:>6}",
            agreement.decisions, agreement.errors
        )
    }));
    lines
}
