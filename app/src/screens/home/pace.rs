//! Decides how often the living boards are drawn: smoothly if frames are cheap, move by move if
//! they are expensive. The boards never take more than a few per cent of a core.

use std::time::Duration;

/// The shortest time between frames that animate moves: twelve a second.
const SMOOTH_INTERVAL: Duration = Duration::from_millis(84);

/// The shortest time between frames that show whole moves.
const MOVE_INTERVAL: Duration = Duration::from_millis(900);

/// The share of a core that the boards may take.
const MAX_CORE_SHARE: f64 = 0.035;

/// The average cost of a frame below which animation starts, in seconds of processor time.
const SMOOTH_BELOW: f64 = 0.006;

/// The average cost of a frame from which on animation stops again, in seconds of processor time.
/// It is higher than `SMOOTH_BELOW`, so that the mode does not flicker.
const SMOOTH_UNTIL: f64 = 0.009;

/// The assumed cost of the first frame, in seconds.
const FIRST_FRAME_COST: f64 = 0.02;

/// The cap on the cost of one frame, in seconds. A single slow frame says little about the next.
const MAX_FRAME_COST: f64 = 0.1;

/// The frame rate of the living boards, chosen by the cost of the frames so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardFrameRate {
    /// The average processor time of the last few frames, in seconds.
    average_cost: f64,
    is_smooth: bool,
}

impl Default for BoardFrameRate {
    fn default() -> Self {
        Self { average_cost: FIRST_FRAME_COST, is_smooth: false }
    }
}

impl BoardFrameRate {
    /// Records the processor time of a frame.
    pub fn note(&mut self, cost: Duration) {
        self.average_cost += (cost.as_secs_f64().min(MAX_FRAME_COST) - self.average_cost) / 4.0;
        let limit = if self.is_smooth { SMOOTH_UNTIL } else { SMOOTH_BELOW };
        self.is_smooth = self.average_cost < limit;
    }

    /// Returns true if moves are animated, not only shown at their end.
    pub fn is_smooth(self) -> bool {
        self.is_smooth
    }

    /// Returns the time between frames.
    pub fn interval(self) -> Duration {
        let shortest = if self.is_smooth { SMOOTH_INTERVAL } else { MOVE_INTERVAL };
        Duration::from_secs_f64(self.average_cost / MAX_CORE_SHARE).max(shortest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_after(costs: impl IntoIterator<Item = f64>) -> BoardFrameRate {
        let mut rate = BoardFrameRate::default();
        costs.into_iter().for_each(|cost| rate.note(Duration::from_secs_f64(cost)));
        rate
    }

    #[test]
    fn frame_rate_stays_within_its_limits() {
        for cost in [0.0, 0.0005, 0.002, 0.0029, 0.005, 0.0075, 0.02, 0.055, 0.099] {
            let rate = rate_after([cost; 60]);
            let frames = 1.0 / rate.interval().as_secs_f64();
            assert!(frames <= 12.0, "{cost}: {frames} frames a second");
            assert!(frames * cost <= MAX_CORE_SHARE + 1e-6, "{cost}: {frames} frames a second");
            assert_eq!(rate.is_smooth(), cost < 0.006, "{cost}");
        }
        assert_eq!(rate_after([0.001; 60]).interval(), SMOOTH_INTERVAL);
        assert_eq!(rate_after([0.02; 60]).interval(), MOVE_INTERVAL);
    }

    #[test]
    fn frame_rate_starts_low_and_recovers_after_a_slow_frame() {
        assert!(!BoardFrameRate::default().is_smooth());
        let mut rate = rate_after([0.001; 60]);
        rate.note(Duration::from_secs(30));
        assert!(!rate.is_smooth() && rate.interval() < Duration::from_secs(1));
        (0..20).for_each(|_| rate.note(Duration::from_millis(1)));
        assert!(rate.is_smooth());
    }

    #[test]
    fn frame_rate_mode_has_hysteresis() {
        let mut rate = rate_after([0.0075; 60]);
        assert!(!rate.is_smooth());
        (0..60).for_each(|_| rate.note(Duration::from_millis(3)));
        assert!(rate.is_smooth());
        (0..60).for_each(|_| rate.note(Duration::from_micros(7500)));
        assert!(rate.is_smooth(), "animation continues until frames are clearly too expensive");
    }
}
