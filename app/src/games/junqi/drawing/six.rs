//! The geometry of the board for six: six lands around a hexagon, with their fronts inward.
//!
//! Coordinates are in cells from the centre of the board, with south at the bottom.

use std::f32::consts::{FRAC_PI_3, TAU};

use egui::emath::Rot2;
use egui::{Pos2, Rect, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Cell;

/// The distance from the centre of the hexagon to the middle of each side, in cells. With it the
/// outer columns of the armies lead straight to the corners of the hexagon.
const APOTHEM: f32 = 3.464_101_6;

/// The distance from a side of the hexagon to the first line of the land outside it, in cells.
const BEFORE_FRONT: f32 = 1.3;

/// The position of each seat by its index, in sixths of the circle anticlockwise from the south.
/// Seats 1 and 3 have no land on this board.
const SIXTHS: [u8; Seat::MAX] = [0, 0, 3, 0, 1, 2, 4, 5];

/// The largest size of an upright piece that touches no other on any land, in cells.
pub(super) const TILE: Vec2 = vec2(0.84, 0.8);

/// The distance from the middle of the outermost cells to the edges of the card, in cells. It
/// is larger at the left and right, where the lands are rotated and their corners extend further
/// than their sides.
const EDGE: Vec2 = vec2(1.06, 0.86);

/// Returns the size of the card, which reaches [`EDGE`] beyond the outermost cells.
pub(super) fn card() -> Vec2 {
    let half_height = APOTHEM + BEFORE_FRONT + 5.0;
    let half_width = half_height * FRAC_PI_3.sin() + 2.0 * FRAC_PI_3.cos();
    2.0 * (vec2(half_width, half_height) + EDGE)
}

/// Returns the position of a seat, in sixths of the circle anticlockwise from the south.
pub(super) const fn sixths(seat: Seat) -> u8 {
    SIXTHS[seat.index()]
}

/// Returns the rotation from the south's land to that of a seat.
pub(super) fn land_rotation(seat: Seat) -> Rot2 {
    Rot2::from_angle(-FRAC_PI_3 * f32::from(sixths(seat)))
}

/// Returns the place of a cell.
pub(super) fn cell_place(cell: Cell) -> Vec2 {
    let (line, column) = (f32::from(cell.line()), f32::from(cell.column()));
    if let Some(land) = cell.land() {
        return land_rotation(land) * vec2(column - 3.0, APOTHEM + BEFORE_FRONT + line - 1.0);
    }
    // In the centre, lines 1, 3 and 5 have three cells. Lines 2 and 4 have two, in front of the
    // side lands.
    let x = match cell.line() {
        1 | 5 => 2.0 * (column - 2.0),
        3 => 4.0 * (column - 2.0),
        _ => 6.0 * (column - 1.5),
    };
    vec2(x, (line - 3.0) * APOTHEM / 2.0)
}

/// Returns the outline of an army's land.
pub(super) fn outline(seat: Seat) -> [Vec2; 4] {
    let front = APOTHEM + BEFORE_FRONT - 0.5;
    [(-2.5, front), (2.5, front), (2.5, front + 6.0), (-2.5, front + 6.0)]
        .map(|(x, y)| land_rotation(seat) * vec2(x, y))
}

/// Returns a third of a circle between the ends of two fronts, bent towards the centre, as
/// `steps` + 1 points.
pub(super) fn arc(from: Vec2, to: Vec2, steps: u8) -> impl Iterator<Item = Vec2> {
    let (middle, chord) = ((from + to) / 2.0, from - to);
    let centre = middle + middle.normalized() * (chord.length() / (2.0 * 3.0_f32.sqrt()));
    let (a, b) = (from - centre, to - centre);
    let sweep = (a.x * b.y - a.y * b.x).signum() * TAU / 3.0;
    let point = move |i| centre + Rot2::from_angle(sweep * f32::from(i) / f32::from(steps)) * a;
    (0..=steps).map(point)
}

/// Returns the free corners of the card next to the bottom and top lands, clockwise from the
/// bottom left.
pub(super) fn corners(to_screen: impl Fn(Vec2) -> Pos2) -> [Rect; 4] {
    [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x_sign, y_sign)| {
        let point = |x: f32, y: f32| to_screen(vec2(x_sign * x, y_sign * y));
        Rect::from_two_pos(point(3.0, 7.1), point(7.2, 9.95))
    })
}
