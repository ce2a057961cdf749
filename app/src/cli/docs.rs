//! `qipan docs`: writes the manual for script authors, the types of the script API and the schema
//! of the program protocol to the scripts folder, or the manual as a website.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::cli::output::{CliResult, Format, print, print_json};
use crate::cli::play;
use crate::model::manual::website;
use crate::model::scripts::{shipped_file, shipped_picture};
use crate::model::starter;
use crate::model::storage::{self, Folders};

use crate::cli::output::Failure;

/// The files to write.
const FILES: [&str; 9] = [
    "README.md",
    "README.zh.md",
    "qipan.d.luau",
    "protocol.schema.json",
    // The code style of the shipped scripts, for the formatter StyLua and its editor extensions.
    "stylua.toml",
    // Settings that tell language servers where the modules are.
    "robots/race/.luaurc",
    "robots/junqi/.luaurc",
    "rules/race/.luaurc",
    "rules/junqi/.luaurc",
];

/// The pictures of the manual.
const PICTURES: [&str; 4] = ["aeroplane.png", "flying.png", "junqi.png", "junqi-zh.png"];

/// The folder of the pictures.
const PICTURE_FOLDER: &str = "images";

/// The arguments of `qipan docs`.
#[derive(Debug, Args)]
pub(super) struct DocsArgs {
    /// Target folder [default: your scripts folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write the manual as a website to this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "dir")]
    html: Option<PathBuf>,
    /// Overwrite existing files that differ, e.g. those of an older version
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: Format,
}

impl DocsArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let text_folder = self.dir.as_ref().unwrap_or(&folders.scripts);
        let folder = self.html.as_ref().unwrap_or(text_folder);
        starter::create_folder(folder).map_err(Failure::bad)?;
        let texts = match self.html {
            Some(_) => website().into_iter().map(|page| (page.name, page.text)).collect::<Vec<_>>(),
            None => {
                FILES.map(|name| (name, shipped_file(name).unwrap_or_default().to_owned())).into()
            }
        };
        let mut files = Vec::new();
        for (name, text) in texts {
            let file = folder.join(name);
            file.parent().map_or(Ok(()), starter::create_folder).map_err(Failure::bad)?;
            play::write(&file, self.force, &text)?;
            files.push(file.display().to_string());
        }
        let pictures = folder.join(PICTURE_FOLDER);
        starter::create_folder(&pictures).map_err(Failure::bad)?;
        for name in PICTURES {
            let file = pictures.join(name);
            let bytes = shipped_picture(&format!("{PICTURE_FOLDER}/{name}")).unwrap_or_default();
            write_picture(&file, self.force, bytes)?;
            files.push(file.display().to_string());
        }
        if self.format.json {
            print_json(&json!({ "files": files }));
        } else {
            files.iter().for_each(|file| print(file));
        }
        Ok(())
    }
}

/// Writes a picture. An existing file that differs is only replaced if `force` is set.
fn write_picture(file: &Path, force: bool, bytes: &[u8]) -> CliResult {
    if std::fs::read(file).is_ok_and(|existing| existing == bytes) {
        return Ok(());
    }
    storage::write_bytes(file, bytes, force).map_err(Failure::bad)
}
