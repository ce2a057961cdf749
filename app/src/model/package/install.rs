//! Adds the contents of a package to the player's files.

use std::path::{Path, PathBuf};

use qipan_core::script::ScriptKind;

use crate::model::package::manifest::is_stem;
use crate::model::package::{Package, PackageError, module_name};
use crate::model::scripts::{ScriptKey, ScriptType, read_source, shipped_source, user_file};
use crate::model::storage::{
    Folders, MAX_ITEM_NAME_CHARS, NamedItemError, NamedLayout, SavedItem, Storage, StorageError,
    disk, files_with_extension, make_folder, write_bytes,
};

/// The result of adding a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallResult {
    /// The name under which it was added.
    pub name: String,
    /// The files that were written. Empty if the player already had all of them.
    pub files: Vec<PathBuf>,
}

/// Returns the first name under which a package can be added without replacing anything: its own
/// name, or its own name with a number. A name under which the player already has the same script
/// or layout counts as free.
pub fn free_name(storage: &Storage, package: &Package) -> String {
    if let Some(layout) = package.layout() {
        return free_layout_name(storage, &layout);
    }
    let own_name = &package.manifest.file;
    let numbered = (2..).map(|number| format!("{own_name}_{number}"));
    let mut names = std::iter::once(own_name.clone()).chain(numbered);
    let is_free = |name: &String| {
        let target = Target::of(storage.folders(), package, name);
        target.is_some_and(|target| {
            !target.is_built_in && (target.is_free() || target.holds(package))
        })
    };
    names.find(is_free).unwrap_or_else(|| unreachable!("the numbers do not end"))
}

/// Returns the name under which a layout can be added, see [`free_name`].
fn free_layout_name(storage: &Storage, layout: &NamedLayout) -> String {
    let saved_layouts = storage.list::<NamedLayout>().0;
    let numbered = (2..).map(|number| {
        let suffix = format!(" ({number})");
        let name: String = layout.name.chars().take(MAX_ITEM_NAME_CHARS - suffix.len()).collect();
        name + &suffix
    });
    let mut names = std::iter::once(layout.name.clone()).chain(numbered);
    let is_free = |name: &String| {
        let same_name =
            saved_layouts.iter().find(|saved| saved.name.to_lowercase() == name.to_lowercase());
        same_name.is_none_or(|saved| saved.draft == layout.draft)
    };
    names.find(is_free).unwrap_or_else(|| unreachable!("the numbers do not end"))
}

/// Checks that a package can be added under a name. Loads no script.
///
/// # Errors
/// The name is not possible for a script, belongs to a built-in script, or is taken without
/// `replace`.
pub fn check_name(
    storage: &Storage,
    package: &Package,
    name: &str,
    replace: bool,
) -> Result<(), PackageError> {
    let Some(layout) = package.layout() else {
        return Target::checked(storage.folders(), package, name, replace).map(drop);
    };
    let saved_layouts = storage.list::<NamedLayout>().0;
    let is_taken = |saved: &SavedItem<NamedLayout>| {
        saved.name.to_lowercase() == name.to_lowercase() && saved.draft != layout.draft
    };
    match !replace && saved_layouts.iter().any(is_taken) {
        true => Err(PackageError::Taken(name.to_owned())),
        false => Ok(()),
    }
}

/// Adds a package under a name. Loads its script first, so the player must have agreed to add it.
/// Files of the player with other contents are replaced only if `replace` is true. Modules are
/// never replaced. A program is replaced only if the package is added under its own name.
///
/// # Errors
/// A script that does not load or differs from its manifest, a name that is taken, or a file that
/// cannot be written. Files that did not exist before are then removed again, but files that were
/// replaced keep their new contents.
pub fn install(
    storage: &Storage,
    package: &Package,
    name: &str,
    replace: bool,
) -> Result<InstallResult, PackageError> {
    if let Some(layout) = package.layout() {
        return install_layout(storage, &layout, name, replace);
    }
    package.script()?;
    let target = Target::checked(storage.folders(), package, name, replace)?;
    if target.holds(package) {
        return Ok(InstallResult { name: name.to_owned(), files: Vec::new() });
    }
    let files = target.files(package, replace)?;
    let mut written = Vec::new();
    for (path, content) in files {
        let is_new = !path.exists();
        match write(&path, content, replace) {
            Ok(()) => written.push((path, is_new)),
            Err(error) => {
                let new_files = written.iter().filter(|(_, is_new)| *is_new);
                new_files.for_each(|(path, _)| drop(disk::remove(path)));
                return Err(PackageError::File(error));
            }
        }
    }
    let files = written.into_iter().map(|(path, _)| path).collect();
    Ok(InstallResult { name: name.to_owned(), files })
}

/// Adds a layout to the player's layouts.
fn install_layout(
    storage: &Storage,
    layout: &NamedLayout,
    name: &str,
    replace: bool,
) -> Result<InstallResult, PackageError> {
    let layout = NamedLayout { name: name.to_owned(), ..layout.clone() };
    let installed = |files| Ok(InstallResult { name: name.to_owned(), files });
    let is_same = |saved: &SavedItem<NamedLayout>| {
        saved.name.to_lowercase() == name.to_lowercase() && saved.draft == layout.draft
    };
    if storage.list::<NamedLayout>().0.iter().any(is_same) {
        return installed(Vec::new());
    }
    match storage.save(&layout, replace) {
        Ok(path) => installed(vec![path]),
        Err(NamedItemError::File(error)) => Err(PackageError::File(error)),
        Err(NamedItemError::Exists(name)) => Err(PackageError::Taken(name)),
        Err(_) => Err(PackageError::ChosenName(name.to_owned())),
    }
}

