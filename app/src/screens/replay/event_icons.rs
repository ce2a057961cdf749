//! The small icons of notable events.

use egui::{Pos2, Rect, Shape, Stroke, vec2};

use crate::play::timeline_event::TimelineEventKind;
use crate::ui::paint::shapes::{fill, round_line, star, star_filled};
use crate::ui::theme::Theme;

/// The number of rows of icons above the timeline's strip of turns.
pub(super) const ICON_ROWS: usize = 3;

/// Returns the row of an icon, counted upwards from the strip of turns. Rarer events are in higher
/// rows.
pub(super) fn icon_row(event: TimelineEventKind) -> usize {
    match event {
        TimelineEventKind::Six | TimelineEventKind::Battle => 0,
        TimelineEventKind::Capture | TimelineEventKind::Flight => 1,
        TimelineEventKind::Finish
        | TimelineEventKind::Flag
        | TimelineEventKind::HouseRule
        | TimelineEventKind::Note
        | TimelineEventKind::Branch => 2,
    }
}

/// Returns the shapes of an icon around its middle, `size` points wide and high.
pub(super) fn icon_shapes(
    event: TimelineEventKind,
    middle: Pos2,
    size: f32,
    theme: &Theme,
) -> Vec<Shape> {
    // These are used as plain colours and do not stand for seats.
    let [_, _, blue, green, ..] = theme.sides;
    let point = |x: f32, y: f32| middle + vec2(x, y) * size * 0.5;
    let mut shapes = Vec::new();
    match event {
        TimelineEventKind::Capture => {
            let corners =
                vec![point(0.0, -1.0), point(0.86, 0.0), point(0.0, 1.0), point(-0.86, 0.0)];
            shapes.push(fill(corners, theme.readable_on_panel(theme.pip_red)));
        }
        TimelineEventKind::Battle => {
            let ink = theme.ink;
            round_line(vec![point(-0.7, -0.7), point(0.7, 0.7)], size * 0.2, ink, &mut shapes);
            round_line(vec![point(0.7, -0.7), point(-0.7, 0.7)], size * 0.2, ink, &mut shapes);
        }
        TimelineEventKind::Flag => {
            let cloth = vec![point(-0.5, -1.0), point(0.9, -0.5), point(-0.5, 0.1)];
            shapes.push(fill(cloth, theme.accent));
            round_line(
                vec![point(-0.55, -1.0), point(-0.55, 1.0)],
                size * 0.16,
                theme.ink,
                &mut shapes,
            );
        }
        TimelineEventKind::Flight => {
            let right_wing = vec![point(1.0, 0.0), point(-0.8, 0.85), point(-0.35, 0.0)];
            let left_wing = vec![point(1.0, 0.0), point(-0.35, 0.0), point(-0.8, -0.85)];
            let colour = theme.readable_on_panel(blue);
            shapes.extend([fill(right_wing, colour), fill(left_wing, colour)]);
        }
        TimelineEventKind::Six => {
            let dot =
                Shape::circle_filled(middle, size * 0.32, theme.readable_on_panel(theme.medals[0]));
            shapes.push(dot);
        }
        TimelineEventKind::Finish => {
            let points = star(middle, 5, size * 0.58, size * 0.25, -std::f32::consts::FRAC_PI_2);
            shapes.push(star_filled(middle, &points, theme.readable_on_panel(green)));
        }
        TimelineEventKind::Note => {
            let colour = theme.readable_on_panel(theme.drawing_colour());
            let bubble = Rect::from_two_pos(point(-0.9, -0.8), point(0.9, 0.35));
            shapes.push(Shape::rect_filled(bubble, size * 0.18, colour));
            shapes.push(fill(vec![point(-0.5, 0.3), point(0.1, 0.3), point(-0.6, 1.0)], colour));
        }
        TimelineEventKind::Branch => {
            let ink = theme.ink;
            round_line(vec![point(-0.9, 0.4), point(0.9, 0.4)], size * 0.16, ink, &mut shapes);
            round_line(vec![point(-0.3, 0.4), point(0.5, -0.7)], size * 0.16, ink, &mut shapes);
        }
        TimelineEventKind::HouseRule => {
            let outline = vec![
                point(0.0, -0.95),
                point(0.9, -0.1),
                point(0.62, -0.1),
                point(0.62, 0.85),
                point(-0.62, 0.85),
                point(-0.62, -0.1),
                point(-0.9, -0.1),
            ];
            let line = Stroke::new((size * 0.15).max(1.0), theme.accent);
            shapes.push(Shape::closed_line(outline, line));
        }
    }
    shapes
}
