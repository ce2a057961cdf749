//! Tests of Junqi: rules, views and beliefs, saved games, house rules, and the comparison with a
//! reference implementation.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod belief;
mod contract;
mod dead;
mod effects;
mod facts;
mod golden;
mod house;
mod house_rules;
mod jgs;
mod layouts;
mod learned;
mod options;
mod paired;
mod plain;
mod plain_board;
mod playouts;
mod policy;
mod questions;
mod record;
mod redact;
mod second_opinion;
mod under_effects;
mod view;
