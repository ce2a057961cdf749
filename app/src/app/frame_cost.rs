//! Measures the processor time of frames.

use std::time::Duration;

use crate::screens::home::BoardFrameRate;

/// Measures the processor time between frames and derives the frame rate of the boards on the home
/// screen from it.
#[derive(Debug, Default)]
pub(super) struct FrameCost {
    /// The processor time that the process had used when the last frame was recorded.
    last_total: Option<Duration>,
    /// The rate at which the boards of the home screen are drawn.
    pub(super) board_frame_rate: BoardFrameRate,
}

impl FrameCost {
    /// Records the cost of the previous frame. `frame_time` is the time that the window took to
    /// make that frame, in seconds.
    pub(super) fn record(&mut self, frame_time: Option<f32>) {
        if let Some(cost) = self.time_since_last(frame_time) {
            self.board_frame_rate.note(cost);
        }
    }

    /// Returns the processor time of all threads since the last call. On systems that do not
    /// report it, returns `frame_time`.
    fn time_since_last(&mut self, frame_time: Option<f32>) -> Option<Duration> {
        let Some(total) = processor_time() else {
            return frame_time.and_then(|seconds| Duration::try_from_secs_f32(seconds).ok());
        };
        let last_total = self.last_total.replace(total)?;
        Some(total.saturating_sub(last_total))
    }
}

/// Returns the processor time that the process has used so far.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_cost_is_processor_time_since_the_last_frame() {
        let mut cost = FrameCost::default();
        let frame_time = Some(0.25);
        if cfg!(not(unix)) {
            assert_eq!(cost.time_since_last(frame_time), Some(Duration::from_millis(250)));
            return;
        }
        assert_eq!(cost.time_since_last(frame_time), None, "there is no earlier call");
        let mut sum = 0_u64;
        let start = std::time::Instant::now();
        while start.elapsed() < Duration::from_millis(30) {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 1);
        }
        assert!(
            cost.time_since_last(frame_time).is_some_and(|cost| cost > Duration::ZERO),
            "{sum}"
        );
    }
}
