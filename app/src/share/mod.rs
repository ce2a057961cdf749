//! Exports games as pictures, animations, texts and redacted saves.
//!
//! Pictures are drawn by the same code as in the window. [`ShareCard`] draws a position with egui,
//! `headless` runs egui without a window and turns its output into pixels, and [`SnapshotRenderer`]
//! combines both. [`gif()`] makes an animation from such pictures. [`ThumbnailRenderer`] draws
//! small boards for lists, and [`svg()`] turns shapes into SVG. [`export()`] makes any
//! [`ExportKind`].

mod error;
mod export;
mod gif;
mod headless;
mod png;
mod share_card;
mod snapshot;
mod svg;
mod text;
mod thumbnail;

pub use crate::model::export::{ExportKind, ExportRange, PictureOptions};
pub use error::ShareError;
pub use export::{Export, export};
pub use gif::{GifAnimation, gif};
pub use png::{png, read_png};
pub use share_card::ShareCard;
pub use snapshot::SnapshotRenderer;
pub use svg::svg;
pub use text::text;
pub use thumbnail::{Thumbnail, ThumbnailRenderer};
