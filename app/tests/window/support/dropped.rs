//! Files that are dropped on the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Desk;

/// A file dropped on the window.
#[derive(Debug)]
struct DroppedPath(PathBuf);

impl egui::DroppedFile for DroppedPath {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

impl Desk {
    /// Drops a file on the window.
    pub fn drop_file(&mut self, path: &Path) {
        self.h.input_mut().dropped_files.push(Arc::new(DroppedPath(path.to_owned())));
    }
}
