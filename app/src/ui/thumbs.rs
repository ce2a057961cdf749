//! Small pictures of saved games: those that are shown are asked for, made elsewhere, and kept
//! as long as there is room.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{Painter, Pos2, Rect, TextureHandle, pos2};
use qipan_core::seat::Seat;

use crate::model::collection::Stamp;
use crate::model::i18n::Lang;
use crate::model::settings::{PieceNames, Settings, ThemeName};
use crate::ui::theme::AS_IT_IS;

/// The bytes of all pictures kept, about; those longest out of sight go first.
const ROOM: usize = 12 << 20;

/// A picture: of which version of which file, and of how many pixels a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// The file.
    pub path: PathBuf,
    /// Its version.
    pub stamp: Stamp,
    /// Pixels of a side.
    pub pixels: u16,
}

/// A game in small.
#[derive(Clone)]
pub struct Thumb {
    picture: Result<TextureHandle, String>,
    bytes: usize,
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<Seat>,
    /// The frame in which it was shown last.
    seen: u64,
}

/// The pictures that are kept, and those that are missing.
#[derive(Default)]
pub struct Thumbs {
    kept: HashMap<Wanted, Thumb>,
    missing: Vec<Wanted>,
    frame: u64,
    /// What boards look like.
    dress: Option<(ThemeName, bool, PieceNames, Lang)>,
}

impl Thumb {
    /// A picture that was made.
    #[must_use]
    pub fn new(texture: TextureHandle, turn: Option<Seat>) -> Self {
        let bytes = texture.byte_size();
        Self { picture: Ok(texture), bytes, turn, seen: 0 }
    }

    /// A game that cannot be shown, and why.
    #[must_use]
    pub const fn failed(why: String) -> Self {
        Self { picture: Err(why), bytes: 0, turn: None, seen: 0 }
    }

    /// Why it cannot be shown, where it cannot.
    #[must_use]
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
    /// Shows a game in a square, once its picture is there; what is known of it then.
    pub fn paint(
        &mut self,
        painter: &Painter,
        square: Rect,
        (path, stamp): (&Path, Stamp),
    ) -> Option<&Thumb> {
        let pixels = (square.width() * painter.pixels_per_point()).round().clamp(16.0, 1024.0);
        let wanted = Wanted { path: path.to_owned(), stamp, pixels: pixels as u16 };
        let frame = self.frame;
        match self.kept.get_mut(&wanted) {
            Some(thumb) => thumb.seen = frame,
            None => {
                self.missing.push(wanted);
                return None;
            }
        }
        let thumb = self.kept.get(&wanted)?;
        thumb.paint(painter, square);
        Some(thumb)
    }

    /// Whose turn it is in a game, once a picture of it is there.
    #[must_use]
    pub fn turn_of(&self, path: &Path, stamp: Stamp) -> Option<Seat> {
        let mut kept = self.kept.iter();
        kept.find(|(wanted, _)| wanted.path == path && wanted.stamp == stamp)?.1.turn
    }

    /// Why a game cannot be shown, where that was tried in vain.
    #[must_use]
    pub fn trouble_of(&self, path: &Path, stamp: Stamp) -> Option<&str> {
        let mut kept = self.kept.iter();
        kept.find(|(wanted, _)| wanted.path == path && wanted.stamp == stamp)?.1.trouble()
    }

    /// The pictures that were to be shown in this frame and are not there; a frame ends with it.
    pub fn take_missing(&mut self) -> Vec<Wanted> {
        self.frame += 1;
        std::mem::take(&mut self.missing)
    }

    /// Keeps a picture that was made.
    pub fn keep(&mut self, wanted: Wanted, thumb: Thumb) {
        self.kept.insert(wanted, Thumb { seen: self.frame, ..thumb });
        self.shrink(ROOM);
    }

    /// Forgets what was not shown lately until the rest has no more than so many bytes.
    fn shrink(&mut self, room: usize) {
        let mut bytes: usize = self.kept.values().map(|thumb| thumb.bytes).sum();
        while bytes > room {
            let oldest = self.kept.iter().min_by_key(|(_, thumb)| thumb.seen);
            let Some((oldest, thumb)) = oldest else { return };
            bytes -= thumb.bytes;
            let oldest = oldest.clone();
            self.kept.remove(&oldest);
        }
    }

    /// Forgets what was not shown in the last frame: another screen is in front.
    pub fn tidy(&mut self) {
        let frame = self.frame;
        self.kept.retain(|_, thumb| thumb.seen + 1 >= frame);
    }

    /// Forgets everything where boards look otherwise by these settings than before; whether
    /// that was so.
    pub fn dress(&mut self, settings: &Settings) -> bool {
        let dress = (settings.theme, settings.colour_blind, settings.names(), settings.lang);
        let changed = self.dress != Some(dress);
        if changed {
            self.kept.clear();
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

    /// Shows some games in a frame; which of them are missing.
    fn frame(thumbs: &mut Thumbs, ctx: &Context, numbers: std::ops::Range<u64>) -> Vec<Wanted> {
        let painter = ctx.debug_painter();
        let square = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0));
        for size in numbers {
            let stamp = Stamp { size, modified: 0 };
            thumbs.paint(&painter, square, (Path::new("a.json"), stamp));
        }
        thumbs.take_missing()
    }

    #[test]
    fn what_was_shown_last_is_kept_within_a_bound() {
        let (ctx, mut thumbs) = (Context::default(), Thumbs::default());
        assert!(thumbs.dress(&Settings::default()) && !thumbs.dress(&Settings::default()));
        let missing = frame(&mut thumbs, &ctx, 0..60);
        assert_eq!(missing.len(), 60);
        let image = Arc::new(ColorImage::example());
        let texture = ctx.load_texture("a", egui::ImageData::Color(image), TextureOptions::LINEAR);
        for wanted in missing {
            thumbs.keep(wanted, Thumb { bytes: ROOM / 50, ..Thumb::new(texture.clone(), None) });
        }
        assert_eq!(thumbs.kept.len(), 50, "there is no room for more");
        thumbs.keep(
            Wanted { path: "b".into(), stamp: Stamp { size: 1, modified: 0 }, pixels: 300 },
            Thumb::failed("gone".to_owned()),
        );
        assert_eq!(thumbs.trouble_of(Path::new("b"), Stamp { size: 1, modified: 0 }), Some("gone"));
        let gone = frame(&mut thumbs, &ctx, 0..60).len();
        assert_eq!(gone, 10);
        frame(&mut thumbs, &ctx, 59..60);
        thumbs.tidy();
        assert!(thumbs.kept.len() <= 1, "another screen needs none of the others");
        assert!(thumbs.dress(&Settings { theme: ThemeName::Dark, ..Settings::default() }));
        assert!(thumbs.kept.is_empty());
    }
}
