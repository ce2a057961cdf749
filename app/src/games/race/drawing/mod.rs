//! Drawing of the race games: printed boards, planes and the die.
//!
//! This code does not depend on the rules. [`RaceBoard`](super::RaceBoard) decides what to paint.

mod aeroplane_chess_board;
mod board_look;
mod die;
mod flying_chess_board;
mod geometry;
mod picture;
mod plane;

pub use board_look::BoardLook;
pub use die::{DieLook, die_shapes, paint_die};
pub use geometry::BoardGeometry;
pub use picture::{BoardPicture, board_shapes, paint_miniature};
pub use plane::{PlaneLook, paint_plane, plane_shapes};
