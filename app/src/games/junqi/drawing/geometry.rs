//! The geometry of Junqi boards: the positions of cells on the screen, and the paths between them.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};
use std::sync::Arc;

use egui::emath::Rot2;
use egui::{Pos2, Rect, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Board, BoardKind, Cell};

use crate::games::junqi::drawing::six;

/// The extra distance of the four armies from the centre, in cells. It makes space for the arcs.
const STAND_OFF: f32 = 0.25;

/// The distance from the middle of the outermost cells to the edge of the card of the two-army
/// board, in cells.
const EDGE: f32 = 0.8;

/// Like [`EDGE`], on the boards for three and four armies.
const FOUR_EDGE: f32 = 0.74;

/// The cells of a board on the screen.
///
/// Cells are as high as the available space allows. They may be wider than high, as on printed
/// boards.
#[derive(Clone, Debug)]
pub struct JunqiGeometry {
    board: Arc<Board>,
    /// The cardboard that the board is printed on, not the card of a seat.
    card: Rect,
    /// The distance between columns and between rows, in points.
    step: Vec2,
    /// The clockwise rotation that brings the chosen seat to the bottom: its cosine and sine.
    rotation: Vec2,
}

impl PartialEq for JunqiGeometry {
    /// Compares the rails of two boards of one kind, because only extra lines make such boards
    /// differ.
    fn eq(&self, other: &Self) -> bool {
        let is_same_board = |a: &Arc<Board>, b: &Arc<Board>| {
            Arc::ptr_eq(a, b) || (a.kind() == b.kind() && a.rails() == b.rails())
        };
        (self.card, self.step, self.rotation) == (other.card, other.step, other.rotation)
            && is_same_board(&self.board, &other.board)
    }
}

