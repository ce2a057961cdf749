//! Measures the processor time of frames.

use std::time::Duration;

use crate::screens::home::BoardFrameRate;

/// Measures the processor time between frames and derives the pace from it.
#[derive(Debug, Default)]
pub(super) struct FrameCost {
    spent: Option<Duration>,
    /// The rate at which the boards of the home screen are drawn.
    pub(super) pace: BoardFrameRate,
}

impl FrameCost {
    /// Records a frame. `made` is the time the window took to make it, in seconds.
    pub(super) fn note(&mut self, made: Option<f32>) {
        if let Some(cost) = self.take(made) {
            self.pace.note(cost);
        }
    }

    /// Returns the processor time of all threads since the last call. On systems that do not
    /// report it, returns the time the window took to make the last frame.
    fn take(&mut self, made: Option<f32>) -> Option<Duration> {
        let Some(spent) = processor_time() else {
            return made.and_then(|seconds| Duration::try_from_secs_f32(seconds).ok());
        };
        let before = self.spent.replace(spent)?;
        Some(spent.saturating_sub(before))
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
        let made = Some(0.25);
        if cfg!(not(unix)) {
            assert_eq!(cost.take(made), Some(Duration::from_millis(250)));
            return;
        }
        assert_eq!(cost.take(made), None, "there is nothing to compare with");
        let mut sum = 0_u64;
        let work = std::time::Instant::now();
        while work.elapsed() < Duration::from_millis(30) {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 1);
        }
        assert!(cost.take(made).is_some_and(|cost| cost > Duration::ZERO), "{sum}");
    }
}
