//! The games of Qipan: rules, records, robots and scripting. No window, no clock, no files.

pub mod dice;
pub mod game;
pub mod house_ruled;
pub mod memory;
pub mod options;
pub mod outcome;
pub mod put_off;
pub mod seat;
pub mod set;
pub mod setup;
pub mod text;

pub mod record;
pub mod replay;
pub mod session;

pub mod house;

pub mod jgs;

pub mod playout;
pub mod robot;
pub mod run;

pub mod arena;

pub mod junqi;
pub mod race;

pub mod script;

pub mod games;
