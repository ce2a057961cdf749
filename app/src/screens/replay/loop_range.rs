//! The range of a game that a running replay plays in a loop.

/// A range of steps, given by the positions at its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoopRange {
    /// The position where it begins.
    pub(super) from: usize,
    /// The position where it ends. It is greater than `from`.
    pub(super) to: usize,
}

impl LoopRange {
    /// Returns the range between two positions of a game with `steps` steps, or `None` if it is
    /// empty.
    pub(super) fn between(a: usize, b: usize, steps: usize) -> Option<Self> {
        let range = Self { from: a.min(b).min(steps), to: a.max(b).min(steps) };
        (range.from < range.to).then_some(range)
    }

    /// Returns the default range around a position: a tenth of the game, but at least four steps.
    pub(super) fn around(position: usize, steps: usize) -> Option<Self> {
        let length = (steps / 10).max(4);
        let from = position.saturating_sub(length / 2).min(steps.saturating_sub(length));
        Self::between(from, from + length, steps)
    }

    /// Returns the range from `position` to the end of `range`, or to the end of the game if
    /// `position` is not before the end of `range`. Returns `range` if the result is empty.
    pub(super) fn with_start(range: Option<Self>, position: usize, steps: usize) -> Option<Self> {
        let to = range.map(|range| range.to).filter(|to| *to > position);
        Self::between(position, to.unwrap_or(steps), steps).or(range)
    }

    /// Returns the range to `position` from the start of `range`, or from the start of the game if
    /// `position` is not after the start of `range`. Returns `range` if the result is empty.
    pub(super) fn with_end(range: Option<Self>, position: usize, steps: usize) -> Option<Self> {
        let from = range.map(|range| range.from).filter(|from| *from < position);
        Self::between(from.unwrap_or(0), position, steps).or(range)
    }

    /// Returns both ends, as commands use them.
    pub(super) fn ends(self) -> (usize, usize) {
        (self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loop_range_is_clamped_and_never_empty() {
        let ends = |range: Option<LoopRange>| range.map(LoopRange::ends);
        assert_eq!(ends(LoopRange::between(9, 4, 7)), Some((4, 7)));
        assert_eq!(ends(LoopRange::between(8, 9, 7)), None);
        assert_eq!(ends(LoopRange::around(50, 100)), Some((45, 55)));
        assert_eq!(ends(LoopRange::around(100, 100)), Some((90, 100)));
        assert_eq!(ends(LoopRange::around(1, 3)), Some((0, 3)));
        assert_eq!(ends(LoopRange::around(0, 0)), None);
        let range = LoopRange::with_start(None, 20, 100);
        assert_eq!(ends(range), Some((20, 100)));
        let inner = LoopRange::with_end(range, 30, 100);
        assert_eq!(ends(inner), Some((20, 30)));
        assert_eq!(ends(LoopRange::with_start(inner, 40, 100)), Some((40, 100)));
        assert_eq!(ends(LoopRange::with_end(inner, 10, 100)), Some((0, 10)));
        assert_eq!(LoopRange::with_end(inner, 0, 100), inner, "nothing lies before the start");
    }
}
