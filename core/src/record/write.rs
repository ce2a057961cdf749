//! Writes a record as JSON: keys in a fixed order, one step a line.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::hash_chain::{MarkedStep, marked_steps, marked_variations};
use super::{
    AuditEntry, BranchPoint, Comment, Player, Record, ResultLine, SavedAnalysis, SeedSpan,
    Variation,
};
use crate::contract::game::{Game, NullSink};
use crate::contract::options::RuleSet;
use crate::contract::outcome::Outcome;
use crate::contract::seat::Seat;

/// A seat and its player as written in a file.
#[derive(Serialize)]
struct SeatLine<'a> {
    seat: &'static str,
    #[serde(flatten)]
    player: &'a Player,
}

impl<G: Game> Record<G> {
    /// Returns the whole file as text.
    pub fn write(&self) -> String {
        let (states, outcome) = self.play_leniently();
        self.without_digest(&states, outcome).with_digest()
    }

    /// Like [`Record::write`], without playing the steps again. `states` are those before each step
    /// and after the last, as [`Record::states`] returns them.
    pub fn write_with_states(&self, states: &[G]) -> String {
        self.without_digest(states, states.last().and_then(G::outcome)).with_digest()
    }

    /// Returns the SHA-256 of the whole file without the line of the digest, in hexadecimal digits.
    pub fn digest(&self) -> String {
        let (states, outcome) = self.play_leniently();
        self.without_digest(&states, outcome).digest()
    }

    /// Plays the steps. Returns the states before each step and after the last, and the outcome. If
    /// a record that was made by hand contains an illegal step, that step leaves the state
    /// unchanged, and there is no outcome.
    fn play_leniently(&self) -> (Vec<G>, Option<Outcome>) {
        let Ok(start) = self.start() else { return (Vec::new(), None) };
        let (mut states, mut are_all_legal) = (vec![start], true);
        for (at, step) in self.steps.iter().enumerate() {
            let mut state = states[at].clone();
            are_all_legal &= state.play(step, &mut NullSink).is_ok();
            states.push(state);
        }
        let outcome = states.last().filter(|_| are_all_legal).and_then(G::outcome);
        (states, outcome)
    }

    /// Writes the whole file except the line of the digest.
    fn without_digest(&self, states: &[G], outcome: Option<Outcome>) -> WithoutDigest {
        let mut out = String::with_capacity(1024 + 48 * self.steps.len());
        out.push_str("{\n");
        let line = |out: &mut String, key: &str, value: Value| {
            let _ = writeln!(out, "\"{key}\":{value},");
        };
        line(&mut out, "format", json!("qipan"));
        line(&mut out, "version", json!(self.version()));
        line(&mut out, "program", json!(self.program));
        line(&mut out, "game", json!(G::NAME));
        line(&mut out, "preset", json!(self.preset));
        line(&mut out, "rules", self.rules.to_saved());
        let house_rules = self.house_rules.iter().map(|rule| json!(rule).to_string());
        write_list(&mut out, "house_rules", house_rules, true);
        let seats = seat_lines::<G>(&self.players);
        write_list(&mut out, "seats", seats.map(|line| json!(line).to_string()), true);
        let chance = self.chance.iter().map(|span| json!(span).to_string());
        write_list(&mut out, "chance", chance, true);
        line(&mut out, "setup", json!(self.deal));
        write_list(&mut out, "steps", marked_steps(self, states).into_iter().map(step_line), true);
        let result = outcome.map(|outcome| ResultLine::new::<G>(&outcome));
        line(&mut out, "result", json!(result));
        line(&mut out, "take_backs", json!(self.take_backs));
        if self.hints > 0 {
            line(&mut out, "hints", json!(self.hints));
        }
        let digest_at = out.len();
        write_list(&mut out, "notes", self.notes.iter().map(|note| json!(note).to_string()), true);
        let branches = self.branched_from.iter().map(|branch| json!(branch).to_string());
        write_list(&mut out, "branches", branches, false);
        self.write_annotations(&mut out, states);
        out.push_str("}\n");
        WithoutDigest { text: out, digest_at }
    }

