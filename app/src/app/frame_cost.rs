//! The processor time that frames cost.

use std::time::Duration;

use crate::screens::home::Pace;

/// The processor time between two frames, and the pace that follows from it.
#[derive(Debug, Default)]
pub(super) struct FrameCost {
    spent: Option<Duration>,
    /// How often living boards are drawn.
    pub(super) pace: Pace,
}

impl FrameCost {
    /// Takes note of a frame; `made` is how long the window took to make it, in seconds.
    pub(super) fn note(&mut self, made: Option<f32>) {
        if let Some(cost) = self.take(made) {
            self.pace.note(cost);
        }
    }

    /// The processor time of the whole program, all threads together, since the last call; where
    /// the system does not tell, how long the window took to make the last frame.
    fn take(&mut self, made: Option<f32>) -> Option<Duration> {
        let Some(spent) = processor_time() else {
            return made.and_then(|seconds| Duration::try_from_secs_f32(seconds).ok());
        };
        let before = self.spent.replace(spent)?;
        Some(spent.saturating_sub(before))
    }
}

/// The processor time that the program has used so far.
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
    fn a_frame_costs_what_was_worked_since_the_last() {
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
