//! How long frames take, written down while a trial asks for it.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use crate::model::storage::disk;

/// The frames of the last second.
pub(super) struct FrameTimes {
    file: File,
    /// When the second began, in seconds.
    since: f64,
    frames: u32,
    longest: f32,
}

impl FrameTimes {
    /// Begins a file of them; none where it cannot be written.
    pub(super) fn begin(path: &Path) -> Option<Self> {
        let mut options = File::options();
        let file = disk::open(options.create(true).append(true), path).ok()?;
        Some(Self { file, since: 0.0, frames: 0, longest: 0.0 })
    }

    /// Notes what the frame before took, in seconds; every second a line goes to the file: the
    /// time, how many frames there were, and how long the longest took, in milliseconds.
    pub(super) fn note(&mut self, now: f64, took: Option<f32>) {
        let Some(took) = took else { return };
        self.frames += 1;
        self.longest = self.longest.max(took);
        if now - self.since >= Duration::from_secs(1).as_secs_f64() {
            let line = format!("{now:.1} {} {:.1}\n", self.frames, self.longest * 1000.0);
            // A trial that finds no lines says so.
            let _ = disk::put(&mut self.file, line.as_bytes());
            (self.since, self.frames, self.longest) = (now, 0, 0.0);
        }
    }
}
