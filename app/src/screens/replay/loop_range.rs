//! A section of a game that is played in a loop.

/// A section, given by the numbers of steps at its two ends; `from` is the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoopRange {
    /// The position where it begins.
    pub(super) from: usize,
    /// The position where it ends.
    pub(super) to: usize,
}

impl LoopRange {
    /// Returns the section between two positions in a game of `steps` steps, or `None` if it is
    /// empty.
    pub(super) fn between(a: usize, b: usize, steps: usize) -> Option<Self> {
        let section = Self { from: a.min(b).min(steps), to: a.max(b).min(steps) };
        (section.from < section.to).then_some(section)
    }

    /// Returns a default section around a position: a tenth of the game, at least four steps.
    pub(super) fn about(at: usize, steps: usize) -> Option<Self> {
        let wide = (steps / 10).max(4);
        let from = at.saturating_sub(wide / 2).min(steps.saturating_sub(wide));
        Self::between(from, from + wide, steps)
    }

    /// Returns the section from here to the end of `section`, or else to the end of the game.
    /// Returns `section` if that is empty.
    pub(super) fn started(section: Option<Self>, at: usize, steps: usize) -> Option<Self> {
        let to = section.map(|section| section.to).filter(|to| *to > at);
        Self::between(at, to.unwrap_or(steps), steps).or(section)
    }

    /// Returns the section from the start of `section`, or else of the game, to here. Returns
    /// `section` if that is empty.
    pub(super) fn ended(section: Option<Self>, at: usize, steps: usize) -> Option<Self> {
        let from = section.map(|section| section.from).filter(|from| *from < at);
        Self::between(from.unwrap_or(0), at, steps).or(section)
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
        let ends = |section: Option<LoopRange>| section.map(LoopRange::ends);
        assert_eq!(ends(LoopRange::between(9, 4, 7)), Some((4, 7)));
        assert_eq!(ends(LoopRange::between(8, 9, 7)), None);
        assert_eq!(ends(LoopRange::about(50, 100)), Some((45, 55)));
        assert_eq!(ends(LoopRange::about(100, 100)), Some((90, 100)));
        assert_eq!(ends(LoopRange::about(1, 3)), Some((0, 3)));
        assert_eq!(ends(LoopRange::about(0, 0)), None);
        let range = LoopRange::started(None, 20, 100);
        assert_eq!(ends(range), Some((20, 100)));
        let both = LoopRange::ended(range, 30, 100);
        assert_eq!(ends(both), Some((20, 30)));
        assert_eq!(ends(LoopRange::started(both, 40, 100)), Some((40, 100)));
        assert_eq!(ends(LoopRange::ended(both, 10, 100)), Some((0, 10)));
        assert_eq!(LoopRange::ended(both, 0, 100), both, "nothing lies before the start");
    }
}
