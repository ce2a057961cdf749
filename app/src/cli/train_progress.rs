//! The progress of `qipan train`: the learning curve, and the file from which an interrupted
//! training resumes.

use std::fmt::Write;
use std::path::Path;

use qipan_core::learning::SelfPlay;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::output::Failure;
use crate::model::storage::{self, disk};

/// The first field of a file to resume from: the format and its version.
const FORMAT: &str = "qipan training 1";

/// The largest file that is read. The state of the layout training is about 7 MB as text.
const MAX_BYTES: u64 = 64 << 20;

/// The arguments on which the result of a training depends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) preset: String,
    /// The preset of the games, for the training of layouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) layouts_for: Option<String>,
    pub(super) games: u64,
    pub(super) seed: u64,
}

impl std::fmt::Display for Settings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "train {}", self.preset)?;
        if let Some(preset) = &self.layouts_for {
            write!(out, " --preset {preset}")?;
        }
        write!(out, " --games {} --seed {}", self.games, self.seed)
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct CurvePoint {
    /// The number of games played.
    games: u64,
    /// The mean loss since the last point.
    loss: f64,
}

/// The content of a file to resume from.
#[derive(Debug, Serialize, Deserialize)]
struct SavedTraining {
    format: String,
    settings: Settings,
    curve: Vec<CurvePoint>,
    state: Value,
}

/// The learning curve of a training, and the files to which the progress is written.
#[derive(Debug)]
pub(super) struct Progress<'a> {
    settings: Settings,
    points: Vec<CurvePoint>,
    /// The file to resume from.
    resume: Option<&'a Path>,
    /// The file of the learning curve.
    curve: Option<&'a Path>,
}

impl<'a> Progress<'a> {
    /// Begins without points, or continues from the file to resume from, if it exists.
    pub(super) fn begin(
        settings: Settings,
        (resume, curve): (Option<&'a Path>, Option<&'a Path>),
        trainer: &mut dyn SelfPlay,
    ) -> Result<Self, Failure> {
        let mut progress = Self { settings, points: Vec::new(), resume, curve };
        if let Some(path) = resume.filter(|path| path.symlink_metadata().is_ok()) {
            let why = |why: String| Failure::bad(format!("--resume {}: {why}", path.display()));
            progress.points = progress.load(path, trainer).map_err(why)?;
        }
        Ok(progress)
    }

    /// Lets a training continue from a file. Returns the points of its curve.
    fn load(&self, path: &Path, trainer: &mut dyn SelfPlay) -> Result<Vec<CurvePoint>, String> {
        let bytes = disk::read(path, MAX_BYTES).map_err(|why| why.to_string())?;
        let no_training = "this is not a file that `qipan train --resume` wrote. Name a new file";
        let saved: SavedTraining = serde_json::from_slice(&bytes)
            .ok()
            .filter(|saved: &SavedTraining| saved.format == FORMAT)
            .ok_or(no_training)?;
        if saved.settings != self.settings {
            let (of, wanted) = (&saved.settings, &self.settings);
            return Err(format!("this is the progress of `{of}`, not of `{wanted}`"));
        }
        trainer.resume(saved.state).map_err(|why| why.to_string())?;
        Ok(saved.curve)
    }

    /// Returns true if a point is due after this number of games. There are about a hundred.
    pub(super) fn is_due(&self, played: u64) -> bool {
        played.is_multiple_of(self.settings.games.div_ceil(100)) || played == self.settings.games
    }

    /// Adds a point, and writes the files.
    pub(super) fn add_point(&mut self, trainer: &mut dyn SelfPlay) -> Result<(), Failure> {
        if let Some(loss) = trainer.take_loss() {
            self.points.push(CurvePoint { games: trainer.played(), loss });
        }
        if let Some(path) = self.curve {
            storage::write_bytes(path, self.csv().as_bytes(), true).map_err(Failure::bad)?;
        }
        if let Some(path) = self.resume {
            let saved = SavedTraining {
                format: FORMAT.to_owned(),
                settings: self.settings.clone(),
                curve: self.points.clone(),
                state: trainer.state(),
            };
            let text = serde_json::to_vec(&saved).map_err(Failure::bad)?;
            storage::write_bytes(path, &text, true).map_err(Failure::bad)?;
        }
        Ok(())
    }

    /// Returns the learning curve as CSV.
    fn csv(&self) -> String {
        let mut text = "games,loss\n".to_owned();
        for CurvePoint { games, loss } in &self.points {
            let _ = writeln!(text, "{games},{loss:.4}");
        }
        text
    }

    /// Removes the file to resume from, after the result has been written.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let Some(path) = self.resume else { return Ok(()) };
        disk::remove(path).map_err(|why| Failure::bad(format!("{}: {why}", path.display())))
    }
}
