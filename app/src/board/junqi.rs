//! The boards of Junqi as printed: where cells are, and what is drawn under the pieces.

use std::sync::Arc;

use egui::epaint::{Mesh, QuadraticBezierShape, StrokeKind};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use qipan_core::junqi::{Board, BoardKind, Cell, CellKind};
use qipan_core::seat::Seat;

use super::{frame, picture, shapes};
use crate::fonts::brush_font;
use crate::theme::{Theme, fade, mix};

/// Where the cells of a board are on the screen.
#[derive(Clone, Debug)]
pub struct JunqiGeometry {
    board: Arc<Board>,
    card: Rect,
    origin: Pos2,
    /// From one column to the next, from one row to the next.
    step: Vec2,
    /// Quarter turns clockwise: so many seats after south, anticlockwise, sit at the bottom.
    turns: u8,
}

impl JunqiGeometry {
    /// The board as large as `rect` allows, with the seat of this index at the bottom.
    #[must_use]
    pub fn new(board: &Arc<Board>, bottom: u8, rect: Rect) -> Self {
        let large = board.kind() != BoardKind::Two;
        let room = rect.size().max(Vec2::splat(40.0));
        let (step, cells) = if large {
            (Vec2::splat(room.min_elem() / 17.7), vec2(17.7, 17.7))
        } else {
            let y = (room.y / 13.6).min(room.x / 6.6);
            (vec2((y * 1.95).min(room.x / 5.5), y), vec2(5.5, 13.6))
        };
        let card = Rect::from_center_size(rect.center(), cells * step);
        let span = vec2(if large { 16.0 } else { 4.0 }, if large { 16.0 } else { 12.0 }) * step;
        let turns = if large { bottom & 3 } else { bottom & 2 };
        Self { board: Arc::clone(board), card, origin: card.center() - span / 2.0, step, turns }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The card the board is printed on.
    #[must_use]
    pub fn card(&self) -> Rect {
        self.card
    }

    /// The middle of a cell.
    #[must_use]
    pub fn cell_pos(&self, cell: Cell) -> Pos2 {
        let (x, y) = self.board.place(cell);
        self.place(f32::from(x), f32::from(y))
    }

    /// A point of the drawing grid on the screen.
    fn place(&self, x: f32, y: f32) -> Pos2 {
        let (w, h) = if self.board.kind() == BoardKind::Two { (4.0, 12.0) } else { (16.0, 16.0) };
        let (x, y) = match self.turns {
            1 => (w - y, x),
            2 => (w - x, h - y),
            3 => (y, h - x),
            _ => (x, y),
        };
        self.origin + vec2(x, y) * self.step
    }

    /// The size of a piece.
    #[must_use]
    pub fn tile(&self) -> Vec2 {
        let wide = (self.step.x * 0.9).min(self.step.y * 1.62);
        vec2(wide, self.step.y * 0.8)
    }

    /// The smaller side of a piece, for rings and dots.
    #[must_use]
    pub fn size(&self) -> f32 {
        self.tile().min_elem()
    }

    /// The points of a way over cells; arcs are bent.
    #[must_use]
    pub fn points(&self, way: &[Cell]) -> Vec<Pos2> {
        let mut points: Vec<Pos2> = way.iter().take(1).map(|cell| self.cell_pos(*cell)).collect();
        for pair in way.windows(2) {
            if self.board.is_arc(pair[0], pair[1]) {
                points.extend(self.arc(pair[0], pair[1]).flatten(Some(0.3)).into_iter().skip(1));
            } else {
                points.push(self.cell_pos(pair[1]));
            }
        }
        points
    }

    /// The bent rail between the fronts of two neighbours: it leaves both along their outer
    /// columns.
    fn arc(&self, a: Cell, b: Cell) -> QuadraticBezierShape {
        let outward = |cell: Cell| {
            let behind = Cell::of(cell.land().unwrap_or(Seat::new(0)), 2, cell.column());
            let here = self.cell_pos(cell);
            (here, here - self.cell_pos(behind))
        };
        let ((p, forward), (q, _)) = (outward(a), outward(b));
        // Where the two columns would meet, drawn in a little so that the centre stays free.
        let along = (q - p).dot(forward.normalized());
        let corner = p + forward.normalized() * along;
        let control = corner + (p.lerp(q, 0.5) - corner) * 0.25;
        QuadraticBezierShape::from_points_stroke(
            [p, control, q],
            false,
            Color32::TRANSPARENT,
            Stroke::NONE,
        )
    }
}

/// A printed board of Junqi, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct JunqiPicture {
    kept: Option<(JunqiGeometry, Theme, f32)>,
    mesh: Arc<Mesh>,
}

