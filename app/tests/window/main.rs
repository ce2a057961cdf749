//! The window as a player uses it, by mouse and by keyboard.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod beliefs;
mod collection;
mod details;
mod faults;
mod files;
mod fonts;
mod forms;
mod games;
mod hint;
mod home;
mod house;
mod house_rules;
mod junqi;
mod junqi_games;
mod junqi_rules;
mod junqi_secrets;
mod junqi_table;
mod layout;
mod manual;
mod new_game;
mod notes;
mod notices;
mod play;
mod play_controls;
mod positions;
mod programs;
mod puzzles;
mod rest;
mod robots;
mod scripts;
mod setups;
mod share;
mod sizes;
mod sound;
mod studio;
mod support;
mod take_backs;
mod tournament;
mod tree;
mod words;
mod workshop;