impl JunqiGeometry {
    /// Returns the geometry of the largest board that fits `rect`, with the seat of this index at
    /// the bottom.
    pub fn new(board: &Arc<Board>, bottom: u8, rect: Rect) -> Self {
        let space = rect.size().max(Vec2::splat(40.0));
        // The size of the card in cells, and the limits of a cell's ratio of width to height.
        let (card_size, min_ratio, max_ratio) = match board.kind() {
            BoardKind::Two => (vec2(4.0, 12.0) + Vec2::splat(2.0 * EDGE), 1.2, 1.95),
            BoardKind::Six => (six::card(), 1.0, 1.2),
            _ => (Vec2::splat(16.0 + 2.0 * (STAND_OFF + FOUR_EDGE)), 1.0, 1.35),
        };
        let (max_width, max_height) = (space.x / card_size.x, space.y / card_size.y);
        let height = max_height.min(max_width / min_ratio);
        let step = vec2(max_width.min(height * max_ratio), height);
        let card = Rect::from_center_size(rect.center(), card_size * step);
        Self { board: Arc::clone(board), card, step, rotation: rotation(board.kind(), bottom) }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns the rectangle of the cardboard that the board is printed on.
    pub const fn card(&self) -> Rect {
        self.card
    }

    /// Returns the distance between columns and between rows, in points.
    pub const fn step(&self) -> Vec2 {
        self.step
    }

    /// Returns the middle of a cell.
    pub fn cell_pos(&self, cell: Cell) -> Pos2 {
        self.to_screen(self.place(cell))
    }

    /// Returns the size of a piece.
    pub fn piece_size(&self) -> Vec2 {
        if self.board.kind() == BoardKind::Six {
            // Pieces stay upright on rotated lands.
            return self.step * six::TILE;
        }
        // The boards for three and four have more and smaller cells, so a piece fills more of its
        // cell.
        let share = match self.board.kind() {
            BoardKind::Two => vec2(0.88, 0.78),
            _ => vec2(0.91, 0.84),
        };
        let height = self.step.y * share.y;
        vec2((self.step.x * share.x).min(height * 1.8), height)
    }

    /// Returns the shorter side of a piece. Rings and dots are drawn in proportion to it.
    pub fn piece_side(&self) -> f32 {
        self.piece_size().min_elem()
    }

    /// Returns the points of a path over cells, with curved arcs.
    pub fn points(&self, path: &[Cell]) -> Vec<Pos2> {
        let mut points: Vec<Pos2> = path.iter().take(1).map(|cell| self.cell_pos(*cell)).collect();
        for pair in path.windows(2) {
            if self.is_curved(pair[0], pair[1]) {
                points.extend(self.arc(pair[0], pair[1]).into_iter().skip(1));
            } else {
                points.push(self.cell_pos(pair[1]));
            }
        }
        points
    }

    /// Returns true if two cells are joined by a printed arc. An extra line of a house rule may
    /// join two armies elsewhere, and is straight.
    fn is_curved(&self, a: Cell, b: Cell) -> bool {
        let is_end_of_front = |cell: Cell| cell.line() == 1 && matches!(cell.column(), 1 | 5);
        let are_neighbours = match (a.land(), b.land()) {
            (Some(x), Some(y)) if self.board.kind() == BoardKind::Six => {
                matches!(six::sixths(x).abs_diff(six::sixths(y)), 1 | 5)
            }
            (Some(x), Some(y)) => (x.index() + y.index()) % 2 == 1,
            _ => false,
        };
        are_neighbours
            && a.column() != b.column()
            && is_end_of_front(a)
            && is_end_of_front(b)
            && self.board.is_arc(a, b)
    }

    /// Returns the curved rail between the fronts of two neighbours: a quarter of an ellipse, or
    /// a third of a circle on the board for six. It continues both outer columns smoothly.
    fn arc(&self, a: Cell, b: Cell) -> Vec<Pos2> {
        const STEPS: u8 = 12;
        let (from, to) = (self.place(a), self.place(b));
        if self.board.kind() == BoardKind::Six {
            return six::arc(from, to, STEPS).map(|place| self.to_screen(place)).collect();
        }
        // The two cells are opposite corners of a rectangle. The centre of the ellipse is the one
        // of the other two corners that is farther from the middle of the board.
        let corners = [vec2(from.x, to.y), vec2(to.x, from.y)];
        let outer = usize::from(corners[0].length_sq() < corners[1].length_sq());
        let centre = corners[outer];
        let point = |i: u8| {
            let (sin, cos) = (FRAC_PI_2 * f32::from(i) / f32::from(STEPS)).sin_cos();
            self.to_screen(centre + (from - centre) * cos + (to - centre) * sin)
        };
        (0..=STEPS).map(point).collect()
    }

    /// Returns the place of a cell, in cells from the middle of the board, with south at the
    /// bottom. Cells of an army that the board leaves out have a place, too.
    pub(super) fn place(&self, cell: Cell) -> Vec2 {
        // Only the board for six has cells off the grid.
        let Some((x, y)) = self.board.grid_position(cell) else { return six::cell_place(cell) };
        let place = vec2(f32::from(x), f32::from(y));
        if self.board.kind() == BoardKind::Two {
            return place - vec2(2.0, 6.0);
        }
        let stand_off = match cell.land().map(Seat::index) {
            Some(0) => vec2(0.0, STAND_OFF),
            Some(1) => vec2(STAND_OFF, 0.0),
            Some(2) => vec2(0.0, -STAND_OFF),
            Some(_) => vec2(-STAND_OFF, 0.0),
            None => Vec2::ZERO,
        };
        place - Vec2::splat(8.0) + stand_off
    }

    /// Converts a place, in cells from the middle of the unrotated board, to the screen.
    pub(super) fn to_screen(&self, place: Vec2) -> Pos2 {
        let (cos, sin) = (self.rotation.x, self.rotation.y);
        let rotated = vec2(cos * place.x - sin * place.y, sin * place.x + cos * place.y);
        self.card.center() + rotated * self.step
    }

    /// Returns the corners of a rectangle around a cell, rotated like the cell's land. `half` is
    /// half its size, in cells.
    pub(super) fn rotated_rect(&self, cell: Cell, half: Vec2) -> [Pos2; 4] {
        let middle = self.place(cell);
        let rotation = match (self.board.kind(), cell.land()) {
            (BoardKind::Six, Some(land)) => six::land_rotation(land),
            _ => Rot2::IDENTITY,
        };
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| self.to_screen(middle + rotation * (vec2(x, y) * half)))
    }

    /// Returns the outline of an army's land.
    pub fn outline(&self, seat: Seat) -> [Pos2; 4] {
        if self.board.kind() != BoardKind::Six {
            let land = self.land_rect(seat);
            return [land.left_top(), land.right_top(), land.right_bottom(), land.left_bottom()];
        }
        six::outline(seat).map(|place| self.to_screen(place))
    }

    /// Returns the rectangle around an army's land, on boards whose lands differ by quarter turns.
    fn land_rect(&self, seat: Seat) -> Rect {
        let corners =
            [(1, 1), (6, 5)].map(|(line, column)| self.cell_pos(Cell::of(seat, line, column)));
        Rect::from_two_pos(corners[0], corners[1]).expand2(self.step * 0.5)
    }

