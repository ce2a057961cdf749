//! Qipan.
fn main() {}
