//! Highlights on a Junqi board: possible targets, pieces under attack, and the last step.

use std::f32::consts::{FRAC_PI_2, TAU};

use egui::epaint::{RectShape, StrokeKind};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::ui::theme::{Theme, fade};

/// Paints a dot on a possible target. It is larger under the pointer.
pub fn paint_target_dot(painter: &Painter, theme: &Theme, pos: Pos2, size: f32, is_hovered: bool) {
    let radius = size * if is_hovered { 0.25 } else { 0.17 };
    painter.add(Shape::circle_filled(pos, radius + (size * 0.05).max(1.5), theme.shine));
    painter.add(Shape::circle_filled(pos, radius, theme.accent));
}

/// Paints a ring with a light edge around a piece or an empty cell.
pub fn paint_ring(painter: &Painter, theme: &Theme, pos: Pos2, piece_size: Vec2, colour: Color32) {
    let short_side = piece_size.min_elem();
    let width = (short_side * 0.075).max(2.0);
    let rect = Rect::from_center_size(pos, piece_size + Vec2::splat(short_side * 0.12));
    paint_outline(painter, rect, short_side, Stroke::new(width + 2.0, theme.shine));
    paint_outline(painter, rect, short_side, Stroke::new(width, colour));
}

/// Paints a pulsing target sign around a piece under attack. `phase` runs from 0 to 1.
pub fn paint_attack_target(
    painter: &Painter,
    theme: &Theme,
    pos: Pos2,
    piece_size: Vec2,
    phase: f32,
) {
    let short_side = piece_size.min_elem();
    let wave = 0.5 - 0.5 * (phase * TAU).cos();
    let gap = short_side * (0.1 + 0.05 * wave);
    let half_size = piece_size / 2.0 + Vec2::splat(gap);
    let (arm, width) = (short_side * 0.36, (short_side * 0.09).max(2.4));
    let radius = short_side * 0.2;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
        // Two arms, joined by a quarter of a circle.
        let point = |inset_x: f32, inset_y: f32| {
            pos + vec2(x * (half_size.x - inset_x), y * (half_size.y - inset_y))
        };
        let bend = |i: u8| {
            let (sin, cos) = (FRAC_PI_2 * f32::from(i) / 5.0).sin_cos();
            point(radius * (1.0 - sin), radius * (1.0 - cos))
        };
        let mut points = vec![point(arm, 0.0)];
        points.extend((0..=5).map(bend));
        points.push(point(0.0, arm));
        points
    });
    for (width, colour) in [(width + 2.4, theme.shine), (width, theme.pip_red)] {
        painter.extend(
            corners.iter().map(|points| Shape::line(points.clone(), Stroke::new(width, colour))),
        );
    }
}

/// Highlights a cell of the last step: strongly if `is_end`, else faintly as its start.
pub fn paint_last_step_cell(
    painter: &Painter,
    theme: &Theme,
    pos: Pos2,
    piece_size: Vec2,
    is_end: bool,
) {
    let short_side = piece_size.min_elem();
    let rect = Rect::from_center_size(pos, piece_size + Vec2::splat(short_side * 0.14));
    let strength = if is_end { 0.9 } else { 0.5 };
    let light =
        RectShape::filled(rect, corner_radius(short_side), fade(theme.glow, 0.34 * strength));
    painter.add(Shape::Rect(light.with_blur_width(short_side * 0.16)));
    paint_outline(
        painter,
        rect,
        short_side,
        Stroke::new((short_side * 0.05).max(1.6), fade(theme.accent, strength)),
    );
}

fn corner_radius(short_side: f32) -> CornerRadius {
    CornerRadius::same((short_side * 0.22) as u8)
}

fn paint_outline(painter: &Painter, rect: Rect, short_side: f32, stroke: Stroke) {
    painter.rect_stroke(rect, corner_radius(short_side), stroke, StrokeKind::Middle);
}
