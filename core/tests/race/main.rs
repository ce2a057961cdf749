//! The race games: their rules, their house rules, and the laws every game keeps.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod contract;
mod effects;
mod extra_turns;
mod facts;
mod house;
mod learned;
mod options;
mod random_effects;
mod refusals;
mod stacks;
mod turns;
