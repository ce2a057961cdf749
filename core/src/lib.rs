//! The games of Qipan: rules, records, robots and scripting.
//!
//! This package does not depend on a window, a clock, threads or files.
//!
//! A game is a value that implements [`Game`](contract::game::Game): small, cheap to clone, and
//! changed by one function. Everything above the games is generic over that trait. The modules,
//! from the lowest layer to the highest:
//!
//! - [`contract`] defines what a game is: seats, steps, events, views, outcomes, dice and options.
//! - [`evaluation`] is the contract of games that can be searched.
//! - [`learning`] holds the neural networks that evaluate positions, and their training.
//! - [`games`] implements the games.
//! - [`record`] is a game as data and as a file.
//! - [`house`] adds house rules to a game.
//! - [`play`] changes a running game, replays a saved one, and lets robots play.
//! - [`search`] looks ahead and [`analysis`] looks back: chances, luck, skill and puzzles.
//! - [`tournament`] computes ratings and their intervals from many games.
//! - [`script`] runs robots and house rules written in Lua.
//! - [`registry`] lists the games, for code that learns only at run time which game a file or a
//!   text is about.
//!
//! The package `qipan` adds threads, files, time and the window. `core/ARCHITECTURE.md` holds the
//! glossary, the layers and the invariants.
//!
//! # Examples
//! Four robots play a game. The dice follow from a seed, so the result is the same every time:
//! ```
//! use qipan_core::contract::dice::{Dice, Seed};
//! use qipan_core::contract::game::{Game, Step, Turn};
//! use qipan_core::contract::robot::RandomRobot;
//! use qipan_core::contract::seat::SeatSet;
//! use qipan_core::games::race::{Deal, Race, Rules};
//! use qipan_core::play::game_loop::ask;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let seed = Seed::from_number(7);
//! let mut game = Race::new(&Rules::AEROPLANE, SeatSet::first(4), &Deal::default())?;
//! let (mut dice, mut robots, mut log) = (Dice::new(seed), [RandomRobot; 4], Vec::new());
//! let (mut outcomes, mut actions) = (Vec::new(), Vec::new());
//! loop {
//!     let step = match game.turn() {
//!         Turn::Over => break,
//!         Turn::Chance { .. } => {
//!             game.chance_outcomes(&mut outcomes);
//!             Step::Chance(dice.roll(&outcomes))
//!         }
//!         Turn::Seat(seat) => {
//!             game.legal_actions(&mut actions);
//!             let robot = &mut robots[seat.index()];
//!             let stream = seed.robot_stream(seat, game.ply());
//!             let choice = ask(robot, &game, seat, &actions, &log, &[], stream);
//!             Step::Act { seat, action: choice.action }
//!         }
//!     };
//!     game.play(&step, &mut log)?;
//! }
//! let outcome = game.outcome().expect("the game is over");
//! assert_eq!(outcome.places.len(), 4);
//! assert!(game.seats().iter().any(|seat| outcome.place(seat) == Some(1)));
//! # Ok(())
//! # }
//! ```

pub mod contract;

pub mod evaluation;
pub mod learning;

pub mod games;

pub mod record;

pub mod house;
pub mod play;

pub mod analysis;
pub mod search;

pub mod tournament;

pub mod script;

pub mod registry;
