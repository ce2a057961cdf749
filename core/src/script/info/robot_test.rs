//! The tests of a robot: positions, and the actions that it must or must not choose there.
//!
//! The author writes them as data, in the field `tests` of the robot's table or in a separate file.
//! They are read only when a robot is checked, so an invalid test does not keep the robot from
//! playing.

use std::fmt;

use mlua::{Table, Value};

use super::{FieldReader, MAX_NAME, ScriptInfo};
use crate::contract::game::Turn;
use crate::contract::localized::Text;
use crate::contract::position::{LineError, MAX_LINE, PositionLine};
use crate::contract::seat::Seat;
use crate::contract::source::Source;
use crate::script::bindings::Scripted;
use crate::script::lua_value::{self, describe};
use crate::script::nearest::did_you_mean;
use crate::script::{Host, Sandbox, ScriptError};

/// Fields of a test.
const TEST_FIELDS: [&str; 6] = ["name", "position", "seat", "must", "must_not", "seeds"];

/// The maximum number of tests in a file.
const MAX_TESTS: usize = 100;
/// The maximum number of characters of a test's name.
const MAX_TEST_NAME: usize = 100;
/// The maximum number of actions in `must` or `must_not`.
const MAX_ACTIONS: usize = 40;
/// The maximum number of characters of an action.
const MAX_ACTION: usize = 40;
/// The maximum number of seeds that a test is tried with.
const MAX_SEEDS: u32 = 100;
/// The number of seeds of a test that does not set it.
const DEFAULT_SEEDS: u32 = 4;
/// The maximum number of legal actions that an error lists.
const MAX_LISTED_ACTIONS: usize = 20;

/// A test of a robot: a position, and the actions that it must or must not choose there.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotTest<G: Scripted> {
    /// The name for reports.
    pub name: Text,
    /// The line of its file that contains the name, if the name is written there.
    pub line: Option<u32>,
    /// The position.
    pub state: G,
    /// The seat to move, for which the robot chooses.
    pub seat: Seat,
    /// The choices that pass.
    pub expected: ExpectedChoice<G::Action>,
    /// The number of seeds that the test is tried with.
    pub seeds: u32,
}

/// The choices that pass a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedChoice<A> {
    /// The robot must choose one of these actions.
    OneOf(Vec<A>),
    /// The robot must choose none of these actions.
    NoneOf(Vec<A>),
}

impl<A: PartialEq> ExpectedChoice<A> {
    /// Returns true if choosing this action passes the test.
    pub fn allows(&self, action: &A) -> bool {
        match self {
            Self::OneOf(actions) => actions.contains(action),
            Self::NoneOf(actions) => !actions.contains(action),
        }
    }
}

impl<A: fmt::Display> fmt::Display for ExpectedChoice<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, actions) = match self {
            Self::OneOf(actions) => ("should have chosen", actions),
            Self::NoneOf(actions) => ("should not have chosen", actions),
        };
        let actions: Vec<String> = actions.iter().map(|action| format!("`{action}`")).collect();
        write!(f, "{words} {}", actions.join(" or "))
    }
}

/// Reads the tests in the field `tests` of a robot's file. Returns no tests if there is no such
/// field. `info` is the metadata of the robot.
///
/// # Errors
/// The file does not load, or a test is wrong.
///
/// # Examples
/// ```
/// use qipan_core::games::race::Race;
/// use qipan_core::registry::inspect;
/// use qipan_core::script::{Host, tests_of_robot};
///
/// let source = r#"return {
///     api = 1, game = "race", name = "First",
///     choose = function(view, turn) return turn:actions()[1] end,
///     tests = {
///         {
///             name = "moves the only plane",
///             position = "qipan race aeroplane turn=red die=6 red=4,-,-,- blue=-,-,-,-",
///             must_not = { "launch 2", "launch 3" },
///         },
///     },
/// }"#;
/// let info = inspect("first.luau", source, &Host::default())?;
/// let tests = tests_of_robot::<Race>("first.luau", source, &info, &Host::default())?;
/// assert_eq!((tests.len(), tests[0].line), (1, Some(6)));
/// let allowed = "launch 4".parse().expect("an action");
/// assert!(tests[0].expected.allows(&allowed));
/// # Ok::<(), qipan_core::script::ScriptError>(())
/// ```
pub fn tests_of_robot<G: Scripted>(
    file: &str,
    source: impl Into<Source>,
    info: &ScriptInfo,
    host: &Host,
) -> Result<Vec<RobotTest<G>>, ScriptError> {
    let (sandbox, table) = run::<G>(file, source, host)?;
    match FieldReader::new(&sandbox, &table, &[]).table("tests")? {
        Some(list) => read_list(&sandbox, &list, info),
        None => Ok(Vec::new()),
    }
}

