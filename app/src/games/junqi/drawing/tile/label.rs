//! The label on a hidden piece: the player's mark, or all its candidates.

use std::sync::Arc;

use egui::{Galley, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::TilePainter;
use crate::games::junqi::names::two_lines;
use crate::ui::fonts::title_font;
use crate::ui::theme::{mix, shade};

/// A few words on a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLabel {
    /// The words, at most as many as fit two lines.
    pub text: String,
    /// True for doubtful words, which are drawn pale.
    pub pale: bool,
}

/// The font size at which text is measured.
const MEASURE: f32 = 20.0;

/// The height available below the mark of the side, as a share of the tile's height.
const HIGH: f32 = 0.62;

/// The line spacing for a font size of 1.
const LEADING: f32 = 1.02;

impl TilePainter<'_> {
    /// Paints a slip of paper with the words in the largest size that fits: in one line between
    /// the corners, or in one or two lines below the mark of the side, which distinguishes armies
    /// without colours.
    pub(super) fn label(&self, label: &TileLabel) {
        let (high, theme) = (self.look.size.y, self.theme);
        let text = label.text.as_str();
        let wide = 2.0 * self.half.x;
        let mut ways = vec![
            self.fit(&[text], vec2(wide - 0.46, HIGH), 0.4, false),
            self.fit(&[text], vec2(wide - 0.1, HIGH), 0.4, true),
        ];
        if let Some((first, second)) = two_lines(text) {
            ways.push(self.fit(&[first, second], vec2(wide - 0.1, HIGH), 0.29, true));
        }
        // The first layout among those of the largest size.
        let most = ways.iter().map(|way| way.size).fold(0.0, f32::max);
        let Some(Way { lines, size, low }) = ways.into_iter().find(|way| way.size >= most) else {
            return;
        };
        let ink = if label.pale { mix(theme.raised, theme.ink, 0.45) } else { theme.ink };
        let lay = |line: &str| self.painter.layout_no_wrap(line.to_owned(), title_font(size), ink);
        let galleys: Vec<Arc<Galley>> = lines.iter().map(|line| lay(line)).collect();
        let broad = galleys.iter().map(|galley| galley.mesh_bounds.width()).fold(0.0, f32::max);
        let step = size * LEADING;
        let below = step * (galleys.len() - 1) as f32;
        let middle = self.at(0.0, if low { 0.1 } else { 0.02 });
        let edge = if low { vec2(0.1, 0.08) } else { vec2(0.3, 0.26) } * high;
        let room = vec2(wide - 0.06, if low { 0.66 } else { 0.56 }) * high;
        let paper =
            Rect::from_center_size(middle, (vec2(broad, below + size * 0.8) + edge).min(room));
        self.painter.rect_filled(paper, 0.12 * high, self.see(theme.raised));
        let line = Stroke::new(self.line(0.02), self.see(shade(self.body, 0.3)));
        self.painter.rect_stroke(paper, 0.12 * high, line, StrokeKind::Outside);
        for (k, galley) in galleys.into_iter().enumerate() {
            let mut centre = galley.mesh_bounds.center();
            if galley.text().is_ascii() {
                // Words share one baseline, whatever their descenders.
                centre.y = lay("E").mesh_bounds.center().y;
            }
            let place = pos2(middle.x, middle.y - below / 2.0 + step * k as f32);
            self.painter.galley(place - centre.to_vec2(), galley, ink);
        }
    }

    /// Returns lines with the font size at which they fill the room, at most `most`. Room and
    /// `most` are shares of the tile's height.
    fn fit<'t>(&self, lines: &[&'t str], room: Vec2, most: f32, low: bool) -> Way<'t> {
        let high = self.look.size.y;
        let measure = |line: &&str| {
            let font = title_font(MEASURE);
            self.painter.layout_no_wrap((*line).to_owned(), font, self.theme.ink).size().x
        };
        let wide = lines.iter().map(measure).fold(1.0, f32::max) / MEASURE;
        let size = (room.x / wide).min(room.y / (lines.len() as f32 * LEADING)).min(most) * high;
        // Rounded, so that few font sizes are rendered and cached.
        Way { lines: lines.to_vec(), size: ((size * 2.0).floor() / 2.0).max(1.0), low }
    }
}

/// A possible layout of a label.
struct Way<'t> {
    lines: Vec<&'t str>,
    /// The font size in points.
    size: f32,
    /// True if it lies below the mark of the side.
    low: bool,
}

#[cfg(test)]
mod tests {
    use egui::epaint::Shape;
    use egui::{Context, Pos2, RawInput};
    use qipan_core::contract::seat::Seat;
    use qipan_core::games::junqi::{Piece, PieceSet};

    use super::super::{Face, TileLook, paint_tile_face};
    use super::*;
    use crate::games::junqi::names::Names;
    use crate::model::i18n::{I18n, Lang};
    use crate::model::settings::{PieceNames, ThemeName};
    use crate::ui::theme::Theme;

    /// The tile sizes of the boards for two, four and six in a window of 1280 by 800.
    const TILES: [Vec2; 3] = [vec2(72.0, 40.0), vec2(40.0, 30.0), vec2(35.0, 32.0)];

    #[test]
    fn labels_fit_their_tile_with_enough_contrast() {
        let ctx = Context::default();
        crate::ui::fonts::install_fonts(&ctx);
        let theme = Theme::new(ThemeName::Light, false);
        for lang in Lang::ALL {
            let i18n = I18n::new(lang);
            for style in PieceNames::ALL {
                let names = Names::new(&i18n, style);
                // Every third set is enough: no label has a length of its own.
                for bits in (1..1u16 << Piece::ALL.len()).step_by(3) {
                    let kinds = Piece::ALL.into_iter().filter(|kind| bits >> kind.index() & 1 > 0);
                    let text = names.set_on_tile(kinds.collect::<PieceSet>());
                    check(&ctx, &theme, &text);
                }
            }
        }
    }

    fn check(ctx: &Context, theme: &Theme, text: &str) {
        for size in TILES {
            let mut look = TileLook::new(Pos2::new(200.0, 200.0), size, Face::Back, None);
            look.seat = Some(Seat::new(2));
            look.label = Some(TileLabel { text: text.to_owned(), pale: false });
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                paint_tile_face(ui.painter(), theme, &look);
            });
            output.textures_delta.clear();
            let tile = Rect::from_center_size(look.pos, size);
            let mut said = Vec::new();
            for shape in &output.shapes {
                let Shape::Text(words) = &shape.shape else { continue };
                let bounds = words.visual_bounding_rect();
                assert!(tile.contains_rect(bounds), "{text} on {size}: {bounds:?}");
                let font = words.galley.job.sections[0].format.font_id.size;
                assert!(font >= 5.5, "{text} on {size}: {font}");
                said.push(words.galley.text().to_owned());
            }
            let flat = |text: &str| text.replace(' ', "");
            assert_eq!(flat(&said.concat()), flat(text));
        }
    }
}
