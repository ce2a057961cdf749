//! `qipan replay`: shows or checks a saved game.

use std::path::{Path, PathBuf};

use clap::Args;
use qipan_core::game::Game;
use qipan_core::race::Race;
use qipan_core::record::{self, AnyRecord, Fault, Record, Report, ResultLine};
use qipan_core::replay::Replay as Cursor;
use serde_json::{Map, Value, json};

use super::{Failure, Format, Outcome, print, print_json, say, words};
use crate::i18n::{I18n, Lang};
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
        let cursor = match record::read(&text) {
            Ok(loaded) => match loaded.record {
                AnyRecord::Race(record) => Some(cursor(&self.file, record)?),
            },
            // What makes a file unreadable is in the report, if one was asked for.
            Err(_) if self.verify => None,
            Err(why) => return Err(Failure::bad(format!("{}: {why}", self.file.display()))),
        };
        if self.format.json {
            print_json(&self.json(cursor.as_ref(), report.as_ref()));
        } else {
            self.print_text(cursor.as_ref());
        }
        report.map_or(Ok(()), |report| self.judge(&report))
    }

    fn print_text(&self, cursor: Option<&Cursor<Race>>) {
        let Some(cursor) = cursor else { return };
        words::heading(cursor.record()).iter().for_each(|line| print(line));
        if self.text {
            for (at, line) in steps(cursor).enumerate() {
                print(&format!("{:>5}  {line}", at + 1));
            }
        }
        let (steps, plies) = (cursor.len(), last(cursor).map_or(0, Race::ply));
        let end = last(cursor).and_then(Race::outcome);
        let end = end.map_or("not finished yet".to_owned(), |end| words::outcome(&end));
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

    fn json(&self, cursor: Option<&Cursor<Race>>, report: Option<&Report>) -> Value {
        let mut object = Map::new();
        let record = cursor.map(Cursor::record);
        let outcome = cursor.and_then(last).and_then(Race::outcome);
        object.insert("preset".into(), json!(record.map(|record| &record.preset)));
        object.insert("seats".into(), record.map_or(Value::Null, seats));
        let outcome = outcome.map(|outcome| ResultLine::new::<Race>(&outcome));
        object.insert("outcome".into(), json!(outcome));
        object.insert("steps".into(), json!(cursor.map(Cursor::len)));
        object.insert("plies".into(), json!(cursor.and_then(last).map(Race::ply)));
        if let Some(report) = report {
            object.insert("verify".into(), verdict(report));
        }
        if let Some(cursor) = cursor.filter(|_| self.text) {
            object.insert("text".into(), steps(cursor).collect());
        }
        Value::Object(object)
    }
}

fn cursor(file: &Path, record: Record<Race>) -> Result<Cursor<Race>, Failure> {
    Cursor::new(record).map_err(|why| Failure::bad(format!("{}: {why}", file.display())))
}

/// A line in words for every step.
fn steps(cursor: &Cursor<Race>) -> impl Iterator<Item = String> + '_ {
    let (english, board) = (I18n::new(Lang::En), cursor.record().rules.board);
    (0..cursor.len()).map(move |at| crate::words::line(&english, board, cursor.events(at)))
}

fn last(cursor: &Cursor<Race>) -> Option<&Race> {
    cursor.state_at(cursor.len())
}

fn seats(record: &Record<Race>) -> Value {
    let seat = |(seat, player): &(_, _)| {
        let mut line = Map::from_iter([("seat".into(), json!(Race::seat_name(*seat)))]);
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
