//! Good files cut off: no part of one is taken for the whole.

use qipan_core::jgs::import;
use qipan_core::record::split_journal;

use crate::kinds::{Kind, Place, resumed};
use crate::measure::alone;
use crate::mutations::Bench;
use crate::samples::{Sample, samples};

/// Cuts every sample off after each so many bytes, and demands that what is left is refused, with
/// the place where it ends, or read as what was whole in it.
fn cut(bench: &mut Bench, samples: &[Sample], step: usize) {
    // What is soon found out is found out first.
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
                // How they are cut is asked as they are read; a part of a line may be one.
                Kind::Arena | Kind::Index | Kind::Position => {}
            }
        }
    }
}

/// A replay file says how many moves it has; what stands behind them is not asked for.
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

/// A journal goes as far as its last whole line, once the game it begins with is whole.
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
fn no_part_of_a_file_is_taken_for_the_whole() {
    let _alone = alone();
    let place = Place::new();
    let samples = samples(&place);
    let mut bench = Bench::new(place);
    cut(&mut bench, &samples, 3001);
    assert_eq!(bench.told().1, 0);
}

/// The same after every byte, or each `QIPAN_CUTS` of them.
#[test]
#[ignore = "a trial"]
fn trial() {
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
