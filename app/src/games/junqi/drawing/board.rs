//! The printed boards of Junqi: card, lands, centre, rails, roads and cells.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use egui::epaint::{Mesh, StrokeKind};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{BoardKind, Cell, CellKind};

use crate::games::junqi::drawing::geometry::{JunqiGeometry, along};
use crate::ui::fonts::brush_font;
use crate::ui::paint::{CachedShapes, frame, shapes};
use crate::ui::theme::{Theme, fade, mix, shade, tint};

/// A printed board of Junqi, cached between frames.
#[derive(Clone, Debug, Default)]
pub struct JunqiPicture(CachedShapes<(JunqiGeometry, Theme)>);

impl JunqiPicture {
    /// Paints the board. Its shapes are made again only after a change of size or theme. `words`
    /// are the names printed on it: front, mountain, headquarters, camp.
    pub fn paint(
        &mut self,
        painter: &Painter,
        geometry: &JunqiGeometry,
        theme: &Theme,
        words: [&str; 4],
    ) {
        let key = (geometry.clone(), theme.clone());
        self.0.paint(painter, key, |(geometry, theme)| board_shapes(geometry, theme));
        paint_words(painter, geometry, theme, words);
    }
}

/// Paints the names of the places and the title on the board, faintly.
fn paint_words(painter: &Painter, g: &JunqiGeometry, theme: &Theme, words: [&str; 4]) {
    let size = g.piece_side();
    if size < 15.0 {
        return;
    }
    let [front, mountain, headquarters, camp] = words;
    let ink = fade(theme.ink, 0.62);
    let cell_ink = |cell: Cell| match cell.land() {
        Some(land) => fade(mix(theme.on_paper(theme.army(land)), theme.ink, 0.2), 0.8),
        None => ink,
    };
    for cell in g.board().camps().iter() {
        paint_fitted(painter, g.cell_pos(cell), camp, size * 0.37, size * 0.84, cell_ink(cell));
    }
    for cell in g.board().headquarters().iter() {
        let width = g.piece_size().x * 0.86;
        paint_fitted(painter, g.cell_pos(cell), headquarters, size * 0.4, width, cell_ink(cell));
    }
    if g.board().kind() == BoardKind::Two {
        for x in [-2.0, 0.0, 2.0] {
            paint_fitted(
                painter,
                g.to_screen(vec2(x, 0.0)),
                front,
                size * 0.33,
                g.step().x * 0.5,
                ink,
            );
        }
        for x in [-1.0, 1.0] {
            // Below the mountain in every orientation of the board.
            let pos = g.to_screen(vec2(x, 0.0)) + vec2(0.0, g.step().y * 0.37);
            paint_fitted(painter, pos, mountain, size * 0.37, g.step().x * 0.8, ink);
        }
    }
    let title = match g.board().kind() {
        BoardKind::Two => return,
        BoardKind::Four => ["四", "国", "军", "棋"],
        BoardKind::Three => ["三", "国", "军", "棋"],
        BoardKind::Six => ["六", "国", "大", "战"],
    };
    // Corners go clockwise from the bottom left. The title is read in columns from top to bottom,
    // the right column first.
    const READING_ORDER: [usize; 4] = [2, 3, 1, 0];
    let corners = g.corners();
    for (corner, character) in READING_ORDER.into_iter().zip(title) {
        let rect: Rect = corners[corner];
        // Only multiples of 16, because the glyph atlas keeps the characters of every size.
        let font_size = (rect.size().min_elem() * 0.5 / 16.0).round() * 16.0;
        let ink = fade(mix(theme.paper, theme.accent, 0.8), 0.16);
        let font = brush_font(font_size);
        painter.text(rect.center(), Align2::CENTER_CENTER, character, font, ink);
    }
}

/// Writes a word in the given size, or smaller if it is wider than `width`.
fn paint_fitted(painter: &Painter, pos: Pos2, text: &str, size: f32, width: f32, ink: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), brush_font(size), ink);
    let full_width = galley.size().x;
    let galley = if full_width > width {
        painter.layout_no_wrap(text.to_owned(), brush_font(size * width / full_width), ink)
    } else {
        galley
    };
    painter.galley(pos - galley.size() / 2.0, galley, ink);
}

