//! The running marks of a file: four hexadecimal digits a step, over state and past.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Record, SavedRule, Variation};
use crate::game::{Game, Step};
use crate::options::RuleSet;

/// The chain of hashes over a game: each link covers a step, the state after it, and all
/// links before, so that the first mark that differs names the step that was changed.
#[derive(Clone, Debug)]
pub(super) struct Chain([u8; 32]);

impl Chain {
    /// The first link, over everything settled before step 0.
    pub(super) fn new<G: Game>(record: &Record<G>, start: &G) -> Self {
        let setup = json!([G::KIND, record.rules.to_saved(), record.deal]);
        let mut hash = Sha256::new().chain_update(setup.to_string());
        for line in &record.house_rules {
            hash.update(SavedRule::hash_of(&line.source));
        }
        start.fingerprint(&mut |bytes| hash.update(bytes));
        Self(hash.finalize().into())
    }

    /// Adds a step, written without its mark, and the state it led to; the new mark.
    pub(super) fn link<G: Game>(&mut self, step: &str, state: &G) -> String {
        let mut hash = Sha256::new().chain_update(self.0).chain_update(step);
        state.fingerprint(&mut |bytes| hash.update(bytes));
        self.0 = hash.finalize().into();
        hex::encode(&self.0[..2])
    }
}

/// A step as written and its mark.
pub(super) type Marked = (String, String);

/// The steps of a record as written, each with its mark, along the states before each step
/// and after the last.
pub(super) fn marked_steps<G: Game>(record: &Record<G>, states: &[G]) -> Vec<Marked> {
    let [start, after @ ..] = states else { return Vec::new() };
    let mut chain = Chain::new(record, start);
    linked(&mut chain, &record.steps, after)
}

/// The same for the steps of each variation: the marks go on from the steps that it shares with
/// the game.
pub(super) fn marked_variations<G: Game>(record: &Record<G>, states: &[G]) -> Vec<Vec<Marked>> {
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

fn linked<G: Game>(chain: &mut Chain, steps: &[Step<G>], after: &[G]) -> Vec<Marked> {
    let link = |(step, state): (&Step<G>, &G)| {
        let text = step_text(step);
        let mark = chain.link(&text, state);
        (text, mark)
    };
    steps.iter().zip(after).map(link).collect()
}

/// A step as JSON without its mark: one key that says who decided, one value that says what.
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