/// Reads the tests of a robot from a separate file, which returns the list. `info` is the metadata
/// of the robot.
///
/// # Errors
/// The file does not load, or a test is wrong.
pub fn tests_of_file<G: Scripted>(
    file: &str,
    source: impl Into<Source>,
    info: &ScriptInfo,
    host: &Host,
) -> Result<Vec<RobotTest<G>>, ScriptError> {
    let (sandbox, list) = run::<G>(file, source, host)?;
    read_list(&sandbox, &list, info)
}

/// Runs a file in a sandbox of its own. Returns both the sandbox and the table that the file
/// returned.
fn run<G: Scripted>(
    file: &str,
    source: impl Into<Source>,
    host: &Host,
) -> Result<(Sandbox, Table), ScriptError> {
    let (sandbox, ()) = Sandbox::new(file, source, host, |lua, _, _| G::add_constants(lua))?;
    let table = sandbox.run()?;
    Ok((sandbox, table))
}

/// Reads a list of tests.
fn read_list<G: Scripted>(
    sandbox: &Sandbox,
    list: &Table,
    info: &ScriptInfo,
) -> Result<Vec<RobotTest<G>>, ScriptError> {
    const EXAMPLE: &str = "{ name = \"...\", position = \"...\", must = \"...\" }";
    let error = |message: String| Err(sandbox.metadata_error(sandbox.line_of("tests", 1), message));
    let count = list.raw_len();
    if count > MAX_TESTS {
        return error(format!("there can be at most {MAX_TESTS} tests, not {count}"));
    }
    if count == 0 || list.pairs::<Value, Value>().take(count + 1).count() != count {
        return error(format!("tests are a list, as in {{ {EXAMPLE} }}"));
    }
    let mut tests: Vec<RobotTest<G>> = Vec::new();
    for number in 1..=count {
        let value = list.raw_get(number).map_err(|error| sandbox.lua_error(&error))?;
        let Value::Table(table) = value else {
            let found = describe(&value);
            return error(format!("test {number} is {found}: a test is written {EXAMPLE}"));
        };
        let test = read_test(sandbox, &table, number, info)?;
        if let Some(other) = tests.iter().position(|other| other.name == test.name) {
            let message = format!("tests {} and {number} have the same name", other + 1);
            return Err(sandbox.metadata_error(test.line, message));
        }
        tests.push(test);
    }
    Ok(tests)
}

/// Reads a test. `number` counts from 1.
fn read_test<G: Scripted>(
    sandbox: &Sandbox,
    table: &Table,
    number: usize,
    info: &ScriptInfo,
) -> Result<RobotTest<G>, ScriptError> {
    let owner = format!("test {number}");
    let mut reader = FieldReader::new(sandbox, table, &TEST_FIELDS);
    reader.owner = &owner;
    // The search for the line of an error begins at the line that contains the test's name.
    if !reader.get("name").is_nil() {
        reader.first_line = line_of_name(&reader);
    }
    reader.check_fields()?;
    let name = reader.text("name", MAX_TEST_NAME)?.ok_or_else(|| missing(&reader, "name"))?;
    let state = position::<G>(&reader, info)?;
    let Turn::Seat(seat) = state.turn() else {
        let hint = if G::HAS_DICE { "; name the roll, as in die=3" } else { "" };
        return Err(reader.wrong_field("position", format!("nobody has to choose in it{hint}")));
    };
    check_seat::<G>(&reader, seat)?;
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let expected = expected_choice::<G>(&reader, &legal)?;
    let seeds = seeds(&reader)?;
    Ok(RobotTest { name, line: reader.first_line, state, seat, expected, seeds })
}

/// Returns the error for a missing field of a test.
fn missing(reader: &FieldReader<'_>, field: &str) -> ScriptError {
    let alternative = if field == "must" { " or `must_not`" } else { "" };
    let message = format!("`{}` lacks `{field}`{alternative}", reader.owner);
    reader.sandbox.metadata_error(reader.first_line.filter(|_| field != "name"), message)
}

/// Returns the line that contains the name of a test.
fn line_of_name(reader: &FieldReader<'_>) -> Option<u32> {
    let name = match reader.get("name") {
        Value::Table(names) => match names.raw_get("en").ok()? {
            Value::Nil => names.raw_get("zh").ok()?,
            name => name,
        },
        name => name,
    };
    let Value::String(name) = name else { return None };
    reader.sandbox.line_of_text(&lua_value::text_up_to(&name, MAX_TEST_NAME)?)
}

