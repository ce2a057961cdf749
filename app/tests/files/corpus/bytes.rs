//! Files with faults in their bytes, such as a wrong encoding.

use super::BadFile;
use crate::kinds::FileKind;
use crate::samples::saved;

/// Encodes a text in UTF-16 with a byte order mark.
fn utf16(text: &str, is_little_endian: bool) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units
        .flat_map(|unit| if is_little_endian { unit.to_le_bytes() } else { unit.to_be_bytes() })
        .collect()
}

/// Returns files that are no journals of an arena, each with its name and expected error. They must
/// be left unchanged.
fn foreign_arena_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    vec![
        ("text notes", b"hello\nworld".to_vec(), "is not a journal of an arena: expected value"),
        ("one line of text", b"hello".to_vec(), "its first line is incomplete"),
        ("one long line of text", vec![b'x'; 4 << 20], "its first line is incomplete"),
        ("zero bytes", vec![0; 3 << 20], "its first line is incomplete"),
        (
            "random bytes",
            b"\xFF\xFE\n\xFF".to_vec(),
            "is not a journal of an arena: expected value",
        ),
    ]
}

/// Returns all files of this module.
pub fn bad_files() -> Vec<BadFile> {
    let game = saved("aeroplane");
    let bytes = |text: &str| text.as_bytes().to_vec();
    let with_byte = |index: usize, byte: u8| {
        let mut bytes = bytes(&game);
        bytes[index] = byte;
        bytes
    };
    let name = game.find("Carla").unwrap();
    let files: Vec<(&str, Vec<u8>, &'static str)> = vec![
        ("nothing", vec![], "line 1: EOF"),
        ("a space", bytes(" "), "line 1: EOF"),
        ("a line break", bytes("\n"), "EOF"),
        ("a zero", vec![0], "line 1: expected"),
        ("zeros in place of a game", vec![0; game.len()], "line 1: expected"),
        ("a byte order mark before it", [b"\xEF\xBB\xBF", game.as_bytes()].concat(), ""),
        ("a byte order mark alone", bytes("\u{feff}"), "line 1: EOF"),
        ("a byte order mark twice", bytes(&format!("\u{feff}\u{feff}{game}")), "line 1: expected"),
        ("UTF-16, little end first", utf16(&game, true), "not text"),
        ("UTF-16, big end first", utf16(&game, false), "not text"),
        ("a name in another encoding", with_byte(name, 0xE9), "not text"),
        ("half a character", with_byte(name, 0xE5), "not text"),
        ("a zero within a name", with_byte(name, 0), "line 10: control character"),
        ("an escape within a name", with_byte(name, 0x1B), "line 10: control character"),
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
    let bad_file = |kind| {
        move |(name, bytes, expected_error): (&str, Vec<u8>, &'static str)| BadFile {
            name: name.to_owned(),
            kind,
            bytes,
            expected_error,
        }
    };
    files
        .into_iter()
        .map(bad_file(FileKind::Save))
        .chain(foreign_arena_files().into_iter().map(bad_file(FileKind::Arena)))
        .collect()
}
