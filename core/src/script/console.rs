//! Evaluation of one line of Lua with the `view` and `turn` of a decision, for authors of robots.

mod shown;

use crate::contract::robot::Decision;
use crate::house::House;

use super::bindings::Scripted;
use super::context::Context;
use super::{ErrorKind, Host, Param, ParamValue, Sandbox, ScriptError};

/// The file name of the line in the interpreter's messages.
const FILE: &str = "console";

/// Words that begin a statement rather than an expression.
const STATEMENTS: [&str; 8] = ["local", "for", "while", "repeat", "do", "if", "function", "return"];

/// The result of evaluating a line.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleOutput {
    /// The values as readable text, one below the other, or the error in one sentence with a
    /// hint.
    pub value: Result<String, String>,
    /// The output of `print`, by line.
    pub printed: Vec<String>,
    /// The fuel used, in steps.
    pub fuel: u64,
}

/// Evaluates a line in a temporary VM. The line gets what a robot would get for the decision:
/// `view`, `turn` and the fuel of one turn. `params` are the values of `turn.params`. Worlds are
/// played under `house`.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::{Game, NullSink, Step, Viewer};
/// use qipan_core::contract::robot::Decision;
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::board::RED;
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::house::House;
/// use qipan_core::script::{Host, evaluate};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// game.play(&Step::Chance(6), &mut NullSink)?;
/// let mut actions = Vec::new();
/// game.legal_actions(&mut actions);
/// let decision = Decision {
///     seat: RED,
///     view: &game.view(Viewer::Seat(RED)),
///     actions: &actions,
///     log: &[],
///     house_rules: &[],
///     ply: game.ply(),
///     stream: [0; 32].into(),
/// };
/// let answer = |line: &str| {
///     evaluate::<Race>(line, &decision, &[], House::default(), &Host::default()).value
/// };
/// assert_eq!(answer("#turn:actions()"), Ok(actions.len().to_string()));
/// assert!(answer("turn:action()").is_err());
/// # Ok(())
/// # }
/// ```
pub fn evaluate<G: Scripted>(
    line: &str,
    decision: &Decision<'_, G>,
    params: &[(String, ParamValue)],
    house: House<G>,
    host: &Host,
) -> ConsoleOutput {
    let failed = |error: ScriptError| ConsoleOutput {
        value: Err(error.message),
        printed: Vec::new(),
        fuel: 0,
    };
    let (sandbox, context) = match line_sandbox::<G>(line, host) {
        Ok(sandbox_and_context) => sandbox_and_context,
        Err(error) => return failed(error),
    };
    context.set_world_rules(house);
    let values = params.iter().map(|(name, value)| (name.as_str(), value.to_lua()));
    let table = sandbox.lua().create_table_from(values);
    let params_set = table.and_then(|table| context.set_params(sandbox.lua(), table));
    let handles = match params_set.and_then(|()| G::create_handles(&context, sandbox.lua())) {
        Ok(handles) => handles,
        Err(error) => return failed(sandbox.lua_error(&error)),
    };
    context.open(decision);
    sandbox.seed(decision.stream);
    let answer = sandbox.call_file(handles, sandbox.limits().fuel);
    let fuel = sandbox.fuel_used();
    let value =
        answer.map(|values| shown::values_text::<G>(&values)).map_err(|error| error.message);
    context.close();
    ConsoleOutput { value, printed: sandbox.take_log(), fuel }
}

/// Returns the value of each parameter: the given one, fitted to its range, or the default.
pub fn param_values(params: &[Param], given: &[(String, ParamValue)]) -> Vec<(String, ParamValue)> {
    let value = |param: &Param| {
        let given = given.iter().find(|(name, _)| *name == param.name);
        given.map_or(param.default, |(_, value)| param.fit(*value))
    };
    params.iter().map(|param| (param.name.clone(), value(param))).collect()
}

/// Makes a sandbox for a line, as an expression if it parses as one, else as a statement.
fn line_sandbox<G: Scripted>(
    line: &str,
    host: &Host,
) -> Result<(Sandbox, std::rc::Rc<Context<G>>), ScriptError> {
    let with_prefix = |prefix: &str| {
        let source = format!("local view, turn = ... {prefix} {line}");
        Sandbox::new(FILE, source, host, Context::install)
    };
    let first_word =
        line.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    match with_prefix("return") {
        Err(error) if error.kind == ErrorKind::Syntax && STATEMENTS.contains(&first_word) => {
            with_prefix("")
        }
        result => result,
    }
}
