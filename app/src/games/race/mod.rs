//! The race games, Aeroplane Chess and Flying Chess, as window and command line need them.

pub mod words;

pub mod print;

mod board;
mod form;
mod side;
mod stage;
mod window;

pub use board::RaceBoard;
pub use stage::{DiePose, Pose, RaceShown};
pub use window::{Choice, RaceCommand, RaceSelection};
