//! The games of Qipan: rules, records, robots and scripting. No window, no clock, no files.
//!
//! From the ground up: [`contract`] says what a game is, [`games`] holds the games, [`record`] and
//! [`play`] keep and change a running game, [`house`] adds house rules, [`search`] and
//! [`analysis`] look ahead and back, [`script`] runs robots and house rules written in Lua,
//! [`tournament`] does the arithmetic of many games, and [`registry`] lists the games and their
//! presets.

pub mod contract;

pub mod evaluation;
pub mod learning;

pub mod games;

pub mod record;

pub mod house;
pub mod play;

pub mod analysis;
pub mod search;

pub mod tournament;

pub mod script;

pub mod registry;
