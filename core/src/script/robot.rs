//! A robot written in Lua, for any game with script bindings.

use std::rc::Rc;

use mlua::{AnyUserData, Function, Value};

use crate::contract::robot::{Choice, Decision, Robot, RobotError, RobotErrorKind};
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::house::House;

use super::bindings::Scripted;
use super::console::param_values;
use super::context::Context;
use super::info::{self, Entries, GameInfo, ParamValue, ScriptInfo, present_params};
use super::lua_value::describe;
use super::sandbox::first_line;
use super::{ErrorKind, Host, Sandbox, ScriptError};

/// Errors in one game after which a robot is switched off for the rest of it.
const STRIKES: u8 = 3;
/// Turns in a row without fuel and without an offered action after which a robot is switched off:
/// it would only make the other players wait.
const EXHAUSTED: u8 = 5;

/// A robot from a script, in its own VM. It stays in the thread that loaded it.
///
/// It always answers: if the script fails, the offered action or the first legal one is played,
/// and [`Choice::trouble`] says why.
///
/// # Examples
/// A robot from a text:
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
/// let Turn::Seat(seat) = game.turn() else { panic!("a 6 lets a piece start") };
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
/// assert_eq!(choice.trouble, None);
/// # Ok(())
/// # }
/// ```
pub struct LuaRobot<G: Scripted> {
    pub(super) sandbox: Sandbox,
    context: Rc<Context<G>>,
    /// Its file's name and its host, to make the VM anew.
    made_of: (String, Host),
    /// The values of its parameters.
    values: Vec<(String, Value)>,
    /// The `view` and `turn` objects of the script.
    handles: (AnyUserData, AnyUserData),
    entries: Entries,
    info: ScriptInfo,
    /// The fuel of a turn, in steps.
    fuel: u64,
    /// True if the file has been run and nothing was called since.
    is_fresh: bool,
    strikes: u8,
    /// Turns in a row that ended without fuel and without an offered action.
    exhausted: u8,
    last_error: Option<ScriptError>,
}

impl<G: Scripted> LuaRobot<G> {
    /// Loads the script in `source`. `params` are the values the player set; the others keep
    /// their defaults.
    ///
    /// # Errors
    /// The file does not load, is for another game or has no such parameter.
    pub fn load(
        file: &str,
        source: impl AsRef<[u8]>,
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let (sandbox, context) = Sandbox::new(file, source, host, Context::install)?;
        let table = sandbox.run()?;
        let (info, parts) = info::read(&sandbox, &table, &[GameInfo::of::<G>()])?;
        drop(table);
        let message = match parts {
            info::ScriptBody::Robot(entries) => {
                drop(entries);
                let values = settings(&sandbox, &info, params)?;
                let made_of = (file.to_owned(), host.clone());
                return Self::ready(sandbox, context, made_of, info, values);
            }
            info::ScriptBody::Rule(_) => "is a house rule, not a robot",
            info::ScriptBody::Program => "is played by another program, which is not run here",
        };
        Err(sandbox.error(ErrorKind::Metadata, message))
    }

    /// Makes a robot whose file was read.
    fn ready(
        sandbox: Sandbox,
        context: Rc<Context<G>>,
        made_of: (String, Host),
        info: ScriptInfo,
        values: Vec<(String, Value)>,
    ) -> Result<Self, ScriptError> {
        let fuel = (sandbox.limits().fuel as f64 * patience(&values)) as u64;
        let handles = furnish(&sandbox, &context, &values)?;
        let entries = Entries::none(sandbox.lua()).map_err(|error| sandbox.caught(&error))?;
        let mut robot = Self {
            sandbox,
            context,
            made_of,
            values,
            handles,
            entries,
            info,
            fuel,
            is_fresh: false,
            strikes: 0,
            exhausted: 0,
            last_error: None,
        };
        robot.restart()?;
        Ok(robot)
    }

    /// Sets the house rules for the robot's look-ahead.
    pub fn look_ahead_under(&mut self, house: House<G>) {
        self.context.play_under(house);
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
        self.strikes >= STRIKES || self.exhausted >= EXHAUSTED
    }

