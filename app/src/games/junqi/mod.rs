//! Junqi as window and command line need it.

mod kind;
pub mod words;

pub mod editor;
pub mod print;

mod board;
mod desk;
mod labels;
mod losses;
mod stage;

pub use board::{JunqiBoard, paint_miniature};
pub use desk::{JunqiHand, JunqiWish};
pub use losses::{Losses, Lost};
pub use stage::{JunqiBeat, JunqiShown};
