//! Forged saved games. They can be opened, but fail verification. The last entry of a row is a part
//! of the finding.

use super::saves::SaveRow;

/// The finding on a forged result.
const RESULT: &str = "the recorded result does not follow from the steps";
/// The finding on forged rules or a forged setup.
const START: &str = "the rules, the setup or step 1 was changed after the game was saved";
/// The finding on a forged seed or commitment.
const SEED: &str = "the seed does not match its fairness code";
/// The finding on any other change of the text.
const TEXT: &str = "was changed after it was written";

#[rustfmt::skip]
pub const ROWS: &[SaveRow] = &[
    ("the last named first", "aeroplane", r#"[["red"],["yellow"],["blue"],["green"]]"#, r#"[["green"],["yellow"],["blue"],["red"]]"#, RESULT),
    ("the loser named the winner", "dark", r#"[["north"],["south"]]"#, r#"[["south"],["north"]]"#, RESULT),
    ("a draw that was won", "dark", r#"[["north"],["south"]]"#, r#"[["north","south"]]"#, RESULT),
    ("a winner without a loser", "dark", r#"[["north"],["south"]]"#, r#"[["north"]]"#, RESULT),
    ("an end by other means", "dark", r#""reason":"flag_taken""#, r#""reason":"resignation""#, RESULT),
    ("an end of another game", "dark", r#""reason":"flag_taken""#, r#""reason":"all_home""#, RESULT),
    ("a team that won alone", "siguo_partner", r#""places":[["south","north"]"#, r#""places":[["south"],["north"]"#, RESULT),
    ("a winner before the end", "dark", ",\n{\"north\":\"S54 S64\",\"mark\":\"ecd2\"}", "", RESULT),
    ("a game that was never played", "aeroplane", r#""result":{"places":[["red"],["yellow"],["blue"],["green"]],"reason":"all_home"}"#, r#""result":null"#, RESULT),
    ("the first mark", "aeroplane", r#""mark":"5635""#, r#""mark":"5636""#, "step 1 or its checksum was changed after the game was saved"),
    ("a mark in the middle", "aeroplane", r#""mark":"db12""#, r#""mark":"0000""#, "step 8 or its checksum was changed after the game was saved"),
    ("the last mark", "aeroplane", r#""mark":"90bc""#, r#""mark":"90bd""#, "step 543 or its checksum was changed after the game was saved"),
    ("a mark of nothing", "aeroplane", r#""mark":"2ed3""#, r#""mark":"""#, "step 2 or its checksum was changed after the game was saved"),
    ("a mark in capitals", "aeroplane", r#""mark":"2ed3""#, r#""mark":"2ED3""#, "step 2 or its checksum was changed after the game was saved"),
    ("a mark in other digits", "aeroplane", r#""mark":"2ed3""#, r#""mark":"２ed3""#, "step 2 or its checksum was changed after the game was saved"),
    ("a mark with control characters", "aeroplane", r#""mark":"2ed3""#, r#""mark":"\u001b[2J\n\u202e""#, "step 2 or its checksum was changed after the game was saved"),
    ("a mark with a tail", "aeroplane", r#""mark":"2ed3""#, r#""mark":"2ed3 ""#, "step 2 or its checksum was changed after the game was saved"),
    ("a luckier roll", "aeroplane", r#"{"roll":3,"mark":"2ed3"}"#, r#"{"roll":4,"mark":"2ed3"}"#, "step 2 or its checksum was changed after the game was saved"),
    ("a digest of nothing", "aeroplane", r#""digest":"163dd38fc60a76f4d253f2c9bef2c85c13e935a6fe2c2aaddd41a9809e28f6a5""#, r#""digest":"""#, TEXT),
    ("a digest in capitals", "aeroplane", r#""digest":"163dd38f"#, r#""digest":"163DD38F"#, TEXT),
    ("a digest with control characters", "aeroplane", r#""digest":"163d"#, r#""digest":"\u001b[2J\n"#, TEXT),
    ("another player", "aeroplane", "Careful Carla", "Careless Carla", TEXT),
    ("a robot declared a person", "aeroplane", r#""seat":"green","kind":"robot""#, r#""seat":"green","kind":"human""#, TEXT),
    ("another script", "aeroplane", r#""script":"careful.luau""#, r#""script":"master.luau""#, TEXT),
    ("another text of a script", "aeroplane", r#""hash":"b025e619"#, r#""hash":"00000000"#, TEXT),
    ("parameters that were not set", "aeroplane", r#""script":"careful.luau""#, r#""script":"careful.luau","params":{"caution":1e308}"#, "was changed after it was written"),
    ("take-backs hidden", "aeroplane", r#""take_backs":0"#, r#""take_backs":7"#, TEXT),
    ("another program", "aeroplane", r#""program":"qipan 0.1.0""#, r#""program":"qipan 9.9.9""#, TEXT),
    ("a program with control characters", "aeroplane", r#""program":"qipan 0.1.0""#, r#""program":"\u001b[2J\n\u202e""#, TEXT),
    ("another preset", "aeroplane", r#""preset":"aeroplane""#, r#""preset":"flying""#, "was changed after it was written"),
    ("a preset with control characters", "aeroplane", r#""preset":"aeroplane""#, r#""preset":"a\u001b[2J\r\n\u202e""#, "was changed after it was written"),
    ("a preset that is a path", "aeroplane", r#""preset":"aeroplane""#, r#""preset":"../../etc/passwd""#, "was changed after it was written"),
    ("a note that was not there", "aeroplane", r#""notes":[]"#, r#""notes":[{"at":1,"text":"red wins"}]"#, TEXT),
    ("a comment of a check that was not there", "aeroplane", r#""notes":[]"#, r#""notes":[{"at":0,"text":"check failed: red cheats"}]"#, TEXT),
    ("a note with control characters", "aeroplane", r#""notes":[]"#, r#""notes":[{"at":1,"text":"\u001b[2J\r\n\u202e\u2028"}]"#, TEXT),
    ("a commitment to another seed", "aeroplane", r#""commitment":"74633f3a"#, r#""commitment":"00000000"#, SEED),
    ("a seed changed after its commitment", "aeroplane", r#""seed":"6eac70e4"#, r#""seed":"00000000"#, SEED),
    ("an option without effect so far", "dark", r#""clock_seconds":30"#, r#""clock_seconds":31"#, START),
    ("an option before the lot", "dark", r#""hq_exit":false"#, r#""hq_exit":true"#, START),
    ("two hidden pieces swapped", "dark", "TSYNHZGTNJGHZGLYDLDPDFPPN", "TSYNHZGTNJGHZGLYDLDPDFPNP", START),
    ("a house rule with another text", "house_race", r#""source":"--!strict"#, r#""source":"--!nonstrict"#, "the house rule lucky_squares.luau was changed after the game was saved"),
    ("a house rule with another hash", "house_race", r#""hash":"bbd0badf"#, r#""hash":"00000000"#, "the house rule soft_landing.luau was changed after the game was saved"),
    ("a house rule from the root", "house_race", r#""file":"lucky_squares.luau""#, r#""file":"/etc/passwd""#, "was changed after it was written"),
    ("a house rule that is a command", "house_race", r#""file":"lucky_squares.luau""#, r#""file":"cmd:/bin/sh -c 'touch x'""#, "was changed after it was written"),
    ("a house rule whose name has control characters", "house_race", r#""en":"Lucky squares""#, r#""en":"\u001b[2J\n1. red (all_home)\u202e""#, "was changed after it was written"),
    ("a house rule of a long name", "house_race", r#""author":"Qipan""#, r#""author":"QipanQipanQipanQipanQipanQipanQipanQipanQipanQipanQipanQipanQipanQipanQipan""#, "was changed after it was written"),
    ("a script that is a command", "aeroplane", r#""script":"careful.luau""#, r#""script":"cmd:/bin/sh -c 'touch x'""#, TEXT),
    ("a script that is a command in quotes", "aeroplane", r#""script":"careful.luau""#, r#""script":"cmd:\"C:\\Program Files\\x.exe\"""#, TEXT),
    ("a script on a share", "aeroplane", r#""script":"careful.luau""#, r#""script":"\\\\server\\share\\x.luau""#, TEXT),
    ("a script beside the home folder", "aeroplane", r#""script":"careful.luau""#, r#""script":"~/x.luau""#, TEXT),
    ("a script on a drive", "aeroplane", r#""script":"careful.luau""#, r#""script":"C:x.luau""#, TEXT),
    ("a script that is a device", "aeroplane", r#""script":"careful.luau""#, r#""script":"/dev/stdin""#, TEXT),
    ("a script of two lines", "aeroplane", r#""script":"careful.luau""#, r#""script":"careful.luau\ncmd:sh""#, TEXT),
    ("a script whose name changes the text direction", "aeroplane", r#""script":"careful.luau""#, r#""script":"\u202euaul.sh""#, TEXT),
    ("a script of nothing", "aeroplane", r#""script":"careful.luau""#, r#""script":"""#, TEXT),
    ("a name that is a formula", "aeroplane", "Careful Carla", r#"=cmd|' /C calc'!A0"#, TEXT),
    ("a name of marks alone", "aeroplane", "Careful Carla", r#"\u2066\u2067\u2068\u2069\u200e\u200f"#, TEXT),
    ("a name with a line of another kind", "aeroplane", "Careful Carla", r#"Carla\u2028red won"#, TEXT),
];