/// Returns the shapes of a printed board.
pub fn board_shapes(g: &JunqiGeometry, theme: &Theme) -> Vec<Shape> {
    let mut out = frame::paper(g.card(), theme);
    let kind = g.board().kind();
    match kind {
        BoardKind::Two => river(g, theme, &mut out),
        BoardKind::Six => hexagonal_lake(g, theme, &mut out),
        _ => lake(g, theme, &mut out),
    }
    g.corners().into_iter().for_each(|rect| corner(rect, g, theme, &mut out));
    if kind == BoardKind::Three {
        unused_land(g, Seat::new(3), theme, &mut out);
    }
    for land in kind.lands().iter() {
        army_land(g, land, theme, &mut out);
    }
    let road = Stroke::new((g.piece_side() * 0.04).max(0.9), mix(theme.paper, theme.ink, 0.5));
    for (a, b) in g.board().roads() {
        out.push(Shape::line_segment([g.cell_pos(*a), g.cell_pos(*b)], road));
    }
    for (a, b) in g.board().rails() {
        rail(&g.points(&[*a, *b]), g.piece_side(), theme, &mut out);
    }
    if kind == BoardKind::Two {
        [-1.0, 1.0].into_iter().for_each(|x| mountain(g, x, theme, &mut out));
        [-2.0, 0.0, 2.0].into_iter().for_each(|x| name_plate(g, x, theme, &mut out));
    }
    for cell in g.board().cells().iter() {
        cell_print(g, cell, theme, &mut out);
    }
    out
}

/// Draws the land of an army, faintly in its colour.
fn army_land(g: &JunqiGeometry, land: Seat, theme: &Theme, out: &mut Vec<Shape>) {
    let (radius, army) = (g.piece_side() * 0.3, theme.army(land));
    let line = Stroke::new((g.piece_side() * 0.025).max(0.8), mix(theme.paper, army, 0.38));
    let outline = g.outline(land);
    if g.board().kind() == BoardKind::Six {
        let inner = outline.map(|point| point.lerp(middle(&outline), 0.02));
        let fill = mix(theme.paper, army, 0.13);
        out.push(shapes::fill(shapes::rounded(&outline, radius), fill));
        out.push(shapes::loop_line(shapes::rounded(&inner, radius * 0.8), line.width, line.color));
        return;
    }
    let rect = Rect::from_points(&outline);
    out.push(Shape::rect_filled(rect, radius, mix(theme.paper, army, 0.13)));
    out.push(Shape::rect_stroke(
        rect.shrink(g.piece_side() * 0.07),
        radius * 0.8,
        line,
        StrokeKind::Middle,
    ));
}

/// Draws the land of a seat that does not play, in faded lines.
fn unused_land(g: &JunqiGeometry, land: Seat, theme: &Theme, out: &mut Vec<Shape>) {
    let faded = mix(theme.paper, theme.ink, 0.09);
    let land_rect = Rect::from_points(&g.outline(land));
    out.push(Shape::rect_filled(
        land_rect,
        g.piece_side() * 0.3,
        mix(theme.paper, theme.ink, 0.03),
    ));
    let line = Stroke::new((g.piece_side() * 0.04).max(0.9), faded);
    for i in 0..30 {
        let cell = Cell::of(land, i / 5 + 1, i % 5 + 1);
        let pos = g.cell_pos(cell);
        out.push(match BoardKind::cell_kind(cell) {
            CellKind::Camp => shapes::ring(pos, g.piece_side() * 0.5, line.width, faded),
            _ => {
                let rect = Rect::from_center_size(pos, g.piece_size() * 0.8);
                Shape::rect_stroke(rect, g.piece_side() * 0.1, line, StrokeKind::Inside)
            }
        });
    }
}

/// Draws the centre of the boards for three and four armies: a lake between the rails.
fn lake(g: &JunqiGeometry, theme: &Theme, out: &mut Vec<Shape>) {
    let rails = Rect::from_two_pos(g.to_screen(vec2(-2.0, -2.0)), g.to_screen(vec2(2.0, 2.0)));
    let rect = rails.expand2(g.step() * 0.5);
    out.push(Shape::rect_filled(rect, g.piece_side() * 0.4, water(theme)));
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let middle = g.to_screen(vec2(x, y));
        for (i, (dx, dy)) in [(-0.1, -0.3), (0.16, 0.02), (-0.04, 0.33)].into_iter().enumerate() {
            let width = g.step().x * [0.66, 0.86, 0.5][i];
            ripple(middle + vec2(dx, dy) * g.step(), width, g.piece_side(), theme, out);
        }
    }
}

