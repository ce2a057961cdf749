//! The race games, Aeroplane Chess and Flying Chess, in the window and on the command line.

pub use crate::model::narration::race as words;

pub mod drawing;

mod animation;
mod board;
mod capture_map;
mod command;
mod form;
mod guide;
mod placing;
mod side;
mod window;

pub use animation::{DiePose, Pose, RaceBoardState};
pub use board::RaceBoard;
pub use capture_map::CaptureMap;
pub use command::{MoveAnswer, RaceCommand};
pub use window::RaceSelection;
