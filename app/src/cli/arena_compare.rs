//! The comparison of two robots that played the same games against the same opponents.

use qipan_core::tournament::{Estimate, paired_difference};
use serde_json::json;

use crate::cli::arena_table::ResultTable;
use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};

/// Two tournaments that differ only in their first robot.
pub(super) struct Comparison<'a> {
    pub(super) first: ResultTable<'a>,
    pub(super) second: ResultTable<'a>,
}

impl Comparison<'_> {
    /// Prints the results of both robots, and the difference of their scores.
    pub(super) fn print(&self, format: Format) -> CliResult {
        let tables = [&self.first, &self.second];
        let differences = self.differences();
        let Some(difference) = paired_difference(&differences) else {
            return Err(Failure::bad("the robots played no block"));
        };
        tables.iter().for_each(|table| table.print_errors());
        let names = tables.map(|table| table.names()[0]);
        let Estimate { value, low, high } = difference;
        let better = if low > 0.0 { Some(0) } else { (high < 0.0).then_some(1) };
        if format.json {
            print_json(&json!({
                "games": self.first.games(),
                "seed": self.first.seed(),
                "robots": tables.map(ResultTable::first_json),
                "against": &self.first.names()[1..],
                "blocks": differences.len(),
                "difference": rounded(value, 6),
                "difference_ci": [rounded(low, 6), rounded(high, 6)],
                "better": better.map(|index: usize| names[index]),
            }));
        } else {
            ResultTable::first_lines(tables).iter().for_each(|line| print(line));
            let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
            let [a, b] = names;
            let verdict = match better {
                Some(0) => format!("{a} is better than {b}"),
                Some(_) => format!("{b} is better than {a}"),
                None => "no clear difference".to_owned(),
            };
            print(&format!(
                "score of {a} minus that of {b}: {value:.2} ({low:.2} to {high:.2}) percentage points; \
                 {verdict}"
            ));
            print(&format!(
                "{} blocks of the same games against {}; seed {}",
                differences.len(),
                self.first.names()[1..].join(" "),
                self.first.seed(),
            ));
        }
        tables.iter().try_for_each(|table| table.refuse_silent_programs())
    }

    /// Returns, for each block, the score of the first robot less that of the second.
    fn differences(&self) -> Vec<f64> {
        let [first, second] = [&self.first, &self.second].map(ResultTable::first_scores);
        // Both robots play in the same blocks, in the same order.
        first.iter().zip(second).map(|((_, a), (_, b))| a - b).collect()
    }
}
