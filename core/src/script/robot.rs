//! A robot written in Lua, for any game with script bindings.

use std::rc::Rc;

use mlua::{AnyUserData, Function, Value};

use crate::contract::robot::{Choice, Decision, Robot, RobotError, RobotErrorKind};
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::contract::source::Source;
use crate::house::House;

use super::answers::are_answers;
use super::bindings::Scripted;
use super::console::param_values;
use super::context::Context;
use super::coverage::LineCoverage;
use super::info::{self, GameInfo, RobotFunctions, ScriptInfo, convert_old_params};
use super::lua_value::describe;
use super::param_value::ParamValue;
use super::sandbox::first_line;
use super::{ErrorKind, Host, Limits, Sandbox, ScriptError};

/// The number of errors in one game after which a robot is switched off for the rest of the game.
const MAX_ERRORS: u8 = 3;
/// The number of turns in a row that end without fuel and without an offered action, after which a
/// robot is switched off: it would only make the other players wait.
const MAX_EXHAUSTED_TURNS: u8 = 5;
/// The name of the parameter that multiplies a turn's fuel.
pub(super) const PATIENCE: &str = "patience";
/// The largest `patience`, which multiplies a turn's fuel.
const MAX_PATIENCE: f64 = 60.0;

/// A robot from a script, in its own VM. It stays in the thread that loaded it.
///
/// It always answers. If the script fails, the choice is the action it offered, else the first
/// legal one, and [`Choice::error`] holds the error.
///
/// # Examples
/// A robot that always plays its last legal action:
/// ```
/// use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::contract::robot::{Decision, Robot};
/// use qipan_core::script::{Host, LuaRobot};
/// use qipan_core::contract::seat::SeatSet;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = r#"
///     return {
///         api = 1, game = "race", name = "Last",
///         choose = function(view, turn)
///             local actions = turn:actions()
///             return actions[#actions]
///         end,
///     }
/// "#;
/// let mut robot = LuaRobot::<Race>::load("last.luau", source, &[], &Host::default())?;
///
/// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// game.play(&Step::Chance(6), &mut NullSink)?;
/// let Turn::Seat(seat) = game.turn() else { panic!("a 6 lets a plane start") };
/// let mut actions = Vec::new();
/// game.legal_actions(&mut actions);
/// let choice = robot.choose(&Decision {
///     seat,
///     view: &game.view(Viewer::Seat(seat)),
///     actions: &actions,
///     log: &[],
///     house_rules: &[],
///     ply: game.ply(),
///     stream: [0; 32].into(),
/// });
/// assert_eq!(Some(&choice.action), actions.last());
/// assert_eq!(choice.error, None);
/// # Ok(())
/// # }
/// ```
pub struct LuaRobot<G: Scripted> {
    pub(super) sandbox: Sandbox,
    context: Rc<Context<G>>,
    /// The name of the file, for recreating the VM.
    file: String,
    /// The host, for recreating the VM.
    host: Host,
    /// The values of the parameters, by name.
    param_values: Vec<(String, Value)>,
    /// The `view` and `turn` objects of the script.
    handles: (AnyUserData, AnyUserData),
    functions: RobotFunctions,
    info: ScriptInfo,
    /// The fuel of a turn, in steps.
    fuel: u64,
    /// True if no function has been called since the file was run.
    is_fresh: bool,
    /// The number of errors in this game.
    errors: u8,
    /// The number of turns in a row that ended without fuel and without an offered action.
    exhausted_turns: u8,
    last_error: Option<ScriptError>,
    /// The lines that ran in earlier VMs.
    earlier_coverage: LineCoverage,
}

impl<G: Scripted> LuaRobot<G> {
    /// Loads the script in `source`. `params` are the values the player set. The others keep their
    /// defaults.
    ///
    /// # Errors
    /// The file does not load, is for another game or has no such parameter.
    pub fn load(
        file: &str,
        source: impl Into<Source>,
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let (sandbox, context) = Sandbox::new(file, source, host, Context::install)?;
        let table = sandbox.run()?;
        let (info, body) = info::read(&sandbox, &table, &[GameInfo::of::<G>()])?;
        drop(table);
        let message = match body {
            info::ScriptBody::Robot(functions) => {
                drop(functions);
                let param_values = lua_param_values(&sandbox, &info, params)?;
                return Self::from_parts(sandbox, context, file, host, info, param_values);
            }
            info::ScriptBody::Rule(_) => "is a house rule, not a robot",
            info::ScriptBody::Program => "is played by another program, which is not run here",
        };
        Err(sandbox.error(ErrorKind::Metadata, message))
    }

