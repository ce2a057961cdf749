//! Qipan: Chinese family board games on the desktop.

use std::process::ExitCode;

fn main() -> ExitCode {
    qipan::run()
}
