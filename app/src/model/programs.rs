//! Robots that are programs in other languages: they are told their turns as lines of JSON and
//! answer with lines of JSON, within a time.

mod child;
mod command;
mod robot;
mod trust;
mod wire;

pub use child::Child;
pub use command::{COMMAND, SECONDS, script_of, words};
pub use robot::ProgramRobot;
pub use trust::Program;
pub use wire::{Silence, Standard, Wire};
