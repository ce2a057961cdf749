//! Tests of the race games: rules, house rules, search values, and the game contract.
//!
//! Most tests set up a position on a `Desk`, play rolls and actions in words, and compare the
//! planes afterwards. Planes are listed by their progress, with `H` for the hangar.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod contract;
mod dice;
mod effects;
mod extra_turns;
mod facts;
mod golden;
mod house;
mod learned;
mod options;
mod plain;
mod questions;
mod random_effects;
mod refusals;
mod second_opinion;
mod stacks;
mod turns;
