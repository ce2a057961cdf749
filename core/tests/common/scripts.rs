//! The shipped scripts with their modules.

use std::path::{Path, PathBuf};

use qipan_core::contract::source::Source;
use qipan_core::script::{MODULE_FOLDER, ModuleLibrary, with_modules};

/// The modules in a folder.
struct Folder(PathBuf);

impl ModuleLibrary for Folder {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(format!("{name}.luau"))).ok()
    }

    fn names(&self) -> Vec<String> {
        files(&self.0).into_iter().map(|(name, _)| name).collect()
    }
}

/// Returns a folder below `scripts/`.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts").join(path)
}

/// Returns the names and paths of the scripts in a folder, sorted by name. Files with the tests of
/// robots are no scripts.
pub fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|end| end == "luau"));
    let mut scripts: Vec<_> = scripts
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    scripts.retain(|(name, _)| !name.ends_with(".test"));
    scripts.sort();
    scripts
}

/// Returns a script with the modules of a folder below `scripts/`, such as `robots/junqi`.
pub fn source_in(path: &str, text: &str) -> Source {
    with_modules(text.as_bytes(), &Folder(folder(path).join(MODULE_FOLDER)))
}
