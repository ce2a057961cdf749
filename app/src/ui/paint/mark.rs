//! The side marks: what tells sides apart besides colour.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Vec2, vec2};
use qipan_core::seat::Seat;

use crate::ui::paint::shapes;

/// The mark of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Of seat 0.
    Circle,
    /// Of seat 1.
    Square,
    /// Of seat 2.
    Triangle,
    /// Of seat 3.
    Diamond,
}

impl Mark {
    /// The mark of a seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond][seat.index() % 4]
    }

    /// The outline of the mark; all four look equally large at the same size.
    #[must_use]
    pub fn outline(self, centre: Pos2, size: f32) -> Vec<Pos2> {
        let regular = |count: usize, radius: f32, start: f32| -> Vec<Pos2> {
            (0..count)
                .map(|i| centre + Vec2::angled(start + TAU * i as f32 / count as f32) * radius)
                .collect()
        };
        match self {
            Self::Circle => regular(32, size * 0.5, 0.0),
            Self::Square => shapes::rounded(&regular(4, size * 0.62, TAU / 8.0), size * 0.14),
            Self::Triangle => {
                let low = centre + vec2(0.0, size * 0.1);
                let corners: Vec<Pos2> = regular(3, size * 0.74, -TAU / 4.0)
                    .iter()
                    .map(|p| *p + (low - centre))
                    .collect();
                shapes::rounded(&corners, size * 0.16)
            }
            Self::Diamond => shapes::rounded(&regular(4, size * 0.66, 0.0), size * 0.12),
        }
    }
}

/// Paints a mark on a badge of its own shape: what a seat's card and its planes carry.
pub fn paint_badge(
    painter: &Painter,
    centre: Pos2,
    size: f32,
    mark: Mark,
    colours: (Color32, Color32),
) {
    let (side, rim) = colours;
    painter.add(shapes::outlined(mark.outline(centre, size), side, size * 0.12, rim));
}
