//! Computes the running marks of a file: four hexadecimal digits a step, over state and history.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Record, SavedRule, Variation};
use crate::contract::game::{Game, Step};
use crate::contract::options::RuleSet;

/// A hash chain over a game. Each link covers a step, the state after it and all links before, so
/// the first mark that differs names the step that was changed.
#[derive(Clone, Debug)]
pub(super) struct Chain([u8; 32]);

impl Chain {
    /// Returns the first link, over everything settled before step 0.
    pub(super) fn new<G: Game>(record: &Record<G>, start: &G) -> Self {
        let setup = json!([G::KIND, record.rules.to_saved(), record.deal]);
        let mut hash = Sha256::new().chain_update(setup.to_string());
        for line in &record.house_rules {
            hash.update(SavedRule::hash_of(&line.source));
        }
        start.fingerprint(&mut |bytes| hash.update(bytes));
        Self(hash.finalize().into())
    }

    /// Adds a step, written without its mark, and the state it led to. Returns the new mark.
    pub(super) fn link<G: Game>(&mut self, step: &str, state: &G) -> String {
        let mut hash = Sha256::new().chain_update(self.0).chain_update(step);
        state.fingerprint(&mut |bytes| hash.update(bytes));
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
    let mut chain = Chain::new(record, start);
    linked(&mut chain, &record.steps, after)
}

/// Like [`marked_steps`], for the steps of each variation. The marks continue from the steps that
/// the variation shares with the game.
pub(super) fn marked_variations<G: Game>(record: &Record<G>, states: &[G]) -> Vec<Vec<MarkedStep>> {
    let [start, after @ ..] = states else { return Vec::new() };
    let mut links = vec![Chain::new(record, start)];
    if let Some(last) = record.variations.iter().map(|way| way.at).max() {
        for (step, state) in record.steps.iter().zip(after).take(last) {
            let mut chain = links[links.len() - 1].clone();
            chain.link(&step_text(step), state);
            links.push(chain);
        }
    }
    let marked = |way: &Variation<G>| {
        let (Some(chain), Some(shared)) = (links.get(way.at), states.get(way.at)) else {
            return Vec::new();
        };
        linked(&mut chain.clone(), &way.steps, &way.played(shared))
    };
    record.variations.iter().map(marked).collect()
}

fn linked<G: Game>(chain: &mut Chain, steps: &[Step<G>], after: &[G]) -> Vec<MarkedStep> {
    let link = |(step, state): (&Step<G>, &G)| {
        let text = step_text(step);
        let mark = chain.link(&text, state);
        (text, mark)
    };
    steps.iter().zip(after).map(link).collect()
}

/// Writes a step as JSON without its mark: the key names who decided, the value is the decision.
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