    /// Runs the file again in a VM that holds nothing of an earlier game.
    fn restart(&mut self) -> Result<(), ScriptError> {
        if self.is_fresh {
            return Ok(());
        }
        let none = Entries::none(self.sandbox.lua());
        self.entries = none.map_err(|error| self.sandbox.caught(&error))?;
        let rules = self.context.forget();
        rules.map_err(|why| self.sandbox.error(ErrorKind::Runtime, why.to_string()))?;
        if !self.sandbox.begin_game()? {
            self.renew()?;
        }
        // The same text was checked in full when it was loaded.
        let table = self.sandbox.run()?;
        self.entries = Entries::of(&table).map_err(|error| self.sandbox.caught(&error))?;
        self.is_fresh = true;
        Ok(())
    }

    /// Makes a new VM.
    fn renew(&mut self) -> Result<(), ScriptError> {
        let (file, host) = &self.made_of;
        let (sandbox, context) = Sandbox::new(file, self.sandbox.source(), host, Context::install)?;
        self.handles = furnish(&sandbox, &context, &self.values)?;
        self.entries = Entries::none(sandbox.lua()).map_err(|error| sandbox.caught(&error))?;
        context.take_rules(&self.context);
        (self.sandbox, self.context) = (sandbox, context);
        self.sandbox.begin_game().map(drop)
    }

    /// Returns true if the robot agrees to a draw that was offered. Without a `draw` function, or
    /// if it fails, the answer is no ([`LuaRobot::last_error`] then tells why). A draw may be
    /// offered while it is not the robot's turn; it then has no actions.
    pub fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        self.ask_draw(decision).unwrap_or(false)
    }

    /// Returns true if the script has a `draw` function.
    pub fn answers_draws(&self) -> bool {
        self.entries.draw.is_some()
    }

    /// Asks like [`LuaRobot::accepts_draw`], but returns the function's failure as an error.
    ///
    /// # Errors
    /// The failure of the function.
    pub fn ask_draw(&mut self, decision: &Decision<'_, G>) -> Result<bool, RobotError> {
        let Some(draw) = self.entries.draw.clone().filter(|_| !self.is_switched_off()) else {
            return Ok(false);
        };
        self.context.open(decision);
        let answer = self.call(&draw, decision.stream);
        self.context.close();
        let answer = answer.and_then(|answer| match answer {
            Value::Boolean(yes) => Ok(yes),
            Value::Nil => Ok(false),
            other => {
                let message = format!("draw must return true or false, got {}", describe(&other));
                Err(self.sandbox.error_on(ErrorKind::Answer, first_line(&draw), message))
            }
        });
        answer.map_err(|error| self.report(error))
    }

    /// Asks the script's `value` function for its side's chance of the first place, 0 to 1. It
    /// may be asked while another seat is to move; it then has no actions. Returns `None` without
    /// such a function.
    pub fn ask_value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        let value = self.entries.value.clone()?;
        if self.is_switched_off() {
            let why = self.last_error.as_ref().map(ToString::to_string).unwrap_or_default();
            return Some(Err(RobotError { kind: RobotErrorKind::SwitchedOff, message: why }));
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
                    Err(self.sandbox.error_on(ErrorKind::Answer, first_line(&value), message))
                }
            }
        });
        Some(answer.map_err(|error| self.report(error)))
    }

    /// Calls one of the script's functions with `view` and `turn`.
    fn call(&mut self, function: &Function, stream: RobotStream) -> Result<Value, ScriptError> {
        self.is_fresh = false;
        self.sandbox.seed(stream);
        let (view, turn) = &self.handles;
        let answer = self.sandbox.call(function, (view, turn), self.fuel);
        answer.map_err(|error| self.sandbox.placed(error, function))
    }

    /// Calls the script's `layout` function; `None` if it has none or the robot is switched off.
    pub(super) fn ask_layout(
        &mut self,
        seat: Seat,
        shown: G::Shown,
        stream: RobotStream,
    ) -> Option<Result<Value, ScriptError>> {
        let layout = self.entries.layout.clone().filter(|_| !self.is_switched_off())?;
        self.context.lay_out(seat, shown, None, &[], &[]);
        let answer = self.call(&layout, stream);
        self.context.close();
        Some(answer)
    }

    /// Runs the script's `choose` on a decision.
    fn ask(&mut self, decision: &Decision<'_, G>) -> Result<G::Action, ScriptError> {
        let choose = self.entries.choose.clone();
        let answer = self.call(&choose, decision.stream)?;
        let action = self.context.answer(decision.actions, &answer);
        let odd = |why| self.sandbox.error_on(ErrorKind::Answer, first_line(&choose), why);
        action.map_err(odd)
    }

    /// Stores an error; the third of a game switches the robot off.
    pub(super) fn report(&mut self, error: ScriptError) -> RobotError {
        // Running out of fuel only means thinking too long, and a cancelled turn is not its
        // fault.
        if !matches!(error.kind, ErrorKind::Fuel | ErrorKind::Cancelled) {
            self.strikes += 1;
        }
        let trouble = error.trouble();
        self.last_error = Some(error);
        trouble
    }
}

