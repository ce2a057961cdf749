//! Common parts of boards: the printed card, its border, and the pads of planes.

use egui::epaint::{RectShape, StrokeKind};
use egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, vec2};

use crate::model::settings::ThemeName;
use crate::ui::paint::shapes;
use crate::ui::theme::{Theme, fade, mix, shade, tint};

/// Draws the card on the table: its shadow, thickness, paper and printed border.
pub fn paper(rect: Rect, theme: &Theme) -> Vec<Shape> {
    let card = rect.shrink(rect.size().min_elem() * 0.004);
    let side = card.size().max_elem();
    let radius = side * 0.022;
    let thickness = side * 0.005;
    let far_shadow = card.translate(vec2(0.004, 0.012) * side);
    let near_shadow = card.translate(vec2(0.0, 0.006) * side);
    let mut out = vec![
        soft_rect(far_shadow, radius, 0.035 * side, fade(theme.shadow, 0.34)),
        soft_rect(near_shadow, radius, 0.010 * side, fade(theme.shadow, 0.30)),
        Shape::rect_filled(card.translate(vec2(0.0, thickness)), radius, shade(theme.paper, 0.32)),
        Shape::rect_filled(card, radius, tint(theme.paper, 0.25)),
        Shape::rect_filled(card.translate(vec2(0.0, thickness * 0.25)), radius, theme.paper),
    ];
    if theme.name == ThemeName::Wood {
        let mut noise = Noise(0x1B87_3593);
        out.extend((0..34).map(|_| wood_grain(card.shrink(side * 0.003), &mut noise, theme)));
    }
    let line = mix(theme.paper, theme.accent, 0.55);
    for (inset, width) in [(0.0105, 0.0032), (0.0165, 0.0012)] {
        let stroke = Stroke::new((side * width).max(0.7), line);
        let rect = card.shrink(side * inset);
        out.push(Shape::rect_stroke(rect, radius * 0.62, stroke, StrokeKind::Middle));
    }
    out
}

/// Returns a rectangle with a soft edge.
pub fn soft_rect(rect: Rect, radius: f32, blur: f32, colour: Color32) -> Shape {
    let corner = CornerRadius::same(radius.min(255.0) as u8);
    Shape::Rect(RectShape::filled(rect, corner, colour).with_blur_width(blur))
}

/// Draws the disc a plane stands on: paper with a rim in a darker shade of `colour`.
pub fn pad(pos: Pos2, radius: f32, colour: Color32, theme: &Theme, out: &mut Vec<Shape>) {
    let rim = if theme.is_dark() { 0.62 } else { 0.34 };
    out.push(Shape::circle_filled(pos, radius, shade(colour, rim)));
    out.push(Shape::circle_filled(pos, radius * 0.92, theme.pad));
    let light = mix(theme.pad, colour, 0.12);
    out.push(Shape::circle_filled(pos, radius * 0.84, light));
}

/// Returns the colour of unobtrusive print on a pad.
pub fn quiet_ink(theme: &Theme, colour: Color32) -> Color32 {
    let strong = if theme.is_dark() { tint(colour, 0.2) } else { shade(colour, 0.25) };
    mix(theme.pad, strong, 0.75)
}

/// Draws the table: planks with a faint grain, lit from the top left.
pub fn table(rect: Rect, theme: &Theme) -> Vec<Shape> {
    let mut out = Vec::new();
    let plank_height = 148.0;
    let mut noise = Noise(0x2545_F491);
    for row in 0..=(rect.height() / plank_height) as usize {
        let top = rect.top() + row as f32 * plank_height;
        let tone = fade(theme.grain, 0.05 * noise.next());
        let plank =
            Rect::from_min_size(egui::pos2(rect.left(), top), vec2(rect.width(), plank_height));
        // The fill overlaps the next plank, whose soft edge would otherwise show the background.
        let plank_fill = plank.with_max_y(top + plank_height + 2.0).intersect(rect);
        out.push(Shape::rect_filled(plank_fill, 0.0, theme.table.blend(tone)));
        for _ in 0..11 {
            out.push(wood_grain(plank, &mut noise, theme));
        }
        let joint_colour = fade(theme.grain, 0.22);
        out.push(Shape::hline(rect.x_range(), top, Stroke::new(1.2, joint_colour)));
        let joint_x = rect.left() + rect.width() * (0.1 + 0.8 * noise.next());
        let bottom = (top + plank_height).min(rect.bottom());
        out.push(Shape::vline(joint_x, top..=bottom, Stroke::new(1.2, joint_colour)));
    }
    let lamp = rect.lerp_inside(vec2(0.3, 0.2));
    let light = fade(theme.shine, if theme.is_dark() { 0.035 } else { 0.13 });
    out.push(shapes::glow(lamp, rect.size() * 0.75, light));
    out
}

/// Draws one long, gently waved vein of the wood.
fn wood_grain(plank: Rect, noise: &mut Noise, theme: &Theme) -> Shape {
    let y = plank.top() + plank.height() * (0.05 + 0.9 * noise.next());
    let (wave, phase) = (1.0 + 4.0 * noise.next(), 6.3 * noise.next());
    let length = 150.0 + 260.0 * noise.next();
    let segments = 14;
    let points = (0..=segments)
        .map(|i| {
            let x = plank.left() + plank.width() * i as f32 / segments as f32;
            egui::pos2(x, y + wave * (phase + x / length).sin())
        })
        .collect();
    let colour = fade(theme.grain, 0.05 + 0.09 * noise.next());
    Shape::line(points, Stroke::new(0.8 + 1.2 * noise.next(), colour))
}

/// A fixed stream of pseudorandom numbers from 0 to 1 (xorshift), so that the table always looks
/// the same.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}
