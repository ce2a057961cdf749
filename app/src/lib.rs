//! The window of Qipan and its command line.

pub mod board;
pub mod theme;
