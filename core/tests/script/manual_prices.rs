//! Compares the tables of prices in the manuals with the constants of the code.

use std::collections::BTreeMap;

/// Each manual, with the head of its tables of prices.
const MANUALS: [(&str, &str); 2] = [
    (include_str!("../../../scripts/README.md"), "| | fuel |"),
    (include_str!("../../../scripts/README.zh.md"), "| | 运算量 |"),
];

/// The files of the code that define prices.
const SOURCES: [&str; 2] =
    [include_str!("../../src/script/bindings.rs"), include_str!("../../src/script/junqi/view.rs")];

/// For each row of the table for all games and of the one for Junqi: a call of the row, and the sums
/// of constants and numbers that its price names.
const PRICES: [&[(&str, &str)]; 2] = [
    &[
        ("square", "READ"),
        ("planes", "SHORT_LIST"),
        ("log", "READ, SHORT_LIST"),
        ("board", "BOARD"),
        ("can", "TRY_MOVE"),
        ("actions", "READ, BOARD"),
        ("risk", "RISK"),
        ("world:over", "READ"),
        ("world:play", "TRY_MOVE"),
        ("world:actions", "BOARD, BOARD + 1"),
        ("world:value", "EVALUATE"),
        ("turn:sample", "SAMPLE"),
        ("", "PLAYOUT_PLY"),
        ("", "SEARCH_PLY"),
    ],
    &[
        ("moved", "READ"),
        ("piece", "SHORT_LIST"),
        ("distance", "READ + BOARD, 1"),
        ("possible", "BELIEF"),
        ("reach", "BOARD"),
        ("bomb_suspects", "BOARD, 1, EVENTS_PER_STEP"),
        ("varied", "BOARD + BOARD + BOARD"),
        ("history", "SHORT_LIST, 1, EVENTS_PER_STEP, SHORT_LIST"),
        ("layouts", "READ, BOARD"),
    ],
];

/// Returns the constants of the sources.
fn constants() -> BTreeMap<&'static str, u64> {
    let constant = |line: &'static str| {
        let (name, value) = line.split_once("const ")?.1.split_once(": u64 = ")?;
        Some((name, value.strip_suffix(';')?.parse().ok()?))
    };
    SOURCES.iter().flat_map(|source| source.lines()).filter_map(constant).collect()
}

/// Returns the numbers in a text, in ascending order. The two languages name them in other orders.
fn numbers(text: &str) -> Vec<u64> {
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
