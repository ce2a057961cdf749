//! Junqi in the window and on the command line.

pub use crate::model::narration::junqi as words;

pub mod drawing;
pub mod editor;

mod animation;
mod beliefs;
mod board;
mod command;
mod digest;
mod form;
mod guide;
mod labels;
mod losses;
mod names;
mod placing;
mod printed;
mod window;

pub use animation::{JunqiBeat, JunqiShown};
pub use board::JunqiBoard;
pub use command::JunqiCommand;
pub use digest::JunqiDigest;
pub use losses::{ArmyLosses, Losses};
pub use window::JunqiSelection;
