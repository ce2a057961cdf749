//! `qipan docs`: writes the author's manual, the types of the script API and the schema of the
//! program protocol to the scripts folder.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::output::{CliResult, Format, print, print_json};
use crate::cli::play;
use crate::model::scripts::shipped_file;
use crate::model::starter;
use crate::model::storage::Folders;

use crate::cli::output::Failure;

/// The files to write.
const FILES: [&str; 3] = ["README.md", "qipan.d.luau", "protocol.schema.json"];

/// The arguments of `qipan docs`.
#[derive(Debug, Args)]
pub(super) struct DocsArgs {
    /// Target folder [default: your scripts folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Overwrite existing files that differ, e.g. from an older version
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: Format,
}

impl DocsArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let folder = self.dir.as_ref().unwrap_or(&folders.scripts);
        starter::make(folder).map_err(Failure::bad)?;
        let mut files = Vec::new();
        for name in FILES {
            let file = folder.join(name);
            play::write(&file, self.force, shipped_file(name).unwrap_or_default())?;
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
