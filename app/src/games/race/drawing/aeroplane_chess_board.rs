//! The artwork of the Aeroplane Chess board: hangars, aprons, the ring of squares, flights, lanes.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use egui::{Color32, Rect, Shape, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{Board, Cell, PLANES};

use crate::games::race::drawing::BoardLook;
use crate::games::race::drawing::geometry::BoardGeometry;
use crate::ui::paint::shapes::{self, fill, outlined, rounded};
use crate::ui::paint::{SideMark, frame};
use crate::ui::theme::{Theme, fade, mix, shade, tint};

/// The clouds over Red's quarter: x, y and width, in board units.
const CLOUDS: [(f32, f32, f32); 3] = [(13.9, 25.4, 2.3), (20.3, 27.7, 2.7), (12.9, 20.5, 1.7)];

/// The inputs of the drawing code.
struct AeroplaneArtwork<'a> {
    geometry: &'a BoardGeometry,
    theme: &'a Theme,
    look: &'a BoardLook,
    line_width: f32,
}

/// Returns the artwork of the board, bottom layer first.
pub(super) fn artwork(geometry: &BoardGeometry, theme: &Theme, look: &BoardLook) -> Vec<Shape> {
    let line_width = (0.07 * geometry.unit()).max(0.7);
    let artwork = AeroplaneArtwork { geometry, theme, look, line_width };
    let mut out = frame::paper(geometry.rect(), theme);
    artwork.sky(&mut out);
    for seat in Board::Aeroplane.turn_order() {
        artwork.flight(seat, &mut out);
    }
    for seat in Board::Aeroplane.turn_order() {
        artwork.hangar(seat, &mut out);
        artwork.apron(seat, &mut out);
        artwork.lane(seat, &mut out);
    }
    for square in 0..Board::Aeroplane.track_len() {
        artwork.square(square, &mut out);
    }
    for seat in Board::Aeroplane.turn_order() {
        artwork.arrows(seat, &mut out);
    }
    artwork.centre(&mut out);
    out
}

