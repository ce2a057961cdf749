//! Drawing of Junqi: printed boards, pieces, and highlights over them.

mod board;
mod geometry;
mod highlights;
mod six;
mod tile;

pub use board::{JunqiPicture, board_shapes};
pub use geometry::{JunqiGeometry, along, shortened};
pub use highlights::{paint_attack_target, paint_last_step_cell, paint_ring, paint_target_dot};
pub use tile::{Face, TileLabel, TileLook, paint_flag, paint_tile, paint_tile_face, tile_body};
