//! A cache of thumbnails of saved games. A missing thumbnail is requested and rendered in the
//! background.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{Painter, Pos2, Rect, TextureHandle, pos2};
use qipan_core::contract::seat::Seat;

use crate::model::collection::Stamp;
use crate::model::i18n::Lang;
use crate::model::settings::{PieceNames, Settings, ThemeName};
use crate::ui::theme::AS_IT_IS;

/// The approximate maximum of bytes kept. Thumbnails longest out of sight are dropped first.
const ROOM: usize = 12 << 20;

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

/// A thumbnail, or the reason of its failure.
#[derive(Clone)]
pub struct Thumb {
    picture: Result<TextureHandle, String>,
    bytes: usize,
    /// The seat to move; `None` if the game is over.
    pub turn: Option<Seat>,
    /// The last frame that showed it.
    seen: u64,
}

/// The thumbnails kept, and those that are missing.
#[derive(Default)]
pub struct Thumbs {
    cache: HashMap<ThumbnailKey, Thumb>,
    missing: Vec<ThumbnailKey>,
    frame: u64,
    /// The settings that decide how boards look.
    dress: Option<(ThemeName, bool, PieceNames, Lang)>,
}

impl Thumb {
    /// Creates a thumbnail from its texture.
    pub fn new(texture: TextureHandle, turn: Option<Seat>) -> Self {
        let bytes = texture.byte_size();
        Self { picture: Ok(texture), bytes, turn, seen: 0 }
    }

    /// Records a game that cannot be drawn, and the reason.
    pub const fn failed(why: String) -> Self {
        Self { picture: Err(why), bytes: 0, turn: None, seen: 0 }
    }

    /// Returns why the game cannot be drawn, if it cannot.
    pub fn trouble(&self) -> Option<&str> {
        self.picture.as_ref().err().map(String::as_str)
    }

    fn paint(&self, painter: &Painter, square: Rect) {
        let Ok(texture) = &self.picture else { return };
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), square, whole, AS_IT_IS);
    }
}

impl Thumbs {
    /// Paints a game's thumbnail in a square and returns it, or requests a missing one.
    pub fn paint(
        &mut self,
        painter: &Painter,
        square: Rect,
        (path, stamp): (&Path, Stamp),
    ) -> Option<&Thumb> {
        let pixels = (square.width() * painter.pixels_per_point()).round().clamp(16.0, 1024.0);
        let wanted = ThumbnailKey { path: path.to_owned(), stamp, pixels: pixels as u16 };
        let frame = self.frame;
        match self.cache.get_mut(&wanted) {
            Some(thumb) => thumb.seen = frame,
            None => {
                self.missing.push(wanted);
                return None;
            }
        }
        let thumb = self.cache.get(&wanted)?;
        thumb.paint(painter, square);
        Some(thumb)
    }

    /// Returns the seat to move in a game, if its thumbnail exists.
    pub fn turn_of(&self, path: &Path, stamp: Stamp) -> Option<Seat> {
        let mut kept = self.cache.iter();
        kept.find(|(wanted, _)| wanted.path == path && wanted.stamp == stamp)?.1.turn
    }

    /// Returns why a game cannot be drawn, if rendering it failed.
    pub fn trouble_of(&self, path: &Path, stamp: Stamp) -> Option<&str> {
        let mut kept = self.cache.iter();
        kept.find(|(wanted, _)| wanted.path == path && wanted.stamp == stamp)?.1.trouble()
    }

    /// Returns the thumbnails missing in this frame, and ends the frame.
    pub fn take_missing(&mut self) -> Vec<ThumbnailKey> {
        self.frame += 1;
        std::mem::take(&mut self.missing)
    }

    /// Stores a rendered thumbnail.
    pub fn insert(&mut self, wanted: ThumbnailKey, thumb: Thumb) {
        self.cache.insert(wanted, Thumb { seen: self.frame, ..thumb });
        self.shrink(ROOM);
    }

    /// Drops the thumbnails longest out of sight until the rest fits into `room` bytes.
    fn shrink(&mut self, room: usize) {
        let mut bytes: usize = self.cache.values().map(|thumb| thumb.bytes).sum();
        while bytes > room {
            let oldest = self.cache.iter().min_by_key(|(_, thumb)| thumb.seen);
            let Some((oldest, thumb)) = oldest else { return };
            bytes -= thumb.bytes;
            let oldest = oldest.clone();
            self.cache.remove(&oldest);
        }
    }

    /// Drops thumbnails not shown in the last frame: another screen is in front.
    pub fn tidy(&mut self) {
        let frame = self.frame;
        self.cache.retain(|_, thumb| thumb.seen + 1 >= frame);
    }

    /// Drops everything if these settings change how boards look. Returns true if they do.
    pub fn dress(&mut self, settings: &Settings) -> bool {
        let dress = (settings.theme, settings.colour_blind, settings.names(), settings.lang);
        let changed = self.dress != Some(dress);
        if changed {
            self.cache.clear();
            self.dress = Some(dress);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui::{ColorImage, Context, TextureOptions, vec2};

    use super::*;

    /// Shows some games in a frame. Returns the missing thumbnails.
    fn frame(
        thumbs: &mut Thumbs,
        ctx: &Context,
        numbers: std::ops::Range<u64>,
    ) -> Vec<ThumbnailKey> {
        let painter = ctx.debug_painter();
        let square = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0));
        for size in numbers {
            let stamp = Stamp { size, modified: 0 };
            thumbs.paint(&painter, square, (Path::new("a.json"), stamp));
        }
        thumbs.take_missing()
    }

    #[test]
    fn thumbnail_cache_is_bounded_and_keeps_recent_ones() {
        let (ctx, mut thumbs) = (Context::default(), Thumbs::default());
        assert!(thumbs.dress(&Settings::default()) && !thumbs.dress(&Settings::default()));
        let missing = frame(&mut thumbs, &ctx, 0..60);
        assert_eq!(missing.len(), 60);
        let image = Arc::new(ColorImage::example());
        let texture = ctx.load_texture("a", egui::ImageData::Color(image), TextureOptions::LINEAR);
        for wanted in missing {
            thumbs.insert(wanted, Thumb { bytes: ROOM / 50, ..Thumb::new(texture.clone(), None) });
        }
        assert_eq!(thumbs.cache.len(), 50, "there is no room for more");
        thumbs.insert(
            ThumbnailKey { path: "b".into(), stamp: Stamp { size: 1, modified: 0 }, pixels: 300 },
            Thumb::failed("gone".to_owned()),
        );
        assert_eq!(thumbs.trouble_of(Path::new("b"), Stamp { size: 1, modified: 0 }), Some("gone"));
        let gone = frame(&mut thumbs, &ctx, 0..60).len();
        assert_eq!(gone, 10);
        frame(&mut thumbs, &ctx, 59..60);
        thumbs.tidy();
        assert!(thumbs.cache.len() <= 1, "another screen needs none of the others");
        assert!(thumbs.dress(&Settings { theme: ThemeName::Dark, ..Settings::default() }));
        assert!(thumbs.cache.is_empty());
    }
}
