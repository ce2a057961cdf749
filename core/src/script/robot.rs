//! A robot written in Lua that plays the race games.

use std::rc::Rc;

use mlua::{AnyUserData, Function};

use crate::game::Game;
use crate::race::{Action, Race};
use crate::robot::{Choice, Decision, Robot, Trouble, TroubleKind};

use super::info::{self, ParamValue, ScriptInfo};
use super::race::Desk;
use super::{ErrorKind, Host, Sandbox, ScriptError};

/// After so many errors in one game a robot is switched off for the rest of it.
const STRIKES: u8 = 3;

/// A robot from a script, in its own machine. It stays in the thread that loaded it.
///
/// It always answers: where the script fails, the offered action or the first legal one is
/// played and [`Choice::trouble`] says why.
pub struct LuaRobot {
    sandbox: Sandbox,
    desk: Rc<Desk>,
    /// `view` and `turn` as the script gets them.
    handles: (AnyUserData, AnyUserData),
    choose: Function,
    info: ScriptInfo,
    /// The file has been run and nothing played since.
    is_fresh: bool,
    strikes: u8,
    last_error: Option<ScriptError>,
}

impl LuaRobot {
    /// Loads the script in `source`. `params` are the values the player set; the others
    /// keep their defaults.
    ///
    /// # Errors
    /// When the file does not load, is for another game or has no such parameter.
    pub fn load(
        file: &str,
        source: impl AsRef<[u8]>,
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let (sandbox, desk) = Sandbox::new(file, source, host, Desk::install)?;
        let table = sandbox.run()?;
        let (info, choose) = info::read(&sandbox, &table)?;
        if info.game != Race::KIND {
            let message = format!("plays {}, not {}", info.game, Race::KIND);
            return Err(sandbox.error(ErrorKind::Metadata, message));
        }
        let values = settings(&sandbox, &info, params)?;
        let table = sandbox.lua().create_table_from(values).map_err(|e| sandbox.caught(&e))?;
        desk.set_params(table);
        let handles = desk.handles(sandbox.lua()).map_err(|e| sandbox.caught(&e))?;
        let robot = Self {
            sandbox,
            desk,
            handles,
            choose,
            info,
            is_fresh: true,
            strikes: 0,
            last_error: None,
        };
        Ok(robot)
    }

    /// What the script says about itself.
    #[must_use]
    pub fn info(&self) -> &ScriptInfo {
        &self.info
    }

    /// The full report of the last trouble, with its lines of source.
    #[must_use]
    pub fn last_error(&self) -> Option<&ScriptError> {
        self.last_error.as_ref()
    }

    /// Whether errors have switched the robot off for this game.
    #[must_use]
    pub fn is_switched_off(&self) -> bool {
        self.strikes >= STRIKES
    }

    fn restart(&mut self) -> Result<(), ScriptError> {
        if !self.is_fresh {
            // The same text was read in full when it was loaded.
            let choose = self.sandbox.run()?.raw_get("choose");
            self.choose = choose.map_err(|error| self.sandbox.caught(&error))?;
            self.is_fresh = true;
        }
        Ok(())
    }

    /// Runs the script's `choose` on a decision.
    fn ask(&mut self, decision: &Decision<'_, Race>) -> Result<Action, ScriptError> {
        self.is_fresh = false;
        self.sandbox.seed(decision.stream);
        let (view, turn) = &self.handles;
        let answer = self.sandbox.call(&self.choose, (view, turn), self.sandbox.limits().fuel)?;
        self.desk
            .answer(decision.actions, &answer)
            .map_err(|message| self.sandbox.error(ErrorKind::Answer, message))
    }

    /// Notes an error; the third of a game switches the robot off.
    fn report(&mut self, error: ScriptError) -> Trouble {
        let kind = match error.kind {
            ErrorKind::Fuel => TroubleKind::Budget,
            ErrorKind::Time | ErrorKind::Cancelled => TroubleKind::Stopped,
            ErrorKind::Answer => TroubleKind::Illegal,
            _ => TroubleKind::Error,
        };
        // Running out of fuel is thinking too long, and a cancelled turn is not its fault.
        if !matches!(error.kind, ErrorKind::Fuel | ErrorKind::Cancelled) {
            self.strikes += 1;
        }
        let message = error.to_string();
        self.last_error = Some(error);
        Trouble { kind, message }
    }
}

impl Robot<Race> for LuaRobot {
    fn start(&mut self) {
        self.strikes = 0;
        if let Err(error) = self.restart() {
            self.last_error = Some(error);
            self.strikes = STRIKES;
        }
    }

    fn choose(&mut self, decision: &Decision<'_, Race>) -> Choice<Action> {
        let mut choice = Choice::plain(decision.actions[0]);
        if self.is_switched_off() {
            let why = self.last_error.as_ref().map(ToString::to_string).unwrap_or_default();
            let message = format!("switched off for this game; its last error was: {why}");
            choice.trouble = Some(Trouble { kind: TroubleKind::SwitchedOff, message });
            return choice;
        }
        self.desk.open(decision);
        let answer = self.ask(decision);
        choice.notes = self.desk.close();
        choice.printed = self.sandbox.take_log();
        choice.fuel = self.sandbox.fuel_used();
        match answer {
            Ok(action) => choice.action = action,
            Err(error) => {
                choice.action = self.desk.offered().unwrap_or(choice.action);
                choice.trouble = Some(self.report(error));
            }
        }
        choice
    }
}

/// The value of every parameter.
fn settings(
    sandbox: &Sandbox,
    info: &ScriptInfo,
    given: &[(String, ParamValue)],
) -> Result<Vec<(String, mlua::Value)>, ScriptError> {
    let known = |name: &str| info.params.iter().any(|param| param.name == name);
    if let Some((name, _)) = given.iter().find(|(name, _)| !known(name)) {
        let names: Vec<&str> = info.params.iter().map(|param| param.name.as_str()).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        let message = format!("has no parameter `{name}`; parameters are {names}");
        return Err(sandbox.error(ErrorKind::Metadata, message));
    }
    let value = |param: &info::Param| {
        let set = given.iter().find(|(name, _)| *name == param.name);
        match set.map_or(param.default, |(_, value)| param.fit(*value)) {
            ParamValue::Flag(flag) => mlua::Value::Boolean(flag),
            ParamValue::Number(number) => mlua::Value::Number(number),
        }
    };
    Ok(info.params.iter().map(|param| (param.name.clone(), value(param))).collect())
}
