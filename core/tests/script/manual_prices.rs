//! Compares the tables of prices in the manuals with the constants of the code.

use std::collections::BTreeMap;

/// Each manual, with the head of its tables of prices.
const MANUALS: [(&str, &str); 2] = [
    (include_str!("../../../scripts/README.md"), "| | fuel |"),
    (include_str!("../../../scripts/README.zh.md"), "| | 运算量 |"),
];

/// The files of the code that define prices, with a prefix for the names of their constants.
const SOURCES: [(&str, &str); 4] = [
    ("", include_str!("../../src/script/bindings.rs")),
    ("", include_str!("../../src/script/junqi/view.rs")),
    ("race::", include_str!("../../src/script/race/price.rs")),
    ("junqi::", include_str!("../../src/script/junqi/price.rs")),
];

/// For each row of the tables for all games, for the race games and for Junqi: a call of the row,
/// and the sums of constants and numbers that its price names.
const PRICES: [&[(&str, &str)]; 3] = [
    &[
        ("offer", "READ"),
        ("note", "SHORT_LIST"),
        ("log", "READ, SHORT_LIST"),
        ("world:over", "READ"),
        ("world:play", "TRY_MOVE"),
    ],
    &[
        ("square", "LOOK_UP"),
        ("playing", "SHORT_LIST"),
        ("planes", "race::PLANES"),
        ("at", "SHORT_LIST, race::PLANE"),
        ("board", "race::BOARD"),
        ("path", "TRY_MOVE, race::HOP"),
        ("can", "TRY_MOVE"),
        ("actions", "READ, race::ACTION"),
        ("risk", "SHORT_LIST, race::RISK_ROLL"),
        ("world:view", "race::WORLD_VIEW"),
        ("world:actions", "TRY_MOVE, race::ACTION + 1"),
        ("world:value", "SHORT_LIST + race::EVALUATE"),
        ("", "race::EVALUATE"),
        ("model_opponents", "race::EVALUATE"),
        ("turn:sample", "race::SAMPLE"),
        ("", "race::ROLLOUT_DECISION"),
        ("", "race::TREE_DECISION"),
    ],
    &[
        ("moved", "LOOK_UP"),
        ("possible", "junqi::CELL_LIST"),
        ("public_chance", "junqi::BELIEF"),
        ("piece", "junqi::PIECE"),
        ("lines", "junqi::LINES"),
        ("lost", "junqi::SCAN, junqi::LISTED_PIECE"),
        ("board", "junqi::BOARD"),
        ("distance", "LOOK_UP + junqi::SCAN, 1"),
        ("bomb_suspects", "junqi::SCAN, 1, EVENTS_PER_STEP"),
        ("history", "SHORT_LIST, 1, EVENTS_PER_STEP, SHORT_LIST"),
        ("actions", "READ, junqi::ACTION"),
        ("layouts", "READ, junqi::LAYOUT"),
        ("varied", "junqi::VARIED"),
        ("strong_layout", "junqi::STRONG_LAYOUT"),
        ("policy", "junqi::POLICY, junqi::POLICY_ARMY, junqi::POLICY_ACTION"),
        ("world:view", "junqi::WORLD_VIEW"),
        ("world:actions", "TRY_MOVE, junqi::ACTION + 1"),
        ("world:value", "SHORT_LIST, junqi::EVALUATE"),
        ("", "junqi::EVALUATE"),
        ("turn:sample", "junqi::SAMPLE, junqi::SAMPLE_WITHOUT_BELIEF"),
        ("", "junqi::ROLLOUT_DECISION"),
        ("", "junqi::TREE_DECISION, junqi::TREE_DECISION_ARMY"),
    ],
];

/// Returns the constants of the sources.
fn constants() -> BTreeMap<String, u64> {
    let constant = |prefix: &str, line: &str| {
        let (name, value) = line.split_once("const ")?.1.split_once(": u64 = ")?;
        Some((format!("{prefix}{name}"), value.strip_suffix(';')?.replace('_', "").parse().ok()?))
    };
    let of_source = |(prefix, source): (&'static str, &'static str)| {
        source.lines().filter_map(move |line| constant(prefix, line))
    };
    SOURCES.into_iter().flat_map(of_source).collect()
}

/// Returns the numbers in a text, in ascending order. The two languages name them in other orders.
fn numbers(text: &str) -> Vec<u64> {
    // A comma separates thousands if digits follow it directly.
    let text = text.replace(", ", "; ").replace(',', "");
    let digits = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers: Vec<u64> = digits.filter_map(|digits| digits.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn prices_of_the_manuals_are_those_of_the_code() {
    let constants = constants();
    let value = |term: &str| {
        let number = term.parse().ok().or_else(|| constants.get(term).copied());
        number.unwrap_or_else(|| panic!("no constant {term}"))
    };
    for (manual, head) in MANUALS {
        let tables: Vec<&str> = manual.split(&format!("{head}\n")).skip(1).collect();
        assert_eq!(tables.len(), PRICES.len());
        for (table, prices) in tables.iter().zip(PRICES) {
            let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
            let rows: Vec<Vec<&str>> = rows.map(|line| line.split('|').collect()).collect();
            assert_eq!(rows.len(), prices.len(), "{head}");
            for (row, (call, price)) in rows.iter().zip(prices) {
                assert!(row[1].contains(call), "{call} is not in {row:?}");
                let sums = price.split(", ").map(|sum| sum.split(" + ").map(value).sum());
                let mut expected: Vec<u64> = sums.collect();
                expected.sort_unstable();
                assert_eq!(numbers(row[2]), expected, "{row:?}: the code says {price}");
            }
        }
    }
}
