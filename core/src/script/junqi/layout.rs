//! Layouts of robots: 25 codes or letters, front line first, from the army's left to its right.

use mlua::Value;

use super::JunqiScriptView;
use crate::contract::robot::RobotError;
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::games::junqi::piece::ARMY;
use crate::games::junqi::{Junqi, Kind, Layout, Rules};
use crate::script::lua_value::{self, describe};
use crate::script::{ErrorKind, LuaRobot};

impl LuaRobot<Junqi> {
    /// Asks the robot for the layout of its army. `offered` are layouts it may choose from. Returns
    /// `None` if it has no `layout` function or the function returns `nil`.
    ///
    /// # Errors
    /// The script fails, or its answer is not a layout.
    pub fn layout(
        &mut self,
        seat: Seat,
        rules: &Rules,
        offered: &[Layout],
        stream: RobotStream,
    ) -> Result<Option<Layout>, RobotError> {
        let Some(answer) =
            self.call_layout(seat, JunqiScriptView::before_game(rules, offered), stream)
        else {
            return Ok(None);
        };
        let layout = answer.and_then(|answer| {
            read_answer(&answer).map_err(|message| self.sandbox.error(ErrorKind::Answer, message))
        });
        layout.map_err(|error| self.record_error(error))
    }
}

/// Reads the layout that a robot answered with. Returns `None` if the answer is `nil`.
///
/// # Errors
/// The reason why it is not a layout.
pub(super) fn read_answer(answer: &Value) -> Result<Option<Layout>, String> {
    match answer {
        Value::Nil => Ok(None),
        answer => read(answer, "layout must return").map(Some),
    }
}

/// Reads a layout from a script. `subject` begins the sentence of an error.
///
/// # Errors
/// The reason why it is not a layout.
pub(super) fn read(value: &Value, subject: &str) -> Result<Layout, String> {
    let layout = match value {
        // One letter more than an army has, so that a longer text is refused.
        Value::String(letters) => lua_value::head(letters, ARMY + 1).parse(),
        Value::Table(list) => {
            let pieces: Vec<Kind> = (1..=ARMY)
                .map(|slot| read_piece(list, slot, subject))
                .collect::<Result<_, String>>()?;
            let Ok(pieces) = pieces.try_into() else { unreachable!("one for each slot") };
            Layout::new(pieces)
        }
        other => {
            let got = describe(other);
            return Err(format!("{subject} 25 codes or letters, not {got}"));
        }
    };
    layout.map_err(|why| format!("{subject} a layout: {why}"))
}

/// Returns the piece in a slot of a list of codes, counted from 1.
fn read_piece(list: &mlua::Table, slot: usize, subject: &str) -> Result<Kind, String> {
    let value: Value = list.raw_get(slot).unwrap_or(Value::Nil);
    let word = lua_value::word(&value);
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let found = Kind::from_code(&word).or_else(|| letter.and_then(Kind::from_letter));
    found.ok_or_else(|| {
        let got = describe(&value);
        format!("{subject} 25 codes such as \"40\"; number {slot} is {got}")
    })
}
