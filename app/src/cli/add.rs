//! `qipan add`: shows what is in a package, asks, and adds it to the player's files.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::check::{self, ScriptToCheck};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::package_sheet;
use crate::model::checks::Depth;
use crate::model::package::{
    InstallResult, Package, PackageError, PackageKind, check_name, free_name, install,
};
use crate::model::storage::{Folders, Storage};

/// The arguments of `qipan add`.
#[derive(Debug, Args)]
pub(super) struct AddArgs {
    /// A package: a .qipan-robot, .qipan-rule or .qipan-layout file
    file: PathBuf,
    /// Add it without asking. With --json, a package is added only if this is given
    #[arg(long)]
    yes: bool,
    /// Check the script in its sandbox first, and add it only if it passes
    #[arg(long)]
    check: bool,
    /// Add it under another name [default: the name in the package]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Replace your file if you have one of the same name
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: Format,
}

impl AddArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let package = Package::open(&self.file).map_err(|why| self.bad(&why))?;
        let mut report = package_sheet::json(&package);
        report["file"] = json!(self.file.display().to_string());
        report["check"] = Value::Null;
        report["added"] = json!([]);
        if !self.format.json {
            package_sheet::lines(&package).iter().for_each(|line| print(line));
        }
        let added = self.add(folders, &package, &mut report);
        if self.format.json {
            print_json(&report);
        }
        added
    }

    /// Checks the name, and the script if `--check` is given. Then asks the player, and adds the
    /// package.
    fn add(&self, folders: &Folders, package: &Package, report: &mut Value) -> CliResult {
        let storage = Storage::without_journal(folders.clone());
        let name = self.name.as_deref().unwrap_or_else(|| package.manifest.default_name());
        check_name(&storage, package, name, self.force)
            .map_err(|why| self.not_added(&storage, package, &why))?;
        if self.check && package.program_file().is_some() {
            let file = self.file.display();
            return Err(Failure::Bad(format!(
                "{file}: holds a program, which cannot be checked; read its file before you add it"
            )));
        }
        if self.check && package.manifest.kind != PackageKind::Layout {
            report["check"] = self.check_script(package)?;
        }
        if !self.yes && !self.confirm(package) {
            eprint_line("not added");
            return Err(Failure::AlreadyReported);
        }
        let installed = install(&storage, package, name, self.force);
        let InstallResult { name, files } =
            installed.map_err(|why| self.not_added(&storage, package, &why))?;
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        report["added"] = json!(files);
        if self.format.json {
            return Ok(());
        }
        if files.is_empty() {
            print(&format!("you already have `{name}`; nothing was changed"));
            return Ok(());
        }
        files.iter().for_each(|file| print(&format!("added {file}")));
        if package.program_file().is_some() {
            print("it runs only after you allow it: in the window, or with --run-programs");
        } else if package.manifest.kind != PackageKind::Layout && !self.check {
            print(&format!("next: qipan check {name}"));
        }
        Ok(())
    }

    /// Plays test games with the script of the package in its sandbox.
    fn check_script(&self, package: &Package) -> Result<Value, Failure> {
        let script = package.script().map_err(|why| self.bad(&why))?;
        let name = package.manifest.file.clone();
        let results = check::check_all(&[ScriptToCheck { name, script: Ok(script) }], Depth::Quick);
        let result = results.first().ok_or_else(|| Failure::bad("a worker thread crashed"))?;
        let lines = result.lines();
        if self.format.json || !result.is_ok() {
            lines.iter().for_each(|line| eprint_line(line));
        } else {
            lines.iter().for_each(|line| print(line));
        }
        match result.is_ok() {
            true => Ok(result.json()),
            false => Err(Failure::Bad(format!(
                "{}: not added, because its check failed",
                self.file.display()
            ))),
        }
    }

    /// Asks the player whether to add the package. Returns true only if the answer is yes.
    fn confirm(&self, package: &Package) -> bool {
        if self.format.json {
            eprint_line("give --yes to add it");
            return false;
        }
        let what = match package.manifest.kind {
            PackageKind::Robot => "robots",
            PackageKind::Rule => "house rules",
            PackageKind::Layout => "layouts",
        };
        eprint!("Add it to your {what}? [y/N] ");
        let _ = io::stderr().flush();
        let mut answer = String::new();
        let is_read = io::stdin().read_line(&mut answer).is_ok();
        is_read && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
    }

    /// Returns the failure for a package that cannot be used.
    fn bad(&self, why: &PackageError) -> Failure {
        match why {
            PackageError::File(error) => Failure::bad(error),
            why => Failure::Bad(format!("{}: {why}", self.file.display())),
        }
    }

    /// Returns the failure for a package that was not added. Suggests a free name if that of the
    /// package is taken.
    fn not_added(&self, storage: &Storage, package: &Package, why: &PackageError) -> Failure {
        let free = || free_name(storage, package);
        match why {
            PackageError::Taken(_) => Failure::Bad(format!(
                "{why} Use --name '{}' to keep both, or --force to replace yours.",
                free()
            )),
            PackageError::BuiltIn(_) => Failure::Bad(format!("{why} Use --name '{}'.", free())),
            why => self.bad(why),
        }
    }
}
