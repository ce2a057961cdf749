//! The hook `answered` of a house rule, which reacts to the answer to a question.

use mlua::{Function, Table, Value};

use super::LuaRule;
use crate::house::{GivenAnswer, Hook};
use crate::script::ScriptError;
use crate::script::bindings::Scripted;
use crate::script::lua_value::describe;

impl<G: Scripted> LuaRule<G> {
    /// Returns the effects that the hook `answered` asks for.
    pub(super) fn call_answered(
        &mut self,
        answered: &Function,
        state: &G,
        answer: &GivenAnswer,
    ) -> Result<Vec<G::Effect>, ScriptError> {
        self.open_state(state, answer.seat, &[]);
        let table = self.answer_table(answer).map_err(|error| self.sandbox.lua_error(&error));
        let result = table.and_then(|table| {
            let fuel = self.sandbox.limits().hook_fuel;
            self.sandbox.call(answered, (&self.view, table), fuel)
        });
        self.context.close();
        match result.map_err(|error| self.sandbox.with_function_line(error, answered))? {
            Value::Nil => Ok(Vec::new()),
            Value::Table(list) => {
                let effects = self.read_effects(Hook::Answered, &list)?;
                if answer.private && effects.iter().any(G::writes_memory) {
                    let message = "the answer to a private question cannot be remembered: others \
                                   would learn of it";
                    return Err(self.answer_error(Hook::Answered, message));
                }
                Ok(effects)
            }
            other => {
                let message =
                    format!("answered must return a list of effects, not {}", describe(&other));
                Err(self.answer_error(Hook::Answered, message))
            }
        }
    }

    /// Makes the table of an answer.
    fn answer_table(&self, answer: &GivenAnswer) -> mlua::Result<Table> {
        let table = self.sandbox.lua().create_table()?;
        table.raw_set("seat", self.context.seat_word(answer.seat))?;
        table.raw_set("question", answer.question.as_str())?;
        table.raw_set("option", answer.option.as_str())?;
        Ok(table)
    }
}