    /// Writes the annotations, if any: the name of the main line, variations, comments and
    /// analysis.
    fn write_annotations(&self, out: &mut String, states: &[G]) {
        let mut fields = Vec::new();
        if !self.name.is_empty() {
            fields.push(format!("\"name\":{}\n", json!(self.name)));
        }
        if !self.variations.is_empty() {
            let mut text = String::new();
            let marked = self.variations.iter().zip(marked_variations(self, states));
            let variations = marked.map(|(variation, steps)| variation_text(variation, steps));
            write_list(&mut text, "variations", variations, false);
            fields.push(text);
        }
        if !self.comments.is_empty() {
            let mut text = String::new();
            let comments = self.comments.iter().map(|comment| json!(comment).to_string());
            write_list(&mut text, "comments", comments, false);
            fields.push(text);
        }
        fields.extend(self.analysis_of_any_line().map(analysis_text));
        for text in fields {
            // The comma belongs on the preceding line.
            out.truncate(out.trim_end().len());
            out.push_str(",\n");
            out.push_str(&text);
        }
    }
}

/// Writes a saved analysis, one position a line.
fn analysis_text(analysis: &SavedAnalysis) -> String {
    let head = SavedAnalysis { positions: Vec::new(), ..analysis.clone() };
    let mut text = format!("\"analysis\":{}", json!(head));
    // The list of positions goes before the closing brace.
    text.pop();
    text.push(',');
    let positions = analysis
        .positions
        .iter()
        .map(|position| serde_json::to_string(position).unwrap_or_default());
    write_list(&mut text, "moments", positions, false);
    text.truncate(text.trim_end().len());
    text.push_str("}\n");
    text
}

/// The fields of a variation other than its steps.
#[derive(Serialize)]
struct VariationLine<'a> {
    name: &'a str,
    at: usize,
    seats: Vec<SeatLine<'a>>,
    chance: &'a [SeedSpan],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [(u8, usize)],
    take_backs: u32,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [AuditEntry],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'a [Comment],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    branches: &'a [BranchPoint],
}

/// Writes a variation: a line for its fields, and one for each step.
fn variation_text<G: Game>(variation: &Variation<G>, steps: Vec<MarkedStep>) -> String {
    let line = VariationLine {
        name: &variation.name,
        at: variation.shared_steps,
        seats: seat_lines::<G>(&variation.players).collect(),
        chance: &variation.chance,
        left_out: &variation.disabled_rules,
        take_backs: variation.take_backs,
        notes: &variation.notes,
        comments: &variation.comments,
        branches: &variation.branched_from,
    };
    let mut text = json!(line).to_string();
    // The list of steps goes before the closing brace.
    text.pop();
    text.push(',');
    write_list(&mut text, "steps", steps.into_iter().map(step_line), false);
    text.truncate(text.trim_end().len());
    text.push('}');
    text
}

fn seat_lines<G: Game>(players: &[(Seat, Player)]) -> impl Iterator<Item = SeatLine<'_>> {
    players.iter().map(|(seat, player)| SeatLine { seat: G::seat_name(*seat), player })
}

fn step_line((step, mark): MarkedStep) -> String {
    format!("{{{step},\"mark\":\"{mark}\"}}")
}

/// A file without the line of its digest, and the offset at which that line belongs.
struct WithoutDigest {
    text: String,
    digest_at: usize,
}

impl WithoutDigest {
    fn digest(&self) -> String {
        hex::encode(Sha256::digest(&self.text))
    }

    /// Inserts the line of the digest.
    fn with_digest(mut self) -> String {
        let line = format!("\"digest\":\"{}\",\n", self.digest());
        self.text.insert_str(self.digest_at, &line);
        self.text
    }
}

/// Writes a field that is a list, one item a line, and a comma after it if `has_comma` is true.
fn write_list(out: &mut String, key: &str, items: impl Iterator<Item = String>, has_comma: bool) {
    let _ = write!(out, "\"{key}\":[");
    let mut is_empty = true;
    for item in items {
        out.push_str(if is_empty { "\n" } else { ",\n" });
        out.push_str(&item);
        is_empty = false;
    }
    out.push_str(if is_empty { "]" } else { "\n]" });
    out.push_str(if has_comma { ",\n" } else { "\n" });
}
