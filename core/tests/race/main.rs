//! Tests of the race games: rules, house rules, and the game contract.

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
mod random_effects;
mod refusals;
mod second_opinion;
mod stacks;
mod turns;