    /// Returns the space for the card of a seat: the corner at its right hand. Only the boards for
    /// three and four have such spaces.
    pub fn seat_card_rect(&self, seat: Seat) -> Option<Rect> {
        if !matches!(self.board.kind(), BoardKind::Three | BoardKind::Four) {
            return None;
        }
        // The directions of the lands. The corner with the same index lies at the right hand of a
        // land's owner.
        const LANDS: [Vec2; 4] = [vec2(-1.0, 0.0), vec2(0.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
        let middle = self.cell_pos(Cell::of(seat, 3, 3)) - self.card.center();
        let position = LANDS.iter().position(|land| land.dot(middle) > self.step.min_elem())?;
        self.corners().get(position).map(|corner| corner.shrink2(self.step * 0.3))
    }

    /// Returns the free corners between the armies, clockwise from the bottom left. The two-army
    /// board has none.
    pub fn corners(&self) -> Vec<Rect> {
        if self.board.kind() == BoardKind::Two {
            return Vec::new();
        }
        if self.board.kind() == BoardKind::Six {
            return six::corners(|place| self.card.center() + place * self.step).to_vec();
        }
        // The distances from the centre, in cells, of the corner's inner and outer ends. They lie
        // just outside an army's outer column and just inside the edge of the card.
        let (inner, outer) = (2.75, 8.0 + STAND_OFF + 0.3);
        let corner = |(x, y): (f32, f32)| {
            let point = |r: f32| self.card.center() + vec2(x, y) * r * self.step;
            Rect::from_two_pos(point(inner), point(outer))
        };
        [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (1.0, 1.0)].map(corner).to_vec()
    }
}

/// Returns the clockwise rotation that brings a seat to the bottom: its cosine and sine. Quarter
/// turns are exact.
fn rotation(kind: BoardKind, bottom: u8) -> Vec2 {
    const QUARTERS: [Vec2; 4] = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)];
    match kind {
        BoardKind::Two => QUARTERS[usize::from(bottom & 2)],
        BoardKind::Six => {
            let seat = Seat::new(bottom % Seat::MAX as u8);
            Vec2::angled(FRAC_PI_3 * f32::from(six::sixths(seat)))
        }
        _ => QUARTERS[usize::from(bottom & 3)],
    }
}

/// Returns the point on a polyline at `share` of its length, from 0 (start) to 1 (end).
pub fn along(points: &[Pos2], share: f32) -> Pos2 {
    let total: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut remaining = total * share.clamp(0.0, 1.0);
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if remaining <= length && length > 0.0 {
            return pair[0].lerp(pair[1], remaining / length);
        }
        remaining -= length;
    }
    points.last().copied().unwrap_or(Pos2::ZERO)
}

/// Returns a polyline shortened by a length at its start and another at its end. It is empty if
/// nothing remains.
pub fn shortened(points: &[Pos2], start: f32, end: f32) -> Vec<Pos2> {
    let total: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    if total <= start + end {
        return Vec::new();
    }
    let mut walked = 0.0;
    let mut kept = vec![along(points, start / total)];
    for pair in points.windows(2) {
        walked += pair[0].distance(pair[1]);
        if walked > start && walked < total - end {
            kept.push(pair[1]);
        }
    }
    kept.push(along(points, 1.0 - end / total));
    kept
}

#[cfg(test)]
pub(super) mod tests {
    use egui::pos2;

    use super::*;

    /// Returns every board in several sizes, with each seat at the bottom.
    pub(crate) fn boards() -> impl Iterator<Item = JunqiGeometry> {
        let kinds = [BoardKind::Two, BoardKind::Four, BoardKind::Three, BoardKind::Six];
        kinds.into_iter().flat_map(|kind| {
            let sizes = [(880.0, 720.0), (300.0, 300.0), (1300.0, 990.0), (300.0, 700.0)];
            sizes.into_iter().flat_map(move |(x, y)| {
                let rect = Rect::from_min_size(pos2(7.0, 5.0), vec2(x, y));
                (0..8).map(move |bottom| JunqiGeometry::new(&Board::shared(kind), bottom, rect))
            })
        })
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn pieces_lie_on_the_card_without_touching() {
        for g in boards() {
            let cells: Vec<Cell> = g.board().cells().iter().collect();
            let rect = |cell: &Cell| Rect::from_center_size(g.cell_pos(*cell), g.piece_size());
            for (k, cell) in cells.iter().enumerate() {
                assert!(g.card().contains_rect(rect(cell)), "{cell}");
                for other in &cells[..k] {
                    assert!(!rect(cell).intersects(rect(other)), "{cell} on {other}");
                }
            }
        }
    }

    #[test]
    fn own_army_is_at_the_bottom() {
        for kind in [BoardKind::Two, BoardKind::Four, BoardKind::Three, BoardKind::Six] {
            for seat in kind.lands().iter() {
                let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(700.0));
                let g = JunqiGeometry::new(&Board::shared(kind), seat.index() as u8, rect);
                let by_height = |a: &Cell, b: &Cell| g.cell_pos(*a).y.total_cmp(&g.cell_pos(*b).y);
                let lowest = g.board().cells().iter().max_by(by_height);
                assert_eq!(lowest.and_then(Cell::land), Some(seat), "{kind:?}");
                let left = g.cell_pos(Cell::of(seat, 6, 1)).x;
                assert!(
                    left < g.cell_pos(Cell::of(seat, 6, 5)).x,
                    "the owner's left is on the left of the screen"
                );
            }
        }
    }