    /// Makes a robot from a file that has been run and read once, and runs the file again.
    fn from_parts(
        sandbox: Sandbox,
        context: Rc<Context<G>>,
        file: &str,
        host: &Host,
        info: ScriptInfo,
        param_values: Vec<(String, Value)>,
    ) -> Result<Self, ScriptError> {
        let patience = param_values.iter().find(|(name, _)| name == PATIENCE);
        let patience = patience.and_then(|(_, value)| value.as_f64());
        let fuel = turn_fuel(&sandbox.limits(), patience);
        let handles = create_handles(&sandbox, &context, &param_values)?;
        let functions = RobotFunctions::placeholders(sandbox.lua());
        let functions = functions.map_err(|error| sandbox.lua_error(&error))?;
        let mut robot = Self {
            sandbox,
            context,
            file: file.to_owned(),
            host: host.clone(),
            param_values,
            handles,
            functions,
            info,
            fuel,
            is_fresh: false,
            errors: 0,
            exhausted_turns: 0,
            last_error: None,
            earlier_coverage: LineCoverage::default(),
        };
        robot.restart()?;
        Ok(robot)
    }

    /// Sets the house rules for the robot's look-ahead.
    pub fn set_world_rules(&mut self, house: House<G>) {
        self.context.set_world_rules(house);
    }

    /// Returns the metadata of the script.
    pub fn info(&self) -> &ScriptInfo {
        &self.info
    }

    /// Returns the full report of the last error, with its lines of source.
    pub fn last_error(&self) -> Option<&ScriptError> {
        self.last_error.as_ref()
    }

    /// Returns true if errors have switched the robot off for this game.
    pub fn is_switched_off(&self) -> bool {
        self.errors >= MAX_ERRORS || self.exhausted_turns >= MAX_EXHAUSTED_TURNS
    }

    /// Runs the file again in a VM that holds nothing of an earlier game.
    fn restart(&mut self) -> Result<(), ScriptError> {
        if self.is_fresh {
            return Ok(());
        }
        // The functions of the last game are dropped first, so that their memory can be collected.
        let placeholders = RobotFunctions::placeholders(self.sandbox.lua());
        self.functions = placeholders.map_err(|error| self.sandbox.lua_error(&error))?;
        let started = self.context.begin_game();
        started.map_err(|failure| self.sandbox.error(ErrorKind::Runtime, failure.to_string()))?;
        if !self.sandbox.begin_game()? {
            self.replace_vm()?;
        }
        // The same text was checked in full when it was loaded.
        let table = self.sandbox.run()?;
        self.functions =
            RobotFunctions::read(&table).map_err(|error| self.sandbox.lua_error(&error))?;
        self.is_fresh = true;
        Ok(())
    }

    /// Returns the lines of the script that ran, in all games. The result is empty unless
    /// [`Host::coverage`] is true.
    pub fn coverage(&self) -> LineCoverage {
        let mut coverage = self.sandbox.coverage();
        coverage.merge(&self.earlier_coverage);
        coverage
    }

    /// Replaces the VM by a new one.
    fn replace_vm(&mut self) -> Result<(), ScriptError> {
        self.earlier_coverage = self.coverage();
        let source = self.sandbox.source();
        let (sandbox, context) = Sandbox::new(&self.file, source, &self.host, Context::install)?;
        self.handles = create_handles(&sandbox, &context, &self.param_values)?;
        self.functions = RobotFunctions::placeholders(sandbox.lua())
            .map_err(|error| sandbox.lua_error(&error))?;
        context.swap_world_rules(&self.context);
        (self.sandbox, self.context) = (sandbox, context);
        self.sandbox.begin_game().map(drop)
    }

