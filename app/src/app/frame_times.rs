//! Logs frame times to a file, for the measurements in `.ci/trials`.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use crate::model::storage::disk;

/// The log of frame times, with the frames of the current second.
pub(super) struct FrameTimes {
    file: File,
    /// The time at which the current second began, in seconds.
    second_start: f64,
    /// The number of frames in the current second.
    frames: u32,
    /// The duration of the longest of these frames, in seconds.
    longest: f32,
}

impl FrameTimes {
    /// Opens the log file, or returns `None` if it cannot be written.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let mut options = File::options();
        let file = disk::open(options.create(true).append(true), path).ok()?;
        Some(Self { file, second_start: 0.0, frames: 0, longest: 0.0 })
    }

    /// Records the duration of the previous frame, in seconds. Writes one line per second: the time
    /// in seconds, the number of frames, and the duration of the longest one in milliseconds.
    pub(super) fn record(&mut self, now: f64, duration: Option<f32>) {
        let Some(duration) = duration else { return };
        self.frames += 1;
        self.longest = self.longest.max(duration);
        if now - self.second_start >= Duration::from_secs(1).as_secs_f64() {
            let line = format!("{now:.1} {} {:.1}\n", self.frames, self.longest * 1000.0);
            // A failed write is ignored: the trial reports missing lines.
            let _ = disk::write_all(&mut self.file, line.as_bytes());
            (self.second_start, self.frames, self.longest) = (now, 0, 0.0);
        }
    }
}
