//! `qipan replay`: shows or checks a saved game.

use std::path::PathBuf;

use clap::Args;
use qipan_core::game::{Game, Viewer};
use qipan_core::record::{self, Fault, Record, Report, ResultLine};
use qipan_core::replay::Replay as Cursor;
use serde_json::{Map, Value, json};

use super::{Failure, Format, Outcome, print, print_json, say, words};
use crate::i18n::{I18n, Lang};
use crate::kind::{Kind, for_record};
use crate::storage;

/// The arguments of `qipan replay`.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The saved game
    file: PathBuf,
    /// Check that it is unchanged, legal and has honest dice; exit status 1 if not
    #[arg(long)]
    verify: bool,
    /// Tell the whole game in words
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    format: Format,
}

impl Replay {
    pub(super) fn run(&self) -> Outcome {
        let text = storage::read_text(&self.file).map_err(Failure::bad)?;
        let report = self.verify.then(|| record::verify(&text));
        match record::read(&text) {
            Ok(loaded) => for_record!(loaded.record, record => self.show(record, report.as_ref()))?,
            // What makes a file unreadable is in the report, if one was asked for.
            Err(_) if self.verify => {
                if self.format.json {
                    print_json(&self.json(None, report.as_ref()));
                }
            }
            Err(why) => return Err(Failure::bad(format!("{}: {why}", self.file.display()))),
        }
        report.map_or(Ok(()), |report| self.judge(&report))
    }

    /// Prints what a record holds.
    fn show<G: Kind>(&self, record: Record<G>, report: Option<&Report>) -> Outcome {
        let cursor = Cursor::new(record);
        let cursor =
            cursor.map_err(|why| Failure::bad(format!("{}: {why}", self.file.display())))?;
        if self.format.json {
            print_json(&self.json(Some(self.facts(&cursor)), report));
        } else {
            self.print_text(&cursor);
        }
        Ok(())
    }

    fn print_text<G: Kind>(&self, cursor: &Cursor<G>) {
        words::heading(cursor.record()).iter().for_each(|line| print(line));
        if self.text {
            for (at, line) in steps(cursor).enumerate() {
                print(&format!("{:>5}  {line}", at + 1));
            }
        }
        let (steps, plies) = (cursor.len(), last(cursor).map_or(0, G::ply));
        let end = last(cursor).and_then(G::outcome);
        let end = end.map_or("not finished yet".to_owned(), |end| words::outcome::<G>(&end));
        print(&format!("{end} after {steps} steps, {plies} plies"));
    }

    /// Says what a check found; the answer is no if that is anything.
    fn judge(&self, report: &Report) -> Outcome {
        let file = self.file.display();
        if report.is_fine() {
            say(&format!("{file}: readable, unchanged, legal, honest dice"));
            return Ok(());
        }
        let parts = [
            ("cannot be read", &report.unreadable),
            ("was changed", &report.inconsistent),
            ("is not legal", &report.illegal),
            ("has wrong dice", &report.dice),
        ];
        for (what, fault) in parts {
            if let Some(Fault { what: why, .. }) = fault {
                say(&format!("error: {file} {what}: {why}"));
            }
        }
        Err(Failure::No)
    }

    /// What a record says of itself and what follows from its steps.
    fn facts<G: Kind>(&self, cursor: &Cursor<G>) -> Map<String, Value> {
        let (record, last) = (cursor.record(), last(cursor));
        let outcome = last.and_then(G::outcome).map(|outcome| ResultLine::new::<G>(&outcome));
        let mut facts = Map::new();
        facts.insert("preset".into(), json!(record.preset));
        facts.insert("seats".into(), seats(record));
        facts.insert("outcome".into(), json!(outcome));
        facts.insert("steps".into(), json!(cursor.len()));
        facts.insert("plies".into(), json!(last.map(G::ply)));
        if self.text {
            facts.insert("text".into(), steps(cursor).collect());
        }
        facts
    }

    /// The facts, or nothing in their places, and what a check found.
    fn json(&self, facts: Option<Map<String, Value>>, report: Option<&Report>) -> Value {
        let keys = ["preset", "seats", "outcome", "steps", "plies"];
        let none = || keys.map(|key| (key.to_owned(), Value::Null)).into_iter().collect();
        let mut object = facts.unwrap_or_else(none);
        if let Some(report) = report {
            object.insert("verify".into(), verdict(report));
        }
        Value::Object(object)
    }
}

/// A line in words for every step.
fn steps<G: Kind>(cursor: &Cursor<G>) -> impl Iterator<Item = String> + '_ {
    let english = I18n::new(Lang::En);
    let line = move |at| {
        let view = cursor.state_at(at)?.view(Viewer::All);
        Some(G::line(&english, &view, cursor.events(at)))
    };
    (0..cursor.len()).filter_map(line)
}

fn last<G: Game>(cursor: &Cursor<G>) -> Option<&G> {
    cursor.state_at(cursor.len())
}

fn seats<G: Game>(record: &Record<G>) -> Value {
    let seat = |(seat, player): &(_, _)| {
        let mut line = Map::from_iter([("seat".into(), json!(G::seat_name(*seat)))]);
        if let Value::Object(player) = json!(player) {
            line.extend(player);
        }
        Value::Object(line)
    };
    record.players.iter().map(seat).collect()
}

/// The four answers of a check, yes only where it was looked at and fine, and the first
/// thing found.
fn verdict(report: &Report) -> Value {
    let readable = report.unreadable.is_none();
    let legal = readable && report.illegal.is_none();
    let faults =
        [&report.unreadable, &report.illegal, &report.inconsistent, &report.dice].into_iter();
    let fault = faults.flatten().next();
    json!({
        "readable": readable,
        "consistent": legal && report.inconsistent.is_none(),
        "legal": legal,
        "dice": legal && report.dice.is_none(),
        "fault": fault.map(|fault| json!({ "step": fault.step, "message": fault.what })),
    })
}
