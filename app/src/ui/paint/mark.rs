//! The marks that distinguish sides in addition to colour.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Shape, Vec2, vec2};
use qipan_core::contract::seat::Seat;

use crate::ui::paint::shapes;

/// The mark of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideMark {
    /// The mark of seat 0.
    Circle,
    /// The mark of seat 1, and of the southeast army on the board for six.
    Square,
    /// The mark of seat 2.
    Triangle,
    /// The mark of seat 3, and of the northeast army on the board for six.
    Diamond,
    /// The mark of the northwest army on the board for six.
    Cross,
    /// The mark of the southwest army on the board for six.
    Star,
}

impl SideMark {
    /// Returns the mark of a seat.
    pub const fn of(seat: Seat) -> Self {
        // Seats 1 and 3 never play in a game with the seats that share their marks.
        [
            Self::Circle,
            Self::Square,
            Self::Triangle,
            Self::Diamond,
            Self::Square,
            Self::Diamond,
            Self::Cross,
            Self::Star,
        ][seat.index()]
    }

    /// Returns the outline of the mark. All marks look equally large at the same `size`.
    pub fn outline(self, centre: Pos2, size: f32) -> Vec<Pos2> {
        let regular_polygon = |count: usize, radius: f32, start: f32| -> Vec<Pos2> {
            (0..count)
                .map(|i| centre + Vec2::angled(start + TAU * i as f32 / count as f32) * radius)
                .collect()
        };
        match self {
            Self::Circle => regular_polygon(32, size * 0.5, 0.0),
            Self::Square => {
                shapes::rounded(&regular_polygon(4, size * 0.62, TAU / 8.0), size * 0.14)
            }
            Self::Triangle => {
                // A triangle about `centre` would look too high, so it is lowered.
                let lowered = centre + vec2(0.0, size * 0.1);
                let corners: Vec<Pos2> = regular_polygon(3, size * 0.74, -TAU / 4.0)
                    .iter()
                    .map(|point| *point + (lowered - centre))
                    .collect();
                shapes::rounded(&corners, size * 0.16)
            }
            Self::Diamond => shapes::rounded(&regular_polygon(4, size * 0.66, 0.0), size * 0.12),
            Self::Cross => {
                let (arm, half_width) = (size * 0.56, size * 0.2);
                // The end of an arm, and the inner corner before the next arm.
                let arm_corners = |quarter: u8| {
                    let along = Vec2::angled(TAU / 4.0 * f32::from(quarter));
                    let side = vec2(-along.y, along.x) * half_width;
                    [along * arm - side, along * arm + side, along * half_width + side]
                };
                (0..4).flat_map(arm_corners).map(|offset| centre + offset).collect()
            }
            Self::Star => shapes::star(centre, 5, size * 0.68, size * 0.3, -TAU / 4.0),
        }
    }

    /// Returns the filled mark for an outline about a centre.
    pub fn filled(self, centre: Pos2, outline: Vec<Pos2>, colour: Color32) -> Shape {
        match self {
            Self::Cross | Self::Star => shapes::star_filled(centre, &outline, colour),
            _ => shapes::fill(outline, colour),
        }
    }
}

/// Paints a mark as a badge of its own shape, for seat cards and planes. `colours` are those of the
/// badge and of its rim.
pub fn paint_badge(
    painter: &Painter,
    centre: Pos2,
    size: f32,
    mark: SideMark,
    colours: (Color32, Color32),
) {
    let (side, rim) = colours;
    let outline = mark.outline(centre, size);
    match mark {
        SideMark::Cross | SideMark::Star => {
            painter.add(mark.filled(centre, outline.clone(), side));
            painter.add(shapes::loop_line(outline, size * 0.12, rim));
        }
        _ => {
            painter.add(shapes::outlined(outline, side, size * 0.12, rim));
        }
    }
}
