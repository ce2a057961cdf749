//! Files with faults in their bytes, such as a wrong encoding.

use super::Bad;
use crate::kinds::Kind;
use crate::samples::saved;

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

/// Returns files that are no journals of an arena and must be left unchanged.
fn others() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    vec![
        ("somebody's notes", b"hello\nworld".to_vec(), "is no journal of an arena: expected value"),
        ("somebody's line", b"hello".to_vec(), "its first line is not whole"),
        ("somebody's long line", vec![b'x'; 4 << 20], "its first line is not whole"),
        ("somebody's zeros", vec![0; 3 << 20], "its first line is not whole"),
        (
            "somebody's bytes",
            b"\xFF\xFE\n\xFF".to_vec(),
            "is no journal of an arena: expected value",
        ),
    ]
}

/// Returns all files of this module.
pub fn bad_files() -> Vec<Bad> {
    let game = saved("aeroplane");
    let bytes = |text: &str| text.as_bytes().to_vec();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes(&game);
        bytes[at] = byte;
        bytes
    };
    let name = game.find("Carla").unwrap();
    let files: Vec<(&str, Vec<u8>, &'static str)> = vec![
        ("nothing", vec![], "line 1: EOF"),
        ("a space", bytes(" "), "line 1: EOF"),
        ("a line break", bytes("\n"), "EOF"),
        ("a zero", vec![0], "line 1: expected"),
        ("zeros in place of a game", vec![0; game.len()], "line 1: expected"),
        ("a mark of an editor before it", [b"\xEF\xBB\xBF", game.as_bytes()].concat(), ""),
        ("the mark alone", bytes("\u{feff}"), "line 1: EOF"),
        ("the mark twice", bytes(&format!("\u{feff}\u{feff}{game}")), "line 1: expected"),
        ("UTF-16, little end first", utf16(&game, true), "not text"),
        ("UTF-16, big end first", utf16(&game, false), "not text"),
        ("a name in another encoding", with(name, 0xE9), "not text"),
        ("half a character", with(name, 0xE5), "not text"),
        ("a zero within a name", with(name, 0), "line 10: control character"),
        ("an escape within a name", with(name, 0x1B), "line 10: control character"),
        ("a game in lines of another system", bytes(&game.replace('\n', "\r\n")), ""),
        ("a game on one line", bytes(&game.replace('\n', "")), ""),
        (
            "an error on one long line",
            bytes(&game.replace('\n', "").replace(":5,", ":x,")),
            "(column",
        ),
        ("the first half of a game", bytes(&game[..game.len() / 2]), "line 273: EOF"),
        ("a game without its last sign", bytes(&game[..game.len() - 2]), "EOF"),
        ("a game without its last line break", bytes(&game[..game.len() - 1]), ""),
        ("a list", bytes("[]"), "line 1: "),
        ("a number", bytes("1"), "line 1: "),
        ("a word", bytes("qipan"), "line 1: expected"),
        ("nothing in braces", bytes("{}"), "not a game saved by Qipan"),
        ("a picture", bytes("\u{89}PNG\r\n"), "line 1: expected"),
        ("a program", b"\x7fELF\x02\x01".to_vec(), "line 1: expected"),
        ("a script", bytes("#!/bin/sh\nrm -rf /\n"), "line 1: expected"),
        ("deep lists", bytes(&"[".repeat(200)), "line 1: "),
        (
            "a deep option",
            bytes(&game.replacen("4,", &format!("{},", "[".repeat(200)), 1)),
            "line 7: ",
        ),
    ];
    let of = |kind| {
        move |(name, bytes, says): (&str, Vec<u8>, &'static str)| Bad {
            name: name.to_owned(),
            kind,
            bytes,
            says,
        }
    };
    files.into_iter().map(of(Kind::Save)).chain(others().into_iter().map(of(Kind::Arena))).collect()
}
