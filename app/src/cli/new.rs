//! `qipan new`: a starter file with types and comments.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::{Failure, Format, Outcome, print, print_json};
use crate::kind::GameKind;
use crate::scripts;
use crate::storage::{self, Folders};

/// What can be started.
#[derive(Debug, Subcommand)]
pub(super) enum New {
    /// A robot, ready to be played against and changed
    Robot(NewScript),
    /// A house rule, ready to be played by and changed
    Rule(NewScript),
}

/// The arguments of `qipan new robot` and `qipan new rule`.
#[derive(Debug, Args)]
pub(super) struct NewScript {
    /// The game it is for, for instance race
    game: String,
    /// Its name, as players see it
    name: String,
    /// The folder it is written to; the one of the user's scripts for the game when left out
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// Letters of a name at the most.
const MOST: usize = 40;

impl New {
    pub(super) fn run(&self, folders: &Folders) -> Outcome {
        match self {
            Self::Robot(new) => new.run("robot", scripts::robots_folder, folders),
            Self::Rule(new) => new.run("house rule", scripts::rules_folder, folders),
        }
    }
}

impl NewScript {
    fn run(&self, what: &str, place: fn(&Folders, &str) -> PathBuf, folders: &Folders) -> Outcome {
        let kind = GameKind::of_name(&self.game).ok_or_else(|| {
            let known = GameKind::ALL.map(GameKind::name).join(", ");
            let found = &self.game;
            Failure::bad(format!("there is no game `{found}`; games are {known}"))
        })?;
        let name = self.name.trim();
        let stem = stem(name);
        if stem.is_empty() || name.chars().count() > MOST || name.chars().any(char::is_control) {
            return Err(Failure::bad(format!(
                "`{name}` cannot be the name of a {what}; it takes 1 to {MOST} characters, a letter among them"
            )));
        }
        let folder = self.dir.clone().unwrap_or_else(|| place(folders, &self.game));
        let file = folder.join(format!("{stem}.luau"));
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|why| Failure::bad(format!("cannot make {}: {why}", folder.display())))?;
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        let starter = if what == "robot" { kind.starter() } else { kind.rule_starter() };
        storage::write_new(&file, &starter.replace("NAME", &quoted)).map_err(Failure::bad)?;
        let file = file.display().to_string();
        if self.format.json {
            print_json(&json!({ "file": file }));
        } else {
            print(&format!("{file}\ncheck it with: qipan check {file}"));
        }
        Ok(())
    }
}

/// The name of a file: letters and digits in lower case, `_` for what lies between.
fn stem(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_robot() {
        assert_eq!(stem("Careful Carla"), "careful_carla");
        assert_eq!(stem("../../etc/passwd"), "etc_passwd");
        assert_eq!(stem("稳健小卡 2"), "稳健小卡_2");
        assert_eq!(stem("..."), "");
    }
}
