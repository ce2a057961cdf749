//! Makes packages from the player's scripts and layouts.

use std::collections::BTreeMap;
use std::path::Path;

use qipan_core::contract::localized::{Text, is_unsafe_control};
use qipan_core::contract::source::Source;

use crate::model::package::manifest::{MAX_NAME_CHARS, PackedFile, is_stem};
use crate::model::package::{
    FuelClaim, Manifest, Package, PackageError, PackageKind, PackedBytes, Picture, module_file,
    sha256,
};
use crate::model::scripts::Script;
use crate::model::storage::{NamedItem, NamedLayout, read_bytes};

/// Optional parts of a package that do not come from the script.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// The author, in place of the one that the script names.
    pub author: Option<String>,
    /// A PNG file.
    pub picture: Option<Vec<u8>>,
}

impl Extras {
    /// Returns extras with the picture beside a script, `NAME.png`, if there is one.
    ///
    /// # Errors
    /// A picture that cannot be read.
    pub fn beside(script: &Path) -> Result<Self, PackageError> {
        let picture = script.with_extension("png");
        let has_picture = script.is_file() && picture.is_file();
        let picture = has_picture.then(|| read_bytes(&picture)).transpose();
        Ok(Self { author: None, picture: picture.map_err(PackageError::File)? })
    }
}

/// Makes the package of a script with its modules and tests. `fuel` is the fuel that the check of
/// the script measured.
///
/// # Errors
/// A robot that is not written in Luau and whose command does not have the form that can be packed,
/// a picture or an author beyond the bounds, or a program or tests that cannot be read.
pub fn pack_script(
    script: &Script,
    fuel: Option<FuelClaim>,
    extras: Extras,
) -> Result<PackedBytes, PackageError> {
    let info = script.info();
    let (kind, tests) = match script {
        Script::Robot(spec) => (PackageKind::Robot, spec.test_file()),
        Script::Rule(_) => (PackageKind::Rule, Ok(None)),
    };
    let tests = tests.map_err(|error| PackageError::Script(error.to_string()))?;
    let mut manifest = Manifest::new(kind, file_stem(script.file()), &info.game, info.name.clone());
    manifest.about = info.about.clone();
    manifest.author = info.author.clone();
    manifest.fuel = fuel;
    manifest.script = Some(info.clone());
    let mut files = BTreeMap::from([(manifest.script_file(), script.source().text.to_vec())]);
    add_modules(&mut files, script.source());
    if let Some((_, tests)) = tests {
        files.insert(manifest.test_file(), tests.text.to_vec());
        add_modules(&mut files, &tests);
    }
    if !info.command.is_empty() {
        let file = manifest.program_file();
        let file = file.ok_or_else(|| PackageError::Program(manifest.file.clone()))?;
        let path = Path::new(script.file()).with_file_name(file);
        files.insert(file.to_owned(), read_bytes(&path).map_err(PackageError::File)?);
    }
    finish(manifest, files, extras)
}

/// Makes the package of a layout.
///
/// # Errors
/// A layout that is not complete, or a picture or an author beyond the bounds.
pub fn pack_layout(layout: &NamedLayout, extras: Extras) -> Result<PackedBytes, PackageError> {
    let name = Text { en: layout.name.clone(), zh: layout.name.clone() };
    let manifest = Manifest::new(PackageKind::Layout, file_stem(&layout.name), "junqi", name);
    let files = BTreeMap::from([(manifest.layout_file(), layout.write().into_bytes())]);
    finish(manifest, files, extras)
}

/// Returns the stem of the main file of a package, from the path of a script or the name of a
/// layout. Folders and the extension of a script are dropped. Every character other than a letter,
/// a digit, `_` or `-` becomes `_`.
pub fn file_stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let path = Path::new(name);
    let is_script = path.extension().is_some_and(|end| end == "luau" || end == "lua");
    let stem = if is_script {
        path.file_stem().unwrap_or_default().to_string_lossy()
    } else {
        name.into()
    };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let stem: String =
        stem.chars().map(|c| if is_plain(c) { c } else { '_' }).take(MAX_NAME_CHARS).collect();
    if is_stem(&stem) { stem } else { "package".to_owned() }
}

/// Adds the files of a script's modules.
fn add_modules(files: &mut BTreeMap<String, Vec<u8>>, source: &Source) {
    let modules = source.modules.iter();
    files.extend(modules.map(|(name, text)| (module_file(name), text.to_vec())));
}

/// Adds the picture, the author and the list of files, and makes the package.
fn finish(
    mut manifest: Manifest,
    mut files: BTreeMap<String, Vec<u8>>,
    extras: Extras,
) -> Result<PackedBytes, PackageError> {
    if let Some(author) = extras.author {
        if author.contains(is_unsafe_control) || author.trim().chars().count() > MAX_NAME_CHARS {
            return Err(PackageError::Author);
        }
        author.trim().clone_into(&mut manifest.author);
    }
    if let Some(picture) = extras.picture {
        if Picture::decode(&picture).is_none() {
            return Err(PackageError::Picture);
        }
        files.insert(manifest.picture_file(), picture);
    }
    let entry = |(name, content): (&String, &Vec<u8>)| PackedFile {
        name: name.clone(),
        bytes: content.len() as u64,
        sha256: sha256(content),
    };
    manifest.files = files.iter().map(entry).collect();
    Package::make(manifest, files)
}
