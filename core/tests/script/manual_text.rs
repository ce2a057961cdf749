//! Tests of the manual as a text: its tables, links, sentences, and its two editions.

use std::collections::BTreeSet;
use std::path::Path;

const ENGLISH: &str = include_str!("../../../scripts/README.md");
const CHINESE: &str = include_str!("../../../scripts/README.zh.md");

/// Returns the lines outside code blocks.
fn prose(manual: &str) -> Vec<&str> {
    let mut in_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    manual.lines().filter(is_prose).collect()
}

#[test]
fn tables_of_the_manual_are_not_interrupted() {
    for manual in [ENGLISH, CHINESE] {
        let lines = prose(manual);
        let is_row = |index: usize| lines.get(index).is_some_and(|line| line.starts_with('|'));
        for index in (0..lines.len()).filter(|index| is_row(*index)) {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            if index == 0 || !is_row(index - 1) {
                assert!(
                    lines[index + 1].starts_with("|---"),
                    "a table without head: {}",
                    lines[index]
                );
            } else {
                assert_eq!(columns(lines[index]), columns(lines[index - 1]), "{}", lines[index]);
            }
        }
    }
}

/// Returns the anchor that a heading has on GitHub.
fn anchor(heading: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

#[test]
fn link_targets_of_the_manual_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts");
    for manual in [ENGLISH, CHINESE] {
        let lines = prose(manual);
        let headings = lines.iter().filter(|line| line.starts_with('#'));
        let anchors: BTreeSet<String> =
            headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect();
        let mut count = 0;
        for line in &lines {
            for target in line.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
                count += 1;
                match target.strip_prefix('#') {
                    Some(name) => assert!(anchors.contains(name), "no heading for #{name}"),
                    None if target.starts_with("https://") => {}
                    None => assert!(folder.join(target).exists(), "{target} is missing"),
                }
            }
        }
        assert!(count > 60, "{count}");
    }
}

#[test]
fn sentences_of_the_manual_are_short() {
    for line in prose(ENGLISH) {
        // Code counts as one word, a link as its text, a cell of a table as a sentence.
        let mut text = String::new();
        for (number, part) in line.split('`').enumerate() {
            text.push_str(if number % 2 == 0 { part } else { "X" });
        }
        let cells = if line.starts_with('|') { text.split('|').collect() } else { vec![&text[..]] };
        for cell in cells {
            let mut parts = cell.split("](");
            let mut shown = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                shown.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
            }
            let ends = [". ", "? ", "! ", ": ", "; ", ".** ", ":** ", ".) "];
            let mut sentences = vec![shown];
            for end in ends {
                sentences =
                    sentences.iter().flat_map(|text| text.split(end).map(str::to_owned)).collect();
            }
            for sentence in sentences {
                let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
                let words = sentence.split_whitespace().filter(is_word).count();
                assert!(words <= 30, "{words} words: {sentence}");
            }
        }
    }
}

/// Returns the code blocks of a manual without comments.
fn code_blocks(manual: &str) -> Vec<String> {
    manual.split("```").skip(1).step_by(2).map(without_comments).collect()
}

/// Returns a code block without comments and empty lines. A block of text has no comments.
fn without_comments(block: &str) -> String {
    let is_text = block.starts_with("text\n");
    let mut lines = Vec::new();
    for line in block.lines() {
        let code = match line.find("--").or_else(|| line.find(" #")) {
            Some(comment) if !is_text => line[..comment].trim_end(),
            _ => line,
        };
        if !code.trim().is_empty() {
            lines.push(code);
        }
    }
    lines.join("\n")
}

#[test]
fn chinese_edition_has_the_same_code_and_headings() {
    let (english, chinese) = (code_blocks(ENGLISH), code_blocks(CHINESE));
    for (english_block, chinese_block) in english.iter().zip(&chinese) {
        assert_eq!(english_block, chinese_block);
    }
    assert_eq!(english.len(), chinese.len());
    let levels = |manual| {
        let headings = prose(manual).into_iter().filter(|line| line.starts_with('#'));
        headings.map(|line| line.chars().take_while(|c| *c == '#').count()).collect::<Vec<_>>()
    };
    assert_eq!(levels(ENGLISH), levels(CHINESE));
}

#[test]
fn tables_of_both_editions_have_the_same_code() {
    let rows = |manual| {
        let rows = prose(manual).into_iter().filter(|line: &&str| line.starts_with('|'));
        let code = |row: &str| {
            let mut code: Vec<String> =
                row.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            code.sort_unstable();
            code
        };
        rows.map(code).collect::<Vec<_>>()
    };
    let (english, chinese) = (rows(ENGLISH), rows(CHINESE));
    assert!(english.len() > 400 && english.len() == chinese.len());
    for (english_row, chinese_row) in english.iter().zip(&chinese) {
        assert_eq!(english_row, chinese_row);
    }
}
