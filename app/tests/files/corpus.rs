//! Files spoilt by hand. Each is refused with a reason that says where the fault is, or read whole
//! if the fault does no harm. None takes much memory.

use std::panic::{AssertUnwindSafe, catch_unwind};

use qipan::model::storage::SaveSummary;
use qipan_core::registry::verify;

use crate::kinds::{Kind, Place};
use crate::measure::{Cost, MOST_MEMORY, MOST_TIME, alone};
use crate::samples::{samples, saved};

mod bytes;
mod forged;
mod large;
mod more;
mod others;
mod saves;

/// A bad file, and the error it is expected to cause.
pub struct Bad {
    pub name: String,
    pub kind: Kind,
    pub bytes: Vec<u8>,
    /// A part of the error message; empty if the file is read.
    pub says: &'static str,
}

/// Returns a file with the first `from` replaced by `to`.
fn put(name: &str, text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{name}: there is no {from}");
    text.replacen(from, to, 1).into_bytes()
}

/// Returns all bad files.
pub fn bad_files(place: &Place) -> Vec<Bad> {
    let samples = samples(place);
    let sample = |kind, name: &str| {
        let found = samples.iter().find(|sample| sample.kind == kind && sample.name == name);
        String::from_utf8(found.unwrap().bytes.clone()).unwrap()
    };
    let mut all = Vec::new();
    for (name, of, from, to, says) in saves::ROWS {
        let text = if *of == "studied" { sample(Kind::Save, of) } else { saved(of) };
        let bytes = put(name, &text, from, to);
        all.push(Bad { name: (*name).to_owned(), kind: Kind::Save, bytes, says });
    }
    for (name, of, from, to, _) in forged::ROWS {
        let bytes = put(name, &saved(of), from, to);
        all.push(Bad { name: (*name).to_owned(), kind: Kind::Save, bytes, says: "" });
    }
    for (kind, name, of, from, to, says) in others::ROWS.iter().chain(more::ROWS) {
        let bytes = put(name, &sample(*kind, of), from, to);
        all.push(Bad { name: (*name).to_owned(), kind: *kind, bytes, says });
    }
    all.extend(bytes::bad_files());
    all.extend(large::bad_files());
    all.push(large::index(&sample(Kind::Index, "index")));
    all
}

#[test]
fn forged_games_open_but_fail_verification() {
    for (name, of, from, to, says) in forged::ROWS {
        let text = String::from_utf8(put(name, &saved(of), from, to)).unwrap();
        let report = verify(&text);
        let parts = [&report.inconsistent, &report.dice, &report.illegal, &report.unreadable];
        let found: Vec<&str> = parts.into_iter().flatten().map(|fault| &*fault.what).collect();
        assert!(found.iter().any(|what| what.contains(says)), "{name}: {found:?}, not {says:?}");
        let opens = report.illegal.is_none() && report.unreadable.is_none();
        assert!(opens, "{name}: {found:?}");
        // The collection lists the result of the steps, not the forged one.
        let (listed, true_one) = (SaveSummary::of_text(&text), SaveSummary::of_text(&saved(of)));
        let (listed, true_one) = (listed.unwrap().result, true_one.unwrap().result);
        let due = true_one.filter(|_| !to.is_empty());
        assert_eq!(listed, due, "{name}");
    }
}

#[test]
fn bad_files_are_refused_with_their_reason_or_read_whole() {
    let _alone = alone();
    let place = Place::new();
    let (mut wrong, mut worst) = (Vec::new(), Cost::default());
    let all = bad_files(&place);
    assert!(all.len() >= 470, "{} bad files", all.len());
    for Bad { name, kind, bytes, says } in &all {
        let unwind = AssertUnwindSafe(&place);
        let result = catch_unwind(|| (unwind.read(*kind, bytes), unwind.cost(*kind, bytes)));
        let (result, cost) =
            result.unwrap_or_else(|_| (Err("A FAULT".to_owned()), Cost::default()));
        let said = result.err().unwrap_or_default();
        if !said.contains(says) || said.is_empty() != says.is_empty() {
            wrong.push(format!("{kind:?} {name}: {said:?}, not {says:?}"));
        }
        if cost.bytes > MOST_MEMORY {
            wrong.push(format!("{kind:?} {name}: {} MiB", cost.bytes >> 20));
        }
        // Time is checked only in the trial, where nothing else runs at the same time.
        if cost.nanos > MOST_TIME && std::env::var_os("QIPAN_FILES").is_some() {
            wrong.push(format!("{kind:?} {name}: {cost}"));
        }
        worst = worst.most(cost);
    }
    println!("{} bad files, at most {worst}", all.len());
    assert!(wrong.is_empty(), "of {}:\n{}", all.len(), wrong.join("\n"));
}
