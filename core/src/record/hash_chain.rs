//! Computes the marks of a file: four hexadecimal digits for each step, from a hash over the step,
//! the state after it and all steps before.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Record, Variation};
use crate::contract::game::{Game, Step};
use crate::contract::options::RuleSet;

/// A hash chain over a game. Each hash covers a step, the state after it and the hash before, so
/// the first mark that differs belongs to the step that was changed.
#[derive(Clone, Debug)]
pub(super) struct HashChain([u8; 32]);

impl HashChain {
    /// Starts a chain with everything settled before step 0.
    pub(super) fn new<G: Game>(record: &Record<G>, start: &G) -> Self {
        let setup = json!([G::NAME, record.rules.to_saved(), record.deal]);
        let mut hash = Sha256::new().chain_update(setup.to_string());
        for rule in &record.house_rules {
            hash.update(rule.digest());
        }
        start.encode_state(&mut |bytes| hash.update(bytes));
        Self(hash.finalize().into())
    }

    /// Adds a step, written without its mark, and the state it led to. Returns the mark of the
    /// step.
    pub(super) fn append<G: Game>(&mut self, step: &str, state: &G) -> String {
        let mut hash = Sha256::new().chain_update(self.0).chain_update(step);
        state.encode_state(&mut |bytes| hash.update(bytes));
        self.0 = hash.finalize().into();
        hex::encode(&self.0[..2])
    }
}

/// A step as written, and its mark.
pub(super) type MarkedStep = (String, String);

/// Returns the steps of a record as written, each with its mark. `states` are those before each
/// step and after the last.
pub(super) fn marked_steps<G: Game>(record: &Record<G>, states: &[G]) -> Vec<MarkedStep> {
    let [start, after @ ..] = states else { return Vec::new() };
    let mut chain = HashChain::new(record, start);
    mark_steps(&mut chain, &record.steps, after)
}

/// Like [`marked_steps`], for the steps of each variation. The marks continue from the steps that
/// the variation shares with the game.
pub(super) fn marked_variations<G: Game>(record: &Record<G>, states: &[G]) -> Vec<Vec<MarkedStep>> {
    let [start, after @ ..] = states else { return Vec::new() };
    // `chains[n]` is the chain after `n` steps of the main line, up to the most steps that a
    // variation shares.
    let mut chains = vec![HashChain::new(record, start)];
    if let Some(most_shared) =
        record.variations.iter().map(|variation| variation.shared_steps).max()
    {
        for (step, state) in record.steps.iter().zip(after).take(most_shared) {
            let mut chain = chains[chains.len() - 1].clone();
            chain.append(&step_text(step), state);
            chains.push(chain);
        }
    }
    let mark_variation = |variation: &Variation<G>| {
        let (Some(chain), Some(shared)) =
            (chains.get(variation.shared_steps), states.get(variation.shared_steps))
        else {
            return Vec::new();
        };
        mark_steps(&mut chain.clone(), &variation.steps, &variation.states_after_steps(shared))
    };
    record.variations.iter().map(mark_variation).collect()
}

/// Appends steps to a chain and returns each with its mark. `after` are the states after each step.
fn mark_steps<G: Game>(chain: &mut HashChain, steps: &[Step<G>], after: &[G]) -> Vec<MarkedStep> {
    let mark_step = |(step, state): (&Step<G>, &G)| {
        let text = step_text(step);
        let mark = chain.append(&text, state);
        (text, mark)
    };
    steps.iter().zip(after).map(mark_step).collect()
}

/// Writes the fields of a step as JSON, without braces and mark. The key of the first field names
/// the seat or the kind of the step, and its value is the decision.
pub(super) fn step_text<G: Game>(step: &Step<G>) -> String {
    let (key, value) = match step {
        Step::Act { seat, action } => (G::seat_name(*seat), json!(action)),
        Step::Chance(outcome) => ("roll", json!(outcome)),
        Step::House { rule, effect } => {
            return format!("\"house\":{rule},\"effect\":{}", json!(effect));
        }
        Step::Timeout { seat } => ("timeout", json!(G::seat_name(*seat))),
        Step::Resign { seat } => ("resign", json!(G::seat_name(*seat))),
        Step::Draw => ("draw", Value::Bool(true)),
    };
    format!("\"{key}\":{value}")
}
