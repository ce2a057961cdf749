//! Runs one game between robots, some of which may play through standard input and output.

use std::collections::BTreeMap;

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::robot::{Choice, Robot, RobotErrorKind};
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::play::game_loop::{Buffers, Players, RecordedGame, RunEnd, ask, run_to_end};
use qipan_core::play::session::Session;
use qipan_core::record::{MAX_STEPS, Player, Record};
use qipan_core::script::Scripted;
use serde_json::{Map, Value, json};

use crate::cli::choice_output;
use crate::cli::options::GameSetup;
use crate::cli::output::{Failure, eprint_line, print};
use crate::model::clock::{ClockGuard, host_without_notes};
use crate::model::storage::Folders;
use crate::model::{house, layout_limits};

/// The maximum number of errors shown per robot.
const MAX_SHOWN_ERRORS: usize = 5;

/// A player with its robot.
pub(super) type TableSeat<G> = (Player, Box<dyn Robot<G>>);

/// The amount of output during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Verbosity {
    /// Only errors are shown.
    #[default]
    Errors,
    /// All output of robots is printed as lines.
    Lines,
    /// All output of robots is collected for JSON.
    Collected,
}

/// A finished game.
pub(super) struct PlayedGame<G: Scripted> {
    pub session: Session<G>,
    pub seed: RunSeed,
    /// The errors: seat, ply, message.
    pub errors: Vec<Value>,
    /// The robots' output, if it was to be collected.
    pub log: Vec<Value>,
    /// The seats whose robots failed in all of their decisions, other than by running out of time
    /// or fuel.
    pub always_failed: Vec<Seat>,
}

/// Plays a game to its end. The seats of `program_seats` play through standard input and output. If
/// their program fails with [`RobotErrorKind::Error`], for example because it ends, the command
/// fails. Other errors, such as an illegal answer, are only reported.
pub(super) fn play<G: Scripted>(
    setup: &GameSetup,
    folders: &Folders,
    seated: BTreeMap<Seat, TableSeat<G>>,
    program_seats: SeatSet,
    verbosity: Verbosity,
) -> Result<PlayedGame<G>, Failure> {
    let _ticking = ClockGuard::start();
    let (rules, saved_rules) = setup.rules_printing_notes::<G>(folders)?;
    let mut house = house::load::<G>(&saved_rules, &host_without_notes()).map_err(Failure::bad)?;
    let seed = setup.seed();
    let (seats, dice_seed) = (seated.keys().copied().collect(), seed.seed());
    let players = seated.iter().map(|(seat, (player, _))| (*seat, player.clone())).collect();
    let robots = seated.into_iter().map(|(seat, (_, robot))| (seat, robot)).collect();
    let (house_rules, errors, log) = (house::names(&saved_rules), Vec::new(), Vec::new());
    let counts = BTreeMap::new();
    let mut table = CliTable { robots, program_seats, verbosity, counts, house_rules, errors, log };
    table.robots.values_mut().for_each(|robot| robot.start());
    let prepare = |seat, deal: &mut _, stream| table.prepare(&rules, seat, deal, stream);
    let deal = match setup.start_position::<G>()? {
        Some(line) => G::deal_of(line.position),
        None => {
            let mut deal = G::draw_deal(&rules, seats, &dice_seed).map_err(Failure::bad)?;
            layout_limits::complete_robot_layouts(
                &mut house, &rules, seats, &mut deal, &dice_seed, prepare,
            )
            .map_err(Failure::bad)?;
            deal
        }
    };
    let mut record = Record::<G>::new(&setup.preset, rules, players, deal, dice_seed);
    record.house_rules = saved_rules;
    let session = Session::new(record).map_err(Failure::bad)?;
    let mut game = RecordedGame::new(session, &mut house);
    let end = run_to_end(&mut game, &mut table, &mut Buffers::default())?;
    let mut session = game.session;
    if end == RunEnd::NoRoom {
        // Qipan itself declares this draw, so no house rule is asked.
        let no_draw = |why| Failure::bad(format!("no result within {MAX_STEPS} steps, and {why}"));
        session.end_as_draw().map_err(no_draw)?;
        eprint_line(&format!("no result within {MAX_STEPS} steps; counted as a draw"));
    }
    let outcome = session.state().outcome();
    for robot in table.robots.values_mut() {
        outcome.iter().for_each(|outcome| robot.end(outcome));
    }
    let always_failed =
        table.counts.iter().filter(|(_, counts)| counts.failures == counts.decisions);
    let always_failed = always_failed.map(|(seat, _)| *seat).collect();
    Ok(PlayedGame { session, seed, errors: table.errors, log: table.log, always_failed })
}

