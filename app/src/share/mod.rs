//! Exports of games: pictures and animations drawn by the code of the window without a window,
//! texts, and redacted saves.

mod error;
mod export;
mod gif;
mod headless;
mod png;
mod share_card;
mod snapshot;
mod text;
mod thumbnail;

pub use crate::model::export::{ExportKind, ExportRange, PictureOptions};
pub use error::ShareError;
pub use export::{Export, export};
pub use gif::{Film, gif};
pub use png::png;
pub use share_card::ShareCard;
pub use snapshot::SnapshotRenderer;
pub use text::text;
pub use thumbnail::{Thumbnail, ThumbnailRenderer};
