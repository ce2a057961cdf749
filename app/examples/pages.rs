//! Writes the manual pages and the shells' completions of the command line, for packages.
//!
//! `cargo run -p qipan --example pages -- FOLDER` writes `FOLDER/man` and `FOLDER/completions`.

use std::io::Error;
use std::path::PathBuf;
use std::{env, fs};

use clap_complete::Shell;

fn main() -> Result<(), Error> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| Error::other("name the folder to write to"))?;
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(qipan::cli::command(), &pages)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut qipan::cli::command(), "qipan", &completions)?;
    }
    Ok(())
}
