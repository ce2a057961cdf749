//! The geometry of race boards: cells in points of the screen, and the paths between them.

use std::f32::consts::{FRAC_PI_4, TAU};

use egui::{Pos2, Rect, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{Board, Cell, HANGAR, PLANES, Progress};

use crate::ui::paint::FlightPath;

/// A board laid out in a rectangle of the screen.
///
/// Places are in *board units*. On the Aeroplane Chess board these are half cells, from 0 to 34. On
/// the Flying Chess board they are cells, and the centres of the outer cells are at 0 and 14.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardGeometry {
    board: Board,
    rect: Rect,
    /// The points of the screen per board unit.
    unit: f32,
}

/// The centres of the squares in Red's quarter of the Aeroplane Chess track, in board units.
const AEROPLANE_QUARTER: [(f32, f32); 13] = [
    (11., 31.),
    (10., 29.),
    (10., 27.),
    (11., 25.),
    (9., 23.),
    (7., 24.),
    (5., 24.),
    (3., 23.),
    (2., 21.),
    (2., 19.),
    (2., 17.),
    (2., 15.),
    (2., 13.),
];

/// The centres of the squares in Red's quarter of the Flying Chess track, in board units.
const FLYING_QUARTER: [(f32, f32); 14] = [
    (6., 13.),
    (6., 12.),
    (6., 11.),
    (6., 10.),
    (6., 9.),
    (6., 8.),
    (5., 8.),
    (4., 8.),
    (3., 8.),
    (2., 8.),
    (1., 8.),
    (0., 8.),
    (0., 7.),
    (0., 6.),
];

/// The triangular cells in a quarter of the Aeroplane Chess track: the index of the cell in its
/// quarter, then the corner with the right angle and the directions of the two legs. The legs are
/// four board units long.
const TRIANGLES: [(u8, [f32; 4]); 4] = [
    (0, [12., 30., -1., 1.]),
    (3, [12., 26., -1., -1.]),
    (4, [8., 22., 1., 1.]),
    (7, [4., 22., -1., 1.]),
];

impl BoardGeometry {
    /// Lays the board out as the largest square in the middle of `rect`.
    pub fn new(board: Board, rect: Rect) -> Self {
        let side = rect.width().min(rect.height());
        let rect = Rect::from_center_size(rect.center(), Vec2::splat(side));
        // The side of the printed board, its paper border included, in board units.
        let units = match board {
            Board::Aeroplane => 37.2,
            Board::Flying => 16.6,
        };
        Self { board, rect, unit: side / units }
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the rectangle of the whole board on the screen, paper border included.
    pub const fn rect(&self) -> Rect {
        self.rect
    }

    /// Returns the points of the screen per board unit.
    pub const fn unit(&self) -> f32 {
        self.unit
    }

    /// Returns the middle of the board in board units.
    pub const fn middle(&self) -> f32 {
        match self.board {
            Board::Aeroplane => 17.0,
            Board::Flying => 7.0,
        }
    }

    /// Converts board units to the screen.
    pub fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        self.rect.center() + vec2(x - self.middle(), y - self.middle()) * self.unit
    }

    /// Rotates a place in Red's quarter clockwise by `quarter` quarter turns, and converts it to
    /// the screen.
    pub fn quarter_to_screen(&self, quarter: u8, x: f32, y: f32) -> Pos2 {
        let place = self.rotate_quarters(quarter, vec2(x, y));
        self.to_screen(place.x, place.y)
    }

    /// Rotates a place clockwise by `quarter` quarter turns around the middle of the board.
    fn rotate_quarters(&self, quarter: u8, place: Vec2) -> Vec2 {
        let width = 2.0 * self.middle();
        (0..quarter % 4).fold(place, |place, _| vec2(width - place.y, place.x))
    }

    /// Returns the middle of a cell on the screen.
    pub fn cell_pos(&self, cell: Cell) -> Pos2 {
        let place = self.place(cell);
        self.to_screen(place.x, place.y)
    }

    /// Returns the diameter of the disc printed in a cell.
    pub fn cell_size(&self, cell: Cell) -> f32 {
        let diameter = match (self.board, cell) {
            (Board::Aeroplane, Cell::Hangar { .. }) => 2.9,
            (Board::Aeroplane, Cell::Apron { .. } | Cell::Centre { .. }) => 1.9,
            (Board::Aeroplane, Cell::Track { .. }) => 1.84,
            (Board::Aeroplane, Cell::Lane { .. }) => 1.72,
            (Board::Flying, Cell::Hangar { .. }) => 1.25,
            (Board::Flying, Cell::Centre { .. }) => 0.76,
            (Board::Flying, _) => 0.86,
        };
        diameter * self.unit
    }

