//! Truncated files. A part of a good file must never be taken for the whole.

use qipan_core::record::jgs::import;
use qipan_core::record::split_journal;

use crate::kinds::{FileKind, TestFolders, resumed};
use crate::measure::lock_measuring;
use crate::mutations::FileReader;
use crate::samples::{Sample, samples};

/// Truncates every sample at each multiple of `step` bytes. What remains must be refused with the
/// place of its end, or read up to its last complete part.
fn truncate(reader: &mut FileReader, samples: &[Sample], step: usize) {
    // The shortest files come first, so that faults show early.
    let mut samples: Vec<&Sample> = samples.iter().collect();
    samples.sort_by_key(|sample| sample.bytes.len());
    for Sample { name, kind, bytes } in samples {
        for end in (0..bytes.len()).step_by(step) {
            let part = &bytes[..end];
            let refusal = reader.read(name, *kind, part);
            let is_complete = bytes.trim_ascii_end().len() <= end;
            let context = || format!("{kind:?} {name} cut at {end}: {refusal:?}");
            match kind {
                FileKind::Save
                | FileKind::Layout
                | FileKind::RuleSet
                | FileKind::Settings
                | FileKind::Puzzles
                | FileKind::Lesson
                | FileKind::Drill => {
                    assert_eq!(refusal.is_none(), is_complete, "{}", context());
                    let places = ["line ", "not text", "not a text"];
                    let names_place = |why: &String| places.iter().any(|place| why.contains(place));
                    assert!(refusal.iter().all(names_place), "{}", context());
                }
                FileKind::Jgs => check_replay_file(bytes, part, refusal.as_deref(), &context),
                FileKind::Package => assert!(refusal.is_some(), "{}", context()),
                FileKind::Journal => check_journal(part, refusal.as_deref(), &context),
                // `TestFolders::read` checks these. A part of a position line can be valid.
                FileKind::Arena | FileKind::Index | FileKind::Position | FileKind::Records => {}
            }
        }
    }
}

/// Checks a truncated replay file. The file states its number of moves, so only bytes after them
/// may be missing.
fn check_replay_file(
    bytes: &[u8],
    part: &[u8],
    refusal: Option<&str>,
    context: &dyn Fn() -> String,
) {
    let game = |bytes| {
        let record = import(bytes).unwrap().record;
        (record.players, record.deal, record.steps)
    };
    match refusal {
        None => assert_eq!(game(part), game(bytes), "{}", context()),
        Some(why) => assert!(why.contains("byte ") || why.contains("begin"), "{}", context()),
    }
}

/// Checks a truncated journal. If its saved game is complete, it is read up to its last complete
/// line.
fn check_journal(part: &[u8], refusal: Option<&str>, context: &dyn Fn() -> String) {
    let text = String::from_utf8_lossy(part);
    let (game, lines) = split_journal(&text);
    let complete = lines.rfind('\n').map_or("", |last| &lines[..=last]);
    match refusal {
        None => {
            assert_eq!(resumed(&text), resumed(&format!("{game}{complete}")), "{}", context());
        }
        Some(why) => assert!(why.contains("line ") && lines.is_empty(), "{}", context()),
    }
}

#[test]
fn truncated_files_are_refused_or_read_up_to_the_cut() {
    let _lock = lock_measuring();
    let folders = TestFolders::new();
    let samples = samples(&folders);
    let mut reader = FileReader::new(folders);
    truncate(&mut reader, &samples, 3001);
    assert_eq!(reader.print_counts().1, 0);
}

/// Truncates at every byte, or at each multiple of `QIPAN_CUTS`.
#[test]
#[ignore = "a trial"]
fn truncated_files_are_refused_or_read_up_to_the_cut_at_scale() {
    let _lock = lock_measuring();
    let step: usize = std::env::var("QIPAN_CUTS").map_or(1, |step| step.parse().unwrap());
    let folders = TestFolders::new();
    let samples = samples(&folders);
    let mut reader = FileReader::new(folders);
    truncate(&mut reader, &samples, step);
    let (count, faults) = reader.print_counts();
    println!("files: {count} files cut off, {faults} faults");
    assert_eq!(faults, 0);
}