impl<G: Scripted> Robot<G> for LuaRobot<G> {
    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        LuaRobot::accepts_draw(self, decision)
    }

    fn value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        self.ask_value(decision)
    }

    fn start(&mut self) {
        (self.strikes, self.exhausted) = (0, 0);
        if let Err(error) = self.restart() {
            self.last_error = Some(error);
            self.strikes = STRIKES;
        }
    }

    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        stream: RobotStream,
    ) -> Option<RobotError> {
        let line = self.entries.layout.as_ref().and_then(first_line);
        let answer = self.ask_layout(seat, G::shown_before(rules)?, stream)?;
        let read = answer.and_then(|answer| {
            G::read_layout(deal, seat, &answer)
                .map_err(|message| self.sandbox.error_on(ErrorKind::Answer, line, message))
        });
        read.err().map(|error| self.report(error))
    }

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        let mut choice = Choice::plain(decision.actions[0]);
        if self.is_switched_off() {
            let why = self.last_error.as_ref().map(ToString::to_string).unwrap_or_default();
            let message = format!("switched off for this game; its last error was: {why}");
            choice.trouble = Some(RobotError { kind: RobotErrorKind::SwitchedOff, message });
            return choice;
        }
        self.context.open(decision);
        let answer = self.ask(decision);
        choice.notes = self.context.close();
        choice.printed = self.sandbox.take_log();
        choice.fuel = self.sandbox.fuel_used();
        choice.profile = self.sandbox.profile();
        let tired = |error: &ScriptError| error.kind == ErrorKind::Fuel;
        let nothing = answer.as_ref().is_err_and(tired) && self.context.offered.get().is_none();
        self.exhausted = if nothing { self.exhausted + 1 } else { 0 };
        match answer {
            Ok(action) => choice.action = action,
            Err(error) => {
                choice.action = self.context.offered.get().unwrap_or(choice.action);
                choice.trouble = Some(self.report(error));
            }
        }
        choice
    }
}

/// Sets the parameters in a VM. Returns the `view` and `turn` objects for its script.
fn furnish<G: Scripted>(
    sandbox: &Sandbox,
    context: &Rc<Context<G>>,
    values: &[(String, Value)],
) -> Result<(AnyUserData, AnyUserData), ScriptError> {
    let values = values.iter().map(|(name, value)| (name.as_str(), value));
    let params = sandbox.lua().create_table_from(values);
    let params = params.and_then(|table| context.set_params(sandbox.lua(), table));
    let handles = params.and_then(|()| context.handles(sandbox.lua()));
    handles.map_err(|error| sandbox.caught(&error))
}

/// The parameter that multiplies a turn's fuel, and its greatest value.
const PATIENCE: (&str, f64) = ("patience", 60.0);

/// Returns the factor by which a turn's fuel is multiplied.
fn patience(values: &[(String, Value)]) -> f64 {
    let set = values.iter().find(|(name, _)| name == PATIENCE.0);
    let times = set.and_then(|(_, value)| value.as_f64()).unwrap_or(1.0);
    times.clamp(1.0, PATIENCE.1)
}

/// Returns the value of every parameter, and refuses unknown names.
fn settings(
    sandbox: &Sandbox,
    info: &ScriptInfo,
    given: &[(String, ParamValue)],
) -> Result<Vec<(String, Value)>, ScriptError> {
    let given = present_params(&info.params, given.iter().cloned());
    let known = |name: &str| info.params.iter().any(|param| param.name == name);
    if let Some((name, _)) = given.iter().find(|(name, _)| !known(name)) {
        let names: Vec<&str> = info.params.iter().map(|param| param.name.as_str()).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        let message = format!("has no parameter `{name}`; parameters are {names}");
        return Err(sandbox.error(ErrorKind::Metadata, message));
    }
    let values = param_values(&info.params, &given).into_iter();
    Ok(values.map(|(name, value)| (name, value.to_lua())).collect())
}
