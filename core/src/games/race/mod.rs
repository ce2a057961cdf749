//! The race games, Aeroplane Chess and Flying Chess: one engine for both boards.
//!
//! Up to four colours race their planes from the hangar to the centre by rolls of a die. All state
//! is public and only dice are random.
//!
//! - [`board`] holds the two boards, and [`rules`] the options, which are plain data.
//! - [`jumps_and_flights`] computes the routes of moves once per game, as tables.
//! - `view_data` holds views and events in the form in which they are sent to another device.
//! - `state` is the state ([`Race`]), and `game` makes it a [`Game`](crate::contract::game::Game).
//! - `moves` finds and plays actions, and `flow` passes turns and ends the game.
//! - [`effect`] and `extra_turns` carry out the effects of house rules.
//! - [`position`], `from_position` and `position_words` are for positions set up by hand.
//! - `risk`, `rollout_policy`, `evaluate` and `learned` evaluate positions for robots.
//! - `solve` computes the exact values of a race of two seats with one or two planes each.

pub mod board;
pub mod sets;

pub mod jumps_and_flights;
pub mod rules;

mod state;

mod deal;
mod from_position;
pub mod position;
mod position_words;

pub mod effect;
pub mod event;
pub mod notation;

mod extra_turns;
mod flow;
mod moves;
mod ranking;
mod risk;
mod rollout_policy;

mod evaluate;
mod game;
mod learned;
mod solve;
mod view_data;

pub use board::{Board, Cell, HANGAR, PLANES, Progress};
pub use deal::Deal;
pub use effect::Effect;
pub use event::{Event, ExtraRollReason};
pub use learned::{ActionValue, RaceSelfPlay};
pub use notation::{Action, SeatColour};
pub use position::{Position, PositionError, SeatPlanes, StackError, TurnError};
pub use rules::{PRESETS, Rules};
pub use sets::PlaneSet;
pub use solve::{RaceSolution, SolveError};
pub use state::{Race, View};
pub use view_data::{RaceEventData, RaceViewData};