    /// Returns the size of a plane that stands alone on a cell.
    pub fn plane_size(&self, cell: Cell) -> f32 {
        let ratio = match (self.board, cell) {
            (Board::Aeroplane, Cell::Hangar { .. }) => 0.7,
            (Board::Flying, Cell::Hangar { .. }) => 0.84,
            (Board::Flying, Cell::Centre { .. }) => 1.15,
            (Board::Aeroplane, Cell::Track { .. }) => 1.26,
            _ => 1.2,
        };
        ratio * self.cell_size(cell)
    }

    /// Returns the middle of a cell in board units.
    fn place(&self, cell: Cell) -> Vec2 {
        let in_quarter = |seat, x, y| self.rotate_quarters(self.board.quarter(seat), vec2(x, y));
        let is_aeroplane = self.board == Board::Aeroplane;
        match cell {
            Cell::Hangar { seat, slot } => {
                let (middle, spacing) = if is_aeroplane {
                    (in_quarter(seat, 4.0, 30.0), 1.72)
                } else {
                    (in_quarter(seat, 2.5, 11.5), 0.85)
                };
                // The two bits of the slot choose left or right, and above or below.
                let offset = |bit: u8| if slot & bit == 0 { -spacing } else { spacing };
                middle + vec2(offset(1), offset(2))
            }
            Cell::Apron { seat } => in_quarter(seat, 9.0, 33.0),
            Cell::Track { square } => self.track_place(square),
            Cell::Lane { seat, step } if is_aeroplane => {
                in_quarter(seat, 17.0, 31.0 - 2.0 * f32::from(step))
            }
            Cell::Lane { seat, step } => in_quarter(seat, 7.0, 14.0 - f32::from(step)),
            Cell::Centre { seat } if is_aeroplane => in_quarter(seat, 17.0, 19.0),
            Cell::Centre { seat } => in_quarter(seat, 7.0, 7.7),
        }
    }

    fn track_place(&self, square: u8) -> Vec2 {
        let table: &[(f32, f32)] = match self.board {
            Board::Aeroplane => &AEROPLANE_QUARTER,
            Board::Flying => &FLYING_QUARTER,
        };
        let (x, y) = table[square as usize % table.len()];
        self.rotate_quarters((square as usize / table.len()) as u8, vec2(x, y))
    }

    /// Returns the outline of a cell on the screen, which is a convex polygon.
    pub fn cell_outline(&self, cell: Cell) -> Vec<Pos2> {
        let seat_quarter = |seat| self.board.quarter(seat);
        match (self.board, cell) {
            (Board::Aeroplane, Cell::Track { square }) => self.square_outline(square),
            (Board::Aeroplane, Cell::Apron { seat }) => {
                self.polygon(seat_quarter(seat), &[(8., 34.), (8., 30.), (12., 34.)])
            }
            (Board::Aeroplane, Cell::Centre { seat }) => {
                self.polygon(seat_quarter(seat), &[(14., 20.), (17., 17.), (20., 20.)])
            }
            (Board::Flying, Cell::Centre { seat }) => {
                self.polygon(seat_quarter(seat), &[(7., 7.), (7.7, 7.7), (7., 8.4), (6.3, 7.7)])
            }
            _ => self.block_outline(cell),
        }
    }

