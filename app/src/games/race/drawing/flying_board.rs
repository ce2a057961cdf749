//! The print of the Flying Chess board: a ribbon of waypoints around a cross, homes, safe paths.

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

struct Print<'a> {
    geometry: &'a BoardGeometry,
    theme: &'a Theme,
    look: &'a BoardLook,
}

/// Returns the whole print, from the paper up.
pub(super) fn print(geometry: &BoardGeometry, theme: &Theme, look: &BoardLook) -> Vec<Shape> {
    let print = Print { geometry, theme, look };
    let mut out = frame::paper(geometry.rect(), theme);
    print.ribbon(&mut out);
    for seat in BOARD.turn_order() {
        print.home(seat, &mut out);
        print.lane(seat, &mut out);
    }
    print.centre(&mut out);
    for square in 0..BOARD.track_len() {
        print.waypoint(square, &mut out);
    }
    for seat in BOARD.turn_order() {
        print.arrows(seat, &mut out);
    }
    out
}

impl Print<'_> {
    fn side(&self, seat: Seat) -> Color32 {
        self.look.printed(self.theme, seat)
    }

    /// Draws the ribbon under the waypoints, tinted by section, with rounded bends.
    fn ribbon(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let len = BOARD.track_len();
        let middle = |square: u8| g.cell_pos(Cell::Track { square: square % len });
        for grown in [0.055, 0.0] {
            for square in 0..len {
                let (before, here, after) =
                    (middle(square + len - 1), middle(square), middle(square + 1));
                let bend = (here - before) - (after - here);
                let size = Vec2::splat((1.0 + 2.0 * grown) * g.unit());
                let rect = Rect::from_center_size(here, size);
                let corner = bend_corner(bend, 0.5 * g.unit());
                let wash = mix(theme.paper, self.side(BOARD.colour(square)), 0.38);
                let colour = if grown > 0.0 { theme.line } else { wash };
                out.push(Shape::rect_filled(rect, corner, colour));
            }
        }
    }

    fn waypoint(&self, square: u8, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let seat = BOARD.colour(square);
        let (cell, side) = (Cell::Track { square }, self.side(seat));
        let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
        let start = BOARD.square(seat, 0) == Some(square);
        if start {
            out.push(Shape::circle_filled(pos, radius * 1.12, shade(side, 0.4)));
            out.push(Shape::circle_filled(pos, radius * 1.04, side));
            out.push(shapes::ring(pos, radius * 0.82, 0.035 * g.unit(), tint(side, 0.65)));
        } else {
            out.push(Shape::circle_filled(pos, radius, shade(side, 0.3)));
            out.push(Shape::circle_filled(pos, radius * 0.93, side));
            out.push(Shape::circle_filled(pos, radius * 0.74, theme.pad));
        }
    }

    fn lane(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, side) = (self.geometry, self.theme, self.side(seat));
        let quarter = BOARD.quarter(seat);
        let road = [(6.52, 7.0), (7.48, 7.0), (7.48, 13.48), (6.52, 13.48)];
        out.push(fill(g.polygon(quarter, &road), mix(theme.paper, side, 0.2)));
        for step in 1..=5 {
            let cell = Cell::Lane { seat, step };
            let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
            out.push(Shape::circle_filled(pos, radius, shade(side, 0.34)));
            out.push(Shape::circle_filled(pos, radius * 0.92, side));
            out.push(shapes::ring(pos, radius * 0.72, 0.03 * g.unit(), tint(side, 0.6)));
            let shield = shapes::star(pos, 5, radius * 0.46, radius * 0.2, -FRAC_PI_2);
            out.push(shapes::star_filled(pos, &shield, fade(tint(side, 0.75), 0.9)));
        }
    }

    fn home(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, side) = (self.geometry, self.theme, self.side(seat));
        let (quarter, unit) = (BOARD.quarter(seat), g.unit());
        let block = |inset: f32| {
            Rect::from_two_pos(
                g.turned(quarter, -0.5 + inset, 8.5 + inset),
                g.turned(quarter, 5.5 - inset, 14.5 - inset),
            )
        };
        out.push(Shape::rect_filled(block(0.3), 0.7 * unit, shade(side, 0.32)));
        out.push(Shape::rect_filled(block(0.34), 0.66 * unit, side));
        let keyline = (0.05 * unit, tint(side, 0.55));
        out.push(Shape::rect_stroke(block(0.52), 0.5 * unit, keyline, StrokeKind::Middle));
        let centre = block(0.0).center();
        for (x, y) in [(-1.9, -2.0), (1.9, -1.95), (-1.9, 2.0), (1.9, 2.0)] {
            shapes::cloud(centre + vec2(x, y) * unit, 0.95 * unit, tint(side, 0.28), out);
        }
        out.push(Shape::circle_filled(centre, 2.16 * unit, shade(side, 0.32)));
        out.push(Shape::circle_filled(centre, 2.1 * unit, theme.paper));
        out.push(shapes::ring(centre, 1.96 * unit, 0.035 * unit, mix(theme.paper, side, 0.7)));
        for slot in 0..PLANES as u8 {
            let cell = Cell::Hangar { seat, slot };
            let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
            frame::pad(pos, radius, side, theme, out);
            let look = PlaneLook::new(pos, radius * 1.38, g.cell_heading(cell), seat, slot + 1);
            out.extend(plane::printed(theme, &look, mix(theme.pad, side, 0.26)));
            let ink = frame::quiet_ink(theme, side);
            out.push(shapes::digit(slot + 1, pos, radius * 0.5, 0.17, ink));
        }
        out.push(fill(SideMark::of(seat).outline(centre, 0.42 * unit), side));
    }

    /// Draws the arrows where a colour starts, and where it turns into its safe path.
    fn arrows(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, side) = (self.geometry, self.theme, self.side(seat));
        let (quarter, unit) = (BOARD.quarter(seat), g.unit());
        let up = (f32::from(quarter) - 1.0) * FRAC_PI_2;
        let start = rounded(
            &shapes::arrow_head(g.turned(quarter, 6.0, 12.98), 0.46 * unit, up),
            0.05 * unit,
        );
        out.push(fill(start, theme.shine));
        let lane = shapes::arrow_head(g.turned(quarter, 7.0, 13.5), 0.3 * unit, up);
        out.push(shapes::grown(lane.clone(), 0.04 * unit, theme.shine));
        out.push(fill(lane, side));
        let door = shapes::arrow_head(g.turned(quarter, 5.36, 13.0), 0.5 * unit, up + FRAC_PI_2);
        let door = rounded(&door, 0.06 * unit);
        out.push(shapes::grown(door.clone(), 0.06 * unit, theme.shine));
        out.push(fill(door, side));
    }

    fn centre(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let unit = g.unit();
        let tips = [(7.0, 5.57), (8.43, 7.0), (7.0, 8.43), (5.57, 7.0)].map(|(x, y)| g.at(x, y));
        out.push(shapes::grown(tips.to_vec(), 0.04 * unit, theme.line));
        for seat in BOARD.turn_order() {
            let (cell, side) = (Cell::Centre { seat }, self.side(seat));
            let line = (0.03 * unit).max(0.7);
            out.push(outlined(g.cell_outline(cell), side, line, theme.line));
            frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, side, theme, out);
        }
        let star = shapes::star(g.at(7., 7.), 4, 0.34 * unit, 0.11 * unit, 0.0);
        out.push(shapes::star_filled(g.at(7., 7.), &star, theme.shine));
    }
}

/// Returns the corner radii of a ribbon cell: only the corner outside of a bend is round.
fn bend_corner(bend: Vec2, radius: f32) -> CornerRadius {
    let round = radius.min(255.0) as u8;
    let mut corner = CornerRadius::ZERO;
    if bend.x.abs() < 1.0 || bend.y.abs() < 1.0 {
        return corner;
    }
    match (bend.x > 0.0, bend.y > 0.0) {
        (false, false) => corner.nw = round,
        (true, false) => corner.ne = round,
        (true, true) => corner.se = round,
        (false, true) => corner.sw = round,
    }
    corner
}
