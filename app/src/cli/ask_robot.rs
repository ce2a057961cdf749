//! `qipan replay --ask`: asks a robot for its choice at a step of a saved game.

use qipan_core::contract::game::Turn;
use qipan_core::contract::robot::{Choice, Robot};
use qipan_core::play::game_loop::ask;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::script::Scripted;
use serde_json::{Map, Value, json};

use crate::cli::choice_output;
use crate::cli::options::{self, Programs};
use crate::cli::output::Failure;
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::house;
use crate::model::scripts::ScriptArg;
use crate::model::storage::Folders;

/// The answer of a robot.
pub(super) struct RobotReply<G: Scripted> {
    step: usize,
    seat: &'static str,
    choice: Choice<G::Action>,
}

/// Asks a robot for its choice after `step` steps of a game, with the random stream that it would
/// have had there.
///
/// The house rules came with the file, so they run only if `run_rules` is set. They then filter
/// actions, and the robot searches under them.
pub(super) fn ask_robot<G: Scripted>(
    folders: &Folders,
    record: &Record<G>,
    (robot, programs): (&ScriptArg, &Programs),
    step: usize,
    run_rules: bool,
) -> Result<RobotReply<G>, Failure> {
    let steps = record.steps.len();
    if step > steps {
        return Err(Failure::bad(format!("--step: must be at most {steps}")));
    }
    let part = record.at(step);
    let saved_rules = if run_rules { part.house_rules.clone() } else { Vec::new() };
    let session = Session::new(part).map_err(Failure::bad)?;
    let Turn::Seat(seat) = session.state().turn() else {
        return Err(Failure::Bad(no_decision_error(record, step)));
    };
    if let Some(viewer) = session.state().redacted_for().filter(|viewer| *viewer != seat) {
        let what = format!("--step: this file contains only the view of {}", G::seat_name(viewer));
        return Err(Failure::Bad(what));
    }
    let _ticking = ClockGuard::start();
    let spec = options::robot::<G>(folders, &record.preset, robot, programs)?;
    // One set of rules is for the game, the other for the robot's search.
    let rules = || house::load::<G>(&saved_rules, &cli_script_host()).map_err(Failure::bad);
    let mut robot: Box<dyn Robot<G>> =
        spec.make(&cli_script_host(), rules()?).map_err(Failure::bad)?;
    let mut actions = Vec::new();
    rules()?.actions(session.state(), &mut actions).map_err(Failure::bad)?;
    if actions.is_empty() {
        return Err(Failure::bad("--step: the house rules allow no move here"));
    }
    robot.start();
    let (state, log) = (session.state(), session.log());
    let names = house::names(&session.record().house_rules);
    let stream = session.robot_stream(seat);
    let choice = ask(robot.as_mut(), state, seat, &actions, log, &names, stream);
    Ok(RobotReply { step, seat: G::seat_name(seat), choice })
}

/// Returns the error for a step without a decision. Proposes the next step that has one, or else
/// the last one before.
fn no_decision_error<G: Scripted>(record: &Record<G>, step: usize) -> String {
    let states = record.states().unwrap_or_default();
    let is_decision =
        |step: &usize| states.get(*step).is_some_and(|state| matches!(state.turn(), Turn::Seat(_)));
    let what = format!("--step: no decision is due after step {step}");
    match (step..states.len()).find(is_decision).or_else(|| (0..step).rev().find(is_decision)) {
        Some(proposed) => format!("{what}; try --step {proposed}"),
        None => what,
    }
}

impl<G: Scripted> RobotReply<G> {
    pub(super) fn json(&self) -> Value {
        let mut object =
            Map::from_iter([("step".into(), json!(self.step)), ("seat".into(), json!(self.seat))]);
        object.extend(choice_output::json_of(&self.choice));
        Value::Object(object)
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = choice_output::lines(&self.choice);
        if let Some(first) = lines.first_mut() {
            *first = format!("after step {}, {}: {first}", self.step, self.seat);
        }
        lines
    }
}
