//! Highlights on a Junqi board: possible targets, pieces under attack, and the last step.

use std::f32::consts::{FRAC_PI_2, TAU};

use egui::epaint::{RectShape, StrokeKind};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::ui::theme::{Theme, fade};

/// Paints a dot on a possible target. It is larger under the pointer.
pub fn paint_spot(painter: &Painter, theme: &Theme, pos: Pos2, size: f32, pointed: bool) {
    let radius = size * if pointed { 0.25 } else { 0.17 };
    painter.add(Shape::circle_filled(pos, radius + (size * 0.05).max(1.5), theme.shine));
    painter.add(Shape::circle_filled(pos, radius, theme.accent));
}

/// Paints a ring with a light edge around a piece, for a focus or a choice.
pub fn paint_ring(painter: &Painter, theme: &Theme, pos: Pos2, tile: Vec2, colour: Color32) {
    let high = tile.min_elem();
    let width = (high * 0.075).max(2.0);
    let rect = Rect::from_center_size(pos, tile + Vec2::splat(high * 0.12));
    outline(painter, rect, high, Stroke::new(width + 2.0, theme.shine));
    outline(painter, rect, high, Stroke::new(width, colour));
}

/// Paints a pulsing target sign around a piece under attack. `phase` runs from 0 to 1.
pub fn paint_strike(painter: &Painter, theme: &Theme, pos: Pos2, tile: Vec2, phase: f32) {
    let high = tile.min_elem();
    let wave = 0.5 - 0.5 * (phase * TAU).cos();
    let out = high * (0.1 + 0.05 * wave);
    let half = tile / 2.0 + Vec2::splat(out);
    let (arm, width) = (high * 0.36, (high * 0.09).max(2.4));
    let bend = high * 0.2;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
        // Two arms, joined by a quarter of a circle.
        let point = |along: f32, down: f32| pos + vec2(x * (half.x - along), y * (half.y - down));
        let turn = |i: u8| {
            let (sin, cos) = (FRAC_PI_2 * f32::from(i) / 5.0).sin_cos();
            point(bend * (1.0 - sin), bend * (1.0 - cos))
        };
        let mut points = vec![point(arm, 0.0)];
        points.extend((0..=5).map(turn));
        points.push(point(0.0, arm));
        points
    });
    for (width, colour) in [(width + 2.4, theme.shine), (width, theme.pip_red)] {
        painter.extend(
            corners.iter().map(|points| Shape::line(points.clone(), Stroke::new(width, colour))),
        );
    }
}

/// Paints a mark on a cell of the last step: its end if `arrived`, else its start.
pub fn paint_last(painter: &Painter, theme: &Theme, pos: Pos2, tile: Vec2, arrived: bool) {
    let high = tile.min_elem();
    let rect = Rect::from_center_size(pos, tile + Vec2::splat(high * 0.14));
    let strength = if arrived { 0.9 } else { 0.5 };
    let light = RectShape::filled(rect, corner(high), fade(theme.glow, 0.34 * strength));
    painter.add(Shape::Rect(light.with_blur_width(high * 0.16)));
    outline(painter, rect, high, Stroke::new((high * 0.05).max(1.6), fade(theme.accent, strength)));
}

fn corner(high: f32) -> CornerRadius {
    CornerRadius::same((high * 0.22) as u8)
}

fn outline(painter: &Painter, rect: Rect, high: f32, stroke: Stroke) {
    painter.rect_stroke(rect, corner(high), stroke, StrokeKind::Middle);
}
