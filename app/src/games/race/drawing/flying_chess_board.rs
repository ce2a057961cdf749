//! The artwork of the Flying Chess board: the track around a cross, hangars, lanes and centre.

use std::f32::consts::FRAC_PI_2;

use egui::{Color32, CornerRadius, Rect, Shape, StrokeKind, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{Board, Cell, PLANES};

use crate::games::race::drawing::geometry::BoardGeometry;
use crate::games::race::drawing::{BoardLook, PlaneLook, plane};
use crate::ui::paint::shapes::{self, fill, outlined, rounded};
use crate::ui::paint::{SideMark, frame};
use crate::ui::theme::{Theme, fade, mix, shade, tint};

const BOARD: Board = Board::Flying;

/// One of the two drawing passes of the band below the track squares.
#[derive(Clone, Copy)]
enum BandPass {
    Outline,
    Fill,
}

/// The inputs of the drawing code.
struct FlyingArtwork<'a> {
    geometry: &'a BoardGeometry,
    theme: &'a Theme,
    look: &'a BoardLook,
}

/// Returns the artwork of the board, bottom layer first.
pub(super) fn artwork(geometry: &BoardGeometry, theme: &Theme, look: &BoardLook) -> Vec<Shape> {
    let artwork = FlyingArtwork { geometry, theme, look };
    let mut out = frame::paper(geometry.rect(), theme);
    artwork.track(&mut out);
    for seat in BOARD.turn_order() {
        artwork.hangar(seat, &mut out);
        artwork.lane(seat, &mut out);
    }
    artwork.centre(&mut out);
    for square in 0..BOARD.track_len() {
        artwork.square(square, &mut out);
    }
    for seat in BOARD.turn_order() {
        artwork.arrows(seat, &mut out);
    }
    out
}

