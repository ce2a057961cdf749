//! The race games, Aeroplane Chess and Flying Chess, as window and command line need them.

mod kind;
pub mod words;

pub mod print;

mod board;
mod desk;
mod form;
mod side;
mod stage;

pub use board::RaceBoard;
pub use desk::{Choice, RaceHand, RaceWish};
pub use form::easy_seat;
pub use stage::{DiePose, Pose, RaceShown};
