//! The contract of a game: the traits that every game implements, and the types they share.
//!
//! [`game::Game`] is the contract. Everything above this folder works with any game through it.
//! Nothing here knows a particular game, a file, a script or a clock.

pub mod bit_set;
pub mod dice;
pub mod game;
pub mod house_rule_hooks;
pub mod limits;
pub mod localized;
pub mod memory;
pub mod options;
pub mod outcome;
pub mod position;
pub mod robot;
pub mod robot_stream;
pub mod seat;
pub mod setup;
pub mod turn_stack;