/// The robots of a game.
struct CliTable<G: Scripted> {
    robots: BTreeMap<Seat, Box<dyn Robot<G>>>,
    program_seats: SeatSet,
    verbosity: Verbosity,
    /// The counts of the answers of each robot that was asked.
    counts: BTreeMap<Seat, AnswerCounts>,
    /// The names of the house rules.
    house_rules: Vec<String>,
    errors: Vec<Value>,
    log: Vec<Value>,
}

/// The counts of a robot's answers.
#[derive(Default)]
struct AnswerCounts {
    decisions: usize,
    errors: usize,
    /// The number of errors other than running out of time or fuel.
    failures: usize,
}

impl<G: Scripted> CliTable<G> {
    /// Lets a robot prepare its part of the deal, and reports its error.
    fn prepare(&mut self, rules: &G::Rules, seat: Seat, deal: &mut G::Deal, stream: RobotStream) {
        let Some(robot) = self.robots.get_mut(&seat) else { return };
        if let Some(trouble) = robot.prepare(rules, seat, deal, stream) {
            let seat_name = G::seat_name(seat);
            eprint_line(&format!("{seat_name}: {}", trouble.message));
            self.errors.push(json!({ "seat": seat_name, "ply": null, "message": trouble.message }));
        }
    }

    /// Reports the output of a robot, according to the verbosity.
    fn report(&mut self, seat: Seat, ply: u32, choice: &Choice<G::Action>) {
        let seat_name = G::seat_name(seat);
        match self.verbosity {
            Verbosity::Errors => {}
            Verbosity::Lines => {
                let mut lines = choice_output::lines(choice).into_iter();
                lines
                    .next()
                    .iter()
                    .for_each(|first| print(&format!("{ply:>5}  {seat_name}: {first}")));
                lines.for_each(|line| print(&format!("       {line}")));
            }
            Verbosity::Collected => {
                let mut entry =
                    Map::from_iter([("seat".into(), json!(seat_name)), ("ply".into(), json!(ply))]);
                entry.extend(choice_output::json_of(choice));
                self.log.push(Value::Object(entry));
            }
        }
        let counts = self.counts.entry(seat).or_default();
        counts.decisions += 1;
        let Some(trouble) = &choice.error else { return };
        counts.errors += 1;
        let is_limit = matches!(trouble.kind, RobotErrorKind::Budget | RobotErrorKind::Stopped);
        counts.failures += usize::from(!is_limit);
        if counts.errors <= MAX_SHOWN_ERRORS {
            // The lines of the choice contain its error.
            if self.verbosity != Verbosity::Lines {
                eprint_line(&format!("{seat_name}, ply {ply}: {trouble}"));
            }
            let message = &trouble.message;
            self.errors.push(json!({ "seat": seat_name, "ply": ply, "message": message }));
        }
    }
}

impl<G: Scripted> Players<G, RecordedGame<'_, G>> for CliTable<G> {
    type Error = Failure;

    fn roll(
        &mut self,
        game: &RecordedGame<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, Failure> {
        let outcome = game.session.seeded_outcome(outcomes);
        outcome.ok_or_else(|| Failure::bad("the game has no dice seed"))
    }

    fn choose(
        &mut self,
        game: &RecordedGame<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Failure> {
        let (session, seat_name) = (&game.session, G::seat_name(seat));
        let robot = self.robots.get_mut(&seat);
        let robot = robot.ok_or_else(|| Failure::bad(format!("no robot plays {seat_name}")))?;
        let (state, stream) = (session.state(), session.robot_stream(seat));
        let names = &self.house_rules;
        let choice = ask(robot.as_mut(), state, seat, actions, session.log(), names, stream);
        if self.program_seats.contains(seat)
            && let Some(trouble) = &choice.error
            && trouble.kind == RobotErrorKind::Error
        {
            return Err(Failure::bad(&trouble.message));
        }
        self.report(seat, state.ply(), &choice);
        Ok(choice.action)
    }
}
