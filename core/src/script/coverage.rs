//! Line coverage: the lines of a script that ran.

use std::collections::BTreeMap;

use mlua::Function;

/// The lines with code of a script's own file, each with true if it ran. Lines of modules are not
/// included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCoverage(BTreeMap<u32, bool>);

impl LineCoverage {
    /// Returns the coverage of a file that was compiled with counters. Without counters it has no
    /// lines.
    pub(super) fn of_file(chunk: &Function) -> Self {
        let mut lines = BTreeMap::new();
        chunk.coverage(|function| {
            // The index is the line. Lines without code have a negative count.
            for (line, count) in (0u32..).zip(function.hits) {
                if count >= 0 {
                    *lines.entry(line).or_default() |= count > 0;
                }
            }
        });
        Self(lines)
    }

    /// Adds the lines that ran in another VM with the same file.
    pub fn merge(&mut self, other: &Self) {
        for (line, has_run) in &other.0 {
            *self.0.entry(*line).or_default() |= has_run;
        }
    }

    /// Returns the number of lines with code.
    pub fn line_count(&self) -> usize {
        self.0.len()
    }

    /// Returns the lines that never ran, as ranges of the first and the last line. Lines without
    /// code do not end a range.
    pub fn unreached(&self) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut is_open = false;
        for (line, has_run) in &self.0 {
            match ranges.last_mut().filter(|_| is_open && !has_run) {
                Some((_, last)) => *last = *line,
                None if !has_run => ranges.push((*line, *line)),
                None => {}
            }
            is_open = !has_run;
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreached_lines_are_joined_into_ranges() {
        let lines = [(1, true), (2, false), (4, false), (5, true), (6, false)];
        let mut coverage = LineCoverage(lines.into());
        assert_eq!((coverage.line_count(), coverage.unreached()), (5, vec![(2, 4), (6, 6)]));
        coverage.merge(&LineCoverage([(4, true), (6, false)].into()));
        assert_eq!(coverage.unreached(), [(2, 2), (6, 6)]);
    }
}
