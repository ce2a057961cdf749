//! Tests of the manual as a text: its tables, links, sentences, and its two editions.

use std::collections::BTreeSet;
use std::path::Path;

const ENGLISH: &str = include_str!("../../../scripts/README.md");
const CHINESE: &str = include_str!("../../../scripts/README.zh.md");

/// Returns the lines outside code blocks.
fn prose(manual: &str) -> Vec<&str> {
    let mut in_code = false;
    let outside = |line: &&str| {
        let fence = line.starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    };
    manual.lines().filter(outside).collect()
}

#[test]
fn tables_of_the_manual_are_not_interrupted() {
    for manual in [ENGLISH, CHINESE] {
        let lines = prose(manual);
        let is_row = |at: usize| lines.get(at).is_some_and(|line| line.starts_with('|'));
        for at in (0..lines.len()).filter(|at| is_row(*at)) {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            if at == 0 || !is_row(at - 1) {
                assert!(lines[at + 1].starts_with("|---"), "a table without head: {}", lines[at]);
            } else {
                assert_eq!(columns(lines[at]), columns(lines[at - 1]), "{}", lines[at]);
            }
        }
    }
}

/// Returns the anchor that a heading has on GitHub.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn links_of_the_manual_lead_somewhere() {
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
            let shown: String = cell
                .split("](")
                .enumerate()
                .map(|(number, part)| match number {
                    0 => part,
                    _ => part.split_once(')').map_or("", |(_, rest)| rest),
                })
                .collect();
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
fn code(manual: &str) -> Vec<String> {
    let blocks = manual.split("```").skip(1).step_by(2);
    let bare = |block: &str| {
        let is_text = block.starts_with("text\n");
        let line = |line: &str| match (is_text, line.find("--").or_else(|| line.find(" #"))) {
            (false, Some(at)) => line[..at].trim_end().to_owned(),
            _ => line.to_owned(),
        };
        block
            .lines()
            .map(line)
            .filter(|line| !line.trim().is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    blocks.map(bare).collect()
}

#[test]
fn chinese_edition_has_the_same_code_and_headings() {
    let (english, chinese) = (code(ENGLISH), code(CHINESE));
    for (own, other) in english.iter().zip(&chinese) {
        assert_eq!(own, other);
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
    for (own, other) in english.iter().zip(&chinese) {
        assert_eq!(own, other);
    }
}