impl JunqiPicture {
    /// Paints the board, printing it anew only when its size or its theme changed. `words`
    /// are the names printed on it: front, mountain, headquarters, camp.
    pub fn paint(
        &mut self,
        painter: &Painter,
        geometry: &JunqiGeometry,
        theme: &Theme,
        words: [&str; 4],
    ) {
        let scale = painter.pixels_per_point();
        let same = self.kept.as_ref().is_some_and(|(g, t, s)| {
            Arc::ptr_eq(&g.board, &geometry.board)
                && (g.card, g.turns) == (geometry.card, geometry.turns)
                && t == theme
                && *s == scale
        });
        if !same {
            self.mesh = Arc::new(picture::mesh(print(geometry, theme), scale));
            self.kept = Some((geometry.clone(), theme.clone(), scale));
        }
        painter.add(Shape::Mesh(Arc::clone(&self.mesh)));
        paint_words(painter, geometry, theme, words);
    }
}

/// The names on the board, quiet enough to be overlooked.
fn paint_words(painter: &Painter, g: &JunqiGeometry, theme: &Theme, words: [&str; 4]) {
    let size = g.size();
    if size < 15.0 {
        return;
    }
    let ink = fade(theme.ink, 0.5);
    let write = |pos: Pos2, text: &str, size: f32| {
        painter.text(pos, Align2::CENTER_CENTER, text, brush_font(size), ink);
    };
    let [front, mountain, headquarters, camp] = words;
    for cell in g.board.camps().iter() {
        fit(painter, g.cell_pos(cell), camp, size * 0.34, g.size() * 0.86, ink);
    }
    for cell in g.board.headquarters().iter() {
        fit(painter, g.cell_pos(cell), headquarters, size * 0.36, g.tile().x * 0.84, ink);
    }
    if g.board.kind() == BoardKind::Two {
        for x in [0.0, 2.0, 4.0] {
            write(g.place(x, 6.0) + vec2(g.step.x * 0.23, 0.0), front, size * 0.34);
        }
        for x in [1.0, 3.0] {
            write(g.place(x, 6.0) + vec2(0.0, g.step.y * 0.3), mountain, size * 0.36);
        }
    }
}

/// Writes a word in the size given, or smaller where it would not fit.
fn fit(painter: &Painter, pos: Pos2, text: &str, size: f32, width: f32, ink: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), brush_font(size), ink);
    let galley = match galley.size().x {
        wide if wide > width => {
            painter.layout_no_wrap(text.to_owned(), brush_font(size * width / wide), ink)
        }
        _ => galley,
    };
    painter.galley(pos - galley.size() / 2.0, galley, ink);
}

/// The shapes of a printed board.
fn print(g: &JunqiGeometry, theme: &Theme) -> Vec<Shape> {
    let mut out = frame::paper(g.card, theme);
    for land in g.board.kind().lands().iter() {
        out.push(ground(g, land, theme));
    }
    if g.board.kind() == BoardKind::Two {
        front(g, theme, &mut out);
    } else {
        out.push(nine(g, theme));
    }
    let road = Stroke::new((g.size() * 0.035).max(0.8), fade(theme.ink, 0.55));
    for (a, b) in g.board.roads() {
        out.push(Shape::line_segment([g.cell_pos(*a), g.cell_pos(*b)], road));
    }
    for (a, b) in g.board.rails() {
        rail(&g.points(&[*a, *b]), g.size(), theme, &mut out);
    }
    for cell in g.board.cells().iter() {
        place(g, cell, theme, &mut out);
    }
    out
}

/// The land of an army, faintly in its colour.
fn ground(g: &JunqiGeometry, land: Seat, theme: &Theme) -> Shape {
    let corners = [Cell::of(land, 1, 1), Cell::of(land, 6, 5)].map(|cell| g.cell_pos(cell));
    let rect = Rect::from_two_pos(corners[0], corners[1]).expand2(g.step * 0.52);
    Shape::rect_filled(rect, g.size() * 0.25, mix(theme.paper, theme.army(land), 0.1))
}

/// The centre of the four-army board.
fn nine(g: &JunqiGeometry, theme: &Theme) -> Shape {
    let rect = Rect::from_two_pos(g.place(6.0, 6.0), g.place(10.0, 10.0)).expand(g.step.x * 0.52);
    Shape::rect_filled(rect, g.size() * 0.25, mix(theme.paper, theme.sky, 0.8))
}

