//! Junqi as window and command line need it.

pub mod words;

pub mod editor;
pub mod print;

mod board;
mod digest;
mod labels;
mod losses;
mod stage;
mod window;

pub use board::JunqiBoard;
pub use digest::JunqiDigest;
pub use losses::{Losses, Lost};
pub use stage::{JunqiBeat, JunqiShown};
pub use window::{JunqiCommand, JunqiSelection};
