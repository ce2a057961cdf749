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
    /// The words, short enough for two lines.
    pub text: String,
    /// True if the player's mark contradicts the candidates. It is drawn pale.
    pub contradicts_candidates: bool,
}

/// The font size at which text is measured.
const MEASURING_FONT_SIZE: f32 = 20.0;

/// The height available for text, as a share of the tile's height.
const TEXT_HEIGHT: f32 = 0.62;

/// The line spacing, as a multiple of the font size.
const LEADING: f32 = 1.02;

impl TilePainter<'_> {
    /// Paints a slip of paper with the words in the largest font size that fits.
    ///
    /// The words are in one short line that leaves the corners free, or in one or two lines below
    /// the side's badge. The badge stays visible, because it distinguishes armies without colour.
    pub(super) fn paint_label(&self, label: &TileLabel) {
        let (tile_height, theme) = (self.look.size.y, self.theme);
        let text = label.text.as_str();
        let face_width = 2.0 * self.half.x;
        let mut variants = vec![
            self.fit(&[text], vec2(face_width - 0.46, TEXT_HEIGHT), 0.4, false),
            self.fit(&[text], vec2(face_width - 0.1, TEXT_HEIGHT), 0.4, true),
        ];
        if let Some((first, second)) = two_lines(text) {
            variants.push(self.fit(
                &[first, second],
                vec2(face_width - 0.1, TEXT_HEIGHT),
                0.29,
                true,
            ));
        }
        // Of several variants with the largest size, takes the first.
        let largest = variants.iter().map(|variant| variant.size).fold(0.0, f32::max);
        let Some(LabelVariant { lines, size, is_low }) =
            variants.into_iter().find(|variant| variant.size >= largest)
        else {
            return;
        };
        let ink = if label.contradicts_candidates {
            mix(theme.raised, theme.ink, 0.45)
        } else {
            theme.ink
        };
        let layout_line =
            |line: &str| self.painter.layout_no_wrap(line.to_owned(), title_font(size), ink);
        let galleys: Vec<Arc<Galley>> = lines.iter().map(|line| layout_line(line)).collect();
        let text_width =
            galleys.iter().map(|galley| galley.mesh_bounds.width()).fold(0.0, f32::max);
        let step = size * LEADING;
        // The distance from the first baseline to the last.
        let line_span = step * (galleys.len() - 1) as f32;
        let middle = self.to_screen(0.0, if is_low { 0.1 } else { 0.02 });
        let padding = if is_low { vec2(0.1, 0.08) } else { vec2(0.3, 0.26) } * tile_height;
        let max_size = vec2(face_width - 0.06, if is_low { 0.66 } else { 0.56 }) * tile_height;
        let text_size = vec2(text_width, line_span + size * 0.8);
        let paper = Rect::from_center_size(middle, (text_size + padding).min(max_size));
        self.painter.rect_filled(paper, 0.12 * tile_height, self.with_opacity(theme.raised));
        let border =
            Stroke::new(self.stroke_width(0.02), self.with_opacity(shade(self.body_colour, 0.3)));
        self.painter.rect_stroke(paper, 0.12 * tile_height, border, StrokeKind::Outside);
        for (k, galley) in galleys.into_iter().enumerate() {
            let mut centre = galley.mesh_bounds.center();
            if galley.text().is_ascii() {
                // Words share one baseline, whatever their descenders.
                centre.y = layout_line("E").mesh_bounds.center().y;
            }
            let line_middle = pos2(middle.x, middle.y - line_span / 2.0 + step * k as f32);
            self.painter.galley(line_middle - centre.to_vec2(), galley, ink);
        }
    }

    /// Returns a variant with these lines in the largest font size that fits into `room`, at most
    /// `max_size`. Takes `room` and `max_size` as shares of the tile's height.
    fn fit<'t>(
        &self,
        lines: &[&'t str],
        room: Vec2,
        max_size: f32,
        is_low: bool,
    ) -> LabelVariant<'t> {
        let tile_height = self.look.size.y;
        let measure = |line: &&str| {
            let font = title_font(MEASURING_FONT_SIZE);
            self.painter.layout_no_wrap((*line).to_owned(), font, self.theme.ink).size().x
        };
        let width_in_ems = lines.iter().map(measure).fold(1.0, f32::max) / MEASURING_FONT_SIZE;
        let by_height = room.y / (lines.len() as f32 * LEADING);
        let size = (room.x / width_in_ems).min(by_height).min(max_size) * tile_height;
        // Rounded, so that few font sizes are rendered and cached.
        LabelVariant { lines: lines.to_vec(), size: ((size * 2.0).floor() / 2.0).max(1.0), is_low }
    }
}

/// A way to break a label into lines, and its font size.
struct LabelVariant<'t> {
    lines: Vec<&'t str>,
    /// The font size in points.
    size: f32,
    /// True if the lines stand below the side's mark.
    is_low: bool,
}

#[cfg(test)]
mod tests {
    use egui::epaint::Shape;
    use egui::{Context, Pos2, RawInput};
    use qipan_core::contract::seat::Seat;
    use qipan_core::games::junqi::{Kind, KindSet};

    use super::super::{Face, TileLook, paint_tile_face};
    use super::*;
    use crate::games::junqi::names::Names;
    use crate::model::i18n::{I18n, Lang};
    use crate::model::settings::{PieceNames, ThemeName};
    use crate::ui::theme::Theme;

    /// The tile sizes of the boards for two, four and six in a window of 1280 by 800.
    const TILES: [Vec2; 3] = [vec2(72.0, 40.0), vec2(40.0, 30.0), vec2(35.0, 32.0)];

    #[test]
    fn labels_fit_their_tile_in_a_readable_size() {
        let ctx = Context::default();
        crate::ui::fonts::install_fonts(&ctx, crate::model::i18n::Lang::En);
        let theme = Theme::new(ThemeName::Light, false);
        for lang in Lang::ALL {
            let i18n = I18n::new(lang);
            for style in PieceNames::ALL {
                let names = Names::new(&i18n, style);
                // Every third set is enough: skipped sets have labels as long as those tested.
                for bits in (1..1u16 << Kind::ALL.len()).step_by(3) {
                    let kinds = Kind::ALL.into_iter().filter(|kind| bits >> kind.index() & 1 > 0);
                    let text = names.set_on_tile(kinds.collect::<KindSet>());
                    assert_label_fits(&ctx, &theme, &text);
                }
            }
        }
    }

    fn assert_label_fits(ctx: &Context, theme: &Theme, text: &str) {
        for size in TILES {
            let mut look = TileLook::new(Pos2::new(200.0, 200.0), size, Face::Back, None);
            look.seat = Some(Seat::new(2));
            look.label = Some(TileLabel { text: text.to_owned(), contradicts_candidates: false });
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                paint_tile_face(ui.painter(), theme, &look);
            });
            output.textures_delta.clear();
            let tile = Rect::from_center_size(look.pos, size);
            let mut painted = Vec::new();
            for shape in &output.shapes {
                let Shape::Text(words) = &shape.shape else { continue };
                let bounds = words.visual_bounding_rect();
                assert!(tile.contains_rect(bounds), "{text} on {size}: {bounds:?}");
                let font_size = words.galley.job.sections[0].format.font_id.size;
                assert!(font_size >= 5.5, "{text} on {size}: {font_size}");
                painted.push(words.galley.text().to_owned());
            }
            let without_spaces = |text: &str| text.replace(' ', "");
            assert_eq!(without_spaces(&painted.concat()), without_spaces(text));
        }
    }
}
