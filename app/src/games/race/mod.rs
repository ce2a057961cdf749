//! The race games, Aeroplane Chess and Flying Chess, as window and command line need them.

pub mod words;

pub mod drawing;

mod animation;
mod board;
mod form;
mod placing;
mod side;
mod window;

pub use animation::{DiePose, Pose, RaceShown};
pub use board::RaceBoard;
pub use window::{Choice, RaceCommand, RaceSelection};
