//! Robots that are programs in other languages.
//!
//! A program receives its turns as lines of JSON and answers with lines of JSON within a time
//! limit.

mod child;
mod command;
mod group;
mod lines;
mod robot;
mod transport;
mod trust;

pub use child::{ChildProcess, Lifetime};
pub use command::{COMMAND_PREFIX, DEFAULT_SECONDS, is_installed, robot_file_text, split_command};
pub use group::{ProgramsGuard, end_all};
pub use robot::ProgramRobot;
pub use transport::{ReplyError, StdioTransport, Transport};
pub use trust::Program;
