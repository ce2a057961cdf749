//! The effects that the hook `after` of a house rule asks for.

use mlua::{Table, Value};

use super::{LuaRule, MAX_EFFECTS};
use crate::house::Hook;
use crate::script::ScriptError;
use crate::script::bindings::Scripted;
use crate::script::lua_value::{self, describe};
use crate::script::nearest::did_you_mean;

impl<G: Scripted> LuaRule<G> {
    /// Reads the list of effects that the hook `after` answered with.
    ///
    /// # Errors
    /// The list, or one of its effects, is invalid.
    pub(super) fn read_effects(&self, list: &Table) -> Result<Vec<G::Effect>, ScriptError> {
        let error = |message: String| self.answer_error(Hook::After, message);
        if list.raw_len() == 0 && !list.is_empty() {
            let message = "after must return a list of effects: { { kind = ... } }";
            return Err(error(message.to_owned()));
        }
        if list.raw_len() > MAX_EFFECTS {
            return Err(error(format!("at most {MAX_EFFECTS} effects may follow a step")));
        }
        let mut effects = Vec::new();
        for value in list.sequence_values::<Value>() {
            let value = value.map_err(|error| self.sandbox.lua_error(&error))?;
            if !matches!(value, Value::Table(_)) {
                return Err(error(format!("an effect is a table, not {}", describe(&value))));
            }
            check_kind::<G>(&value).map_err(error)?;
            let effect: G::Effect = lua_value::deserialize(&value)
                .map_err(|reason| error(format!("no effect of {}: {reason}", G::NAME)))?;
            if self.info.sees_all && G::writes_memory(&effect) {
                let message =
                    "a rule that sees everything cannot remember: others would learn of it";
                return Err(error(message.to_owned()));
            }
            effects.push(effect);
        }
        Ok(effects)
    }
}

/// Refuses an effect of an unknown kind.
fn check_kind<G: Scripted>(effect: &Value) -> Result<(), String> {
    let kind = effect.as_table().map(|table| table.raw_get::<Value>("kind"));
    let Some(Ok(Value::String(kind))) = kind else { return Ok(()) };
    let kind = lua_value::head(&kind, 60);
    if G::EFFECTS.contains(&kind.as_str()) {
        return Ok(());
    }
    let (hint, known) = (did_you_mean(&kind, G::EFFECTS.iter().copied()), G::EFFECTS.join(", "));
    Err(format!("there is no effect `{kind:.40}`{hint}; effects are {known}"))
}