/// Returns the position of a test.
fn position<G: Scripted>(reader: &FieldReader<'_>, info: &ScriptInfo) -> Result<G, ScriptError> {
    let line = reader.string("position", MAX_LINE)?;
    let line = line.ok_or_else(|| missing(reader, "position"))?;
    let wrong = |why: String| reader.wrong_field("position", why);
    let line: PositionLine<G> = line.parse().map_err(|why: LineError| wrong(why.to_string()))?;
    let presets = &info.presets;
    if !presets.is_empty() && !presets.contains(&line.preset) {
        let (preset, presets) = (&line.preset, presets.join(", "));
        return Err(wrong(format!("the robot does not play {preset}; it plays {presets}")));
    }
    line.set_up().map_err(|why| wrong(why.to_string()))
}

/// Checks that the seat of a test, if it names one, is the seat to move.
fn check_seat<G: Scripted>(reader: &FieldReader<'_>, to_move: Seat) -> Result<(), ScriptError> {
    let Some(seat) = reader.string("seat", MAX_NAME)? else { return Ok(()) };
    let to_move = G::seat_name(to_move);
    if seat == to_move {
        return Ok(());
    }
    let hint = match G::SEATS.contains(&seat.as_str()) {
        true => String::new(),
        false => did_you_mean(&seat, G::SEATS.iter().copied()),
    };
    Err(reader.wrong_field("seat", format!("it is {seat}{hint}, but {to_move} is to move")))
}

/// Returns the choices that pass a test, in a position with these legal actions.
fn expected_choice<G: Scripted>(
    reader: &FieldReader<'_>,
    legal: &[G::Action],
) -> Result<ExpectedChoice<G::Action>, ScriptError> {
    let (must, must_not) =
        (actions::<G>(reader, "must", legal)?, actions::<G>(reader, "must_not", legal)?);
    let (field, expected) = match (must, must_not) {
        (Some(must), None) => ("must", ExpectedChoice::OneOf(must)),
        (None, Some(must_not)) => ("must_not", ExpectedChoice::NoneOf(must_not)),
        (None, None) => return Err(missing(reader, "must")),
        (Some(_), Some(_)) => {
            let why = "a test has `must` or `must_not`, not both".to_owned();
            return Err(reader.wrong_field("must_not", why));
        }
    };
    let allowed = legal.iter().filter(|action| expected.allows(action)).count();
    if allowed == legal.len() || allowed == 0 {
        let result = if allowed == 0 { "fails" } else { "passes" };
        let why = format!("the test {result} with each of the {} legal actions", legal.len());
        return Err(reader.wrong_field(field, why));
    }
    Ok(expected)
}

/// Returns the legal actions in a field: one, or a list. Returns `None` if the field is missing.
fn actions<G: Scripted>(
    reader: &FieldReader<'_>,
    field: &str,
    legal: &[G::Action],
) -> Result<Option<Vec<G::Action>>, ScriptError> {
    let values = match reader.get(field) {
        Value::Nil => return Ok(None),
        Value::Table(list) => {
            let count = list.raw_len();
            if !(1..=MAX_ACTIONS).contains(&count) {
                return Err(reader.wrong_field(field, format!("1 to {MAX_ACTIONS} actions")));
            }
            let values = (1..=count).map(|index| list.raw_get(index));
            let values: mlua::Result<Vec<Value>> = values.collect();
            values.map_err(|error| reader.sandbox.lua_error(&error))?
        }
        value => vec![value],
    };
    let mut actions = Vec::new();
    for value in values {
        let Value::String(text) = &value else {
            return Err(reader.wrong_type(field, "an action or a list of actions", &value));
        };
        let text = lua_value::head(text, MAX_ACTION);
        let action = legal.iter().find(|action| action.to_string() == text);
        let action = action.ok_or_else(|| {
            let listed = legal.iter().take(MAX_LISTED_ACTIONS).map(ToString::to_string);
            let listed = listed.collect::<Vec<_>>().join(", ");
            let more = if legal.len() > MAX_LISTED_ACTIONS { ", ..." } else { "" };
            let why = format!("`{text}` is not legal there; legal are {listed}{more}");
            reader.wrong_field(field, why)
        })?;
        actions.push(*action);
    }
    Ok(Some(actions))
}

/// Returns the number of seeds that a test is tried with.
fn seeds(reader: &FieldReader<'_>) -> Result<u32, ScriptError> {
    let Some(number) = reader.number("seeds")? else { return Ok(DEFAULT_SEEDS) };
    if number.fract() != 0.0 || !(1.0..=f64::from(MAX_SEEDS)).contains(&number) {
        return Err(reader.wrong_field("seeds", format!("a whole number from 1 to {MAX_SEEDS}")));
    }
    Ok(number as u32)
}