/// The front between two armies: a river of mist, and the mountains that close two columns.
fn front(g: &JunqiGeometry, theme: &Theme, out: &mut Vec<Shape>) {
    let left = g.card.left() + g.card.width() * 0.026;
    let right = g.card.right() - g.card.width() * 0.026;
    let middle = g.place(2.0, 6.0).y;
    let band = |half: f32, wave: f32, colour: Color32, out: &mut Vec<Shape>| {
        let count = 40;
        let edge = |side: f32, i: usize| {
            let x = left + (right - left) * i as f32 / count as f32;
            let y = middle + side * (half + wave * (i as f32 * 0.8 + side).sin());
            pos2(x, y)
        };
        for i in 0..count {
            let quad = [edge(-1.0, i), edge(-1.0, i + 1), edge(1.0, i + 1), edge(1.0, i)];
            let mut mesh = Mesh::default();
            quad.iter().for_each(|p| mesh.colored_vertex(*p, colour));
            mesh.add_triangle(0, 1, 2);
            mesh.add_triangle(0, 2, 3);
            out.push(Shape::mesh(mesh));
        }
    };
    band(g.step.y * 0.36, g.step.y * 0.03, theme.sky, out);
    band(g.step.y * 0.24, g.step.y * 0.03, mix(theme.sky, theme.cloud, 0.5), out);
    for column in [1.0, 3.0] {
        mountain(g.place(column, 6.0), g.step, theme, out);
    }
}

/// Three peaks, the nearest in front.
fn mountain(centre: Pos2, step: Vec2, theme: &Theme, out: &mut Vec<Shape>) {
    let unit = vec2(step.x * 0.42, step.y * 0.62);
    let rock = mix(theme.quiet, theme.sky, 0.25);
    for (x, height, wide, dark) in
        [(-0.52, 0.62, 0.5, 0.25), (0.5, 0.7, 0.52, 0.15), (0.0, 1.0, 0.62, 0.0)]
    {
        let foot = centre + vec2(x * unit.x, unit.y * 0.34);
        let peak = foot - vec2(0.0, unit.y * height);
        let colour = mix(rock, theme.paper, dark);
        let side = vec2(unit.x * wide, 0.0);
        out.push(shapes::fill(vec![foot - side, peak, foot + side], colour));
        let share = 0.3;
        let snow = vec![
            peak,
            peak.lerp(foot + side, share),
            peak.lerp(foot, share * 0.8),
            peak.lerp(foot - side, share),
        ];
        out.push(shapes::fill(snow, mix(colour, theme.shine, 0.7)));
    }
}

/// A railway: black, with white sleepers between its rails.
fn rail(points: &[Pos2], size: f32, theme: &Theme, out: &mut Vec<Shape>) {
    let (wide, dark) = ((size * 0.17).max(2.4), fade(theme.ink, 0.86));
    out.push(Shape::line(points.to_vec(), Stroke::new(wide, dark)));
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let dashes = ((length / (size * 0.42)).round() as usize).max(2);
    let white = Stroke::new(wide * 0.56, mix(theme.paper, theme.shine, 0.4));
    for k in 0..dashes {
        let (from, to) = ((k as f32 + 0.25) / dashes as f32, (k as f32 + 0.75) / dashes as f32);
        out.push(Shape::line_segment([along(points, from), along(points, to)], white));
    }
}

