//! The roads of an army's land and the rail lines of each board.

use super::board_kind::{BoardKind, CellKind, RING_OF_SIX};
use super::cells::{Cell, Cells};
use crate::contract::seat::Seat;

/// Returns the pairs of neighbours in one army's land: adjacent cells, and the camps' diagonals.
pub(super) fn neighbours(land: Seat) -> Vec<(Cell, Cell)> {
    let mut pairs = Vec::new();
    for line in 1..=6u8 {
        for column in 1..=5u8 {
            let cell = Cell::of(land, line, column);
            let camp = |cell| BoardKind::cell_kind(cell) == CellKind::Camp;
            if column < 5 {
                pairs.push((cell, Cell::of(land, line, column + 1)));
            }
            if line < 6 {
                pairs.push((cell, Cell::of(land, line + 1, column)));
            }
            for right in [column.wrapping_sub(1), column + 1] {
                if line < 6 && (1..=5).contains(&right) {
                    let other = Cell::of(land, line + 1, right);
                    if camp(cell) || camp(other) {
                        pairs.push((cell, other));
                    }
                }
            }
        }
    }
    pairs
}

/// Returns the rail lines of a board.
pub(super) fn lines_of(kind: BoardKind, cells: &Cells) -> Vec<Vec<Cell>> {
    let along = |land: Seat, line: u8| (1..=5).map(move |column| Cell::of(land, line, column));
    // An outer column from the back to the front.
    let column =
        |land: Seat, column: u8| (1..=5).rev().map(move |line| Cell::of(land, line, column));
    let lands = kind.lands();
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for land in lands.iter() {
        lines.push(along(land, 1).collect());
        lines.push(along(land, 5).collect());
    }
    // A line out of one land's column, over `middle`, into the column of another land.
    let mut across = |from: (Option<Seat>, u8), middle: &[Cell], to: (Option<Seat>, u8)| {
        let out = from.0.into_iter().flat_map(|land| column(land, from.1));
        let mut into: Vec<Cell> = to.0.into_iter().flat_map(|land| column(land, to.1)).collect();
        into.reverse();
        lines.push(out.chain(middle.iter().copied()).chain(into).collect());
    };
    let there = |index: u8| Some(Seat::new(index)).filter(|land| lands.contains(*land));
    let centre = |row: u8, column: u8| {
        Cell::centre(row, column).unwrap_or_else(|| unreachable!("no cell C{row}{column}"))
    };
    if kind == BoardKind::Six {
        lines_of_six(&mut lines);
        return lines;
    }
    if kind == BoardKind::Two {
        across((there(0), 1), &[], (there(2), 5));
        across((there(0), 5), &[], (there(2), 1));
        lines.push([0, 2].map(|land| Cell::of(Seat::new(land), 1, 3)).to_vec());
        return lines;
    }
    for land in lands.iter() {
        // The arc to the neighbour on the left.
        let left = there((land.index() as u8 + 3) % 4);
        if left.is_some() {
            across((Some(land), 1), &[], (left, 5));
        }
    }
    for (k, (near, far)) in [(1u8, (1u8, 5u8)), (3, (5, 1))] {
        let column: Vec<Cell> = (1..=3).rev().map(|row| centre(row, k)).collect();
        across((there(0), near), &column, (there(2), far));
        let row: Vec<Cell> = (1..=3).map(|column| centre(k, column)).collect();
        across((there(3), near), &row, (there(1), far));
    }
    let front = |index: u8| there(index).map(|land| Cell::of(land, 1, 3));
    let upwards = [front(0), Some(centre(3, 2)), Some(centre(2, 2)), Some(centre(1, 2)), front(2)];
    let rightwards =
        [front(3), Some(centre(2, 1)), Some(centre(2, 2)), Some(centre(2, 3)), front(1)];
    for line in [upwards, rightwards] {
        lines.push(line.into_iter().flatten().filter(|cell| cells.contains(*cell)).collect());
    }
    lines
}

/// Returns the cells between the lands of the board for six: the middle before the south, the
/// corner on its right, and so on round the ring of twelve, then the heart.
pub(super) fn ring_of_six() -> [Cell; 13] {
    const RING: [(u8, u8); 13] = [
        (5, 2),
        (5, 3),
        (4, 2),
        (3, 3),
        (2, 2),
        (1, 3),
        (1, 2),
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (3, 2),
    ];
    RING.map(|(row, column)| {
        Cell::centre(row, column).unwrap_or_else(|| unreachable!("no cell C{row}{column}"))
    })
}

/// Adds the rail lines of the board for six other than fronts and back rails.
///
/// A ring runs between the lands, with a middle before each front and a corner between two lands.
fn lines_of_six(lines: &mut Vec<Vec<Cell>>) {
    let ring = ring_of_six();
    let up = |land: Seat, column: u8| (1..=5).rev().map(move |line| Cell::of(land, line, column));
    let [left_of, _] = BoardKind::Six.around();
    for (k, land) in RING_OF_SIX.map(Seat::new).into_iter().enumerate() {
        let (left, middle, right) = (ring[(2 * k + 11) % 12], ring[2 * k], ring[2 * k + 1]);
        lines.push(up(land, 1).chain([left]).collect());
        lines.push(up(land, 5).chain([right]).collect());
        lines.push(vec![left, middle, right]);
        let neighbour = Seat::new(left_of[land.index()]);
        let down = (1..=5).map(|line| Cell::of(neighbour, line, 5));
        lines.push(up(land, 1).chain(down).collect());
        // A spoke through the heart for each pair of opposite lands.
        if let Some(opposite) = RING_OF_SIX.get(k + 3) {
            let ends = [land, Seat::new(*opposite)].map(|land| Cell::of(land, 1, 3));
            let [near, far] = ends;
            lines.push([near, middle, ring[12], ring[2 * k + 6], far].to_vec());
        }
    }
}
