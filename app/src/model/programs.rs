//! Robots that are programs in other languages: they are told their turns as lines of JSON and
//! answer with lines of JSON, within a time.

mod child;
mod command;
mod group;
mod lines;
mod robot;
mod trust;
mod wire;

pub use child::{Child, Lifetime};
pub use command::{COMMAND, SECONDS, script_of, words};
pub use group::{EndAll, end_all};
pub use robot::ProgramRobot;
pub use trust::Program;
pub use wire::{Silence, Standard, Wire};
