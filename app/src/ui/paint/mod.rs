//! Vector shapes that games and screens share: icons, the marks of the sides, rings and glows.

mod cached_shapes;
mod curve;
pub mod frame;
mod icon;
mod mark;
mod overlay;
mod picture;
pub mod shapes;

pub use cached_shapes::{CachedShapes, Sprites, on_pixels};
pub use curve::{FlightPath, rotate_about};
pub use icon::{Icon, icon_shapes, paint_icon};
pub use mark::{SideMark, paint_badge};
pub use overlay::{
    paint_burst, paint_capture, paint_drawn_arrow, paint_drawn_ring, paint_focus, paint_glow,
    paint_path, paint_target, shake,
};
pub use picture::{TablePicture, mesh};
