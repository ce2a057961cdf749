//! Packages: a robot, a house rule or a layout as one file to give away.
//!
//! A package is a ZIP archive. Its `manifest.json` says what is in it, who made it, and which game
//! and version of Qipan it needs. It also lists every other file with its size and SHA-256.
//! [`Package::read`] checks all of this within fixed bounds. It runs no script and writes no file.
//! [`Package::script`] loads the script in its sandbox, which callers may do only after the player
//! has asked for it.
//!
//! `archive` reads and writes the ZIP archive, `manifest` the manifest. `pack` makes a package from
//! the player's files, `install` adds one to them.

use std::collections::BTreeMap;
use std::path::Path;

use qipan_core::contract::source::{MODULE_FOLDER, Source};
use qipan_core::script::{ModuleLibrary, with_modules};
use sha2::{Digest, Sha256};

use crate::model::scripts::{Script, script_of_source};
use crate::model::storage::{NamedItem, NamedLayout, has_extension, read_bytes};

mod archive;
mod error;
mod install;
mod manifest;
mod pack;
mod picture;
mod program;

pub use error::PackageError;
pub use install::{InstallResult, check_name, free_name, install};
pub use manifest::{FuelClaim, Manifest, PackageKind, PackedFile, is_stem};
pub use pack::{Extras, file_stem, pack_layout, pack_script};
pub use picture::{MAX_PICTURE_BYTES, Picture};

use manifest::MANIFEST;
use program::is_plain_text;

/// Upper bound on the bytes of a package.
const MAX_PACKAGE_BYTES: usize = 4 << 20;

/// A package that was read completely and found consistent.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The facts about it.
    pub manifest: Manifest,
    /// The SHA-256 of the whole file, in hexadecimal digits.
    pub digest: String,
    /// The contents of its files by name, without the manifest.
    files: BTreeMap<String, Vec<u8>>,
}

impl Package {
    /// Reads a package from its file. Runs nothing.
    ///
    /// # Errors
    /// A file that cannot be read, or one that [`Package::read`] refuses.
    pub fn open(path: &Path) -> Result<Self, PackageError> {
        Self::read(&read_bytes(path).map_err(PackageError::File)?)
    }

    /// Reads the bytes of a package. Runs nothing.
    ///
    /// # Errors
    /// Any bytes that are not a complete package, exceed a bound, or differ from the manifest.
    pub fn read(bytes: &[u8]) -> Result<Self, PackageError> {
        if bytes.len() > MAX_PACKAGE_BYTES {
            return Err(PackageError::TooLarge);
        }
        let mut files = archive::read(bytes)?;
        let text = files.remove(MANIFEST).ok_or_else(|| PackageError::missing(MANIFEST))?;
        let manifest = Manifest::read(&text)?;
        let package = Self { manifest, digest: sha256(bytes), files };
        package.check_files()?;
        package.check_contents()?;
        Ok(package)
    }

    /// Makes a package of these files, in memory. The same files always give the same bytes. Reads
    /// the result again to make sure that it is a valid package.
    fn make(
        manifest: Manifest,
        files: BTreeMap<String, Vec<u8>>,
    ) -> Result<PackedBytes, PackageError> {
        let text = manifest.write();
        let first = std::iter::once((MANIFEST, text.as_bytes()));
        let others = files.iter().map(|(name, content)| (name.as_str(), content.as_slice()));
        let bytes = archive::write(first.chain(others));
        let package = Self::read(&bytes)?;
        Ok(PackedBytes { package, bytes })
    }

    /// Returns the contents of a file.
    fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// Returns the text of the script and the texts of its modules. Returns `None` for a layout.
    pub fn source(&self) -> Option<Source> {
        let text = self.file(&self.manifest.script_file())?;
        Some(with_modules(text, &PackedModules(self)))
    }

    /// Returns the tests of a robot with their modules.
    fn tests(&self) -> Option<Source> {
        let text = self.file(&self.manifest.test_file())?;
        Some(with_modules(text, &PackedModules(self)))
    }

    /// Returns the layout, if this is the package of a layout.
    pub fn layout(&self) -> Option<NamedLayout> {
        let text = str::from_utf8(self.file(&self.manifest.layout_file())?).ok()?;
        NamedLayout::read(text).ok().filter(|layout| layout.draft.layout().is_some())
    }

