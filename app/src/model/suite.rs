//! The suite of positions: known blunders of robots in Junqi, with the actions that a robot must or
//! must not choose.
//!
//! Every position of a file stands for two: itself and its mirror image.

use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Junqi};
use qipan_core::script::ExpectedChoice;
use serde::{Deserialize, Serialize};

use crate::model::embedded::SUITE;
use crate::model::storage;

/// The name of the format, which every file contains.
const FORMAT: &str = "qipan-suite";
/// The version of the format.
const VERSION: u32 = 1;

/// A file of positions.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    format: String,
    version: u32,
    positions: Vec<Entry>,
}

/// A position in a file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The blunder that the position tests, a word such as `open_rail`.
    theme: String,
    /// A sentence about the right choice in the position. It names no cells, so that it holds for
    /// the mirror image too.
    why: String,
    /// The line of the position.
    position: String,
    /// The actions of which a robot must choose one. Empty if the entry has `must_not`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    must: Vec<Action>,
    /// The actions of which a robot must choose none. Empty if the entry has `must`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    must_not: Vec<Action>,
}

/// A position of the suite.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// The blunder that the position tests.
    pub theme: String,
    /// A sentence about the right choice in the position.
    pub why: String,
    /// The position with its rules.
    pub line: PositionLine<Junqi>,
    /// The state that the line sets up.
    pub state: Junqi,
    /// The seat to move.
    pub seat: Seat,
    /// The choices with which a robot passes the test.
    pub expected: ExpectedChoice<Action>,
}

/// Returns the positions of the built-in suite.
///
/// # Panics
/// If a built-in file is wrong, which a test rules out.
pub fn shipped() -> Vec<SuitePosition> {
    let read = |(path, text)| match read(text) {
        Ok(positions) => positions,
        Err(why) => unreachable!("{path}: {why}"),
    };
    SUITE.texts().flat_map(read).collect()
}

/// Parses the text of a suite file. Each position is followed by its mirror image.
///
/// # Errors
/// A text that is not a suite, or the first position that is wrong.
pub fn read(text: &str) -> Result<Vec<SuitePosition>, String> {
    let file: SuiteFile = serde_json::from_str(storage::without_bom(text))
        .map_err(|why| format!("is not a valid suite: {why}"))?;
    if file.format != FORMAT || file.version != VERSION {
        return Err(format!("is not a suite: format must be {FORMAT}, version {VERSION}"));
    }
    let mut positions = Vec::new();
    for (number, entry) in (1..).zip(file.positions) {
        let pair = entry.positions().map_err(|why| format!("position {number}: {why}"))?;
        positions.extend(pair);
    }
    Ok(positions)
}

impl Entry {
    /// Returns the position and its mirror image.
    fn positions(self) -> Result<[SuitePosition; 2], String> {
        let line: PositionLine<Junqi> = self.position.parse().map_err(to_text)?;
        let expected = match (self.must.is_empty(), self.must_not.is_empty()) {
            (false, true) => ExpectedChoice::OneOf(self.must),
            (true, false) => ExpectedChoice::NoneOf(self.must_not),
            _ => return Err("needs either `must` or `must_not`".to_owned()),
        };
        let board = line.rules.board;
        let image = |actions: &[Action]| -> Vec<Action> {
            actions.iter().map(|action| action.mirrored(board)).collect()
        };
        let mirrored_choice = match &expected {
            ExpectedChoice::OneOf(actions) => ExpectedChoice::OneOf(image(actions)),
            ExpectedChoice::NoneOf(actions) => ExpectedChoice::NoneOf(image(actions)),
        };
        let mirrored_line = line.mirrored();
        let position = SuitePosition::new(&self.theme, &self.why, line, expected)?;
        let mirrored = SuitePosition::new(&self.theme, &self.why, mirrored_line, mirrored_choice)?;
        Ok([position, mirrored])
    }
}

impl SuitePosition {
    /// Sets up a position. The actions in `expected` must be legal there. They must not include
    /// every legal action, because then either every robot or no robot would pass.
    fn new(
        theme: &str,
        why: &str,
        line: PositionLine<Junqi>,
        expected: ExpectedChoice<Action>,
    ) -> Result<Self, String> {
        let state = line.set_up().map_err(to_text)?;
        let Turn::Seat(seat) = state.turn() else { return Err("nobody is to move".to_owned()) };
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let (ExpectedChoice::OneOf(named) | ExpectedChoice::NoneOf(named)) = &expected;
        if let Some(action) = named.iter().find(|action| !legal.contains(action)) {
            return Err(format!("`{action}` is not legal"));
        }
        if named.len() == legal.len() {
            return Err("names every legal action".to_owned());
        }
        let (theme, why) = (theme.to_owned(), why.to_owned());
        Ok(Self { theme, why, line, state, seat, expected })
    }

    /// Returns the kind of game: `dark`, `flip`, `three`, `four` or `six`.
    pub fn kind(&self) -> &'static str {
        let rules = &self.line.rules;
        match rules.armies {
            _ if rules.is_flip() => "flip",
            2 => "dark",
            3 => "three",
            4 => "four",
            _ => "six",
        }
    }
}

/// Returns the text of an error.
fn to_text(why: impl ToString) -> String {
    why.to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn shipped_suite_covers_all_kinds_and_repeats_no_position() {
        let mut kinds = BTreeMap::<&str, usize>::new();
        let mut lines = BTreeSet::new();
        for (path, text) in SUITE.texts() {
            for position in read(text).unwrap_or_else(|why| panic!("{path}: {why}")) {
                *kinds.entry(position.kind()).or_default() += 1;
                assert!(lines.insert(position.line.to_string()), "{path}: {}", position.line);
                assert!(position.why.ends_with('.'), "{path}: {}", position.why);
            }
        }
        assert!(lines.len() >= 120, "{} positions", lines.len());
        let names: Vec<&str> = kinds.keys().copied().collect();
        assert_eq!(names, ["dark", "flip", "four", "six", "three"]);
        assert!(kinds.values().all(|count| *count >= 10), "{kinds:?}");
    }

    #[test]
    fn wrong_positions_are_refused_with_their_number_and_the_reason() {
        let line = "qipan junqi dark turn=south south=S62F,N61T north=N62F,N11P";
        let file = |choice: &str| {
            let entry = format!(r#"{{"theme":"t","why":"w.","position":"{line}",{choice}}}"#);
            read(&format!(r#"{{"format":"qipan-suite","version":1,"positions":[{entry}]}}"#))
        };
        let two = file(r#""must":["N61 N62"]"#).unwrap();
        assert_eq!(two[0].expected, ExpectedChoice::OneOf(vec!["N61 N62".parse().unwrap()]));
        assert_eq!(two[1].expected, ExpectedChoice::OneOf(vec!["N65 N64".parse().unwrap()]));
        let wrong = |choice: &str| file(choice).unwrap_err();
        assert_eq!(wrong(r#""must":["N61 N63"]"#), "position 1: `N61 N63` is not legal");
        assert_eq!(wrong(r#""must":[]"#), "position 1: needs either `must` or `must_not`");
        assert!(read("[]").unwrap_err().starts_with("is not a valid suite: "));
    }
}
