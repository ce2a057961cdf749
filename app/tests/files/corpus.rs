//! Files corrupted by hand. Each is refused with a reason that says where the fault is, or read
//! completely if the fault does no harm. None takes much memory.
//!
//! Most are rows of tables: a sample in which one text is replaced by another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use qipan::model::storage::SaveSummary;
use qipan_core::registry::verify;

use crate::kinds::{FileKind, TestFolders};
use crate::measure::{Cost, MAX_MEMORY, MAX_TIME, lock_measuring};
use crate::samples::{samples, saved};

mod bytes;
mod forged;
mod large;
mod more;
mod others;
mod saves;

/// A bad file, and the error it is expected to cause.
pub struct BadFile {
    pub name: String,
    pub kind: FileKind,
    pub bytes: Vec<u8>,
    /// A part of the error message; empty if the file is read.
    pub expected_error: &'static str,
}

/// Returns the bytes of a text with the first `from` replaced by `to`. `name` is for the panic
/// message.
fn replace_first(name: &str, text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{name}: the sample does not contain {from}");
    text.replacen(from, to, 1).into_bytes()
}

/// Returns all bad files.
pub fn bad_files(folders: &TestFolders) -> Vec<BadFile> {
    let samples = samples(folders);
    let sample_text = |kind, name: &str| {
        let sample = samples.iter().find(|sample| sample.kind == kind && sample.name == name);
        String::from_utf8(sample.unwrap().bytes.clone()).unwrap()
    };
    let mut files = Vec::new();
    for (name, sample, from, to, expected_error) in saves::ROWS {
        let text = match *sample {
            "studied" => sample_text(FileKind::Save, sample),
            shipped => saved(shipped),
        };
        let bytes = replace_first(name, &text, from, to);
        files.push(BadFile {
            name: (*name).to_owned(),
            kind: FileKind::Save,
            bytes,
            expected_error,
        });
    }
    for (name, sample, from, to, _) in forged::ROWS {
        let bytes = replace_first(name, &saved(sample), from, to);
        files.push(BadFile {
            name: (*name).to_owned(),
            kind: FileKind::Save,
            bytes,
            expected_error: "",
        });
    }
    for (kind, name, sample, from, to, expected_error) in others::ROWS.iter().chain(more::ROWS) {
        let bytes = replace_first(name, &sample_text(*kind, sample), from, to);
        files.push(BadFile { name: (*name).to_owned(), kind: *kind, bytes, expected_error });
    }
    files.extend(bytes::bad_files());
    files.extend(large::bad_files());
    files.push(large::index(&sample_text(FileKind::Index, "index")));
    files
}

#[test]
fn forged_games_open_but_fail_verification() {
    for (name, sample, from, to, finding) in forged::ROWS {
        let text = String::from_utf8(replace_first(name, &saved(sample), from, to)).unwrap();
        let report = verify(&text);
        let parts = [&report.inconsistent, &report.dice, &report.illegal, &report.unreadable];
        let faults: Vec<String> =
            parts.into_iter().flatten().map(|fault| fault.description().to_string()).collect();
        assert!(
            faults.iter().any(|fault| fault.contains(finding)),
            "{name}: {faults:?}, not {finding:?}"
        );
        let opens = report.illegal.is_none() && report.unreadable.is_none();
        assert!(opens, "{name}: {faults:?}");
        // The collection lists the result of the steps, not the forged one.
        let result = |text: &str| SaveSummary::of_text(text).unwrap().result;
        // The row without a replacement removes the last step, so its game has no result.
        let expected = result(&saved(sample)).filter(|_| !to.is_empty());
        assert_eq!(result(&text), expected, "{name}");
    }
}

#[test]
fn bad_files_are_refused_with_their_reason_or_read_whole() {
    let _lock = lock_measuring();
    let folders = TestFolders::new();
    let (mut failures, mut max_cost) = (Vec::new(), Cost::default());
    let files = bad_files(&folders);
    assert!(files.len() >= 470, "{} bad files", files.len());
    for BadFile { name, kind, bytes, expected_error } in &files {
        let unwind = AssertUnwindSafe(&folders);
        let result = catch_unwind(|| (unwind.read(*kind, bytes), unwind.cost(*kind, bytes)));
        let (result, cost) =
            result.unwrap_or_else(|_| (Err("A FAULT".to_owned()), Cost::default()));
        let error = result.err().unwrap_or_default();
        if !error.contains(expected_error) || error.is_empty() != expected_error.is_empty() {
            failures.push(format!("{kind:?} {name}: {error:?}, not {expected_error:?}"));
        }
        if cost.bytes > MAX_MEMORY {
            failures.push(format!("{kind:?} {name}: {} MiB", cost.bytes >> 20));
        }
        // Time is checked only in the trial, which runs alone on the machine.
        if cost.nanos > MAX_TIME && std::env::var_os("QIPAN_FILES").is_some() {
            failures.push(format!("{kind:?} {name}: {cost}"));
        }
        max_cost = max_cost.max(cost);
    }
    println!("{} bad files, at most {max_cost}", files.len());
    assert!(failures.is_empty(), "of {}:\n{}", files.len(), failures.join("\n"));
}
