//! Replay files of the big server: read, played through the rules, broken on purpose.

use std::path::PathBuf;

use qipan_core::junqi::jgs::{JgsError, import};
use qipan_core::outcome::Reason;

fn file(name: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/jgs");
    let bytes = std::fs::read(folder.join(name)).ok();
    if bytes.is_none() {
        eprintln!("skipped: {name} is not here");
    }
    bytes
}

#[test]
fn the_files_at_hand_play_to_their_ends() {
    for (name, preset, moves, reason) in [
        ("draw71.jgs", "siguo_partner", 351, Reason::QuietPlies),
        ("flagcap_2v2.jgs", "siguo_partner", 363, Reason::FlagTaken),
        ("last_mutual.jgs", "siguo_partner", 264, Reason::NoMove),
        ("timeout5.jgs", "siguo_partner", 341, Reason::Resignation),
        ("two_player.jgs", "siguo_duel", 212, Reason::Resignation),
    ] {
        let Some(bytes) = file(name) else { return };
        let imported = import(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!((imported.record.preset.as_str(), imported.moves), (preset, moves), "{name}");
        assert!(!imported.partly_known && imported.fights > 0);
        let states = imported.record.states().unwrap();
        let outcome = qipan_core::game::Game::outcome(states.last().unwrap());
        assert_eq!(outcome.map(|outcome| outcome.reason), Some(reason), "{name}");
    }
}

#[test]
fn a_layout_nobody_recorded_leaves_fights_to_the_file() {
    let Some(mut bytes) = file("two_player.jgs") else { return };
    let known = import(&bytes).unwrap();
    let layout = 0x20 + 28;
    bytes[layout..layout + 30].iter_mut().filter(|code| **code != 0).for_each(|code| *code = 1);
    let partly = import(&bytes).unwrap();
    assert!(partly.partly_known);
    assert_eq!((partly.moves, partly.fights), (known.moves, known.fights));
    assert_eq!(partly.record.notes.len(), 1);
}

#[test]
fn seats_left_and_right_are_turned_to_the_bottom_and_top() {
    let Some(bytes) = file("two_player.jgs") else { return };
    let known = import(&bytes).unwrap();
    // The same game by blue and purple: everything a quarter round.
    let mut turned = bytes.clone();
    for k in 0..4 {
        let from = 0x20 + 88 * k;
        let to = 0x20 + 88 * ((k + 1) % 4);
        let mut seat = bytes[from..from + 88].to_vec();
        if seat[0] != 0xFF {
            seat[0] = (seat[0] + 3) % 4;
        }
        turned[to..to + 88].copy_from_slice(&seat);
    }
    let count = usize::from(u16::from_le_bytes([bytes[0x1A], bytes[0x1B]]));
    for k in 0..count {
        let line = &mut turned[0x19C + 10 * k..][..10];
        if line[0] == 0x5F {
            for at in [2, 4] {
                // A quarter turn against the clock: bottom to right, right to top.
                let (up, right) = (line[at], line[at + 1]);
                (line[at], line[at + 1]) = (right, 16 - up);
            }
        } else if line[2] < 4 {
            line[2] = (line[2] + 3) % 4;
        }
    }
    assert_eq!(import(&turned).unwrap().record.steps, known.record.steps);
}

#[test]
fn broken_files_are_refused_with_a_reason_and_never_panic() {
    assert_eq!(import(b""), Err(JgsError::Foreign));
    assert_eq!(import(b"QQGame JQS\0"), Err(JgsError::Short(11)));
    let Some(bytes) = file("flagcap_2v2.jgs") else { return };
    for length in (0..bytes.len()).step_by(7) {
        // Cut short, it is refused; only the tail after the last entry may be missing.
        assert!(import(&bytes[..length]).is_err() || length >= bytes.len() - 8);
    }
    let mut moved = bytes.clone();
    (moved[0x19C + 4], moved[0x19C + 5]) = (0, 6);
    assert!(matches!(import(&moved), Err(JgsError::Illegal { number: 1, .. })));
    let mut fought = bytes.clone();
    let first = (0..363).find(|k| fought[0x19C + 10 * k + 1] & 3 == 1).unwrap();
    fought[0x19C + 10 * first + 1] ^= 2;
    assert!(matches!(import(&fought), Err(JgsError::Fight { .. })));
    let mut state = 1u32;
    for _ in 0..3000 {
        let mut any = bytes.clone();
        for _ in 0..4 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = state as usize % any.len();
            any[at] = (state >> 24) as u8;
        }
        let _ = import(&any);
    }
}