    /// Returns true if the robot agrees to an offered draw. A robot without a `draw` function does
    /// not agree. Neither does a robot whose function fails, and [`LuaRobot::last_error`] then
    /// holds the reason. If it is not the robot's turn, the decision has no actions.
    pub fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        self.call_draw(decision).unwrap_or(false)
    }

    /// Returns true if the script has a `draw` function.
    pub fn has_draw_function(&self) -> bool {
        self.functions.draw.is_some()
    }

    /// Returns true if the script has a `layout` function.
    pub fn has_layout_function(&self) -> bool {
        self.functions.layout.is_some()
    }

    /// Asks like [`LuaRobot::accepts_draw`], but returns the function's failure as an error.
    ///
    /// # Errors
    /// The failure of the function.
    pub fn call_draw(&mut self, decision: &Decision<'_, G>) -> Result<bool, RobotError> {
        let Some(draw) = self.functions.draw.clone().filter(|_| !self.is_switched_off()) else {
            return Ok(false);
        };
        self.context.open(decision);
        let answer = self.call(&draw, decision.stream);
        self.context.close();
        let answer = answer.and_then(|answer| match answer {
            Value::Boolean(agrees) => Ok(agrees),
            Value::Nil => Ok(false),
            other => {
                let message = format!("draw must return true or false, got {}", describe(&other));
                Err(self.sandbox.error_at_line(ErrorKind::Answer, first_line(&draw), message))
            }
        });
        answer.map_err(|error| self.record_error(error))
    }

    /// Asks the script's `value` function for the expected share of first place of the robot's
    /// side, 0 to 1. Returns `None` if the script has no such function. If another seat is to move,
    /// the decision has no actions.
    pub fn call_value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        let value = self.functions.value.clone()?;
        if self.is_switched_off() {
            let message = self.last_error.as_ref().map(ToString::to_string).unwrap_or_default();
            return Some(Err(RobotError { kind: RobotErrorKind::SwitchedOff, message }));
        }
        self.context.open(decision);
        let answer = self.call(&value, decision.stream);
        self.context.close();
        let answer = answer.and_then(|answer| {
            let number = answer.as_f64().or(answer.as_i64().map(|number| number as f64));
            match number.filter(|number| (0.0..=1.0).contains(number)) {
                Some(number) => Ok(number as f32),
                None => {
                    let got = match number {
                        Some(number) => number.to_string(),
                        None => describe(&answer),
                    };
                    let message =
                        format!("value must return a number from 0 (lost) to 1 (won), got {got}");
                    Err(self.sandbox.error_at_line(ErrorKind::Answer, first_line(&value), message))
                }
            }
        });
        Some(answer.map_err(|error| self.record_error(error)))
    }

    /// Calls one of the script's functions with `view` and `turn`.
    fn call(&mut self, function: &Function, stream: RobotStream) -> Result<Value, ScriptError> {
        self.is_fresh = false;
        self.sandbox.seed(stream);
        let (view, turn) = &self.handles;
        let answer = self.sandbox.call(function, (view, turn), self.fuel);
        answer.map_err(|error| self.sandbox.with_function_line(error, function))
    }

    /// Calls the script's `layout` function. Returns `None` if it has none or the robot is switched
    /// off.
    pub(super) fn call_layout(
        &mut self,
        seat: Seat,
        script_view: G::ScriptView,
        stream: RobotStream,
    ) -> Option<Result<Value, ScriptError>> {
        let layout = self.functions.layout.clone().filter(|_| !self.is_switched_off())?;
        self.context.open_position(seat, script_view, None, &[], &[]);
        let answer = self.call(&layout, stream);
        self.context.close();
        Some(answer)
    }

    /// Runs the script's `choose` on a decision.
    fn call_choose(&mut self, decision: &Decision<'_, G>) -> Result<G::Action, ScriptError> {
        let choose = self.functions.choose.clone();
        let answer = self.call(&choose, decision.stream)?;
        let action = self.context.read_answer(decision.actions, &answer);
        action.map_err(|message| {
            self.sandbox.error_at_line(ErrorKind::Answer, first_line(&choose), message)
        })
    }

    /// Runs the script's `answer` on a question, or chooses for it if it has no such function.
    fn call_answer(&mut self, decision: &Decision<'_, G>) -> Result<G::Action, ScriptError> {
        let Some(function) = self.functions.answer.clone() else {
            return Ok(self.context.best_answer(decision));
        };
        let answer = self.call(&function, decision.stream)?;
        let action = self.context.find_legal(decision.actions, &answer);
        action.map_err(|reason| {
            let message = format!("answer must return one of turn:actions(): {reason}");
            self.sandbox.error_at_line(ErrorKind::Answer, first_line(&function), message)
        })
    }

    /// Stores an error, and counts it towards [`MAX_ERRORS`]. Returns it in one line.
    pub(super) fn record_error(&mut self, error: ScriptError) -> RobotError {
        // Running out of fuel only means that the script thought too long, and a cancelled turn is
        // not its fault.
        if !matches!(error.kind, ErrorKind::Fuel | ErrorKind::Cancelled) {
            self.errors += 1;
        }
        let robot_error = error.to_robot_error();
        self.last_error = Some(error);
        robot_error
    }
}

