//! `qipan pack`: packs a robot, a house rule or a layout into one file to give away.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::cli::check::{self, ScriptCheckResult, ScriptToCheck};
use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::package_sheet;
use crate::model::checks::Depth;
use crate::model::package::{
    Extras, FuelClaim, PackedBytes, pack_layout, pack_script, package_file,
};
use crate::model::scripts::{self, Script, ScriptArg};
use crate::model::storage::{
    self, Folders, NamedItem, NamedItemError, NamedLayout, StorageError, Why, has_extension,
};

/// The arguments of `qipan pack`.
#[derive(Debug, Args)]
pub(super) struct PackArgs {
    /// Robot or house rule (a file or a name), or the file of a layout (.json)
    #[arg(value_name = "FILE", value_parser = options::script_arg)]
    what: ScriptArg,
    /// File to write [default: the name of the script or layout, in the current folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Name of the author [default: the author that the script names]
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
    /// A PNG picture of at most 512 KiB [default: NAME.png beside the script, if there is one]
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: Format,
}

impl PackArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let path = Path::new(self.what.as_str());
        let packed = match has_extension(path, "json") {
            true => self.pack_layout(path)?,
            false => self.pack_script(folders)?,
        };
        let manifest = &packed.package.manifest;
        let file = self.out.clone().unwrap_or_else(|| package_file(manifest).into());
        write(&file, &packed.bytes, self.force)?;
        if packed.package.program_file().is_some() {
            eprint_line(
                "warning: this robot is a program. It was not checked. Everyone who opens the \
                 package is warned that it runs outside the sandbox",
            );
        }
        let file = file.display().to_string();
        if self.format.json {
            let mut report = package_sheet::json(&packed.package);
            report["file"] = json!(file);
            print_json(&report);
        } else {
            print(&file);
            let count = manifest.files.len();
            let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
            print(&format!(
                "{files}, {} bytes, sha256 {}",
                packed.bytes.len(),
                packed.package.digest
            ));
            print("Opening it shows what is inside and asks before adding; so does qipan add FILE");
        }
        Ok(())
    }

    /// Packs a script, if its check finds nothing wrong. A program is packed without a check, so
    /// that packing never runs it.
    fn pack_script(&self, folders: &Folders) -> Result<PackedBytes, Failure> {
        let script = find(folders, &self.what)?;
        let bad = |why: &dyn std::fmt::Display| Failure::Bad(format!("{}: {why}", script.file()));
        if let Script::Robot(spec) = &script
            && !spec.params.is_empty()
        {
            return Err(bad(&"parameters cannot be packed; change their defaults in the script"));
        }
        // Validates everything else first, because a check takes long.
        let packed = pack_script(&script, None, self.extras(Some(script.file()))?);
        let packed = packed.map_err(|why| bad(&why))?;
        if packed.package.program_file().is_some() {
            return Ok(packed);
        }
        let task = ScriptToCheck { name: self.what.to_string(), script: Ok(script.clone()) };
        let results = check::check_all(&[task], Depth::Quick);
        let result = results.first().ok_or_else(|| Failure::bad("a worker thread crashed"))?;
        if !result.is_ok() {
            result.lines().iter().for_each(|line| eprint_line(line));
            return Err(bad(&"not packed, because its check failed; see qipan check"));
        }
        let packed = pack_script(&script, fuel(result), self.extras(Some(script.file()))?);
        packed.map_err(|why| bad(&why))
    }

    /// Packs the layout in a file.
    fn pack_layout(&self, path: &Path) -> Result<PackedBytes, Failure> {
        let text = storage::read_text(path).map_err(Failure::bad)?;
        let bad = |why: &str| Failure::Bad(format!("{}: {why}", path.display()));
        if storage::is_rule_set(&text) {
            return Err(bad("a rule set is one file already; send it as it is"));
        }
        let layout = NamedLayout::read(&text).map_err(|why| bad(&layout_error(&why)))?;
        pack_layout(&layout, self.extras(None)?).map_err(|why| bad(&why.to_string()))
    }

    /// Returns the optional parts of the package, such as its author and picture. `script` is the
    /// file of the script, or `None` for a layout.
    fn extras(&self, script: Option<&str>) -> Result<Extras, Failure> {
        let beside = script.map(Path::new).map(Extras::beside).transpose();
        let mut extras = beside.map_err(Failure::bad)?.unwrap_or_default();
        if let Some(file) = &self.picture {
            extras.picture = Some(storage::read_bytes(file).map_err(Failure::bad)?);
        }
        Ok(Extras { author: self.author.clone(), ..extras })
    }
}

/// Returns the only script that the argument can mean. Fails if there are several.
fn find(folders: &Folders, arg: &ScriptArg) -> Result<Script, Failure> {
    let names = scripts::possible_scripts(folders, arg).map_err(Failure::bad)?;
    match &names[..] {
        [name] => scripts::find_any(folders, name).map_err(Failure::bad),
        names => {
            let names: Vec<&str> = names.iter().map(ScriptArg::as_str).collect();
            Err(Failure::Bad(format!("`{arg}` can be {}; name one of them", names.join(" or "))))
        }
    }
}

/// Returns the fuel that a check measured, if it measured any.
fn fuel(result: &ScriptCheckResult) -> Option<FuelClaim> {
    let fuel = result.fuel();
    let claim = FuelClaim { median: fuel.quantile(0.5), max: fuel.quantile(1.0) };
    (fuel.count() > 0).then_some(claim)
}

/// Returns the reason why a file cannot be read as a layout.
fn layout_error(why: &NamedItemError) -> String {
    match why {
        NamedItemError::Broken { line, what } => format!("line {line}: {what}"),
        NamedItemError::Version(version) => {
            format!("was saved by a newer version of Qipan (version {version})")
        }
        NamedItemError::Pieces(error) => error.to_string(),
        _ => "is not a layout that Qipan has saved".to_owned(),
    }
}

/// Writes the package. Without `force`, fails if the file already exists with different contents.
fn write(file: &Path, bytes: &[u8], force: bool) -> CliResult {
    match storage::write_bytes(file, bytes, force) {
        Err(StorageError { why: Why::Exists, .. }) => {
            if storage::read_bytes(file).is_ok_and(|existing| existing == bytes) {
                return Ok(());
            }
            let file = file.display();
            Err(Failure::Bad(format!("{file} already exists; use --force to overwrite it")))
        }
        written => written.map_err(Failure::bad),
    }
}