    /// Returns the outline of a cell whose shape is a square.
    fn block_outline(&self, cell: Cell) -> Vec<Pos2> {
        let half = match (self.board, cell) {
            (Board::Aeroplane, Cell::Hangar { .. }) => 1.6,
            (Board::Aeroplane, _) => 1.0,
            (Board::Flying, Cell::Hangar { .. }) => 0.75,
            (Board::Flying, _) => 0.5,
        };
        let place = self.place(cell);
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(x, y)| self.to_screen(place.x + x, place.y + y))
            .to_vec()
    }

    /// Returns the outline of a square of the Aeroplane Chess track: a triangle or a rectangle.
    fn square_outline(&self, square: u8) -> Vec<Pos2> {
        let (quarter, index) = (square / 13, square % 13);
        let triangle = TRIANGLES.iter().find(|(triangle, _)| *triangle == index);
        if let Some((_, [x, y, dx, dy])) = triangle {
            return self.polygon(quarter, &[(*x, *y), (x + 4.0 * dx, *y), (*x, y + 4.0 * dy)]);
        }
        let (x, y) = AEROPLANE_QUARTER[index as usize];
        let (dx, dy) = if matches!(index, 5 | 6) { (1.0, 2.0) } else { (2.0, 1.0) };
        self.polygon(
            quarter,
            &[(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)],
        )
    }

    /// Rotates corners in Red's quarter clockwise by `quarter` quarter turns, and converts them to
    /// the screen.
    pub fn polygon(&self, quarter: u8, corners: &[(f32, f32)]) -> Vec<Pos2> {
        corners.iter().map(|(x, y)| self.quarter_to_screen(quarter, *x, *y)).collect()
    }

    /// Returns the cell at a point of the screen.
    pub fn cell_at(&self, pos: Pos2) -> Option<Cell> {
        if !self.rect.contains(pos) {
            return None;
        }
        self.board.cells().into_iter().find(|cell| is_inside(&self.cell_outline(*cell), pos))
    }

    /// Returns the rectangle of a seat's hangar on the screen.
    pub fn hangar(&self, seat: Seat) -> Rect {
        let quarter = self.board.quarter(seat);
        let (low, high) = match self.board {
            Board::Aeroplane => (vec2(0.32, 26.32), vec2(7.68, 33.68)),
            Board::Flying => (vec2(-0.2, 8.8), vec2(5.2, 14.2)),
        };
        let corner = |place: Vec2| self.quarter_to_screen(quarter, place.x, place.y);
        Rect::from_two_pos(corner(low), corner(high))
    }

    /// Returns the seat whose colour is at a point of the screen: that of a hangar, or of a cell.
    pub fn colour_at(&self, pos: Pos2) -> Option<Seat> {
        let cell_seat = self.cell_at(pos).map(|cell| match cell {
            Cell::Hangar { seat, .. }
            | Cell::Apron { seat }
            | Cell::Lane { seat, .. }
            | Cell::Centre { seat } => seat,
            Cell::Track { square } => self.board.seat_of_square(square),
        });
        let seats = self.board.turn_order();
        cell_seat.or_else(|| seats.into_iter().find(|seat| self.hangar(*seat).contains(pos)))
    }

    /// Returns the heading of a plane on this cell, in radians, 0 to the right, clockwise.
    pub fn cell_heading(&self, cell: Cell) -> f32 {
        let direction = match cell {
            Cell::Hangar { seat, .. } => {
                let quarter = self.board.quarter(seat);
                self.rotate_quarters(quarter, vec2(1., 0.))
                    - self.rotate_quarters(quarter, vec2(0., 0.))
            }
            Cell::Apron { seat } => self.place(self.board.cell(seat, 0, 1)) - self.place(cell),
            Cell::Track { square } => {
                let len = self.board.track_len();
                self.track_place((square + 1) % len) - self.track_place((square + len - 1) % len)
            }
            Cell::Lane { .. } | Cell::Centre { .. } => {
                Vec2::splat(self.middle()) - self.place(cell)
            }
        };
        snapped_angle(direction)
    }

    /// Returns the heading of a seat's plane with this progress. It equals [`Self::cell_heading`],
    /// except on the seat's last square of the track, where the plane already points into its lane.
    pub fn plane_heading(&self, seat: Seat, progress: Progress) -> f32 {
        let cell = self.board.cell(seat, 0, progress);
        if progress == self.board.last_on_track() {
            return snapped_angle(
                self.place(self.board.cell(seat, 0, progress + 1)) - self.place(cell),
            );
        }
        self.cell_heading(cell)
    }

    /// Returns the stops of a walking plane, both ends included.
    ///
    /// The plane walks backwards if `to` is behind `from`. To and from the hangar it goes straight.
    pub fn walk(&self, seat: Seat, plane: u8, from: Progress, to: Progress) -> Vec<Pos2> {
        let pos = |progress| self.cell_pos(self.board.cell(seat, plane, progress));
        if from == HANGAR || to == HANGAR {
            return vec![pos(from), pos(to)];
        }
        if from <= to {
            (from..=to).map(pos).collect()
        } else {
            (to..=from).rev().map(pos).collect()
        }
    }

    /// Returns the path of a jump to the next square of the same colour: an arc bent towards the
    /// middle.
    pub fn jump(&self, from: Cell, to: Cell) -> FlightPath {
        FlightPath::bent(self.cell_pos(from), self.cell_pos(to), 0.22, self.rect.center())
    }

    /// Returns the path of a flight, along the printed dashed line.
    pub fn flight(&self, from: Cell, to: Cell) -> FlightPath {
        FlightPath::straight(self.cell_pos(from), self.cell_pos(to))
    }

    /// Returns the path of a captured plane to its hangar: an arc bent towards the middle.
    pub fn path_to_hangar(&self, from: Cell, seat: Seat, plane: u8) -> FlightPath {
        let hangar_pos = self.cell_pos(self.board.cell(seat, plane, HANGAR));
        FlightPath::bent(self.cell_pos(from), hangar_pos, 0.18, self.rect.center())
    }

    /// Returns the position on the screen of the `index`th of `count` stacks that share a cell, and
    /// their scale, at most 1.
    pub fn shared_place(&self, cell: Cell, index: usize, count: usize) -> (Pos2, f32) {
        let (pos, radius) = (self.cell_pos(cell), self.cell_size(cell) / 2.0);
        if count < 2 {
            return (pos, 1.0);
        }
        let scale = if count == 2 { 0.78 } else { 0.66 };
        // The angle of the first stack, in full turns.
        let start = if count == 2 { 0.5 } else { 0.625 };
        let angle = TAU * (start + index as f32 / count.min(PLANES * PLANES) as f32);
        (pos + Vec2::angled(angle) * radius * 0.62, scale)
    }
}