/// Draws the centre of the board for six: a lake with six shores.
fn hexagonal_lake(g: &JunqiGeometry, theme: &Theme, out: &mut Vec<Shape>) {
    let spoke =
        |k: u8, distance: f32| g.to_screen(Vec2::angled(TAU * f32::from(k) / 6.0) * distance);
    let corners: Vec<Pos2> = (0..6).map(|k| spoke(k, 4.62)).collect();
    out.push(shapes::fill(shapes::rounded(&corners, g.piece_side() * 0.6), water(theme)));
    for k in 0..6 {
        // Halfway from the centre to a corner of the lake.
        let middle = spoke(k, 2.35);
        for (i, (dx, dy)) in [(-0.1, -0.42), (0.16, 0.02), (-0.04, 0.44)].into_iter().enumerate() {
            let width = g.step().x * [0.7, 0.95, 0.55][i];
            ripple(middle + vec2(dx, dy) * g.step(), width, g.piece_side(), theme, out);
        }
    }
}

/// Returns the middle of a quadrilateral.
fn middle(points: &[Pos2; 4]) -> Pos2 {
    points[0].lerp(points[2], 0.5)
}

/// Returns the colour of water.
fn water(theme: &Theme) -> Color32 {
    mix(theme.paper, theme.sky, 0.85)
}

/// Draws a short wave of this width. `size` is the shorter side of a piece.
fn ripple(middle: Pos2, width: f32, size: f32, theme: &Theme, out: &mut Vec<Shape>) {
    let segments = 18;
    let points = (0..=segments)
        .map(|i| {
            let t = i as f32 / segments as f32;
            middle + vec2((t - 0.5) * width, size * 0.055 * (t * TAU * 2.0).sin())
        })
        .collect();
    let line = if theme.is_dark() { tint(theme.sky, 0.2) } else { shade(theme.sky, 0.2) };
    out.push(Shape::line(points, Stroke::new((size * 0.035).max(0.8), fade(line, 0.6))));
}

/// Draws the ornament of a free corner of the board: a double frame with notched corners.
fn corner(rect: Rect, g: &JunqiGeometry, theme: &Theme, out: &mut Vec<Shape>) {
    let (rect, notch) = (rect.shrink2(g.step() * 0.35), g.piece_side() * 0.5);
    let line = mix(theme.paper, theme.accent, 0.3);
    for (inset, width) in [(0.0, 0.05), (0.14, 0.025)] {
        let frame = rect.shrink(g.piece_side() * inset);
        // Each corner has a quarter of a circle cut out.
        let mut points = Vec::new();
        let corners =
            [frame.left_top(), frame.right_top(), frame.right_bottom(), frame.left_bottom()];
        for (i, corner) in corners.into_iter().enumerate() {
            let start = FRAC_PI_2 * (i as f32 + 1.0);
            points.extend(
                (0..=6).map(|k| corner + Vec2::angled(start - FRAC_PI_2 * k as f32 / 6.0) * notch),
            );
        }
        out.push(shapes::loop_line(points, (g.piece_side() * width).max(0.8), line));
    }
}

/// Draws the front between two armies: a river that fades into mist.
fn river(g: &JunqiGeometry, theme: &Theme, out: &mut Vec<Shape>) {
    let inset = g.card().width().max(g.card().height()) * 0.02;
    let (left, right) = (g.card().left() + inset, g.card().right() - inset);
    let (centre_y, step) = (g.card().center().y, g.step());
    let (bed, clear) = (water(theme), fade(water(theme), 0.0));
    // A strip of columns with four vertices each: the two edges of the mist and of the water.
    let mut mesh = Mesh::default();
    let segments = 48;
    for i in 0..=segments {
        let x = left + (right - left) * i as f32 / segments as f32;
        let wave = step.y * 0.05 * (i as f32 * 0.55).sin();
        for (share, colour) in [(-0.66, clear), (-0.46, bed), (0.46, bed), (0.66, clear)] {
            mesh.colored_vertex(pos2(x, centre_y + step.y * share + wave), colour);
        }
    }
    for i in 0..segments {
        for row in 0..3 {
            let vertex = 4 * i + row;
            mesh.add_triangle(vertex, vertex + 1, vertex + 4);
            mesh.add_triangle(vertex + 1, vertex + 5, vertex + 4);
        }
    }
    out.push(Shape::mesh(mesh));
    for i in 0..9_u8 {
        let (x, y) = (f32::from(i) * 0.55 - 2.2, [-0.26, 0.06, 0.3][usize::from(i % 3)]);
        let width = step.x * [0.34, 0.5, 0.42][usize::from(i % 3)];
        ripple(g.to_screen(Vec2::ZERO) + vec2(x, y) * step, width, g.piece_side(), theme, out);
    }
}

