//! A line of Lua about a decision, as somebody who writes a robot types it.

mod shown;

use crate::house::House;
use crate::robot::Decision;

use super::bindings::Scripted;
use super::context::Context;
use super::{ErrorKind, Host, Param, ParamValue, Sandbox, ScriptError};

/// The name of the line in messages of the interpreter.
const FILE: &str = "console";

/// Words a line begins with that does something and is no expression.
const STATEMENTS: [&str; 8] = ["local", "for", "while", "repeat", "do", "if", "function", "return"];

/// What came of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// Its value as a text to read, several values one below the other; or what is wrong with
    /// it, in one sentence with a hint.
    pub value: Result<String, String>,
    /// What it printed.
    pub printed: Vec<String>,
    /// The steps of fuel it took.
    pub fuel: u64,
}

/// Evaluates a line on a decision. It runs as a robot of that seat would: with the `view` and
/// the `turn` of the seat, a turn's fuel, in a machine of its own that is gone afterwards.
/// `params` are the values of `turn.params`; worlds are played on by the house rules given.
#[must_use]
pub fn evaluate<G: Scripted>(
    line: &str,
    decision: &Decision<'_, G>,
    params: &[(String, ParamValue)],
    house: House<G>,
    host: &Host,
) -> Evaluated {
    let failed =
        |error: ScriptError| Evaluated { value: Err(error.message), printed: Vec::new(), fuel: 0 };
    let (sandbox, context) = match machine::<G>(line, host) {
        Ok(machine) => machine,
        Err(error) => return failed(error),
    };
    context.play_under(house);
    let values = params.iter().map(|(name, value)| (name.as_str(), value.to_lua()));
    let made = sandbox.lua().create_table_from(values);
    let made = made.and_then(|table| context.set_params(sandbox.lua(), table));
    let handles = match made.and_then(|()| context.handles(sandbox.lua())) {
        Ok(handles) => handles,
        Err(error) => return failed(sandbox.caught(&error)),
    };
    context.open(decision);
    sandbox.seed(decision.stream);
    let answer = sandbox.call_file(handles, sandbox.limits().fuel);
    let fuel = sandbox.fuel_used();
    let value = answer.map(|values| shown::values::<G>(&values)).map_err(|error| error.message);
    context.close();
    Evaluated { value, printed: sandbox.take_log(), fuel }
}

/// The values of a robot's parameters: those that were set, the others as its author meant them.
#[must_use]
pub fn param_values(params: &[Param], set: &[(String, ParamValue)]) -> Vec<(String, ParamValue)> {
    let value = |param: &Param| {
        let set = set.iter().find(|(name, _)| *name == param.name);
        set.map_or(param.default, |(_, value)| param.fit(*value))
    };
    params.iter().map(|param| (param.name.clone(), value(param))).collect()
}

/// A machine that holds a line: as an expression, or as a statement where it is none.
fn machine<G: Scripted>(
    line: &str,
    host: &Host,
) -> Result<(Sandbox, std::rc::Rc<Context<G>>), ScriptError> {
    let make = |verb: &str| {
        let source = format!("local view, turn = ... {verb} {line}");
        Sandbox::new(FILE, source, host, Context::install)
    };
    let word = line.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    match make("return") {
        Err(error) if error.kind == ErrorKind::Syntax && STATEMENTS.contains(&word) => make(""),
        made => made,
    }
}
