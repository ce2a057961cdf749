//! Large files, up to the size limit, made to take as much memory and time as possible.

use qipan_core::record::MAX_BYTES;

use super::Bad;
use crate::kinds::Kind;
use crate::samples::saved;

/// Returns a text of at most `most` bytes. The first `from` is replaced by `before`, repeated
/// `each`, and `after`.
fn full(text: &str, from: &str, before: &str, each: &str, after: &str, most: usize) -> Vec<u8> {
    assert!(text.contains(from), "there is no {from}");
    let room = most.saturating_sub(text.len() + before.len() + after.len());
    let filling = format!("{before}{}{after}", each.repeat(room / each.len()));
    text.replacen(from, &filling, 1).into_bytes()
}

/// Returns all files of this module but the index.
pub fn bad_files() -> Vec<Bad> {
    saves().into_iter().chain(journals()).chain(jgs()).collect()
}

fn saves() -> Vec<Bad> {
    let game = saved("aeroplane");
    let dark = saved("dark");
    let house = saved("house_race");
    let filled: &[(&str, &str, &str, &str, &str, &str, &'static str)] = &[
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
    let bad = |(name, text, from, before, each, after, says): &(
        &str,
        &str,
        &str,
        &str,
        &str,
        &str,
        &'static str,
    )| {
        let bytes = full(text, from, before, each, after, MAX_BYTES);
        Bad { name: (*name).to_owned(), kind: Kind::Save, bytes, says }
    };
    let mut all: Vec<Bad> = filled.iter().map(bad).collect();
    let mut one_more = game.clone().into_bytes();
    one_more.resize(MAX_BYTES + 1, b' ');
    all.push(Bad {
        name: "a byte too many".to_owned(),
        kind: Kind::Save,
        bytes: one_more,
        says: "at most 8388608",
    });
    all.push(Bad {
        name: "a long game".to_owned(),
        kind: Kind::Save,
        bytes: long_game(),
        says: "",
    });
    all
}

/// Returns a legal game of Junqi in which two pieces move to and fro for 10,000 steps.
fn long_game() -> Vec<u8> {
    let game =
        saved("open").replace("\"draw_after_quiet_plies\":70", "\"draw_after_quiet_plies\":0");
    let steps = game.find("\"steps\":[").unwrap() + "\"steps\":[".len();
    let end = steps + game[steps..].find("\n]").unwrap();
    let lines = ["S35 S24", "N35 N24", "S24 S35", "N24 N35"].map(|words| {
        let seat = if words.starts_with('S') { "south" } else { "north" };
        format!("\n{{\"{seat}\":\"{words}\",\"mark\":\"0000\"}}")
    });
    let all = (0..10_000).map(|k| lines[k % 4].as_str()).collect::<Vec<_>>().join(",");
    let result = game.find("\"result\":").unwrap();
    let after = result + game[result..].find('\n').unwrap();
    [&game[..steps], &all, &game[end..result], "\"result\":null,", &game[after..]]
        .concat()
        .into_bytes()
}

/// Returns an index that lists 400,000 missing games after the real ones.
pub fn index(good: &str) -> Bad {
    let lines = (0..400_000).map(|k| {
        format!("{{\"file\":\"z{k:06}\",\"size\":1,\"modified\":1,\"fault\":\"Other\"}}\n")
    });
    let (name, says) = ("an index without end".to_owned(), "not used");
    let text = good.to_owned() + &lines.collect::<String>();
    Bad { name, kind: Kind::Index, bytes: text.into_bytes(), says }
}

/// Returns journals that repeat one line up to half the size limit.
fn journals() -> Vec<Bad> {
    let game = saved("flying");
    let line = |name: &str, each: &str, says| Bad {
        name: name.to_owned(),
        kind: Kind::Journal,
        bytes: full(&(game.clone() + "@"), "@", "", each, "", MAX_BYTES / 2),
        says,
    };
    vec![
        line("everything taken back", "{\"take_back\":0}\n", ""),
        line(
            "players come and go",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"a\"}}}\n",
            "",
        ),
        line(
            "a player with a name too long",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}}}\n",
            "line 1 after the game: a name has",
        ),
        line(
            "a player of two lines",
            "{\"player\":{\"seat\":\"red\",\"player\":{\"kind\":\"human\",\"name\":\"a\\nb\"}}}\n",
            "line 1 after the game: a name is",
        ),
        line("rules that there are not", "{\"leave_out\":200}\n", ""),
        line("names", "{\"study\":{\"name\":\"a\"}}\n", ""),
        line(
            "branches that there are not",
            "{\"study\":{\"remove_variation\":18446744073709551615}}\n",
            "",
        ),
        line("empty lines", "\n", "line 1 after the game"),
        line("lines of nothing", "{}\n", "line 1 after the game"),
        line("draws after the end", "{\"draw\":true,\"mark\":\"\"}\n", "line 1 after the game"),
        line("one long line that never ends", "x", ""),
    ]
}

fn jgs() -> Vec<Bad> {
    let head = |entries: u16, rest: usize| {
        let mut bytes = b"QQGame JQS\0".to_vec();
        bytes.resize(0x19C + rest, 0);
        bytes[0x1A..0x1C].copy_from_slice(&entries.to_le_bytes());
        bytes
    };
    let bad = |name: &str, bytes, says| Bad { name: name.to_owned(), kind: Kind::Jgs, bytes, says };
    vec![
        bad("nothing", vec![], "not a .jgs replay"),
        bad("a head alone", b"QQGame JQS\0".to_vec(), "ends at byte 11"),
        bad("zeros after the head", head(0, 0), "byte 60: 0 is not a piece"),
        bad("more entries than there are", head(u16::MAX, 0), "byte 60"),
        bad("zeros without end", head(u16::MAX, MAX_BYTES - 0x19C), "byte 60"),
        bad("another program's head", b"QQGame JQX\0".to_vec(), "not a .jgs replay"),
    ]
}