/// Draws a plate for a name, on a rail over the river.
fn name_plate(g: &JunqiGeometry, x: f32, theme: &Theme, out: &mut Vec<Shape>) {
    let size = vec2(g.step().x * 0.56, g.piece_side() * 0.5)
        .min(Vec2::new(g.piece_side() * 1.1, f32::MAX));
    let rect = Rect::from_center_size(g.to_screen(vec2(x, 0.0)), size);
    let line = Stroke::new((g.piece_side() * 0.035).max(0.9), mix(theme.paper, theme.ink, 0.6));
    out.push(Shape::rect_filled(rect, size.y * 0.3, theme.pad));
    out.push(Shape::rect_stroke(rect, size.y * 0.3, line, StrokeKind::Inside));
}

/// The peaks of a mountain in drawing order: offset, height and half width, as shares of the
/// mountain's size, and nearness, from 0 (far) to 1 (near).
const PEAKS: [(f32, f32, f32, f32); 5] = [
    (-0.34, 0.78, 0.34, 0.35),
    (0.38, 0.7, 0.36, 0.25),
    (0.04, 1.0, 0.42, 0.75),
    (-0.62, 0.46, 0.34, 0.9),
    (0.66, 0.42, 0.32, 1.0),
];

/// Draws the mountain that blocks a column between the armies: overlapping peaks with mist at their
/// feet.
fn mountain(g: &JunqiGeometry, x: f32, theme: &Theme, out: &mut Vec<Shape>) {
    let unit = vec2(g.step().x * 0.46, g.step().y * 0.86).min(Vec2::splat(g.step().y * 1.1));
    let foot = g.to_screen(vec2(x, 0.0)) + vec2(0.0, g.step().y * 0.3);
    for (offset, height, half_width, nearness) in PEAKS {
        let rock = mix(water(theme), theme.rock, 0.45 + 0.55 * nearness);
        let base = foot + vec2(offset * unit.x, 0.0);
        let peak = base - vec2(0.0, height * unit.y);
        let side = vec2(half_width * unit.x, 0.0);
        // The ridge runs down towards the right; light comes from the left.
        let ridge = base + side * 0.22;
        let (lit, dark) = (tint(rock, 0.16), shade(rock, 0.12));
        out.push(shapes::fill(vec![peak, base + side, ridge, base - side], lit));
        out.push(shapes::fill(vec![peak, base + side, ridge], dark));
        // High peaks have snow, with a jagged lower edge.
        if height > 0.6 {
            let towards = |end: Pos2, t: f32| peak.lerp(end, t);
            let (left, right) = (base - side, base + side);
            let snow = mix(rock, theme.shine, 0.82);
            let lit_snow = vec![
                peak,
                towards(ridge, 0.2),
                towards(ridge.lerp(left, 0.5), 0.34),
                towards(left, 0.26),
            ];
            let dark_snow = vec![
                peak,
                towards(right, 0.3),
                towards(ridge.lerp(right, 0.5), 0.24),
                towards(ridge, 0.2),
            ];
            out.push(shapes::fill(lit_snow, snow));
            out.push(shapes::fill(dark_snow, mix(snow, rock, 0.3)));
        }
    }
    let mist = vec2(unit.x * 1.25, g.step().y * 0.24);
    out.push(shapes::glow(foot + vec2(0.0, g.step().y * 0.04), mist, fade(water(theme), 0.95)));
}

/// Draws a railway as maps do: a line in nearly the colour of ink, with dashes in nearly the colour
/// of paper. `size` is the shorter side of a piece.
fn rail(points: &[Pos2], size: f32, theme: &Theme, out: &mut Vec<Shape>) {
    let width = (size * 0.17).max(2.4);
    out.push(Shape::line(points.to_vec(), Stroke::new(width, mix(theme.paper, theme.ink, 0.85))));
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let dashes = ((length / (size * 0.4)).round() as usize).max(2);
    let dash_stroke = Stroke::new(width * 0.54, mix(theme.paper, theme.shine, 0.15));
    for k in 0..dashes {
        let (from, to) = ((k as f32 + 0.24) / dashes as f32, (k as f32 + 0.76) / dashes as f32);
        let mut dash = vec![along(points, from), along(points, to)];
        if points.len() > 2 {
            dash.insert(1, along(points, (from + to) / 2.0));
        }
        out.push(Shape::line(dash, dash_stroke));
    }
}