/// Returns the angle of a direction, rounded to an eighth of a turn.
fn snapped_angle(direction: Vec2) -> f32 {
    (direction.angle() / FRAC_PI_4).round() * FRAC_PI_4
}

/// Returns true if a point lies in a convex polygon: on the same side of all its edges.
fn is_inside(outline: &[Pos2], pos: Pos2) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let cross_products: Vec<f32> = edges
        .map(|(a, b)| {
            let (edge, to_pos) = (*b - *a, pos - *a);
            edge.x * to_pos.y - edge.y * to_pos.x
        })
        .collect();
    cross_products.iter().all(|cross| *cross >= 0.0)
        || cross_products.iter().all(|cross| *cross <= 0.0)
}

#[cfg(test)]
mod tests {
    use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};

    use egui::pos2;

    use super::*;
    use crate::ui::paint::rotate_about;

    const BOARDS: [Board; 2] = [Board::Aeroplane, Board::Flying];

    fn geometry(board: Board) -> BoardGeometry {
        BoardGeometry::new(board, Rect::from_min_size(pos2(13., 7.), vec2(900., 700.)))
    }

    fn track(square: u8) -> Cell {
        Cell::Track { square }
    }

    #[test]
    fn quarters_are_rotated_clockwise() {
        for board in BOARDS {
            let (g, section) = (geometry(board), board.track_len() / 4);
            for square in 0..board.track_len() {
                let (from, to) = (track(square), track((square + section) % board.track_len()));
                let offset = g.cell_pos(from) - g.rect().center();
                let rotated = rotate_about(g.rect().center(), offset, TAU / 4.0);
                assert!(rotated.distance(g.cell_pos(to)) < 0.01, "{square}");
            }
            for (i, seat) in (0..4).map(|q| (q, board.seat_of_quarter(q))) {
                let angle = f32::from(i) * TAU / 4.0;
                for step in 1..=5 {
                    let lane = |seat| g.cell_pos(Cell::Lane { seat, step });
                    let rotated =
                        rotate_about(g.rect().center(), lane(RED) - g.rect().center(), angle);
                    assert!(rotated.distance(lane(seat)) < 0.01);
                }
            }
        }
    }

    #[test]
    fn cells_do_not_overlap() {
        for board in BOARDS {
            let (g, cells) = (geometry(board), board.cells());
            for (i, a) in cells.iter().enumerate() {
                for b in &cells[i + 1..] {
                    let distance = g.cell_pos(*a).distance(g.cell_pos(*b));
                    let needed = (g.cell_size(*a) + g.cell_size(*b)) / 2.0;
                    assert!(distance >= needed - 0.01, "{a:?} {b:?} {distance} {needed}");
                }
            }
        }
    }

    #[test]
    fn cell_outlines_contain_their_own_centre_only() {
        for board in BOARDS {
            let g = geometry(board);
            for cell in board.cells() {
                let outline = g.cell_outline(cell);
                let others = board.cells().into_iter().filter(|other| *other != cell);
                assert_eq!(g.cell_at(g.cell_pos(cell)), Some(cell));
                assert!(is_inside(&outline, g.cell_pos(cell)));
                for other in others {
                    assert!(!is_inside(&outline, g.cell_pos(other)), "{cell:?} {other:?}");
                }
            }
            assert_eq!(g.cell_at(pos2(-5.0, 0.0)), None);
        }
    }

    #[test]
    fn flight_of_red_is_straight() {
        let (board, g) = (Board::Aeroplane, geometry(Board::Aeroplane));
        let (from, to) = (board.cell(RED, 0, 18), board.cell(RED, 0, 30));
        assert_eq!(g.cell_pos(from), g.to_screen(11., 9.));
        assert_eq!(g.cell_pos(to), g.to_screen(23., 9.));
        let crossed = g.cell_pos(board.cell(board.opposite(RED), 0, 53));
        assert!(g.flight(from, to).at(0.5).distance(crossed) < 0.01);
        assert_eq!(g.flight(from, to).heading(0.5), 0.0);
    }

    #[test]
    fn squares_lie_as_on_printed_boards() {
        let g = geometry(Board::Aeroplane);
        assert_eq!(g.cell_pos(Cell::Apron { seat: RED }), g.to_screen(9., 33.));
        assert_eq!(g.cell_pos(Cell::Apron { seat: YELLOW }), g.to_screen(1., 9.));
        assert_eq!(g.cell_pos(Cell::Centre { seat: BLUE }), g.to_screen(17., 15.));
        assert_eq!(g.cell_pos(track(49)), g.to_screen(17., 32.));
        let g = geometry(Board::Flying);
        assert_eq!(g.cell_pos(track(14)), g.to_screen(1., 6.));
        assert_eq!(g.cell_pos(track(28)), g.to_screen(8., 1.));
        assert_eq!(g.cell_pos(Cell::Lane { seat: GREEN, step: 1 }), g.to_screen(7., 1.));
    }

    #[test]
    fn planes_point_along_the_track() {
        for board in BOARDS {
            let g = geometry(board);
            for seat in board.turn_order() {
                for progress in board.first_on_track()..board.centre() - 1 {
                    let (a, b) = (board.cell(seat, 0, progress), board.cell(seat, 0, progress + 1));
                    let nose = Vec2::angled(g.plane_heading(seat, progress));
                    let step = (g.cell_pos(b) - g.cell_pos(a)).normalized();
                    assert!(nose.dot(step) > 0.5, "{board:?} {seat:?} {progress}");
                }
            }
        }
    }

    #[test]
    fn every_cell_and_hangar_has_a_colour() {
        for board in BOARDS {
            let g = geometry(board);
            for seat in board.turn_order() {
                let slot = |slot| g.cell_pos(Cell::Hangar { seat, slot });
                let hangar = g.hangar(seat).shrink(2.0);
                assert!((0..4).all(|k| hangar.contains(slot(k))), "{board:?} {seat:?}");
                for pos in [slot(0), slot(0).lerp(slot(3), 0.5), hangar.min, hangar.max] {
                    assert_eq!(g.colour_at(pos), Some(seat), "{board:?} {pos:?}");
                }
                for step in 1..=5 {
                    let lane = g.cell_pos(Cell::Lane { seat, step });
                    assert_eq!(g.colour_at(lane), Some(seat), "{board:?} {step}");
                }
            }
            for square in 0..board.track_len() {
                let pos = g.cell_pos(Cell::Track { square });
                assert_eq!(
                    g.colour_at(pos),
                    Some(board.seat_of_square(square)),
                    "{board:?} {square}"
                );
            }
            assert_eq!(g.colour_at(g.rect().min), None);
        }
    }

    #[test]
    fn walk_stops_on_every_square() {
        let g = geometry(Board::Aeroplane);
        assert_eq!(g.walk(RED, 2, 3, 8).len(), 6);
        assert_eq!(g.walk(RED, 2, 56, 54).len(), 3);
        let launch = g.walk(RED, 2, HANGAR, 0);
        assert_eq!(launch[0], g.cell_pos(Cell::Hangar { seat: RED, slot: 2 }));
        assert_eq!(launch[1], g.cell_pos(Cell::Apron { seat: RED }));
    }
}
