//! Qipan: Chinese family board games on the desktop.

fn main() {}
