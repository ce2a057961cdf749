//! `qipan new`: writes a starter script with types and comments.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::model::i18n::Lang;
use crate::model::scripts::ScriptType;
use crate::model::starter;
use crate::model::storage::Folders;
use qipan_core::registry::GameKind;

/// The kinds of scripts.
#[derive(Debug, Subcommand)]
pub(super) enum NewCommand {
    /// Create a robot
    Robot(NewScript),
    /// Create a house rule
    Rule(NewScript),
}

/// The arguments of `qipan new robot` and `qipan new rule`.
#[derive(Debug, Args)]
pub(super) struct NewScript {
    /// Game: race or junqi
    game: String,
    /// Name shown to players
    name: String,
    /// Target folder [default: your scripts folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Language of the comments
    #[arg(long, value_parser = ["en", "zh"], default_value = "en")]
    lang: String,
    #[command(flatten)]
    format: Format,
}

impl NewCommand {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        match self {
            Self::Robot(new) => new.run(ScriptType::Robot, folders),
            Self::Rule(new) => new.run(ScriptType::Rule, folders),
        }
    }
}

impl NewScript {
    fn run(&self, script_type: ScriptType, folders: &Folders) -> CliResult {
        let kind = GameKind::of_name(&self.game).ok_or_else(|| {
            options::unknown_name("game", &self.game, &GameKind::ALL.map(GameKind::name))
        })?;
        let folder = self.dir.clone().unwrap_or_else(|| script_type.folder(folders, kind));
        let is_new = !folder.exists();
        let lang = if self.lang == "zh" { Lang::Zh } else { Lang::En };
        let file = starter::write_starter(&folder, script_type, kind, &self.name, lang)
            .map_err(Failure::bad)?;
        if is_new {
            eprint_line(&format!("created folder {}", folder.display()));
        }
        let file = file.display().to_string();
        if self.format.json {
            print_json(&json!({ "file": file }));
        } else {
            print(&file);
            print(&format!("next: qipan check {file}"));
            if script_type == ScriptType::Robot {
                let tests = file.strip_suffix(".luau").unwrap_or(&file);
                print(&format!("tests of positions go into {tests}.test.luau; see the manual"));
            }
        }
        Ok(())
    }
}
