//! Games shown to others: pictures, moving ones too, drawn by the code of the window without a
//! window; their words; and what one seat saw of them.

mod error;
mod gif;
mod headless;
mod make;
mod png;
mod sheet;
mod studio;
mod text;
mod thumbnail;

pub use crate::model::sharing::{Look, Section, Wish};
pub use error::ShareError;
pub use gif::{Film, gif};
pub use make::{Made, make};
pub use png::png;
pub use sheet::Sheet;
pub use studio::Studio;
pub use text::text;
pub use thumbnail::{Miniatures, Thumbnail};
