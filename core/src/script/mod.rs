//! Robots written in Lua: the sandbox they run in and what they can call.
//!
//! Nothing outside this module knows that Lua exists. A script can do no harm
//! (no files, no clock, bounded steps and memory), sees only its seat's view,
//! and meets every mistake with one [`ScriptError`] naming file, line and cause.

mod error;
mod info;
mod meter;
mod race;
mod robot;
mod sandbox;

pub use error::{ErrorKind, ScriptError};
pub use info::{Param, ParamValue, ScriptInfo, ScriptKind, Text, inspect};
pub use meter::{Host, Limits};
pub use robot::LuaRobot;
pub use sandbox::Sandbox;
