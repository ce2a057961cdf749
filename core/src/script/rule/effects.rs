//! The effects that the hooks `after` and `answered` of a house rule ask for.

use mlua::{Table, Value};
use serde_json::{Value as Json, json};

use super::effect_fields::check_effect;
use super::{LuaRule, MAX_EFFECTS};
use crate::contract::limits;
use crate::contract::question::{DeclaredQuestion, MAX_OPTIONS, QuestionKey};
use crate::house::Hook;
use crate::script::ScriptError;
use crate::script::bindings::Scripted;
use crate::script::lua_value::{self, describe};
use crate::script::nearest::did_you_mean;

impl<G: Scripted> LuaRule<G> {
    /// Reads the list of effects that a hook answered with.
    ///
    /// # Errors
    /// The list, or one of its effects, is invalid.
    pub(super) fn read_effects(
        &self,
        hook: Hook,
        list: &Table,
    ) -> Result<Vec<G::Effect>, ScriptError> {
        let error = |message: String| self.answer_error(hook, message);
        if list.raw_len() == 0 && !list.is_empty() {
            let name = hook.name();
            return Err(error(format!(
                "{name} must return a list of effects: {{ {{ kind = ... }} }}"
            )));
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
            let json = lua_value::to_json(&value).unwrap_or_default();
            let error = |message: String| self.effect_error(hook, &json, &message);
            let no_effect = |reason: String| error(format!("no effect of {}: {reason}", G::NAME));
            let effect: G::Effect = match self.question_effect(&value).map_err(error)? {
                Some(json) => serde_json::from_value(json)
                    .map_err(|reason| no_effect(limits::sentence(&reason.to_string())))?,
                None => {
                    check_effect::<G>(&value).map_err(error)?;
                    lua_value::deserialize(&value).map_err(no_effect)?
                }
            };
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

/// Fields of the effect `ask`.
const ASK_FIELDS: [&str; 4] = ["kind", "seat", "question", "options"];

impl<G: Scripted> LuaRule<G> {
    /// Returns an effect `ask` as JSON, with all that the declaration of its question adds. Returns
    /// `None` for other effects.
    ///
    /// # Errors
    /// The question or one of its options is not declared, or the seat does not exist.
    fn question_effect(&self, effect: &Value) -> Result<Option<Json>, String> {
        let Value::Table(table) = effect else { return Ok(None) };
        let field = |name: &str| table.raw_get::<Value>(name).unwrap_or(Value::Nil);
        if lua_value::word(&field("kind")) != "ask" {
            return Ok(None);
        }
        check_ask_fields(table)?;
        let seat = lua_value::word(&field("seat"));
        if G::seat_by_name(&seat).is_none() {
            let (got, known) = (describe(&field("seat")), G::SEATS.join(", "));
            return Err(format!("the `seat` of `ask` is {got}; seats are {known}"));
        }
        let (name, declared) = self.declared_question(&field("question"))?;
        let options = asked_options(name, declared, &field("options"))?;
        let mut json = json!({ "kind": "ask", "seat": seat, "question": name, "options": options });
        if declared.private {
            json["private"] = json!(true);
        }
        Ok(Some(json))
    }

    /// Returns the declared question that a script names.
    fn declared_question(
        &self,
        named: &Value,
    ) -> Result<(&QuestionKey, &DeclaredQuestion), String> {
        let name = lua_value::word(named);
        let mut questions = self.info.questions.iter();
        if let Some(found) = questions.find(|(key, _)| key.as_str() == name) {
            return Ok(found);
        }
        let known: Vec<&str> = self.info.questions.keys().map(QuestionKey::as_str).collect();
        if known.is_empty() {
            let message =
                "`ask` needs the field `questions`, in which the rule declares what it asks";
            return Err(message.to_owned());
        }
        let got = if name.is_empty() { describe(named) } else { format!("`{name:.40}`") };
        let (hint, known) = (did_you_mean(&name, known.iter().copied()), known.join(", "));
        Err(format!(
            "the field `questions` of the rule has no question {got}{hint}; questions are {known}"
        ))
    }
}

/// Refuses fields that the effect `ask` does not have.
fn check_ask_fields(effect: &Table) -> Result<(), String> {
    for pair in effect.pairs::<Value, Value>() {
        let key = pair.map(|(key, _)| lua_value::word(&key)).unwrap_or_default();
        if !ASK_FIELDS.contains(&key.as_str()) {
            let (hint, known) = (did_you_mean(&key, ASK_FIELDS.into_iter()), ASK_FIELDS.join(", "));
            return Err(format!("`ask` has no field `{key:.40}`{hint}; fields are {known}"));
        }
    }
    Ok(())
}

/// Returns the names of the options that an effect `ask` offers, by default all of its question.
fn asked_options(
    name: &QuestionKey,
    declared: &DeclaredQuestion,
    value: &Value,
) -> Result<Vec<String>, String> {
    let known: Vec<&str> = declared.options.iter().map(|option| option.name.as_str()).collect();
    let list = match value {
        Value::Nil => return Ok(known.iter().map(ToString::to_string).collect()),
        Value::Table(list) => list.sequence_values::<Value>().take(MAX_OPTIONS + 1),
        other => return Err(format!("the `options` of `ask` are a list, not {}", describe(other))),
    };
    let mut options = Vec::new();
    for value in list {
        let option = lua_value::word(&value.map_err(|error| error.to_string())?);
        if !known.contains(&option.as_str()) {
            let (hint, known) = (did_you_mean(&option, known.iter().copied()), known.join(", "));
            return Err(format!(
                "`{name}` has no option `{option:.40}`{hint}; options are {known}"
            ));
        }
        options.push(option);
    }
    Ok(options)
}
