//! Junqi (军棋): hidden, open and Flip Junqi, on boards for two, three, four and six armies.
//!
//! - [`cells`], [`board`] and [`rules`] say where pieces stand and how they move.
//! - `public` is what everyone sees of a game, `state` the whole game, `view` what one viewer sees,
//!   and `view_data` a view that can be sent to another device.
//! - `moves` lists legal actions, `flow` plays them, `apply` plays effects of house rules.
//! - `facts`, `propagate`, `matching` and `belief` conclude what a hidden piece can be, and
//!   `sample` deals the hidden pieces of a view anew.
//! - `evaluate` and `learned` give values and priors to a search.
//! - [`policy`] gives the probability that people would play each move.
//! - `setup` and `deal` begin a game, `position` and `from_position` begin one from a position.
//!   `mirror` gives mirror images of positions.

pub mod cells;
pub mod piece;
pub mod seats;

mod board_map;
mod occupant;
mod packed_option;
mod tile;

pub mod board;
pub mod board_kind;
pub mod layout;
mod lines;

pub mod draft;
pub mod layout_prior;
pub mod layouts;
pub mod rules;

pub mod effect;
pub mod event;
pub mod notation;

mod battle;
mod belief;
mod deal;
mod matching;
mod public;
mod state;
mod view;
mod view_data;

mod apply;
mod dead_position;
mod encode_state;
mod evaluate;
mod flow;
mod from_position;
mod game;
mod mirror;
mod moves;
pub mod perft;
mod position;
mod position_words;
mod random_move;
mod setup;
mod turn_order;

mod facts;
mod flag_side;
mod propagate;
mod sample;

pub mod layout_choice;
mod learned;
pub mod policy;

pub use battle::Battle;
pub use belief::{Belief, KindProbabilities};
pub use board::Board;
pub use board_kind::{BoardKind, CellKind};
pub use cells::{Cell, Cells};
pub use deal::Deal;
pub use draft::Draft;
pub use effect::Effect;
pub use event::{BattleResult, EliminationReason, Event};
pub use layout::{Layout, LayoutError};
pub use learned::JunqiSelfPlay;
pub use moves::FlagGuard;
pub use notation::{Action, BattleSource};
pub use piece::{Kind, KindSet};
pub use position::{ArmyOwnership, PlacedPiece, Position, PositionError};
pub use public::PublicState;
pub use rules::{PRESETS, Rules};
pub use seats::SEAT_NAMES;
pub use state::{Junqi, NoChance};
pub use tile::{Tile, Tiles};
pub use view::{View, VisibleTile};
pub use view_data::{JunqiEventData, JunqiViewData};
