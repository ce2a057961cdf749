//! Games shown to others: pictures, moving ones too, drawn by the code of the window without a
//! window.

mod headless;
mod look;
mod png;
mod studio;

pub use look::{Look, ShareError};
pub use png::png;
pub use studio::Studio;
