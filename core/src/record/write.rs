//! Writes a record: keys in fixed order, one step a line.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::chain::marked_steps;
use super::{Player, Record, ResultLine, VERSION};
use crate::game::Game;
use crate::options::RuleSet;

/// A seat's line in a file.
#[derive(Serialize)]
struct SeatLine<'a> {
    seat: &'static str,
    #[serde(flatten)]
    player: &'a Player,
}

impl<G: Game> Record<G> {
    /// The whole file as text.
    #[must_use]
    pub fn write(&self) -> String {
        let (mut text, digest_at, digest) = self.write_without_digest();
        text.insert_str(digest_at, &format!("\"digest\":\"{digest}\",\n"));
        text
    }

    /// SHA-256 over the whole file but for the line that holds it.
    #[must_use]
    pub fn digest(&self) -> String {
        self.write_without_digest().2
    }

    /// The file without its digest, where the digest belongs, and the digest.
    fn write_without_digest(&self) -> (String, usize, String) {
        let mut out = String::with_capacity(1024 + 48 * self.steps.len());
        out.push_str("{\n");
        let line = |out: &mut String, key: &str, value: Value| {
            let _ = writeln!(out, "\"{key}\":{value},");
        };
        line(&mut out, "format", json!("qipan"));
        line(&mut out, "version", json!(VERSION));
        line(&mut out, "program", json!(self.program));
        line(&mut out, "game", json!(G::KIND));
        line(&mut out, "preset", json!(self.preset));
        line(&mut out, "rules", self.rules.to_saved());
        let house = self.house_rules.iter().map(|line| json!(line).to_string());
        list(&mut out, "house_rules", house, true);
        let seats = self.players.iter();
        let seats = seats.map(|(seat, player)| SeatLine { seat: G::seat_name(*seat), player });
        list(&mut out, "seats", seats.map(|line| json!(line).to_string()), true);
        let chance = self.chance.iter().map(|segment| json!(segment).to_string());
        list(&mut out, "chance", chance, true);
        line(&mut out, "setup", json!(self.deal));
        let steps = marked_steps(self).into_iter();
        let steps = steps.map(|(step, mark)| format!("{{{step},\"mark\":\"{mark}\"}}"));
        list(&mut out, "steps", steps, true);
        let outcome = self.states().ok().and_then(|states| states.last()?.outcome());
        let result = outcome.map(|outcome| ResultLine::new::<G>(&outcome));
        line(&mut out, "result", json!(result));
        line(&mut out, "take_backs", json!(self.take_backs));
        let digest_at = out.len();
        list(&mut out, "notes", self.notes.iter().map(|note| json!(note).to_string()), true);
        let branches = self.branches.iter().map(|branch| json!(branch).to_string());
        list(&mut out, "branches", branches, false);
        out.push_str("}\n");
        let digest = hex::encode(Sha256::digest(&out));
        (out, digest_at, digest)
    }
}

/// A list with an item a line.
fn list(out: &mut String, key: &str, items: impl Iterator<Item = String>, comma: bool) {
    let _ = write!(out, "\"{key}\":[");
    let mut empty = true;
    for item in items {
        out.push_str(if empty { "\n" } else { ",\n" });
        out.push_str(&item);
        empty = false;
    }
    out.push_str(if empty { "]" } else { "\n]" });
    out.push_str(if comma { ",\n" } else { "\n" });
}
