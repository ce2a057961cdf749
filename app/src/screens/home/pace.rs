//! Decides how often the living boards are drawn: smoothly where frames are cheap, move by move
//! where they are expensive, and never for more than a few per cent of a core.

use std::time::Duration;

/// The shortest time between frames: twelve a second.
const FASTEST: Duration = Duration::from_millis(84);

/// The shortest time between frames that show whole moves.
const MOVE_BY_MOVE: Duration = Duration::from_millis(900);

/// The share of a core that the boards may take.
const SHARE: f64 = 0.035;

/// Below the first cost, frames are cheap enough to animate moves; above the second they are not.
/// Between them nothing changes. In seconds of processor time.
const CHEAP: [f64; 2] = [0.006, 0.009];

/// The assumed cost of the first frame, and the cap on the cost of one frame, in seconds: a
/// single slow frame says little about the next.
const FIRST: f64 = 0.02;
const MAX_FRAME_COST: f64 = 0.1;

/// The rate of the living boards, from the cost of the frames so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardFrameRate {
    /// The average processor time of the last few frames, in seconds.
    frame: f64,
    smooth: bool,
}

impl Default for BoardFrameRate {
    fn default() -> Self {
        Self { frame: FIRST, smooth: false }
    }
}

impl BoardFrameRate {
    /// Records the processor time of a frame.
    pub fn note(&mut self, cost: Duration) {
        self.frame += (cost.as_secs_f64().min(MAX_FRAME_COST) - self.frame) / 4.0;
        self.smooth = self.frame < CHEAP[usize::from(self.smooth)];
    }

    /// Returns true if moves are animated, not only shown at their end.
    pub fn is_smooth(self) -> bool {
        self.smooth
    }

    /// Returns the time between frames.
    pub fn interval(self) -> Duration {
        let least = if self.smooth { FASTEST } else { MOVE_BY_MOVE };
        Duration::from_secs_f64(self.frame / SHARE).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(costs: impl IntoIterator<Item = f64>) -> BoardFrameRate {
        let mut pace = BoardFrameRate::default();
        costs.into_iter().for_each(|cost| pace.note(Duration::from_secs_f64(cost)));
        pace
    }

    #[test]
    fn frame_rate_stays_within_its_limits() {
        for cost in [0.0, 0.0005, 0.002, 0.0029, 0.005, 0.0075, 0.02, 0.055, 0.099] {
            let pace = after([cost; 60]);
            let frames = 1.0 / pace.interval().as_secs_f64();
            assert!(frames <= 12.0, "{cost}: {frames} frames a second");
            assert!(frames * cost <= SHARE + 1e-6, "{cost}: {frames} frames a second");
            assert_eq!(pace.is_smooth(), cost < 0.006, "{cost}");
        }
        assert_eq!(after([0.001; 60]).interval(), FASTEST);
        assert_eq!(after([0.02; 60]).interval(), MOVE_BY_MOVE);
    }

    #[test]
    fn frame_rate_starts_low_and_recovers_after_a_pause() {
        assert!(!BoardFrameRate::default().is_smooth());
        let mut pace = after([0.001; 60]);
        pace.note(Duration::from_secs(30));
        assert!(!pace.is_smooth() && pace.interval() < Duration::from_secs(1));
        (0..20).for_each(|_| pace.note(Duration::from_millis(1)));
        assert!(pace.is_smooth());
    }

    #[test]
    fn frame_rate_mode_has_hysteresis() {
        let mut pace = after([0.0075; 60]);
        assert!(!pace.is_smooth());
        (0..60).for_each(|_| pace.note(Duration::from_millis(3)));
        assert!(pace.is_smooth());
        (0..60).for_each(|_| pace.note(Duration::from_micros(7500)));
        assert!(pace.is_smooth(), "what was cheap enough stays so until it is clearly too dear");
    }
}