    #[test]
    fn board_corners_are_free() {
        for g in boards() {
            for corner in g.corners() {
                assert!(corner.is_positive() && g.card().contains_rect(corner));
                for cell in g.board().cells().iter() {
                    assert!(
                        !corner
                            .intersects(Rect::from_center_size(g.cell_pos(cell), g.piece_size()))
                    );
                }
            }
        }
    }

    #[test]
    fn each_seat_has_a_place_for_its_card_at_its_right_hand() {
        for g in boards() {
            let seats: Vec<Seat> = g.board().kind().lands().iter().collect();
            let places: Vec<(Seat, Rect)> =
                seats.iter().filter_map(|seat| Some((*seat, g.seat_card_rect(*seat)?))).collect();
            let has_places = matches!(g.board().kind(), BoardKind::Three | BoardKind::Four);
            assert_eq!(places.len(), if has_places { seats.len() } else { 0 });
            for (index, (seat, place)) in places.iter().enumerate() {
                for (_, other) in &places[..index] {
                    assert!(!place.intersects(*other));
                }
                let from_centre =
                    |line: u8| g.cell_pos(Cell::of(*seat, line, 3)) - g.card().center();
                let right_hand = -(from_centre(1) - from_centre(6)).rot90();
                let towards_card = place.center() - g.cell_pos(Cell::of(*seat, 6, 3));
                assert!(right_hand.dot(towards_card) > 0.0, "{seat:?}");
            }
        }
    }

    #[test]
    fn rails_connect_cells_and_bend_between_armies() {
        for g in boards() {
            let mut curved_rails = 0;
            for (a, b) in g.board().rails() {
                let points = g.points(&[*a, *b]);
                assert!(points[0].distance(g.cell_pos(*a)) < 0.01);
                assert!(points[points.len() - 1].distance(g.cell_pos(*b)) < 0.01);
                curved_rails += usize::from(points.len() > 2);
            }
            // Boards for two, three, four and six armies have 0, 2, 4 and 6 arcs.
            let armies = g.board().kind().lands().iter().count();
            assert_eq!(curved_rails, [0, 0, 0, 2, 4, 0, 6][armies]);
        }
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(700.0));
        let g = JunqiGeometry::new(&Board::shared(BoardKind::Four), 0, rect);
        assert_eq!(g.points(&[cell("S11"), cell("S12")]).len(), 2);
    }

    #[test]
    fn boards_with_extra_lines_have_unequal_geometry() {
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(700.0));
        let plain = Board::shared(BoardKind::Two);
        let extra = Arc::new(Board::generate(BoardKind::Two, &[vec![cell("S11"), cell("N11")]]));
        let geometry = |board: &Arc<Board>| JunqiGeometry::new(board, 0, rect);
        assert_eq!(geometry(&plain), geometry(&Arc::new(Board::generate(BoardKind::Two, &[]))));
        assert_ne!(geometry(&plain), geometry(&extra));
    }

    #[test]
    fn shortened_line_keeps_its_corners() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 30.0)];
        let corner = pos2(10.0, 0.0);
        assert_eq!(shortened(&line, 4.0, 6.0), [pos2(4.0, 0.0), corner, pos2(10.0, 24.0)]);
        assert_eq!(shortened(&line, 20.0, 6.0), [pos2(10.0, 10.0), pos2(10.0, 24.0)]);
        assert!(shortened(&line, 30.0, 10.0).is_empty());
    }

    #[test]
    fn points_along_a_line_are_found_by_share_of_length() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 30.0)];
        assert_eq!(along(&line, 0.0), pos2(0.0, 0.0));
        assert_eq!(along(&line, 0.5), pos2(10.0, 10.0));
        assert_eq!(along(&line, 1.0), pos2(10.0, 30.0));
        assert_eq!(along(&[], 0.5), Pos2::ZERO);
    }
}
