//! The small signs of notable events.

use egui::{Pos2, Rect, Shape, Stroke, vec2};

use crate::play::timeline_event::TimelineEvent;
use crate::ui::paint::shapes::{fill, round_line, star, star_filled};
use crate::ui::theme::Theme;

/// The number of rows of signs above the turns.
pub(super) const ROWS: usize = 3;

/// Returns the row of a sign, counted upwards from the turns: the rarer, the higher.
pub(super) fn row(what: TimelineEvent) -> usize {
    match what {
        TimelineEvent::Six | TimelineEvent::Battle => 0,
        TimelineEvent::Capture | TimelineEvent::Flight => 1,
        TimelineEvent::Finish
        | TimelineEvent::Flag
        | TimelineEvent::House
        | TimelineEvent::Note
        | TimelineEvent::Branch => 2,
    }
}

/// Returns the shapes of a sign around its middle, `size` points wide and high.
pub(super) fn glyph(what: TimelineEvent, middle: Pos2, size: f32, theme: &Theme) -> Vec<Shape> {
    let at = |x: f32, y: f32| middle + vec2(x, y) * size * 0.5;
    let mut out = Vec::new();
    match what {
        TimelineEvent::Capture => {
            let corners = vec![at(0.0, -1.0), at(0.86, 0.0), at(0.0, 1.0), at(-0.86, 0.0)];
            out.push(fill(corners, theme.as_text(theme.pip_red)));
        }
        TimelineEvent::Battle => {
            let ink = theme.ink;
            round_line(vec![at(-0.7, -0.7), at(0.7, 0.7)], size * 0.2, ink, &mut out);
            round_line(vec![at(0.7, -0.7), at(-0.7, 0.7)], size * 0.2, ink, &mut out);
        }
        TimelineEvent::Flag => {
            let cloth = vec![at(-0.5, -1.0), at(0.9, -0.5), at(-0.5, 0.1)];
            out.push(fill(cloth, theme.accent));
            round_line(vec![at(-0.55, -1.0), at(-0.55, 1.0)], size * 0.16, theme.ink, &mut out);
        }
        TimelineEvent::Flight => {
            let nose = vec![at(1.0, 0.0), at(-0.8, 0.85), at(-0.35, 0.0)];
            let other = vec![at(1.0, 0.0), at(-0.35, 0.0), at(-0.8, -0.85)];
            let colour = theme.as_text(theme.sides[2]);
            out.extend([fill(nose, colour), fill(other, colour)]);
        }
        TimelineEvent::Six => {
            let dot = Shape::circle_filled(middle, size * 0.32, theme.as_text(theme.medals[0]));
            out.push(dot);
        }
        TimelineEvent::Finish => {
            let points = star(middle, 5, size * 0.58, size * 0.25, -std::f32::consts::FRAC_PI_2);
            out.push(star_filled(middle, &points, theme.as_text(theme.sides[3])));
        }
        TimelineEvent::Note => {
            let colour = theme.as_text(theme.drawn());
            let bubble = Rect::from_two_pos(at(-0.9, -0.8), at(0.9, 0.35));
            out.push(Shape::rect_filled(bubble, size * 0.18, colour));
            out.push(fill(vec![at(-0.5, 0.3), at(0.1, 0.3), at(-0.6, 1.0)], colour));
        }
        TimelineEvent::Branch => {
            let ink = theme.ink;
            round_line(vec![at(-0.9, 0.4), at(0.9, 0.4)], size * 0.16, ink, &mut out);
            round_line(vec![at(-0.3, 0.4), at(0.5, -0.7)], size * 0.16, ink, &mut out);
        }
        TimelineEvent::House => {
            let walls = vec![
                at(0.0, -0.95),
                at(0.9, -0.1),
                at(0.62, -0.1),
                at(0.62, 0.85),
                at(-0.62, 0.85),
                at(-0.62, -0.1),
                at(-0.9, -0.1),
            ];
            let line = Stroke::new((size * 0.15).max(1.0), theme.accent);
            out.push(Shape::closed_line(walls, line));
        }
    }
    out
}
