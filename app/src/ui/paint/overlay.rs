//! Temporary overlays on a board: glows, rings, paths, bursts.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Shape, Vec2, vec2};

use crate::ui::paint::shapes;
use crate::ui::theme::{Theme, fade};

/// Paints a soft light under a piece that can move. It pulses with `phase` from 0 to 1.
pub fn paint_glow(painter: &Painter, theme: &Theme, centre: Pos2, size: f32, phase: f32) {
    let wave = 0.5 - 0.5 * (phase * TAU).cos();
    let light = fade(theme.glow, 0.5 + 0.3 * wave);
    painter.add(shapes::glow(centre, Vec2::splat(size * (0.75 + 0.06 * wave)), light));
}

/// Paints a strong ring around a piece that is hovered or focused.
pub fn paint_focus(painter: &Painter, theme: &Theme, centre: Pos2, size: f32) {
    let width = (size * 0.07).max(2.0);
    painter.add(shapes::ring(centre, size * 0.62, width + 2.0, theme.shine));
    painter.add(shapes::ring(centre, size * 0.62, width, theme.accent));
}

/// Paints a crosshair around a piece that would be captured. It turns with `phase` from 0 to 1.
pub fn paint_capture(painter: &Painter, theme: &Theme, centre: Pos2, size: f32, phase: f32) {
    let (radius, width) = (size * 0.64, (size * 0.08).max(2.0));
    painter.add(shapes::ring(centre, radius, width + 2.5, theme.shine));
    painter.add(shapes::ring(centre, radius, width, theme.pip_red));
    for i in 0..4 {
        let direction = Vec2::angled(TAU * (phase * 0.25 + i as f32 / 4.0));
        let ends = [
            centre + direction * (radius - size * 0.12),
            centre + direction * (radius + size * 0.16),
        ];
        painter.line_segment(ends, (width + 2.5, theme.shine));
        painter.line_segment(ends, (width, theme.pip_red));
    }
}

/// Paints a ring around the target of a plane. It pulses with `phase` from 0 to 1.
pub fn paint_target(
    painter: &Painter,
    theme: &Theme,
    (centre, size): (Pos2, f32),
    colour: Color32,
    phase: f32,
) {
    let wave = 0.5 - 0.5 * (phase * TAU).cos();
    let radius = size * (0.56 + 0.05 * wave);
    let width = (size * 0.07).max(1.8);
    painter.add(shapes::ring(centre, radius, width + 2.0, theme.shine));
    painter.add(shapes::ring(centre, radius, width, colour));
}

/// Paints a path as dots along a line. The first and the last point stay free.
pub fn paint_path(painter: &Painter, theme: &Theme, points: &[Pos2], colour: Color32, size: f32) {
    let (radius, gap) = ((size * 0.085).max(2.0), size * 0.36);
    let total: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let (mut next, mut walked) = (gap, 0.0);
    let mut dots = Vec::new();
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        while next <= walked + length && next < total - gap * 0.8 {
            dots.push(pair[0].lerp(pair[1], (next - walked) / length.max(f32::EPSILON)));
            next += gap;
        }
        walked += length;
    }
    let disc = |radius, colour| move |dot: &Pos2| Shape::circle_filled(*dot, radius, colour);
    painter.extend(dots.iter().map(disc(radius + 1.2, theme.shine)));
    painter.extend(dots.iter().map(disc(radius, colour)));
}

/// Paints a ring that a player drew around a cell.
pub fn paint_drawn_ring(painter: &Painter, theme: &Theme, centre: Pos2, size: f32) {
    let width = (size * 0.1).max(2.5);
    painter.add(shapes::ring(centre, size * 0.55, width + 2.0, theme.shine));
    painter.add(shapes::ring(centre, size * 0.55, width, theme.drawing_colour()));
}

/// Paints an arrow that a player drew between two cells. `size` is the size of a cell.
pub fn paint_drawn_arrow(painter: &Painter, theme: &Theme, [from, to]: [Pos2; 2], size: f32) {
    let direction = (to - from).normalized();
    let (width, head) = ((size * 0.16).max(4.0), (size * 0.5).max(12.0));
    let (start, tip) = (from + direction * size * 0.3, to - direction * size * 0.1);
    let foot = tip - direction * head * 0.8;
    for (rim, colour) in [(2.5, theme.shine), (0.0, theme.drawing_colour())] {
        painter.line_segment([start, foot], (width + rim, colour));
        let middle = tip - direction * head * 0.55;
        let points = shapes::arrow_head(middle, head + 2.0 * rim, direction.angle());
        painter.add(shapes::fill(points, colour));
    }
}

/// Returns the sideways offset of a shaking piece in points, at progress `t` from 0 to 1.
pub fn shake(t: f32) -> Vec2 {
    let t = t.clamp(0.0, 1.0);
    vec2((t * TAU * 3.0).sin() * 6.0 * (1.0 - t), 0.0)
}

/// Paints a burst at a capture, at progress `t` from 0 to 1.
pub fn paint_burst(
    painter: &Painter,
    theme: &Theme,
    (centre, size): (Pos2, f32),
    colour: Color32,
    t: f32,
) {
    let t = t.clamp(0.0, 1.0);
    let remaining = 1.0 - t;
    for i in 0..10 {
        let direction = Vec2::angled(TAU * i as f32 / 10.0 + 0.3);
        let (from, to) = (0.35 + 0.55 * t, 0.45 + 0.75 * t.sqrt());
        let ends = [centre + direction * size * from, centre + direction * size * to];
        painter.line_segment(ends, (size * 0.09 * remaining + 1.5, fade(theme.shine, remaining)));
        painter.line_segment(ends, (size * 0.07 * remaining, fade(colour, remaining)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shake_begins_and_ends_in_place() {
        assert!(shake(0.0).length() < 0.01 && shake(1.0).length() < 0.01);
        assert!((1..10).any(|i| shake(i as f32 / 10.0).x.abs() > 3.0));
    }
}
