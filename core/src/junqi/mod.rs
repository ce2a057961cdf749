//! Junqi (军棋): hidden, open and flip chess, on boards for two, three and four armies.

pub mod cells;
pub mod piece;

pub mod board;

pub mod layout;

pub mod draft;
pub mod layouts;
pub mod prior;
pub mod rules;

mod battle;
mod deal;
mod setup;
mod state;

pub mod effect;
pub mod event;
pub mod notation;
pub mod position;

pub mod jgs;

mod dead;
mod flow;
mod moves;
mod order;

mod view;

mod facts;
mod roster;

mod belief;
mod sample;

pub use battle::Battle;
pub use belief::Belief;
pub use board::{Board, BoardKind, CellKind};
pub use cells::{Cell, Cells};
pub use deal::Deal;
pub use draft::Draft;
pub use effect::Effect;
pub use event::{Event, Fight, OutReason};
pub use layout::{Layout, LayoutError};
pub use notation::{Action, Ruling};
pub use piece::{Piece, PieceSet};
pub use rules::{PRESETS, Rules};
pub use state::{Junqi, NoChance, SEAT_NAMES, Tile};
pub use view::{Seen, View};
