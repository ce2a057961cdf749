//! The time that robots take for their decisions in a run.
//!
//! Times differ from run to run. They are kept apart from the results, which are the same in every
//! run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The times of all robots, added up by all threads.
#[derive(Debug)]
pub struct TurnTimes(Vec<RobotTimes>);

#[derive(Debug, Default)]
struct RobotTimes {
    decisions: AtomicU64,
    answers: AtomicU64,
    total_nanoseconds: AtomicU64,
    max_nanoseconds: AtomicU64,
}

/// The times of one robot's decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTime {
    /// The number of decisions in this run.
    pub decisions: u64,
    /// The number of decisions without an error.
    pub answers: u64,
    /// The mean time of a decision.
    pub mean: Duration,
    /// The longest time of a decision.
    pub max: Duration,
}

impl TurnTimes {
    /// Creates empty times for a number of robots.
    pub fn new(robots: usize) -> Self {
        Self((0..robots).map(|_| RobotTimes::default()).collect())
    }

    /// Adds the time of a decision of the robot with this index. `is_answer` is true if the robot
    /// answered without an error.
    pub(super) fn add(&self, robot: usize, time: Duration, is_answer: bool) {
        let Some(times) = self.0.get(robot) else { return };
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        times.decisions.fetch_add(1, Ordering::Relaxed);
        times.answers.fetch_add(u64::from(is_answer), Ordering::Relaxed);
        times.total_nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        times.max_nanoseconds.fetch_max(nanoseconds, Ordering::Relaxed);
    }

    /// Returns the times of all robots, by the index of the robot.
    pub fn all(&self) -> Vec<TurnTime> {
        let time = |times: &RobotTimes| {
            let decisions = times.decisions.load(Ordering::Relaxed);
            let mean = times.total_nanoseconds.load(Ordering::Relaxed) / decisions.max(1);
            TurnTime {
                decisions,
                answers: times.answers.load(Ordering::Relaxed),
                mean: Duration::from_nanos(mean),
                max: Duration::from_nanos(times.max_nanoseconds.load(Ordering::Relaxed)),
            }
        };
        self.0.iter().map(time).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_by_robot() {
        let times = TurnTimes::new(2);
        times.add(1, Duration::from_millis(2), true);
        times.add(1, Duration::from_millis(6), false);
        let [idle, busy] = times.all()[..] else { panic!("two robots") };
        assert_eq!((idle.decisions, idle.mean), (0, Duration::ZERO));
        assert_eq!((busy.decisions, busy.answers), (2, 1));
        assert_eq!((busy.mean.as_millis(), busy.max.as_millis()), (4, 6));
    }
}