impl<G: Scripted> Robot<G> for LuaRobot<G> {
    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        LuaRobot::accepts_draw(self, decision)
    }

    fn value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        self.call_value(decision)
    }

    fn start(&mut self) {
        (self.errors, self.exhausted_turns) = (0, 0);
        if let Err(error) = self.restart() {
            self.last_error = Some(error);
            self.errors = MAX_ERRORS;
        }
    }

    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        stream: RobotStream,
    ) -> Option<RobotError> {
        let line = self.functions.layout.as_ref().and_then(first_line);
        let answer = self.call_layout(seat, G::script_view_before_game(rules)?, stream)?;
        let result = answer.and_then(|answer| {
            G::read_layout(deal, seat, &answer)
                .map_err(|message| self.sandbox.error_at_line(ErrorKind::Answer, line, message))
        });
        result.err().map(|error| self.record_error(error))
    }

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let mut choice = Choice::plain(decision.actions[0]);
        if self.is_switched_off() {
            let last = self.last_error.as_ref().map(ToString::to_string).unwrap_or_default();
            let message = format!("switched off for this game; its last error was: {last}");
            choice.error = Some(RobotError { kind: RobotErrorKind::SwitchedOff, message });
            return choice;
        }
        self.context.open(decision);
        let answer = match are_answers::<G>(decision.actions) {
            true => self.call_answer(decision),
            false => self.call_choose(decision),
        };
        choice.notes = self.context.close();
        choice.printed = self.sandbox.take_log();
        choice.fuel = self.sandbox.fuel_used();
        choice.profile = self.sandbox.profile();
        let has_no_fuel = answer.as_ref().is_err_and(|error| error.kind == ErrorKind::Fuel);
        let offered = self.context.offered_action.get();
        let is_exhausted = has_no_fuel && offered.is_none();
        self.exhausted_turns = if is_exhausted { self.exhausted_turns + 1 } else { 0 };
        match answer {
            Ok(action) => {
                choice.action = action;
                choice.search_value = self.context.search_value.get();
            }
            Err(error) => {
                choice.action = offered.unwrap_or(choice.action);
                choice.error = Some(self.record_error(error));
            }
        }
        choice
    }
}

/// Sets the parameters in a VM. Returns the `view` and `turn` objects for its script.
fn create_handles<G: Scripted>(
    sandbox: &Sandbox,
    context: &Rc<Context<G>>,
    param_values: &[(String, Value)],
) -> Result<(AnyUserData, AnyUserData), ScriptError> {
    let entries = param_values.iter().map(|(name, value)| (name.as_str(), value));
    let table = sandbox.lua().create_table_from(entries);
    let params_set = table.and_then(|table| context.set_params(sandbox.lua(), table));
    let handles = params_set.and_then(|()| G::create_handles(context, sandbox.lua()));
    handles.map_err(|error| sandbox.lua_error(&error))
}

/// Returns the fuel of a robot's turn. `patience` is the value of its parameter of this name, if it
/// has one.
pub(super) fn turn_fuel(limits: &Limits, patience: Option<f64>) -> u64 {
    if limits.has_equal_fuel {
        return limits.fuel;
    }
    (limits.fuel as f64 * patience.unwrap_or(1.0).clamp(1.0, MAX_PATIENCE)) as u64
}

/// Returns the value of every parameter, and refuses unknown names.
fn lua_param_values(
    sandbox: &Sandbox,
    info: &ScriptInfo,
    given: &[(String, ParamValue)],
) -> Result<Vec<(String, Value)>, ScriptError> {
    let given = convert_old_params(&info.params, given.iter().cloned());
    let is_known = |name: &str| info.params.iter().any(|param| param.name == name);
    if let Some((name, _)) = given.iter().find(|(name, _)| !is_known(name)) {
        let names: Vec<&str> = info.params.iter().map(|param| param.name.as_str()).collect();
        let message = match names.is_empty() {
            true => format!("has no parameter `{name}`, and no others"),
            false => format!("has no parameter `{name}`; parameters are {}", names.join(", ")),
        };
        return Err(sandbox.error(ErrorKind::Metadata, message));
    }
    let values = param_values(&info.params, &given).into_iter();
    Ok(values.map(|(name, value)| (name, value.to_lua())).collect())
}
