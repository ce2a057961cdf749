//! Games shown to others: pictures, moving ones too, drawn by the code of the window without a
//! window.

mod gif;
mod headless;
mod look;
mod png;
mod studio;
mod thumbnail;

pub use gif::{Film, Section, gif};
pub use look::{Look, ShareError};
pub use png::png;
pub use studio::Studio;
pub use thumbnail::{Miniatures, Thumbnail};
