//! Large files, up to the size limit, which are meant to take as much memory and time as possible.

use qipan_core::record::MAX_BYTES;

use super::BadFile;
use crate::kinds::FileKind;
use crate::samples::saved;

/// Returns a text of at most `max_bytes` bytes. The first `from` is replaced by `before`, as many
/// repetitions of `each` as fit, and `after`.
fn fill(
    text: &str,
    from: &str,
    before: &str,
    each: &str,
    after: &str,
    max_bytes: usize,
) -> Vec<u8> {
    assert!(text.contains(from), "the sample does not contain {from}");
    let room = max_bytes.saturating_sub(text.len() + before.len() + after.len());
    let filling = format!("{before}{}{after}", each.repeat(room / each.len()));
    text.replacen(from, &filling, 1).into_bytes()
}

/// Returns all files of this module but the index.
pub fn bad_files() -> Vec<BadFile> {
    saves().into_iter().chain(journals()).chain(jgs()).collect()
}

/// Returns large saved games.
fn saves() -> Vec<BadFile> {
    let game = saved("aeroplane");
    let dark = saved("dark");
    let house = saved("house_race");
    // Name, sample, and the arguments and expected error of `fill`.
    let rows: &[(&str, &str, &str, &str, &str, &str, &'static str)] = &[
        ("wide rules", &game, r#""planes":4"#, r#""planes":["#, "1,", "1]", "line 7: "),
        ("deep and wide rules", &game, r#""planes":4"#, r#""planes":["#, "[[]],", "1]", "line 7: "),
        ("rules of words", &game, r#""planes":4"#, r#""planes":["#, "\"\",", "1]", "line 7: "),
        ("a long word", &game, r#""jump":"on""#, r#""jump":""#, "a", "\"", "line 7: "),
        ("a long unknown option", &game, r#""jump":"on""#, r#"""#, "b", "\":1", "line 7: "),
        (
            "a long key",
            &game,
            r#""notes":[]"#,
            r#"""#,
            "c",
            "\":[]",
            "line 567: unknown field `cccc",
        ),
        (
            "seats without end",
            &game,
            r#""seats":["#,
            r#""seats":["#,
            r#"{"seat":"red","kind":"human","name":""},"#,
            "",
            "line 9: ",
        ),
        (
            "a seat of many fields",
            &game,
            r#""seat":"red","#,
            r#""seat":"red","x":["#,
            "1,",
            "1],",
            "line 10: ",
        ),
        (
            "parameters without end",
            &game,
            r#""script":"careful.luau""#,
            r#""params":{"#,
            r#""a":1,"#,
            r#""b":1}"#,
            "line 10: ",
        ),
        ("a name without end", &game, "Careful Carla", "", "长", "", "line 10: "),
        (
            "dice without end",
            &game,
            r#""chance":["#,
            r#""chance":["#,
            r#"{"from":0,"commitment":"74633f3ad2afc4a2741e0e6bcfc3ec92fa0a98863921b9537c96e0c7a115e622","seed":"6eac70e458562a37b2bc533fd8875a3462507896c2fb69d7c405b1ee13df76ca"},"#,
            "",
            "line 15: ",
        ),
        ("places without end", &game, r#""places":["#, r#""places":["#, "[],", "", "at most"),
        ("a place without end", &game, r#"[["red"]"#, "[[", r#""","#, r#""red"]"#, "at most"),
        (
            "notes without end",
            &game,
            r#""notes":["#,
            r#""notes":["#,
            r#"{"at":0,"text":""},"#,
            r#"{"at":0,"text":""}"#,
            "at most",
        ),
        (
            "branches without end",
            &game,
            r#""branches":["#,
            r#""branches":["#,
            r#"{"at":0,"of":""},"#,
            r#"{"at":0,"of":""}"#,
            "at most",
        ),
        (
            "comments without end",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"comments":["#,
            r#"{"at":0},"#,
            r#"{"at":0}]"#,
            "at most",
        ),
        (
            "a comment of many arrows",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"comments":[{"at":0,"drawn":["#,
            r#"{"from":""},"#,
            r#"{"from":""}]}]"#,
            "at most",
        ),
        (
            "a comment without end",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"comments":[{"at":0,"text":""#,
            "x",
            r#""}]"#,
            "comments",
        ),
        (
            "variations without end",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"variations":["#,
            r#"{"name":"","at":1,"seats":[],"chance":[],"take_backs":0,"steps":[]},"#,
            "1]",
            "at most",
        ),
        (
            "an analysis without end",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"analysis":{"way":"","by":{"depth":0,"worlds":0},"moments":["#,
            r#"{"worths":[]},"#,
            r#"{"worths":[]}]}"#,
            "at most",
        ),
        (
            "numbers of an analysis",
            &game,
            r#""branches":[]"#,
            r#""branches":[],"analysis":{"way":"","by":{"depth":0,"worlds":0},"moments":[{"worths":["#,
            "0,",
            "0]}]}",
            "at most",
        ),
        (
            "rolls without end",
            &game,
            r#""steps":["#,
            r#""steps":["#,
            r#"{"roll":6,"mark":""},"#,
            "",
            "at most",
        ),
        (
            "a step without end",
            &game,
            r#"{"roll":6,"#,
            r#"{"roll":6,"#,
            r#""mark":"","#,
            "",
            "line 20: ",
        ),
        ("a mark without end", &game, "5635", "", "a", "", ""),
        ("brackets", &game, r#""notes":[]"#, r#""notes":["#, "[", "]", "line 568: expected"),
        ("spaces", &game, "\"notes\":[]", "", " ", "\"notes\":[]", ""),
        ("line breaks", &game, "\"notes\":[]", "", "\n", "\"nots\":[]", "line "),
        (
            "house rules without end",
            &house,
            r#""house_rules":["#,
            r#""house_rules":["#,
            r#"{"file":"","name":{"en":"","zh":""},"about":{"en":"","zh":""},"hash":"","source":""},"#,
            "",
            "at most",
        ),
        ("hooks without end", &house, r#""hooks":["#, r#""hooks":["#, r#""","#, "", "at most"),
        (
            "a rule that sets much",
            &house,
            r#""hooks":["#,
            r#""set":{"a":["#,
            "0,",
            r#"0]},"hooks":["#,
            "at most",
        ),
        (
            "a source without end",
            &house,
            r#""source":""#,
            r#""source":""#,
            "--",
            "",
            "house rule 1 is too large",
        ),
        (
            "layouts without end",
            &dark,
            r#""layouts":{"#,
            r#""layouts":{"#,
            r#""a":"","#,
            "",
            "twice",
        ),
        ("a layout without end", &dark, "SNYPYPNLHGZHLJZTDDGTGPNFD", "", "S", "", "25 pieces"),
        (
            "pieces of a position",
            &dark,
            r#""first":"south""#,
            r#""position":{"turn":"south","pieces":{"south":["#,
            r#""S11P","#,
            r#""S11P"]}}"#,
            "at most",
        ),
        (
            "armies of a position",
            &dark,
            r#""first":"south""#,
            r#""position":{"turn":"south","pieces":{"#,
            r#""south":[],"#,
            r#""north":[]}}"#,
            "twice",
        ),
    ];
    let bad_file = |(name, text, from, before, each, after, expected_error): &(
        &str,
        &str,
        &str,
        &str,
        &str,
        &str,
        &'static str,
    )| {
        let bytes = fill(text, from, before, each, after, MAX_BYTES);
        BadFile { name: (*name).to_owned(), kind: FileKind::Save, bytes, expected_error }
    };
    let mut files: Vec<BadFile> = rows.iter().map(bad_file).collect();
    let mut too_large = game.clone().into_bytes();
    too_large.resize(MAX_BYTES + 1, b' ');
    files.push(BadFile {
        name: "a byte too many".to_owned(),
        kind: FileKind::Save,
        bytes: too_large,
        expected_error: "at most 8388608",
    });
    files.push(BadFile {
        name: "a long game".to_owned(),
        kind: FileKind::Save,
        bytes: long_game(),
        expected_error: "",
    });
    files
}

/// Returns a legal game of Junqi in which two pieces move to and fro for 10,000 steps.
fn long_game() -> Vec<u8> {
    let game =
        saved("open").replace("\"draw_after_quiet_plies\":70", "\"draw_after_quiet_plies\":0");
    let steps_start = game.find("\"steps\":[").unwrap() + "\"steps\":[".len();
    let steps_end = steps_start + game[steps_start..].find("\n]").unwrap();
    let lines = ["S35 S24", "N35 N24", "S24 S35", "N24 N35"].map(|words| {
        let seat = if words.starts_with('S') { "south" } else { "north" };
        format!("\n{{\"{seat}\":\"{words}\",\"mark\":\"0000\"}}")
    });
    let steps = (0..10_000).map(|index| lines[index % 4].as_str()).collect::<Vec<_>>().join(",");
    let result_start = game.find("\"result\":").unwrap();
    let result_end = result_start + game[result_start..].find('\n').unwrap();
    let (head, middle) = (&game[..steps_start], &game[steps_end..result_start]);
    [head, &steps, middle, "\"result\":null,", &game[result_end..]].concat().into_bytes()
}

/// Returns an index that lists 400,000 missing games after the real ones.
pub fn index(good: &str) -> BadFile {
    let lines = (0..400_000).map(|number| {
        format!("{{\"file\":\"z{number:06}\",\"size\":1,\"modified\":1,\"fault\":\"Other\"}}\n")
    });
    let (name, expected_error) = ("an index without end".to_owned(), "not used");
    let text = good.to_owned() + &lines.collect::<String>();
    BadFile { name, kind: FileKind::Index, bytes: text.into_bytes(), expected_error }
}

/// Returns journals that repeat one line up to half the size limit.
fn journals() -> Vec<BadFile> {
    let game = saved("flying");
    let journal = |name: &str, each: &str, expected_error| BadFile {
        name: name.to_owned(),
        kind: FileKind::Journal,
        bytes: fill(&(game.clone() + "@"), "@", "", each, "", MAX_BYTES / 2),
        expected_error,
    };
    vec![
        journal("everything taken back", "{\"take_back\":0}\n", ""),
        journal(
            "players come and go",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"a\"}}}\n",
            "",
        ),
        journal(
            "a player with a name too long",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}}}\n",
            "line 1 after the game: a name has",
        ),
        journal(
            "a player of two lines",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"a\\nb\"}}}\n",
            "line 1 after the game: a name is",
        ),
        journal("rules that there are not", "{\"leave_out\":200}\n", ""),
        journal("names", "{\"study\":{\"name\":\"a\"}}\n", ""),
        journal(
            "branches that there are not",
            "{\"study\":{\"remove_variation\":18446744073709551615}}\n",
            "",
        ),
        journal("empty lines", "\n", "line 1 after the game"),
        journal("lines of nothing", "{}\n", "line 1 after the game"),
        journal("draws after the end", "{\"draw\":true,\"mark\":\"\"}\n", "line 1 after the game"),
        journal("one long line that never ends", "x", ""),
    ]
}

/// Returns replay files with faults in their head or length.
fn jgs() -> Vec<BadFile> {
    let head = |entries: u16, rest: usize| {
        let mut bytes = b"QQGame JQS\0".to_vec();
        bytes.resize(0x19C + rest, 0);
        bytes[0x1A..0x1C].copy_from_slice(&entries.to_le_bytes());
        bytes
    };
    let bad_file = |name: &str, bytes, expected_error| BadFile {
        name: name.to_owned(),
        kind: FileKind::Jgs,
        bytes,
        expected_error,
    };
    vec![
        bad_file("nothing", vec![], "not a .jgs replay"),
        bad_file("a head alone", b"QQGame JQS\0".to_vec(), "ends at byte 11"),
        bad_file("zeros after the head", head(0, 0), "byte 60: 0 is not a piece"),
        bad_file("more entries than there are", head(u16::MAX, 0), "byte 60"),
        bad_file("zeros without end", head(u16::MAX, MAX_BYTES - 0x19C), "byte 60"),
        bad_file("another program's head", b"QQGame JQX\0".to_vec(), "not a .jgs replay"),
    ]
}
