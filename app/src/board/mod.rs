//! The boards as pictures: geometry, the printed board, planes, tiles, dice, marks and icons.
//!
//! Nothing here knows rules: the screens say what to paint where.

mod aeroplane;
mod curve;
mod die;
mod flying;
mod frame;
mod geometry;
mod icon;
mod junqi;
mod mark;
mod overlay;
mod picture;
mod plane;
mod shapes;

pub use curve::Curve;
pub use die::{DieLook, die_shapes, paint_die};
pub use geometry::BoardGeometry;
pub use icon::{Icon, icon_shapes, paint_icon};
pub use junqi::{
    Face, JunqiGeometry, JunqiPicture, TileLook, along, paint_flag, paint_last, paint_ring,
    paint_spot, paint_strike, paint_tile,
};
pub use mark::{Mark, paint_badge, paint_mark};
pub use overlay::{
    paint_burst, paint_capture, paint_focus, paint_glow, paint_path, paint_target, shake,
};
pub use picture::{BoardLook, BoardPicture, TablePicture, board_shapes, paint_miniature};
pub use plane::{PlaneLook, paint_plane, plane_shapes};
