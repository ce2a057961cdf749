//! Answers to questions of house rules, as tables that are the same in every game.

use mlua::{Lua, Table};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::bindings::Scripted;
use super::context::{Context, VisiblePosition};
use crate::contract::game::{NullSink, Step};
use crate::contract::question::Question;
use crate::contract::robot::Decision;
use crate::house::RuleFailure;
use crate::search::RuleContext;

/// The `kind` of the table of an answer.
pub(super) const KIND: &str = "answer";

/// Returns true if these actions are answers to a question.
pub(super) fn are_answers<G: Scripted>(actions: &[G::Action]) -> bool {
    actions.first().is_some_and(|action| G::answered_option(*action).is_some())
}

impl<G: Scripted> Context<G> {
    /// Returns the legal actions as a list of tables.
    pub(super) fn action_tables(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
    ) -> mlua::Result<Table> {
        if !are_answers::<G>(&position.actions) {
            return G::action_tables(self, lua, position);
        }
        let question = G::question_of(&position.script_view);
        let answers = position.actions.iter().filter_map(|action| G::answered_option(*action));
        let tables = answers.map(|option| answer_table(lua, question, option));
        self.make_strict(lua.create_sequence_from(tables.collect::<mlua::Result<Vec<_>>>()?)?)
    }

    /// Finds the legal action that a table describes by its fields.
    ///
    /// # Errors
    /// A description of the table, if it fits none of the actions.
    pub(super) fn find_action(
        &self,
        actions: &[G::Action],
        table: &Table,
    ) -> Result<G::Action, String> {
        if !are_answers::<G>(actions) {
            return G::find_action(self, actions, table);
        }
        let number = table.raw_get::<i64>("number").unwrap_or(0);
        let is_meant = |action: &&G::Action| {
            G::answered_option(**action).map(|option| i64::from(option) + 1) == Some(number)
        };
        actions.iter().find(is_meant).copied().ok_or_else(|| format!("answer {number}"))
    }
}

/// The number of determinizations in which the possible answers to a question are compared.
const WORLDS: usize = 16;

impl<G: Scripted> Context<G> {
    /// Returns the answer with the best mean value for the seat, for a script without a function
    /// `answer`. Each answer is played under the house rules in the same determinizations, and the
    /// positions after it are evaluated. Returns the first answer if all are equal, or if a rule
    /// fails.
    pub(super) fn best_answer(&self, decision: &Decision<'_, G>) -> G::Action {
        let first = decision.actions[0];
        if !self.has_world_rules() || decision.actions.len() == 1 {
            return first;
        }
        let values = self
            .with_world_rules(|rules| answer_values(rules, decision).map_err(mlua::Error::runtime));
        let Ok(values) = values else { return first };
        let mut best = (first, values[0]);
        for (action, value) in decision.actions.iter().zip(values) {
            if value > best.1 + EQUAL_VALUE_TOLERANCE {
                best = (*action, value);
            }
        }
        best.0
    }
}

/// Answers whose mean values differ by at most this count as equal.
const EQUAL_VALUE_TOLERANCE: f32 = 1e-4;

/// Returns the mean value for the seat after each answer.
fn answer_values<G: Scripted>(
    rules: &mut RuleContext<G>,
    decision: &Decision<'_, G>,
) -> Result<Vec<f32>, RuleFailure> {
    let mut rng = SmallRng::from_seed(decision.stream.start());
    let mut means = vec![0.0; decision.actions.len()];
    let mut scratch = Vec::new();
    let worlds = if G::HAS_SECRETS { WORLDS } else { 1 };
    for _ in 0..worlds {
        let world = G::sample(decision.view, &mut rng);
        for (mean, action) in means.iter_mut().zip(decision.actions) {
            let mut next = world.clone();
            let step = Step::Act { seat: decision.seat, action: *action };
            rules.play(&mut next, step, &mut NullSink)?;
            *mean += next.evaluate(&mut scratch)[decision.seat.index()] / worlds as f32;
        }
    }
    rules.take_fuel();
    Ok(means)
}

/// Returns the table of the answer that chooses the option of this index. For a hidden question the
/// table contains no names.
fn answer_table(lua: &Lua, question: Option<&Question>, option: u8) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("kind", KIND)?;
    table.raw_set("number", option + 1)?;
    let keys = question.map(|question| question.keys).unwrap_or_default();
    if let Some(name) = keys.question {
        table.raw_set("question", name.as_str())?;
    }
    if let Some(name) = keys.options.get(usize::from(option)) {
        table.raw_set("option", name.as_str())?;
    }
    Ok(table)
}
