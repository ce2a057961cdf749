//! Truncated files: no part of a good file is taken for the whole.

use qipan_core::record::jgs::import;
use qipan_core::record::split_journal;

use crate::kinds::{Kind, Place, resumed};
use crate::measure::alone;
use crate::mutations::Bench;
use crate::samples::{Sample, samples};

/// Truncates every sample at each multiple of `step` bytes. The rest must be refused with the place
/// where it ends, or read up to its last complete part.
fn cut(bench: &mut Bench, samples: &[Sample], step: usize) {
    // The shortest files come first, so that faults show early.
    let mut samples: Vec<&Sample> = samples.iter().collect();
    samples.sort_by_key(|sample| sample.bytes.len());
    for Sample { name, kind, bytes } in samples {
        for end in (0..bytes.len()).step_by(step) {
            let part = &bytes[..end];
            let refused = bench.read(name, *kind, part);
            let whole = bytes.trim_ascii_end().len() <= end;
            let at = || format!("{kind:?} {name} cut at {end}: {refused:?}");
            match kind {
                Kind::Save | Kind::Layout | Kind::RuleSet | Kind::Settings | Kind::Puzzles => {
                    assert_eq!(refused.is_none(), whole, "{}", at());
                    let placed = ["line ", "not text", "not a text"];
                    let placed = |why: &String| placed.iter().any(|place| why.contains(place));
                    assert!(refused.iter().all(placed), "{}", at());
                }
                Kind::Jgs => replay_file(bytes, part, refused.as_deref(), &at),
                Kind::Journal => whole_lines(part, refused.as_deref(), &at),
                // Reading them makes its own checks. A part of a position line can be valid.
                Kind::Arena | Kind::Index | Kind::Position => {}
            }
        }
    }
}

/// Checks a truncated replay file. It states its number of moves; bytes after them may be missing.
fn replay_file(bytes: &[u8], part: &[u8], refused: Option<&str>, at: &dyn Fn() -> String) {
    let game = |bytes| {
        let record = import(bytes).unwrap().record;
        (record.players, record.deal, record.steps)
    };
    match refused {
        None => assert_eq!(game(part), game(bytes), "{}", at()),
        Some(why) => assert!(why.contains("byte ") || why.contains("begin"), "{}", at()),
    }
}

/// Checks a truncated journal. It is read up to its last whole line if the saved game is complete.
fn whole_lines(part: &[u8], refused: Option<&str>, at: &dyn Fn() -> String) {
    let text = String::from_utf8_lossy(part);
    let (game, lines) = split_journal(&text);
    let whole = lines.rfind('\n').map_or("", |last| &lines[..=last]);
    match refused {
        None => assert_eq!(resumed(&text), resumed(&format!("{game}{whole}")), "{}", at()),
        Some(why) => assert!(why.contains("line ") && lines.is_empty(), "{}", at()),
    }
}

#[test]
fn truncated_files_are_refused_or_read_up_to_the_cut() {
    let _alone = alone();
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    cut(&mut bench, &samples, 3001);
    assert_eq!(bench.told().1, 0);
}

/// Truncates at every byte, or at each multiple of `QIPAN_CUTS`.
#[test]
#[ignore = "a trial"]
fn truncated_files_are_refused_or_read_up_to_the_cut_at_scale() {
    let _alone = alone();
    let step: usize = std::env::var("QIPAN_CUTS").map_or(1, |n| n.parse().unwrap());
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    cut(&mut bench, &samples, step);
    let (all, faults) = bench.told();
    println!("files: {all} files cut off, {faults} faults");
    assert_eq!(faults, 0);
}