/// Draws a station, camp, headquarters or cell of the centre.
fn cell_print(g: &JunqiGeometry, cell: Cell, theme: &Theme, out: &mut Vec<Shape>) {
    let (pos, tile, size) = (g.cell_pos(cell), g.piece_size(), g.piece_side());
    let army = cell.land().map(|land| theme.army(land));
    let fill = army.map_or(theme.pad, |army| mix(theme.pad, army, 0.05));
    let ink = army
        .map_or(mix(theme.paper, theme.ink, 0.7), |army| mix(theme.on_paper(army), theme.ink, 0.2));
    let line_width = (size * 0.045).max(1.0);
    match BoardKind::cell_kind(cell) {
        CellKind::Camp => {
            out.push(Shape::circle_filled(pos, size * 0.62, fill));
            out.push(shapes::ring(pos, size * 0.6, line_width * 1.4, ink));
            out.push(shapes::ring(pos, size * 0.51, line_width * 0.7, ink));
        }
        CellKind::Headquarters => {
            // The flat side of the arch faces the army's back. The round side faces the front.
            let land = cell.land().unwrap_or(Seat::new(0));
            let ahead = g.cell_pos(Cell::of(land, 5, cell.column())) - pos;
            let fill = army.map_or(fill, |army| mix(theme.pad, army, 0.2));
            let outer = arch(pos, tile * 0.5 + Vec2::splat(size * 0.08), ahead.normalized());
            let inner = arch(pos, tile * 0.5 - Vec2::splat(size * 0.005), ahead.normalized());
            out.push(shapes::outlined(outer, fill, line_width * 1.6, ink));
            out.push(shapes::loop_line(inner, line_width * 0.7, ink));
        }
        CellKind::Station | CellKind::Centre => {
            // Rounded by hand, because the tessellator is imprecise at the corners of rectangles.
            let rect = Rect::from_center_size(pos, tile * 0.84).shrink(line_width / 2.0);
            let corners = match g.board().kind() {
                BoardKind::Six => g.rotated_rect(cell, Vec2::splat(0.31)),
                _ => [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()],
            };
            let points = shapes::rounded(&corners, size * 0.12);
            out.push(shapes::outlined(points, fill, line_width, mix(fill, ink, 0.8)));
        }
    }
}

/// Returns an arch around a rectangle, rounded towards `ahead`. `half` is half the size of the
/// rectangle.
fn arch(pos: Pos2, half: Vec2, ahead: Vec2) -> Vec<Pos2> {
    let across = ahead.rot90();
    let half_width = (half * across).length();
    let half_length = (half * ahead).length();
    let point = |u: f32, v: f32| pos + across * u + ahead * v;
    let shoulder = 0.28 * half_length;
    let mut points = vec![point(half_width, -half_length), point(-half_width, -half_length)];
    points.extend((0..=14).map(|i| {
        let (sin, cos) = (PI * f32::from(i as u8) / 14.0).sin_cos();
        point(-half_width * cos, shoulder + (half_length * 1.1 - shoulder) * sin)
    }));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::junqi::drawing::geometry::tests::boards;
    use crate::model::settings::ThemeName;
    use crate::ui::paint::mesh;

    #[test]
    fn board_shapes_stay_near_their_card_in_every_theme() {
        for (g, name) in boards().zip(ThemeName::ALL.into_iter().cycle()) {
            let mesh = mesh(board_shapes(&g, &Theme::new(name, false)), 1.0);
            assert!(mesh.is_valid() && !mesh.is_empty());
            let room = g.card().expand(g.card().size().max_elem() * 0.12);
            assert!(mesh.vertices.iter().all(|vertex| room.contains(vertex.pos)));
            assert!(mesh.vertices.len() < 40_000, "{} vertices", mesh.vertices.len());
        }
    }

    #[test]
    fn arch_is_rounded_towards_the_front() {
        for ahead in [vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0)] {
            let points = arch(Pos2::ZERO, vec2(20.0, 12.0), ahead);
            let front = points.iter().map(|p| p.to_vec2().dot(ahead)).fold(0.0, f32::max);
            let back = points.iter().map(|p| -p.to_vec2().dot(ahead)).fold(0.0, f32::max);
            assert!(front > back, "{ahead:?}");
        }
    }
}
