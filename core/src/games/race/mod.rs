//! The race games, Aeroplane Chess and Flying Chess: one engine for both boards.
//!
//! A game of four colours whose planes race from the hangar to the centre by rolls of a die. All
//! state is public and only dice are random. Rules are data ([`Rules`]); the routes that follow
//! from them are computed once per game and looked up in every turn.

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

mod extra;
mod flow;
mod moves;
mod places;
mod rollout_policy;
mod threat;

mod evaluate;
mod game;
mod learned;

pub use board::{Board, Cell, HANGAR, PLANES, Progress};
pub use deal::Deal;
pub use effect::Effect;
pub use event::{Again, Event};
pub use learned::{ActionValue, RaceSelfPlay};
pub use notation::{Action, SeatColour};
pub use position::{NoStack, NoTurn, Position, PositionError, SeatPlanes};
pub use rules::{PRESETS, Rules};
pub use sets::PlaneSet;
pub use state::{Race, View};
