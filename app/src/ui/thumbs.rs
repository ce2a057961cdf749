//! A cache of thumbnails of saved games. A missing thumbnail is requested and rendered in the
//! background.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{Painter, Pos2, Rect, TextureHandle, pos2};
use qipan_core::contract::seat::Seat;

use crate::model::collection::Stamp;
use crate::model::i18n::Lang;
use crate::model::settings::{PieceNames, Settings, ThemeName};
use crate::ui::theme::NO_TINT;

/// The approximate maximum size of the cache, in bytes. The least recently shown thumbnails are
/// dropped first.
const MAX_BYTES: usize = 12 << 20;

/// The key of a thumbnail: the version of a file and the size in pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThumbnailKey {
    /// The file.
    pub path: PathBuf,
    /// The version of the file.
    pub stamp: Stamp,
    /// The side length in pixels.
    pub pixels: u16,
}

/// A thumbnail, or the reason why it cannot be drawn.
#[derive(Clone)]
pub struct Thumbnail {
    picture: Result<TextureHandle, String>,
    bytes: usize,
    /// The seat to move, or `None` if the game is over.
    pub turn: Option<Seat>,
    /// The number of the last frame that showed it.
    last_shown: u64,
}

/// The cached thumbnails, and those that are missing.
#[derive(Default)]
pub struct ThumbnailCache {
    cache: HashMap<ThumbnailKey, Thumbnail>,
    missing: Vec<ThumbnailKey>,
    frame: u64,
    /// The settings that determine the appearance of boards.
    appearance: Option<(ThemeName, bool, PieceNames, Lang)>,
}

impl Thumbnail {
    /// Creates a thumbnail from its texture.
    pub fn new(texture: TextureHandle, turn: Option<Seat>) -> Self {
        let bytes = texture.byte_size();
        Self { picture: Ok(texture), bytes, turn, last_shown: 0 }
    }

    /// Creates the entry of a game that cannot be drawn, with the reason.
    pub const fn failed(why: String) -> Self {
        Self { picture: Err(why), bytes: 0, turn: None, last_shown: 0 }
    }

    /// Returns the reason why the game cannot be drawn, if it cannot.
    pub fn error(&self) -> Option<&str> {
        self.picture.as_ref().err().map(String::as_str)
    }

    fn paint(&self, painter: &Painter, square: Rect) {
        let Ok(texture) = &self.picture else { return };
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), square, whole, NO_TINT);
    }
}

impl ThumbnailCache {
    /// Paints a game's thumbnail in a square and returns it, or requests a missing one.
    pub fn paint(
        &mut self,
        painter: &Painter,
        square: Rect,
        (path, stamp): (&Path, Stamp),
    ) -> Option<&Thumbnail> {
        let pixels = (square.width() * painter.pixels_per_point()).round().clamp(16.0, 1024.0);
        let key = ThumbnailKey { path: path.to_owned(), stamp, pixels: pixels as u16 };
        let frame = self.frame;
        match self.cache.get_mut(&key) {
            Some(thumb) => thumb.last_shown = frame,
            None => {
                self.missing.push(key);
                return None;
            }
        }
        let thumb = self.cache.get(&key)?;
        thumb.paint(painter, square);
        Some(thumb)
    }

    /// Returns the seat to move in a game, if its thumbnail exists.
    pub fn turn_of(&self, path: &Path, stamp: Stamp) -> Option<Seat> {
        self.find(path, stamp)?.turn
    }

    /// Returns the reason why a game cannot be drawn, if rendering it failed.
    pub fn error_of(&self, path: &Path, stamp: Stamp) -> Option<&str> {
        self.find(path, stamp)?.error()
    }

    /// Returns a cached thumbnail of a game, in any size.
    fn find(&self, path: &Path, stamp: Stamp) -> Option<&Thumbnail> {
        let mut thumbs = self.cache.iter();
        thumbs.find(|(key, _)| key.path == path && key.stamp == stamp).map(|(_, thumb)| thumb)
    }

