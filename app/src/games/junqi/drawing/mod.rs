//! Drawing of Junqi: printed boards, pieces, and highlights over them.

mod board;
mod geometry;
mod sign;
mod six;
mod tile;

pub use board::JunqiPicture;
pub use geometry::{JunqiGeometry, along};
pub use sign::{paint_last, paint_ring, paint_spot, paint_strike};
pub use tile::{Face, TileLabel, TileLook, paint_flag, paint_tile, paint_tile_face, tile_body};