/// The point at a share of the length of a line.
#[must_use]
pub fn along(points: &[Pos2], share: f32) -> Pos2 {
    let total: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = total * share.clamp(0.0, 1.0);
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length && length > 0.0 {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    points.last().copied().unwrap_or(Pos2::ZERO)
}

/// A station, camp, headquarters or cell of the centre.
fn place(g: &JunqiGeometry, cell: Cell, theme: &Theme, out: &mut Vec<Shape>) {
    let (pos, tile, size) = (g.cell_pos(cell), g.tile(), g.size());
    let army = cell.land().map(|land| theme.army(land));
    let wash = army.map_or(theme.pad, |army| mix(theme.pad, army, 0.07));
    let ink = army.map_or(fade(theme.ink, 0.75), |army| mix(theme.as_text(army), theme.ink, 0.25));
    let line = Stroke::new((size * 0.045).max(1.0), ink);
    match BoardKind::cell_kind(cell) {
        CellKind::Camp => {
            out.push(Shape::circle_filled(pos, size * 0.6, wash));
            out.push(shapes::ring(pos, size * 0.6, line.width * 1.3, ink));
            out.push(shapes::ring(pos, size * 0.5, line.width * 0.8, ink));
        }
        CellKind::Headquarters => {
            // The arch opens to the army's front.
            let front = g.cell_pos(Cell::of(cell.land().unwrap_or(Seat::new(0)), 5, cell.column()));
            let rect = Rect::from_center_size(pos, tile * 0.98);
            let round = (size * 0.46) as u8;
            let (flat, towards) = (3, front - pos);
            let mut corners = CornerRadius::same(flat);
            if towards.y.abs() > towards.x.abs() {
                let top = towards.y < 0.0;
                (corners.nw, corners.ne) = if top { (round, round) } else { (flat, flat) };
                (corners.sw, corners.se) = if top { (flat, flat) } else { (round, round) };
            } else {
                let left = towards.x < 0.0;
                (corners.nw, corners.sw) = if left { (round, round) } else { (flat, flat) };
                (corners.ne, corners.se) = if left { (flat, flat) } else { (round, round) };
            }
            let fill = army.map_or(wash, |army| mix(theme.pad, army, 0.22));
            out.push(Shape::rect_filled(rect, corners, fill));
            let stroke = Stroke::new(line.width * 1.8, ink);
            out.push(Shape::rect_stroke(rect, corners, stroke, StrokeKind::Inside));
        }
        CellKind::Station | CellKind::Centre => {
            let rect = Rect::from_center_size(pos, tile * 0.8);
            out.push(Shape::rect_filled(rect, size * 0.1, wash));
            out.push(Shape::rect_stroke(rect, size * 0.1, line, StrokeKind::Inside));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ThemeName;

    fn boards() -> impl Iterator<Item = JunqiGeometry> {
        let kinds = [BoardKind::Two, BoardKind::Four, BoardKind::Three];
        kinds.into_iter().flat_map(|kind| {
            let sizes = [vec2(880.0, 720.0), vec2(300.0, 300.0), vec2(1300.0, 990.0)];
            sizes.into_iter().flat_map(move |size| {
                let rect = Rect::from_min_size(pos2(7.0, 5.0), size);
                (0..4).map(move |turn| JunqiGeometry::new(&Board::of(kind), turn, rect))
            })
        })
    }

    #[test]
    fn pieces_lie_on_the_card_and_do_not_touch_each_other() {
        for g in boards() {
            let cells: Vec<Cell> = g.board().cells().iter().collect();
            let rect = |cell: &Cell| Rect::from_center_size(g.cell_pos(*cell), g.tile());
            for (k, cell) in cells.iter().enumerate() {
                assert!(g.card().contains_rect(rect(cell)), "{cell}");
                for other in &cells[..k] {
                    assert!(!rect(cell).intersects(rect(other)), "{cell} on {other}");
                }
            }
        }
    }

    #[test]
    fn ones_own_army_is_at_the_bottom() {
        for kind in [BoardKind::Two, BoardKind::Four, BoardKind::Three] {
            for seat in kind.lands().iter() {
                let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(700.0));
                let g = JunqiGeometry::new(&Board::of(kind), seat.index() as u8, rect);
                let lowest = g
                    .board()
                    .cells()
                    .iter()
                    .max_by(|a, b| g.cell_pos(*a).y.total_cmp(&g.cell_pos(*b).y));
                assert_eq!(lowest.and_then(Cell::land), Some(seat), "{kind:?}");
                let left = g.cell_pos(Cell::of(seat, 6, 1)).x;
                assert!(left < g.cell_pos(Cell::of(seat, 6, 5)).x, "the owner's left is left");
            }
        }
    }

    #[test]
    fn the_print_stays_on_its_card_in_every_theme() {
        for (g, name) in boards().zip(ThemeName::ALL.into_iter().cycle()) {
            let mesh = picture::mesh(print(&g, &Theme::new(name, false)), 1.0);
            assert!(mesh.is_valid() && !mesh.is_empty());
            let room = g.card().expand(g.card().width() * 0.12);
            assert!(mesh.vertices.iter().all(|vertex| room.contains(vertex.pos)));
        }
    }

    #[test]
    fn ways_are_bent_round_arcs() {
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(700.0));
        let g = JunqiGeometry::new(&Board::of(BoardKind::Four), 0, rect);
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        assert!(g.points(&[cell("S11"), cell("W15")]).len() > 3);
        assert_eq!(g.points(&[cell("S11"), cell("S12")]).len(), 2);
    }
}