    /// Returns the thumbnails missing in this frame, and ends the frame.
    pub fn take_missing(&mut self) -> Vec<ThumbnailKey> {
        self.frame += 1;
        std::mem::take(&mut self.missing)
    }

    /// Stores a rendered thumbnail.
    pub fn insert(&mut self, key: ThumbnailKey, thumb: Thumbnail) {
        self.cache.insert(key, Thumbnail { last_shown: self.frame, ..thumb });
        self.shrink(MAX_BYTES);
    }

    /// Drops the least recently shown thumbnails until the rest fits into `max_bytes`.
    fn shrink(&mut self, max_bytes: usize) {
        let mut bytes: usize = self.cache.values().map(|thumb| thumb.bytes).sum();
        while bytes > max_bytes {
            let oldest = self.cache.iter().min_by_key(|(_, thumb)| thumb.last_shown);
            let Some((oldest, thumb)) = oldest else { return };
            bytes -= thumb.bytes;
            let oldest = oldest.clone();
            self.cache.remove(&oldest);
        }
    }

    /// Drops the thumbnails that were not shown in the last frame. The caller uses it while another
    /// screen is in front.
    pub fn drop_hidden(&mut self) {
        let frame = self.frame;
        self.cache.retain(|_, thumb| thumb.last_shown + 1 >= frame);
    }

    /// Drops everything if these settings change the appearance of boards. Returns true if they do.
    pub fn update_appearance(&mut self, settings: &Settings) -> bool {
        let appearance =
            (settings.theme, settings.colour_blind, settings.naming_style(), settings.lang);
        let changed = self.appearance != Some(appearance);
        if changed {
            self.cache.clear();
            self.appearance = Some(appearance);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui::{ColorImage, Context, TextureOptions, vec2};

    use super::*;

    /// Shows games with these file sizes in a frame. Returns the missing thumbnails.
    fn show_frame(
        thumbs: &mut ThumbnailCache,
        ctx: &Context,
        file_sizes: std::ops::Range<u64>,
    ) -> Vec<ThumbnailKey> {
        let painter = ctx.debug_painter();
        let square = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0));
        for size in file_sizes {
            let stamp = Stamp { size, modified: 0 };
            thumbs.paint(&painter, square, (Path::new("a.json"), stamp));
        }
        thumbs.take_missing()
    }

    #[test]
    fn thumbnail_cache_is_bounded_and_keeps_recent_ones() {
        let (ctx, mut thumbs) = (Context::default(), ThumbnailCache::default());
        assert!(thumbs.update_appearance(&Settings::default()));
        assert!(!thumbs.update_appearance(&Settings::default()));
        let missing = show_frame(&mut thumbs, &ctx, 0..60);
        assert_eq!(missing.len(), 60);
        let image = Arc::new(ColorImage::example());
        let texture = ctx.load_texture("a", egui::ImageData::Color(image), TextureOptions::LINEAR);
        for key in missing {
            thumbs.insert(
                key,
                Thumbnail { bytes: MAX_BYTES / 50, ..Thumbnail::new(texture.clone(), None) },
            );
        }
        assert_eq!(thumbs.cache.len(), 50, "there is no space for more");
        thumbs.insert(
            ThumbnailKey { path: "b".into(), stamp: Stamp { size: 1, modified: 0 }, pixels: 300 },
            Thumbnail::failed("gone".to_owned()),
        );
        assert_eq!(thumbs.error_of(Path::new("b"), Stamp { size: 1, modified: 0 }), Some("gone"));
        let missing = show_frame(&mut thumbs, &ctx, 0..60);
        assert_eq!(missing.len(), 10, "the others are still in the cache");
        show_frame(&mut thumbs, &ctx, 59..60);
        thumbs.drop_hidden();
        assert!(thumbs.cache.len() <= 1, "thumbnails that were not shown are dropped");
        assert!(
            thumbs.update_appearance(&Settings { theme: ThemeName::Dark, ..Settings::default() })
        );
        assert!(thumbs.cache.is_empty());
    }
}
