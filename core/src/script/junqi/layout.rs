//! A robot's layout: 25 codes or letters, front line first, its own left to right.

use mlua::Value;

use super::Shown;
use crate::junqi::piece::ARMY;
use crate::junqi::{Junqi, Layout, Piece, Rules};
use crate::robot::RobotError;
use crate::robot_stream::RobotStream;
use crate::script::lua_value;
use crate::script::sandbox::describe;
use crate::script::{ErrorKind, LuaRobot};
use crate::seat::Seat;

impl LuaRobot<Junqi> {
    /// Asks the robot how it lays out its army; `offered` are layouts it may choose from.
    /// `None` when it has no `layout` function or leaves the choice to the program.
    ///
    /// # Errors
    /// When the script fails, or answers with what is no layout.
    pub fn layout(
        &mut self,
        seat: Seat,
        rules: &Rules,
        offered: &[Layout],
        stream: RobotStream,
    ) -> Result<Option<Layout>, RobotError> {
        let Some(answer) = self.ask_layout(seat, Shown::before(rules, offered), stream) else {
            return Ok(None);
        };
        let layout = answer.and_then(|answer| {
            answered(&answer).map_err(|message| self.sandbox.error(ErrorKind::Answer, message))
        });
        layout.map_err(|error| self.report(error))
    }
}

/// The layout a robot answered with; nothing when it leaves the choice to the program.
///
/// # Errors
/// What is wrong with it.
pub(super) fn answered(answer: &Value) -> Result<Option<Layout>, String> {
    match answer {
        Value::Nil => Ok(None),
        answer => read(answer, "layout must return").map(Some),
    }
}

/// The layout a script gave, where `asked` begins the sentence about what it should have.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(given: &Value, asked: &str) -> Result<Layout, String> {
    let layout = match given {
        // One more than there are makes it none.
        Value::String(letters) => lua_value::head(letters, ARMY + 1).parse(),
        Value::Table(list) => {
            let pieces: Vec<Piece> =
                (1..=ARMY).map(|slot| piece(list, slot, asked)).collect::<Result<_, String>>()?;
            let Ok(pieces) = pieces.try_into() else { unreachable!("one for each slot") };
            Layout::new(pieces)
        }
        other => {
            let got = describe(other);
            return Err(format!("{asked} 25 codes or letters, not {got}"));
        }
    };
    layout.map_err(|why| format!("{asked} a layout: {why}"))
}

/// The piece in a slot of a list of codes, counted from 1.
fn piece(list: &mlua::Table, slot: usize, asked: &str) -> Result<Piece, String> {
    let value: Value = list.raw_get(slot).unwrap_or(Value::Nil);
    let word = lua_value::word(&value);
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let found = Piece::from_code(&word).or_else(|| letter.and_then(Piece::from_letter));
    found.ok_or_else(|| {
        let got = describe(&value);
        format!("{asked} 25 codes such as \"40\"; number {slot} is {got}")
    })
}
