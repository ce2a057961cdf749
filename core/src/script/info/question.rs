//! The questions that a house rule declares: their texts and options.

use mlua::{Table, Value};

use super::{FieldReader, GameInfo, Hooks, MAX_NAME};
use crate::contract::question::{
    DeclaredOption, DeclaredQuestion, DeclaredQuestions, MAX_OPTION_CHARS, MAX_OPTIONS,
    MAX_QUESTION_CHARS, MAX_QUESTIONS, QuestionKey,
};
use crate::script::ScriptError;
use crate::script::lua_value::{self, describe};

/// Fields of a question.
const QUESTION_FIELDS: [&str; 3] = ["text", "options", "private"];
/// Fields of an option.
const OPTION_FIELDS: [&str; 2] = ["name", "text"];

/// An example of a declaration, for errors.
const EXAMPLE: &str = "questions = { trade = { text = \"...\", options = { { name = \"no\", text = \
                       \"...\" }, { name = \"yes\", text = \"...\" } } } }";

/// Reads the field `questions`.
pub(super) fn read(
    reader: &FieldReader<'_>,
    game: &GameInfo,
) -> Result<DeclaredQuestions, ScriptError> {
    let mut questions = DeclaredQuestions::new();
    let Some(table) = reader.table("questions")? else { return Ok(questions) };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| reader.sandbox.lua_error(&error))?;
        let (Value::String(_), Value::Table(entry)) = (&key, &value) else {
            let message = format!("`questions` is written {EXAMPLE}");
            return Err(reader.error_at_word("questions", message));
        };
        let name = lua_value::word(&key);
        let entry = reader.inner(entry, &name, &QUESTION_FIELDS);
        let key = read_key(&entry, &name)?;
        if questions.len() == MAX_QUESTIONS {
            let message = format!("a rule has at most {MAX_QUESTIONS} questions");
            return Err(reader.error_at_word("questions", message));
        }
        questions.insert(key, read_question(&entry, game)?);
    }
    Ok(questions)
}

/// Checks that a rule with questions has the hook that receives their answers, and that a rule
/// without questions does not have it.
pub(super) fn check_hooks(
    reader: &FieldReader<'_>,
    questions: &DeclaredQuestions,
    hooks: &Hooks,
) -> Result<(), ScriptError> {
    match (questions.is_empty(), hooks.answered.is_some()) {
        (true, true) => {
            let message = format!("the hook `answered` needs questions: write {EXAMPLE}");
            Err(reader.error_at_word("answered", message))
        }
        (false, false) => {
            let message = "`questions` need a hook for their answers: write answered = \
                           function(view, answer) ... end in `hooks`";
            Err(reader.error_at_word("questions", message))
        }
        _ => Ok(()),
    }
}

/// Returns a name as the key of a question or option.
fn read_key(reader: &FieldReader<'_>, name: &str) -> Result<QuestionKey, ScriptError> {
    QuestionKey::try_from(name.to_owned()).map_err(|_| {
        let message = format!("`{name:.40}` must be 1 to 16 letters, digits and underscores");
        reader.error_at_word(name, message)
    })
}

/// Reads one question.
fn read_question(
    entry: &FieldReader<'_>,
    game: &GameInfo,
) -> Result<DeclaredQuestion, ScriptError> {
    entry.check_fields()?;
    let text =
        entry.text("text", MAX_QUESTION_CHARS)?.ok_or_else(|| entry.missing_field("text"))?;
    let private = match entry.get("private") {
        Value::Nil => false,
        Value::Boolean(false) => false,
        Value::Boolean(true) if game.has_secrets => true,
        Value::Boolean(true) => {
            let message = format!("`private` has no use in {}: nothing is hidden there", game.name);
            return Err(entry.error_at_word("private", message));
        }
        other => return Err(entry.wrong_type("private", "true or false", &other)),
    };
    let list = entry.table("options")?.ok_or_else(|| entry.missing_field("options"))?;
    let options = read_options(entry, &list)?;
    Ok(DeclaredQuestion { text, options, private })
}

/// Reads the options of a question.
fn read_options(entry: &FieldReader<'_>, list: &Table) -> Result<Vec<DeclaredOption>, ScriptError> {
    let mut options: Vec<DeclaredOption> = Vec::new();
    let count = list.raw_len();
    if !(1..=MAX_OPTIONS).contains(&count) {
        let message = format!(
            "`options` of `{}` is a list of 1 to {MAX_OPTIONS}, each written {{ name = \"...\", \
             text = \"...\" }}",
            entry.owner
        );
        return Err(entry.error_at_word("options", message));
    }
    for value in list.sequence_values::<Value>() {
        let value = value.map_err(|error| entry.sandbox.lua_error(&error))?;
        let Value::Table(table) = &value else {
            let message = format!(
                "an option is written {{ name = \"...\", text = \"...\" }}, not {}",
                describe(&value)
            );
            return Err(entry.error_at_word("options", message));
        };
        let option = entry.inner(table, "options", &OPTION_FIELDS);
        option.check_fields()?;
        let name = option.string("name", MAX_NAME)?.ok_or_else(|| option.missing_field("name"))?;
        let text =
            option.text("text", MAX_OPTION_CHARS)?.ok_or_else(|| option.missing_field("text"))?;
        let key = read_key(&option, &name)?;
        if options.iter().any(|other| other.name == key) {
            return Err(option.error_at_word(&name, format!("the option `{name}` is given twice")));
        }
        options.push(DeclaredOption { name: key, text });
    }
    Ok(options)
}
