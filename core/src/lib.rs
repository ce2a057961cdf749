//! The games of Qipan: rules, records, robots and scripting. No window, no clock, no files.

pub mod bit_set;
pub mod dice;
pub mod evaluation;
pub mod game;
pub mod house_rule_support;
pub mod limits;
pub mod localized;
pub mod memory;
pub mod options;
pub mod outcome;
pub mod position;
pub mod postponed_turns;
pub mod robot_stream;
pub mod seat;
pub mod setup;

pub mod record;
pub mod redact;
pub mod replay;
pub mod session;

pub mod house;

pub mod jgs;

pub mod learning;

pub mod analysis;
pub mod game_loop;
pub mod playout;
pub mod puzzle;
pub mod robot;
pub mod search;

pub mod arena;

pub mod junqi;
pub mod race;

pub mod script;

pub mod games;
