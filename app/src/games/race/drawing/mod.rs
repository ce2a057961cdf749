//! The boards of the race games as printed, their planes and their die.
//!
//! Nothing here knows rules: the board says what to paint where.

mod aeroplane_board;
mod die;
mod flying_board;
mod geometry;
mod picture;
mod plane;

pub use die::{DieLook, die_shapes, paint_die};
pub use geometry::BoardGeometry;
pub use picture::{BoardLook, BoardPicture, board_shapes, paint_miniature};
pub use plane::{PlaneLook, paint_plane, plane_shapes};