/// The files to which a script is written under a name.
struct Target {
    folder: PathBuf,
    script: PathBuf,
    tests: PathBuf,
    picture: PathBuf,
    /// True if a script of this name is built in.
    is_built_in: bool,
    /// True if the package is added under its own name.
    has_own_name: bool,
}

impl Target {
    /// Returns the files, or `None` if the name is not possible.
    fn of(folders: &Folders, package: &Package, name: &str) -> Option<Self> {
        let kind = package.manifest.game_kind().filter(|_| is_stem(name))?;
        let info = package.manifest.script.as_ref()?;
        let script_type = match info.kind {
            ScriptKind::Robot => ScriptType::Robot,
            _ => ScriptType::Rule,
        };
        let folder = script_type.folder(folders, kind);
        let key = ScriptKey { script_type, kind, name: name.to_owned() };
        Some(Self {
            script: user_file(&folder, name).unwrap_or_else(|| folder.join(format!("{name}.luau"))),
            tests: folder.join(format!("{name}.test.luau")),
            picture: folder.join(format!("{name}.png")),
            is_built_in: shipped_source(&key).is_some(),
            has_own_name: name == package.manifest.file,
            folder,
        })
    }

    /// Returns the files if the name can be used, see [`check_name`].
    fn checked(
        folders: &Folders,
        package: &Package,
        name: &str,
        replace: bool,
    ) -> Result<Self, PackageError> {
        let target = Self::of(folders, package, name)
            .ok_or_else(|| PackageError::ChosenName(name.to_owned()))?;
        if target.is_built_in {
            return Err(PackageError::BuiltIn(name.to_owned()));
        }
        match replace || target.is_free() || target.holds(package) {
            true => Ok(target),
            false => Err(PackageError::Taken(target.script.display().to_string())),
        }
    }

    /// Returns true if none of the files exists.
    fn is_free(&self) -> bool {
        [&self.script, &self.tests, &self.picture].iter().all(|path| !path.exists())
    }

    /// Returns true if the player already has the script, its tests, its program and its modules
    /// unchanged.
    fn holds(&self, package: &Package) -> bool {
        let manifest = &package.manifest;
        let has =
            |path: &Path, name: &str| package.file(name).is_none_or(|text| has_content(path, text));
        let modules = manifest.files.iter().filter(|file| module_name(&file.name).is_some());
        has(&self.script, &manifest.script_file())
            && has(&self.tests, &manifest.test_file())
            && package.program_file().is_none_or(|name| has(&self.folder.join(name), name))
            && modules.map(|file| &file.name).all(|name| has(&self.folder.join(name), name))
    }

    /// Returns the files to write with their contents, the script last. Modules and a program that
    /// the player has already are left out.
    fn files<'a>(
        &self,
        package: &'a Package,
        replace: bool,
    ) -> Result<Vec<(PathBuf, &'a [u8])>, PackageError> {
        let manifest = &package.manifest;
        let mut files = Vec::new();
        for file in manifest.files.iter().filter(|file| module_name(&file.name).is_some()) {
            let (path, text) =
                (self.folder.join(&file.name), package.file(&file.name).unwrap_or_default());
            match path.exists() {
                true if has_content(&path, text) => {}
                true => return Err(self.other_module(&path, &manifest.script_file())),
                false => files.push((path, text)),
            }
        }
        if let Some(name) = package.program_file() {
            let (path, text) = (self.folder.join(name), package.file(name).unwrap_or_default());
            match path.exists() {
                true if has_content(&path, text) => {}
                true if !(replace && self.has_own_name) => {
                    return Err(PackageError::ProgramFile(path.display().to_string()));
                }
                _ => files.push((path, text)),
            }
        }
        let others = [
            (&self.picture, manifest.picture_file()),
            (&self.tests, manifest.test_file()),
            (&self.script, manifest.script_file()),
        ];
        let others = others
            .into_iter()
            .filter_map(|(path, name)| Some((path.clone(), package.file(&name)?)));
        files.extend(others);
        Ok(files)
    }
}

impl Target {
    /// Returns the error for a module that the package's script needs, but whose file holds another
    /// module of the player. `path` is this file, and `script` the file name of the script.
    fn other_module(&self, path: &Path, script: &str) -> PackageError {
        let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let uses_module = |path: &Path| {
            read_source(path).is_ok_and(|source| source.modules.contains_key(&module))
        };
        let files = files_with_extension(&self.folder, &["lua", "luau"]);
        let users = files.iter().filter(|path| uses_module(path));
        let users = users.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into());
        let mut users: Vec<String> = users.collect();
        users.sort();
        let (file, script) = (path.display().to_string(), script.to_owned());
        PackageError::Module { module, file, script, users }
    }
}

/// Returns true if a file exists and has exactly this content.
fn has_content(path: &Path, content: &[u8]) -> bool {
    disk::read(path, content.len() as u64 + 1).is_ok_and(|existing| existing == content)
}

/// Writes a file into its folder, which is created if missing.
fn write(path: &Path, content: &[u8], replace: bool) -> Result<(), StorageError> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    write_bytes(path, content, replace)
}
