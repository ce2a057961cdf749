//! `qipan adapt`: series of games against opponents that adapt, like the adaptive robot in the
//! window.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use clap::Args;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::Robot;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::registry::GameKind;
use qipan_core::script::{Level, ScriptError, Scripted};
use qipan_core::tournament::mean_of_samples;
use qipan_core::with_game;
use serde_json::json;

use crate::cli::options::{self, GameSetup, Programs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};
use crate::cli::table::{self, Verbosity};
use crate::model::adaptive::{Strength, score};
use crate::model::analysis::run_in_parallel;
use crate::model::background::Progress;
use crate::model::clock::host_without_notes;
use crate::model::house;
use crate::model::scripts::{RobotSpec, ScriptArg};
use crate::model::storage::Folders;

/// The number of games of a series.
const GAMES: u32 = 30;

/// The games of a series that count. In the games before them, the opponents find their level.
const COUNTED_GAMES: RangeInclusive<u32> = 11..=GAMES;

/// The arguments of `qipan adapt`.
#[derive(Debug, Args)]
pub(super) struct AdaptArgs {
    #[command(flatten)]
    setup: GameSetup,
    /// The robot that the opponents adapt to: a name (careful,caution=5), a level (beginner, easy,
    /// medium, strong, master), a file, or an external program (cmd:python3 my.py)
    #[arg(value_name = "ROBOT", value_parser = options::script_arg)]
    robot: ScriptArg,
    /// Number of series of 30 games, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    series: u32,
    /// Value of the parameter `patience` (thinking time) of the opponents that have it, e.g. 0.25
    /// for quick series [default: that of each robot]
    #[arg(long, value_name = "FACTOR")]
    patience: Option<f64>,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    format: Format,
}

/// The results of a series.
struct Series {
    /// The robot's scores in the games that count, from 0 to 1.
    scores: Vec<f64>,
    /// The strength of the opponents at the end.
    strength: Strength,
}

impl AdaptArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let kind: GameKind = options::kind(&self.setup.preset)?;
        with_game!(kind, |G| self.run_with::<G>(folders))
    }

    fn run_with<G: Scripted>(&self, folders: &Folders) -> CliResult {
        let mut setup = self.setup.clone();
        setup.given.seed = Some(setup.seed());
        let robot = setup.robot::<G>(folders, &self.robot, &self.programs)?;
        let levels = Level::ALL.map(|level| self.level_robot::<G>(&setup, folders, level));
        let levels = levels.into_iter().collect::<Result<Vec<_>, _>>()?;
        let player = SeriesPlayer { setup: &setup, folders, robot: &robot, levels: &levels };
        let results = run_in_parallel(self.series as usize, &Progress::default(), |number| {
            player.play_series::<G>(number as u32)
        });
        let series = results.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.report(&series, &robot.player().name);
        Ok(())
    }

    /// Returns the robot of a level. If the robot has the parameter `patience` and the option is
    /// given, sets the parameter.
    fn level_robot<G: Scripted>(
        &self,
        setup: &GameSetup,
        folders: &Folders,
        level: Level,
    ) -> Result<RobotSpec, Failure> {
        let robot = setup.robot::<G>(folders, &options::level_arg(level), &self.programs)?;
        match self.patience {
            Some(patience) if robot.info.params.iter().any(|param| param.name == "patience") => {
                let arg = options::patient_level_arg(level, patience);
                setup.robot::<G>(folders, &arg, &self.programs)
            }
            _ => Ok(robot),
        }
    }

    fn report(&self, series: &[Series], robot: &str) {
        // The series are independent, but the games of one series are not.
        let means: Vec<f64> = series.iter().map(|series| mean(&series.scores)).collect();
        let levels: Vec<f64> = series.iter().map(|series| series.strength.shown_level()).collect();
        let (score, level) = (mean(&means), mean(&levels));
        let (margin, level_margin) = (margin(&means), margin(&levels));
        if self.format.json {
            return print_json(&json!({
                "preset": self.setup.preset,
                "robot": robot,
                "series": series.len(),
                "games": series.iter().map(|series| series.scores.len()).sum::<usize>(),
                "score": rounded(score, 4),
                "margin": margin.map(|margin| rounded(margin, 4)),
                "level": rounded(level, 2),
                "level_margin": level_margin.map(|margin| rounded(margin, 2)),
            }));
        }
        let (first, last) = (COUNTED_GAMES.start(), COUNTED_GAMES.end());
        let plus_minus =
            |margin: Option<f64>| margin.map_or_else(String::new, |m| format!(" ±{m:.1}"));
        print(&format!(
            "{:<14} {robot}: {:.1}%{} of games {first} to {last} in {} series; opponents at level \
             {level:.1}{} of 5 at the end",
            self.setup.preset,
            100.0 * score,
            plus_minus(margin.map(|margin| 100.0 * margin)),
            series.len(),
            plus_minus(level_margin),
        ));
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Returns half the width of the 95% confidence interval of the mean of independent numbers, or
/// `None` for a single number.
fn margin(numbers: &[f64]) -> Option<f64> {
    mean_of_samples(numbers).map(|estimate| estimate.high - estimate.value)
}

/// Plays series of games between a robot and opponents that adapt to it.
struct SeriesPlayer<'a> {
    setup: &'a GameSetup,
    folders: &'a Folders,
    robot: &'a RobotSpec,
    /// The robots of the levels, the weakest first.
    levels: &'a [RobotSpec],
}

impl SeriesPlayer<'_> {
    /// Plays the series with this number, counted from 0.
    fn play_series<G: Scripted>(&self, number: u32) -> Result<Series, Failure> {
        let mut strength = Strength::default();
        let mut scores = Vec::new();
        for game in 1..=GAMES {
            let score = self.play_game::<G>(number * GAMES + game, strength.next_level())?;
            strength = strength.after(score);
            if COUNTED_GAMES.contains(&game) {
                scores.push(score);
            }
        }
        Ok(Series { scores, strength })
    }

    /// Plays a game against opponents of a level. Returns the robot's score. `number` counts the
    /// games of all series from 1. It determines the dice and the robot's seat, which changes from
    /// game to game.
    fn play_game<G: Scripted>(&self, number: u32, level: Level) -> Result<f64, Failure> {
        let mut setup = self.setup.clone();
        setup.given.seed = Some(setup.seed().derive(number));
        let (rules, saved_rules) = setup.rules_without_notes::<G>(self.folders)?;
        let host = host_without_notes();
        let seats: Vec<Seat> = rules.seats().iter().collect();
        let own_seat = seats[number as usize % seats.len()];
        let player_at = |seat: Seat| -> Result<_, ScriptError> {
            let spec = if seat == own_seat { self.robot } else { &self.levels[level as usize] };
            let house = house::load(&saved_rules, &host).map_err(|failed| failed.error)?;
            let robot: Box<dyn Robot<G>> = spec.make(&host, house)?;
            Ok((seat, (spec.player(), robot)))
        };
        let seated = seats.iter().map(|seat| player_at(*seat));
        let seated: BTreeMap<_, _> = seated.collect::<Result<_, _>>().map_err(Failure::bad)?;
        let played = table::play(&setup, self.folders, seated, SeatSet::EMPTY, Verbosity::Errors)?;
        score(played.session.state(), own_seat).ok_or_else(|| Failure::bad("the game did not end"))
    }
}
