//! Tests of the program at a terminal.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analyse;
mod arena;
mod books;
mod dice;
mod foreign;
mod games;
mod gauntlet;
mod help;
mod hostile;
mod house;
mod journal;
mod junqi;
mod ladder;
mod ladder_site;
mod names;
mod packages;
mod play;
mod positions;
mod processes;
mod programs;
mod protocol;
mod replay;
mod requests;
mod robot_tests;
mod scripts;
mod shards;
mod share;
mod solve;
mod suite;
mod support;
mod together;
mod trust;
mod workshop;