    /// Returns the picture, if the package has one.
    pub fn picture(&self) -> Option<Picture> {
        Picture::decode(self.file(&self.manifest.picture_file())?)
    }

    /// Loads the script of the package. This runs its file in the sandbox, so the player must have
    /// asked for it. A robot that is not written in Luau is not started.
    ///
    /// # Errors
    /// A script that does not load or differs from the manifest.
    pub fn script(&self) -> Result<Script, PackageError> {
        let source =
            self.source().ok_or_else(|| PackageError::missing(&self.manifest.script_file()))?;
        let script = script_of_source(&self.manifest.file, source, self.tests());
        let script = script.map_err(|error| PackageError::Script(error.to_string()))?;
        match self.manifest.difference(script.info()) {
            Some(field) => Err(PackageError::Differs(field)),
            None => Ok(script),
        }
    }

    /// Checks that the package holds exactly the files that the manifest lists, unchanged.
    fn check_files(&self) -> Result<(), PackageError> {
        for listed in &self.manifest.files {
            let content =
                self.file(&listed.name).ok_or_else(|| PackageError::missing(&listed.name))?;
            if content.len() as u64 != listed.bytes || sha256(content) != listed.sha256 {
                return Err(PackageError::Changed(listed.name.clone()));
            }
        }
        let is_listed = |name: &String| self.manifest.files.iter().any(|file| file.name == *name);
        match self.files.keys().find(|name| !is_listed(name)) {
            Some(name) => Err(PackageError::Unlisted(name.clone())),
            None => Ok(()),
        }
    }

    /// Returns the name of the program's file, if the package holds a robot that is not written in
    /// Luau.
    pub fn program_file(&self) -> Option<&str> {
        self.manifest.program_file()
    }

    /// Checks the files as far as this is possible without running a script.
    fn check_contents(&self) -> Result<(), PackageError> {
        if self.file(&self.manifest.picture_file()).is_some() && self.picture().is_none() {
            return Err(PackageError::Picture);
        }
        if self.manifest.kind == PackageKind::Layout {
            let layout = self.layout().ok_or(PackageError::Layout)?;
            return match layout.name == self.manifest.name.en {
                true => Ok(()),
                false => Err(PackageError::Differs("name")),
            };
        }
        if let Some(file) = self.program_file()
            && !self.file(file).is_some_and(is_plain_text)
        {
            return Err(PackageError::ProgramText(file.to_owned()));
        }
        // Installing copies every module to the player's modules, so a module that no script of the
        // package loads is refused.
        let sources = [self.source(), self.tests()];
        let is_used =
            |name: &str| sources.iter().flatten().any(|source| source.modules.contains_key(name));
        let mut modules = self.files.keys().filter(|name| name.starts_with(MODULE_PREFIX));
        match modules.find(|file| module_name(file).is_none_or(|name| !is_used(name))) {
            Some(file) => Err(PackageError::Unused(file.clone())),
            None => Ok(()),
        }
    }
}

/// Returns true if a file has the extension of a package.
pub fn is_package(file: &Path) -> bool {
    PackageKind::ALL.iter().any(|kind| has_extension(file, kind.extension()))
}

/// Returns the usual name of the file of a package.
pub fn package_file(manifest: &Manifest) -> String {
    format!("{}.{}", manifest.file, manifest.kind.extension())
}

/// A package with the bytes of its file.
#[derive(Debug)]
pub struct PackedBytes {
    /// The package.
    pub package: Package,
    /// The bytes of its file.
    pub bytes: Vec<u8>,
}

/// The beginning of the name of a module's file.
const MODULE_PREFIX: &str = "lib/";

/// Returns the name of the module in a file of this name, or `None` if the file is not a module.
fn module_name(file: &str) -> Option<&str> {
    file.strip_prefix(MODULE_PREFIX)?.strip_suffix(".luau")
}

/// Returns the name of a module's file.
fn module_file(name: &str) -> String {
    format!("{MODULE_FOLDER}/{name}.luau")
}

/// The modules in a package.
struct PackedModules<'a>(&'a Package);

impl ModuleLibrary for PackedModules<'_> {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        self.0.file(&module_file(name)).map(<[u8]>::to_vec)
    }

    fn names(&self) -> Vec<String> {
        self.0.files.keys().filter_map(|file| module_name(file)).map(str::to_owned).collect()
    }
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests;
