//! The games of Qipan: rules, records, robots and scripting. No window, no clock, no files.

pub mod seat;

pub mod race;
