//! Tests of robots and house rules in Lua: API, limits and manual.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod allocations;
mod author_mistakes;
mod console;
mod hostile;
mod hostile_rules;
mod junqi;
mod junqi_names;
mod junqi_robots;
mod junqi_search;
mod look_ahead;
mod manual;
mod manual_facts;
mod manual_prices;
mod manual_text;
mod marks;
mod memory;
mod modules;
mod old_scripts;
mod questions;
mod reach;
mod requests;
mod robot_tests;
mod robots;
mod rule_time;
mod rules;
mod secrets;
