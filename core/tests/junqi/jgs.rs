//! QQ Junqi replay files: they play through the rules to their recorded ends, and
//! broken ones are refused.

use std::path::{Path, PathBuf};

use qipan_core::contract::game::Game;
use qipan_core::contract::outcome::Reason;
use qipan_core::games::junqi::Junqi;
use qipan_core::record::Record;
use qipan_core::record::jgs::{JgsError, ReplayFile, import};
use qipan_core::registry::verify;

/// Returns the folder of test replays, which are players' files without names and account numbers.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/jgs")
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn imported(name: &str) -> ReplayFile {
    import(&file(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn end(imported: &ReplayFile) -> Option<Reason> {
    let states = imported.record.states().unwrap();
    states.last().unwrap().outcome().map(|outcome| outcome.reason)
}

#[test]
fn jgs_files_play_to_their_recorded_ends() {
    for (name, preset, moves, reason) in [
        ("draw71.jgs", "siguo_partner", 351, Reason::QuietPlies),
        ("flagcap_2v2.jgs", "siguo_partner", 363, Reason::FlagTaken),
        ("last_mutual.jgs", "siguo_partner", 264, Reason::NoMove),
        ("timeout5.jgs", "siguo_partner", 341, Reason::Resignation),
        ("two_player.jgs", "siguo_duel", 212, Reason::Resignation),
    ] {
        let imported = imported(name);
        assert_eq!((imported.record.preset.as_str(), imported.moves), (preset, moves), "{name}");
        assert!(!imported.has_missing_layouts && imported.battles > 0);
        assert!(imported.record.notes.is_empty() && !imported.record.rules.hemmed_in_waits);
        assert_eq!(end(&imported), Some(reason), "{name}");
    }
}

#[test]
fn names_with_line_breaks_are_kept_on_one_line() {
    let mut bytes = file("two_player.jgs");
    // The name of the first seat.
    bytes[0x28..0x2e].copy_from_slice(b"ab\ncd\0");
    let record = import(&bytes).unwrap().record;
    let names: Vec<&str> = record.players.iter().map(|(_, player)| player.name.as_str()).collect();
    assert!(names.contains(&"ab\u{fffd}cd"), "{names:?}");
    assert!(Record::<Junqi>::read(&record.write()).is_ok());
}

#[test]
fn jgs_games_with_waiting_armies_play_to_their_ends() {
    let files: [(&str, usize, &str, &[usize], Reason); 6] = [
        ("000093.jgs", 404, "south", &[248, 250, 252, 254], Reason::Resignation),
        ("000307.jgs", 184, "west", &[153, 156, 159], Reason::Resignation),
        ("000904.jgs", 269, "north", &[262, 264, 266, 268], Reason::Resignation),
        ("001132.jgs", 307, "west", &[302, 304, 306], Reason::FlagTaken),
        ("001361.jgs", 239, "east", &[183, 186], Reason::FlagTaken),
        ("003372.jgs", 246, "south", &[146, 149], Reason::Resignation),
    ];
    for (name, moves, waits, steps, reason) in files {
        let imported = imported(name);
        assert_eq!(imported.moves, moves, "{name}");
        assert!(imported.record.rules.hemmed_in_waits);
        assert_eq!(end(&imported), Some(reason), "{name}");
        let notes = &imported.record.notes;
        assert_eq!(notes.iter().map(|note| note.at).collect::<Vec<_>>(), steps, "{name}");
        let begins = format!("{waits} cannot move: what stands beside its pieces is an ally");
        assert!(notes.iter().all(|note| note.text.starts_with(&begins)), "{name}");
        // Saved, it reads back equal and every step verifies.
        let text = imported.record.write();
        let report = verify(&text);
        assert_eq!((report.unreadable, report.inconsistent, report.illegal), (None, None, None));
        let again = Record::<Junqi>::read(&text).unwrap().record;
        assert_eq!(again, imported.record, "{name}");
    }
}

#[test]
fn jgs_files_in_all_folders_are_read_whole() {
    let more = std::env::var_os("QIPAN_JGS_FOLDER").map(PathBuf::from);
    let mut read = 0;
    for folder in [Some(folder()), more].into_iter().flatten() {
        let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| path.extension().is_some_and(|end| end == "jgs")) {
            let bytes = std::fs::read(&path).unwrap();
            let imported = import(&bytes).unwrap_or_else(|why| panic!("{path:?}: {why}"));
            let moves = bytes[0x19C..].chunks(10).filter(|entry| entry[0] == 0x5F).count();
            assert_eq!(imported.moves, moves, "{path:?}");
            read += 1;
        }
    }
    assert!(read >= 11, "{read}");
}

#[test]
fn unrecorded_layout_takes_fights_from_the_file() {
    let mut bytes = file("two_player.jgs");
    let known = import(&bytes).unwrap();
    let layout = 0x20 + 28;
    bytes[layout..layout + 30].iter_mut().filter(|code| **code != 0).for_each(|code| *code = 1);
    let partly = import(&bytes).unwrap();
    assert!(partly.has_missing_layouts);
    assert_eq!((partly.moves, partly.battles), (known.moves, known.battles));
    assert_eq!(partly.record.notes.len(), 1);
}

#[test]
fn side_seats_are_rotated_to_bottom_and_top() {
    let bytes = file("two_player.jgs");
    let known = import(&bytes).unwrap();
    // The same game played by blue and purple, with everything rotated by a quarter turn.
    let mut turned = bytes.clone();
    for block in 0..4 {
        let from = 0x20 + 88 * block;
        let to = 0x20 + 88 * ((block + 1) % 4);
        let mut seat = bytes[from..from + 88].to_vec();
        if seat[0] != 0xFF {
            seat[0] = (seat[0] + 3) % 4;
        }
        turned[to..to + 88].copy_from_slice(&seat);
    }
    let count = usize::from(u16::from_le_bytes([bytes[0x1A], bytes[0x1B]]));
    for number in 0..count {
        let entry = &mut turned[0x19C + 10 * number..][..10];
        if entry[0] == 0x5F {
            // A move: its two cells, each as two bytes.
            for byte in [2, 4] {
                // A quarter turn anticlockwise: bottom to right, right to top.
                let (up, right) = (entry[byte], entry[byte + 1]);
                (entry[byte], entry[byte + 1]) = (right, 16 - up);
            }
        } else if entry[2] < 4 {
            // Another event, with its seat.
            entry[2] = (entry[2] + 3) % 4;
        }
    }
    assert_eq!(import(&turned).unwrap().record.steps, known.record.steps);
}

#[test]
fn broken_jgs_files_are_refused_without_panic() {
    assert_eq!(import(b""), Err(JgsError::NotAReplay));
    assert_eq!(import(b"QQGame JQS\0"), Err(JgsError::Truncated(11)));
    let bytes = file("flagcap_2v2.jgs");
    for length in (0..bytes.len()).step_by(7) {
        // A truncated file is refused, except that the tail after the last entry may be missing.
        assert!(import(&bytes[..length]).is_err() || length >= bytes.len() - 8);
    }
    let mut moved = bytes.clone();
    (moved[0x19C + 4], moved[0x19C + 5]) = (0, 6);
    assert!(matches!(import(&moved), Err(JgsError::Illegal { number: 1, .. })));
    let mut fought = bytes.clone();
    // Change the recorded result of the first battle.
    let first = (0..363).find(|number| fought[0x19C + 10 * number + 1] & 3 == 1).unwrap();
    fought[0x19C + 10 * first + 1] ^= 2;
    assert!(matches!(import(&fought), Err(JgsError::Battle { .. })));
    // Random bytes from a linear congruential generator.
    let mut state = 1u32;
    for _ in 0..3000 {
        let mut corrupt = bytes.clone();
        for _ in 0..4 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = state as usize % corrupt.len();
            corrupt[at] = (state >> 24) as u8;
        }
        let _ = import(&corrupt);
    }
}
