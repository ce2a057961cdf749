//! A ladder: a folder of robots that play each other, and a static site with their results.
//!
//! The folder holds `robots/<game>/` with scripts and packages, `ladder.json` with [`Settings`],
//! `games/<version>/` with the season of each version of Qipan, and `site/`.
//!
//! [`collect()`] loads and checks the robots and returns a [`Season`], plain data about the robots
//! and the games that they have to play. [`PairingRunner`] plays the pairings whose journals are
//! missing or incomplete. [`read_results`] adds up the results in the journals, and [`write_site`]
//! writes the pages. The last two need only the folder `games`, so they run no script and work for
//! seasons of older versions.

use std::path::Path;

use qipan_core::contract::limits::sentence;

mod collect;
mod highlights;
mod pairing;
mod play;
mod results;
mod season;
mod settings;
mod site;

pub use collect::{Entrants, collect};
pub use pairing::{RemainingWork, remaining_work};
pub use play::{PairingRunner, PlayOptions};
pub use results::{Results, Row, read_results};
pub use season::{CheckFacts, RobotFacts, Season};
pub use settings::Settings;
pub use site::{MAX_SHOWN_GAMES, PictureKind, Pictures, write_site};

/// A problem with one file or robot in the folder of a ladder. The other robots still take part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file or robot, relative to the folder of the ladder.
    pub subject: String,
    /// The problem, in a sentence.
    pub message: String,
}

impl Problem {
    fn new(subject: impl Into<String>, message: impl ToString) -> Self {
        Self { subject: subject.into(), message: message.to_string() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.subject, self.message)
    }
}

/// Refuses a path below the ladder's folder if a part of it is a symbolic link, which could lead
/// out of the folder.
fn refuse_links(ladder: &Path, path: &Path) -> Result<(), String> {
    let Ok(below) = path.strip_prefix(ladder) else {
        return Err(format!("{}: lies outside of the ladder", path.display()));
    };
    let mut part = ladder.to_owned();
    for name in below {
        part.push(name);
        let metadata = std::fs::symlink_metadata(&part);
        if metadata.is_ok_and(|metadata| metadata.is_symlink()) {
            let name = sentence(&name.to_string_lossy());
            return Err(format!("`{name}` is a link; copy the file instead"));
        }
    }
    Ok(())
}

/// Returns a message without the path of the ladder's folder, so that pages are the same wherever
/// the folder lies.
fn without_folder(folder: &Path, message: &str) -> String {
    let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    message.replace(&prefix, "")
}