impl AeroplaneArtwork<'_> {
    fn seat_colour(&self, seat: Seat) -> Color32 {
        self.look.seat_colour(self.theme, seat)
    }

    fn sky(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        for (a, b) in [((12., 4.), (22., 30.)), ((4., 12.), (30., 22.))] {
            let rect = Rect::from_two_pos(g.to_screen(a.0, a.1), g.to_screen(b.0, b.1));
            out.push(Shape::rect_filled(rect, 0.0, theme.sky));
        }
        for quarter in 0..4 {
            for (x, y, width) in CLOUDS {
                let pos = g.quarter_to_screen(quarter, x, y);
                shapes::cloud(pos, width * g.unit(), theme.cloud, out);
            }
        }
    }

    /// Draws the dashed line of a seat's flight from progress 18 to progress 30, with planes on it.
    fn flight(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, colour) = (self.geometry, self.seat_colour(seat));
        let (quarter, unit) = (Board::Aeroplane.quarter(seat), g.unit());
        let heading = f32::from(quarter) * FRAC_PI_2;
        // Red's flight runs to the right along y = 9. The others are rotated copies of it.
        let point = |x: f32| g.quarter_to_screen(quarter, x, 9.0);
        let road = fade(mix(self.theme.cloud, colour, 0.25), 0.9);
        out.push(Shape::line_segment([point(11.6), point(22.2)], (0.9 * unit, road)));
        for i in 0..16 {
            let x = 12.4 + 0.6 * i as f32;
            out.push(Shape::line_segment([point(x), point(x + 0.34)], (0.2 * unit, colour)));
        }
        for x in [14.2, 19.9] {
            let look = super::PlaneLook::new(point(x), 1.35 * unit, heading, seat, 1);
            out.extend(super::plane::flat_plane(self.theme, &look, colour));
        }
        out.push(fill(shapes::arrow_head(point(21.75), 0.95 * unit, heading), colour));
    }

    fn hangar(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let quarter = Board::Aeroplane.quarter(seat);
        let block = |inset: f32| {
            let (low, high) = (inset, 8.0 - inset);
            Rect::from_two_pos(
                g.quarter_to_screen(quarter, low, 26.0 + inset),
                g.quarter_to_screen(quarter, high, 34.0 - inset),
            )
        };
        let unit = g.unit();
        out.push(Shape::rect_filled(block(0.32), 1.1 * unit, shade(colour, 0.3)));
        out.push(Shape::rect_filled(block(0.32 + 0.07), 1.05 * unit, colour));
        let keyline = (0.09 * unit, tint(colour, 0.55));
        out.push(Shape::rect_stroke(block(0.68), 0.8 * unit, keyline, egui::StrokeKind::Middle));
        for slot in 0..PLANES as u8 {
            let cell = Cell::Hangar { seat, slot };
            let (pos, radius) = (g.cell_pos(cell), g.cell_size(cell) / 2.0);
            frame::pad(pos, radius, colour, theme, out);
            let heading = g.cell_heading(cell);
            let look = super::PlaneLook::new(pos, radius * 1.38, heading, seat, slot + 1);
            out.extend(super::plane::flat_plane(theme, &look, mix(theme.pad, colour, 0.26)));
            out.push(shapes::digit(
                slot + 1,
                pos,
                radius * 0.5,
                0.17,
                frame::quiet_ink(theme, colour),
            ));
        }
        let mark = SideMark::of(seat).outline(block(0.0).center(), 0.62 * unit);
        out.push(fill(mark, tint(colour, 0.7)));
    }

    fn apron(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let cell = Cell::Apron { seat };
        let ground = mix(theme.paper, colour, 0.45);
        out.push(outlined(g.cell_outline(cell), ground, self.line_width, theme.line));
        frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, colour, theme, out);
        // The triangle at the opposite corner of the hangar is decoration.
        let quarter = Board::Aeroplane.quarter(seat);
        let decoration = g.polygon(quarter, &[(0., 26.), (0., 22.), (4., 26.)]);
        out.push(outlined(decoration, ground, self.line_width, theme.line));
        let centre = g.quarter_to_screen(quarter, 1.17, 24.83);
        let star = shapes::star(centre, 4, 0.85 * g.unit(), 0.24 * g.unit(), 0.0);
        out.push(shapes::star_filled(centre, &star, colour));
    }

    fn square(&self, square: u8, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let cell = Cell::Track { square };
        let colour = self.seat_colour(Board::Aeroplane.seat_of_square(square));
        out.push(outlined(g.cell_outline(cell), colour, self.line_width, theme.line));
        let inner = inset(g, cell, 0.16);
        out.push(shapes::loop_line(inner, 0.07 * g.unit(), fade(tint(colour, 0.6), 0.75)));
        frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, colour, theme, out);
    }

    fn lane(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        for step in 1..=5 {
            let cell = Cell::Lane { seat, step };
            out.push(outlined(g.cell_outline(cell), colour, self.line_width, theme.line));
            frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, colour, theme, out);
        }
    }

    /// Draws three arrows: from the hangar to the apron, from the apron to the track, and from the
    /// track into the lane.
    fn arrows(&self, seat: Seat, out: &mut Vec<Shape>) {
        let (g, theme, colour) = (self.geometry, self.theme, self.seat_colour(seat));
        let quarter = Board::Aeroplane.quarter(seat);
        let rotation = f32::from(quarter) * FRAC_PI_2;
        let arrows = [(7.96, 32.83, 0.0), (10.02, 31.98, -FRAC_PI_4), (17.0, 30.42, -FRAC_PI_2)];
        for (i, (x, y, angle)) in arrows.into_iter().enumerate() {
            let size = [0.85, 0.7, 0.8][i] * g.unit();
            let centre = g.quarter_to_screen(quarter, x, y);
            let head = shapes::arrow_head(centre, size, rotation + angle);
            let head = rounded(&head, 0.12 * g.unit());
            let (body, edge) = if i == 2 { (theme.shine, colour) } else { (colour, theme.shine) };
            out.push(shapes::grown(head.clone(), 0.16 * g.unit(), edge));
            out.push(fill(head, body));
        }
    }

    fn centre(&self, out: &mut Vec<Shape>) {
        let (g, theme) = (self.geometry, self.theme);
        let rect = Rect::from_center_size(g.to_screen(17., 17.), Vec2::splat(6.0 * g.unit()));
        for seat in Board::Aeroplane.turn_order() {
            let (cell, colour) = (Cell::Centre { seat }, self.seat_colour(seat));
            out.push(outlined(g.cell_outline(cell), colour, self.line_width, theme.line));
            frame::pad(g.cell_pos(cell), g.cell_size(cell) / 2.0, colour, theme, out);
            let star =
                shapes::star(g.cell_pos(cell), 5, 0.62 * g.unit(), 0.27 * g.unit(), -FRAC_PI_2);
            out.push(shapes::star_filled(g.cell_pos(cell), &star, mix(theme.pad, colour, 0.6)));
        }
        let stroke = (1.6 * self.line_width, theme.line);
        out.push(Shape::rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Middle));
        let star = shapes::star(g.to_screen(17., 17.), 4, 0.95 * g.unit(), 0.3 * g.unit(), 0.0);
        out.push(shapes::star_filled(g.to_screen(17., 17.), &star, theme.shine));
    }
}

/// Returns the outline of a cell, moved inwards by `distance` board units.
fn inset(g: &BoardGeometry, cell: Cell, distance: f32) -> Vec<egui::Pos2> {
    let outline = g.cell_outline(cell);
    let is_triangle = outline.len() == 3;
    let middle = if is_triangle { g.cell_pos(cell) } else { Rect::from_points(&outline).center() };
    // The middle of a triangle is close to the centre of its incircle, so scaling around it keeps
    // the rim roughly even.
    let inradius = 1.17 * g.unit();
    outline
        .into_iter()
        .map(|corner| {
            let offset = corner - middle;
            if is_triangle {
                middle + offset * (1.0 - distance * g.unit() / inradius)
            } else {
                middle + offset - vec2(offset.x.signum(), offset.y.signum()) * distance * g.unit()
            }
        })
        .collect()
}