impl FlyingArtwork<'_> {
    fn seat_colour(&self, seat: Seat) -> Color32 {
        self.look.seat_colour(self.theme, seat)
    }

    /// Draws the band under the squares of the track, tinted by section, with rounded bends.
    fn track(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let len = BOARD.track_len();
        let middle = |square: u8| g.cell_pos(Cell::Track { square: square % len });
        // The outline is a wider band below the fill.
        for (pass, margin) in [(BandPass::Outline, 0.055), (BandPass::Fill, 0.0)] {
            for square in 0..len {
                let (previous, current, next) =
                    (middle(square + len - 1), middle(square), middle(square + 1));
                let outward = (current - previous) - (next - current);
                let size = Vec2::splat((1.0 + 2.0 * margin) * g.unit());
                let rect = Rect::from_center_size(current, size);
                let corner = outer_corner(outward, 0.5 * g.unit());
                let colour = match pass {
                    BandPass::Outline => theme.line,
                    BandPass::Fill => {
                        mix(theme.paper, self.seat_colour(BOARD.seat_of_square(square)), 0.38)
                    }
                };
                out.push(Shape::rect_filled(rect, corner, colour));
            }
        }
    }

    fn square(&self, square: u8, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let seat = BOARD.seat_of_square(square);
        let (cell, colour) = (Cell::Track { square }, self.seat_colour(seat));
        let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
        let is_start = BOARD.square(seat, 0) == Some(square);
        if is_start {
            out.push(Shape::circle_filled(pos, radius * 1.12, shade(colour, 0.4)));
            out.push(Shape::circle_filled(pos, radius * 1.04, colour));
            out.push(shapes::ring(pos, radius * 0.82, 0.035 * g.unit(), tint(colour, 0.65)));
        } else {
            out.push(Shape::circle_filled(pos, radius, shade(colour, 0.3)));
            out.push(Shape::circle_filled(pos, radius * 0.93, colour));
            out.push(Shape::circle_filled(pos, radius * 0.74, theme.pad));
        }
    }

    fn lane(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let quarter = BOARD.quarter(seat);
        let lane = [(6.52, 7.0), (7.48, 7.0), (7.48, 13.48), (6.52, 13.48)];
        out.push(fill(g.polygon(quarter, &lane), mix(theme.paper, colour, 0.2)));
        for step in 1..=5 {
            let cell = Cell::Lane { seat, step };
            let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
            out.push(Shape::circle_filled(pos, radius, shade(colour, 0.34)));
            out.push(Shape::circle_filled(pos, radius * 0.92, colour));
            out.push(shapes::ring(pos, radius * 0.72, 0.03 * g.unit(), tint(colour, 0.6)));
            let star = shapes::star(pos, 5, radius * 0.46, radius * 0.2, -FRAC_PI_2);
            out.push(shapes::star_filled(pos, &star, fade(tint(colour, 0.75), 0.9)));
        }
    }

    fn hangar(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let (quarter, unit) = (BOARD.quarter(seat), g.unit());
        let block = |inset: f32| {
            Rect::from_two_pos(
                g.quarter_to_screen(quarter, -0.5 + inset, 8.5 + inset),
                g.quarter_to_screen(quarter, 5.5 - inset, 14.5 - inset),
            )
        };
        out.push(Shape::rect_filled(block(0.3), 0.7 * unit, shade(colour, 0.32)));
        out.push(Shape::rect_filled(block(0.34), 0.66 * unit, colour));
        let keyline = (0.05 * unit, tint(colour, 0.55));
        out.push(Shape::rect_stroke(block(0.52), 0.5 * unit, keyline, StrokeKind::Middle));
        let middle = block(0.0).center();
        for (x, y) in [(-1.9, -2.0), (1.9, -1.95), (-1.9, 2.0), (1.9, 2.0)] {
            shapes::cloud(middle + vec2(x, y) * unit, 0.95 * unit, tint(colour, 0.28), out);
        }
        out.push(Shape::circle_filled(middle, 2.16 * unit, shade(colour, 0.32)));
        out.push(Shape::circle_filled(middle, 2.1 * unit, theme.paper));
        out.push(shapes::ring(middle, 1.96 * unit, 0.035 * unit, mix(theme.paper, colour, 0.7)));
        for slot in 0..PLANES as u8 {
            let cell = Cell::Hangar { seat, slot };
            let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
            frame::pad(pos, radius, colour, theme, out);
            let look = PlaneLook::new(pos, radius * 1.38, g.cell_heading(cell), seat, slot + 1);
            out.extend(plane::flat_plane(theme, &look, mix(theme.pad, colour, 0.26)));
            let ink = frame::quiet_ink(theme, colour);
            out.push(shapes::digit(slot + 1, pos, radius * 0.5, 0.17, ink));
        }
        out.push(fill(SideMark::of(seat).outline(middle, 0.42 * unit), colour));
    }

    /// Draws the arrows of a seat: on its start square, in front of its lane, and at the exit
    /// of its hangar.
    fn arrows(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let (quarter, unit) = (BOARD.quarter(seat), g.unit());
        let up = (f32::from(quarter) - 1.0) * FRAC_PI_2;
        let on_start = rounded(
            &shapes::arrow_head(g.quarter_to_screen(quarter, 6.0, 12.98), 0.46 * unit, up),
            0.05 * unit,
        );
        out.push(fill(on_start, theme.shine));
        let into_lane = shapes::arrow_head(g.quarter_to_screen(quarter, 7.0, 13.5), 0.3 * unit, up);
        out.push(shapes::grown(into_lane.clone(), 0.04 * unit, theme.shine));
        out.push(fill(into_lane, colour));
        let from_hangar = shapes::arrow_head(
            g.quarter_to_screen(quarter, 5.36, 13.0),
            0.5 * unit,
            up + FRAC_PI_2,
        );
        let from_hangar = rounded(&from_hangar, 0.06 * unit);
        out.push(shapes::grown(from_hangar.clone(), 0.06 * unit, theme.shine));
        out.push(fill(from_hangar, colour));
    }

    fn centre(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let unit = g.unit();
        let tips =
            [(7.0, 5.57), (8.43, 7.0), (7.0, 8.43), (5.57, 7.0)].map(|(x, y)| g.to_screen(x, y));
        out.push(shapes::grown(tips.to_vec(), 0.04 * unit, theme.line));
        for seat in BOARD.turn_order() {
            let (cell, colour) = (Cell::Centre { seat }, self.seat_colour(seat));
            let line = (0.03 * unit).max(0.7);
            out.push(outlined(g.cell_outline(cell), colour, line, theme.line));
            frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, colour, theme, out);
        }
        let star = shapes::star(g.to_screen(7., 7.), 4, 0.34 * unit, 0.11 * unit, 0.0);
        out.push(shapes::star_filled(g.to_screen(7., 7.), &star, theme.shine));
    }
}

/// Returns the corner radii of the band under one square. Only the outer corner of a bend is round.
///
/// `outward` points to the outer corner of a bend. On a straight part it is zero.
fn outer_corner(outward: Vec2, radius: f32) -> CornerRadius {
    let radius = radius.min(255.0) as u8;
    let mut corners = CornerRadius::ZERO;
    let is_straight = outward.x.abs() < 1.0 || outward.y.abs() < 1.0;
    if is_straight {
        return corners;
    }
    match (outward.x > 0.0, outward.y > 0.0) {
        (false, false) => corners.nw = radius,
        (true, false) => corners.ne = radius,
        (true, true) => corners.se = radius,
        (false, true) => corners.sw = radius,
    }
    corners
}
